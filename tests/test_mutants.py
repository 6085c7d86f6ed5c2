"""A broken pack is answered with problems, never with a fault of our own."""

from pathlib import Path

import pytest

from tests.mutants import FAULTS, mutant
from tests.trial import ROOT, packs, trials

MUTANTS = 500  # of all packs together; `--long` tries 3,000 of the published ones
OF_PUBLISHED = range(2, 7)  # of each, for they take long to read; one of them whole
OF_LARGEST = range(1, 3)  # none whole: that would take as long as all the others
LARGEST = ("domains-at-war", "limited-intelligence", "rencounter")
SMALL = sorted(file.parent for file in (ROOT / "tests/packs").glob("*/ruleset.yaml"))
PUBLISHED = [
    (pack, OF_LARGEST if pack.name in LARGEST else OF_PUBLISHED) for pack in packs()
]
OF_SMALL = -(-(MUTANTS - sum(len(seeds) for _, seeds in PUBLISHED)) // len(SMALL))
BLOCKS = [*PUBLISHED, *((pack, range(OF_SMALL)) for pack in SMALL)]
SLOW = 20.0  # of the processor, where the largest pack takes 9; `--long` allows less

FILES = {
    "ruleset.yaml": "name: small\ntitle: A small pack\n",
    "tables/weather.yaml": (
        "tables:\n"
        "  weather:\n"
        "    of: 2d6\n"
        "    gives: text\n"
        "    rows: {2-5: rain, 6-8: clouds, 9+: sun}\n"
        "formulas:\n"
        "  twice:\n"
        "    takes: {n: integer}\n"
        "    is: n * 2\n"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pack", "seeds"), BLOCKS, ids=[f"{p.name}-{seeds.start}" for p, seeds in BLOCKS]
)
def test_mutants_of_a_pack_are_told_as_problems(
    pack: Path, seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 0, 3 or 4, no traceback, no R9, and soon."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for trial in trials(pack, seeds):
        assert not trial.fault, str(trial)
        assert not trial.slower(SLOW), str(trial)


def test_mutants_are_told_by_their_seed() -> None:
    """Equal seeds give equal mutants; the pack that was given stays as it was."""
    before = dict(FILES)
    assert mutant(FILES, 7) == mutant(FILES, 7)
    assert before == FILES
    assert len({mutant(FILES, seed)[1] for seed in range(100)}) > 80


def test_a_mutant_differs_in_one_file() -> None:
    """It has the same files; at most one has another text, and most have one."""
    counts = []
    for seed in range(300):
        changed, told = mutant(FILES, seed)
        assert changed.keys() == FILES.keys()
        counts.append(sum(changed[name] != FILES[name] for name in FILES))
        assert told.split(":")[0] in FILES
    assert max(counts) == 1
    assert sum(counts) > 250


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_every_fault_changes_a_pack(fault: object) -> None:
    """Each kind of fault does something, and survives an empty file."""
    from random import Random

    assert callable(fault)
    texts = set()
    for seed in range(30):
        lines = FILES["tables/weather.yaml"].split("\n")
        assert fault(Random(seed), lines)
        texts.add("\n".join(lines))
        assert fault(Random(seed), [""])
    assert len(texts) > 2

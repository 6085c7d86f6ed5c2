"""The parser in C, where it is taken, gives the nodes of the one in Python."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.diagnostics import LimitExceeded
from interpreter.source import Source
from interpreter.yaml import composing
from tests.mutants import mutant

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "rulesets" / "acks-reconnaissance"
SEEDS = range(250)
LARGE = 10_000
"""Bytes of a file that holds only more of the same: the gate reads one in so many."""
FEW = 24


def texts(large: int, seeds: range) -> Iterator[str]:
    """Give the text of every file of the project, of `large` ones one in so many, and
    of mutants of a pack."""
    for folder in ("rulesets", "tests"):
        for number, path in enumerate(sorted((ROOT / folder).rglob("*.yaml"))):
            if path.stat().st_size < LARGE or number % large == 0:
                yield path.read_bytes().decode("utf-8", "replace")
    files = {
        path.name: path.read_text("utf-8")
        for path in sorted(PACK.glob("*.yaml"))
        if path.stat().st_size < LARGE
    }
    for seed in seeds:
        changed, _ = mutant(files, seed)
        yield from (text for name, text in changed.items() if text != files[name])


@pytest.mark.parametrize(
    ("large", "seeds"),
    [(FEW, SEEDS[::5]), pytest.param(1, SEEDS, marks=pytest.mark.long)],
    ids=["some", "all"],
)
def test_both_read_alike(large: int, seeds: range) -> None:
    """Where the quick one answers, the other one has nothing to say against it."""
    taken = 0
    for text in texts(large, seeds):
        source = Source("x.yaml", text)
        try:
            quick = composing._quickly(source)
        except LimitExceeded:
            with pytest.raises(LimitExceeded):
                composing._composed(source)
            continue
        if quick is not None:
            problems, node = composing._composed(source)
            assert (problems, node) == ([], quick), text[:200]
            taken += 1
    assert taken > 250

"""The parser in C, where it is taken, gives the nodes of the one in Python."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.document import reading
from interpreter.problems import LimitExceeded
from interpreter.source import Source
from tests.mutants import mutant

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "rulesets" / "acks-reconnaissance"
SEEDS = range(250)


def texts() -> Iterator[str]:
    """Give the text of every file of the project, and of mutants of a pack."""
    for folder in ("rulesets", "tests"):
        for path in sorted((ROOT / folder).rglob("*.yaml")):
            yield path.read_bytes().decode("utf-8", "replace")
    files = {
        path.name: path.read_text("utf-8")
        for path in sorted(PACK.glob("*.yaml"))
        if path.stat().st_size < 10_000  # the larger ones only hold more of the same
    }
    for seed in SEEDS:
        changed, _ = mutant(files, seed)
        yield from (text for name, text in changed.items() if text != files[name])


def test_both_read_alike() -> None:
    """Where the quick one answers, the other one has nothing to say against it."""
    taken = 0
    for text in texts():
        source = Source("x.yaml", text)
        try:
            quick = reading._quickly(source)
        except LimitExceeded:
            with pytest.raises(LimitExceeded):
                reading._composed(source)
            continue
        if quick is not None:
            problems, node = reading._composed(source)
            assert (problems, node) == ([], quick), text[:200]
            taken += 1
    assert taken > 250

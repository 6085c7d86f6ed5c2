"""Readings of a pack under other options share what `SharedNames` has, and no more."""

from pathlib import Path

from interpreter.pipeline.loading import load
from interpreter.semantics.names import Names, SharedNames

PACK = Path(__file__).parents[1] / "packs" / "campaign"
OWN = set(Names.__struct_fields__) - set(SharedNames.__struct_fields__)
IMMUTABLE = {"bound", "initial_state", "scenario", "lost"}


def test_only_shared_names_are_the_same_objects() -> None:
    names = load(PACK).names
    other = names.under({}, {})
    for field in SharedNames.__struct_fields__:
        assert getattr(other, field) is getattr(names, field), field
    for field in OWN - IMMUTABLE:
        assert getattr(other, field) is not getattr(names, field), field
    assert not any(getattr(other, field) for field in IMMUTABLE)


def test_lookups_under_other_options_are_recorded_apart() -> None:
    names = load(PACK).names
    other = names.under({}, {})
    before = dict(names.dependencies.reads)
    with other.dependencies.reading("formulas", "new"):
        assert "unknown" not in other.tables
    assert names.dependencies.reads == before
    assert other.dependencies.reads[("formulas", "new")]

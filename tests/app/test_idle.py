"""Why nothing may have happened in a run."""

from pathlib import Path

import pytest

from interpreter.app.opening.session import opened
from interpreter.app.running.once import idle_text
from interpreter.pipeline.opening import Pack, open_pack
from tests.ruleset.packs import write

PACK = """
name: yard
seen_by: everyone
entities:
  hen: {fields: {eggs: {type: integer, seen_by: everyone, start: 0}}}
procedures:
  lay:
    steps: [{for_each: h in every(hen), do: [{set: {h.eggs: h.eggs + 1}}]}]
  sleep: {steps: [{say: all sleep}]}
scenarios:
  spring: {main: lay, entities: {ann: {kind: hen}}}
  summer: {main: lay, entities: {bea: {kind: hen}}}
  winter: {main: sleep, entities: {cleo: {kind: hen}}}
"""


@pytest.fixture
def yard(tmp_path: Path) -> Pack:
    """A pack of which two scenarios begin alike."""
    return open_pack(write(tmp_path, {"ruleset.yaml": PACK}), {})


def test_scenarios_that_begin_so_are_named_and_no_others(yard: Pack) -> None:
    """Those are what was probably meant."""
    said = idle_text(opened(yard, "", "lay", {}))
    assert "spring" in said
    assert "summer" in said
    assert "winter" not in said


def test_all_are_named_where_none_begins_so(tmp_path: Path) -> None:
    """One of them has the entities."""
    text = PACK.replace("main: sleep", "main: lay")
    pack = open_pack(write(tmp_path, {"ruleset.yaml": text}), {})
    said = idle_text(opened(pack, "", "sleep", {}))
    assert all(name in said for name in ("spring", "summer", "winter"))


def test_nothing_is_said_with_a_scenario_or_where_there_is_none(
    yard: Pack, tmp_path: Path
) -> None:
    """Then it is no lack of entities, or none that could be helped."""
    assert not idle_text(opened(yard, "winter", "lay", {}))
    bare = PACK[: PACK.index("scenarios:")]
    pack = open_pack(write(tmp_path / "bare", {"ruleset.yaml": bare}), {})
    assert not idle_text(opened(pack, "", "lay", {}))

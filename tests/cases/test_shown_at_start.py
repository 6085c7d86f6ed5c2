"""R524: what the beginning of a scenario shows of things that are hidden."""

import json
from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from tests.cli.calling import call

PACK = """
name: ambush
seats: side
seen_by: everyone
options:
  fog: {values: [yes, no], default: no}
entities:
  side:
    fields:
      strength: {type: integer, seen_by: everyone, start: 0}
      spent: {type: integer, seen_by: everyone, start: 0}
  band:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      hidden: {type: yes or no, seen_by: everyone, start: no}
      leader: {type: man or none, seen_by: LEADER, start: none}
      mission: {type: text, seen_by: MISSION, start: none given}
  man:
    owner: band.side
    seen_by: if band.hidden then owner else everyone
    fields:
      band: {type: band, seen_by: everyone}
      skill: {type: integer, seen_by: everyone, start: 3}
procedures:
  main:
    steps:
      - for_each: s in every(side)
        set:
          s.strength: count(m in every(man) where m.band.side is s)
          s.spent: s.spent + 1
scenarios:
  night:
    main: main
    options: {fog: yes}
    entities:
      red: {kind: side}
      blue: {kind: side}
      gang: {kind: band, side: red, hidden: HIDDEN, leader: ann}
      ann: {kind: man, band: gang}
  the same again:
    like: night
"""


def notes(
    tmp_path: Path,
    hidden: str = "yes",
    leader: str = "everyone",
    mission: str = "everyone",
    *,
    more: str = "",
    quick: bool = False,
) -> list[str]:
    """Return the notes of R524."""
    text = PACK.replace("HIDDEN", hidden).replace("LEADER", leader)
    text = text.replace("MISSION", mission)
    (tmp_path / "ruleset.yaml").write_text(text + more, encoding="utf-8")
    found = check(tmp_path, quick=quick).problems
    assert [each.message for each in found if each.severity == "error"] == []
    return [each.message for each in found if each.code == "R524"]


BEGIN = "'night' and 'the same again' begin with hidden things of which others see"


@pytest.mark.parametrize(
    ("hidden", "leader", "mission", "said"),
    [
        (
            "yes",
            "everyone",
            "everyone",
            "names of hidden things: band.leader; "
            "worked out from hidden things: side.strength",
        ),
        (
            "yes",
            "owner",
            "everyone",
            "band: all but leader; worked out from hidden things: side.strength",
        ),
        ("no", "everyone", "everyone", ""),
        (
            "no",
            "owner",
            "owner",
            "band: side, hidden; worked out from hidden things: side.strength",
        ),
    ],
)
def test_what_others_see_of_it(
    tmp_path: Path, hidden: str, leader: str, mission: str, said: str
) -> None:
    """Fields of what is partly hidden, names of what is wholly so, and what is counted
    of it; where nothing is hidden, nothing is said."""
    found = notes(tmp_path, hidden, leader, mission)
    assert found == ([f"{BEGIN} {said}"] if said else [])


def test_scenarios_that_show_something_else_have_a_note_of_their_own(
    tmp_path: Path,
) -> None:
    """Under whatever options; many that show the same are counted."""
    more = "".join(f"  n{number}: {{like: night}}\n" for number in range(3))
    more += "  unled: {like: night, entities: {gang: {leader: none}}}\n"
    more += "  plain: {like: unled, options: {fog: no}}\n"
    found = notes(tmp_path, mission="owner", more=more)
    see = "with hidden things of which others see"
    band = "band: all but mission"
    worked_out = "worked out from hidden things: side.strength"
    assert set(found) == {
        f"'night', 'the same again', 'n0' and 2 more scenarios begin {see} "
        f"{band}; names of hidden things: band.leader; {worked_out}",
        f"'unled' and 'plain' begin {see} {band}; {worked_out}",
    }


def test_quickly_only_of_scenarios_that_set_no_option(tmp_path: Path) -> None:
    """The others are read under their options by the full check alone."""
    assert notes(tmp_path)
    assert notes(tmp_path, quick=True) == []


def test_it_is_data_too(tmp_path: Path) -> None:
    """With `--json` as any other note, at the name of the first scenario."""
    notes(tmp_path)
    said = json.loads(call("check", str(tmp_path), "--json").out)["problems"]
    (first,) = [each for each in said if each["code"] == "R524"]
    assert first["severity"] == "note"
    line = (tmp_path / "ruleset.yaml").read_text().splitlines()[first["line"] - 1]
    assert line == "  night:"

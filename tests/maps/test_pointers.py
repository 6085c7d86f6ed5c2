"""Arrows from one thing to another that it names."""

import json
from pathlib import Path

import pytest

from interpreter.maps.renderers import map_text, picture
from interpreter.maps.words import POINTED
from interpreter.reports.map_parts import MOST_POINTERS
from tests.games.playing import call, done
from tests.maps.looking import read, tables, titles

PACK = """
name: shots
seats: side
seen_by: everyone
boards:
  field: BOARD
entities:
  side: {fields: {}}
  gun:
    owner: side
    seen_by: if hidden then owner else everyone
    drawn: {toward: [fired at, watches]}
    fields:
      side: {type: side, seen_by: everyone}
      hidden: {type: yes or no, seen_by: everyone, start: no}
      at: {type: PLACE or none, seen_by: everyone, start: none}
      fired at: {type: gun or none, seen_by: everyone, start: none}
      watches: {type: list of gun, seen_by: owner, start: []}
scenarios:
  duel:
    LAID
    entities:
      red: {kind: side}
      blue: {kind: side}
      long tom:
        {kind: gun, side: red, at: FIRST, fired_at: little_ben, watches: [shy_sue]}
      little ben: {kind: gun, side: blue, at: SECOND}
      shy sue: {kind: gun, side: blue, at: SECOND, hidden: yes, fired_at: long_tom}
      lost lil: {kind: gun, side: blue, fired_at: long_tom}
"""
BOARDS = {
    "hexes": {
        "BOARD": "{cells: hexes}",
        "PLACE": "hex of field",
        "LAID": "boards: {field: {columns: 01..06, rows: 01..06}}",
        "FIRST": "'1,1'",
        "SECOND": "'2,2'",
    },
    "areas": {
        "BOARD": "{cells: areas, areas: {mill: {}, ford: {}}, links: [[mill, ford]]}",
        "PLACE": "area of field",
        "LAID": "title: two guns",
        "FIRST": "mill",
        "SECOND": "ford",
    },
    "plane": {
        "BOARD": "{cells: plane}",
        "PLACE": "place",
        "LAID": "boards: {field: {size: 12 x 12}}",
        "FIRST": "[1, 1]",
        "SECOND": "[9, 6]",
    },
}


@pytest.fixture(params=BOARDS)
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Write the pack with a board of some kind."""
    text = PACK
    for name, value in BOARDS[request.param].items():
        text = text.replace(name, value)
    folder = tmp_path / "shots"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


def pointers(pack: Path, seat: str) -> set[tuple[str, str, str]]:
    """Return the arrows on the map of a seat."""
    said = json.loads(done("map", pack, "--scenario", "duel", "--as", seat, "--json"))
    (board,) = (*said["maps"], *said["tables"], *said.get("area_maps", ()))
    return {(each["name"], each["role"], each["to"]) for each in board["pointers"]}


def test_an_arrow_needs_both_ends(pack: Path) -> None:
    """Who sees only one of the two, or not that the one names the other, has none;
    neither is there one to or from what stands nowhere."""
    fired = ("long tom", "fired at", "little ben")
    back = ("shy sue", "fired at", "long tom")
    assert pointers(pack, "red") == {fired}
    assert pointers(pack, "blue") == {fired, back}
    watched = ("long tom", "watches", "shy sue")
    assert pointers(pack, "judge") == {fired, back, watched}


def test_picture_and_text_say_whom(pack: Path, tmp_path: Path) -> None:
    given = ("map", pack, "--scenario", "duel", "--as", "red")
    assert "fired at little ben" in done(*given).partition(POINTED)[2]
    out = tmp_path / "map.svg"
    assert call(*given, "--out", out)[0] == 0
    drawn = out.read_text("utf-8")
    assert any("fired at little ben" in each for each in titles(read(drawn)))
    assert "shy sue" not in drawn


def test_a_map_without_any_says_nothing_of_them() -> None:
    (plan,) = tables("rulesets/rencounter", "gunfight")
    assert plan.pointers == ()
    assert POINTED not in map_text([plan])
    assert "shot at" not in picture([plan])


def test_a_web_of_arrows_is_not_drawn(pack: Path, tmp_path: Path) -> None:
    """So many as somebody can look at, and how many more there are; one thing that is
    named twice has one arrow."""
    names = [f"gun{number}" for number in range(20)]
    file = pack / "ruleset.yaml"
    text = file.read_text("utf-8")
    second = next(line for line in text.splitlines() if "little ben:" in line)
    place = second.partition("at: ")[2].rstrip("}")
    fleet = ", ".join([*names, *names, "little_ben"])
    red = "{kind: gun, side: red, at:"
    guns = "".join(f"      {name}: {red} {place}}}\n" for name in names)
    many = guns + "".join(
        f"      watch{number}: {red} FIRST, watches: [{fleet}]}}\n"
        for number in range(30)
    )
    first = next(
        line for line in text.splitlines() if "at:" in line and "watches" in line
    )
    many = many.replace("FIRST", first.partition("at: ")[2].partition(", fired")[0])
    file.write_text(text + many, encoding="utf-8")
    given = ("map", pack, "--scenario", "duel", "--as", "red")
    assert "more, not drawn" in done(*given)
    assert len(pointers(pack, "red")) == MOST_POINTERS

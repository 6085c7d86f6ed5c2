"""Badges beside counters, what lies about a thing, and the hexes of a choice."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.playing import call, done

PACK = """
name: pickets
seats: side
boards:
  moor: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}
entities:
  side: {fields: {name: {type: text, seen_by: everyone, start: a side}}}
  picket:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      at: {type: hex of moor or none, seen_by: everyone, start: none}
      facing: {type: corner, seen_by: everyone, start: C4}
      hits: {type: integer 0.., seen_by: everyone, start: 0}
      tired: {type: yes or no, seen_by: everyone, start: no}
      sure: {type: integer 0.., seen_by: owner, start: 0}
      wary: {type: yes or no, seen_by: owner, start: no}
    drawn:
      badges: {hits: hits, tired: tired, sure: sure, wary: wary}
      zones:
        ahead: "if at is none then [] else front(at, facing)"
        known to himself: "if at is none or sure < 1 then [] else neighbours(at)"
  captain:
    owner: side
    drawn: {at: [], carried_by: post}
    fields:
      side: {type: side, seen_by: everyone}
      post: {type: picket or none, seen_by: owner, start: none}
procedures:
  go:
    seen_by: everyone
    steps:
      - for_each: p in every(picket)
        if: p.at is not none
        do:
          - choose: next
            by: p.side
            from: neighbours(p.at)
scenarios:
  dawn:
    main: go
    boards: {moor: {columns: 01..30, rows: 01..30}}
    entities:
      red: {kind: side}
      blue: {kind: side}
      ann: {kind: picket, side: red, at: 0303, hits: 2, tired: yes, sure: 3, wary: yes}
      bob: {kind: picket, side: blue, at: 2828}
      cid: {kind: captain, side: red, post: ann}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return the folder of the pack."""
    (tmp_path / "pickets").mkdir()
    (tmp_path / "pickets/ruleset.yaml").write_text(PACK, encoding="utf-8")
    return tmp_path / "pickets"


def drawn(pack: Path, *more: str) -> dict[str, Any]:
    """Return the map of moor as JSON."""
    out = done("map", pack, "--scenario", "dawn", "--json", *more)
    found: dict[str, Any] = json.loads(out)["maps"][0]
    return found


def badges(found: dict[str, Any], name: str) -> list[str]:
    """Return what the badges of a thing say."""
    (only,) = (each for each in found["things"] if each["name"] == name)
    said: list[str] = only["badges"]
    return said


def test_badges_tell_what_is_so_and_who_is_carried(pack: Path) -> None:
    """A 0 and what is not so have none."""
    found = drawn(pack)
    assert badges(found, "ann") == [
        "hits 2", "tired", "sure 3", "wary", "with cid (captain)",
    ]  # fmt: skip
    assert badges(found, "bob") == []


def test_a_badge_tells_a_seat_no_more_than_its_view(pack: Path) -> None:
    """What its owner alone sees has no badge on the map of the other, and whoever he
    does not see is not carried."""
    assert badges(drawn(pack, "--as", "red"), "ann")[2:4] == ["sure 3", "wary"]
    assert badges(drawn(pack, "--as", "blue"), "ann") == ["hits 2", "tired"]
    seen = done("map", pack, "--scenario", "dawn", "--as", "blue", "--out", "-")
    assert "wary" not in seen
    assert "cid" not in seen


def test_a_letter_of_a_badge_is_its_own(pack: Path) -> None:
    """The first number stands alone, further ones behind their letter."""
    out = done("map", pack, "--scenario", "dawn", "--out", "-")
    for sign in (">2<", ">T<", ">S3<", ">W<", ">C<"):
        assert sign in out


def test_zones_are_drawn_of_what_is_asked_for(pack: Path) -> None:
    """By its name, or by that of the seat whose it is."""
    assert drawn(pack)["zones"] == []
    ahead = {"name": "ann", "role": "ahead", "hexes": ["0302", "0402"]}
    for name in ("ann", "red"):
        assert ahead in drawn(pack, "--of", name)["zones"]
    others = {each["name"] for each in drawn(pack, "--of", "blue")["zones"]}
    assert others == {"bob"}


def test_a_zone_tells_a_seat_no_more_than_its_view(pack: Path) -> None:
    """It hangs on a field that blue does not see."""
    own = {each["role"] for each in drawn(pack, "--of", "ann", "--as", "red")["zones"]}
    assert own == {"ahead", "known to himself"}
    other = {
        each["role"] for each in drawn(pack, "--of", "ann", "--as", "blue")["zones"]
    }
    assert other == {"ahead"}


def test_nobody_of_that_name_is_refused(pack: Path) -> None:
    """With the names that there are."""
    code, _, said = call("map", pack, "--scenario", "dawn", "--of", "anne")
    assert code == 2
    assert "did you mean 'ann'" in said


def test_a_whole_board_is_one_piece(pack: Path) -> None:
    """Every hex has its number, which a map in parts leaves out of the middle."""
    part = done("map", pack, "--scenario", "dawn", "--out", "-")
    whole = done("map", pack, "--scenario", "dawn", "--out", "-", "--whole")
    assert ">1515<" not in part
    assert all(f">{c:02}{r:02}<" in whole for c in range(1, 31) for r in range(1, 31))


def test_the_hexes_of_a_choice_are_drawn_for_whom_it_asks(
    pack: Path, tmp_path: Path
) -> None:
    """And for the judge, not for another."""
    game = tmp_path / "w.game"
    later = ("--seat", "red=later", "--seat", "blue=later")
    done("play", pack, "dawn", "--game", game, "--seed", "3", *later)

    def offered(seat: str) -> list[str]:
        out = done("map", game, "--as", seat, "--json")
        found: list[str] = json.loads(out)["maps"][0]["offered"]
        return sorted(found)

    around = ["0203", "0302", "0304", "0402", "0403", "0404"]
    assert offered("red") == offered("judge") == around
    assert offered("blue") == offered("everyone") == []
    assert "To choose from" in done("map", game, "--as", "red")
    assert "To choose from" not in done("map", game, "--as", "blue")


def test_a_whole_map_of_text_has_every_hex(pack: Path) -> None:
    """In as many parts as the width needs; without it the empty middle is left out."""
    part = done("map", pack, "--scenario", "dawn")
    whole = done("map", pack, "--scenario", "dawn", "--whole")
    assert "1515" not in part
    assert all(f"{c:02}{r:02}" in whole for c in range(1, 31) for r in range(1, 31))
    assert max(map(len, whole.splitlines())) <= 80


def test_a_ruleset_is_no_game() -> None:
    """Not a file that is missing: whoever gives a name of a ruleset has no game."""
    code, _, said = call("map", "domains-at-war")
    assert code == 2
    assert "is a ruleset, not a game" in said
    assert "--scenario" in said


def test_what_is_too_far_apart_is_no_picture_in_one_piece(pack: Path) -> None:
    """On a board without an edge; it is refused before a hex of it is made."""
    file = pack / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace(", labels: {columns: 2 digits, rows: 2 digits}", "")
    text = text.replace("    boards: {moor: {columns: 01..30, rows: 01..30}}\n", "")
    text = text.replace("at: 0303", "at: '3,3'").replace("at: 2828", "at: '9999,9999'")
    file.write_text(text, encoding="utf-8")
    given = ("map", pack, "--scenario", "dawn", "--out", "-")
    done(*given)
    code, _, said = call(*given, "--whole")
    assert code == 4
    assert "in one piece" in said


@pytest.mark.parametrize("paper", ["desk", "print", "board", "phone"])
def test_a_page_for_each_use(pack: Path, paper: str) -> None:
    drawn = done("map", pack, "--scenario", "dawn", "--out", "-", "--page", paper)
    is_whole = all(f">{c:02}{r:02}<" in drawn for c in (1, 30) for r in (1, 30))
    assert is_whole == (paper != "phone")
    assert ("What is where" in drawn) == (paper != "board")
    assert ('width="190mm"' in drawn) == (paper == "print")


def test_a_map_of_text_has_no_page(pack: Path) -> None:
    code, out, said = call("map", pack, "--scenario", "dawn", "--page", "desk")
    assert (code, out) == (2, "")
    assert "--page is for a picture" in said

"""Things that are drawn as the ground of the hexes that they cover."""

from pathlib import Path

import pytest

from interpreter.maps.plan import HexPlan
from interpreter.maps.renderers import map_text, picture
from tests.games.playing import call
from tests.maps.looking import plans, read, titles

PACK = """
name: lands
seats: side
seen_by: everyone
types:
  cover: [heath, wood, bog, glade]
  soil: [open, wood]
boards:
  field:
    cells: hexes
    labels: {columns: 2 digits, rows: 2 digits}
    ground: soil
    drawn: {wood: palms}
entities:
  side: {fields: {}}
  patch:
    owner: side
    drawn: {over: on, as: cover, looks: {heath: tufts, wood: trees, bog: reeds}}
    fields:
      side: {type: side, seen_by: everyone}
      cover: {type: cover, seen_by: if plain then everyone else owner}
      plain: {type: yes or no, seen_by: everyone, start: yes}
      on: {type: list of hex of field, seen_by: everyone}
  post: {fields: {at: {type: hex of field, seen_by: everyone}}}
procedures: {stay: {seen_by: everyone, steps: []}}
scenarios:
  plain:
    main: stay
    boards:
      field: {columns: 01..04, rows: 01..04, ground: {wood: ["0404"], open: else}}
    entities:
      red: {kind: side}
      blue: {kind: side}
      moor: {kind: patch, side: red, cover: heath, on: ["0101", "0102", "0201"]}
      pool: {kind: patch, side: red, cover: bog, plain: no, on: ["0201"]}
      grove: {kind: patch, side: red, cover: wood, on: ["0303"]}
      lawn: {kind: patch, side: red, cover: glade, on: ["0401"]}
      camp: {kind: post, at: "0102"}
"""


@pytest.fixture(name="pack")
def _pack(tmp_path: Path) -> Path:
    folder = tmp_path / "lands"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return folder


def plan_of(pack: Path, viewer: str) -> HexPlan:
    """Return the plan of the field."""
    (plan,) = plans(str(pack), "plain", viewer)
    assert isinstance(plan, HexPlan)
    return plan


def grounds(plan: HexPlan) -> dict[str, tuple[str, str]]:
    """Return the ground of each hex and its look, by the label of the hex."""
    numbers = {plan.label(at): plan.ground(at) for at in plan.chart.every()}
    return {
        label: (plan.ground_name(number), plan.look(number))
        for label, number in numbers.items()
    }


def test_what_covers_hexes_is_their_ground(pack: Path) -> None:
    """The last of several counts, and a ground of the board looks as it does there."""
    found = grounds(plan_of(pack, "red"))
    assert found["0101"] == found["0102"] == ("heath", "tufts")
    assert found["0201"] == ("bog", "reeds")
    assert found["0303"] == found["0404"] == ("wood", "palms")
    assert found["0202"][0] == found["0401"][0] == "open"


def test_who_does_not_know_what_it_is_sees_only_that_something_is(pack: Path) -> None:
    plan = plan_of(pack, "blue")
    assert grounds(plan)["0201"] == ("heath", "tufts")
    assert [each.name for each in plan.extents if not each.ground] == ["pool", "lawn"]
    for said in (picture([plan]), map_text([plan])):
        assert "bog" not in said


def test_it_is_said_with_its_hexes_and_has_no_rim(pack: Path) -> None:
    plan = plan_of(pack, "red")
    text = map_text([plan])
    assert "0102, heath" in text
    assert "moor (heath): 0101, 0102, 0201" in text
    assert "a: lawn (on): 0401" in text
    named = " ".join(titles(read(picture([plan]))))
    assert "lawn" in named
    assert "moor" not in named


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("{over: on, looks: {heath: tufts}}", "R515"),
        ("{over: on, as: side, looks: {heath: tufts}}", "R515"),
        ("{over: on, as: cover, looks: {heat: tufts}}", "R301"),
        ("{over: on, as: cover, looks: {heath: tuft}}", "R1"),
        ("{over: on, as: cover, looks: [heath]}", "R1"),
    ],
)
def test_wrong_looks_are_refused(pack: Path, written: str, wrong: str) -> None:
    good = "{over: on, as: cover, looks: {heath: tufts, wood: trees, bog: reeds}}"
    text = PACK.replace(good, written)
    assert text != PACK
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    code, said, _ = call("check", str(pack))
    assert code == 3
    assert wrong in said


def test_a_mark_that_several_have_is_said_with_whose_and_where(tmp_path: Path) -> None:
    game = tmp_path / "a.game"
    begin = ("play", "domains-at-war", "skirmish at the ford", "--game", game)
    begun = " ".join(call(*begin)[2].split())
    assert "LF bows of men at 0509" in begun
    assert "LF slings of goblins at 0605" in begun
    assert "FF shields," in begun

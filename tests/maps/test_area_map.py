"""Maps of boards of areas: pictures, text and JSON say the same, to each its own."""

import re
from itertools import combinations
from math import hypot
from pathlib import Path

import pytest

from interpreter.app.maps import drawn_for
from interpreter.boards.areas import AreaLayout, AreaMap, Link
from interpreter.engine.once import initial
from interpreter.maps.area_map import LARGEST, places_of
from interpreter.maps.plan import AreaPlan
from interpreter.maps.renderers import map_text, picture, sketch
from interpreter.maps.words import CELLS
from interpreter.pipeline.opening import open_pack
from interpreter.reports.map_json import map_output
from interpreter.reports.outputs.encoding import encoded
from interpreter.values.types import Cell
from tests.games.playing import PACKS, call
from tests.maps.looking import SVG, read

VALLEY = PACKS / "valley"
AREAS = ("Ford", "Mill", "Old Town", "Ridge", "Pass", "Abbey")
PASS, RIDGE = (4, 0), (3, 0)


def plan_of(seat: str, *asked: str) -> AreaPlan:
    """Return the map of the scenario; Ridge and Pass are offered to the seat."""
    pack = open_pack(VALLEY, {}).under("summer")
    state = initial(pack.program, "summer")
    offered = [(place, Cell("valley", "area")) for place in (RIDGE, PASS)]
    (plan,) = drawn_for(seat, pack, "summer", state, asked=asked, offered=offered)
    assert isinstance(plan, AreaPlan)
    return plan


def titles(plan: AreaPlan) -> list[str]:
    """Return what the parts of a picture are called."""
    root = read(picture([plan]))
    return [each.text or "" for each in root.iter(f"{SVG}title")]


def test_a_picture_has_every_area_link_and_mark() -> None:
    said = titles(plan_of("judge", "guards"))
    for name in AREAS:
        assert any(each.startswith(name) for each in said)
    assert {"Ford - Mill", "Mill - Old Town (costs 2)", "Ridge -> Pass"} <= set(said)
    assert any("guards" in each for each in said)
    assert said.count("to choose from") == 2
    assert "guards: support" in said
    assert "near" in said


def test_equal_plans_give_equal_pictures() -> None:
    assert picture([plan_of("red")]) == picture([plan_of("red")])


def test_circles_lie_on_the_page() -> None:
    root = read(picture([plan_of("judge")]))
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    circles = [each.attrib for each in root.iter(f"{SVG}circle") if "cx" in each.attrib]
    large = [each for each in circles if float(each["r"]) > LARGEST / 3]
    assert len(large) >= len(AREAS)
    for each in large:
        assert 0 <= float(each["cx"]) <= wide
        assert 0 <= float(each["cy"]) <= high


def test_text_names_areas_and_links() -> None:
    text = map_text([plan_of("judge")])
    assert all(name in text for name in AREAS)
    assert all(len(line) <= CELLS for line in text.split("\n"))
    assert re.search(r"Ford \[Gua\]", text)
    assert "  Pass - Old Town (costs 1/2)" in text
    assert "rifles: support: 1 from Old Town" in text
    assert "Rif rifles" in sketch([plan_of("blue")])


@pytest.mark.parametrize(("seat", "foe"), [("red", "Rif"), ("blue", "Gua")])
def test_what_is_hidden_is_on_no_map(seat: str, foe: str) -> None:
    plan = plan_of(seat)
    assert len(plan.pieces) == 1
    assert foe not in map_text([plan])
    assert foe not in "".join(titles(plan))


def test_json_has_the_links_and_where_things_are() -> None:
    found = encoded(map_output("judge", [plan_of("judge")]))
    assert (found["maps"], found["tables"]) == ([], [])
    (board,) = found["area_maps"]  # type: ignore[misc, attr-defined]
    assert [each["area"] for each in board["things"]] == ["Ford", "Old Town"]
    assert board["offered"] == ["Ridge", "Pass"]
    assert len(board["links"]) == 6
    assert board["links"][4] == {
        "from": "Ridge", "to": "Pass", "cost": "1", "one_way": True,
    }  # fmt: skip


def test_areas_without_a_position_are_laid_out_apart() -> None:
    """A chain of areas comes out as a line about as long as its links."""
    names = tuple("ABCDEFG")
    links = tuple(Link(at, at + 1) for at in range(len(names) - 1))
    places = places_of(
        AreaLayout(AreaMap("chain", names, links), (None,) * 7, {}, (None,) * 7)
    )
    gaps = [
        hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(places.values(), 2)
    ]
    assert min(gaps) > 0.5
    assert max(gaps) > 5


def test_a_position_that_is_given_is_kept() -> None:
    given = ((0, 0), None, (4, 0))
    layout = AreaLayout(
        AreaMap("dale", ("A", "B", "C"), (Link(0, 1), Link(1, 2))), (), {}, given
    )
    places = places_of(layout)
    assert (places[0, 0], places[2, 0]) == ((0.0, 0.0), (4.0, 0.0))
    assert 0 < places[1, 0][0] < 4


def test_a_whole_way_is_walked_in_a_game(tmp_path: Path) -> None:
    """Names with several words are one step each; one way links are not gone back."""
    game = tmp_path / "one.game"
    code, out, talk = call(
        "play", VALLEY, "summer", "march on", "--with", "c=rifles", "--game", game,
        "--as", "blue", text="Mill Ford\n",
    )  # fmt: skip
    assert code == 0, talk
    code, out, talk = call("map", game, "--as", "blue", "--json")
    assert code == 0, talk
    assert '"area": "Ford"' in out
    assert '"guards"' not in out
    code, out, talk = call("verify", game)
    assert code == 0, talk


def test_a_way_over_areas_that_no_link_joins_is_refused(tmp_path: Path) -> None:
    game = tmp_path / "one.game"
    _, out, talk = call(
        "play", VALLEY, "summer", "march on", "--with", "c=rifles", "--game", game,
        "--as", "blue", text="Mill Abbey\n",
    )  # fmt: skip
    assert "'Mill' and 'Abbey' do not touch" in out + talk

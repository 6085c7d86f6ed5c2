"""Pictures: well-formed, alone, readable, and everything in them once."""

import json
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from interpreter.boards.board import HexMap, Sheet
from interpreter.boards.layout import HexLayout
from interpreter.maps.counters import LOOKS, looks_of, symbol
from interpreter.maps.plan import HexPlan, called
from interpreter.maps.renderers import picture
from interpreter.maps.svg import PAGE
from tests.maps.looking import RECON, ROOT, SCENES, SVG, boxes, plans, read, titles

scenes = pytest.mark.parametrize("scene", SCENES)


@scenes
def test_it_stands_alone(scene: tuple[str, str, str]) -> None:
    """It is XML that needs nothing else, and says what it is."""
    drawn = picture(plans(*scene))
    found = read(drawn)
    assert found.tag == f"{SVG}svg"
    assert found[0].tag == f"{SVG}title"
    assert scene[2].replace("_", " ") in (found[0].text or "")
    assert found[1].tag == f"{SVG}desc"
    assert not re.search(r"(href|src)=\"(?!#)|url\((?!#)|<script|@import|<!", drawn)
    assert drawn.count("http") == 1


@scenes
def test_every_thing_is_drawn_once(scene: tuple[str, str, str]) -> None:
    """Each counter says whose it is; one in two panels that overlap stands in both."""
    maps = plans(*scene)
    said = Counter(titles(read(picture(maps))))
    wanted = Counter(
        f"{called(each.name, each.kind)}{f': {each.role}' if each.role else ''}"
        for plan in maps
        for each in plan.pieces
    )
    parts = 1 + sum(title.startswith("part ") for title in said)
    for each, number in wanted.items():
        assert number <= said[each] <= number * parts, each


@scenes
def test_no_words_collide(scene: tuple[str, str, str]) -> None:
    """Neither labels nor marks nor the legend, and all lie on the page."""
    found = boxes(read(picture(plans(*scene))))
    meeting = [
        (one.said, other.said)
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if one.meets(other)
    ]
    assert not meeting
    assert all(each.left >= 0 and each.right <= PAGE for each in found)


def test_what_a_seat_may_not_know_is_not_there() -> None:
    """The south is on the judge's map, and nowhere in the north's."""
    judge, north = (
        picture(plans(RECON, "campaign-week", each)) for each in ("judge", "north_side")
    )
    for name in ("warlord left", "raider division", "ambush division"):
        assert name in judge
        assert name not in north
        assert name.replace(" ", "_") not in north
    assert "duke main" in north


def test_looks_of_ground_are_those_of_the_schema() -> None:
    """Whoever completes a word in an editor is offered what can be drawn."""
    schema = json.loads((ROOT / "schemas/sections/boards.schema.json").read_text())
    said = schema["additionalProperties"]["properties"]["drawn"]
    assert said["additionalProperties"]["enum"] == list(LOOKS)
    schema = json.loads((ROOT / "schemas/sections/entities.schema.json").read_text())
    kinds = schema["additionalProperties"]["properties"]["drawn"]["properties"]
    assert kinds["looks"]["additionalProperties"]["enum"] == list(LOOKS)
    assert len({symbol(each) for each in LOOKS}) == len(LOOKS)


def test_grounds_differ_without_colour() -> None:
    """Each look has lines of its own; one alone is bare."""
    drawn = [lines for _, lines in LOOKS.values()]
    assert len(set(drawn)) == len(drawn)
    assert drawn.count("") == 1


def test_no_two_grounds_share_a_look_as_long_as_there_are_enough() -> None:
    """What the pack says goes first."""
    found = looks_of(6, ("", "trees", "", "plain", "", ""))
    assert found[1] == "trees"
    assert found[3] == "plain"
    assert len(set(found)) == 6
    assert len(looks_of(50, ())) == 50


def test_letters_of_names_break_nothing() -> None:
    """Whatever a pack writes is text in a picture."""
    (plan,) = plans("tests/packs/outposts", "ridge", "red")
    evil = "</text><script>alert(1)</script>&\"'\x00"
    piece = replace(plan.pieces[0], name=evil, mark="<b>")
    drawn = picture([replace(plan, pieces=(piece,), board=evil)])
    assert "<script" not in drawn
    assert "script>alert" in "".join(titles(read(drawn)))


def test_long_names_stay_on_the_page() -> None:
    """Of owners, boards, grounds and marks."""
    (plan,) = plans("tests/packs/outposts", "ridge", "judge")
    long = "x" * 300
    pieces = tuple(replace(each, name=long, mark=long) for each in plan.pieces)
    drawn = picture([replace(plan, pieces=pieces, owners=(long, long), board=long)])
    for each in boxes(read(drawn)):
        assert each.left >= 0
        assert each.right <= PAGE, each.said


def test_long_labels_stay_in_their_hexes() -> None:
    """Even those of a board without printed ones, far from its middle."""
    sheet = Sheet(frozenset((q, -123456) for q in range(654321, 654325)))
    field = HexLayout(HexMap("field", sheet=sheet))
    plan = HexPlan(viewer="red", board="field", chart=field)
    found = boxes(read(picture([plan])))
    labels = [each for each in found if each.said.endswith("-123456")]
    assert len(labels) == 4
    assert not any(a.meets(b) for a in labels for b in labels if a is not b)

"""A map of text and a picture say the same, and both say all there is."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from interpreter.app.maps import drawn_for
from interpreter.boards.hexes import Orientation
from interpreter.engine.once import initial
from interpreter.maps import words
from interpreter.maps.hex_map import grid, texts_of
from interpreter.maps.plan import CellPiece, HexPlan, called
from interpreter.maps.renderers import map_text, picture, sketch
from interpreter.maps.windows import windows
from interpreter.maps.words import CELLS
from interpreter.pipeline.loading import load
from interpreter.pipeline.opening import open_pack
from tests.games.playing import call
from tests.maps.looking import OUTPOSTS, SCENES, SVG, plans, read

ROOT = Path(__file__).parents[2]
LIMITED = "rulesets/limited-intelligence"
scenes = pytest.mark.parametrize("scene", SCENES)


def flat(text: str) -> str:
    """Return a text without what folding and indents do to it."""
    return re.sub(r"\s+", "", text)


@scenes
def test_picture_and_text_say_the_same(scene: tuple[str, str, str]) -> None:
    """Every line of the lists stands in both."""
    maps = plans(*scene)
    drawn = "".join(e.text or "" for e in read(picture(maps)).iter(f"{SVG}text"))
    written = map_text(maps)
    lines = [each for plan in maps for _, held in words.lists(plan) for each in held]
    assert lines
    for each in lines:
        assert flat(each) in flat(drawn)
        assert flat(each) in flat(written)


@scenes
def test_every_thing_and_report_is_named(scene: tuple[str, str, str]) -> None:
    """With its hex, in the map of text."""
    for plan in plans(*scene):
        told = {place.split(",")[0]: held for place, held in words.places(plan)}
        for each in plan.pieces:
            assert any(each.name in line for line in told[plan.label(each.at)])
        for report in plan.reports:
            assert any(flat(report.said) in flat(e) for e in words.reported(plan))


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("corner", range(6))
def test_a_faced_corner_is_named_as_it_lies_on_paper(
    orientation: Orientation, corner: int, tmp_path: Path
) -> None:
    """D0 leads due east where corners are up and 30 degrees farther where sides are;
    a corner lies 30 degrees behind its direction."""
    pack = FACING.format(orientation.value, corner)
    (tmp_path / "ruleset.yaml").write_text(pack, encoding="utf-8")
    found = open_pack(tmp_path, {}).under("s")
    state = initial(found.program, "s")
    (plan,) = drawn_for("judge", found, "s", state)
    assert isinstance(plan, HexPlan)
    start = 90 if orientation is Orientation.CORNERS_UP else 120
    bearing = start + 60 * corner + 30
    points = ("north", "north-north-east", "north-east", "east-north-east", "east")
    names = [*points, "east-south-east", "south-east", "south-south-east", "south"]
    names += ["south-south-west", "south-west", "west-south-west", "west"]
    names += ["west-north-west", "north-west", "north-north-west"]
    wanted = names[round(bearing / 22.5) % 16]
    assert any(
        each.endswith(f"facing {wanted}") for _, e in words.places(plan) for each in e
    )


FACING = """
name: facing
boards:
  field: {{cells: hexes, orientation: {}, labels: {{columns: 2 digits}}}}
entities:
  unit:
    fields:
      at: {{type: hex of field, seen_by: everyone}}
      facing: {{type: corner, seen_by: everyone}}
scenarios:
  s:
    boards: {{field: {{columns: 01..03, rows: 01..03}}}}
    entities: {{a: {{kind: unit, at: 0202, facing: C{}}}}}
"""


@scenes
def test_text_fits_a_terminal(scene: tuple[str, str, str]) -> None:
    """No line is longer than 80 letters, but for a word that is."""
    for line in map_text(plans(*scene)).splitlines():
        assert len(line) <= CELLS or " " not in line.strip(), line


@scenes
def test_each_hex_stands_in_the_grid_where_it_lies(scene: tuple[str, str, str]) -> None:
    """Labels stand in rows and columns as on paper, and below each what is there."""
    for plan in plans(*scene):
        for window in windows(plan):
            lines = grid(plan, window)
            held = texts_of(plan, window)
            spots = {}
            for each in window.hexes:
                label = plan.label(each)
                found = [
                    (at, m.start())
                    for at, line in enumerate(lines)
                    for m in re.finditer(rf"(?<!\S){re.escape(label)}(?!\S)", line)
                ]
                spots[each] = found[0]
                at, column = found[0]
                assert lines[at + 1][column:].startswith(held[each])
            assert shifted(plan, spots)


def shifted(plan: HexPlan, spots: dict[tuple[int, int], tuple[int, int]]) -> bool:
    """Tell whether a neighbour to the east or south-east stands right and lower."""
    sides_up = plan.chart.board.orientation is Orientation.SIDES_UP
    for (q, r), (line, column) in spots.items():
        east = spots.get((q + 1, r))
        if east is not None and not (
            east[1] > column and east[0] == line + (1 if sides_up else 0)
        ):
            return False
    return True


def test_a_list_reads_as_a_person_would_say_it() -> None:
    """Hex, ground, coarse hex, region; then mark, name, kind, owner, arrow."""
    (plan,) = plans(OUTPOSTS, "ridge", "red")
    told = dict(words.places(plan))
    assert told["0304, meadow, in the hex of country around 0204"] == [
        "horse: red horse (post of red), looks south",
        "foot: red foot (post of red)",
        "guns: red guns (post of red), looks north-east",
    ]
    assert told["0101, meadow, in the hex of country around 0201"] == [
        "red: red (side)"
    ]
    assert words.reaches(plan) == [
        "red horse: sight: 4 from 0304",
        "red foot: sight: 4 from 0304",
        "red guns: sight: 4 from 0304",
        "red guard: sight: 1 from 0602",
    ]
    assert words.extents(plan)[1:] == [
        "b: red horse (way): 0103, 0203, 0304",
        "c: red guns (watches): 0303, 0402, 0403",
    ]


def stacked(*marks: str, role: str = "") -> HexPlan:
    """Return a map of one hex in which things stand, the last in a role."""
    (plan,) = plans(OUTPOSTS, "ridge", "red")
    at = plan.pieces[0].at
    pieces = [CellPiece(mark.lower(), "post", mark, 0, at) for mark in marks]
    pieces[-1] = replace(pieces[-1], role=role)
    return replace(plan, pieces=tuple(pieces), extents=(), reports=())


def test_a_hex_shows_as_many_marks_as_it_has_room_for() -> None:
    """A mark is never cut to tell how many more there are, and all are listed."""
    for marks in (("Inf96",), ("A", "B", "C"), ("Inf1", "Inf2", "Inf3", "Inf4")):
        plan = stacked(*marks)
        (window,) = windows(plan)
        (said,) = [e for e in texts_of(plan, window).values() if e[0].isupper()]
        below = sketch([plan])
        assert said in (" ".join(marks), f"{marks[0]}+3")
        if said != " ".join(marks):
            assert f"Full hexes: {plan.label(plan.pieces[0].at)}" in below
            assert ", ".join(marks) in below
        else:
            assert "Full hexes" not in below
    assert "Inf1+3" in below


def test_what_else_of_a_thing_is_there_looks_otherwise() -> None:
    """As a marker beside its wing."""
    plan = stacked("MW", "MW", role="markers")
    below = sketch([plan])
    assert "MW MW*" in below
    assert "; * markers" in below
    assert "MW mw, MW* mw: markers" in below


def test_a_thing_is_called_by_each_word_once() -> None:
    """Its name, its kind, and whose it is; a single thing is nobody's, though one has
    won it."""
    assert called("ann", "patrol", "red") == "ann (patrol of red)"
    assert called("red_side", "side", "red_side") == "red_side (side)"
    assert called("battle", "battle") == "battle"
    assert called("main_road", "main road", "red") == "main_road (of red)"
    kinds = load(ROOT / LIMITED).program.declared.kinds
    assert kinds["battle"].drawn.owner == ()
    assert kinds["wing"].drawn.owner == ("side",)


def test_what_stands_nowhere_itself_is_marked_by_what_is_there() -> None:
    """The objective of a battle, and not the battle."""
    (plan,) = plans(LIMITED, "two_wings_meet", "judge")
    assert words.places(plan) == [("0806, town", ["Obj*: battle: objective"])]


def test_how_far_says_that_nothing_that_blocks_is_counted() -> None:
    """In the list and in the legend; hexes of one thing stand on one line."""
    (plan,) = plans(OUTPOSTS, "ridge", "red")
    first = plan.reaches[0]
    other = replace(first, centre=(first.centre[0] + 1, first.centre[1]))
    said = words.reaches(replace(plan, reaches=(first, other)))
    assert said == [f"red horse: sight: 4 from 0304, {plan.label(other.centre)}"]
    assert f"\n{words.FAR}\n" in map_text([plan])
    drawn = [e.text or "" for e in read(picture([plan])).iter(f"{SVG}text")]
    assert "sight, red, blocked or not" in drawn


def test_labels_of_a_scenario_are_called_examples() -> None:
    """A game deals its own; where nothing is masked it is not said."""
    code, _, talk = call("map", LIMITED, "--scenario", "meeting")
    assert (code, "each game deals its own" in talk) == (0, True)
    assert not call("map", OUTPOSTS, "--scenario", "ridge")[2]

"""Names beside counters and bases: on free paper, and where they were before."""

import re
from itertools import combinations

import pytest
from msgspec.structs import replace

from interpreter.boards.plane.points import INCH
from interpreter.maps.name_labels import (
    BELOW,
    BESIDE,
    PlacedName,
    Rect,
    Room,
    name_lines,
    placed_names,
)
from interpreter.maps.renderers import PaperFormat, picture
from tests.maps.looking import plans, read, tables, titles

FRAME: Rect = (0.0, 0.0, 100.0, 60.0)
BOX: Rect = (40.0, 25.0, 60.0, 35.0)
NAMED = re.compile(r'<text x="([^"]*)" y="([^"]*)"[^>]*class="halo name"[^>]*>([^<]*)')


def named(drawn: str) -> dict[str, tuple[str, str]]:
    """Return where each name stands."""
    return {text: (x, y) for x, y, text in NAMED.findall(drawn)}


def name(text: str, box: Rect = BOX) -> PlacedName:
    """Return a name of a thing in a box."""
    return PlacedName((text,), box, name_lines([text]))


def places(
    *names: PlacedName, taken: tuple[Rect, ...] = ()
) -> dict[str, tuple[str, str]]:
    """Return where names stand that are placed in a frame beside some boxes."""
    boxes = [each.box for each in names]
    return named("".join(placed_names(names, Room(FRAME, [*boxes, *taken]), 6.0)))


def test_names_take_no_room_twice() -> None:
    room = Room(FRAME, [BOX])
    for each in "abcdefghijkl":
        list(placed_names([name(each)], room, 6.0))
    assert len(room.taken) == 1 + len(BESIDE)
    for one, other in combinations(room.taken, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        assert across < 0 or min(one[3], other[3]) - max(one[1], other[1]) < 0
    assert all(
        e[0] >= 0 and e[2] <= 100 and e[1] >= 0 and e[3] <= 60 for e in room.taken
    )


def test_a_name_without_room_is_left_out() -> None:
    assert places(name("ann"), taken=(FRAME,)) == {}
    assert places(name("a" * 27)) == {}
    assert sorted(BELOW) == sorted(BESIDE)


def test_what_moves_far_away_moves_no_name() -> None:
    """Nor does the order in which things are given."""
    ann, bob = name("ann"), name("bob", (80.0, 5.0, 85.0, 10.0))
    away = name("bob", (5.0, 50.0, 10.0, 55.0))
    assert places(ann, bob)["ann"] == places(away, ann)["ann"] == places(ann)["ann"]


def test_things_that_stand_together_share_a_label() -> None:
    assert name_lines(["a", "b"]) == (("a", "b"), ("a +1",))
    assert name_lines(["a", "b", "c", "d"]) == (("a +3",),)


@pytest.mark.parametrize("paper", ["phone", "desk", "board"])
def test_hexes_have_the_names_of_what_stands_there(paper: PaperFormat) -> None:
    """Once each; no name in a bare map of all."""
    every = plans("rulesets/domains-at-war", "skirmish_at_the_ford")
    drawn = picture(every, paper=paper)
    found = [text for *_, text in NAMED.findall(drawn)]
    assert {"wolves", "shields", "riders"} <= set(found)
    if paper != "phone":
        assert len(found) == len(set(found))


def test_a_table_has_names_or_marks() -> None:
    """A mark that is a name already needs none beside it."""
    found = tables("rulesets/rencounter", "gunfight")
    assert set(named(picture(found, paper="desk"))) == {"marshal", "deputy"}


def test_a_map_of_parts_has_each_base_in_one() -> None:
    """Whole: none lies on a rim along which the table is cut."""
    (plan,) = tables("rulesets/rencounter", "gunfight")
    first = plan.pieces[0]
    row = tuple(
        replace(first, name=f"man {n}", mark=f"M{n}", at=(n * 5 * INCH // 2, 12 * INCH))
        for n in range(1, 9)
    )
    drawn = picture([replace(plan, pieces=row)])
    parts = drawn.split('id="clip-0-1"')[1]
    assert "in 2 parts" in drawn
    for piece in row:
        assert titles(read(drawn)).count(piece.title) == 2, "in a part and on the whole"
        assert parts.count(f"<title>{piece.title}</title>") == 1

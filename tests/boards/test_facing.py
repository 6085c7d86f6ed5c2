"""Facing: against angles and sides on paper, and the counts of the ledger."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.hexes import Hex, distance, neighbours, ring, within
from interpreter.boards.sight import (
    Side,
    away,
    away_all,
    entry_side,
    facings_toward,
    flanks,
    front,
    in_arc,
    rear,
    toward,
    turns,
)
from tests.boards import paper
from tests.boards.test_hexes import turned

HEXES = some.tuples(some.integers(-20, 20), some.integers(-20, 20))
CORNERS = some.integers(0, 5)
# In degrees: what is nearer to the edge of an arc than this lies on it.
EDGE = 1e-7


def off(hex_: Hex, corner: int, goal: Hex) -> float:
    """Return by how many degrees a hex lies off the faced corner, 0 to 180."""
    facing = paper.angle((0, 0), paper.CORNERS[corner])
    apart = abs(paper.angle(paper.centre(hex_), paper.centre(goal)) - facing)
    return min(apart, 360 - apart)


def test_the_six_neighbours_are_two_front_two_beside_two_behind() -> None:
    for corner in range(6):
        by_angle = {
            each: round(off((2, 2), corner, each)) for each in neighbours((2, 2))
        }
        assert [by_angle[each] for each in front((2, 2), corner)] == [30, 30]
        assert [by_angle[each] for each in flanks((2, 2), corner)] == [90, 90]
        assert [by_angle[each] for each in rear((2, 2), corner)] == [150, 150]


def test_facing_north_is_as_the_ledger_has_it() -> None:
    east, south_east, south_west, west, north_west, north_east = neighbours((0, 0))
    assert front((0, 0), 4) == (north_west, north_east)
    assert flanks((0, 0), 4) == (east, west)
    assert rear((0, 0), 4) == (south_east, south_west)


def test_turning_counts_sixths_the_short_way() -> None:
    assert [turns(4, new) for new in range(6)] == [2, 3, 2, 1, 0, 1]
    assert all(turns(a, b) == turns(b, a) for a, b in product(range(6), repeat=2))


@given(HEXES, HEXES, CORNERS)
def test_the_arc_is_120_degrees_with_its_edges(a: Hex, b: Hex, corner: int) -> None:
    if a != b:
        assert in_arc(a, corner, b) is (off(a, corner, b) <= 60 + EDGE)


@pytest.mark.parametrize("corner", range(6))
def test_arc_and_front_hold_as_many_hexes_as_in_the_ledger(corner: int) -> None:
    rings = [ring((0, 0), radius) for radius in range(1, 7)]
    arc = [sum(in_arc((0, 0), corner, each) for each in hexes) for hexes in rings]
    ahead = [
        sum(entry_side(each, (0, 0), corner) is Side.FRONT for each in hexes)
        for hexes in rings
    ]
    assert arc == [2, 5, 6, 9, 10, 13]
    assert ahead == [2, 3, 6, 7, 10, 11]


def test_a_hex_is_not_in_its_own_arc() -> None:
    assert not any(in_arc((1, 1), corner, (1, 1)) for corner in range(6))
    assert facings_toward((1, 1), (1, 1)) == ()
    assert entry_side((1, 1), (1, 1), 0) is None
    assert toward((1, 1), (1, 1)) == away((1, 1), (1, 1)) == ()


def test_a_neighbour_is_in_front_by_two_facings() -> None:
    for direction, each in enumerate(neighbours((0, 0))):
        assert set(facings_toward((0, 0), each)) == {(direction - 1) % 6, direction}
        assert all(
            each in front((0, 0), corner) for corner in facings_toward((0, 0), each)
        )


@given(HEXES, HEXES, CORNERS)
def test_a_line_comes_in_by_the_side_that_paper_shows(
    start: Hex, goal: Hex, corner: int
) -> None:
    if start != goal:
        kinds = [Side.FRONT, Side.FRONT, Side.FLANK, Side.REAR, Side.REAR, Side.FLANK]
        met = {kinds[(side - corner) % 6] for side in paper.side_met(start, goal)}
        expected = met.pop() if len(met) == 1 else Side.FLANK
        assert entry_side(start, goal, corner) is expected


def test_a_line_through_the_faced_corner_comes_in_in_front() -> None:
    assert entry_side((1, 1), (0, 0), 0) is Side.FRONT
    assert entry_side((2, -1), (0, 0), 0) is Side.FLANK  # between front and flank
    assert entry_side((-1, 2), (0, 0), 5) is Side.FLANK  # between flank and rear


@given(HEXES, HEXES)
def test_away_is_where_the_line_leaves_on_paper(start: Hex, at: Hex) -> None:
    if start != at:
        sides = paper.side_met((2 * at[0] - start[0], 2 * at[1] - start[1]), at)
        assert toward(start, at) == tuple(sorted(sides))
        assert away(start, at) == tuple(neighbours(at)[side] for side in sides)


@given(HEXES, HEXES, some.integers(1, 5))
def test_away_turns_with_the_board(start: Hex, at: Hex, sixths: int) -> None:
    there = {turned(each, sixths) for each in away(start, at)}
    assert set(away(turned(start, sixths), turned(at, sixths))) == there


def test_every_farther_neighbour_is_two_or_three() -> None:
    for at in within((0, 0), 6)[1:]:
        farther = away_all((0, 0), at)
        assert {distance((0, 0), each) for each in farther} == {
            distance((0, 0), at) + 1
        }
        assert len(farther) == (3 if 0 in at or at[0] == -at[1] else 2)
        assert set(away((0, 0), at)) <= set(farther)
    assert away_all((0, 0), (0, 0)) == neighbours((0, 0))

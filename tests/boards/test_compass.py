"""Bearings and edges: against true angles."""

from math import atan2, degrees, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.hexes import (
    COMPASS,
    EDGES,
    Hex,
    Orientation,
    bearing,
    corners_toward,
    neighbours,
    within,
)
from tests.boards import paper

HEXES = some.tuples(some.integers(-500, 500), some.integers(-500, 500))
UP, FLAT = Orientation.CORNERS_UP, Orientation.SIDES_UP


def true_angle(start: Hex, goal: Hex, orientation: Orientation) -> float:
    """Return the bearing in degrees; with sides up from columns at 3/2 of a side."""
    if orientation is UP:
        return paper.angle(paper.centre(start), paper.centre(goal))
    q, r = goal[0] - start[0], goal[1] - start[1]
    return degrees(atan2(1.5 * q, -sqrt(3) * (r + q / 2))) % 360


@pytest.mark.parametrize("orientation", Orientation)
def test_a_bearing_is_the_nearest_point_and_never_a_tie(
    orientation: Orientation,
) -> None:
    for goal in within((0, 0), 40)[1:]:
        eighths = true_angle((0, 0), goal, orientation) / 45
        assert abs(eighths % 1 - 0.5) > 1e-5, goal
        assert bearing((0, 0), goal, orientation) == round(eighths) % 8, goal


@given(HEXES, HEXES, some.sampled_from(Orientation))
def test_the_way_back_bears_the_other_way(
    start: Hex, goal: Hex, orientation: Orientation
) -> None:
    there, back = bearing(start, goal, orientation), bearing(goal, start, orientation)
    if start == goal:
        assert there is back is None
    else:
        assert (there, back) == (there, (there or 0) + 4 - 8 * ((there or 0) >= 4))


def test_neighbours_bear_as_printed() -> None:
    assert [COMPASS[bearing((0, 0), each, UP) or 0] for each in neighbours((0, 0))] == [
        *("east", "south-east", "south-west", "west", "north-west", "north-east")
    ]
    # 30 degrees south of east is nearer to south-east than to east
    assert [
        COMPASS[bearing((0, 0), each, FLAT) or 0] for each in neighbours((0, 0))
    ] == [*("south-east", "south", "south-west", "north-west", "north", "north-east")]


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("edge", range(4))
def test_corners_toward_an_edge_are_the_nearest(
    edge: int, orientation: Orientation
) -> None:
    shift = 30 if orientation is FLAT else 0
    off = {}
    for corner in range(6):
        angle = paper.angle((0, 0), paper.CORNERS[corner]) + shift - 90 * edge
        off[corner] = round(abs((angle + 180) % 360 - 180))
    nearest = [corner for corner in off if off[corner] == min(off.values())]
    assert corners_toward(edge, orientation) == tuple(nearest), EDGES[edge]

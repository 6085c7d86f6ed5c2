"""Sight on the plane: against rays drawn by shapely, and as drawn on paper."""

import math
from fractions import Fraction

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from interpreter.boards.plane.areas import Area, box, disc, holds_point, point, swept
from interpreter.boards.plane.gaps import breadth, clear, overlap, run_in, seen, touch
from interpreter.boards.plane.points import INCH, STEP, Point
from tests.boards.test_plane_areas import AREAS, POINTS, drawn, polygons

CLEARLY = 1e-6
RAYS = 400
MAN = 54  # grains: half of 3/4 inch


@settings(max_examples=40)
@given(POINTS, AREAS, some.lists(polygons(), max_size=3))
def test_the_share_seen_is_that_of_many_rays(
    eye: Point, target: Area, blockers: list[Area]
) -> None:
    """Rays to points spread evenly over the breadth of the target."""
    ends = breadth(eye, target)
    found = seen(eye, target, blockers)
    if ends is None:
        assert found == 1
        return
    assume(math.dist(*ends) > 1)
    assume(not any(holds_point(each, eye) for each in blockers))
    (a, b), (c, d) = ends
    reached = 0
    for i in range(RAYS):
        share = (i + 0.5) / RAYS
        goal = float(a) + (c - a) * share, float(b) + (d - b) * share
        # what stands just there blocks the ray, however the goal was rounded
        over = [e + (g - e) * (1 + 1e-9) for e, g in zip(eye, goal, strict=True)]
        ray = shapely.LineString([tuple(map(float, eye)), tuple(map(float, over))])
        reached += not any(shapely.intersects(ray, drawn(each)) for each in blockers)
    assert float(found) == pytest.approx(reached / RAYS, abs=0.03)


@given(POINTS, AREAS)
def test_the_breadth_is_what_lies_outermost(eye: Point, area: Area) -> None:
    """Nothing of the area lies left of the one end or right of the other."""
    ends = breadth(eye, area)
    assert (ends is None) is holds_point(area, eye)
    if ends is None:
        return
    shape = drawn(area).buffer(float(area.margin), quad_segs=90)
    corners = shapely.get_coordinates(shape).tolist()
    out = [(x - eye[0], y - eye[1]) for x, y in corners]
    left, right = ((float(x - eye[0]), float(y - eye[1])) for x, y in ends)
    for each in out:
        off = 1.5 / max(1, math.hypot(*each))  # a grain, as an angle
        assert turn(left, each) <= off
        assert turn(right, each) >= -off


def turn(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return how far one way is anticlockwise of another, as a sine."""
    return (a[0] * b[1] - a[1] * b[0]) / (math.hypot(*a) * math.hypot(*b) + 1e-12)


def test_a_wall_hides_just_a_half() -> None:
    """A half is a half, and a quarter a quarter, by whole numbers."""
    man = box((0, 1440), (0, -1), 144, 72)
    half = Area(0, ((0, 700), (0, 720), (300, 720), (300, 700)))
    assert seen((0, 0), man, [half]) == Fraction(1, 2)
    post = Area(0, ((-1, 1403), (1, 1403), (1, 1404), (-1, 1404)))
    assert Fraction(142, 144) <= seen((0, 0), man, [post]) < 1
    behind = Area(0, ((-300, 1500), (300, 1500), (300, 1600), (-300, 1600)))
    assert seen((0, 0), man, [behind]) == 1
    assert seen((0, 0), man, [half, behind, half]) == Fraction(1, 2)
    both = Area(0, ((0, 600), (0, 620), (-300, 620), (-300, 600)))
    assert seen((0, 0), man, [half, both]) == 0


def test_a_friend_in_the_way_hides_one_behind_him() -> None:
    """Wholly when near the eye, half when just in line with the shoulder."""
    man = disc((0, 20 * INCH), MAN)
    assert seen((0, 0), man, [disc((0, 10 * INCH), MAN)]) == 0
    far = seen((0, 0), man, [disc((0, 19 * INCH + 60), MAN)])
    assert 0 <= far <= Fraction(1, 20)
    beside = seen((0, 0), man, [disc((MAN, 19 * INCH), MAN)])
    assert Fraction(2, 5) < beside < Fraction(3, 5)
    assert seen((0, 0), man, [disc((4 * MAN, 10 * INCH), MAN)]) == 1


def test_one_in_a_round_wood_sees_what_is_in_it_with_him() -> None:
    """And nothing that is outside."""
    wood = disc((0, 0), 4 * INCH)
    assert seen((INCH, 0), disc((2 * INCH, 0), MAN), [wood]) == 1
    assert seen((INCH, 0), disc((9 * INCH, 0), MAN), [wood]) == 0


@given(POINTS, POINTS, some.lists(AREAS, max_size=3))
def test_a_line_is_clear_where_shapely_finds_nothing_in_the_way(
    a: Point, b: Point, blockers: list[Area]
) -> None:
    """What it only touches does not stand in the way."""
    line = shapely.LineString([a, b]) if a != b else shapely.Point(a)
    deep = far = True
    for each in blockers:
        shape = drawn(each)
        if each.margin:
            off = shapely.distance(shape, line) - float(each.margin)
            deep, far = deep and off > -CLEARLY, far and off > CLEARLY
        else:
            common = shapely.intersection(line, shape)
            inner = shapely.intersection(line, shape.buffer(-1e-4))
            deep = deep and bool(inner.is_empty)
            far = far and bool(common.is_empty)
    if far:
        assert clear(a, b, blockers)
    if not deep:
        assert not clear(a, b, blockers)


@given(POINTS, POINTS, polygons())
def test_the_run_inside_is_the_length_of_the_common_part(
    a: Point, b: Point, area: Area
) -> None:
    """Along a side of an area nothing runs inside of it."""
    line = shapely.LineString([a, b])
    true = shapely.length(shapely.intersection(line, drawn(area).buffer(-1e-9)))
    found = run_in(a, b, area)
    assert found % STEP == 0
    assert true - 1e-3 <= found < true + STEP + 1e-3


def test_what_only_stands_beside_a_line_leaves_it_clear() -> None:
    """A thin wall blocks what crosses it."""
    square = Area(0, ((0, 0), (0, 10), (10, 10), (10, 0)))
    wall = Area(0, ((5, -5), (5, 5)))
    assert clear((0, -5), (0, 15), [square])
    assert not clear((1, -5), (1, 15), [square])
    assert not clear((0, 0), (10, 0), [wall])
    assert clear((0, 6), (10, 6), [wall])
    assert overlap(point((5, 5)), square)
    assert touch(swept((0, 0), (4, 0), 2), wall)

"""Headings: against angles in floats, and exactly where these cannot tell."""

import math
from math import gcd

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some

from interpreter.boards.plane.points import (
    MOST,
    STEP,
    Heading,
    Point,
    ahead,
    angle,
    aside,
    distance,
    gone,
    heading,
    on_circle,
    turned,
)
from interpreter.diagnostics import LimitExceeded

CLEARLY = 1e-7
NUMBERS = some.integers(-2000, 2000)
POINTS = some.tuples(NUMBERS, NUMBERS)
HEADINGS = POINTS.filter(any).map(lambda p: (p[0] // gcd(*p), p[1] // gcd(*p)))
STEPS = some.integers(-300, 300).map(STEP.__mul__)
PLACES = some.tuples(STEPS, STEPS)


def bearing(facing: Point) -> float:
    """Return degrees clockwise from straight away."""
    return math.degrees(math.atan2(facing[0], facing[1])) % 360


def between(a: Point, b: Point) -> float:
    """Return by how many degrees two ways part."""
    found = abs(bearing(a) - bearing(b))
    return min(found, 360 - found)


@given(HEADINGS, HEADINGS)
def test_angles_are_measured_up_to_the_next_degree(a: Heading, b: Heading) -> None:
    """Either way round."""
    true, found = between(a, b), angle(a, b)
    assert found == angle(b, a)
    if abs(true - round(true)) > CLEARLY:
        assert found == math.ceil(true)
    else:
        assert abs(found - true) < 1 + CLEARLY


@given(HEADINGS, some.integers(-8, 8))
def test_eighths_of_a_circle_are_exact(facing: Heading, eighths: int) -> None:
    """Turned there and back nothing is lost, and what is just 45 degrees is 45."""
    there = turned(facing, 45 * eighths)
    assert turned(there, -45 * eighths) == facing
    around = eighths % 8
    assert angle(facing, there) == 45 * min(around, 8 - around)
    x, y = there[0] * 10**6, there[1] * 10**6
    assume(around not in (0, 4))
    less = heading((x - there[1], y + there[0]))
    more = heading((x + there[1], y - there[0]))
    assert less is not None
    assert more is not None
    assert {angle(facing, less), angle(facing, more)} == {
        45 * min(around, 8 - around),
        45 * min(around, 8 - around) + 1,
    }


@given(HEADINGS, some.integers(-400, 400))
def test_turns_go_clockwise(facing: Heading, degrees: int) -> None:
    """To within a thousandth of a degree, and by no more than asked."""
    asked = min(degrees % 360, -degrees % 360)
    assert angle(facing, turned(facing, degrees)) == asked
    assert between(facing, turned(facing, degrees)) == pytest.approx(
        min(degrees % 360, -degrees % 360), abs=1e-3
    )
    off = (bearing(turned(facing, degrees)) - bearing(facing) - degrees) % 360
    assert min(off, 360 - off) < 1e-3


@given(PLACES, HEADINGS, PLACES)
def test_ahead_and_aside_are_the_two_parts_of_a_way(
    at: Point, facing: Heading, other: Point
) -> None:
    """Measured away from 0; to the right is above 0."""
    way = (other[0] - at[0], other[1] - at[1])
    length, turn = math.hypot(*way), math.radians(bearing(way) - bearing(facing))
    for found, true in (
        (ahead(at, facing, other), length * math.cos(turn)),
        (aside(at, facing, other), length * math.sin(turn)),
    ):
        assert abs(true) - CLEARLY <= abs(found) < abs(true) + STEP + CLEARLY
        if abs(true) > CLEARLY:
            assert (found > 0) == (true > 0)


@given(PLACES, HEADINGS, some.integers(0, 5000))
def test_one_who_goes_straight_on_comes_to_the_nearest_place(
    at: Point, facing: Heading, length: int
) -> None:
    """On the lattice, at most half a step off along each axis."""
    found = gone(at, facing, length)
    size = math.hypot(*facing)
    for got, start, part in zip(found, at, facing, strict=True):
        assert got % STEP == 0
        assert abs(got - (start + part / size * length)) <= STEP / 2 + CLEARLY


@given(POINTS, POINTS)
def test_distances_are_measured_up(a: Point, b: Point) -> None:
    """By exact squares."""
    found = distance(a, b)
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    assert found % STEP == 0
    assert found * found >= square
    assert found == 0 or (found - STEP) ** 2 < square


@given(some.integers(0, 359), some.integers(1, 5000))
def test_points_of_a_circle(degrees: int, radius: int) -> None:
    """To the nearest grain, clockwise."""
    x, y = on_circle(degrees, radius)
    turn = math.radians(degrees)
    assert abs(x - radius * math.sin(turn)) <= 0.5 + CLEARLY
    assert abs(y - radius * math.cos(turn)) <= 0.5 + CLEARLY


def test_no_way_has_no_heading_and_none_is_endless() -> None:
    """Parts of a heading have a limit."""
    assert heading((0, 0)) is None
    assert heading((-6, 9)) == (-2, 3)
    with pytest.raises(LimitExceeded):
        heading((MOST + 1, 1))

"""The plane: against shapely where floats can tell, and exactly where they cannot."""

from fractions import Fraction
from math import atan2, degrees

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some
from shapely import Point

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.functions.plane import MOST_BITS, in_reach, parted, squared
from interpreter.values.faults import Fault

ASKED = (0, 30, 45, 60, 90, 120, 135, 150, 180)
NUMBERS = some.fractions(-50, 50, max_denominator=12)
POINTS = some.tuples(NUMBERS, NUMBERS)
CLEARLY = 1e-7


def drawn(point: tuple[Fraction, Fraction]) -> Point:
    """Return a point as shapely has it."""
    return Point(float(point[0]), float(point[1]))


@given(POINTS, POINTS, NUMBERS)
def test_lengths_are_those_of_shapely(a: object, b: object, reach: Fraction) -> None:
    """Also those that are longer or shorter by a hair."""
    far = drawn(a).distance(drawn(b))
    assert float(squared(a, b)) == pytest.approx(far * far)
    if abs(far - float(reach)) > CLEARLY:
        assert in_reach(a, b, reach) is (far <= reach)


@given(POINTS, some.sampled_from(((3, 4, 5), (5, 12, 13), (20, 21, 29))), NUMBERS)
def test_a_length_that_is_just_the_reach_is_in_it(
    at: tuple[Fraction, Fraction], sides: tuple[int, int, int], scale: Fraction
) -> None:
    """And one that is longer by less than floats can tell is not."""
    assume(scale > 0)
    to = at[0] + sides[0] * scale, at[1] - sides[1] * scale
    reach = sides[2] * scale
    assert in_reach(at, to, reach)
    assert not in_reach(at, to, reach - Fraction(1, 10**30))
    assert not in_reach(at, at, -scale)


@given(POINTS, POINTS, POINTS, some.sampled_from(ASKED))
def test_angles_are_those_between_the_bearings(
    at: tuple[Fraction, Fraction],
    a: tuple[Fraction, Fraction],
    b: tuple[Fraction, Fraction],
    asked: int,
) -> None:
    """Whichever of the two comes first."""
    assume(at not in (a, b))
    one, other = (
        degrees(atan2(float(p[1] - at[1]), float(p[0] - at[0]))) for p in (a, b)
    )
    angle = abs(one - other)
    angle = min(angle, 360 - angle)
    assert parted(at, a, b, asked) is parted(at, b, a, asked)
    if abs(angle - asked) > CLEARLY:
        assert parted(at, a, b, asked) is (angle > asked)


@given(POINTS, NUMBERS, NUMBERS, some.integers(1, 9), some.integers(1, 9))
def test_an_angle_of_just_so_many_degrees_parts_them(
    at: tuple[Fraction, Fraction], x: Fraction, y: Fraction, near: int, far: int
) -> None:
    """A line turned by 45 degrees, however long, and one turned by a hair less."""
    assume((x, y) != (0, 0))
    a = at[0] + near * x, at[1] + near * y
    turned = {0: (x, y), 45: (x - y, x + y), 90: (-y, x), 135: (-x - y, x - y),
              180: (-x, -y)}  # fmt: skip
    for asked, (dx, dy) in turned.items():
        b = at[0] + far * dx, at[1] + far * dy
        assert parted(at, a, b, asked)
        hair = Fraction(1, 10**30)
        less = b[0] + dy * hair, b[1] - dx * hair
        assert parted(at, a, less, asked) is (asked == 0)


def test_a_point_at_the_corner_parts_from_every_other() -> None:
    """It lies in no way, so no line leads the same way."""
    assert parted((1, 2), (1, 2), (5, 5), 180)
    assert parted((1, 2), (5, 5), (1, 2), 90)


def test_other_angles_and_endless_numbers_are_refused() -> None:
    """Other cosines have no exact squares."""
    with pytest.raises(Fault):
        parted((0, 0), (1, 0), (0, 1), 20)
    long = Fraction(1, 1 << MOST_BITS)
    with pytest.raises(LimitExceeded):
        squared((long, 0), (0, 0))

"""Points of the plane and the ways between them; roots of squares, rounded."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from math import floor, gcd, isqrt
from typing import TypeAlias

from interpreter.diagnostics import LimitExceeded
from interpreter.values.exact_numbers import Rational as Rational
from interpreter.values.exact_numbers import divided

Point: TypeAlias = tuple[Rational, Rational]
"""How many grains to the right, and how many away."""

INCH = 144  # grains
STEP = 12  # grains between two points of the lattice on which things stand


def way(start: Point, goal: Point) -> Point:
    """Return how far a point lies from another, along each axis."""
    return goal[0] - start[0], goal[1] - start[1]


def moved(point: Point, by: Point) -> Point:
    """Return the point that lies there from another."""
    return point[0] + by[0], point[1] + by[1]


def dot(a: Point, b: Point) -> Rational:
    """Return the scalar product: above 0 if the ways make an acute angle."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> Rational:
    """Return a number above 0 if `b` is anticlockwise of `a` (by less than a half
    turn), below 0 if it is clockwise, 0 if both lie on one straight line."""
    return a[0] * b[1] - a[1] * b[0]


def turning(a: Point, b: Point, c: Point) -> Rational:
    """Return above 0 if the way from `a` by `b` to `c` bends anticlockwise."""
    return cross(way(a, b), way(a, c))


def between(start: Point, goal: Point, share: Rational) -> Point:
    """Return the point of a straight line at that share of it."""
    by = way(start, goal)
    return start[0] + by[0] * share, start[1] + by[1] * share


def root_up(square: Rational, step: int = STEP, below: int = 1) -> int:
    """Return the least multiple of a step whose square is not less than a square
    divided by a whole number above 0."""
    least = -(-square.numerator // (square.denominator * below * step * step))
    return (isqrt(least - 1) + 1) * step if least > 0 else 0


def steps_in(inches: Rational) -> int:
    """Return the grains of as many whole steps as there are in a length."""
    return inches.numerator * (INCH // STEP) // inches.denominator * STEP


def over_root(value: Rational, square: Rational) -> int:
    """Return the whole number nearest to a value divided by a root; halves go away
    from 0."""
    twice = isqrt(floor(divided(4 * value * value, square)))
    return (twice + 1) // 2 if value >= 0 else -((twice + 1) // 2)


def distance(a: Point, b: Point, step: int = STEP) -> int:
    """Return the straight distance, measured up to the next step."""
    by = way(a, b)
    return root_up(dot(by, by), step)


# Headings: which way something faces, and what lies ahead of it.  A heading is a way
# of two whole numbers without a common divisor, never (0, 0), so that equal headings
# are equal pairs.

Heading: TypeAlias = tuple[int, int]

DIGITS = 60
MOST = 1 << 40  # of one part of a heading
_LONG = 1 << 20  # parts of a heading that is turned to no eighth of a circle
_PI = 3141592653589793238462643383279502884197169399375105820974944
"""Times 10 to the power of 60."""


def heading(by: Point) -> Heading | None:
    """Return the heading of a way; None for no way at all."""
    x, y = by
    scale = x.denominator * y.denominator
    across, along = int(x * scale), int(y * scale)
    common = gcd(across, along)
    if common == 0:
        return None
    found = across // common, along // common
    if max(map(abs, found)) > MOST:
        raise LimitExceeded("parts of a heading", MOST)
    return found


def ahead(at: Point, facing: Heading, other: Point, step: int = STEP) -> int:
    """Return how far a point lies ahead, below 0 behind, measured away from 0."""
    return _measured(dot(facing, way(at, other)), facing, step)


def aside(at: Point, facing: Heading, other: Point, step: int = STEP) -> int:
    """Return how far a point lies to the right, below 0 to the left, measured away from
    0."""
    return _measured(-cross(facing, way(at, other)), facing, step)


def _measured(product: Rational, facing: Heading, step: int) -> int:
    x, y = facing
    length = root_up(product * product, step, x * x + y * y)
    return length if product > 0 else -length


def stretched(facing: Heading, length: Rational, grain: int = 1) -> tuple[int, int]:
    """Return the way of a length along a heading, its parts rounded to the nearest
    grains."""
    square = dot(facing, facing) * grain * grain
    x, y = (over_root(each * length, square) * grain for each in facing)
    return x, y


def gone(at: Point, facing: Heading, length: Rational) -> Point:
    """Return the point of the lattice nearest to where one comes who goes straight on
    from a point of it."""
    return moved(at, stretched(facing, length, STEP))


def angle(a: Heading, b: Heading) -> int:
    """Return by how many degrees two headings part, 0 to 180, measured up."""
    across, along = abs(int(cross(a, b))), int(dot(a, b))
    if across == 0:
        return 0 if along > 0 else 180
    return bisect_left(range(180), True, key=lambda k: _within(across, along, k))


def _within(across: int, along: int, degrees: int) -> bool:
    """Return whether the angle with that sine and cosine, times any length, is at most
    so many degrees.

    Two rational ways can part by just so many whole degrees only if these are a
    multiple of 45 (Niven), where the rounded sine and cosine are still in their true
    proportion; elsewhere the difference is not 0, and is far from it.
    """
    sine, cosine = _circle()[degrees]
    found = sine * along - cosine * across
    if degrees % 45 and abs(found) <= 200 * (across + abs(along)):
        raise LimitExceeded("digits of an angle", DIGITS)
    return found >= 0


def turned(facing: Heading, degrees: int) -> Heading:
    """Return a heading turned clockwise; but for eighths of a circle its parts are
    rounded, to about a million and so that it turns by no more than asked."""
    sine, cosine = _sine_cosine(degrees)
    x, y = facing
    across, along = x * cosine + y * sine, y * cosine - x * sine
    if degrees % 45 == 0:
        half = max(abs(sine), abs(cosine))  # what is not 0 is one or the other sign
        return _known((across // half, along // half))
    scale = max(abs(across), abs(along))
    least = [each * _LONG // scale for each in (across, along)]
    asked = min(degrees % 360, -degrees % 360)
    near = [(least[0] + i, least[1] + j) for i in (0, 1) for j in (0, 1)]
    near.sort(key=lambda e: abs(e[0] * along - e[1] * across))
    return next(h for e in near if angle(facing, h := _known(e)) == asked)


def _known(by: tuple[int, int]) -> Heading:
    found = heading(by)
    assert found is not None, "a turn shortens nothing to nothing"
    return found


def _nearest(value: int, unit: int) -> int:
    return (2 * value + unit) // (2 * unit)


def _sine_cosine(degrees: int) -> tuple[int, int]:
    """Return both of any number of degrees."""
    degrees %= 360
    sine, cosine = _circle()[degrees % 180]
    return (sine, cosine) if degrees < 180 else (-sine, -cosine)


def on_circle(degrees: int, radius: Rational) -> tuple[int, int]:
    """Return the grain nearest to a point of a circle about (0, 0), clockwise from
    straight away."""
    sine, cosine = _sine_cosine(degrees)
    one = 10**DIGITS * radius.denominator
    return (
        _nearest(sine * radius.numerator, one),
        _nearest(cosine * radius.numerator, one),
    )


@lru_cache(maxsize=1)
def _circle() -> Sequence[tuple[int, int]]:
    """Return (sine, cosine) of 0 to 179 degrees, each times 10 to the power of 60."""
    one = 10**DIGITS
    eighth = [_series(_PI * k // 180, one) for k in range(46)]
    eighth[45] = (eighth[45][0], eighth[45][0])  # equal, so that a half is just that
    quarter = eighth + [(eighth[90 - k][1], eighth[90 - k][0]) for k in range(46, 91)]
    return quarter + [
        (quarter[180 - k][0], -quarter[180 - k][1]) for k in range(91, 180)
    ]


def _series(angle: int, one: int) -> tuple[int, int]:
    """Return the sine and cosine of an angle of at most an eighth of a circle."""
    parts = [0, 0]
    term, n = one, 0
    while term:
        parts[n % 2] += -term if n % 4 > 1 else term
        n += 1
        term = term * angle // (one * n)
    return parts[1], parts[0]

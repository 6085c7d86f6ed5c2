"""Points of the plane and the ways between them; roots of squares, rounded."""

from fractions import Fraction
from math import floor, isqrt
from typing import TypeAlias

from interpreter.values.exact import divided

Rational: TypeAlias = int | Fraction
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


def over_root(value: Rational, square: Rational) -> int:
    """Return the whole number nearest to a value divided by a root; halves go away
    from 0."""
    twice = isqrt(floor(divided(4 * value * value, square)))
    return (twice + 1) // 2 if value >= 0 else -((twice + 1) // 2)


def distance(a: Point, b: Point, step: int = STEP) -> int:
    """Return the straight distance, measured up to the next step."""
    by = way(a, b)
    return root_up(dot(by, by), step)

"""Hexes drawn on paper: an oracle that knows x and y only, and imports nothing of ours.

Corners up. To keep every number whole, paper is stretched: x is counted in halves of
the width of a hex and y in halves of its side. Stretching keeps straight lines, order
along them and which side of them a point is on; lengths and right angles are squared
back in `squared` and `angle`.
"""

from fractions import Fraction
from itertools import pairwise
from math import atan2, degrees, sqrt

Point = tuple[int, int]
CORNERS: tuple[Point, ...] = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
"""Of a hex around (0, 0): south-east first, clockwise (y grows downward)."""


def centre(hex_: tuple[int, int]) -> Point:
    """Return where the centre of an axial hex lies: rows shift by half a width."""
    q, r = hex_
    return 2 * q + r, 3 * r


def drawn(hex_: tuple[int, int]) -> tuple[Point, ...]:
    """Return the six corners of a hex."""
    x, y = centre(hex_)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)


def squared(a: Point, b: Point) -> int:
    """Return four times the squared distance, in sides: x is worth root 3 of y."""
    return 3 * (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def angle(a: Point, b: Point) -> float:
    """Return the true bearing from a to b in degrees clockwise of north."""
    return degrees(atan2(sqrt(3) * (b[0] - a[0]), -(b[1] - a[1]))) % 360


def turn(a: Point, b: Point, c: Point) -> int:
    """Return which way a-b-c turns: above 0 clockwise, 0 straight."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def inside(
    a: Point, b: Point, corners: tuple[Point, ...]
) -> tuple[Fraction, Fraction, bool] | None:
    """Return the shares of a-b that lie in a closed polygon, and whether that stretch
    lies on its rim; None if they have no stretch in common."""
    low, high, rim = Fraction(0), Fraction(1), False
    for one, other in pairwise((*corners, corners[0])):
        at_a, at_b = turn(one, other, a), turn(one, other, b)
        if at_a == at_b:
            if at_a < 0:
                return None
            rim = rim or at_a == 0
        else:
            share = Fraction(at_a, at_a - at_b)
            if at_b < at_a:
                high = min(high, share)
            else:
                low = max(low, share)
    return (low, high, rim) if low < high else None


def side_met(start: tuple[int, int], goal: tuple[int, int]) -> tuple[int, ...]:
    """Return through which side of `goal` a line from `start` comes in, the side to
    the east being 0, clockwise; two sides when it comes in through a corner."""
    a, b = centre(start), centre(goal)
    corners = drawn(goal)
    return tuple(
        index
        for index in range(6)
        if turn(corners[index - 1], corners[index], a) < 0
        and turn(a, b, corners[index - 1]) * turn(a, b, corners[index]) <= 0
    )

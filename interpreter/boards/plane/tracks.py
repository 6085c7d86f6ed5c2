"""Ways over the plane: their legs and bends, and what is met on them."""

from collections.abc import Sequence
from itertools import pairwise

from interpreter.boards.plane.areas import Area, swept
from interpreter.boards.plane.gaps import overlap
from interpreter.boards.plane.headings import angle, heading, stretched
from interpreter.boards.plane.points import (
    STEP,
    Point,
    Rational,
    distance,
    moved,
    way,
)


def bends(path: Sequence[Point]) -> tuple[Point, ...]:
    """Return the ends of a path and the points where it does not go straight on."""
    points = [at for i, at in enumerate(path) if i == 0 or at != path[i - 1]]
    return tuple(
        at
        for i, at in enumerate(points)
        if i in (0, len(points) - 1)
        or heading(way(points[i - 1], at)) != heading(way(at, points[i + 1]))
    )


def legs(path: Sequence[Point], step: int = STEP) -> tuple[int, ...]:
    """Return how long each straight leg is, measured up, in the order of the path."""
    ends = bends(path)
    return tuple(distance(a, b, step) for a, b in pairwise(ends))


def turns(path: Sequence[Point]) -> tuple[int, ...]:
    """Return by how many degrees a path turns between its legs, measured up."""
    ends = bends(path)
    found = [heading(way(a, b)) for a, b in pairwise(ends)]
    headings = [each for each in found if each is not None]
    return tuple(angle(a, b) for a, b in pairwise(headings))


def run_to(start: Point, goal: Point, wide: Rational, area: Area) -> int | None:
    """Return how far a disc of a width goes straight on before it would overlap an
    area, measured down to a step of the lattice; None if it never would.

    A disc without width is a point, which overlaps what it enters.
    """
    facing = heading(way(start, goal))
    if not overlap(swept(start, goal, wide), area):
        return None
    if facing is None:
        return 0

    def free(length: int) -> bool:
        at = moved(start, stretched(facing, length))
        return not overlap(swept(start, at, wide), area)

    low, high = 0, distance(start, goal)
    while low + STEP < high:
        middle = (low + high) // (2 * STEP) * STEP
        low, high = (middle, high) if free(middle) else (low, middle)
    return low

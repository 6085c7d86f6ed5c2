"""How far areas lie apart, and which touch, overlap or hold each other."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, floor, isqrt

from interpreter.boards.plane.areas import (
    Area,
    Edge,
    encloses,
    holds_point,
    meet,
    on_rim,
    squared_to,
)
from interpreter.boards.plane.points import (
    STEP,
    Point,
    Rational,
    between,
    cross,
    dot,
    way,
)
from interpreter.values.exact import divided


def squared_between(a: Area, b: Area) -> Rational:
    """Return the square of how far the corners and sides of two areas lie apart, their
    margins left out; 0 if one holds a corner of the other."""
    if len(a.corners) == len(b.corners) == 1:
        by = way(a.corners[0], b.corners[0])
        return dot(by, by)
    for one, other in ((a, b), (b, a)):
        if len(one.corners) > 2 and holds_point(one, other.corners[0]):
            return 0
    least: tuple[Rational, Rational] | None = None
    for p, q in a.edges:
        for r, s in b.edges:
            if meet(p, q, r, s):
                return 0
            for at, start, goal in ((p, r, s), (q, r, s), (r, p, q), (s, p, q)):
                found = squared_to(at, start, goal)
                if least is None or found[0] * least[1] < least[0] * found[1]:
                    least = found
    assert least is not None  # each has a side
    return least[0] if least[1] == 1 else divided(*least)


def gap(a: Area, b: Area, step: int = STEP) -> int:
    """Return how far two areas lie apart, rim to rim, measured up to the next step; 0
    if they meet."""
    square, margins = squared_between(a, b), a.margin + b.margin
    steps = max(0, (isqrt(floor(square)) - ceil(margins)) // step)
    while (steps * step + margins) ** 2 < square:
        steps += 1
    return steps * step


def near(a: Area, b: Area, reach: Rational) -> bool:
    """Return whether two areas lie at most so far apart, rim to rim."""
    allowed = a.margin + b.margin + reach
    return allowed >= 0 and squared_between(a, b) <= allowed * allowed


def touch(a: Area, b: Area) -> bool:
    """Return whether less than a step of the lattice lies between two areas, so that
    nothing that stands on it could stand closer."""
    allowed = a.margin + b.margin + STEP
    return squared_between(a, b) < allowed * allowed


def overlap(a: Area, b: Area) -> bool:
    """Return whether two areas share more than their rims.

    A point or a thin wall has nothing but its rim; it overlaps what it enters.
    """
    margins = a.margin + b.margin
    if margins:
        return squared_between(a, b) < margins * margins
    if max(len(a.corners), len(b.corners)) < 3:
        return squared_between(a, b) == 0
    middles = [(one, list(_middles(one, other))) for one, other in ((a, b), (b, a))]
    for (_, found), other in zip(middles, (b, a), strict=True):
        if any(inside(other, each) for each in found):
            return True
    return len(a.corners) > 2 and all(on_rim(b, each) for each in middles[0][1])


def inside(area: Area, at: Point) -> bool:
    """Return whether a point lies inside of a polygon, not on its rim."""
    return len(area.corners) > 2 and not on_rim(area, at) and encloses(area, at)


def _middles(a: Area, b: Area) -> Iterator[Point]:
    """Yield a point of each piece into which the sides of one area are cut by those of
    another."""
    for edge in a.edges:
        cuts = shares(edge, b)
        for one, other in pairwise(cuts):
            yield between(*edge, divided(one + other, 2))


def shares(edge: Edge, area: Area) -> list[Rational]:
    """Return where the sides of an area cut a straight piece, as shares of it in order;
    0 and 1 among them."""
    found: set[Rational] = {0, 1}
    a, b = edge
    along = way(a, b)
    length = dot(along, along)
    if not length:
        return [0, 0]
    for c, d in area.edges:
        side, to = way(c, d), way(a, c)
        across = cross(along, side)
        if across:
            share, other = cross(to, side), cross(to, along)
            if across < 0:
                across, share, other = -across, -share, -other
            if 0 < share < across and 0 <= other <= across:
                found.add(divided(share, across))
        elif cross(along, to) == 0:
            for end in (c, d):
                share = divided(dot(along, way(a, end)), length)
                if 0 < share < 1:
                    found.add(share)
    return sorted(found)


def holds(a: Area, b: Area) -> bool:
    """Return whether an area lies wholly in another, rims allowed to meet."""
    if len(a.corners) < 3:
        left = a.margin - b.margin
        found = (squared_to(each, *a.edges[0]) for each in b.corners)
        return left >= 0 and all(n <= left * left * below for n, below in found)
    if not all(holds_point(a, each) for each in _middles(b, a)):
        return False
    rim = min(
        (squared_between(Area(0, edge), Area(0, b.corners)) for edge in a.edges)
        if b.margin
        else (0,)
    )
    return rim >= b.margin * b.margin

"""How far areas lie apart, and which touch, overlap or hold each other."""

from collections.abc import Iterator, Sequence
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
    Heading,
    Point,
    Rational,
    between,
    cross,
    dot,
    way,
)
from interpreter.diagnostics import LimitExceeded
from interpreter.values.exact_numbers import divided


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


# Areas that stand together: linked by short gaps, or in file behind each other.

MOST = 200


def linked(
    first: Area, areas: Sequence[Area], reaches: Sequence[Rational]
) -> tuple[Area, ...]:
    """Return those of the areas that hang together with the first, in their order.

    Two are linked if the gap between them is at most the reach of each; the first is
    itself one of them, else nothing hangs on it. LimitExceeded above 200 areas.
    """
    _allow(areas)
    pairs = list(zip(areas, reaches, strict=True))
    found = {i for i, each in enumerate(areas) if each == first}
    waiting = list(found)
    while waiting:
        one, reach = pairs[waiting.pop()]
        for i, (other, own) in enumerate(pairs):
            if i not in found and near(one, other, min(reach, own)):
                found.add(i)
                waiting.append(i)
    return tuple(areas[i] for i in sorted(found))


def file_ahead(last: Area, facing: Heading, areas: Sequence[Area]) -> tuple[Area, ...]:
    """Return those straight ahead of one, each touching the one behind it, the nearest
    first: who is second in rank has one.

    Straight ahead lies what the line ahead from the middle of the one behind meets; of
    several the nearest counts. LimitExceeded above 200 areas.
    """
    _allow(areas)
    left = [each for each in areas if each != last]
    file: list[Area] = []
    at = last
    while True:
        ahead = [each for each in left if touch(at, each) and _meets(at, facing, each)]
        if not ahead:
            return tuple(file)
        at = min(ahead, key=lambda each: squared_between(at, each))
        file.append(at)
        left.remove(at)


def _meets(behind: Area, facing: Heading, area: Area) -> bool:
    """Return whether an area lies on the line ahead from the middle of another."""
    ways = [way(behind.middle, each) for each in area.corners]
    if dot(facing, way(behind.middle, area.middle)) <= 0:
        return False
    square = dot(facing, facing)
    offs: list[Rational] = [cross(facing, each) for each in ways]
    if min(offs) <= 0 <= max(offs):
        return True
    least = min(each * each for each in offs)
    return least <= area.margin * area.margin * square


def _allow(areas: Sequence[Area]) -> None:
    if len(areas) > MOST:
        raise LimitExceeded("areas in a chain", MOST)

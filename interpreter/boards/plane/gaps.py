"""Between areas of a plane: gaps, and lines of sight."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, floor, isqrt, lcm

from interpreter.boards.plane.areas import (
    Area,
    Edge,
    bounds,
    encloses,
    holds_point,
    may_meet,
    meet,
    on_rim,
    rounded,
    squared_to,
    swept,
)
from interpreter.boards.plane.points import (
    INCH,
    STEP,
    Heading,
    Point,
    Rational,
    angle,
    between,
    cross,
    distance,
    dot,
    heading,
    moved,
    root_up,
    stretched,
    way,
)
from interpreter.diagnostics import LimitExceeded
from interpreter.values.exact_numbers import divided, quotient


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
    left = [area for area in areas if area != last]
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


Stretch = tuple[Rational, Rational]
_FINE = 1_000_000


def clear(start: Point, goal: Point, blockers: Iterable[Area]) -> bool:
    """Return whether a straight line enters none of the areas."""
    line = Area(0, (start,) if start == goal else (start, goal))
    near = (each for each in blockers if may_meet(each, start, goal))
    return not any(overlap(line, each) for each in near)


def run_in(start: Point, goal: Point, area: Area, step: int = STEP) -> int:
    """Return how much of a straight line runs inside an area, measured up; of a round
    one a polygon stands for it."""
    area = rounded(area)
    edge = start, goal
    cuts = shares(edge, area)
    pairs = pairwise(cuts)
    share = sum(
        b - a for a, b in pairs if inside(area, between(*edge, divided(a + b, 2)))
    )
    by = way(start, goal)
    return root_up(share * share * dot(by, by), step)


def seen(eye: Point, target: Area, blockers: Iterable[Area]) -> Rational:
    """Return the share of the breadth of an area that is seen from a point past others,
    measured up to the next 1/144; 1 if the eye is in it.

    Its breadth is the straight line from what is seen of it farthest left to what is
    farthest right. A round area hides what the line between its own two such points
    hides, and all outside of it if the eye is in it.
    """
    ends = breadth(eye, target)
    if ends is None:
        return 1
    hidden: list[Stretch] = []
    for each in _between(eye, target, blockers):
        edges: tuple[Edge, ...] = each.edges
        if each.margin:
            own = breadth(eye, each)
            if own is None:
                if not holds_point(each, target.middle):
                    return 0
                continue
            edges = (own,)
        hidden += (s for edge in edges if (s := _shadow(eye, ends, edge)) is not None)
    return quotient(ceil((1 - _covered(hidden)) * INCH), INCH)


def _between(eye: Point, target: Area, blockers: Iterable[Area]) -> Iterator[Area]:
    """Yield the areas but those of which it is seen at once that they hide nothing:
    they lie wholly on one side, along one of the axes, of the eye and the target."""
    low, high = bounds(target)
    left, near = min(eye[0], low[0]), min(eye[1], low[1])
    right, far = max(eye[0], high[0]), max(eye[1], high[1])
    for each in blockers:
        (x, y), (u, v) = bounds(each)
        if x <= right and u >= left and y <= far and v >= near:
            yield each


def breadth(eye: Point, area: Area) -> Edge | None:
    """Return what is farthest left and farthest right of an area as seen from a point;
    None if the point is in the area."""
    if holds_point(area, eye):
        return None
    points: list[Point] = []
    for corner in area.corners:
        points += _tangents(eye, corner, area.margin) if area.margin else (corner,)
    left = right = points[0]
    for each in points[1:]:
        if cross(way(eye, left), way(eye, each)) > 0:
            left = each
        if cross(way(eye, right), way(eye, each)) < 0:
            right = each
    return left, right


def _tangents(eye: Point, middle: Point, radius: Rational) -> Iterator[Point]:
    """Yield where the lines from a point touch a circle, to the grain; what stands
    square to the line to its middle is computed to a millionth of one."""
    scale = lcm(*(each.denominator for each in (*eye, *middle, radius)))
    x, y = int(middle[0] * scale), int(middle[1] * scale)
    right, up = int(eye[0] * scale) - x, int(eye[1] * scale) - y
    within, square = int(radius * scale) ** 2, right * right + up * up
    whole = square * scale
    aside = within * (square - within) * _FINE * _FINE
    by, over = (2 * whole * _root(part, aside, whole) for part in (-up, right))
    half, below = _FINE * whole, 2 * _FINE * whole
    foot_x = 2 * _FINE * (x * square + right * within) + half
    foot_y = 2 * _FINE * (y * square + up * within) + half
    yield (foot_x + by) // below, (foot_y + over) // below
    yield (foot_x - by) // below, (foot_y - over) // below


def _root(part: int, square: int, below: int) -> int:
    """Return a number times a root over another number, rounded; halves go away from
    0."""
    twice = isqrt(4 * part * part * square // (below * below))
    return (twice + 1) // 2 if part >= 0 else -((twice + 1) // 2)


def _shadow(eye: Point, ends: Edge, edge: Edge) -> Stretch | None:
    """Return the part of a breadth, left to right from 0 to 1, that a straight piece
    before it hides; None if it hides nothing of it."""
    left, right = (way(eye, each) for each in ends)
    a, b = (way(eye, each) for each in edge)
    if cross(left, right) == 0 or cross(a, b) == 0:
        return None
    low: Rational = 0
    high: Rational = 1
    before = cross(right, way(right, left))
    limits = (
        (cross(a, left), cross(b, left)),
        (cross(right, a), cross(right, b)),
        (
            before - cross(a, way(right, left)),
            before - cross(b, way(right, left)),
        ),
    )
    for at_a, at_b in limits:
        if at_a < 0 and at_b < 0:
            return None
        if at_a < 0:
            low = max(low, divided(at_a, at_a - at_b))
        elif at_b < 0:
            high = min(high, divided(at_a, at_a - at_b))
    if low >= high:
        return None
    found = sorted(_share(between(a, b, each), left, right) for each in (low, high))
    return found[0], found[1]


def _share(at: Point, left: Point, right: Point) -> Rational:
    """Return where the line through a point meets a breadth."""
    off = cross(at, left)
    return divided(off, off - cross(at, right))


def _covered(stretches: Iterable[Stretch]) -> Rational:
    """Return how much of 0 to 1 is covered."""
    covered: Rational = 0
    reached: Rational = 0
    for low, high in sorted(stretches):
        if high > reached:
            covered += high - max(low, reached)
            reached = high
    return covered


# Ways over the plane: their legs and bends, and what is met on them.


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

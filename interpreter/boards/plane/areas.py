"""Areas of the plane: a few corners and a margin around them.

With one corner and a margin it is a disc, with two what a disc sweeps over on its way;
with three or more it has no margin and is the polygon of them, which need not bulge.
An area holds its rim. Without a margin one corner is a point and two are a thin wall.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import lcm

from msgspec import Struct

from interpreter.boards.plane.points import (
    Heading,
    Point,
    Rational,
    cross,
    dot,
    moved,
    on_circle,
    over_root,
    turning,
    way,
)
from interpreter.values.exact_numbers import divided

MOST_CORNERS = 200
_ROUND = 60  # corners of a polygon that stands for a disc

Edge = tuple[Point, Point]


class Area(Struct, frozen=True):
    """Corners in order either way round, and how far it reaches beyond them.

    ValueError, which says why, unless it is as the module says and its sides do not
    meet but in its corners.
    """

    margin: Rational
    corners: tuple[Point, ...]

    def __post_init__(self) -> None:
        """Refuse what is no area."""
        number = len(self.corners)
        if not 1 <= number <= MOST_CORNERS:
            raise ValueError(f"an area has 1 to {MOST_CORNERS} corners, not {number}")
        if self.margin < 0 or (self.margin and number > 2):
            raise ValueError("a margin goes around one or two corners")
        if len(set(self.corners)) < number:
            raise ValueError("a corner stands twice")
        if number > 2:
            _refuse_crossed(self)

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The sides from corner to corner; of a single corner one without length."""
        c = self.corners
        if len(c) < 3:
            return ((c[0], c[-1]),)
        return tuple(zip(c, (*c[1:], c[0]), strict=True))

    @property
    def middle(self) -> Point:
        """The mean of its corners."""
        number = len(self.corners)
        x, y = (divided(sum(each), number) for each in zip(*self.corners, strict=True))
        return x, y


def _refuse_crossed(area: Area) -> None:
    edges = area.edges
    for i, (a, b) in enumerate(edges):
        for j, (c, d) in enumerate(edges[:i]):
            beside = i - j == 1 or i - j == len(edges) - 1
            if not beside and meet(a, b, c, d):
                raise ValueError("its sides cross or touch each other")
        last = edges[i - 1][0]
        if turning(last, a, b) == 0 and dot(way(a, last), way(a, b)) > 0:
            raise ValueError("a side runs back along another")


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two straight pieces, their ends with them, have a point in
    common."""
    one, other = turning(a, b, c), turning(a, b, d)
    third, fourth = turning(c, d, a), turning(c, d, b)
    if one * other < 0 and third * fourth < 0:
        return True
    on = ((one, a, b, c), (other, a, b, d), (third, c, d, a), (fourth, c, d, b))
    return any(turn == 0 and _boxed(p, q, at) for turn, p, q, at in on)


def _boxed(a: Point, b: Point, at: Point) -> bool:
    """Return whether a point of a straight line lies between two others."""
    return dot(way(at, a), way(at, b)) <= 0


def point(at: Point) -> Area:
    """Return the area of a single point."""
    return Area(0, (at,))


def disc(at: Point, radius: Rational) -> Area:
    """Return all that is at most so far from a point."""
    return Area(radius, (at,))


def swept(start: Point, goal: Point, wide: Rational) -> Area:
    """Return what a disc of a width covers on its straight way."""
    corners = (start,) if start == goal else (start, goal)
    return Area(divided(wide, 2), corners)


def box(at: Point, facing: Heading, wide: Rational, deep: Rational) -> Area:
    """Return the rectangle about a point that faces so; ValueError if it has no
    size."""
    half = divided(deep, 2)
    return _wedge(at, facing, (-half, half), (wide, wide))


def cone(
    at: Point, facing: Heading, wide: Rational, grows: Rational, long: Rational
) -> Area:
    """Return what begins with a width at a point and grows by so much with each unit of
    its length; ValueError if it has no size."""
    return _wedge(at, facing, (0, long), (wide, wide + grows * long))


def _wedge(
    at: Point,
    facing: Heading,
    ahead: tuple[Rational, Rational],
    wide: tuple[Rational, Rational],
) -> Area:
    """Return what lies between two widths square to a heading; its corners go round
    clockwise, to the nearest grains."""
    if min(wide) < 0 or max(wide) == 0 or ahead[0] >= ahead[1]:
        raise ValueError("it has no size")
    square = dot(facing, facing)
    x, y = facing
    corners: dict[Point, None] = {}
    for end, side in ((0, -1), (1, -1), (1, 1), (0, 1)):
        aside, length = divided(side * wide[end], 2), ahead[end]
        by = length * x + aside * y, length * y - aside * x
        rounded_by = over_root(by[0], square), over_root(by[1], square)
        corners[moved(at, rounded_by)] = None
    return Area(0, tuple(corners))


def holds_point(area: Area, at: Point) -> bool:
    """Return whether a point lies in an area or on its rim."""
    if len(area.corners) > 2:
        return on_rim(area, at) or encloses(area, at)
    square, below = squared_to(at, *area.edges[0])
    return square <= area.margin * area.margin * below


def _larger(at: Point) -> tuple[int, int, int]:
    """Return a point so many times as far out that it is a pair of whole numbers, for
    which a comparison costs a fraction of what it costs for fractions."""
    times = lcm(at[0].denominator, at[1].denominator)
    return int(at[0] * times), int(at[1] * times), times


def on_rim(area: Area, at: Point) -> bool:
    """Return whether a point lies on a side of a polygon."""
    x, y, times = _larger(at)
    for a, b in area.edges:
        low, high = a[1] * times, b[1] * times
        if (low > y) != (high > y) or y in (low, high):
            larger = (a[0] * times, low), (b[0] * times, high), (x, y)
            if turning(*larger) == 0 and _boxed(*larger):
                return True
    return False


def encloses(area: Area, at: Point) -> bool:
    """Return whether a point that is on no side of a polygon lies inside of it."""
    inside, (x, y, times) = False, _larger(at)
    for a, b in area.edges:
        low, high = a[1] * times, b[1] * times
        if (low > y) != (high > y):
            turn = turning((a[0] * times, low), (b[0] * times, high), (x, y))
            inside ^= (turn > 0) == (high > low)
    return inside


def squared_to(at: Point, a: Point, b: Point) -> tuple[Rational, Rational]:
    """Return the square of how far a point lies from a straight piece, as a number and
    what it is divided by, above 0."""
    along, to = way(a, b), way(a, at)
    share = dot(along, to)
    if share <= 0:
        return dot(to, to), 1
    length = dot(along, along)
    if share >= length:
        back = way(b, at)
        return dot(back, back), 1
    off = cross(along, to)
    return off * off, length


@lru_cache(maxsize=1024)
def bounds(area: Area) -> tuple[Point, Point]:
    """Return two points between which an area lies along each axis, with a grain to
    spare for its outline."""
    xs, ys = zip(*area.corners, strict=True)
    by = area.margin + 1
    return (min(xs) - by, min(ys) - by), (max(xs) + by, max(ys) + by)


def may_meet(area: Area, start: Point, goal: Point) -> bool:
    """Return no only where a straight line passes an area by."""
    (left, near), (right, far) = bounds(area)
    (x, y), (u, v) = start, goal
    across = (x <= right or u <= right) and (x >= left or u >= left)
    return across and (y <= far or v <= far) and (y >= near or v >= near)


@lru_cache(maxsize=1024)
def rounded(area: Area) -> Area:
    """Return an area as a polygon; a margin becomes corners every 6 degrees, rounded to
    the nearest grain."""
    if not area.margin:
        return area
    return Area(0, tuple(dict.fromkeys(_outline(area))))


def _outline(area: Area) -> Iterator[Point]:
    """Walk clockwise around one disc, or around the outer half of each of two."""
    first, last = area.corners[0], area.corners[-1]
    along = way(first, last)
    for k in range(_ROUND):
        by = on_circle(360 // _ROUND * k, area.margin)
        yield moved(last if dot(by, along) >= 0 else first, by)

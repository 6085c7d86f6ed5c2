"""Hexes of an endless board: steps, distance, rings.

A hex is its axial pair (q, r): q counts along D0, r along D1. A step from one hex to
another is such a pair too.
"""

from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from interpreter.diagnostics import LimitExceeded

Hex: TypeAlias = tuple[int, int]
Step: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
MOST_HEXES = 10_000  # of one answer: as long as a list of the language may be


def allow(number: int) -> None:
    """Refuse an answer of more than 10,000 hexes: LimitExceeded."""
    if number > MOST_HEXES:
        raise LimitExceeded("hexes in a list", MOST_HEXES)


def step(start: Hex, goal: Hex) -> Step:
    """Return the step from one hex to another."""
    return goal[0] - start[0], goal[1] - start[1]


def moved(hex_: Hex, by: Step, times: int = 1) -> Hex:
    """Return the hex that lies `times` steps away."""
    return hex_[0] + times * by[0], hex_[1] + times * by[1]


def cross(a: Step, b: Step) -> int:
    """Return a number above 0 if `b` is clockwise of `a` (by less than a half turn),
    below 0 if it is anticlockwise, 0 if both lie on one straight line."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Step, b: Step) -> int:
    """Return twice the scalar product; a step to a neighbour has the length 1.

    Above 0 the steps make an acute angle; `dot(a, a)` is twice the squared length.
    """
    return 2 * (a[0] * b[0] + a[1] * b[1]) + a[0] * b[1] + a[1] * b[0]


def distance(a: Hex, b: Hex) -> int:
    """Return the steps from hex to hex; the own hex is not counted, the other is."""
    q, r = a[0] - b[0], a[1] - b[1]  # of all that is asked of a board most often
    return max(abs(q), abs(r), abs(q + r))


def neighbour(hex_: Hex, direction: int) -> Hex:
    """Return the neighbour in a direction, 0 to 5."""
    return moved(hex_, DIRECTIONS[direction])


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours, D0 to D5."""
    return ring(hex_, 1)


def direction(start: Hex, goal: Hex) -> int | None:
    """Return the direction of the straight row of hexes that leads there.

    None when no row does, and for the hex itself.
    """
    q, r = goal[0] - start[0], goal[1] - start[1]
    if q and r and q + r:  # on none of the three lines through the hex
        return None
    if r == 0:
        return (0 if q > 0 else 3) if q else None
    if q == 0:
        return 1 if r > 0 else 4
    return 2 if r > 0 else 5


def sixth(way: Step) -> tuple[int, int, int]:
    """Return (k, along, across) such that the step is `along` times Dk plus `across`
    times Dk+1, the first above 0, the other not below; (0, 0, 0) for no step."""
    for k in range(6):
        along = cross(way, DIRECTIONS[(k + 1) % 6])
        across = cross(DIRECTIONS[k], way)
        if along > 0 and across >= 0:
            return k, along, across
    return 0, 0, 0


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at that distance, clockwise from the one straight along D0."""
    if radius <= 0:
        return (centre,) if radius == 0 else ()
    allow(6 * radius)
    found = []
    at = moved(centre, DIRECTIONS[0], radius)
    for side in range(6):
        for _ in range(radius):
            found.append(at)
            at = moved(at, DIRECTIONS[(side + 2) % 6])
    return tuple(found)


def ball_size(radius: int) -> int:
    """Return how many hexes lie within a distance."""
    return 1 + 3 * radius * (radius + 1) if radius >= 0 else 0


def within(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes up to that distance, ring after ring, the centre first."""
    allow(ball_size(radius))
    return tuple(each for n in range(radius + 1) for each in ring(centre, n))


def place_around(centre: Hex, hex_: Hex) -> tuple[int, int]:
    """Return (distance, place on that ring from 0): the order of `within`."""
    k, along, across = sixth(step(centre, hex_))
    return along + across, k * (along + across) + across


def nearest(to: Hex, among: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return those of least distance, in the order given: more than one is a tie."""
    least = min((distance(to, each) for each in among), default=0)
    return tuple(each for each in among if distance(to, each) == least)


def gap(a: tuple[Hex, ...], b: tuple[Hex, ...]) -> int | None:
    """Return the least distance from a hex of one body to a hex of another; None if
    one of them has no hexes."""
    return min((distance(one, other) for one in a for other in b), default=None)


# How a board lies on the table: orientation, compass bearings, edges of the map.
# North is up the sheet.

COMPASS = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Of the points of the compass on a plane: to the right, and away."""
EDGES = ("north", "east", "south", "west")


class Orientation(Enum):
    """Which way the hexes of a board stand."""

    CORNERS_UP = "corners up"
    SIDES_UP = "sides up"


TO_SIDES = MappingProxyType(
    {
        Orientation.CORNERS_UP: (
            *("east", "south-east", "south-west", "west", "north-west", "north-east"),
        ),
        Orientation.SIDES_UP: (
            *("south-east", "south", "south-west", "north-west", "north", "north-east"),
        ),
    }
)
"""Where the directions D0 to D5 lead on paper."""

AT_CORNERS = MappingProxyType(
    {
        Orientation.CORNERS_UP: (
            *("east-south-east", "south", "west-south-west"),
            *("west-north-west", "north", "east-north-east"),
        ),
        Orientation.SIDES_UP: (
            *("south-south-east", "south-south-west", "west"),
            *("north-north-west", "north-north-east", "east"),
        ),
    }
)
"""Where the corners C0 to C5 of a hex lie on paper."""


_CORNERS_AT_EDGE: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((4,), (0, 5), (1,), (2, 3)),  # corners up
    ((3, 4), (5,), (0, 1), (2,)),  # sides up
)


def bearing(start: Hex, goal: Hex, orientation: Orientation) -> int | None:
    """Return the nearest of the eight points of `COMPASS`, 0 to 7; None for the hex
    itself.

    There are no ties. With e east and s south, one of the squares is a whole square
    and the other three times one, and a point is diagonal when (2es)^2 is above
    (e^2 - s^2)^2; were both equal, 3 would have a rational root.
    """
    if start == goal:
        return None
    q, r = step(start, goal)
    if orientation is Orientation.CORNERS_UP:
        east, south, east_squared, south_squared = (
            2 * q + r,
            r,
            (2 * q + r) ** 2,
            3 * r * r,
        )
    else:
        east, south, east_squared, south_squared = (
            q,
            q + 2 * r,
            3 * q * q,
            (q + 2 * r) ** 2,
        )
    if 4 * east_squared * south_squared > (east_squared - south_squared) ** 2:
        return (1 if south < 0 else 3) if east > 0 else (7 if south < 0 else 5)
    if east_squared > south_squared:
        return 2 if east > 0 else 6
    return 0 if south < 0 else 4


def corners_toward(edge: int, orientation: Orientation) -> tuple[int, ...]:
    """Return the corners that point most squarely at an edge of the map, `EDGES` 0 to
    3: one that points straight at it, or two that are equally near, ascending."""
    return _CORNERS_AT_EDGE[orientation is Orientation.SIDES_UP][edge]

"""How a board lies on the table: orientation, compass bearings, edges of the map.

North is up the sheet.
"""

from enum import Enum
from types import MappingProxyType

from interpreter.boards.hexes import Hex, step

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

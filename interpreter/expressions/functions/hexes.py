"""Functions of the places of a board of hexes or of areas: what each takes and gives.

What is on the board (`boards.layout`, `boards.areas`) answers: a function is its
method, and in a typed expression an `Apply` whose name begins with a dot and whose
first argument is the board. So nothing of geometry is imported where a pack has no
boards.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from interpreter.expressions.functions.operators import Failing, always, never
from interpreter.values.types import Cell, Maybe, Type


class HexFunction(Struct, frozen=True):
    """A function of places of one board, the `board`; `boards` are the kinds of board
    that have it.

    `takes` and `gives` are `hex` or `hexes` of the board, `coarse` (a hex of the board
    into which it is grouped), `integer`, `steps` (an integer from 0), `reach` (an
    integer or none), `direction` or `directions`, `corner` or `corners`, `point` (of
    the compass), `side` (front, flank or rear), `number` or `truth`; a
    `?` after what is given: or none. `fails` as of a `Function`; its types begin with
    that of the board.
    """

    name: str
    takes: tuple[str, ...]
    gives: str
    says: str
    boards: tuple[str, ...] = ("hexes",)
    fails: Failing = never


BOTH = ("hexes", "areas")
AREAS_ALONE = ("areas",)


def _between_areas(kinds: tuple[Type, ...]) -> bool:
    """Return whether a way is asked that may be missing: no link need lead there."""
    return any(isinstance(kind, Cell) and kind.noun == "area" for kind in kinds)


def _of_none(kinds: tuple[Type, ...]) -> bool:
    return any(isinstance(kind, Maybe) for kind in kinds)


HEXES = (
    HexFunction(
        "distance",
        ("hex", "hex"),
        "steps",
        "steps from hex to hex",
        BOTH,
        _between_areas,
    ),
    HexFunction("neighbours", ("hex",), "hexes", "the adjacent hexes, D0 to D5", BOTH),
    HexFunction(
        "neighbour",
        ("hex", "direction"),
        "hex?",
        "the adjacent hex in a direction, or none",
    ),
    HexFunction(
        "direction",
        ("hex", "hex"),
        "direction?",
        "the direction of a straight row of hexes from a to b, or none",
    ),
    HexFunction(
        "within",
        ("hex", "integer"),
        "hexes",
        "the hexes up to that distance, h first",
        BOTH,
        always,
    ),
    HexFunction(
        "ring",
        ("hex", "integer"),
        "hexes",
        "the hexes at exactly that distance",
        BOTH,
        always,
    ),
    HexFunction(
        "group", ("hex",), "coarse", "the hex of the coarser board that contains it"
    ),
    HexFunction(
        "members",
        ("coarse",),
        "hexes",
        "the hexes of the finer board in it",
        fails=always,
    ),
    HexFunction(
        "region",
        ("hex", "coarse", "reach"),
        "hexes",
        "the members of all coarse hexes up to n from the centre; with none, h alone",
        fails=always,
    ),
    HexFunction(
        "line",
        ("hex", "hex"),
        "hexes",
        "the hexes that a straight line crosses, without its ends",
        fails=always,
    ),
    HexFunction(
        "clear_line",
        ("hex", "hex", "hexes"),
        "truth",
        "whether no hex of L is on the line",
        fails=always,
    ),
    HexFunction(
        "beyond",
        ("hex", "hex", "hex"),
        "truth",
        "whether the second is on a shortest path from the first to the third",
    ),
    HexFunction(
        "past",
        ("hex", "hex", "hex"),
        "truth",
        "whether the third lies past the perpendicular to the line at the second",
    ),
    HexFunction(
        "moved_along",
        ("hexes", "hex", "hex"),
        "hexes",
        "the hexes of L, moved by the vector from a to b",
    ),
    HexFunction(
        "beside",
        ("hexes",),
        "hexes",
        "the hexes on both sides of a path, whose newest hex comes first",
    ),
    HexFunction(
        "length",
        ("hexes",),
        "steps",
        "the number of steps of a path, one less than its hexes",
        BOTH,
    ),
    HexFunction(
        "away",
        ("hex", "hex"),
        "hexes",
        "the hexes adjacent to the second, straight away from the first",
    ),
    HexFunction(
        "away_all",
        ("hex", "hex"),
        "hexes",
        "the hexes adjacent to the second that are farther from the first",
    ),
    HexFunction(
        "directions_toward",
        ("hex", "hex"),
        "directions",
        "the directions nearest to the straight line from a to b: one, or two",
    ),
    HexFunction(
        "front",
        ("hex", "corner"),
        "hexes",
        "the two hexes in front of an entity that faces a corner",
    ),
    HexFunction(
        "flanks", ("hex", "corner"), "hexes", "the hexes on its right and on its left"
    ),
    HexFunction("rear", ("hex", "corner"), "hexes", "the two hexes in its rear"),
    HexFunction(
        "in_arc",
        ("hex", "corner", "hex"),
        "truth",
        "whether the last lies in the 120 degrees ahead, edges included",
    ),
    HexFunction(
        "facings_toward",
        ("hex", "hex"),
        "corners",
        "the facings in whose arc the other hex lies",
    ),
    HexFunction(
        "entry_side",
        ("hex", "hex", "corner"),
        "side?",
        "by which side of the second a line from the first comes in",
    ),
    HexFunction(
        "whole", ("hex",), "truth", "whether the edge of the map does not cut it"
    ),
    HexFunction("on_edge", ("hex",), "truth", "whether it is at the edge of the map"),
    HexFunction(
        "bearing",
        ("hex", "hex"),
        "point?",
        "the nearest of the eight points of the compass, or none",
    ),
    HexFunction(
        "link_cost",
        ("hex", "hex"),
        "number?",
        "what the cheapest link from the first to the second costs, or none",
        AREAS_ALONE,
    ),
    HexFunction(
        "path_cost",
        ("hex", "hex"),
        "number?",
        "the least sum of links from the first to the second, or none",
        AREAS_ALONE,
    ),
    HexFunction(
        "cheapest_path",
        ("hex", "hex"),
        "hexes",
        "the areas of a cheapest path, both ends included, the first one first",
        AREAS_ALONE,
    ),
)

CONTENTS: Mapping[str, Failing] = MappingProxyType(
    {"every": always, "ground": always, "named": always, "order": _of_none}
)
"""What a board is asked for that is written in another way than as one of its
functions: all its places, the ground of one, a region, and how places sort."""

"""Functions of the places of a board of hexes or of areas: what each takes and gives.

What is on the board (`boards.layout`, `boards.areas`) answers: a function is its
method, and in a typed expression an `Apply` whose name begins with a dot and whose
first argument is the board. So nothing of geometry is imported where a pack has no
boards.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HexFunction:
    """A function of places of one board, the `board`; `boards` are the kinds of board
    that have it.

    `takes` and `gives` are `hex` or `hexes` of the board, `coarse` (a hex of the board
    into which it is grouped), `integer`, `steps` (an integer from 0), `reach` (an
    integer or none), `direction` or `directions`, `corner` or `corners`, `point` (of
    the compass), `side` (front, flank or rear), `number` or `truth`; a
    `?` after what is given: or none.
    """

    name: str
    takes: tuple[str, ...]
    gives: str
    says: str
    boards: tuple[str, ...] = ("hexes",)


BOTH = ("hexes", "areas")
AREAS_ALONE = ("areas",)


HEXES = (
    HexFunction("distance", ("hex", "hex"), "steps", "steps from hex to hex", BOTH),
    HexFunction("neighbours", ("hex",), "hexes", "those beside it, D0 to D5", BOTH),
    HexFunction(
        "neighbour", ("hex", "direction"), "hex?", "the one in a direction, or none"
    ),
    HexFunction(
        "direction", ("hex", "hex"), "direction?", "the way of a straight row, or none"
    ),
    HexFunction(
        "within",
        ("hex", "integer"),
        "hexes",
        "up to that distance, the hex first",
        BOTH,
    ),
    HexFunction("ring", ("hex", "integer"), "hexes", "at just that distance", BOTH),
    HexFunction(
        "group", ("hex",), "coarse", "the hex of the coarser board that holds it"
    ),
    HexFunction("members", ("coarse",), "hexes", "the hexes of the finer board in it"),
    HexFunction(
        "region",
        ("hex", "coarse", "reach"),
        "hexes",
        "the members of all up to n from the centre; with none the hex alone",
    ),
    HexFunction(
        "line",
        ("hex", "hex"),
        "hexes",
        "what a straight line crosses, without its ends",
    ),
    HexFunction(
        "clear_line",
        ("hex", "hex", "hexes"),
        "truth",
        "whether none of those is on the line",
    ),
    HexFunction(
        "beyond",
        ("hex", "hex", "hex"),
        "truth",
        "whether the second is on a shortest way to the third",
    ),
    HexFunction(
        "past",
        ("hex", "hex", "hex"),
        "truth",
        "whether the third lies past a line through the second, square to the way",
    ),
    HexFunction(
        "moved_along",
        ("hexes", "hex", "hex"),
        "hexes",
        "those hexes moved as something that went from the first to the second",
    ),
    HexFunction(
        "beside",
        ("hexes",),
        "hexes",
        "those on both sides of a path, the newest hex of which stands first",
    ),
    HexFunction(
        "length",
        ("hexes",),
        "steps",
        "the steps of a path, one less than its hexes",
        BOTH,
    ),
    HexFunction(
        "away",
        ("hex", "hex"),
        "hexes",
        "those beside the second, straight away from the first",
    ),
    HexFunction(
        "away_all",
        ("hex", "hex"),
        "hexes",
        "all beside the second that are farther from the first",
    ),
    HexFunction(
        "directions_toward",
        ("hex", "hex"),
        "directions",
        "the ways nearest to the straight line there: one, or two",
    ),
    HexFunction(
        "front", ("hex", "corner"), "hexes", "the two ahead of what faces a corner"
    ),
    HexFunction(
        "flanks", ("hex", "corner"), "hexes", "those on its right and on its left"
    ),
    HexFunction("rear", ("hex", "corner"), "hexes", "the two behind it"),
    HexFunction(
        "in_arc",
        ("hex", "corner", "hex"),
        "truth",
        "whether the last lies in its 120 degrees ahead, both edges counted in",
    ),
    HexFunction(
        "facings_toward",
        ("hex", "hex"),
        "corners",
        "the corners in whose arc the other lies",
    ),
    HexFunction(
        "entry_side",
        ("hex", "hex", "corner"),
        "side?",
        "by which side of the second a line from the first comes in",
    ),
    HexFunction(
        "whole", ("hex",), "truth", "whether the rim of the map does not cut it"
    ),
    HexFunction("on_edge", ("hex",), "truth", "whether the map ends beside it"),
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

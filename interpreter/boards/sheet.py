"""The hexes of a map that ends somewhere."""

from dataclasses import dataclass, field

from interpreter.boards.compass import Orientation
from interpreter.boards.hexes import Hex, neighbours
from interpreter.boards.labels import Layout
from interpreter.problems import LimitExceeded

MOST_CELLS = 100_000


@dataclass(frozen=True, slots=True)
class Sheet:
    """The hexes of a map: those that are whole, and those that its rim cuts.

    A cut hex is on the map but not whole. None is both (a ValueError).
    """

    whole: frozenset[Hex]
    cut: frozenset[Hex] = field(default=frozenset())

    def __post_init__(self) -> None:
        """Refuse more than 100,000 hexes (LimitExceeded) and a hex that is both."""
        if len(self.whole) + len(self.cut) > MOST_CELLS:
            raise LimitExceeded("hexes of a map", MOST_CELLS)
        if not self.whole.isdisjoint(self.cut):
            raise ValueError("a hex of the map is whole and cut")

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex of the map, cut ones too, by q, then by r."""
        return tuple(sorted(self.whole | self.cut))

    def __contains__(self, hex_: Hex) -> bool:
        return hex_ in self.whole or hex_ in self.cut

    def __len__(self) -> int:
        return len(self.whole) + len(self.cut)

    def on_edge(self, hex_: Hex) -> bool:
        """Return whether a hex of the map has a neighbour that is not on it."""
        return hex_ in self and any(each not in self for each in neighbours(hex_))


def rectangle(
    layout: Layout, columns: range, rows: range, trimmed: bool = False
) -> Sheet:
    """Return the map of these columns and rows, each without gaps.

    Plain, all its hexes are whole and its rim is ragged. Trimmed, its rim is straight:
    a pushed line begins and ends with a cut hex, of which the first has a number one
    less, and so it has one whole hex less than the others.
    """
    across = layout.orientation is Orientation.CORNERS_UP
    lines, along = (rows, columns) if across else (columns, rows)
    width, height = along.stop - along.start, lines.stop - lines.start
    if min(width, height) > 0 and (width + 1) * height > MOST_CELLS:
        raise LimitExceeded("hexes of a map", MOST_CELLS)

    def at(line: int, place: int) -> Hex:
        return layout.at(place, line) if across else layout.at(line, place)

    whole: list[Hex] = []
    cut: list[Hex] = []
    for line in lines:
        places = along
        if trimmed and along and layout.pushed(line):
            cut += (at(line, along.start - 1), at(line, along.stop - 1))
            places = along[:-1]
        whole += (at(line, place) for place in places)
    return Sheet(frozenset(whole), frozenset(cut))

"""A board: hexes with an orientation, names, perhaps an edge and a coarser board."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct, field

from interpreter.boards import hexes
from interpreter.boards.hexes import (
    Hex,
    Orientation,
    Step,
    allow,
    ball_size,
    distance,
    dot,
    moved,
    neighbours,
    step,
    within,
)
from interpreter.boards.labels import Axial, Layout
from interpreter.boards.protocol import Labels, Misfit
from interpreter.diagnostics import LimitExceeded

# Hexes grouped into the hexes of a coarser board.  The centre of the coarse hex (Q,
# R) is the fine hex `origin` + `side` * (Q, R), and both boards stand the same way. A
# fine hex belongs to the nearest centre. One that lies across two coarse hexes, or
# three, is as near to each: it belongs to the least of them, by Q, then by R. So each
# coarse hex has side * side fine ones, all groups have one shape, and no hex is in
# two.

MOST_ACROSS = 80  # so that the members, and the ball around them, are lists

_RHOMBUS: tuple[Step, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


class Nesting(Struct, frozen=True):
    """How a board lies in a coarser one, `side` hexes across each of its hexes.

    `instead` is what a map says otherwise: fine hex to the coarse hex it belongs to.
    """

    side: int
    origin: Hex = (0, 0)
    instead: Mapping[Hex, Hex] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Return a hash without the maps, which have none."""
        return hash((self.side, self.origin))

    def __post_init__(self) -> None:
        """Refuse a side below 1 or above 80 with a ValueError."""
        if not 1 <= self.side <= MOST_ACROSS:
            raise ValueError(f"{self.side} hexes across is not 1 to {MOST_ACROSS}")

    def centre(self, coarse: Hex) -> Hex:
        """Return the fine hex in the middle of a coarse one."""
        return moved(self.origin, coarse, self.side)

    def group(self, fine: Hex) -> Hex:
        """Return the coarse hex to which a fine one belongs."""
        given = self.instead.get(fine) if self.instead else None
        return self._nearest(fine) if given is None else given

    def members(self, coarse: Hex) -> tuple[Hex, ...]:
        """Return the fine hexes of a coarse one, from its centre outwards; those that
        the map adds stand last, in its order."""
        centre = self.centre(coarse)
        own = tuple(moved(centre, each) for each in _shape(self.side))
        if not self.instead:
            return own
        kept = tuple(each for each in own if self.group(each) == coarse)
        named = (each for each, goal in self.instead.items() if goal == coarse)
        return kept + tuple(each for each in named if each not in own)

    def _nearest(self, fine: Hex) -> Hex:
        """Return the coarse hex with the nearest centre."""
        q, r = step(self.origin, fine)
        side = self.side
        near = _corners(side)[q % side][r % side]
        return q // side + near[0], r // side + near[1]

    def apart(self, a: Hex, b: Hex) -> int:
        """Return the distance of two fine hexes on the coarser board."""
        return distance(self.group(a), self.group(b))

    def region(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the fine hexes of all coarse ones up to a distance from one of them,
        coarse hex after coarse hex, the centre first."""
        allow(ball_size(radius) * self.side**2)
        return tuple(
            each for coarse in within(centre, radius) for each in self.members(coarse)
        )

    def centres(self, fine: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the coarse hexes whose `region` of that radius holds a fine hex."""
        return within(self.group(fine), radius)


@lru_cache(maxsize=16)
def _corners(side: int) -> tuple[tuple[Step, ...], ...]:
    """Return, for each fine hex of the rhombus between four centres, which of them it
    belongs to, as a step from the one with the least q and r.

    No fifth centre is as near, for the short diagonal of the rhombus cuts it into two
    triangles with equal sides.
    """
    return tuple(
        tuple(
            min(
                _RHOMBUS,
                key=lambda corner: (_squared((q, r), corner, side), corner),
            )
            for r in range(side)
        )
        for q in range(side)
    )


def _squared(fine: Step, corner: Step, side: int) -> int:
    """Return twice the squared length from a corner of the rhombus to a hex in it."""
    way = moved(fine, corner, -side)
    return dot(way, way)


@lru_cache(maxsize=16)
def _shape(side: int) -> tuple[Step, ...]:
    """Return the steps from a centre to its own hexes, outwards."""
    near = within((0, 0), 2 * side // 3)  # as far as a corner of the coarse hex
    return tuple(each for each in near if Nesting(side).group(each) == (0, 0))


# The hexes of a map that ends somewhere.

MOST_CELLS = 100_000


class Sheet(Struct, frozen=True):
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


class HexMap(Struct, frozen=True):
    """What a board is; where `sheet` is None it has no edge.

    Functions of hexes know nothing of the edge: these methods leave out what is not on
    the map, and keep the order of the rest.
    """

    name: str
    orientation: Orientation = Orientation.CORNERS_UP
    labels: Labels = field(default_factory=Axial)
    sheet: Sheet | None = None
    nesting: Nesting | None = None

    def __contains__(self, hex_: Hex) -> bool:
        return self.sheet is None or hex_ in self.sheet

    def whole(self, hex_: Hex) -> bool:
        """Return whether a hex is on the map and not cut by its rim."""
        return self.sheet is None or hex_ in self.sheet.whole

    def on_edge(self, hex_: Hex) -> bool:
        """Return whether a hex of the map has a neighbour that is not on it."""
        return self.sheet is not None and self.sheet.on_edge(hex_)

    def kept(self, given: Iterable[Hex]) -> tuple[Hex, ...]:
        """Return those of the hexes that are on the map, in order."""
        return tuple(each for each in given if each in self)

    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """Return the neighbours on the map, D0 to D5."""
        return self.kept(hexes.neighbours(hex_))

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        """Return the neighbour in a direction, None if it is not on the map."""
        found = hexes.neighbour(hex_, direction)
        return found if found in self else None

    def ring(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the hexes of the map at that distance, clockwise from D0."""
        if self.sheet is None or 6 * radius <= _few(self.sheet):
            return self.kept(hexes.ring(centre, radius))
        return _between(self.sheet, centre, radius, radius)

    def within(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the hexes of the map up to that distance, ring after ring."""
        if self.sheet is None or hexes.ball_size(radius) <= _few(self.sheet):
            return self.kept(hexes.within(centre, radius))
        return _between(self.sheet, centre, 0, radius)

    def place_of(self, text: str) -> Hex | Misfit:
        """Return the hex with that label, or what is wrong with it."""
        found = self.labels.place_of(text)
        if isinstance(found, Misfit) or found in self:
            return found
        return Misfit(f"hex '{text}' is not on the map", self._ends())

    def label(self, hex_: Hex) -> str | None:
        """Return how a hex is named; None if its map has no label for it."""
        return self.labels.label(hex_)

    def coarse_sheet(self) -> Sheet | None:
        """Return the hexes of the coarser board that have hexes on this map: whole if
        all of theirs are whole here, else cut; None if there is no end or no group."""
        if self.sheet is None or self.nesting is None:
            return None
        groups = {self.nesting.group(each) for each in self.sheet.hexes}
        whole = frozenset(
            each for each in groups if all(map(self.whole, self.nesting.members(each)))
        )
        return Sheet(whole, frozenset(groups) - whole)

    def _ends(self) -> str:
        """Say which labels the map has, by its first and last hex."""
        found = self.sheet.hexes if self.sheet else ()
        if not found:
            return "nothing: the map has no hexes"
        first = min(found, key=self.labels.order)
        last = max(found, key=self.labels.order)
        return f"a hex from {self.label(first)} to {self.label(last)}"


def _few(sheet: Sheet) -> int:
    """Return up to how many hexes are filtered by the map, and not the map by them."""
    return min(len(sheet), hexes.MOST_HEXES)


def _between(sheet: Sheet, centre: Hex, low: int, high: int) -> tuple[Hex, ...]:
    """Return the hexes of a small map at those distances, in the order of `within`."""
    near = [h for h in sheet.hexes if low <= hexes.distance(centre, h) <= high]
    hexes.allow(len(near))
    return tuple(sorted(near, key=lambda each: hexes.place_around(centre, each)))

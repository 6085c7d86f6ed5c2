"""Which part of a map of hexes is shown, so that it can be read on a phone."""

from collections.abc import Iterable, Sequence, Set
from itertools import pairwise, product
from types import MappingProxyType

from msgspec import Struct

from interpreter.boards.board import MOST_CELLS
from interpreter.boards.hexes import Hex, Orientation, within
from interpreter.boards.labels import Layout
from interpreter.diagnostics import LimitExceeded
from interpreter.maps.parts import PANELS, covering
from interpreter.maps.plan import HexPlan

COLUMNS = MappingProxyType({Orientation.CORNERS_UP: 9, Orientation.SIDES_UP: 11})
ROWS = 12  # of a panel; its columns, so that their labels can be read on a phone
MARGIN = 1
SMALL = 5  # columns and rows that a panel has at least, where the map has them
MOST = 60  # columns and rows of the small map of all
WHOLE = 2  # a map that needs no more is never cut: one marches over its empty middle


class HexWindow(Struct, frozen=True):
    """Columns and rows of an orientation, and the hexes of the map in them; `ends` are
    the first of the first column and the last of the last, none where no hex is."""

    columns: range
    rows: range
    hexes: tuple[Hex, ...]
    ends: tuple[Hex, ...] = ()

    def holds(self, place: tuple[int, int]) -> bool:
        """Tell whether a column and row lie in it."""
        return place[0] in self.columns and place[1] in self.rows


def windows(plan: HexPlan) -> list[HexWindow]:
    """Return the parts of a map that hold all that matters; all of it if it is small,
    or if nothing matters more. There are at most `PANELS` and one: then not all is
    in them."""
    framing = Framing(plan)
    places = framing.places(plan.matters())
    if framing.is_small(places):
        return framing.pages()
    if not places:
        places = framing.everywhere()
    room = framing.most - 2 * MARGIN - 1, ROWS - 2 * MARGIN - 1
    return covering(places, room, framing.around, HexWindow.holds)


class TextParts(Struct, frozen=True):
    """The parts of a map that are printed as text, those that are left out because
    nothing is on them, and the places that lie in no part."""

    shown: tuple[HexWindow, ...]
    empty: tuple[HexWindow, ...] = ()
    apart: frozenset[Hex] = frozenset()

    @property
    def hexes(self) -> int:
        """How many hexes the printed and the empty parts have."""
        return sum(len(each.hexes) for each in (*self.shown, *self.empty))


def text_parts(plan: HexPlan, most: int, *, is_whole: bool) -> TextParts:
    """Return the parts of a map in letters, each at most so many columns wide.

    All of a map that needs no more than `WHOLE` parts, and of one on which nothing is
    known: without the parts that have plain ground and nothing else. Of a larger one
    what lies about known places; the middle of an area in which something was reported
    to be is no such place, as long as there are others, for the thing may be far from
    it. `is_whole`: all of a map with an edge, at its full height.
    """
    framing = Framing(plan, most)
    if is_whole and framing.extent is not None:
        return TextParts(tuple(framing.pages(len(framing.extent[1]))))
    places = framing.places(plan.matters())
    if framing.is_small(places):
        pages = framing.pages()
        covered = {hex_ for each in plan.extents for hex_ in each.hexes}
        held = plan.matters() | plan.features() | covered
        empty = [each for each in pages if held.isdisjoint(each.hexes)]
        if len(pages) == 1 or not empty:
            return TextParts(tuple(pages))
        shown = tuple(each for each in pages if each not in empty)
        return TextParts(shown, tuple(empty))
    told = plan.told()
    places = framing.places(told) or places or framing.places(plan.features())
    if not places and framing.extent is None:
        places = framing.everywhere()
    room = max(most - 2 * MARGIN - 1, 0), ROWS - 2 * MARGIN - 1
    shown = tuple(covering(places, room, framing.around, HexWindow.holds))
    inside = {hex_ for each in shown for hex_ in each.hexes}
    return TextParts(shown, apart=plan.matters() - inside)


def whole(plan: HexPlan) -> HexWindow:
    """Return all of a map with an edge, else all that matters, in one window; what is
    farther apart than a map may be is LimitExceeded, before a hex of it is made."""
    framing = Framing(plan)
    spanned = framing.extent
    if spanned is None:
        places = framing.places(plan.matters()) or framing.everywhere()
        columns, rows = ([each[axis] for each in places] for axis in (0, 1))
        spanned = (
            range(min(columns) - MARGIN, max(columns) + 1 + MARGIN),
            range(min(rows) - MARGIN, max(rows) + 1 + MARGIN),
        )
    if len(spanned[0]) * len(spanned[1]) > MOST_CELLS:
        raise LimitExceeded("hexes of a map in one piece", MOST_CELLS)
    return framing.window(*spanned)


def overview(plan: HexPlan, panels: Sequence[HexWindow]) -> HexWindow | None:
    """Return the part in which all panels lie, where there are several and it is not
    too large."""
    framing = Framing(plan)
    spanned = framing.extent
    if spanned is None or max(map(len, spanned)) > MOST:
        spanned = (
            _spanned(each.columns for each in panels),
            _spanned(each.rows for each in panels),
        )
    if len(panels) < 2 or max(map(len, spanned)) > MOST:
        return None
    return framing.window(*spanned)


def _spanned(ranges: Iterable[range]) -> range:
    every = list(ranges)
    return range(min(r.start for r in every), max(r.stop for r in every))


class Framing:
    """Counts the columns and rows of a map as they lie on paper.

    `extent` are those of all of it, None where it has no edge; `most` columns go into
    a panel, of a picture so many that their labels can be read on a phone.
    """

    def __init__(self, plan: HexPlan, most: int = 0) -> None:
        """Measure the map."""
        self._board = plan.chart.board
        self._layout = Layout(self._board.orientation)
        self.most = most or COLUMNS[self._board.orientation]
        self.extent: tuple[range, range] | None = None
        if self._board.sheet is not None and len(self._board.sheet):
            every = self._board.sheet.whole | self._board.sheet.cut
            places = [self.place(each) for each in every]
            columns, rows = ([each[axis] for each in places] for axis in (0, 1))
            self.extent = (
                range(min(columns), max(columns) + 1),
                range(min(rows), max(rows) + 1),
            )

    def corners(self) -> list[Hex]:
        """Return the hexes in the corners of a map with an edge, as far as it has
        them."""
        columns, rows = self.extent or (range(0), range(0))
        ends = product(
            {each for end in (columns[:1], columns[-1:]) for each in end},
            {each for end in (rows[:1], rows[-1:]) for each in end},
        )
        hexes = sorted(self._layout.at(*place) for place in ends)
        return [each for each in hexes if each in self._board]

    def everywhere(self) -> set[tuple[int, int]]:
        """Return the columns and rows of all hexes; of a map without an edge some."""
        if self._board.sheet is None:
            return self.places(within((0, 0), 2))
        return self.places(self._board.sheet.whole | self._board.sheet.cut)

    def is_small(self, places: Set[tuple[int, int]]) -> bool:
        """Tell whether a map goes into few panels, or, where nothing matters more, into
        as many as there may be."""
        if self.extent is None:
            return False
        columns, rows = self.extent
        panels = -(-len(columns) // self.most) * -(-len(rows) // ROWS)
        return panels <= (WHOLE if places else PANELS)

    def place(self, hex_: Hex) -> tuple[int, int]:
        """Return the column and row of a hex."""
        return self._layout.numbers(hex_)

    def places(self, hexes: Iterable[Hex]) -> set[tuple[int, int]]:
        """Return the columns and rows of hexes that are on the map."""
        return {self.place(each) for each in hexes if each in self._board}

    def window(self, columns: range, rows: range) -> HexWindow:
        """Return the hexes of the map in some columns and rows, in reading order."""
        every = (self._layout.at(c, r) for r in rows for c in columns)
        found = sorted((e for e in every if e in self._board), key=self._reading)
        if not found:
            return HexWindow(columns, rows, ())
        numbered = sorted((*self.place(hex_), hex_) for hex_ in found)
        ends = numbered[0][-1], numbered[-1][-1]
        return HexWindow(columns, rows, tuple(found), ends)

    def around(self, places: Sequence[tuple[int, int]]) -> HexWindow:
        """Return a window around places, with a margin, inside the map."""
        limits = self.extent or (None, None)
        columns, rows = (
            _grown(
                _spanned(range(each[axis], each[axis] + 1) for each in places),
                limits[axis],
            )
            for axis in (0, 1)
        )
        return self.window(columns, rows)

    def pages(self, high: int = ROWS) -> list[HexWindow]:
        """Return all of a map with an edge, cut into panels at most so high."""
        if self.extent is None:
            return []
        return [
            self.window(columns, rows)
            for rows in _cut(self.extent[1], high)
            for columns in _cut(self.extent[0], self.most)
        ]

    def _reading(self, hex_: Hex) -> tuple[int, int]:
        column, row = self.place(hex_)
        low = self._board.orientation is Orientation.SIDES_UP
        return (2 * row + column % 2, column) if low else (row, column)


def _grown(held: range, limits: range | None) -> range:
    """Return a range with its margin, and no smaller than it should be."""
    more = max(2 * MARGIN, SMALL - len(held))
    start, stop = held.start - more // 2, held.stop + more - more // 2
    if limits is None:
        return range(start, stop)
    start = max(min(start, limits.stop - (stop - start)), limits.start)
    return range(start, min(max(stop, start + SMALL), limits.stop))


def _cut(whole: range, most: int) -> list[range]:
    """Return a range in as few parts as can be, of nearly one length."""
    count = -(-len(whole) // most)
    edges = [whole.start + len(whole) * each // count for each in range(count + 1)]
    return [range(a, b) for a, b in pairwise(edges)]

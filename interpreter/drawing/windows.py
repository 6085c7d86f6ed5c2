"""Which part of a map is shown, so that it can be read on a phone."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from interpreter.boards.compass import Orientation
from interpreter.boards.hexes import Hex
from interpreter.boards.labels import Layout
from interpreter.drawing.plan import Plan

COLUMNS = MappingProxyType({Orientation.CORNERS_UP: 9, Orientation.SIDES_UP: 11})
ROWS = 12  # of a panel; its columns, so that their labels can be read on a phone
MARGIN = 1
SMALL = 5  # columns and rows that a panel has at least, where the map has them
MOST = 60  # columns and rows of the small map of all
PANELS = 24  # more are not drawn, and it is said


@dataclass(frozen=True, slots=True)
class Window:
    """Columns and rows of an orientation, and the hexes of the map in them."""

    columns: range
    rows: range
    hexes: tuple[Hex, ...]


def windows(plan: Plan) -> list[Window]:
    """Return the parts of a map that hold all that matters; all of it if it is small,
    or if nothing matters more."""
    framing = Framing(plan)
    whole = framing.whole
    if whole is not None and framing.fits(whole):
        return [whole]
    places = framing.places(plan.matters())
    if not places:
        if whole is None:
            return [framing.window(range(-2, 3), range(-2, 3))]
        return framing.pages(whole)
    found: list[Window] = []
    while places:
        first = min(column for column, _ in places)
        lane = {each for each in places if each[0] < first + framing.most - 2 * MARGIN}
        top = min(row for _, row in lane)
        held = {each for each in lane if each[1] < top + ROWS - 2 * MARGIN}
        found.append(framing.around(held))
        inside = found[-1]
        places -= {e for e in places if e[0] in inside.columns and e[1] in inside.rows}
    return found


def overview(plan: Plan, panels: list[Window]) -> Window | None:
    """Return the part in which all panels lie, where there are several."""
    if len(panels) < 2:
        return None
    framing = Framing(plan)
    whole = framing.whole
    if whole is not None and max(len(whole.columns), len(whole.rows)) <= MOST:
        return whole
    return framing.window(
        _spanned([each.columns for each in panels]),
        _spanned([each.rows for each in panels]),
    )


def _spanned(ranges: Iterable[range]) -> range:
    every = list(ranges)
    return range(min(r.start for r in every), max(r.stop for r in every))


class Framing:
    """Counts the columns and rows of a map as they lie on paper."""

    def __init__(self, plan: Plan) -> None:
        """Begin with nothing chosen."""
        self._board = plan.chart.board
        self._layout = Layout(self._board.orientation)
        self.most = COLUMNS[self._board.orientation]
        self.whole = self._of_all()

    def fits(self, window: Window) -> bool:
        """Tell whether a window is no larger than a panel may be."""
        return len(window.columns) <= self.most and len(window.rows) <= ROWS

    def place(self, hex_: Hex) -> tuple[int, int]:
        """Return the column and row of a hex."""
        return self._layout.numbers(hex_)

    def places(self, hexes: Iterable[Hex]) -> set[tuple[int, int]]:
        """Return the columns and rows of hexes that are on the map."""
        return {self.place(each) for each in hexes if each in self._board}

    def _of_all(self) -> Window | None:
        """Return all of a map that has an edge."""
        sheet = self._board.sheet
        if sheet is None or not len(sheet):
            return None
        places = [self.place(each) for each in sheet.hexes]
        columns = _spanned(range(column, column + 1) for column, _ in places)
        rows = _spanned(range(row, row + 1) for _, row in places)
        ordered = sorted(sheet.hexes, key=self._reading)
        return Window(columns, rows, tuple(ordered))

    def window(self, columns: range, rows: range) -> Window:
        """Return the hexes of the map in some columns and rows, in reading order."""
        every = (self._layout.at(c, r) for r in rows for c in columns)
        found = sorted((e for e in every if e in self._board), key=self._reading)
        return Window(columns, rows, tuple(found))

    def around(self, places: set[tuple[int, int]]) -> Window:
        """Return a window around places, with a margin, inside the map."""
        whole = self.whole
        columns, rows = (
            _grown(
                _spanned(range(each[axis], each[axis] + 1) for each in places),
                None if whole is None else (whole.columns, whole.rows)[axis],
            )
            for axis in (0, 1)
        )
        return self.window(columns, rows)

    def pages(self, whole: Window) -> list[Window]:
        """Return a large map cut into panels."""
        return [
            self.window(columns, rows)
            for rows in _cut(whole.rows, ROWS)
            for columns in _cut(whole.columns, self.most)
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

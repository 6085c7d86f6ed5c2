"""A plan of a tabletop, the part of it that a map shows, and its scale.

Lengths are in grains, as in `boards.plane`; x to the right, y away.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import ceil, floor
from typing import TypeAlias

from msgspec import Struct

from interpreter.boards.plane.areas import Area, holds_point, rounded
from interpreter.boards.plane.functions import inches
from interpreter.boards.plane.points import INCH, Heading, Point, Rational
from interpreter.boards.plane.tabletop import TableArea, Tabletop
from interpreter.maps.parts import covering
from interpreter.maps.plan import BoardPlan, CellPlan, PlacedPiece, Reach, ReportedPlace
from interpreter.maps.svg import Point as Spot
from interpreter.maps.svg import element, path
from interpreter.values.exact_numbers import mixed

Box = tuple[Rational, Rational, Rational, Rational]
"""The least x and y of something, and the greatest."""


class TablePiece(PlacedPiece[Point, Heading], frozen=True):
    """A thing on the table; `base` is None where the viewer knows none. `is_flat`: it
    is ground, and its base lies below all others."""

    base: Area | None = None
    is_flat: bool = False


class TableReport(ReportedPlace[Point, Area, Heading], frozen=True):
    """A claim about places on the table."""


class TableExtent(Struct, frozen=True):
    """Of a thing a way from place to place, or areas that it covers."""

    name: str
    role: str
    way: tuple[Point, ...] = ()
    areas: tuple[Area, ...] = ()


class TablePlan(BoardPlan[Point, Heading], frozen=True, kw_only=True, dict=True):
    """All that is drawn of a table for a viewer."""

    chart: Tabletop
    pieces: tuple[TablePiece, ...] = ()
    extents: tuple[TableExtent, ...] = ()
    reaches: tuple[Reach[Point, Rational], ...] = ()
    reports: tuple[TableReport, ...] = ()

    @property
    def measure(self) -> str:
        """How wide and deep the table is; "" of one without an edge."""
        if not self.chart.is_bounded:
            return ""
        size = (self.chart.wide, self.chart.deep)
        wide, deep = (mixed(inches(each)) for each in size)
        return f"{wide} x {deep} inches"

    @cached_property
    def areas(self) -> tuple[tuple[str, TableArea, Box], ...]:
        """The areas of the table, the upper ones last: name, what it is, and the box
        around it as the rules measure it."""
        return tuple(
            (name, area, box_of(rounded(area.area)))
            for name, area in self.chart.pieces.items()
        )

    @cached_property
    def flats(self) -> tuple[tuple[TablePiece, Area], ...]:
        """The things that are ground, with their bases; small ones last, so that each
        is seen."""
        found = [(e, e.base) for e in self.pieces if e.is_flat and e.base is not None]
        return tuple(sorted(found, key=lambda each: -_size(each[1])))

    @property
    def standing(self) -> tuple[TablePiece, ...]:
        """The things that are no ground."""
        return tuple(e for e in self.pieces if not e.is_flat or e.base is None)

    @cached_property
    def _measured(self) -> tuple[tuple[TablePiece, Area, Box], ...]:
        """Ground as the rules measure it, and the box around it: most places lie in
        few boxes, and only of these is it worked out."""
        measured = [(each, rounded(base)) for each, base in self.flats]
        return tuple((each, base, box_of(base)) for each, base in measured)

    def flats_at(self, place: Point) -> list[TablePiece]:
        """Return the things in whose ground a place lies, the smallest last."""
        across, along = place
        return [
            each
            for each, base, (left, low, right, high) in self._measured
            if left <= across <= right
            and low <= along <= high
            and holds_point(base, place)
        ]

    def ground(self, place: Point) -> int | None:
        """Return the ground of a point; None where nothing is said of it."""
        return self.chart.ground_of(place)

    def matters(self) -> Iterator[Point]:
        """Yield the places for which one looks at the map."""
        for piece in self.pieces:
            yield piece.at
        for extent in self.extents:
            yield from extent.way
            yield from (area.middle for area in extent.areas)
        for report in self.reports:
            yield from report.spots
            yield from (area.middle for area in report.areas)


Plan: TypeAlias = CellPlan | TablePlan
"""What a viewer knows of one board, of any kind."""


def box_of(area: Area) -> Box:
    """Return the box around an area."""
    across, along = zip(*area.corners, strict=True)
    more = area.margin
    return min(across) - more, min(along) - more, max(across) + more, max(along) + more


def _size(area: Area) -> Rational:
    left, low, right, high = box_of(area)
    return max(right - left, high - low)


def meets(one: Box, other: Box) -> bool:
    """Tell whether two boxes have a point in common."""
    across = one[0] <= other[2] and other[0] <= one[2]
    return across and one[1] <= other[3] and other[1] <= one[3]


MOST = 12  # inches of a part each way, so that bases have room for their marks
MARGIN = 1
SMALL = 6  # inches of a part at least, where the table has them
WHOLE = 1_000  # inches of a table, or of what is known, that are drawn as one


class TableWindow(Struct, frozen=True):
    """A part of the table, in whole inches: from `left` to `right`, `low` to `high`."""

    left: int
    low: int
    right: int
    high: int

    @property
    def wide(self) -> int:
        """How many inches it is wide."""
        return self.right - self.left

    @property
    def deep(self) -> int:
        """How many inches it is deep."""
        return self.high - self.low

    @property
    def box(self) -> Box:
        """Its rim, in grains."""
        left, low, right, high = self.left, self.low, self.right, self.high
        return left * INCH, low * INCH, right * INCH, high * INCH

    def holds(self, at: Point) -> bool:
        """Tell whether a place lies in it."""
        across = self.left * INCH <= at[0] <= self.right * INCH
        return across and self.low * INCH <= at[1] <= self.high * INCH


def whole(plan: TablePlan) -> TableWindow | None:
    """Return all of a table, without an edge all that is known of it; None where that
    is nothing, or too large to be drawn."""
    table = plan.chart
    if table.is_bounded:
        return TableWindow(0, 0, ceil(table.wide / INCH), ceil(table.deep / INCH))
    around = [box for *_, box in plan.areas]
    around += [box_of(rounded(base)) for _, base in plan.flats]
    corners = [each for box in around for each in (box[:2], box[2:])]
    places = [*plan.matters(), *corners]
    found = _around(places, MARGIN) if places else None
    fits = found is not None and max(found.wide, found.deep) <= WHOLE
    return found if fits else None


def windows(plan: TablePlan) -> list[TableWindow]:
    """Return the parts that hold all that matters, each small enough for marks; at
    most `PANELS` and one: then not all is in them. All of a small table is one."""
    table = whole(plan)
    places = set(plan.matters())
    if table is not None and (not places or max(table.wide, table.deep) <= MOST):
        return [table]
    room = (MOST - 2 * MARGIN) * INCH

    def part_of(held: Sequence[Point]) -> TableWindow:
        return _inside(plan, _around(held, MARGIN))

    def holds(part: TableWindow, at: tuple[Rational, Rational]) -> bool:
        return is_clear(plan, part, at)

    return covering(places, (room, room), part_of, holds)


def is_clear(plan: TablePlan, part: TableWindow, at: Point) -> bool:
    """Tell whether a place lies in a part, and so far from where the part is cut out of
    the table that no base there is cut."""
    wide, deep = (ceil(e / INCH) for e in (plan.chart.wide, plan.chart.deep))
    bounded = plan.chart.is_bounded
    inner = TableWindow(
        part.left + (0 if bounded and part.left == 0 else MARGIN),
        part.low + (0 if bounded and part.low == 0 else MARGIN),
        part.right - (0 if bounded and part.right == wide else MARGIN),
        part.high - (0 if bounded and part.high == deep else MARGIN),
    )
    return inner.holds(at)


def overview(plan: TablePlan, panels: Sequence[TableWindow]) -> TableWindow | None:
    """Return all of the table, where the panels do not show it."""
    table = whole(plan)
    return None if table is None or [table] == list(panels) else table


def _around(places: Iterable[Point], margin: int) -> TableWindow:
    across, along = zip(*places, strict=True)
    return TableWindow(
        floor(min(across) / INCH) - margin,
        floor(min(along) / INCH) - margin,
        ceil(max(across) / INCH) + margin,
        ceil(max(along) / INCH) + margin,
    )


def _inside(plan: TablePlan, window: TableWindow) -> TableWindow:
    """Return a part no smaller than it should be, and inside the edge of the table
    unless what it shows lies outside."""
    left, right = _grown(window.left, window.right, plan.chart.wide)
    low, high = _grown(window.low, window.high, plan.chart.deep)
    return TableWindow(left, low, right, high)


def _grown(start: int, stop: int, size: int) -> tuple[int, int]:
    edge = ceil(size / INCH)
    is_on = edge > 0 and start >= -MARGIN and stop <= edge + MARGIN
    more = max(SMALL - (stop - start), 0)
    start, stop = start - more // 2, stop + more - more // 2
    if not is_on:
        return start, stop
    over = max(-start, 0) - max(stop - edge, 0)
    return max(start + over, 0), min(stop + over, edge)


class TablePaper(Struct, frozen=True):
    """A window whose far left corner lies at `corner`, with `scale` units an inch."""

    window: TableWindow
    scale: float
    corner: Spot

    @property
    def wide(self) -> float:
        """How wide the window is on paper."""
        return self.window.wide * self.scale

    @property
    def high(self) -> float:
        """How high the window is on paper."""
        return self.window.deep * self.scale

    def spot(self, at: Point) -> Spot:
        """Return where a place lies."""
        x, y = float(at[0]) / INCH, float(at[1]) / INCH
        return (
            self.corner[0] + (x - self.window.left) * self.scale,
            self.corner[1] + (self.window.high - y) * self.scale,
        )

    def far(self, grains: Rational) -> float:
        """Return how long a length is."""
        return float(grains) / INCH * self.scale

    def area(self, area: Area, **style: object) -> str:
        """Return an area: a disc as a circle, a thin wall as a line."""
        if len(area.corners) == 1:
            x, y = self.spot(area.corners[0])
            return element("circle", cx=x, cy=y, r=self.far(area.margin), **style)
        points = [self.spot(each) for each in rounded(area).corners]
        return path([[*points, points[0]]], **style)


def unit(facing: Heading) -> Spot:
    """Return a heading as a way of length 1 on paper, where y grows downwards."""
    x, y = facing
    long = (float(x) ** 2 + float(y) ** 2) ** 0.5
    return x / long, -y / long

"""A plan of a tabletop, the part of it that a map shows, and its scale.

Lengths are in grains, as in `boards.plane`; x to the right, y away.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import ceil, floor
from typing import TypeAlias

from msgspec import Struct

from interpreter.boards.plane.areas import Area, holds_point, rounded
from interpreter.boards.plane.points import INCH, Heading, Point, Rational
from interpreter.boards.plane.tabletop import TableArea, Tabletop
from interpreter.maps.plan import CellPlan, PieceState, signed
from interpreter.maps.svg import Point as Spot
from interpreter.maps.svg import element, path

Box = tuple[Rational, Rational, Rational, Rational]
"""The least x and y of something, and the greatest."""


class TablePiece(Struct, frozen=True):
    """A thing on the table, as `Piece` of hexes: its `base` is None where nothing is
    said of it, `facing` is where its arrow leads, `arrow` what that is called."""

    name: str
    kind: str
    mark: str
    owner: int | None
    at: Point
    role: str = ""
    facing: Heading | None = None
    arrow: str = ""
    others: str = ""
    base: Area | None = None
    state: PieceState | None = None

    @property
    def sign(self) -> str:
        """Its mark in words, which tells a thing from what else of it is somewhere."""
        return signed(self.mark, self.role, self.state)


class TableExtent(Struct, frozen=True):
    """Of a thing a way from place to place, or areas that it covers."""

    name: str
    role: str
    way: tuple[Point, ...] = ()
    areas: tuple[Area, ...] = ()


class RangeCircle(Struct, frozen=True):
    """How far something goes from a place of a thing."""

    name: str
    role: str
    centre: Point
    far: Rational
    owner: int | None = None


class ReportedArea(Struct, frozen=True):
    """A claim about places, as `Report` of hexes; `areas` hold the place somewhere."""

    number: str
    to: str
    mark: str
    said: str
    spots: tuple[Point, ...]
    areas: tuple[Area, ...] = ()
    is_old: bool = False
    facing: Heading | None = None


class TablePlan(Struct, frozen=True, dict=True):
    """All that is drawn of a table for a viewer.

    `grounds` are the names of the ground by number, `looks` how each is drawn;
    `owners` are the names of whom things may belong to.
    """

    viewer: str
    board: str
    top: Tabletop
    grounds: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    figures: tuple[TablePiece, ...] = ()
    stretches: tuple[TableExtent, ...] = ()
    circles: tuple[RangeCircle, ...] = ()
    rumours: tuple[ReportedArea, ...] = ()

    @cached_property
    def pieces(self) -> tuple[tuple[str, TableArea, Area, Box], ...]:
        """The areas of the table, the upper ones last: name, what it is, its polygon
        as the rules measure it, and its box."""
        found = []
        for name, piece in self.top.pieces.items():
            area = rounded(piece.area)
            found.append((name, piece, area, box_of(area)))
        return tuple(found)

    def look(self, ground: int | None) -> str:
        """Return how a ground is drawn."""
        known = ground is not None and ground < len(self.looks)
        return self.looks[ground] if known and ground is not None else "plain"

    def standing(self, at: Point) -> list[tuple[str, TableArea]]:
        """Return the areas in which a point lies, the upper ones last."""
        return [
            (name, piece)
            for name, piece, area, box in self.pieces
            if within(at, box) and holds_point(area, at)
        ]

    def ground(self, at: Point) -> int | None:
        """Return the ground of a point; None where nothing is said of it."""
        grounds = (each.ground for _, each in reversed(self.standing(at)))
        known = (each for each in grounds if each is not None)
        return next(known, self.top.elsewhere)

    def matters(self) -> Iterator[Point]:
        """Yield the places for which one looks at the map."""
        for figure in self.figures:
            yield figure.at
        for stretch in self.stretches:
            yield from stretch.way
            yield from (each.middle for each in stretch.areas)
        for rumour in self.rumours:
            yield from rumour.spots
            yield from (each.middle for each in rumour.areas)


Plan: TypeAlias = CellPlan | TablePlan
"""What a viewer knows of one board, of any kind."""


def box_of(area: Area) -> Box:
    """Return the box around an area."""
    across, along = zip(*area.corners, strict=True)
    more = area.margin
    return min(across) - more, min(along) - more, max(across) + more, max(along) + more


def within(at: Point, box: Box) -> bool:
    """Tell whether a point lies in a box."""
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def meets(one: Box, other: Box) -> bool:
    """Tell whether two boxes have a point in common."""
    across = one[0] <= other[2] and other[0] <= one[2]
    return across and one[1] <= other[3] and other[1] <= one[3]


MOST = 12  # inches of a part each way, so that bases have room for their marks
MARGIN = 1
SMALL = 6  # inches of a part at least, where the table has them
WHOLE = 1_000  # inches of a table, or of what is known, that are drawn as one
PANELS = 16  # more are not drawn, and it is said


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
    if plan.top.wide:
        return TableWindow(0, 0, ceil(plan.top.wide / INCH), ceil(plan.top.deep / INCH))
    corners = [each for *_, box in plan.pieces for each in (box[:2], box[2:])]
    places = [*plan.matters(), *corners]
    found = _around(places, MARGIN) if places else None
    fits = found is not None and max(found.wide, found.deep) <= WHOLE
    return found if fits else None


def windows(plan: TablePlan) -> list[TableWindow]:
    """Return the parts that hold all that matters, each small enough for marks; at
    most `PANELS` and one: then not all is in them. All of a small table is one."""
    table = whole(plan)
    places = sorted(set(plan.matters()))
    if table is not None and (not places or max(table.wide, table.deep) <= MOST):
        return [table]
    found: list[TableWindow] = []
    room = (MOST - 2 * MARGIN) * INCH
    while places and len(found) <= PANELS:
        lane = [place for place in places if place[0] <= places[0][0] + room]
        first = min(each[1] for each in lane)
        held = [each for each in lane if each[1] <= first + room]
        found.append(_inside(plan, _around(held, MARGIN)))
        places = [place for place in places if not found[-1].holds(place)]
    return found


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
    left, right = _grown(window.left, window.right, plan.top.wide)
    low, high = _grown(window.low, window.high, plan.top.deep)
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

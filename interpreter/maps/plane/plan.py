"""What a viewer knows of one table: places, and words that are said of them.

Lengths are in grains, as in `boards.plane`; x to the right, y away.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from interpreter.boards.plane.areas import Area, holds_point, rounded
from interpreter.boards.plane.points import Heading, Point, Rational
from interpreter.boards.plane.tabletop import TableArea, Tabletop
from interpreter.maps.plan import CellPlan, PieceState, signed

Box = tuple[Rational, Rational, Rational, Rational]
"""The least x and y of something, and the greatest."""


@dataclass(frozen=True, slots=True)
class TablePiece:
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


@dataclass(frozen=True, slots=True)
class TableExtent:
    """Of a thing a way from place to place, or areas that it covers."""

    name: str
    role: str
    way: tuple[Point, ...] = ()
    areas: tuple[Area, ...] = ()


@dataclass(frozen=True, slots=True)
class RangeCircle:
    """How far something goes from a place of a thing."""

    name: str
    role: str
    centre: Point
    far: Rational
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class ReportedArea:
    """A claim about places, as `Report` of hexes; `areas` hold the place somewhere."""

    number: str
    to: str
    mark: str
    said: str
    spots: tuple[Point, ...]
    areas: tuple[Area, ...] = ()
    is_old: bool = False
    facing: Heading | None = None


@dataclass(frozen=True)
class TablePlan:
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

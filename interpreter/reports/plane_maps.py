"""From what a viewer may know to plans of tables, as `maps` for hexes and areas."""

from collections.abc import Iterator
from typing import Any, cast

from msgspec.structs import replace

from interpreter.boards.plane.areas import Area, disc
from interpreter.boards.plane.functions import area as area_of
from interpreter.boards.plane.functions import grains, heading, point
from interpreter.boards.plane.points import Heading, Point
from interpreter.boards.plane.tabletop import Tabletop
from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.functions.plane import AREA, HEADING, PLACE
from interpreter.maps.plane.plan import TableExtent, TablePiece, TablePlan, TableReport
from interpreter.reports.claims import parts_of
from interpreter.reports.map_labels import NOTHING, MapViewer, Naming, located
from interpreter.reports.map_parts import (
    aged,
    bare_plan,
    placed_pieces,
    reaches,
    reported_place,
    values_of,
    with_pointers,
)
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import BoardDeclaration, Declarations
from interpreter.values.faults import Fault
from interpreter.values.types import ListOf, Type, Value, present
from interpreter.views.views import ViewedEntity


def table_plan(
    sight: MapViewer, declared: Declarations, board: BoardDeclaration
) -> TablePlan | None:
    """Return the plan of a plane; None of one without an edge on which nothing is."""
    chart = cast(Tabletop, sight.charts[list(declared.boards).index(board.name)])
    plan = _TablePlanning(sight, declared).plan(board, chart)
    shown = chart.is_bounded or chart.pieces or any(True for _ in plan.matters())
    return plan if shown else None


class _TablePlanning:
    """A plan of a table in the making."""

    def __init__(self, sight: MapViewer, declared: Declarations) -> None:
        self.sight = sight
        self.naming = Naming(sight, declared)

    def plan(self, board: BoardDeclaration, chart: Tabletop) -> TablePlan:
        """Return all that is known of the board."""
        plan = replace(
            bare_plan(TablePlan, self.sight, board, chart),
            pieces=tuple(self.pieces()),
            extents=tuple(self.extents()),
            reaches=tuple(reaches(self.naming, _places, _far)),
            reports=tuple(self.reports()),
        )
        return with_pointers(plan, self.naming, _places)

    def pieces(self) -> Iterator[TablePiece]:
        """Yield things where they stand, and what else of them is somewhere."""
        every = placed_pieces(TablePiece, self.naming, _places, _heading)
        for thing, piece in every:
            is_flat = thing.kind.drawn.flat
            yield (
                piece
                if piece.role
                else replace(piece, base=self.base(thing), is_flat=is_flat)
            )

    def base(self, thing: ViewedEntity) -> Area | None:
        """Return the area on which a thing stands; None where the viewer lacks a field
        on which it hangs."""
        measure = thing.kind.drawn.base
        known = self.naming.known
        return None if measure is None else _area(known.worked_out(measure, thing))

    def extents(self) -> Iterator[TableExtent]:
        """Yield the ways of things, and what they cover."""
        for thing in self.naming.things:
            drawn = thing.kind.drawn
            for role, value, of in values_of(thing, (*drawn.along, *drawn.over)):
                way, areas = tuple(_places(value, of)), tuple(_areas(value, of))
                if way or areas:
                    yield TableExtent(self.naming.name(thing), spaced(role), way, areas)

    def reports(self) -> Iterator[TableReport]:
        """Yield the claims that tell of places."""
        for reported, is_old in aged(self.sight.claims):
            drawn, parts = reported.claim.kind.drawn, parts_of(reported.claim)
            far = _far(parts.get(drawn.around, NOTHING)[0])
            typed_values = [
                found
                for role in drawn.at
                for found in located(*parts.get(role, NOTHING), reported.things)
            ]
            every = [at for value, of in typed_values for at in _places(value, of)]
            spots = tuple(dict.fromkeys(every))
            areas = tuple(
                area for value, of in typed_values for area in _areas(value, of)
            )
            if far:
                areas, spots = (*areas, *(disc(each, far) for each in spots)), ()
            if spots or areas:
                yield reported_place(
                    TableReport,
                    reported,
                    is_old=is_old,
                    spots=spots,
                    areas=areas,
                    facing=_heading(*parts.get(drawn.facing, NOTHING)),
                )


def _places(value: Value, of: Type) -> Iterator[Point]:
    """Yield each place in a value; what is too far to be measured is left out."""
    of = present(of)
    if value is not None and isinstance(of, ListOf):
        for each in cast(tuple[Value, ...], value):
            yield from _places(each, of.item)
    elif value is not None and of == PLACE:
        try:
            yield point(cast("tuple[Any, ...]", value))
        except LimitExceeded:
            return


def _areas(value: Value, of: Type) -> Iterator[Area]:
    """Yield each area in a value."""
    of = present(of)
    if value is not None and isinstance(of, ListOf):
        for each in cast(tuple[Value, ...], value):
            yield from _areas(each, of.item)
    elif of == AREA and (found := _area(value)) is not None:
        yield found


def _area(value: Value) -> Area | None:
    try:
        return None if value is None else area_of(cast("tuple[Any, ...]", value))
    except (Fault, LimitExceeded):
        return None


def _heading(value: Value, of: Type) -> Heading | None:
    if value is None or present(of) != HEADING:
        return None
    try:
        return heading(cast("tuple[Any, ...]", value))
    except (Fault, LimitExceeded):
        return None


def _far(value: Any) -> Any:
    """Return a length in grains; None where it is none."""
    try:
        return None if value is None or value < 0 else grains(value)
    except LimitExceeded:
        return None

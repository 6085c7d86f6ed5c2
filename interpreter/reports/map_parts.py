"""Parts of a plan that are made alike on every kind of board: a board says only how
places, directions and distances are found in a value of the ruleset."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar, cast

from msgspec.structs import replace

from interpreter.boards.protocol import Board, Place
from interpreter.maps.counters import looks_of
from interpreter.maps.plan import (
    AnyPiece,
    AnyPlan,
    AnyReport,
    Distance,
    Facing,
    Pointer,
    Reach,
    Region,
)
from interpreter.reports.claims import claim_text
from interpreter.reports.colour import clean
from interpreter.reports.map_labels import (
    NOTHING,
    MapViewer,
    Naming,
    ReportedClaim,
    fields_of,
    located,
)
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import BoardDeclaration
from interpreter.values.types import Entity, ListOf, Type, Value, present
from interpreter.views.views import ViewedEntity

Places: TypeAlias = Callable[[Value, Type], Iterable[Place]]
"""Finds all places of a board in a value of a type."""
Faced: TypeAlias = Callable[[Value, Type], Facing | None]
"""Returns where a value of a type leads on a board; None where it is no direction."""


PlanOfBoard = TypeVar("PlanOfBoard", bound=AnyPlan)
PieceOfBoard = TypeVar("PieceOfBoard", bound=AnyPiece)
ReportOfBoard = TypeVar("ReportOfBoard", bound=AnyReport)


def bare_plan(
    plan_type: type[PlanOfBoard],
    sight: MapViewer,
    board: BoardDeclaration,
    chart: Board[Any],
) -> PlanOfBoard:
    """Return a plan of a board with nothing on it."""
    grounds = () if board.ground is None else board.ground.values
    return plan_type(
        viewer=sight.viewer,
        board=spaced(board.name),
        chart=chart,
        grounds=tuple(map(clean, grounds)),
        looks=looks_of(len(grounds), board.looks),
        owners=sight.owners,
    )


def placed_pieces(
    piece_type: type[PieceOfBoard],
    naming: Naming,
    places: Places[Place],
    faced: Faced[Facing],
) -> Iterator[tuple[ViewedEntity, PieceOfBoard]]:
    """Yield things where they are themselves (`role` ""), and what else of them is
    somewhere; only the former faces somewhere and has a state."""
    for thing in naming.things:
        drawn, said = thing.kind.drawn, fields_of(thing)
        for role, value, of in places_of(naming, thing, (*drawn.at, *drawn.also)):
            is_thing = role in drawn.at
            for at in places(value, of):
                piece = piece_type(
                    name=naming.name(thing),
                    kind=spaced(thing.kind.name),
                    mark=naming.mark(thing, role),
                    owner=naming.owner(thing),
                    at=at,
                    role="" if is_thing else spaced(role),
                    facing=(
                        faced(*said.get(drawn.facing, NOTHING)) if is_thing else None
                    ),
                    arrow=spaced(drawn.facing),
                    others=naming.others(thing),
                    state=naming.state(thing) if is_thing else None,
                )
                yield thing, piece


def reaches(
    naming: Naming,
    places: Places[Place],
    measured: Callable[[Value], Distance | None],
) -> Iterator[Reach[Place, Distance]]:
    """Yield how far things reach from each of their places, of which the viewer knows
    all that it hangs on; `measured` returns a distance, None where it is none."""
    for thing in naming.things:
        drawn = thing.kind.drawn
        given = places_of(naming, thing, drawn.ranges_from)
        spots = [at for _, value, of in given for at in places(value, of)]
        name, owner = naming.name(thing), naming.owner(thing)
        for each in drawn.ranges if spots else ():
            far = measured(naming.known.worked_out(each, thing))
            if far is not None:
                for at in spots:
                    yield Reach(name, spaced(each.name), at, far, owner)


MOST_POINTERS = 200  # of a board that are drawn; more are a web that nobody reads


def with_pointers(
    plan: PlanOfBoard, naming: Naming, places: Places[Any]
) -> PlanOfBoard:
    """Return a plan with arrows from things to others that they name, where the viewer
    knows of both where they stand; of one that stands in several places the first
    counts."""
    stands = {
        (thing.kind.name, thing.number): (thing, at)
        for thing in naming.things
        if (at := _stands(naming, thing, places)) is not None
    }
    found: dict[Pointer[Any], None] = {}
    more = 0
    for thing, start in stands.values():
        for role, value, of in values_of(thing, thing.kind.drawn.toward):
            for named in dict.fromkeys(entities_in(value, of)):
                other, goal = stands.get(named, (thing, start))
                if goal == start:
                    continue
                if len(found) == MOST_POINTERS:
                    more += 1
                    continue
                name, mark = naming.name(thing), naming.mark(thing, "")
                to = naming.name(other)
                found[Pointer(name, mark, spaced(role), to, start, goal)] = None
    return replace(plan, pointers=tuple(found), more_pointers=more)


def _stands(naming: Naming, thing: ViewedEntity, places: Places[Place]) -> Place | None:
    given = places_of(naming, thing, thing.kind.drawn.at)
    return next((at for _, value, of in given for at in places(value, of)), None)


def entities_in(value: Value, of: Type) -> Iterator[tuple[str, int]]:
    """Yield the entities in a value, by kind and number."""
    of = present(of)
    if value is not None and isinstance(of, ListOf):
        for item in cast(tuple[Value, ...], value):
            yield from entities_in(item, of.item)
    elif value is not None and isinstance(of, Entity):
        yield of.kind, cast(int, value)


def values_of(
    thing: ViewedEntity, roles: Sequence[str]
) -> Iterator[tuple[str, Value, Type]]:
    """Yield what the viewer knows of some fields of a thing, None of the others."""
    said = fields_of(thing)
    for role in roles:
        yield (role, *said.get(role, NOTHING))


def places_of(
    naming: Naming, thing: ViewedEntity, roles: Sequence[str]
) -> Iterator[tuple[str, Value, Type]]:
    """Yield what `values_of` does, but for an entity where that stands."""
    for role, value, of in values_of(thing, roles):
        for at, type_ in located(value, of, naming.found):
            yield role, at, type_


def aged(told: Sequence[ReportedClaim]) -> Iterator[tuple[ReportedClaim, bool]]:
    """Yield each claim, and whether a later one is about the same."""
    subjects = [(each.to, each.claim.kind.name, each.claim.about) for each in told]
    last = {subject: at for at, subject in enumerate(subjects)}
    for at, each in enumerate(told):
        yield each, last[subjects[at]] > at


def reported_place(
    report_type: type[ReportOfBoard],
    told: ReportedClaim,
    *,
    is_old: bool,
    spots: tuple[Place, ...],
    areas: tuple[Region, ...],
    facing: Facing | None,
) -> ReportOfBoard:
    """Return a claim as it is on a map."""
    return report_type(
        number=told.number,
        to=told.to,
        mark=told.mark,
        said=claim_text(told.claim, told.names),
        spots=spots,
        areas=areas,
        is_old=is_old,
        facing=facing,
    )

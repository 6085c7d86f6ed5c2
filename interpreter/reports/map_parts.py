"""Parts of a plan that are made alike on every kind of board: a board says only how
places, directions and distances are found in a value of the ruleset."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeAlias, TypedDict

from interpreter.boards.protocol import Place
from interpreter.maps.counters import looks_of
from interpreter.maps.plan import Distance, Facing, PieceState, Reach
from interpreter.reports.claims import claim_text
from interpreter.reports.colour import clean
from interpreter.reports.map_labels import (
    NOTHING,
    MapViewer,
    Naming,
    ReportedClaim,
    fields_of,
)
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import BoardDeclaration
from interpreter.values.types import Type, Value
from interpreter.views.views import ViewedEntity

Places: TypeAlias = Callable[[Value, Type], Iterable[Place]]
"""Finds all places of a board in a value of a type."""
Faced: TypeAlias = Callable[[Value, Type], Facing | None]
"""Returns where a value of a type leads on a board; None where it is no direction."""


class PlanParts(TypedDict):
    """What a plan says of its board and of whom it is for."""

    viewer: str
    board: str
    grounds: tuple[str, ...]
    looks: tuple[str, ...]
    owners: tuple[str, ...]


class PieceParts(TypedDict, Generic[Place, Facing]):
    """The fields of a `PlacedPiece`."""

    name: str
    kind: str
    mark: str
    owner: int | None
    at: Place
    role: str
    facing: Facing | None
    arrow: str
    others: str
    state: PieceState | None


class ReportParts(TypedDict):
    """The fields of a `ReportedPlace`, but for where it is and leads."""

    number: str
    to: str
    mark: str
    said: str
    is_old: bool


def plan_parts(sight: MapViewer, board: BoardDeclaration) -> PlanParts:
    """Return what a plan says of its board."""
    grounds = () if board.ground is None else board.ground.values
    return {
        "viewer": sight.viewer,
        "board": spaced(board.name),
        "grounds": tuple(map(clean, grounds)),
        "looks": looks_of(len(grounds), board.looks),
        "owners": sight.owners,
    }


def positions(
    naming: Naming, places: Places[Place], faced: Faced[Facing]
) -> Iterator[tuple[ViewedEntity, PieceParts[Place, Facing]]]:
    """Yield things where they are themselves (`role` ""), and what else of them is
    somewhere; what stands there itself alone faces somewhere and has a state."""
    for thing in naming.things:
        drawn, said = thing.kind.drawn, fields_of(thing)
        for role, value, of in values_of(thing, (*drawn.at, *drawn.also)):
            own = role in drawn.at
            for at in places(value, of):
                yield (
                    thing,
                    {
                        "name": naming.name(thing),
                        "kind": spaced(thing.kind.name),
                        "mark": naming.mark(thing, role),
                        "owner": naming.owner(thing),
                        "at": at,
                        "role": "" if own else spaced(role),
                        "facing": faced(*said.get(drawn.facing, NOTHING))
                        if own
                        else None,
                        "arrow": spaced(drawn.facing),
                        "others": naming.others(thing),
                        "state": naming.state(thing) if own else None,
                    },
                )


def reaches(
    naming: Naming,
    places: Places[Place],
    measured: Callable[[Value], Distance | None],
) -> Iterator[Reach[Place, Distance]]:
    """Yield how far things reach from each of their places, of which the viewer knows
    all that it hangs on; `measured` returns a distance, None where it is none."""
    for thing in naming.things:
        drawn = thing.kind.drawn
        given = values_of(thing, drawn.ranges_from)
        spots = [at for _, value, of in given for at in places(value, of)]
        name, owner = naming.name(thing), naming.owner(thing)
        for each in drawn.ranges if spots else ():
            far = measured(naming.known.worked_out(each, thing))
            if far is not None:
                for at in spots:
                    yield Reach(name, spaced(each.name), at, far, owner)


def values_of(
    thing: ViewedEntity, roles: Sequence[str]
) -> Iterator[tuple[str, Value, Type]]:
    """Yield what the viewer knows of some fields of a thing, None of the others."""
    said = fields_of(thing)
    for role in roles:
        yield (role, *said.get(role, NOTHING))


def aged(told: Sequence[ReportedClaim]) -> Iterator[tuple[ReportedClaim, bool]]:
    """Yield each claim, and whether a later one is about the same."""
    subjects = [(each.to, each.claim.kind.name, each.claim.about) for each in told]
    last = {subject: at for at, subject in enumerate(subjects)}
    for at, each in enumerate(told):
        yield each, last[subjects[at]] > at


def report_parts(told: ReportedClaim, *, is_old: bool) -> ReportParts:
    """Return what a map says of a claim."""
    return {
        "number": told.number,
        "to": told.to,
        "mark": told.mark,
        "said": claim_text(told.claim, told.names),
        "is_old": is_old,
    }

"""What moved since the map before, found in two plans of one viewer.

Only what both plans show is compared, so an arrow says no more than the two maps side
by side. A thing is the same in both if it has the same kind and the same name for the
viewer, and if no other thing there has them; the label of one that is masked changes
when the rules deal it anew, and then nothing joins its two places. A thing that is in
one of the plans only, or in several places of a board at once, has no arrow.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from interpreter.boards.protocol import Misfit
from interpreter.maps.plan import AnyPiece, AnyPlan, Move
from interpreter.maps.plane.plan import Plan

Key: TypeAlias = tuple[str, str, str]
"""A thing on the maps of one viewer: the board, its kind and its name."""
NotedPlaces: TypeAlias = Mapping[Key, str]
"""Where things stand, as it is printed."""


def labels_of(plans: Iterable[Plan]) -> NotedPlaces:
    """Return where each thing stands on some plans of one viewer, as it is printed."""
    return {
        (plan.board, *key): plan.label(piece.at)
        for plan in plans
        for key, piece in _alone(plan).items()
    }


def with_moves(plans: Iterable[Plan], before: Iterable[Plan]) -> list[Plan]:
    """Return plans with what moved since those before; a plan of another viewer or of
    another board says nothing of it."""
    former = {(plan.viewer, plan.board): _alone(plan) for plan in before}
    return [
        _moved(
            plan,
            {
                key: piece.at
                for key, piece in former.get((plan.viewer, plan.board), {}).items()
            },
        )
        for plan in plans
    ]


def with_moves_from(plans: Iterable[Plan], before: NotedPlaces) -> list[Plan]:
    """Return plans with what moved since it stood at some places; a label that
    cannot be read as a place is as if nothing were known of it."""
    return [_moved(plan, _read(plan, before)) for plan in plans]


def _read(plan: AnyPlan, before: NotedPlaces) -> dict[tuple[str, str], Any]:
    found = {
        (kind, name): plan.chart.place_of(label)
        for (board, kind, name), label in before.items()
        if board == plan.board
    }
    return {key: at for key, at in found.items() if not isinstance(at, Misfit)}


def _moved(plan: Plan, starts: Mapping[tuple[str, str], Any]) -> Plan:
    moves = tuple(
        Move(piece.name, piece.mark, starts[key], piece.at)
        for key, piece in _alone(plan).items()
        if key in starts and starts[key] != piece.at
    )
    return replace(plan, moves=moves)


def _alone(plan: AnyPlan) -> Mapping[tuple[str, str], AnyPiece]:
    """Return the things that stand in one place and have a name of their own, by kind
    and name."""
    found: dict[tuple[str, str], list[AnyPiece]] = {}
    for piece in plan.pieces:
        if not piece.role:
            found.setdefault((piece.kind, piece.name), []).append(piece)
    return {key: held[0] for key, held in found.items() if len(held) == 1}

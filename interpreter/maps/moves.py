"""What moved since the map before: found in two plans of one viewer, and drawn as
arrows.

Only what both plans show is compared, so an arrow says no more than the two maps side
by side. A thing is the same in both if it has the same kind and the same name for the
viewer, and if no other thing there has them; the label of one that is masked changes
when the rules deal it anew, and then nothing joins its two places. A thing that is in
one of the plans only, or in several places of a board at once, has no arrow.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Any, TypeAlias

from msgspec.structs import replace

from interpreter.boards.protocol import Misfit
from interpreter.maps import words
from interpreter.maps.legend import LegendEntry
from interpreter.maps.line_styles import MOVED
from interpreter.maps.plan import AnyPiece, AnyPlan, Move
from interpreter.maps.plane.plan import Plan
from interpreter.maps.svg import Point, element, path, titled

_HEAD, _HALF = 6.0, 2.8  # of an arrow: how long its head is, and half as wide


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


def move_arrows(
    plan: AnyPlan, spots: Sequence[tuple[Point, Point, float]]
) -> Iterator[str]:
    """Yield an arrow for each move of a plan; `spots` are its ends on paper, and how
    far it stops before the second, where the thing stands."""
    for text, (start, goal, clear) in zip(words.moved(plan), spots, strict=True):
        yield titled(f"moved: {text}", _arrow(start, goal, clear))


def _arrow(start: Point, goal: Point, clear: float) -> str:
    """Return a line with a dot where it begins and a head where it ends; a move that is
    shorter than what stands at its end has only the dot."""
    far = hypot(goal[0] - start[0], goal[1] - start[1])
    colour = MOVED["stroke"]
    drawn = element("circle", cx=start[0], cy=start[1], r=1.8, fill=colour)
    if far <= clear:
        return drawn
    right, down = (goal[0] - start[0]) / far, (goal[1] - start[1]) / far
    tip = (goal[0] - right * clear, goal[1] - down * clear)
    long = min(_HEAD, far - clear)
    back = (tip[0] - right * long, tip[1] - down * long)
    sides = [
        (back[0] + side * _HALF * down, back[1] - side * _HALF * right)
        for side in (1, -1)
    ]
    white = {"stroke": "#ffffff", "stroke_width": "3.4", "stroke_opacity": "0.8"}
    return (
        path([[start, back]], **white)
        + path([[start, back]], **MOVED)
        + drawn
        + path([[sides[0], tip, sides[1], sides[0]]], fill=colour)
    )


def move_entries(plan: AnyPlan) -> Iterator[LegendEntry]:
    """Yield what an arrow means, where something moved."""
    if plan.moves:
        yield _arrow((-13.0, 0.0), (13.0, 0.0), 0.0), words.MOVED.lower()

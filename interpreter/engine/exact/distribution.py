"""Exact odds: the law of a procedure's result, every way counted.

The parts: `exact_engine` (what it needs of a program), `exact_sweep` (joining states),
`exact_query` (calls, limits), `exact_circles` and `exact_elimination` (loops without a
counter), `exact_worlds`, `exact_chances`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from interpreter.engine.exact.model import ExactModel, World
from interpreter.engine.exact.query import Query
from interpreter.engine.policies import Answers

MOST_STATES = 1_000_000

Observed: TypeAlias = Callable[[World], Hashable]
"""What is read of the world at the end."""


@dataclass(frozen=True, slots=True)
class ExactResult:
    """Outcomes (result, observed values) by weight over a denominator.

    The denominator is not reduced: 2d6 gives 36ths; where a circle was solved it is the
    least one. `left_over` is the share that was still on its way, no part of any
    outcome: the weights are never scaled up to hide it.
    """

    outcomes: Mapping[tuple[Any, tuple[Hashable, ...]], int]
    denominator: int
    left_over: Fraction
    method: str


def law(
    engine: ExactModel,
    procedure: str,
    arguments: tuple[Any, ...],
    world: World,
    *,
    observe: Sequence[Observed] = (),
    answers: Answers | None = None,
    max_states: int = MOST_STATES,
    left_over: Fraction | None = None,
) -> ExactResult:
    """Return the exact law of a procedure.

    `left_over`: go round loops until at most this share is on its way, instead of
    solving them. An open choice is OpenStop; too many states, or recursion that waits
    for itself, are LimitExceeded.
    """
    query = Query(engine, answers or Answers(), max_states, left_over)
    found = query.kernel(procedure, arguments, query.worlds.number(world))
    known, ended = query.worlds.known, 0
    outcomes: dict[tuple[Any, tuple[Hashable, ...]], int] = {}
    for (result, number), weight in found.items:
        key = (result, tuple([read(known[number]) for read in observe]))
        outcomes[key] = outcomes.get(key, 0) + weight
        ended += weight
    left = Fraction(found.total - ended, found.total)
    method = " and ".join(sorted(query.methods)) or "joined states"
    return ExactResult(outcomes, found.total, left, method)


def column(kind: int, slot: int) -> Observed:
    """Return what reads a field of all entities of a kind; a removed one is None."""
    return lambda world: tuple(
        [None if row is None else row[slot] for row in world[kind]]
    )


def field(kind: int, entity: int, slot: int) -> Observed:
    """Return what reads a field of one entity."""
    return lambda world: world[kind][entity][slot]

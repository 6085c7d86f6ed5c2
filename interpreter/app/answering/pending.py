"""What a stop asks, as the chain of answer sources reads it.

The chain is `engine.policies.Answers`: an answer given beforehand, the only option, a
rule of the policy, the default of the step, the default of the policy. Where none of
them answers, a person is asked. `run`, cases and games use the same chain; they differ
in what is answered at once: `run` the whole stop, a game one seat.
"""

from collections.abc import Callable
from typing import Any

from interpreter.engine.policies import PendingChoice, PolicyQuestion
from interpreter.engine.stops import ChoiceStop, GameState
from interpreter.values.types import Value

PackFunction = Callable[[str, GameState, tuple[Any, ...]], Any]
"""Calls a rule of a pack's policy: its name, the state, the arguments."""
SeatNames = Callable[[int | None], str]
"""Returns the name of who chooses; the judge for None."""


def pending_choice(
    stop: ChoiceStop,
    by: int | None,
    offered: tuple[Any, ...] | None,
    seat_name: SeatNames,
    call_rule: PackFunction,
    with_default: bool = True,
) -> PendingChoice:
    """Return one choice of a stop: `by` chooses from `offered` (None: any value of the
    type). The default of the step answers only `with_default`."""
    made = stop.instruction

    def rule(name: str, arguments: tuple[Any, ...]) -> Any:
        return call_rule(name, stop.world, arguments)

    return PendingChoice(
        made.site.path,
        made.label,
        seat_name(by),
        offered,
        stop.how_many,
        has_default=with_default and stop.default is not None,
        default=stop.default,
        legal=None if made.each is not None else stop.legal,
        by=by,
        rule=rule,
    )


def whole_question(
    stop: ChoiceStop,
    seat_name: SeatNames,
    call_rule: PackFunction,
    with_default: bool = True,
) -> PolicyQuestion:
    """Return all that a stop asks; of several choices the answer is a map from the
    elements, and legal as a whole."""

    def pending(by: int | None, offered: tuple[Value, ...] | None) -> PendingChoice:
        return pending_choice(stop, by, offered, seat_name, call_rule, with_default)

    if stop.instruction.each is None or stop.offered is None:
        return PolicyQuestion((pending(stop.by, stop.offered),))
    choices = tuple(pending(by, options) for _, by, options in stop.offered)
    elements = tuple(element for element, _, _ in stop.offered)
    return PolicyQuestion(choices, elements, stop.legal if stop.check else None)

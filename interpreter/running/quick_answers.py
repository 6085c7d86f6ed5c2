"""What a policy answers where one seat chooses one thing, without a record of it all.

Most choices of a simulated game are such. They are answered as `policies` answers them,
which has the rest: several seats or things, open types, fixed answers, and whatever is
not taken.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from interpreter.program.instructions import Choice
from interpreter.running.policies import Answers, PackRule

UNANSWERED = object()
"""What is given where `policies` is to be asked."""

Quick: TypeAlias = Callable[[Any, int, tuple[Any, ...], Any, Any], Any]
"""From the world, the entity of the seat, what is offered, the default of the step and
the condition of an answer (None: none) to the answer, or UNANSWERED."""

Call: TypeAlias = Callable[[str], Callable[..., Any]]
"""From the name of a rule to the function that it is."""


def quick(answers: Answers, one: Choice, call: Call) -> Quick | None:
    """Return what answers a choice; None where `policies` is always to be asked."""
    names = (one.site.path, one.label)
    policy = answers.policy
    if one.each or one.how_many or one.open_type or {*names} & answers.fixed.keys():
        return None
    rules = [policy.rules[name] for name in names if name in policy.rules]
    if not rules:
        at = {"first": 0, "last": -1}.get(policy.default or "")
        return None if at is None else _by_place(at)
    rule = rules[0]
    return _by_rule(rule, call(rule.name)) if isinstance(rule, PackRule) else None


def _by_place(at: int) -> Quick:
    """Answer with the default of the step, else the first or the last offered."""

    def answer(_: Any, __: int, offered: Any, default: Any, legal: Any) -> Any:
        if len(offered) == 1:
            return offered[0]
        if default is not None:
            return default
        return offered[at] if offered and legal is None else UNANSWERED

    return answer


def _by_rule(rule: PackRule, call: Callable[..., Any]) -> Quick:
    """Answer with what a rule of the pack says."""
    seat = rule.seat

    def answer(world: Any, by: int, offered: Any, _: Any, legal: Any) -> Any:
        if len(offered) == 1:
            return offered[0]
        given = rule.given
        if seat is not None:
            if by < 0:
                return UNANSWERED
            given = (*given[:seat], by, *given[seat + 1 :])
        some = offered
        if None in offered:
            some = tuple([each for each in offered if each is not None])
        said = call(world, some, *given)
        fits = said in offered and (legal is None or legal(said))
        return said if fits else UNANSWERED

    return answer

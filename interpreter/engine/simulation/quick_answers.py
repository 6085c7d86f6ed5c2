"""Answers to the choices of direct functions without a `PolicyQuestion`.

Most simulated choices are of one seat and one option. They are answered here, with the
result that `policies` gives; all others, and answers that do not fit, go through it.
"""

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, TypeAlias

from msgspec import Struct

from interpreter.engine.policies import Answers, PackRule, Policy
from interpreter.ir.instructions import Choice
from interpreter.values.types import JUDGE, GameState, Value

UNANSWERED = object()
"""What is given where `policies` is to be asked."""

Legal: TypeAlias = Callable[[Value], bool] | None
"""Tells whether an answer meets the condition of its step; None: there is none."""

Quick: TypeAlias = Callable[[GameState, int, tuple[Value, ...], Value, Legal], Value]
"""From the state, the entity of the seat, what is offered, the default of the step and
the condition of an answer (None: none) to the answer, or UNANSWERED."""

Call: TypeAlias = Callable[[str], Callable[..., Value]]
"""From the name of a rule to the function that it is."""


def quick(answers: Answers, one: Choice, call: Call) -> Quick | None:
    """Return what answers a choice; None where `policies` is always to be asked."""
    names = (one.site.path, one.label)
    if one.each or one.how_many or one.open_type or {*names} & answers.fixed.keys():
        return None
    policy = answers.policy
    for_others = _quick_of(policy, names, call)
    by_seat = {
        seat: _quick_of(own_policy, names, call)
        for seat, own_policy in policy.seats.items()
    }
    return _dispatched(by_seat, for_others)


def _quick_of(policy: Policy, names: tuple[str, str], call: Call) -> Quick | None:
    rules = [policy.rules[name] for name in names if name in policy.rules]
    if not rules:
        at = {"first": 0, "last": -1}.get(policy.default or "")
        return None if at is None else _by_place(at)
    rule = rules[0]
    return _by_rule(rule, call(rule.name)) if isinstance(rule, PackRule) else None


def _dispatched(
    by_seat: Mapping[int, Callable[..., Value] | None],
    for_others: Callable[..., Value] | None,
) -> Callable[..., Value] | None:
    """Answer each seat as its own policy does, and all others as one; None where
    nothing of this answers anybody."""
    if not by_seat or not any((*by_seat.values(), for_others)):
        return for_others

    def answer(state: GameState, by: int | None, *offers: Any) -> Value:
        seat = JUDGE if by is None or by < 0 else by
        seat_answer = by_seat.get(seat, for_others)
        return UNANSWERED if seat_answer is None else seat_answer(state, by, *offers)

    return answer


def _by_place(at: int) -> Quick:
    """Answer with the default of the step, else the first or the last offered."""

    def answer(
        _: GameState, __: int, offered: tuple[Value, ...], default: Value, legal: Legal
    ) -> Value:
        if len(offered) == 1:
            return offered[0]
        if default is not None:
            return default
        return offered[at] if offered and legal is None else UNANSWERED

    return answer


def _by_rule(rule: PackRule, call: Callable[..., Value]) -> Quick:
    """Answer with what a rule of the pack says."""

    def answer(
        state: GameState, by: int, offered: tuple[Value, ...], _: Value, legal: Legal
    ) -> Value:
        if len(offered) == 1:
            return offered[0]
        given = rule.given_to(by)
        if given is None:
            return UNANSWERED
        some = offered
        if None in offered:
            some = tuple([each for each in offered if each is not None])
        answered = call(state, some, *given)
        fits = answered in offered and (legal is None or legal(answered))
        return answered if fits else UNANSWERED

    return answer


# Offers that are worked out as far as an answer needs them.


class PartialOffers(Struct, frozen=True):
    """What is offered: the candidates that pass a test, and more after them; `default`
    of the step, and the condition of an answer (None: none)."""

    candidates: tuple[Any, ...]
    test: Callable[[Value], bool]
    more: tuple[Value, ...]
    default: Value
    legal: Legal


Lazy: TypeAlias = Callable[[GameState, int, PartialOffers], Value]
"""From the state and the entity of the seat to the answer, or UNANSWERED."""


class Order(Struct, frozen=True):
    """How a rule takes the first that is offered: `rank` gives from the state, an
    element and what the policy takes the keys of the element (None: it is not taken),
    `bounds` what the first key of each element cannot be below, by its rank; for those
    that are `fixed` it is their only key."""

    rank: Callable[..., tuple[Any, ...] | None]
    bounds: tuple[Any, ...] | None
    fixed: frozenset[Any] = frozenset()


def lazily(
    answers: Answers,
    one: Choice,
    call: Call,
    order_of: Callable[[str], Order | None],
) -> Lazy | None:
    """Return what answers a choice without knowing all that is offered; None where the
    policy needs to. The answer is that of `quick` for all that pass the test.

    `order_of` gives for the name of a rule what orders its offers, or None.
    """
    if quick(answers, one, call) is None:
        return None
    names = (one.site.path, one.label)
    policy = answers.policy
    for_others = _lazy_of(policy, names, call, order_of)
    by_seat = {
        seat: _lazy_of(own_policy, names, call, order_of)
        for seat, own_policy in policy.seats.items()
    }
    return _dispatched(by_seat, for_others)


def _lazy_of(
    policy: Policy,
    names: tuple[str, str],
    call: Call,
    order_of: Callable[[str], Order | None],
) -> Lazy | None:
    if _quick_of(policy, names, call) is None:
        return None
    rules = [policy.rules[name] for name in names if name in policy.rules]
    if not rules:
        return _first_offered if policy.default == "first" else _last_offered
    rule = rules[0]
    assert isinstance(rule, PackRule)
    order = order_of(rule.name)
    return None if order is None else _by_rank(rule, order)


def _first_offered(_: GameState, __: int, given: PartialOffers) -> Value:
    if given.default is not None or given.legal is not None:
        return UNANSWERED
    return next(filter(given.test, given.candidates), UNANSWERED)


def _last_offered(_: GameState, __: int, given: PartialOffers) -> Value:
    if given.default is not None or given.legal is not None:
        return UNANSWERED
    if given.more:
        return given.more[-1]
    return next(filter(given.test, reversed(given.candidates)), UNANSWERED)


Waiting: TypeAlias = tuple[tuple[Any, ...], int, bool]


def _by_rank(rule: PackRule, order: Order) -> Lazy:
    """Answer with the first that a rule of the pack would take and that is offered.

    Best-first: of elements whose keys are not known yet, only those are worked out that
    may come before the best one known; that one is then tried.
    """
    rank, bounds, fixed = order.rank, order.bounds, order.fixed
    # the candidates of the last choice, and all of them as they wait to be ranked: the
    # keys, the place among the candidates, and whether all keys are known
    last: tuple[tuple[Any, ...], Sequence[Waiting]] = ((), ())

    def waiting(candidates: tuple[Any, ...]) -> list[Waiting]:
        nonlocal last
        if last[0] is not candidates:
            last = (
                candidates,
                sorted(
                    (() if bounds is None else (bounds[each],), place, each in fixed)
                    for place, each in enumerate(candidates)
                    if each is not None
                ),
            )
        return [*last[1]]

    def answer(state: GameState, by: int, offers: PartialOffers) -> Value:
        given = rule.given_to(by)
        if given is None:
            return UNANSWERED
        some = offers.candidates
        heap = waiting(some)
        while heap:
            _, place, known = heappop(heap)
            each = some[place]
            if not known:
                ranked = rank(state, each, *given)
                if ranked is not None:
                    heappush(heap, (ranked, place, True))
            elif offers.test(each):
                fits = offers.legal is None or offers.legal(each)
                return each if fits else UNANSWERED
        return UNANSWERED

    return answer

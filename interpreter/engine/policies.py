"""How a choice is answered when nobody sits there.

An answer is looked for in this order: a fixed answer of that name, a policy's rule of
that name, the default of the step (`ask`), the default of the policy. Names are tried
from the narrowest: the path `procedure.step`, then the label of the choice. With none
of these the choice is open, and that is the answer (exit 1), never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import partial
from itertools import chain, combinations, islice, product
from math import prod
from shlex import quote
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from interpreter.diagnostics import LimitExceeded, OpenStop, Unusable
from interpreter.engine.stops import Payload, choice_fault
from interpreter.source import normalised
from interpreter.values.search import first, joint
from interpreter.values.types import JUDGE, Value

MOST_CANDIDATES = 10_000
Default = Literal["first", "last", "random"]


Said: TypeAlias = Callable[[str, tuple[Any, ...]], Any]
"""What a rule of the pack says to arguments."""


class Refused(Unusable):
    """An answer that a choice does not take: not `offered`, or against its condition.

    It has no names of values: who knows them may say more.
    """

    def __init__(
        self, message: str, value: Value = None, offered: bool = False
    ) -> None:
        """Keep the answer; of several at once it is the map."""
        super().__init__(message)
        self.value = value
        self.offered = offered


class PendingChoice(Struct, frozen=True, eq=False):
    """A choice of one seat that waits.

    `path` is procedure.step. `offered` None means anything of the type (a ruling).
    `how_many` (least, most) asks for a tuple of the offered. `default` counts only when
    `has_default`. `legal` tells whether an answer is. `by` is the entity of the seat,
    below 0 or None for the judge; `rule` calls a rule of the pack, by its name, in the
    state of the choice.
    """

    path: str
    label: str
    seat: str
    offered: tuple[Hashable, ...] | None
    how_many: tuple[int, int] | None = None
    has_default: bool = False
    default: Hashable = None
    legal: Callable[[Any], bool] | None = None
    by: int | None = None
    rule: Said | None = None


class PolicyQuestion(Struct, frozen=True, eq=False):
    """What a stop asks: one choice, or several at once, each for an element.

    With `elements` the answer is a map ((element, answer), ...), and `legal` tells
    whether it is one as a whole.
    """

    choices: tuple[PendingChoice, ...]
    elements: tuple[Hashable, ...] | None = None
    legal: Callable[[Any], bool] | None = None


def asked(
    path: str,
    label: str,
    seat: Callable[[int | None], str],
    payload: Payload,
    legal: Callable[[Value], bool] | None,
    rule: Said | None = None,
) -> PolicyQuestion:
    """Make of the payload of a "choose" what it asks; `seat` names who decides.

    A choice that offers nothing is a Fault.
    """
    _, by, offered, how_many, default, *_ = payload
    fault = choice_fault(by, offered, how_many)
    if fault is not None:
        raise fault

    def one(
        who: int | None,
        some: tuple[Hashable, ...] | None,
        fits: Callable[[Value], bool] | None,
    ) -> PendingChoice:
        given = default is not None
        name = seat(who)
        return PendingChoice(
            path, label, name, some, how_many, given, default, fits, who, rule
        )

    if by is not None or offered is None:
        return PolicyQuestion((one(by, offered, legal),))
    choices = tuple([one(who, some, None) for _, who, some in offered])
    return PolicyQuestion(choices, tuple([element for element, _, _ in offered]), legal)


Rule: TypeAlias = Callable[[PendingChoice], Hashable]
"""What a policy says of one choice: one of the offered values, or a tuple of them."""


class PackRule(Struct, frozen=True):
    """A rule of a pack's policy, by name; it can be pickled.

    It is called with what is offered (without "nothing") and the values of what the
    policy takes, in which `seat` is the place of who decides, if it reads that.
    """

    name: str
    given: tuple[Hashable, ...] = ()
    seat: int | None = None

    def given_to(self, by: int | None) -> tuple[Hashable, ...] | None:
        """Return what it is called with after the offers, where the entity of a seat
        decides; None for the judge, who is no seat that it could read."""
        if self.seat is None:
            return self.given
        if by is None or by < 0:
            return None
        return (*self.given[: self.seat], by, *self.given[self.seat + 1 :])

    def __call__(self, choosing: PendingChoice) -> Hashable:
        """Ask the rule; the judge is no seat that it could read."""
        given = self.given_to(choosing.by)
        if given is None:
            message = f"the policy reads the seat that decides at {choosing.path}"
            raise Unusable(f"{message}, and {choosing.seat} is none")
        offered = tuple([each for each in choosing.offered or () if each is not None])
        assert choosing.rule is not None, "the driver knows no rules"
        found: Hashable = choosing.rule(self.name, (offered, *given))
        return found


class Policy(Struct, frozen=True):
    """Rules by path or label, and what is done where no rule is named.

    `known` are the policies that there are, with the paths and labels for which each
    has a rule (None: it answers everything), for who took none that answers.
    `seats` are the policies of those who have another, by the entity of the seat.
    """

    name: str = ""
    rules: Mapping[str, Rule] = field(default_factory=dict)
    default: Default | None = None
    known: Mapping[str, Collection[str] | None] = field(default_factory=dict)
    seats: Mapping[int, Policy] = field(default_factory=dict)

    def of(self, by: int | None) -> Policy:
        """Return who answers for the entity of a seat; below 0 or None: the judge."""
        if not self.seats:
            return self
        return self.seats.get(JUDGE if by is None or by < 0 else by, self)


class Answers(Struct, frozen=True):
    """Fixed answers by path or label (values inside), and a policy."""

    fixed: Mapping[str, Hashable] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)

    def answers_to(self, asked: PolicyQuestion) -> tuple[Hashable, ...]:
        """Return the equally likely answers to a stop: one, except under `random`."""
        if asked.elements is None:
            return self.of(asked.choices[0])
        if not asked.choices:
            return _nobody(asked)
        defaults = {self.policy.of(each.by).default for each in asked.choices}
        if asked.legal is not None and defaults <= {"first", "last"}:
            return self._together(asked, asked.elements, asked.legal)
        candidates = [self.of(each) for each in asked.choices]
        if prod(map(len, candidates)) > MOST_CANDIDATES:
            raise LimitExceeded(f"answers at {asked.choices[0].path}", MOST_CANDIDATES)
        elements = asked.elements
        every = [
            tuple(zip(elements, each, strict=True)) for each in product(*candidates)
        ]
        found = [each for each in every if asked.legal is None or asked.legal(each)]
        if not found:
            path = asked.choices[0].path
            message = f"what is answered at {path} is not allowed"
            raise Refused(message, every[0], offered=True)
        return tuple(found)

    def _together(
        self,
        asked: PolicyQuestion,
        elements: tuple[Hashable, ...],
        legal: Callable[[Value], bool],
    ) -> tuple[Hashable, ...]:
        """Return the first answer that is legal as a whole."""
        one = asked.choices[0]
        ways = [partial(self._ways, each) for each in asked.choices]
        every = (tuple(zip(elements, each, strict=True)) for each in joint(ways))
        found = first(every, legal, f"at {one.path}")
        if not found:
            raise open_stop(one, self.policy)
        return (found[0],)

    def _ways(self, choosing: PendingChoice) -> Iterator[Hashable]:
        """Yield what may be answered to one of several choices, the best first."""
        policy = self.policy.of(choosing.by)
        default = policy.default
        names = {choosing.path, choosing.label}
        ruled = names & (policy.rules.keys() | self.fixed.keys())
        if ruled or choosing.has_default or default is None:
            yield from self.of(choosing)
        else:
            yield from _every(choosing, default)

    def of(self, choosing: PendingChoice) -> tuple[Hashable, ...]:
        """Return the answers to one choice, all as likely.

        None that is given is an OpenStop; one that is not offered, or not legal, is
        Unusable.
        """
        names = (choosing.path, choosing.label)
        for each in names:
            if each in self.fixed:
                return (_fitting(choosing, self.fixed[each], f"the answer '{each}'"),)
        if choosing.offered is not None and is_settled(choosing):
            return (choosing.offered[0],)
        policy = self.policy.of(choosing.by)
        for each in names:
            if each in policy.rules:
                answer = policy.rules[each](choosing)
                return (_fitting(choosing, answer, f"policy '{policy.name}'"),)
        if choosing.has_default:
            return (choosing.default,)
        found = _by_default(choosing, policy.default)
        if not found:
            raise open_stop(choosing, self.policy)
        return found


def _by_default(
    choosing: PendingChoice, default: Default | None
) -> tuple[Hashable, ...]:
    """Return the legal answers of a default; () where it finds none."""
    if default is None:
        return ()
    found = tuple(islice(_candidates(choosing, default), MOST_CANDIDATES + 1))
    if len(found) > MOST_CANDIDATES:
        raise LimitExceeded(f"answers at {choosing.path}", MOST_CANDIDATES)
    return found


def _nobody(asked: PolicyQuestion) -> tuple[Hashable, ...]:
    """Return the answer where several were to choose, and none is there."""
    if asked.legal is not None and not asked.legal(()):
        raise OpenStop("nobody is there to choose, and something must be chosen")
    return ((),)


def is_settled(choosing: PendingChoice) -> bool:
    """Tell whether there is nothing to choose, so that nobody is asked."""
    only = choosing.offered
    return only is not None and len(only) == 1 and choosing.how_many is None


def open_stop(choosing: PendingChoice, policy: Policy) -> OpenStop:
    """Return the error that names the seat and the step of an open choice, and the
    other policies."""
    name = choosing.label or choosing.path
    answer = f"give --answer {quote(f'{normalised(name)}=...')}"
    seat = f"{choosing.seat}=" if policy.seats else ""
    others = [
        quote(f"{seat}{each}")
        for each, rules in policy.known.items()
        if rules is None or choosing.path in rules or choosing.label in rules
    ]
    hint = f"{answer}, or --policy {quote(f'{seat}NAME')} to let a policy answer"
    if others:
        hint = f"{answer}, or let a policy answer: --policy {' or '.join(others)}"
    what = f"{choosing.seat} must choose '{name}' (at {choosing.path})"
    return OpenStop(what, hint)


def _candidates(choosing: PendingChoice, default: Default) -> Iterator[Hashable]:
    """Yield the first or the last legal answer, or all of them."""
    legal = choosing.legal or (lambda answer: True)
    fitting = (each for each in _every(choosing, default) if legal(each))
    return fitting if default == "random" else islice(fitting, 1)


def _every(choosing: PendingChoice, default: Default) -> Iterator[Hashable]:
    """Yield every answer, legal or not, the first (or the last) first.

    Of several to choose, first and last take as few as may be, but one at least.
    """
    offered = choosing.offered or ()
    if default == "last":
        offered = offered[::-1]
    every: Iterator[Any] = iter(offered)
    if choosing.how_many is not None:
        least, most = choosing.how_many
        offered = tuple([each for each in offered if each is not None])
        if default != "random":
            least = max(least, min(most, len(offered), 1))
        sizes = range(least, min(most, len(offered)) + 1)
        every = chain.from_iterable(combinations(offered, size) for size in sizes)
        if default == "last":
            every = (each[::-1] for each in every)
    return every


def _fitting(choosing: PendingChoice, value: Value, who: str) -> Hashable:
    if not _is_offered(choosing, value):
        message = f"{who} gives what is not offered at {choosing.path}"
        raise Refused(message, value, offered=False)
    if choosing.legal is not None and not choosing.legal(value):
        message = f"{who} gives what is not allowed at {choosing.path}"
        raise Refused(message, value, offered=True)
    return value


def _is_offered(choosing: PendingChoice, value: Value) -> bool:
    if choosing.offered is None:
        return True
    left = [(type(each), each) for each in choosing.offered]  # True == 1
    if choosing.how_many is None or (value is None and (type(None), None) in left):
        return (type(value), value) in left
    least, most = choosing.how_many
    if not isinstance(value, tuple) or not least <= len(value) <= most:
        return False
    for each in value:
        if (type(each), each) not in left:
            return False
        left.remove((type(each), each))
    return True

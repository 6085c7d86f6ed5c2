"""What is told instead of the truth: drawn from what a fact may be, or written.

A tell that may lie becomes, in instructions that every driver knows: the truth of each
fact that is shown; then, when something is to be false, a draw of which facts are, and
for each of these a draw among the values that are not true. So false content is chance
like any other: keyed, exact in odds, drawn once and kept in the claim. The truth is
found out before it is known whether it will be told; so a fault tells nothing.

A fact whose `may_be` reads an earlier one follows it: it is false wherever that one is,
among the values that go with what is told of that one. So no report gives itself away
by facts that cannot be true together. Where the truth alone goes with it, that is told
(2026-11-21): a judge may write a place that lies just as far away.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    IfElse,
    Local,
    Template,
    Typed,
    substituted,
)
from interpreter.ir.instructions import (
    HIDDEN,
    Choice,
    Draw,
    Instruction,
    Let,
    Site,
    When,
)
from interpreter.ir.walking import free
from interpreter.lowering.blocks import Lowering, Step
from interpreter.lowering.chance import seat
from interpreter.lowering.shown_facts import ShownFacts, inside
from interpreter.semantics.audience import JUDGE_ALONE
from interpreter.semantics.declarations import ClaimKind, Fact
from interpreter.semantics.expressions.scope import Scope
from interpreter.values.types import JUDGE, Boolean, ListOf, Nothing, Seat, Type, whole


def lied(
    lowering: Lowering,
    step: Step,
    scope: Scope,
    claim: ClaimKind,
    shown: ShownFacts,
    given: Mapping[int, Typed],
    about: Typed,
) -> tuple[tuple[Instruction, ...], dict[int, Typed]]:
    """Return what finds out what is said of each fact, and where it then stands."""
    exact, most = step.clause("lies"), step.clause("lies_at_most")
    if exact is not None and most is not None:
        message = "'lies' says already how many facts are false"
        lowering.say("R101", most.span, message, "'lies' or 'lies_at_most'")
    node = most if exact is None else exact
    number = lowering.read(node, scope, whole(0))
    by = seat(lowering, step, scope, "lies_by")
    if by is None and not any(claim.facts[place].may_be for place in given):
        span = step.verb.span if node is None else node.span
        message = f"nothing says what a false '{claim.title}' may say"
        lowering.say("R102", span, message, "may_be of a fact, or lies_by: judge")
    judge = Constant(JUDGE, Seat(lowering.names.seat_kind))
    lying = _Lying(
        *(lowering, step.site, claim, shown, about),
        *(by or judge, by is not None, exact is None),
    )
    return lying.told(given, number)


@dataclass(frozen=True, slots=True)
class _Lying:
    lowering: Lowering
    site: Site
    claim: ClaimKind
    shown: ShownFacts
    about: Typed
    by: Typed
    written: bool
    at_most: bool

    def told(
        self, given: Mapping[int, Typed], number: Typed
    ) -> tuple[tuple[Instruction, ...], dict[int, Typed]]:
        """Return the instructions and the local of each fact as it is told."""
        made: list[Instruction] = []
        truths: dict[int, Local] = {}
        for place, value in given.items():
            guarded = self._if_shown(place, value, Constant(None, value.type))
            truths[place] = self._let(made, f"truth_{place}", guarded)
        count = self._let(made, "lies", number)
        said = {
            place: Local(self._name(f"said_{place}"), truth.type)
            for place, truth in truths.items()
        }
        true = tuple(self._true(said[place], truths[place]) for place in truths)
        false = self._false(truths, said, count)
        many = Apply(">", (count, Constant(0, whole(0, 0))), Boolean())
        made.append(When(self.site, many, false, true))
        return tuple(made), dict(said)

    def _name(self, name: str) -> str:
        return self.lowering.unique(f"{HIDDEN}{name}")

    def _let(self, made: list[Instruction], name: str, value: Typed) -> Local:
        unique = self._name(name)
        made.append(Let(self.site, unique, value))
        return Local(unique, value.type)

    def _true(self, said: Local, truth: Local) -> Instruction:
        return Let(self.site, said.name, truth)

    def _if_shown(self, place: int, value: Typed, other: Typed) -> Typed:
        if self.shown.always is not None:
            return value
        test = inside(self.claim, place, self.shown.listed)
        return IfElse(test, value, other, value.type)

    def _false(
        self, truths: Mapping[int, Local], said: Mapping[int, Local], count: Local
    ) -> tuple[Instruction, ...]:
        """Choose which facts are false, then what is said of each."""
        made: list[Instruction] = []
        others = {
            place: self._let(made, f"others_{place}", self._others(place, truths))
            for place in truths
            if self.claim.facts[place].may_be is not None
        }
        can = self._let(made, "can", self._liable(others))
        if self.at_most:
            count = self._let(made, "capped", _capped(count, can))
        which = Local(self._name("which"), ListOf(self.claim.fact))
        made += self._which(which, can, count)
        for place, truth in truths.items():
            other = others.get(place)
            if other is None and not self.written:
                made.append(self._true(said[place], truth))
                continue
            test, before = inside(self.claim, place, which), self._before(place, truths)
            if before:
                fitting = self._others(place, {**said, place: truth})
                other = self._let(made, f"fitting_{place}", fitting)
                follows = self._follows(place, before, truths, said)
                could = Apply(
                    "or", (_some(other), self._clashes(place, truth, said)), Boolean()
                )
                if self.at_most:  # a chosen fact too: the truth may be all that goes
                    test = Apply("and", (test, could), Boolean())
                follows = Apply("and", (follows, could), Boolean())
                test = Apply("or", (test, follows), Boolean())
            untrue = self._untrue(self.claim.facts[place], said[place], truth, other)
            true = (self._true(said[place], truth),)
            made.append(When(self.site, test, untrue, true))
        return tuple(made)

    def _before(self, place: int, truths: Mapping[int, Local]) -> tuple[int, ...]:
        """Return the earlier facts that a fact follows."""
        may_be = self.claim.facts[place].may_be
        read = frozenset[str]() if may_be is None else free(may_be)
        return tuple(
            e for e in truths if e < place and self.claim.facts[e].name in read
        )

    def _follows(
        self,
        place: int,
        before: tuple[int, ...],
        truths: Mapping[int, Local],
        said: Mapping[int, Local],
    ) -> Typed:
        """Return whether a fact is shown, and one that it follows false."""
        follows: Typed = Constant(False, Boolean())
        for each in before:
            differs = Apply("is_not", (said[each], truths[each]), Boolean())
            follows = Apply("or", (follows, differs), Boolean())
        return self._if_shown(place, follows, Constant(False, Boolean()))

    def _clashes(self, place: int, truth: Local, said: Mapping[int, Local]) -> Typed:
        """Return whether the truth does not go with what is told of those before."""
        every = self._every(place, {**said, place: truth})
        return Apply("not_in", (truth, every), Boolean())

    def _every(self, place: int, told: Mapping[int, Local]) -> Typed:
        """Return all that a fact may be, its truth in `told`, beside what is told of
        those before it."""
        fact, truth = self.claim.facts[place], told[place]
        assert fact.may_be is not None
        every = substituted(fact.may_be, "truth", truth)
        every = substituted(every, "about", self.about)
        for number, earlier in enumerate(self.claim.facts[:place]):
            value: Typed = told.get(number, Constant(None, Nothing()))
            every = substituted(every, earlier.name, value)
        return every

    def _others(self, place: int, told: Mapping[int, Local]) -> Typed:
        """Return the same but the truth."""
        fact, truth = self.claim.facts[place], told[place]
        every = self._every(place, told)
        each = Local(self._name("other"), fact.type)
        differs = Apply("is_not", (each, truth), Boolean())
        kind = ListOf(fact.type)
        found = Collect("list", each, each.name, every, differs, (), kind, every.span)
        return self._if_shown(place, found, Constant((), kind))

    def _liable(self, others: Mapping[int, Local]) -> Typed:
        """Return the facts of which something untrue could be said by chance."""
        kind = ListOf(self.claim.fact)
        none = Constant((), kind)
        parts = tuple(
            IfElse(_some(other), Constant((place,), kind), none, kind)
            for place, other in others.items()
        )
        return Apply("joined", (Apply("list", parts, ListOf(kind)),), kind)

    def _which(self, which: Local, can: Local, count: Local) -> list[Instruction]:
        site, by = self._at("lies"), self.by
        if not self.written:
            enough = Apply("enough", (can, count), can.type)
            return [Draw(site, which.name, "lies", enough, None, count, None, by, None)]
        given = (site, which.name, "lies", can, None, count, None)
        draw = Draw(*given, by, None, written=True)
        listed = self.shown.listed
        most = Apply("count", (listed,), whole(0))
        enough = Apply("enough", (listed, count), can.type)
        ask = Choice(
            site, which.name, "lies", which.type, by, enough, how_many=(count, most)
        )
        fits = Apply("<=", (count, Apply("count", (can,), whole(0))), Boolean())
        return [When(self.site, fits, (draw,), (ask,))]

    def _untrue(
        self, fact: Fact, said: Local, truth: Local, other: Local | None
    ) -> tuple[Instruction, ...]:
        """Draw something else, or have it written where a judge is there to do it."""
        label, by = f"false {fact.title}", self.by
        site = self._at(f"false_{fact.name}")
        purpose = Template(("what is told instead of ", truth))
        name = self._name("false") if self.written else said.name
        made: list[Instruction] = []
        if other is not None:
            given = (site, name, label, other, None, None, None)
            made.append(Draw(*given, by, purpose, self.written))
        if not self.written:
            return tuple(made)
        kind: Type = fact.type
        differs = Apply("is_not", (Local(name, kind), truth), Boolean())
        ask = Choice(
            replace(site, say=purpose),
            name,
            label,
            kind,
            by,
            None,
            such_that=differs,
            open_type=kind,
        )
        if other is not None:
            made = [When(self.site, _some(other), tuple(made), (ask,))]
        else:
            made = [ask]
        checked = Apply("untrue", (Local(name, kind), truth), kind)
        return (*made, Let(self.site, said.name, checked))

    def _at(self, name: str) -> Site:
        path = f"{self.site.path}.{name}"
        # Who sees the step that tells must not see that it lies.
        return replace(self.site, path=path, seen_by=JUDGE_ALONE)


def _capped(count: Local, can: Local) -> Typed:
    """Return a number of facts, at most as many as can be false and at least one."""
    possible = Apply("count", (can,), whole(0))
    enough = Apply("<=", (count, possible), Boolean())
    fewer = IfElse(_some(can), possible, Constant(1, whole(1, 1)), whole(0))
    return IfElse(enough, count, fewer, whole(0))


def _some(listed: Local) -> Typed:
    return Apply(
        ">", (Apply("count", (listed,), whole(0)), Constant(0, whole(0, 0))), Boolean()
    )

"""Analyses of single procedures, remembered by all that they read.

The analysis of a procedure is a function of its variant (its steps, what labels depend
on of the rules that they use, the parameters of its callees, the calls that are
recursive), of the facts about its loops, of the summaries of its callees and, where
leaks are looked for, of its context and those of its callees. That is the key. What
else is read is looked up while the analysis runs, and noted with its result, which
holds for another program if the same would be found there: who may know the fields and
events that the steps read; what rules read that are used in a term, which may come from
another procedure; and whether a call writes what a term reads, of which the answers
are the same if the callee writes the same of all fields that were asked for.

Under other options most of this is the same, also where a whole program is analysed
anew: what was analysed before is looked up, and only what an option changes, and what
that narrows, is analysed. An analysis that finds a leak is never remembered: a leak is
told with places, which are no part of the equality of expressions.

All is compared by equality. Procedures and rules are numbered by their distinct
versions, since comparing them takes long. What labels depend on of a rule (`UseFacts`)
is worked out only where a rule that it uses is not of its first version; so a program
that differs in few rules is told apart by those of them of which other things follow.
"""

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import Effects, Fields, KnownFacts, RuleName
from interpreter.ir.effects import declarations_of as declared_rules
from interpreter.ir.instructions import Procedure, Program
from interpreter.ir.walking import expressions, in_template, instructions, nodes
from interpreter.secrecy.flow import (
    EntryState,
    GuardState,
    LoopState,
    ProcedureFlow,
)
from interpreter.secrecy.labels import UseFacts, ValueLabels
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import Declarations

RuleNames = frozenset[RuleName]
RULES = ("formulas", "tables", "modifiers")

Variant = tuple[str, int]
"""The name of a procedure, and the number of all that its analysis reads but results of
analyses and what is looked up while it runs."""

CalleeSummary = tuple[str, Audience | None, GuardState | None, Audience | None]
"""A procedure, the label of its result, what it requires and whom it asks."""


class SummaryFlow(Struct, frozen=True):
    """What analysing a procedure without a context comes to."""

    result: Audience
    required: GuardState | None
    asked: Audience
    loops: LoopState
    changed: bool


class ContextFlow(Struct, frozen=True):
    """What analysing a procedure in its context comes to, if it shows nobody too much;
    `entries` are the contexts of callees that it narrows, in order."""

    loops: LoopState
    changed: bool
    entries: tuple[tuple[str, EntryState], ...]


_Flow = TypeVar("_Flow", SummaryFlow, ContextFlow)
_Version = TypeVar("_Version")


class _Noted(Struct, frozen=True):
    """A flow, and what was looked up for it: what rules read that are used in terms,
    who may know what the procedure itself reads, and which of the fields that terms
    read (`tested`) each callee writes."""

    reads: tuple[tuple[RuleName, Fields | None], ...]
    audiences: tuple[tuple[tuple[str, str], Audience], ...]
    tested: Fields
    writes: tuple[tuple[str, Fields], ...]
    flow: SummaryFlow | ContextFlow

    def holds(self, effects: Effects, labels: ValueLabels) -> bool:
        """Return whether the same would be found in another program."""
        reads, audiences = effects.declared_reads, labels.audiences
        return (
            all(audiences.get(field) == who for field, who in self.audiences)
            and all(effects.writes[n] & self.tested == w for n, w in self.writes)
            and all(reads.get(rule) == fields for rule, fields in self.reads)
        )


class Flows(dict[Hashable, list[_Noted]], Generic[_Flow]):
    """Flows by what they read, and by what they looked up."""

    def find(
        self, key: Hashable, effects: Effects, labels: ValueLabels
    ) -> _Flow | None:
        """Return a flow that was noted and still holds."""
        for noted in self.get(key, ()):
            if noted.holds(effects, labels):
                return cast(_Flow, noted.flow)
        return None

    def note(self, key: Hashable, flow: _Flow, by: ProcedureFlow) -> None:
        """Note a flow, which has just been found."""
        effects, labels = by.effects, by.labels
        looked_up = by.looked_up
        reads = tuple((rule, effects.declared_reads.get(rule)) for rule in looked_up)
        audiences = tuple(
            (field, labels.audiences[field]) for field in labels.looked_up
        )
        tested = frozenset(by.tested)
        writes = tuple(
            (callee, effects.writes[callee] & tested)
            for callee in sorted(effects.calls[by.procedure])
        )
        noted = _Noted(reads, audiences, tested, writes, flow)
        self.setdefault(key, []).append(noted)


class KnownFlows:
    """The analyses of procedures so far."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self.summaries = Flows[SummaryFlow]()
        self.contexts = Flows[ContextFlow]()
        self.facts = KnownFacts()
        self._procedures: dict[str, list[Procedure]] = {}
        self._used: dict[tuple[str, int], RuleNames] = {}
        self._rules: dict[RuleName, list[object]] = {}
        self._use_facts: dict[RuleName, list[UseFacts]] = {}
        self._first: ValueLabels | None = None
        self._variants: dict[Hashable, int] = {}

    def variants(
        self, program: Program, effects: Effects, labels: ValueLabels
    ) -> "Variants":
        """Return the variants of the procedures of a program with these labels."""
        self._first = self._first or labels
        return Variants(self, program, effects, labels)

    def differing(self, declared: Declarations, labels: ValueLabels) -> RuleNames:
        """Return the rules that are not as they were first, or read what others may
        know than in the first program."""
        assert self._first is not None
        before, now = self._first.audiences, labels.audiences
        other = {
            field for field in {*before, *now} if before.get(field) != now.get(field)
        }
        return frozenset(
            name
            for name, rule in declared_rules(declared)
            if _number(self._rules.setdefault(name, []), rule)
            or (other and not self.facts.of_rule(name, rule).reads.isdisjoint(other))
        )

    def use_facts(self, rule: RuleName, labels: ValueLabels) -> int:
        """Return the number of what labels depend on of a rule that uses others than
        the first; 0 if that is what it was with the first of the first program."""
        assert self._first is not None
        facts = labels.use_facts(rule)
        if self._first.has(rule) and facts == self._first.use_facts(rule):
            return 0
        return 1 + _number(self._use_facts.setdefault(rule, []), facts)

    def version(self, name: str, procedure: Procedure) -> int:
        """Return the number of a version of a procedure."""
        return _number(self._procedures.setdefault(name, []), procedure)

    def used(self, name: str, version: int) -> RuleNames:
        """Return the rules that a version of a procedure itself uses."""
        key = name, version
        if key not in self._used:
            self._used[key] = used_rules(self._procedures[name][version])
        return self._used[key]

    def number(self, variant: Hashable) -> int:
        """Return the number of what is equal to this."""
        return self._variants.setdefault(variant, len(self._variants))


class Variants:
    """The variants of the procedures of one program, each worked out when asked for."""

    def __init__(
        self,
        known: KnownFlows,
        program: Program,
        effects: Effects,
        labels: ValueLabels,
    ) -> None:
        """Find out which rules differ."""
        self._known, self._program, self._effects = known, program, effects
        self._labels = labels
        differing = known.differing(program.declared, labels)
        self._dependents = dependents(program.declared, differing, known.facts)
        self._rules: dict[RuleName, int] = {}
        self._callees: dict[str, tuple[str, ...]] = {}
        self._found: dict[str, Variant] = {}

    def callees(self, name: str) -> tuple[str, ...]:
        """Return the procedures that one calls, in order."""
        if name not in self._callees:
            self._callees[name] = tuple(sorted(self._effects.calls[name]))
        return self._callees[name]

    def of(self, name: str) -> Variant:
        """Return the variant of a procedure."""
        if name not in self._found:
            known, procedures = self._known, self._program.procedures
            version = known.version(name, procedures[name])
            rules = {
                (rule, number)
                for rule in known.used(name, version) & self._dependents
                if (number := self._rule(rule))
            }
            callees = tuple(
                (callee, known.number(("takes", procedures[callee].takes)))
                for callee in self.callees(name)
            )
            cycles = self._effects.cycles[name]
            seats = self._program.declared.seat_kind
            variant = (name, version, frozenset(rules), callees, cycles, seats)
            number = known.number(variant)
            self._found[name] = name, number
        return self._found[name]

    def _rule(self, name: RuleName) -> int:
        if name not in self._rules:
            self._rules[name] = self._known.use_facts(name, self._labels)
        return self._rules[name]


def _number(known: list[_Version], version: _Version) -> int:
    """Return the place of a version in a list, which it joins if it is new."""
    for number, each in enumerate(known):
        if each is version:
            return number
    for number, each in enumerate(known):
        if each == version:
            return number
    known.append(version)
    return len(known) - 1


def without_rules(declared: Declarations) -> Declarations:
    """Return the declarations without rules and options."""
    return replace(declared, formulas={}, tables={}, modifiers={}, options={})


def dependents(
    declared: Declarations, differing: RuleNames, known: KnownFacts
) -> RuleNames:
    """Return the rules that differ or use one that does, also through others."""
    every = declared_rules(declared) if differing else ()
    users: dict[RuleName, list[RuleName]] = {}
    for name, rule in every:
        for used in known.of_rule(name, rule).uses:
            users.setdefault(used, []).append(name)
    reached, pending = set(differing), list(differing)
    while pending:
        more = [name for name in users.get(pending.pop(), ()) if name not in reached]
        reached.update(more)
        pending += more
    return frozenset(reached)


def used_rules(procedure: Procedure) -> RuleNames:
    """Return the rules that a procedure itself uses, in what it shows too."""
    return frozenset(
        (node.section, node.name)
        for node in nodes(*_expressions(procedure))
        if isinstance(node, Use)
    )


def _expressions(procedure: Procedure) -> Iterator[Typed]:
    yield from procedure.seen_by.terms
    for instruction in instructions(procedure.body):
        yield from expressions(instruction)
        yield from (*in_template(instruction.site.say), *instruction.site.seen_by.terms)

"""Abstract interpretation of a procedure over the audience lattice.

Lattice: an `Audience` is the set of seats that may learn a value, under conditions on
terms of the program; `meet` is intersection (fewer may know) and `EVERYONE` is top.

State at a program point: the audience of each local; the guards of the point (see
`control_dependence`), whose meet is the label of everything that is computed there;
equalities between terms (`aliases`); facts established by the conditions that hold;
and the seats whose answer may be the last one, since a refused choice shows them why.

Transfer: a bound value gets the meet of its expression's label and the point's label.
A write invalidates all knowledge about the terms that read what was written. Branches
are analysed one after the other; a local that both bind gets the narrower audience.

Loops and calls use the results in `FlowFacts`: what a loop carries round to its next
pass, and per procedure the label of the result, its requirements and whom it asks. The
caller of this module repeats the analysis of a procedure while these change. It
terminates because audiences only shrink and there are finitely many pairs of a seat
term and a condition in a program.

Declassification: an instruction whose site `discloses` a rule adds no guard and is not
narrowed by those of its point. Leaks are found by the `check` callback (`disclosure`).
"""

from collections import Counter
from collections.abc import Callable, Collection

from msgspec import Struct, field

from interpreter.expressions.typed import Constant, FieldRead, Local, Typed
from interpreter.ir.effects import Effects, Fields, RuleFacts, RuleName, writes
from interpreter.ir.instructions import (
    Block,
    Choice,
    Create,
    Draw,
    End,
    Feasible,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Repeat,
    Require,
    Return,
    Roll,
    Tell,
    When,
)
from interpreter.ir.walking import (
    bound,
    exchanged,
    expressions,
    free,
    instructions,
    leaves,
)
from interpreter.secrecy.labels import (
    ControlContext,
    Guards,
    SourcePoint,
    ValueLabels,
    element,
    facts,
    narrow,
    source_point,
)
from interpreter.semantics.audience import (
    EVERYONE,
    NOBODY,
    Audience,
    assuming,
    forgetting,
    join,
    meet,
    outward,
    rewritten,
    seat,
)
from interpreter.semantics.expressions.conditions import (
    NO_FACTS,
    Facts,
    domain_of,
    meeting,
    plain,
)
from interpreter.values.types import JUDGE, Entity, Seat

TermTranslation = Callable[[Typed], Typed | None]
"""Rewrites a term of one procedure for another; None if it has no equivalent there."""

PROCEDURE = ""
"""The block label that a `Return` exits."""


class ProcedureSummary(Struct):
    """The calling context of a procedure, met over all its calls.

    `watched`: the viewers of the calling procedures, who see a refusal as well.
    `asked`: the seats that may have been asked before; their answer may be refused.
    """

    guards: Guards = field(default_factory=dict)
    watched: Audience = NOBODY
    asked: Audience = NOBODY
    locals: dict[str, Audience] = field(default_factory=dict)

    def copy(self) -> "ProcedureSummary":
        """Return an independent copy."""
        return ProcedureSummary(
            dict(self.guards), self.watched, self.asked, dict(self.locals)
        )

    @property
    def state(self) -> "EntryState":
        """All of it as a value."""
        guards, locals_ = tuple(self.guards.items()), tuple(self.locals.items())
        return guards, self.watched, self.asked, locals_

    @classmethod
    def of(cls, state: "EntryState") -> "ProcedureSummary":
        """Return what has this state."""
        guards, watched, asked, locals_ = state
        return cls(dict(guards), watched, asked, dict(locals_))


GuardState = tuple[tuple[SourcePoint, Audience], ...]
"""Guards as a value: their order counts when others are added."""
LocalState = tuple[tuple[str, Audience], ...]
EntryState = tuple[GuardState, Audience, Audience, LocalState]
"""A calling context as a value: its fields, in order."""
LoopState = tuple[tuple[int, GuardState, "LastAsked", LocalState], ...]
"""The facts about the loops of a procedure as a value."""

Entries = dict[str, ProcedureSummary]
"""The calling context of each procedure."""


class FlowFacts(Struct):
    """Results that are narrowed until a fixpoint is reached.

    By procedure: `results` (the label of what it returns), `required` (the guards of
    its `require` steps) and `asked` (the seats that it asks, or for which it rolls).
    By procedure and number of a loop in it: `loops`. `changed` is set whenever facts
    about a loop change.
    """

    results: dict[str, Audience] = field(default_factory=dict)
    required: dict[str, Guards] = field(default_factory=dict)
    asked: dict[str, Audience] = field(default_factory=dict)
    loops: dict[str, dict[int, "LoopFacts"]] = field(default_factory=dict)
    changed: bool = False

    def copy(self, without: Collection[str] = ()) -> "FlowFacts":
        """Return an independent copy, without the facts about the loops of procedures
        `without`: where their steps are others, a number there is another loop."""
        required = {name: dict(each) for name, each in self.required.items()}
        loops = {
            name: {number: each.copy() for number, each in known.items()}
            for name, known in self.loops.items()
            if name not in without
        }
        return FlowFacts(dict(self.results), required, dict(self.asked), loops)

    def loop(self, procedure: str, number: int) -> "LoopFacts":
        """Return the facts about a loop, which are narrowed in place."""
        return self.loops.setdefault(procedure, {}).setdefault(number, LoopFacts())

    def loop_state(self, procedure: str) -> LoopState:
        """Return the facts about the loops of a procedure as a value."""
        return tuple(
            (number, tuple(e.guards.items()), e.again, tuple(e.carried.items()))
            for number, e in self.loops.get(procedure, {}).items()
        )

    def set_loops(self, procedure: str, state: LoopState) -> None:
        """Replace the facts about the loops of a procedure."""
        self.loops[procedure] = {
            number: LoopFacts(dict(guards), again, dict(carried))
            for number, guards, again, carried in state
        }

    def narrowed(
        self, name: str, result: Audience, required: Guards | None, asked: Audience
    ) -> bool:
        """Meet the results of a procedure with new ones; return whether they changed:
        fewer may know the result or the guards, or more seats are asked."""
        known = self.results.get(name, EVERYONE)
        changed = not result.includes(known)
        if changed:
            self.results[name] = meet(known, result)
        if required is not None:
            changed |= name not in self.required
            before = self.required.setdefault(name, {})
            for point, audience in required.items():
                changed |= narrow(before, point, audience)
        asked = all_asked(self.asked.get(name, NOBODY), asked)
        changed |= asked != self.asked.get(name, NOBODY)
        self.asked[name] = asked
        return changed


def all_asked(*asked: Audience) -> Audience:
    """Return the union of seats, without the judge, who learns nothing by a refusal."""
    distinct = [audience for audience in dict.fromkeys(asked) if audience != NOBODY]
    return distinct[0] if len(distinct) == 1 else outward(plain, *distinct).seats


class LastAsked(Struct, frozen=True):
    """The seats whose answer may be the last before a refusal, and so be refused.

    `ever`: in the whole run; `here`: asked by the procedure or a procedure it calls.
    """

    ever: Audience = NOBODY
    here: Audience = NOBODY

    def join(self, other: "LastAsked") -> "LastAsked":
        """Return the union, for the point where two paths meet."""
        if other in (self, NO_ONE_ASKED):
            return self
        ever = all_asked(self.ever, other.ever)
        return LastAsked(ever, all_asked(self.here, other.here))

    def forgetting(self, forgotten: Callable[[Typed], bool]) -> "LastAsked":
        """Return the seats after a change of stale terms: everyone if unknown."""

        if not any(map(forgotten, self.ever.terms)):  # `here` is a subset of `ever`
            return self

        def still_known(term: Typed) -> Typed | None:
            return None if forgotten(term) else term

        return LastAsked(
            outward(still_known, self.ever), outward(still_known, self.here)
        )


NO_ONE_ASKED = LastAsked()


class LoopFacts(Struct):
    """What holds at the begin of each pass of a loop but the first: the `guards` at the
    end of a pass, whom earlier passes may have asked (`again`), and the labels of
    locals that a pass reassigns (`carried`)."""

    guards: Guards = field(default_factory=dict)
    again: LastAsked = NO_ONE_ASKED
    carried: dict[str, Audience] = field(default_factory=dict)

    def copy(self) -> "LoopFacts":
        """Return an independent copy."""
        return LoopFacts(dict(self.guards), self.again, dict(self.carried))


class ProcedureFlow:
    """Analyses one procedure once, in the order of its instructions.

    `check` is called with the state before every instruction. `call` is called for
    every `Invoke` and returns the translation of the callee's terms to the caller's.
    A local that is not in `locals` is known to everyone.
    """

    def __init__(
        self,
        labels: ValueLabels,
        effects: Effects,
        flow_facts: FlowFacts,
        check: Callable[["ProcedureFlow", Instruction], None],
        call: Callable[["ProcedureFlow", Invoke], TermTranslation],
    ) -> None:
        """Start with the results so far and an empty state."""
        self.labels, self.effects, self.flow_facts = labels, effects, flow_facts
        self.check, self.call = check, call
        self.procedure = ""
        self.control = ControlContext()
        self.locals: dict[str, Audience] = {}
        self.aliases: dict[Typed, Typed] = {}
        self.facts: Facts = NO_FACTS
        self.result = EVERYONE
        self.watched = NOBODY
        self.asked = NO_ONE_ASKED
        self.asked_at_exits: dict[str, LastAsked] = {}
        self.required: Guards | None = None
        self.rebound: frozenset[str] = frozenset()
        self.reads_by_term: dict[Typed, tuple[Fields, frozenset[str]]] = {}
        self.looked_up: frozenset[RuleName] = frozenset()
        """The rules used in terms, of which `effects` was asked what they read."""
        self.tested: set[tuple[str, str]] = set()
        """The fields of which it was asked whether a call writes them."""

    def analyse(self, procedure: Procedure, entry: ProcedureSummary) -> Audience:
        """Return the label of the result of a procedure in a calling context."""
        self.procedure = procedure.name
        self.locals = dict(entry.locals)
        self.watched = outward(plain, procedure.seen_by, entry.watched)
        self.asked = LastAsked(entry.asked)
        names = Counter(n for i in instructions(procedure.body) for n in bound(i))
        self.rebound = frozenset(name for name, times in names.items() if times > 1)
        for point, audience in entry.guards.items():
            self.control.enter(point, audience)
        self.block(procedure.body)
        self._join_exits(PROCEDURE)
        return meet(self.result, self.control.audience)

    def of(self, node: Typed) -> Audience:
        """Return the label of an expression at the current point."""
        labels = (
            self.labels.with_aliases(self.canonical) if self.aliases else self.labels
        )
        audience = labels.of(node, self.locals)
        if self.aliases and audience != EVERYONE:
            audience = rewritten(audience, self.canonical)
        return assuming(audience, self.facts)

    def _facts(self, condition: Typed, truth: bool) -> Facts:
        known: Facts = NO_FACTS
        for subject, values in facts(condition, truth):
            fact: Facts = frozenset({(self.canonical(subject), values)})
            known = meeting(known, fact) or known
        return known

    def canonical(self, node: Typed) -> Typed:
        """Return a term with every alias replaced by the term it was bound to."""
        return exchanged(plain(node), self.aliases) if self.aliases else plain(node)

    def seen_by(self, instruction: Instruction) -> Audience:
        """Return the viewers of a step. A refusal is seen by all who see the run, and
        by each seat whose answer may have led to it."""
        if isinstance(instruction, Require):
            return outward(self.canonical, self.watched, self.asked.ever)
        return rewritten(instruction.site.seen_by, self.canonical)

    def block(self, body: tuple[Instruction, ...]) -> None:
        """Analyse a block; the guards that it adds end with it."""
        depth = len(self.control.enclosing)
        for instruction in body:
            if isinstance(instruction, Choice) and instruction.each is not None:
                name, source = instruction.each
                self._add_element_facts(element(source, name), source, frozenset())
            self.check(self, instruction)
            self._transfer(instruction)
        del self.control.enclosing[depth:]

    def _transfer(self, instruction: Instruction) -> None:
        match instruction:
            case When():
                self._when(instruction)
            case ForEach() | Repeat():
                self._loop(instruction)
            case Block():
                self.block(instruction.body)
                self.control.exits.pop(instruction.label, None)
                self._join_exits(instruction.label)
            case End():
                self._exit(instruction, instruction.label)
            case Return():
                self.result = meet(
                    self.result,
                    self.of(instruction.value),
                    self._control_audience(instruction),
                )
                self._exit(instruction, PROCEDURE)
            case Require():
                self._require(instruction)
            case _:
                self._transfer_simple(instruction)

    def _require(self, instruction: Require) -> None:
        depth = len(self.control.enclosing)
        self._guard(instruction, instruction.condition)
        self.forbid(instruction, {})
        del self.control.enclosing[depth:]
        sure = self._facts(instruction.condition, True)
        self.facts = meeting(self.facts, sure) or self.facts

    def forbid(self, instruction: Instruction, required: Guards) -> None:
        """Record that the run may be refused here: that it continues reveals that the
        guards held, here and after every call of this procedure. `required` has the
        guards of the callee, if it is the callee that may refuse."""
        if self.required is None:
            self.required = {}
        if instruction.site.discloses:
            return
        after = self.control.exits.setdefault(PROCEDURE, {})
        for point, audience in (*self.control.guards().items(), *required.items()):
            narrow(after, point, audience)
            narrow(self.required, point, audience)

    def _transfer_simple(self, instruction: Instruction) -> None:
        match instruction:
            case Let():
                self._bind(
                    instruction.name,
                    meet(
                        self.of(instruction.value), self._control_audience(instruction)
                    ),
                )
                value = self.canonical(instruction.value)
                if _is_alias(value) and instruction.name not in self.rebound:
                    self.aliases[
                        plain(Local(instruction.name, instruction.value.type))
                    ] = value
                if instruction.again:  # facts about the local were about its old value
                    self._forget(frozenset(), frozenset({instruction.name}))
            case Roll() | Draw():
                self._bind(instruction.name, self.seen_by(instruction))
                self._record_asked(instruction)
            case Choice():
                self._choice(instruction)
            case Feasible():
                self._bind(
                    instruction.name,
                    meet(
                        *map(self.of, expressions(instruction, False)),
                        self._control_audience(instruction),
                    ),
                )
            case Create():
                self._bind(instruction.name, self._control_audience(instruction))
            case Tell():  # the rule that sends a claim declassifies it for its receiver
                self._bind(instruction.name, seat(self.canonical(instruction.to)))
            case Invoke():
                self._invoke(instruction)
            case _:
                pass
        self._forget(writes((instruction,)), frozenset())

    def _record_asked(self, instruction: Choice | Roll | Draw) -> None:
        """Record whose answer, or whose typed dice, a later refusal may concern."""
        if instruction.by is None:
            return
        several = isinstance(instruction, Choice) and instruction.each is not None
        judge = isinstance(instruction.by, Constant) and instruction.by.value == JUDGE
        asked = EVERYONE if several else seat(self.canonical(instruction.by)).seats
        last = NO_ONE_ASKED if judge else LastAsked(asked, asked)
        self.asked = last if _always_waits(instruction) else self.asked.join(last)

    def _join_exits(self, label: str) -> None:
        """Join the paths that exit a block with the path that ends it."""
        self.asked = self.asked.join(self.asked_at_exits.pop(label, self.asked))

    def _choice(self, instruction: Choice) -> None:
        audience = self.seen_by(instruction)
        self._record_asked(instruction)
        if instruction.by is not None and instruction.each is None:
            audience = join(audience, seat(self.canonical(instruction.by)))
        self._bind(instruction.name, audience)
        if (
            instruction.offered is not None
            and instruction.each is None
            and instruction.how_many is None
        ):
            self._add_element_facts(
                Local(instruction.name, instruction.type),
                instruction.offered,
                frozenset(),
            )

    def _invoke(self, instruction: Invoke) -> None:
        translate = self.call(self, instruction)
        asked = outward(
            translate, self.flow_facts.asked.get(instruction.procedure, NOBODY)
        )
        self.asked = self.asked.join(LastAsked(asked, asked))
        arguments = meet(*(self.of(argument) for argument in instruction.arguments))
        if instruction.name is not None:
            result = rewritten(
                self.flow_facts.results.get(instruction.procedure, EVERYONE), translate
            )
            self._bind(
                instruction.name,
                meet(result, arguments, self._control_audience(instruction)),
            )
        # after the result is bound: its terms may read fields that the callee writes
        self._forget(
            self.effects.writes.get(instruction.procedure, frozenset()),
            frozenset(),
            calls=True,
        )

    def _when(self, instruction: When) -> None:
        before, depth = self.facts, len(self.control.enclosing)
        asked, after = self.asked, list[LastAsked]()
        self._guard(instruction, instruction.condition)
        for block, truth in ((instruction.then, True), (instruction.other, False)):
            self.facts = (
                meeting(before, self._facts(instruction.condition, truth)) or before
            )
            self.asked = asked
            self.block(block)
            after.append(self.asked)
        self.asked = after[0].join(after[1])
        del self.control.enclosing[depth:]
        self.facts = before
        for block, truth in ((instruction.then, False), (instruction.other, True)):
            if leaves(block):
                sure = self._facts(instruction.condition, truth)
                self.facts = meeting(self.facts, sure) or self.facts
        both = (*instruction.then, *instruction.other)
        self._forget(self._written_by(both), _reassigned(both), calls=_calls(both))

    def _loop(self, instruction: ForEach | Repeat) -> None:
        depth = len(self.control.enclosing)
        changed, calls = self._written_by(instruction.body), _calls(instruction.body)
        names = frozenset(
            n
            for instruction in instructions((instruction,))
            for n in bound(instruction)
        )
        if isinstance(instruction, ForEach):
            self._guard(instruction, instruction.source)
            self._bind(
                instruction.variable,
                meet(self.of(instruction.source), self._control_audience(instruction)),
            )
        elif instruction.times is not None:
            self._guard(instruction, instruction.times)
        self._forget(changed, names, calls=calls)
        if isinstance(instruction, ForEach):
            variable = element(instruction.source, instruction.variable)
            self._add_element_facts(variable, instruction.source, changed)
        loop = self.flow_facts.loop(self.procedure, instruction.number)
        guards, carried = loop.guards, loop.carried
        for point, audience in guards.items():
            self.control.enter(point, audience)
        for name, audience in carried.items():
            self._bind(name, audience)
        earlier = loop.again
        self.asked = at_entry = self.asked.join(earlier)
        self.block(instruction.body)
        if isinstance(instruction, Repeat) and instruction.until is not None:
            self._guard(instruction, instruction.until)
        if isinstance(instruction, ForEach) and instruction.gathers is not None:
            name, value = instruction.gathers
            self._bind(
                name,
                meet(self._local_audience(value), self._control_audience(instruction)),
            )
        self._forget(changed, names, calls=calls)
        for name in _reassigned(instruction.body):
            previous = carried.get(name, EVERYONE)
            merged = meet(previous, self._local_audience(name))
            self.flow_facts.changed |= not merged.includes(previous)
            carried[name] = merged
        for point, audience in self.control.guards().items():
            self.flow_facts.changed |= narrow(guards, point, audience)
        self.asked = at_entry.join(self.asked)
        loop.again = earlier.join(self.asked)
        self.flow_facts.changed |= loop.again != earlier
        del self.control.enclosing[depth:]

    def _add_element_facts(
        self, element_name: Local, source: Typed, changed: Fields
    ) -> None:
        """Add the equalities of the elements of a list as aliases of a local."""
        if element_name.name in self.rebound:
            return
        for subject, value in self.labels.element_facts.of(
            source, element_name
        ).items():
            value_here = self.canonical(value)
            if _is_alias(value_here) and not self._may_change(
                subject, value_here, changed
            ):
                self.aliases[subject] = value_here

    def _may_change(self, subject: Typed, value: Typed, changed: Fields) -> bool:
        return any(self._reads(node)[0] & changed for node in (subject, value))

    def _reads(self, node: Typed) -> tuple[Fields, frozenset[str]]:
        """Return the fields and locals that a term reads, also through rules."""
        found = self.reads_by_term.get(node)
        if found is None:
            facts_of_term = RuleFacts.of((node,))
            self.looked_up |= facts_of_term.uses
            reads = facts_of_term.all_reads(self.effects.declared_reads)
            self.tested |= reads
            found = self.reads_by_term[node] = reads, free(node)
        return found

    def _written_by(self, body: tuple[Instruction, ...]) -> Fields:
        inside = tuple(instructions(body))
        called = (
            instruction.procedure
            for instruction in inside
            if isinstance(instruction, Invoke)
        )
        through = (self.effects.writes.get(name, frozenset()) for name in called)
        return writes(inside).union(*through)

    def _guard(self, instruction: Instruction, condition: Typed) -> None:
        if not instruction.site.discloses:
            point = source_point(condition.span or instruction.site.span)
            self.control.enter(point, self.of(condition))

    def _exit(self, instruction: Instruction, label: str) -> None:
        self.asked_at_exits[label] = self.asked_at_exits.get(label, self.asked).join(
            self.asked
        )
        if not instruction.site.discloses:
            self.control.add_exit(label)

    def _control_audience(self, instruction: Instruction) -> Audience:
        return EVERYONE if instruction.site.discloses else self.control.audience

    def _local_audience(self, name: str) -> Audience:
        return self.locals.get(name, EVERYONE)

    def _bind(self, name: str, audience: Audience) -> None:
        """Bind a local; one that two branches bind gets the narrower audience."""
        if audience != EVERYONE:
            self.locals[name] = meet(self._local_audience(name), audience)

    def _forget(
        self, fields: Fields, names: frozenset[str], *, calls: bool = False
    ) -> None:
        """Drop knowledge about terms that read one of these fields or locals; `calls`:
        a call may write other fields in another program, so `tested` must be
        complete."""
        if not (fields or names or calls):
            return

        def is_stale(node: Typed) -> bool:
            read_fields, read_names = self._reads(node)
            return not (read_fields.isdisjoint(fields) and read_names.isdisjoint(names))

        self.control.forget(is_stale)
        self.asked = self.asked.forgetting(is_stale)
        remaining: dict[Audience, Audience] = {}
        for name, audience in self.locals.items():
            if audience not in remaining:
                remaining[audience] = forgetting(audience, is_stale)
            self.locals[name] = remaining[audience]
        kept = ((subject, value) for subject, value in self.aliases.items())
        self.aliases = {
            subject: value
            for subject, value in kept
            if not is_stale(subject) and not is_stale(value)
        }
        self.facts = frozenset(fact for fact in self.facts if not is_stale(fact[0]))


def _reassigned(body: tuple[Instruction, ...]) -> frozenset[str]:
    """Return the locals that a block reassigns."""
    lets = (
        instruction
        for instruction in instructions(body)
        if isinstance(instruction, Let)
    )
    return frozenset(let.name for let in lets if let.again)


def _calls(body: tuple[Instruction, ...]) -> bool:
    """Return whether a block calls a procedure."""
    return any(isinstance(each, Invoke) for each in instructions(body))


def _is_alias(node: Typed) -> bool:
    """Return whether a `let` only gives another name to a local or a field that an
    audience may name."""
    if domain_of(node) is None and not isinstance(node.type, (Entity, Seat)):
        return False
    while isinstance(node, FieldRead):
        node = node.of
    return isinstance(node, Local)


def _always_waits(instruction: Choice | Roll | Draw) -> bool:
    """Return whether a step always waits for an answer, so that earlier answers can no
    longer be refused. A roll may not wait, nor does a choice of a single option."""
    if not isinstance(instruction, Choice) or instruction.each is not None:
        return False
    if instruction.how_many is not None or instruction.offered is None:
        return True
    offered = instruction.offered
    if not isinstance(offered, Constant) or not isinstance(offered.value, tuple):
        return False
    return len(set(offered.value)) > 1

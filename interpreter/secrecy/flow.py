"""The walk through a procedure: who may know of each place, and of each local."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.expressions.typed import Constant, FieldRead, Local, Typed
from interpreter.ir.effects import Effects, Fields, reads_of, writes
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
from interpreter.secrecy.control_dependence import ControlContext, Guards, narrow, spot
from interpreter.secrecy.labels import ValueLabels, element, facts
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

Said = Callable[[Typed], Typed | None]
"""An expression in other words; None where it cannot be said."""

PROCEDURE = ""
"""The label that a return leaves."""


@dataclass(slots=True)
class ProcedureSummary:
    """What is known of a procedure through all its calls.

    `watched`: who sees a procedure that calls it, so that a refusal shows there.
    `asked`: who may have been asked before it begins, and have his answer refused.
    """

    guards: Guards = field(default_factory=dict)
    watched: Audience = NOBODY
    asked: Audience = NOBODY
    locals: dict[str, Audience] = field(default_factory=dict)

    def copy(self) -> "ProcedureSummary":
        """Return one that can be narrowed apart."""
        return ProcedureSummary(
            dict(self.guards), self.watched, self.asked, dict(self.locals)
        )


Entries = dict[str, ProcedureSummary]
"""By procedure."""


@dataclass(slots=True)
class FlowFacts:
    """What walks have found so far; each walk narrows it, until nothing changes.

    `required`: by each procedure that may be refused the guards of all it requires.
    `asked`: by each procedure the seats that it asks, or for which it rolls.
    `again`: by each loop the seats that an earlier pass may have asked.
    `carried`: by each loop who may know of the locals that its passes change.
    """

    results: dict[str, Audience] = field(default_factory=dict)
    required: dict[str, Guards] = field(default_factory=dict)
    asked: dict[str, Audience] = field(default_factory=dict)
    loops: dict[int, Guards] = field(default_factory=dict)
    again: dict[int, "LastAsked"] = field(default_factory=dict)
    carried: dict[int, dict[str, Audience]] = field(default_factory=dict)
    changed: bool = False

    def copy(self) -> "FlowFacts":
        """Return what can be narrowed apart."""
        required = {name: dict(each) for name, each in self.required.items()}
        loops = {at: dict(each) for at, each in self.loops.items()}
        asked, again = dict(self.asked), dict(self.again)
        carried = {at: dict(each) for at, each in self.carried.items()}
        return FlowFacts(dict(self.results), required, asked, loops, again, carried)

    def narrowed(
        self, name: str, result: Audience, required: Guards | None, asked: Audience
    ) -> bool:
        """Keep what a procedure gives and requires, and whom it asks; tell whether
        fewer may know it, or more are asked, than before."""
        known = self.results.get(name, EVERYONE)
        changed = not result.includes(known)
        if changed:
            self.results[name] = meet(known, result)
        if required is not None:
            changed |= name not in self.required
            before = self.required.setdefault(name, {})
            for at, audience in required.items():
                changed |= narrow(before, at, audience)
        asked = together(self.asked.get(name, NOBODY), asked)
        changed |= asked != self.asked.get(name, NOBODY)
        self.asked[name] = asked
        return changed


def together(*asked: Audience) -> Audience:
    """Return all seats that are asked; the judge learns nothing by a refusal."""
    several = [each for each in dict.fromkeys(asked) if each != NOBODY]
    return several[0] if len(several) == 1 else outward(plain, *several).seats


@dataclass(frozen=True, slots=True)
class LastAsked:
    """The seats whose answer may be the last one: if the run is refused, it is theirs
    that is.

    `ever`: in the whole run; `here`: by the procedure itself or what it calls.
    """

    ever: Audience = NOBODY
    here: Audience = NOBODY

    def or_else(self, other: "LastAsked") -> "LastAsked":
        """Return those of either way."""
        if other in (self, NO_ONE_ASKED):
            return self
        ever = together(self.ever, other.ever)
        return LastAsked(ever, together(self.here, other.here))

    def forgetting(self, forgotten: Callable[[Typed], bool]) -> "LastAsked":
        """Return whoever they are now: everyone where nobody can say."""

        if not any(map(forgotten, self.ever.terms)):  # of which those here are some
            return self

        def kept(each: Typed) -> Typed | None:
            return None if forgotten(each) else each

        return LastAsked(outward(kept, self.ever), outward(kept, self.here))


NO_ONE_ASKED = LastAsked()


class ProcedureFlow:
    """One procedure, walked once in the order of its steps.

    `stop` is told of every instruction with the walk as it stands there, `call` of
    every call: it returns how the words of what is called are said here. Locals are
    known to everyone unless `locals` says otherwise.
    """

    def __init__(
        self,
        knowledge: ValueLabels,
        effects: Effects,
        found: FlowFacts,
        stop: Callable[["ProcedureFlow", Instruction], None],
        call: Callable[["ProcedureFlow", Invoke], Said],
    ) -> None:
        """Keep what is known of the whole program."""
        self.knowledge, self.effects, self.found = knowledge, effects, found
        self.stop, self.call = stop, call
        self.place = ControlContext()
        self.locals: dict[str, Audience] = {}
        self.same: dict[Typed, Typed] = {}
        self.facts: Facts = NO_FACTS
        self.result = EVERYONE
        self.watched = NOBODY
        self.asked = NO_ONE_ASKED
        self.left: dict[str, LastAsked] = {}
        self.required: Guards | None = None
        self.several: frozenset[str] = frozenset()
        self.read: dict[Typed, tuple[Fields, frozenset[str]]] = {}

    def through(self, procedure: Procedure, entry: ProcedureSummary) -> Audience:
        """Walk; return who may know what the procedure gives."""
        self.locals = dict(entry.locals)
        self.watched = outward(plain, procedure.seen_by, entry.watched)
        self.asked = LastAsked(entry.asked)
        names = Counter(n for i in instructions(procedure.body) for n in bound(i))
        self.several = frozenset(each for each, times in names.items() if times > 1)
        for at, audience in entry.guards.items():
            self.place.enter(at, audience)
        self.block(procedure.body)
        self._left(PROCEDURE)
        return meet(self.result, self.place.audience)

    def of(self, node: Typed) -> Audience:
        """Return the audience of an expression here."""
        knowledge = self.knowledge.saying(self.real) if self.same else self.knowledge
        found = knowledge.of(node, self.locals)
        if self.same and found != EVERYONE:
            found = rewritten(found, self.real)
        return assuming(found, self.facts)

    def _sure(self, condition: Typed, truth: bool) -> Facts:
        found: Facts = NO_FACTS
        for subject, allowed in facts(condition, truth):
            one: Facts = frozenset({(self.real(subject), allowed)})
            found = meeting(found, one) or found
        return found

    def real(self, node: Typed) -> Typed:
        """Return a seat or an entity as it was first written."""
        return exchanged(plain(node), self.same) if self.same else plain(node)

    def seen_by(self, one: Instruction) -> Audience:
        """Return who sees the step; a refusal is seen by all who see the run, and comes
        to each whose answer led to it."""
        if isinstance(one, Require):
            return outward(self.real, self.watched, self.asked.ever)
        return rewritten(one.site.seen_by, self.real)

    def block(self, body: tuple[Instruction, ...]) -> None:
        """Walk a block; what it stands under is taken off again at its end."""
        depth = len(self.place.around)
        for each in body:
            if isinstance(each, Choice) and each.each is not None:
                name, source = each.each
                self._members(element(source, name), source, frozenset())
            self.stop(self, each)
            self._visit(each)
        del self.place.around[depth:]

    def _visit(self, one: Instruction) -> None:
        match one:
            case When():
                self._when(one)
            case ForEach() | Repeat():
                self._loop(one)
            case Block():
                self.block(one.body)
                self.place.left.pop(one.label, None)
                self._left(one.label)
            case End():
                self._exit(one, one.label)
            case Return():
                self.result = meet(self.result, self.of(one.value), self._here(one))
                self._exit(one, PROCEDURE)
            case Require():
                self._require(one)
            case _:
                self._plain(one)

    def _require(self, one: Require) -> None:
        depth = len(self.place.around)
        self._guard(one, one.condition)
        self.forbid(one, {})
        del self.place.around[depth:]
        sure = self._sure(one.condition, True)
        self.facts = meeting(self.facts, sure) or self.facts

    def forbid(self, one: Instruction, required: Guards) -> None:
        """Note that the run may be refused here, perhaps by what is called: what
        follows tells that it was not, here and behind every call of this procedure."""
        if self.required is None:
            self.required = {}
        if one.site.discloses:
            return
        behind = self.place.left.setdefault(PROCEDURE, {})
        for at, audience in (*self.place.guards().items(), *required.items()):
            narrow(behind, at, audience)
            narrow(self.required, at, audience)

    def _plain(self, one: Instruction) -> None:
        match one:
            case Let():
                self._bind(one.name, meet(self.of(one.value), self._here(one)))
                value = self.real(one.value)
                if _path(value) and one.name not in self.several:
                    self.same[plain(Local(one.name, one.value.type))] = value
                if one.again:  # what was said of it was said of what it held
                    self._forget(frozenset(), frozenset({one.name}))
            case Roll() | Draw():
                self._bind(one.name, self.seen_by(one))
                self._ask(one)
            case Choice():
                self._chosen(one)
            case Feasible():
                self._bind(
                    one.name,
                    meet(*map(self.of, expressions(one, False)), self._here(one)),
                )
            case Create():
                self._bind(one.name, self._here(one))
            case Tell():  # the rule that tells grants what it tells, and that it does
                self._bind(one.name, seat(self.real(one.to)))
            case Invoke():
                self._invoke(one)
            case _:
                pass
        self._forget(writes((one,)), frozenset())

    def _ask(self, one: Choice | Roll | Draw) -> None:
        """Note whose answer, or dice that he types, a refusal may come back to."""
        if one.by is None:
            return
        several = isinstance(one, Choice) and one.each is not None
        judge = isinstance(one.by, Constant) and one.by.value == JUDGE
        who = EVERYONE if several else seat(self.real(one.by)).seats
        now = NO_ONE_ASKED if judge else LastAsked(who, who)
        self.asked = now if _surely(one) else self.asked.or_else(now)

    def _left(self, label: str) -> None:
        """Come to the end of what an exit leaves."""
        self.asked = self.asked.or_else(self.left.pop(label, self.asked))

    def _chosen(self, one: Choice) -> None:
        own = self.seen_by(one)
        self._ask(one)
        if one.by is not None and one.each is None:
            own = join(own, seat(self.real(one.by)))
        self._bind(one.name, own)
        if one.offered is not None and one.each is None and one.how_many is None:
            self._members(Local(one.name, one.type), one.offered, frozenset())

    def _invoke(self, one: Invoke) -> None:
        said = self.call(self, one)
        now = outward(said, self.found.asked.get(one.procedure, NOBODY))
        self.asked = self.asked.or_else(LastAsked(now, now))
        given = meet(*(self.of(each) for each in one.arguments))
        if one.name is not None:
            gives = rewritten(self.found.results.get(one.procedure, EVERYONE), said)
            self._bind(one.name, meet(gives, given, self._here(one)))
        # the result as well: what it was given may be another's once fields changed
        self._forget(self.effects.writes.get(one.procedure, frozenset()), frozenset())

    def _when(self, one: When) -> None:
        before, depth = self.facts, len(self.place.around)
        asked, after = self.asked, list[LastAsked]()
        self._guard(one, one.condition)
        for block, truth in ((one.then, True), (one.other, False)):
            self.facts = meeting(before, self._sure(one.condition, truth)) or before
            self.asked = asked
            self.block(block)
            after.append(self.asked)
        self.asked = after[0].or_else(after[1])
        del self.place.around[depth:]
        self.facts = before
        for block, truth in ((one.then, False), (one.other, True)):
            if leaves(block):
                sure = self._sure(one.condition, truth)
                self.facts = meeting(self.facts, sure) or self.facts
        changed = _set_again((*one.then, *one.other))
        self._forget(self._changed((*one.then, *one.other)), changed)

    def _loop(self, one: ForEach | Repeat) -> None:
        depth = len(self.place.around)
        changed = self._changed(one.body)
        own = frozenset(n for each in instructions((one,)) for n in bound(each))
        if isinstance(one, ForEach):
            self._guard(one, one.source)
            self._bind(one.variable, meet(self.of(one.source), self._here(one)))
        elif one.times is not None:
            self._guard(one, one.times)
        self._forget(changed, own)
        if isinstance(one, ForEach):
            word = element(one.source, one.variable)
            self._members(word, one.source, changed)
        again = self.found.loops.setdefault(id(one), {})
        for at, audience in again.items():
            self.place.enter(at, audience)
        carried = self.found.carried.setdefault(id(one), {})
        for name, audience in carried.items():
            self._bind(name, audience)
        before = self.found.again.get(id(one), NO_ONE_ASKED)
        self.asked = asked = self.asked.or_else(before)
        self.block(one.body)
        if isinstance(one, Repeat) and one.until is not None:
            self._guard(one, one.until)
        if isinstance(one, ForEach) and one.gathers is not None:
            name, value = one.gathers
            self._bind(name, meet(self._known(value), self._here(one)))
        self._forget(changed, own)
        for name in _set_again(one.body):
            known = carried.get(name, EVERYONE)
            now = meet(known, self._known(name))
            self.found.changed |= not now.includes(known)
            carried[name] = now
        for at, audience in self.place.guards().items():
            self.found.changed |= narrow(again, at, audience)
        self.asked = asked.or_else(self.asked)
        self.found.again[id(one)] = before.or_else(self.asked)
        self.found.changed |= self.found.again[id(one)] != before
        del self.place.around[depth:]

    def _members(self, word: Local, source: Typed, changed: Fields) -> None:
        """Keep what is sure of whatever an element of a list is called here."""
        if word.name in self.several:
            return
        for each, said in self.knowledge.members.of(source, word).items():
            real = self.real(said)
            if _path(real) and not self._touched(each, real, changed):
                self.same[each] = real

    def _touched(self, one: Typed, other: Typed, changed: Fields) -> bool:
        reads = self.effects.declared_reads
        return any(reads_of(reads, each) & changed for each in (one, other))

    def _changed(self, body: tuple[Instruction, ...]) -> Fields:
        inside = tuple(instructions(body))
        called = (each.procedure for each in inside if isinstance(each, Invoke))
        through = (self.effects.writes.get(each, frozenset()) for each in called)
        return writes(inside).union(*through)

    def _guard(self, one: Instruction, condition: Typed) -> None:
        if not one.site.discloses:
            at = spot(condition.span or one.site.span)
            self.place.enter(at, self.of(condition))

    def _exit(self, one: Instruction, label: str) -> None:
        self.left[label] = self.left.get(label, self.asked).or_else(self.asked)
        if not one.site.discloses:
            self.place.leave(label)

    def _here(self, one: Instruction) -> Audience:
        return EVERYONE if one.site.discloses else self.place.audience

    def _known(self, name: str) -> Audience:
        return self.locals.get(name, EVERYONE)

    def _bind(self, name: str, audience: Audience) -> None:
        """Bind a local; one that two branches bind has the narrower audience."""
        if audience != EVERYONE:
            self.locals[name] = meet(self._known(name), audience)

    def _forget(self, fields: Fields, names: frozenset[str]) -> None:
        """Forget what was known through fields that change and through these locals."""
        if not fields and not names:
            return

        def forgotten(node: Typed) -> bool:
            if node not in self.read:
                read = reads_of(self.effects.declared_reads, node)
                self.read[node] = read, free(node)
            ours, own = self.read[node]
            return not (ours.isdisjoint(fields) and own.isdisjoint(names))

        self.place.forget(forgotten)
        self.asked = self.asked.forgetting(forgotten)
        now: dict[Audience, Audience] = {}
        for name, audience in self.locals.items():
            if audience not in now:
                now[audience] = forgetting(audience, forgotten)
            self.locals[name] = now[audience]
        kept = ((one, other) for one, other in self.same.items())
        self.same = {
            one: other
            for one, other in kept
            if not forgotten(one) and not forgotten(other)
        }
        self.facts = frozenset(each for each in self.facts if not forgotten(each[0]))


def _set_again(body: tuple[Instruction, ...]) -> frozenset[str]:
    """Return the locals that a block changes, which were bound before it."""
    every = (one for one in instructions(body) if isinstance(one, Let))
    return frozenset(one.name for one in every if one.again)


def _path(node: Typed) -> bool:
    """Tell whether a value that an audience may name is a local or a field, so that a
    `let` only renames it."""
    if domain_of(node) is None and not isinstance(node.type, (Entity, Seat)):
        return False
    while isinstance(node, FieldRead):
        node = node.of
    return isinstance(node, Local)


def _surely(one: Choice | Roll | Draw) -> bool:
    """Tell whether a step always waits for an answer: whoever answered before has
    been heard. A choice waits for nobody where only one thing can be chosen."""
    if not isinstance(one, Choice) or one.each is not None:
        return False
    if one.how_many is not None or one.offered is None:
        return True
    offered = one.offered
    if not isinstance(offered, Constant) or not isinstance(offered.value, tuple):
        return False
    return len(set(offered.value)) > 1

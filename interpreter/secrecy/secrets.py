"""Whether a rule tells a seat what it may not know: R601 and R603.

Two rounds over all procedures, each until nothing changes. First what calls give: a
result is known to those who know the arguments and all it was made from. Then places: a
procedure stands where the narrowest of its calls stands.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic
from interpreter.expressions.typed import Constant, Local, Typed
from interpreter.ir.effects import Effects, effects, reads_of_rules
from interpreter.ir.instructions import Instruction, Invoke, Program
from interpreter.ir.walking import translation
from interpreter.secrecy.control_dependence import narrow, translated
from interpreter.secrecy.declared_disclosure import admitted
from interpreter.secrecy.disclosure import betrayed
from interpreter.secrecy.flow import (
    Entries,
    FlowFacts,
    ProcedureFlow,
    ProcedureSummary,
    Said,
)
from interpreter.secrecy.labels import ValueLabels
from interpreter.semantics.audience import EVERYONE, meet, outward, rewritten
from interpreter.semantics.expressions.conditions import plain


@dataclass(frozen=True, slots=True)
class SecrecyAnalysis:
    """A program, the problems of it, and what was found of its procedures: what they
    give, and (`standing`, `entries`) where they stand."""

    program: Program
    effects: Effects
    knowledge: ValueLabels
    problems: tuple[Diagnostic, ...]
    giving: FlowFacts
    standing: FlowFacts
    entries: Entries


def secrets(program: Program) -> SecrecyAnalysis:
    """Find every step that tells a seat more than it may know."""
    knowledge = ValueLabels(program.declared)
    known = effects(program.procedures, reads_of_rules(program.declared))
    rounds = Rounds(program, known, knowledge, FlowFacts(), FlowFacts(), {})
    rounds.give(list(program.procedures)[::-1])
    problems = admitted(program.declared, knowledge)
    problems += rounds.stand(list(program.procedures))
    return SecrecyAnalysis(
        program, known, knowledge, tuple(problems),
        rounds.giving, rounds.standing, rounds.entries,
    )  # fmt: skip


class Rounds:
    """Both rounds, which narrow what was found so far; `narrower` are the procedures
    whose walk did."""

    def __init__(
        self,
        program: Program,
        effects: Effects,
        knowledge: ValueLabels,
        giving: FlowFacts,
        standing: FlowFacts,
        entries: Entries,
    ) -> None:
        """Begin with what was found."""
        self.program, self.effects, self.knowledge = program, effects, knowledge
        self.giving, self.standing, self.entries = giving, standing, entries
        self.narrower: set[str] = set()

    def give(self, names: list[str]) -> list[str]:
        """Walk these, and whatever calls one that gives less than before; return all
        that were walked."""
        found = self.giving
        callers: dict[str, set[str]] = {}
        for name, called in self.effects.calls.items():
            for each in called:
                callers.setdefault(each, set()).add(name)

        def walk(name: str) -> Iterable[str]:
            found.changed = False

            def call(walk: ProcedureFlow, one: Invoke) -> Said:
                return self._returned(walk, one, name)

            one = ProcedureFlow(self.knowledge, self.effects, found, _nothing, call)
            result = one.through(self.program.procedures[name], ProcedureSummary())
            again = [name] if found.changed else []
            if found.narrowed(name, result, one.required, one.asked.here):
                self.narrower.add(name)
                again += sorted(callers.get(name, ()))
            return again

        return _until_quiet(names, walk)

    def stand(self, names: list[str]) -> list[Diagnostic]:
        """Walk these, and whatever is called where less is known than before."""
        found = self.standing
        found.results, found.required = self.giving.results, self.giving.required
        found.asked = self.giving.asked
        problems: dict[str, list[Diagnostic]] = {}

        def walk(name: str) -> Iterable[str]:
            found.changed = False
            told: list[Diagnostic] = []
            again: dict[str, None] = {}

            def call(walk: ProcedureFlow, one: Invoke) -> Said:
                takes = self.program.procedures[one.procedure].takes
                words = [Local(each.name, each.type) for each in takes]
                entry = self.entries.setdefault(one.procedure, ProcedureSummary())
                if _called(walk, one, words, entry):
                    self.narrower.add(name)
                    again[one.procedure] = None
                return self._returned(walk, one, name)

            one = ProcedureFlow(
                self.knowledge, self.effects, found, betrayed(told), call
            )
            entry = self.entries.setdefault(name, ProcedureSummary())
            one.through(self.program.procedures[name], entry)
            problems[name] = told
            return [*([name] if found.changed else []), *again]

        _until_quiet(names, walk)
        return [each for told in problems.values() for each in told]

    def _returned(self, walk: ProcedureFlow, one: Invoke, caller: str) -> Said:
        """Return how the words of what is called are said by the caller, and let the
        walk know what the call requires; of a call that may come round again nothing
        can be said that would not grow."""
        takes = self.program.procedures[one.procedure].takes
        given: dict[Typed, Typed] = {
            plain(Local(each.name, each.type)): walk.real(argument)
            for each, argument in zip(takes, one.arguments, strict=False)
        }
        circle = one.procedure in self.effects.circles[caller]
        said = translation({} if circle else given)
        required = walk.found.required.get(one.procedure)
        if required is not None:
            walk.forbid(one, translated(required, said))
        return said


def _nothing(_walk: ProcedureFlow, _one: Instruction) -> None:
    """Do nothing."""


def _called(
    walk: ProcedureFlow, one: Invoke, words: list[Local], entry: ProcedureSummary
) -> bool:
    """Narrow what is known of a procedure to what is known at a call of it."""
    given: dict[Typed, Typed] = {}
    for argument, word in zip(one.arguments, words, strict=False):
        if not isinstance(argument, Constant):
            given.setdefault(plain(argument), word)
            given.setdefault(walk.real(argument), word)
    said = translation(given)
    for mine, theirs in walk.same.items():
        now = said(mine)
        if now is not None:
            given.setdefault(theirs, now)
    said = translation(given)
    watched = outward(plain, entry.watched, outward(said, walk.watched))
    asked = outward(plain, entry.asked, outward(said, walk.asked.ever))
    changed = (watched, asked) != (entry.watched, entry.asked)
    entry.watched, entry.asked = watched, asked
    if not one.site.discloses:
        for at, audience in translated(walk.place.guards(), said).items():
            changed |= narrow(entry.guards, at, audience)
    for argument, word in zip(one.arguments, words, strict=False):
        audience = rewritten(walk.of(argument), said)
        known = entry.locals.get(word.name, EVERYONE)
        if not audience.includes(known):
            entry.locals[word.name] = meet(known, audience)
            changed = True
    return changed


def _until_quiet(names: list[str], walk: Callable[[str], Iterable[str]]) -> list[str]:
    """Walk each, and again whatever a walk has changed; return all that were walked."""
    waiting = deque(dict.fromkeys(names))
    inside = set(waiting)
    walked: dict[str, None] = {}
    while waiting:
        name = waiting.popleft()
        inside.discard(name)
        walked[name] = None
        for each in walk(name):
            if each not in inside:
                inside.add(each)
                waiting.append(each)
    return list(walked)

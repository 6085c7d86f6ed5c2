"""Whether a rule tells a seat what it may not know: R601 and R603.

Two rounds over all procedures, each until nothing changes. First what calls give: a
result is known to those who know the arguments and all it was made from. Then places: a
procedure stands where the narrowest of its calls stands.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Constant, FieldRead, Local, Typed
from interpreter.ir.effects import Effects, effects, reads_of_rules
from interpreter.ir.instructions import Assign, Instruction, Invoke, Program, Site
from interpreter.ir.walking import instructions, translation
from interpreter.secrecy.control_dependence import narrow, translated
from interpreter.secrecy.disclosure import admitted, betrayed
from interpreter.secrecy.flow import (
    Entries,
    FlowFacts,
    ProcedureFlow,
    ProcedureSummary,
    Said,
)
from interpreter.secrecy.labels import ValueLabels
from interpreter.semantics.audience import (
    EVERYONE,
    THE_JUDGE,
    Audience,
    Grant,
    meet,
    outward,
    rewritten,
)
from interpreter.semantics.declarations import Field, Kind
from interpreter.semantics.expressions.conditions import plain
from interpreter.values.log import STORE


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


# R523: steps that may hide again what others saw, of which no claim is left.  The
# audience of a field is a set of grants, each on conditions: a field has one of some
# values. A step that sets such a field may take the grant away; if another step can
# give it, both may fall into one run, and no view shows what was seen. Whether they
# do cannot be known from the steps, so this is a note. Kinds with `last_seen` tell it
# (`steps`).

Written = dict[tuple[str, str], list[tuple[Site, Typed]]]
"""What steps set fields to, by kind and field."""


def hidden_again(program: Program) -> Iterator[Diagnostic]:
    """Yield a note for each step that may hide fields of a kind which another step
    shows, where the kind leaves no claim of them."""
    written: Written = {}
    for procedure in program.procedures.values():
        for one in instructions(procedure.body):
            for each in one.changes if isinstance(one, Assign) else ():
                known = written.setdefault((each.kind, each.field), [])
                known.append((one.site, each.value))
    for kind in program.declared.kinds.values():
        if kind.name == STORE:
            continue
        claim = program.declared.claims.get(kind.last_seen)
        told = set() if claim is None else {fact.name for fact in claim.facts}
        lost: dict[str, tuple[Site, list[str]]] = {}
        for field in kind.fields:
            for site in _hiding(field, written) if field.name not in told else ():
                lost.setdefault(site.path, (site, []))[1].append(field.name)
        yield from (_note(kind, *found) for found in lost.values())


def _hiding(field: Field, written: Written) -> Iterator[Site]:
    """Yield the steps that may take a field from somebody to whom a step gives it."""
    found: dict[str, Site] = {}
    for grant in field.audience.grants:
        for subject, allowed in () if grant.who == THE_JUDGE else grant.when:
            if not isinstance(subject, FieldRead):
                continue
            steps = written.get((subject.kind, subject.name), [])
            if any(_may_be(value, allowed) for _, value in steps):
                found |= {
                    site.path: site
                    for site, value in steps
                    if _takes_away(field.audience, grant, subject, value)
                }
    yield from found.values()


def _may_be(value: Typed, allowed: frozenset[object]) -> bool:
    return not isinstance(value, Constant) or value.value in allowed


def _takes_away(audience: Audience, grant: Grant, subject: Typed, value: Typed) -> bool:
    """Tell whether nobody admits the same seat once a subject has a value."""
    if not isinstance(value, Constant):
        return True
    for other in audience.grants:
        if other.who in (None, grant.who):
            allowed = dict(other.when).get(subject)
            if allowed is None or value.value in allowed:
                return False
    return True


def _note(kind: Kind, site: Site, fields: list[str]) -> Diagnostic:
    names = ", ".join(each.replace("_", " ") for each in fields)
    name = kind.name.replace("_", " ")
    message = f"this may hide what others saw of a '{name}': {names}"
    expected = f"last_seen: a claim about {name} with these facts"
    hint = "shown and hidden in one run of steps, it is on no view"
    return problem("R523", site.span, message, expected=expected, hint=hint)

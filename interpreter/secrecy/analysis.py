"""Interprocedural information-flow analysis: leaks (R601, R603), lost claims (R523).

Two fixpoint iterations over all procedures, each with a worklist:

1. Bottom-up summaries, without a calling context: the label of a result, the guards
   that a procedure requires, whom it asks. If a summary narrows, its callers are
   analysed again.
2. Top-down contexts: the guards and the labels of the arguments of a procedure are the
   meet over all its calls. If a context narrows, the callee is analysed again. Each
   analysis replaces the leaks that the previous one of that procedure reported.

The analysis is context-insensitive: one context per procedure. Both iterations
terminate, since audiences only shrink and a program has finitely many of them. In a
recursive call no term of the callee is translated, otherwise terms would grow without
bound. R523 is a check of its own, over the assignments of the program.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Constant, FieldRead, Local, Typed
from interpreter.ir.effects import Effects, effects, reads_of_rules
from interpreter.ir.instructions import Assign, Instruction, Invoke, Program, Site
from interpreter.ir.walking import instructions, translation
from interpreter.secrecy.disclosure import declaration_problems, leak_checker
from interpreter.secrecy.flow import (
    Entries,
    FlowFacts,
    ProcedureFlow,
    ProcedureSummary,
    TermTranslation,
)
from interpreter.secrecy.known_flows import (
    CalleeSummary,
    ContextFlow,
    KnownFlows,
    SummaryFlow,
    Variants,
)
from interpreter.secrecy.labels import ValueLabels, narrow, translated
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


class SecrecyAnalysis(Struct, frozen=True):
    """The result for one program: its problems, and the fixpoints that prove the rest.

    `summaries` is the result of the bottom-up iteration, `contexts` and `entries` that
    of the top-down one. `flows` are the analyses of procedures, if they are remembered;
    `has_former_places`: some may be of a former text of the pack, so that where a leak
    begins must be looked for again.
    """

    program: Program
    effects: Effects
    labels: ValueLabels
    problems: tuple[Diagnostic, ...]
    summaries: FlowFacts
    contexts: FlowFacts
    entries: Entries
    flows: KnownFlows | None = None
    has_former_places: bool = False


def analyse_secrecy(
    program: Program, flows: KnownFlows | None = None
) -> SecrecyAnalysis:
    """Find every step and declaration that shows a seat more than it may know; `flows`
    are remembered analyses of procedures, to which those of this program are added."""
    labels = ValueLabels(program.declared)
    known = effects(program.procedures, reads_of_rules(program.declared))
    analysis = InterproceduralAnalysis(
        program, known, labels, FlowFacts(), FlowFacts(), {}, flows
    )
    analysis.compute_summaries(list(program.procedures))
    problems = declaration_problems(program.declared, labels)
    problems += analysis.check_procedures(list(program.procedures))
    return SecrecyAnalysis(
        program,
        known,
        labels,
        tuple(problems),
        analysis.summaries,
        analysis.contexts,
        analysis.entries,
        flows,
    )


class InterproceduralAnalysis:
    """Runs both iterations from given results, which it narrows in place.

    `narrowed` has the procedures whose analysis changed a result.
    """

    def __init__(
        self,
        program: Program,
        effects: Effects,
        labels: ValueLabels,
        summaries: FlowFacts,
        contexts: FlowFacts,
        entries: Entries,
        flows: KnownFlows | None = None,
    ) -> None:
        """Start from the given results; `flows` are remembered analyses."""
        self.program, self.effects, self.labels = program, effects, labels
        self.flows = flows
        self.variants: Variants | None = None
        if flows is not None:
            self.variants = flows.variants(program, effects, labels)
        self.summaries, self.contexts, self.entries = summaries, contexts, entries
        self.narrowed: set[str] = set()

    def compute_summaries(self, names: list[str]) -> list[str]:
        """Analyse these procedures, and the callers of those whose summary narrows;
        return all that were analysed."""
        flow_facts = self.summaries
        callers: dict[str, set[str]] = {}
        for name, called in self.effects.calls.items():
            for callee in called:
                callers.setdefault(callee, set()).add(name)

        def walk(name: str) -> Iterable[str]:
            flow = self._summary_flow(name)
            again = [name] if flow.changed else []
            required = None if flow.required is None else dict(flow.required)
            if flow_facts.narrowed(name, flow.result, required, flow.asked):
                self.narrowed.add(name)
                again += sorted(callers.get(name, ()))
            return again

        return _run_worklist(names, self.effects.callees_first, walk)

    def _summary_flow(self, name: str) -> SummaryFlow:
        """Return what a procedure comes to without a context; facts about its loops are
        narrowed in place."""
        facts, key = self.summaries, None
        if self.flows is not None and self.variants is not None:
            given = (facts.loop_state(name), self._callee_summaries(name))
            key = (self.variants.of(name), *given)
            known = self.flows.summaries.find(key, self.effects, self.labels)
            if known is not None:
                facts.set_loops(name, known.loops)
                return known
        facts.changed = False
        self.labels.looked_up.clear()

        def call(caller_flow: ProcedureFlow, invoke: Invoke) -> TermTranslation:
            return self._enter_call(caller_flow, invoke, name)

        flow = ProcedureFlow(self.labels, self.effects, facts, _no_check, call)
        result = flow.analyse(self.program.procedures[name], ProcedureSummary())
        required = None if flow.required is None else tuple(flow.required.items())
        loops, asked = facts.loop_state(name), flow.asked.here
        found = SummaryFlow(result, required, asked, loops, facts.changed)
        if self.flows is not None and key is not None:
            self.flows.summaries.note(key, found, flow)
        return found

    def _callee_summaries(self, name: str) -> tuple[CalleeSummary, ...]:
        """Return what is known of the callees of a procedure as a value."""
        assert self.variants is not None
        facts = self.summaries
        found = []
        for callee in self.variants.callees(name):
            required = facts.required.get(callee)
            guards = None if required is None else tuple(required.items())
            asked = facts.asked.get(callee)
            found.append((callee, facts.results.get(callee), guards, asked))
        return tuple(found)

    def check_procedures(self, names: list[str]) -> list[Diagnostic]:
        """Analyse these procedures, and the callees whose context narrows; return the
        leaks of all."""
        flow_facts = self.contexts
        flow_facts.results, flow_facts.required = (
            self.summaries.results,
            self.summaries.required,
        )
        flow_facts.asked = self.summaries.asked
        problems: dict[str, list[Diagnostic]] = {}

        def walk(name: str) -> Iterable[str]:
            leaks: list[Diagnostic] = []
            flow = self._context_flow(name, leaks)
            problems[name] = leaks
            if flow.entries:
                self.narrowed.add(name)
            again = [name] if flow.changed else []
            return [*again, *(callee for callee, _ in flow.entries)]

        _run_worklist(names, self.effects.callees_first[::-1], walk)
        return [
            leak for name in self.program.procedures for leak in problems.get(name, ())
        ]

    def _context_flow(self, name: str, leaks: list[Diagnostic]) -> ContextFlow:
        """Return what a procedure comes to in its context, and append its leaks; facts
        about its loops and the contexts of its callees are narrowed in place."""
        facts, key = self.contexts, None
        if self.flows is not None and self.variants is not None:
            given = (facts.loop_state(name), self._callee_summaries(name))
            names = (name, *self.variants.callees(name))
            entries = tuple(self._entry(each).state for each in names)
            key = (self.variants.of(name), *given, entries)
            known = self.flows.contexts.find(key, self.effects, self.labels)
            if known is not None:
                facts.set_loops(name, known.loops)
                for callee, state in known.entries:
                    self.entries[callee] = ProcedureSummary.of(state)
                return known
        facts.changed = False
        self.labels.looked_up.clear()
        callees: dict[str, None] = {}

        def call(caller_flow: ProcedureFlow, invoke: Invoke) -> TermTranslation:
            takes = self.program.procedures[invoke.procedure].takes
            words = [Local(parameter.name, parameter.type) for parameter in takes]
            if _narrow_context(
                caller_flow, invoke, words, self._entry(invoke.procedure)
            ):
                callees[invoke.procedure] = None
            return self._enter_call(caller_flow, invoke, name)

        checks = leak_checker(leaks)
        flow = ProcedureFlow(self.labels, self.effects, facts, checks, call)
        flow.analyse(self.program.procedures[name], self._entry(name))
        narrowed = tuple((callee, self._entry(callee).state) for callee in callees)
        found = ContextFlow(facts.loop_state(name), facts.changed, narrowed)
        if self.flows is not None and key is not None and not leaks:
            self.flows.contexts.note(key, found, flow)
        return found

    def _entry(self, name: str) -> ProcedureSummary:
        return self.entries.setdefault(name, ProcedureSummary())

    def _enter_call(
        self, flow: ProcedureFlow, invoke: Invoke, caller: str
    ) -> TermTranslation:
        """Return the translation of the callee's terms to the caller's, and record what
        the callee requires. Recursive calls translate no term (terms would grow)."""
        takes = self.program.procedures[invoke.procedure].takes
        arguments: dict[Typed, Typed] = {
            plain(Local(parameter.name, parameter.type)): flow.canonical(argument)
            for parameter, argument in zip(takes, invoke.arguments, strict=False)
        }
        recursive = invoke.procedure in self.effects.cycles[caller]
        translate = translation({} if recursive else arguments)
        required = flow.flow_facts.required.get(invoke.procedure)
        if required is not None:
            flow.forbid(invoke, translated(required, translate))
        return translate


def _no_check(_walk: ProcedureFlow, _one: Instruction) -> None:
    """Report nothing: leaks are found in the second iteration."""


def _narrow_context(
    flow: ProcedureFlow,
    invoke: Invoke,
    parameters: list[Local],
    entry: ProcedureSummary,
) -> bool:
    """Meet the context of a procedure with that of one call; return whether it changed.

    Terms of the caller are translated to the parameters that they are passed for; the
    aliases of a passed term are translated as well.
    """
    translations: dict[Typed, Typed] = {}
    for argument, parameter in zip(invoke.arguments, parameters, strict=False):
        if not isinstance(argument, Constant):
            translations.setdefault(plain(argument), parameter)
            translations.setdefault(flow.canonical(argument), parameter)
    translate = translation(translations)
    for term, value in flow.aliases.items():
        equivalent = translate(term)
        if equivalent is not None:
            translations.setdefault(value, equivalent)
    translate = translation(translations)
    watched = outward(plain, entry.watched, outward(translate, flow.watched))
    asked = outward(plain, entry.asked, outward(translate, flow.asked.ever))
    changed = (watched, asked) != (entry.watched, entry.asked)
    entry.watched, entry.asked = watched, asked
    if not invoke.site.discloses:
        for point, audience in translated(flow.control.guards(), translate).items():
            changed |= narrow(entry.guards, point, audience)
    for argument, parameter in zip(invoke.arguments, parameters, strict=False):
        audience = rewritten(flow.of(argument), translate)
        known = entry.locals.get(parameter.name, EVERYONE)
        if not audience.includes(known):
            entry.locals[parameter.name] = meet(known, audience)
            changed = True
    return changed


def _run_worklist(
    names: list[str], order: Sequence[str], analyse: Callable[[str], Iterable[str]]
) -> list[str]:
    """Analyse each procedure, and again all that an analysis returns, until none is
    pending; return all that were analysed.

    The first in `order` of those that are pending comes next, so that most procedures
    are analysed when all that they depend on is known: a procedure is analysed again
    only in a cycle or a loop.
    """
    places = {name: place for place, name in enumerate(order)}
    pending = [places[name] for name in set(names)]
    heapify(pending)
    waiting = set(pending)
    analysed: set[str] = set()
    while pending:
        place = heappop(pending)
        waiting.discard(place)
        analysed.add(order[place])
        for changed in analyse(order[place]):
            if places[changed] not in waiting:
                waiting.add(places[changed])
                heappush(pending, places[changed])
    return sorted(analysed, key=places.__getitem__)


# --- R523: steps that may hide again what other seats saw ---
#
# A grant of an audience has conditions on fields. A step that sets such a field may
# withdraw the grant; if another step can give it, both may happen in one run, and no
# view ever shows what was seen. Whether both happen is not decided here, so this is a
# note. Kinds with `last_seen` leave a claim and are exempt for its facts.

Written = dict[tuple[str, str], list[tuple[Site, Typed]]]
"""The sites that assign a field and the assigned values, by kind and field."""


def hidden_again(program: Program) -> Iterator[Diagnostic]:
    """Yield a note for each step that may hide fields that another step shows, unless
    the kind leaves a claim about them."""
    written: Written = {}
    for procedure in program.procedures.values():
        for instruction in instructions(procedure.body):
            for change in (
                instruction.changes if isinstance(instruction, Assign) else ()
            ):
                assignments = written.setdefault((change.kind, change.field), [])
                assignments.append((instruction.site, change.value))
    for kind in program.declared.kinds.values():
        if kind.name == STORE:
            continue
        claim = program.declared.claims.get(kind.last_seen)
        claimed = set() if claim is None else {fact.name for fact in claim.facts}
        lost: dict[str, tuple[Site, list[str]]] = {}
        for field in kind.fields:
            for site in _hiding(field, written) if field.name not in claimed else ():
                lost.setdefault(site.path, (site, []))[1].append(field.name)
        yield from (_note(kind, *entry) for entry in lost.values())


def _hiding(field: Field, written: Written) -> Iterator[Site]:
    """Yield the steps that may withdraw a grant of a field that a step can give."""
    sites: dict[str, Site] = {}
    for grant in field.audience.grants:
        for subject, allowed in () if grant.who == THE_JUDGE else grant.when:
            if not isinstance(subject, FieldRead):
                continue
            steps = written.get((subject.kind, subject.name), [])
            if any(_may_be(value, allowed) for _, value in steps):
                sites |= {
                    site.path: site
                    for site, value in steps
                    if _takes_away(field.audience, grant, subject, value)
                }
    yield from sites.values()


def _may_be(value: Typed, allowed: frozenset[object]) -> bool:
    return not isinstance(value, Constant) or value.value in allowed


def _takes_away(audience: Audience, grant: Grant, subject: Typed, value: Typed) -> bool:
    """Return whether no other grant admits the same seat once a term has a value."""
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

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

from collections import deque
from collections.abc import Callable, Iterable, Iterator

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
    of the top-down one.
    """

    program: Program
    effects: Effects
    labels: ValueLabels
    problems: tuple[Diagnostic, ...]
    summaries: FlowFacts
    contexts: FlowFacts
    entries: Entries


def analyse_secrecy(program: Program) -> SecrecyAnalysis:
    """Find every step and declaration that shows a seat more than it may know."""
    labels = ValueLabels(program.declared)
    known = effects(program.procedures, reads_of_rules(program.declared))
    analysis = InterproceduralAnalysis(
        program, known, labels, FlowFacts(), FlowFacts(), {}
    )
    analysis.compute_summaries(list(program.procedures)[::-1])
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
    ) -> None:
        """Start from the given results."""
        self.program, self.effects, self.labels = program, effects, labels
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
            flow_facts.changed = False

            def call(caller_flow: ProcedureFlow, invoke: Invoke) -> TermTranslation:
                return self._enter_call(caller_flow, invoke, name)

            flow = ProcedureFlow(self.labels, self.effects, flow_facts, _no_check, call)
            result = flow.analyse(self.program.procedures[name], ProcedureSummary())
            again = [name] if flow_facts.changed else []
            if flow_facts.narrowed(name, result, flow.required, flow.asked.here):
                self.narrowed.add(name)
                again += sorted(callers.get(name, ()))
            return again

        return _run_worklist(names, walk)

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
            flow_facts.changed = False
            leaks: list[Diagnostic] = []
            callees: dict[str, None] = {}

            def call(caller_flow: ProcedureFlow, invoke: Invoke) -> TermTranslation:
                takes = self.program.procedures[invoke.procedure].takes
                words = [Local(parameter.name, parameter.type) for parameter in takes]
                entry = self.entries.setdefault(invoke.procedure, ProcedureSummary())
                if _narrow_context(caller_flow, invoke, words, entry):
                    self.narrowed.add(name)
                    callees[invoke.procedure] = None
                return self._enter_call(caller_flow, invoke, name)

            flow = ProcedureFlow(
                self.labels, self.effects, flow_facts, leak_checker(leaks), call
            )
            entry = self.entries.setdefault(name, ProcedureSummary())
            flow.analyse(self.program.procedures[name], entry)
            problems[name] = leaks
            return [*([name] if flow_facts.changed else []), *callees]

        _run_worklist(names, walk)
        return [leak for leaks in problems.values() for leak in leaks]

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
    names: list[str], analyse: Callable[[str], Iterable[str]]
) -> list[str]:
    """Analyse each procedure, and again all that an analysis returns, until none is
    pending; return all that were analysed."""
    pending = deque(dict.fromkeys(names))
    pending_names = set(pending)
    analysed: dict[str, None] = {}
    while pending:
        name = pending.popleft()
        pending_names.discard(name)
        analysed[name] = None
        for changed in analyse(name):
            if changed not in pending_names:
                pending_names.add(changed)
                pending.append(changed)
    return list(analysed)


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

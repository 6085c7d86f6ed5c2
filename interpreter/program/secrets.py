"""Whether a rule tells a seat what it may not know: R601 and R603.

Two rounds over all procedures, each until nothing changes. First what calls give: a
result is known to those who know the arguments and all it was made from. Then places: a
procedure stands where the narrowest of its calls stands.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping

from interpreter.checked.audience import EVERYONE, meet, outward, rewritten
from interpreter.checked.conditions import plain
from interpreter.checked.declared import WAITING, Declared, Formula, Modifiers
from interpreter.language.typed import Constant, Local, Typed, Use
from interpreter.problems import Problem, problem
from interpreter.program.analysis import Analysis, Name, parts
from interpreter.program.guards import narrow, translated
from interpreter.program.instructions import Instruction, Invoke
from interpreter.program.knowledge import Knowledge
from interpreter.program.places import Entry, Found, Said, Walk
from interpreter.program.program import Program
from interpreter.program.rewriting import translation
from interpreter.program.shown import betrayed, known_to
from interpreter.program.walking import nodes


def secrets(program: Program, analysis: Analysis) -> list[Problem]:
    """Return every step that tells a seat more than it may know."""
    knowledge = Knowledge(program.declared)
    results = _results(program, analysis, knowledge)
    return [
        *_hidden_terms(program.declared, knowledge),
        *_tables_read(program.declared),
        *_widened(program.declared, knowledge),
        *_places(program, analysis, knowledge, results),
    ]


def _results(program: Program, analysis: Analysis, knowledge: Knowledge) -> Found:
    found = Found()
    callers: dict[str, set[str]] = {}
    for name, called in analysis.calls.items():
        for each in called:
            callers.setdefault(each, set()).add(name)

    def walk(name: str) -> Iterable[str]:
        found.changed = False

        def call(walk: Walk, one: Invoke) -> Said:
            return _returned(
                program, walk, one, one.procedure in analysis.circles[name]
            )

        one = Walk(knowledge, analysis, found, _nothing, call)
        result = one.through(program.procedures[name], Entry())
        again = [name] if found.changed else []
        known = found.results.get(name, EVERYONE)
        same = result.includes(known)
        if not same:
            found.results[name] = meet(known, result)
        if same and one.required == found.required.get(name):
            return again
        if one.required is not None:
            found.required[name] = one.required
        return [*again, *sorted(callers.get(name, ()))]

    _until_quiet(list(program.procedures)[::-1], walk)
    return found


def _returned(program: Program, walk: Walk, one: Invoke, circle: bool) -> Said:
    """Return how the words of what is called are said by the caller, and let the walk
    know what the call requires; of a call that may come round again nothing can be said
    that would not grow."""
    takes = program.procedures[one.procedure].takes
    given: dict[Typed, Typed] = {
        plain(Local(each.name, each.type)): walk.real(argument)
        for each, argument in zip(takes, one.arguments, strict=False)
    }
    said = translation({} if circle else given)
    required = walk.found.required.get(one.procedure)
    if required is not None:
        walk.forbid(one, translated(required, said))
    return said


def _nothing(_walk: Walk, _one: Instruction) -> None:
    """Do nothing."""


def _places(
    program: Program, analysis: Analysis, knowledge: Knowledge, results: Found
) -> list[Problem]:
    found = Found(results.results, results.required)
    entries = {name: Entry() for name in program.procedures}
    problems: dict[str, list[Problem]] = {}

    def walk(name: str) -> Iterable[str]:
        found.changed = False
        told: list[Problem] = []
        again: dict[str, None] = {}

        def call(walk: Walk, one: Invoke) -> Said:
            takes = program.procedures[one.procedure].takes
            words = [Local(each.name, each.type) for each in takes]
            if _called(walk, one, words, entries[one.procedure]):
                again[one.procedure] = None
            return _returned(
                program, walk, one, one.procedure in analysis.circles[name]
            )

        one = Walk(knowledge, analysis, found, betrayed(told), call)
        one.through(program.procedures[name], entries[name])
        problems[name] = told
        return [*([name] if found.changed else []), *again]

    _until_quiet(list(program.procedures), walk)
    return [each for told in problems.values() for each in told]


def _called(walk: Walk, one: Invoke, words: list[Local], entry: Entry) -> bool:
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
    changed = watched != entry.watched
    entry.watched = watched
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


def _until_quiet(names: list[str], walk: Callable[[str], Iterable[str]]) -> None:
    """Walk each, and again whatever a walk has changed."""
    waiting = deque(dict.fromkeys(names))
    inside = set(waiting)
    while waiting:
        name = waiting.popleft()
        inside.discard(name)
        for each in walk(name):
            if each not in inside:
                inside.add(each)
                waiting.append(each)


def _hidden_terms(declared: Declared, knowledge: Knowledge) -> list[Problem]:
    """Find audiences that hang on what not everyone sees: asking would tell it. Of a
    call that waits nobody asks but whom it concerns; where it is put off, that is
    checked as who sees a step."""
    found = []
    for kind in (each for each in declared.kinds.values() if each.name != WAITING):
        own = [(each.audience, each.span) for each in kind.fields]
        made = [(each.seen_by, each.span) for each in kind.derived.values()]
        for audience, span in (*own, *made, (kind.seen_by, kind.span)):
            for term in () if audience is None else audience.terms:
                if not knowledge.of(term, {}).includes(EVERYONE):
                    message = "an audience cannot hang on what not everyone sees"
                    at = term.span or span
                    found.append(
                        problem(
                            "R604", at, message, expected="fields that everyone sees"
                        )
                    )
    return found


def _tables_read(declared: Declared) -> list[Problem]:
    """Find audiences that read a table or modifiers, also through a formula: views are
    made without them, so such an audience would admit nobody."""
    bodies = dict(parts(declared))
    spans = {
        use.span or field.span
        for kind in declared.kinds.values()
        for field in kind.fields
        for use in _uses(field.shown)
        if _reads_table((use.section, use.name), bodies)
    }
    message = "an audience cannot read a table"
    expected = "fields, and formulas that read no table"
    return [problem("R604", each, message, expected=expected) for each in spans]


def _reads_table(name: Name, bodies: Mapping[Name, tuple[Typed, ...]]) -> bool:
    """Tell whether a declaration is a table or modifiers, or comes to one."""
    reached, waiting = {name}, [name]
    while waiting:
        used = {(each.section, each.name) for each in _uses(*bodies[waiting.pop()])}
        waiting += used - reached
        reached |= used
    return any(section in ("tables", "modifiers") for section, _ in reached)


def _uses(*given: Typed | None) -> Iterator[Use]:
    """Yield every declaration that is read in expressions."""
    there = (each for each in given if each is not None)
    return (each for each in nodes(*there) if isinstance(each, Use))


def _widened(declared: Declared, knowledge: Knowledge) -> list[Problem]:
    """Find derived fields and modifiers that more may know than what they read."""
    every: list[tuple[Name, Formula | Modifiers]] = [
        (("modifiers", name), each) for name, each in declared.modifiers.items()
    ]
    for kind in declared.kinds.values():
        for name, derived in kind.derived.items():
            every.append((("derived", f"{kind.name}.{name}"), derived))
    found = []
    for key, each in every:
        reads = knowledge.reads(key)
        if each.seen_by is not None and not reads.includes(each.seen_by.seats):
            message = f"'{key[1]}' may be known to more than what it is made from"
            expected = f"at most {known_to(reads)}"
            found.append(problem("R603", each.span, message, expected=expected))
    return found

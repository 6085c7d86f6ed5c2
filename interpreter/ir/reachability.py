"""Which procedures are reached from where, and which come back to themselves.

Whatever is decided, rolled or looped over counts as possible; so what is found here can
end in no run but by a refusal or a limit. Each step is looked at once: a path that has
come to a call waits there until the procedure that is called is known to end. Without
calls every path comes to the end, so only recursive procedures need a search; if they
end where all that they call beside each other does, all procedures end.

Play begins at the entry points and at the `main` of each scenario; policies answer in
it, and what is said of things (who sees a field, what ends it, what must hold of it,
how it is drawn) is read whatever happens. From there each declaration leads to those
that it calls or reads. What only cases run directly is not reached.

Every condition is taken to hold at some time, so this never calls anything unreached
that play can reach. The search visits each declaration once; what a declaration leads
to is kept, since a pack is looked at under many options and most of it stays the same.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Mapping as Mappings
from typing import NamedTuple, Optional

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import KnownCalls, RuleName, expressions_of, recursive
from interpreter.ir.instructions import (
    Block,
    End,
    ForEach,
    Instruction,
    Invoke,
    Procedure,
    Program,
    Repeat,
    Return,
    When,
)
from interpreter.ir.walking import expressions, in_template, instructions, nodes
from interpreter.ruleset.mentions import is_mentioned, words
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import (
    ENTRY,
    HEARD,
    ClaimKind,
    DrawingRules,
    EntityCondition,
    Event,
    Formula,
    Kind,
    Modifiers,
)
from interpreter.source import Name, Span
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.nodes import MappingNode as MapNode


class ProgramPoint(NamedTuple):
    """A place in a procedure: before a step, or after the last of a body; `outer` is
    where it goes on after the body (None: the procedure ends), and `label` the block
    that the body is ("" none)."""

    procedure: str
    body: tuple[Instruction, ...]
    at: int
    outer: Optional["ProgramPoint"]
    label: str = ""


def endless(
    procedures: Mapping[str, Procedure], known: KnownCalls | None = None
) -> list[Diagnostic]:
    """Return a problem for each cycle of calls that no path leaves; `known` are calls
    of procedures that other programs share."""
    among = recursive(procedures, known)
    some = {name: procedures[name] for name in among}
    if _Search(some, procedures.keys() - among).ending >= among:
        return []
    search = _Search(procedures)
    seen = set(search.ending)
    found: list[Diagnostic] = []
    for name in procedures:
        chain: dict[str, Invoke] = {}
        while name not in seen:
            seen.add(name)
            chain[name] = search.stuck[name]
            name = chain[name].procedure
        if name in chain:
            while name.endswith(HEARD):  # ours; what it calls is written
                name = chain[name].procedure
            found.append(_recursion_problem(procedures[name], chain[name]))
    return found


def _recursion_problem(procedure: Procedure, call: Invoke) -> Diagnostic:
    name = procedure.name.replace("_", " ")
    message = f"'{name}' comes back to itself here on every path, so it never ends"
    hint = "let a condition lead past the call, or repeat with 'times' or 'until'"
    return problem("R519", call.site.span, message, hint=hint)


class _Search:
    """Which procedures can end, and for all others the first call that they do not come
    back from."""

    def __init__(
        self, procedures: Mapping[str, Procedure], ending: Collection[str] = ()
    ) -> None:
        """Follow every path as far as it leads; those in `ending` are known to end."""
        self.ending: set[str] = set(ending)
        self.stuck: dict[str, Invoke] = {}
        self._waiting: dict[str, list[ProgramPoint]] = {}
        self._met: set[tuple[str, int]] = set()
        self._open = [
            ProgramPoint(key, p.body, 0, None) for key, p in procedures.items()
        ]
        while self._open:
            self._follow(self._open.pop())
        for name, points in self._waiting.items():
            for each in points if name not in self.ending else ():
                self._keep(each)

    def _keep(self, point: ProgramPoint) -> None:
        call = point.body[point.at]
        assert isinstance(call, Invoke)
        known = self.stuck.get(point.procedure)
        if known is None or call.site.span.start < known.site.span.start:
            self.stuck[point.procedure] = call

    def _follow(self, point: ProgramPoint) -> None:
        """Go on from a point, unless somebody was there."""
        if point.at == len(point.body):
            self._leave(point)
            return
        step = point.body[point.at]
        key = (point.procedure, step.number)
        if key in self._met:
            return
        self._met.add(key)
        if isinstance(step, Invoke) and step.procedure not in self.ending:
            self._waiting.setdefault(step.procedure, []).append(point)
        else:
            self._open += _next(point, step)

    def _leave(self, point: ProgramPoint) -> None:
        """Go on after a body; after the last of a procedure, it ends, and who waits
        for that goes on."""
        if point.outer is not None:
            self._open.append(point.outer)
        elif point.procedure not in self.ending:
            self.ending.add(point.procedure)
            for each in self._waiting.pop(point.procedure, ()):
                self._open.append(each._replace(at=each.at + 1))


def _next(point: ProgramPoint, step: Instruction) -> Iterator[ProgramPoint]:
    """Yield the points that may come after a step, or inside it."""
    after = point._replace(at=point.at + 1)
    name = point.procedure
    match step:
        case Return():
            yield ProgramPoint(name, (), 0, None)
        case End():
            yield _after(point, step.label)
        case When():
            yield ProgramPoint(name, step.then, 0, after)
            yield ProgramPoint(name, step.other, 0, after)
        case ForEach():
            yield after
            yield ProgramPoint(name, step.body, 0, after)
        case Repeat():
            if step.times is not None:
                yield after
            yield ProgramPoint(name, step.body, 0, after)
        case Block():
            yield ProgramPoint(name, step.body, 0, after, step.label)
        case _:
            yield after


def _after(point: ProgramPoint, label: str) -> ProgramPoint:
    """Return where the block of a label is left for."""
    while point.label != label and point.outer is not None:
        point = point.outer
    return point._replace(at=len(point.body))


PROCEDURES = "procedures"

RuleNames = frozenset[RuleName]
Holdings = Mapping[str, Iterable[EntityCondition]]
"""What must hold of the things of a kind."""


def says_what_is_run(ruleset: Ruleset) -> bool:
    """Tell whether a pack says what is run from outside: entry points, or a `main`; one
    that does not offers everything."""
    return bool(ruleset.uncut["entry_points"]) or any(_mains(ruleset))


def _mains(ruleset: Ruleset) -> Iterator[str]:
    for scenario in ruleset.uncut["scenarios"].values():
        node = scenario.node
        main = node.get("main") if isinstance(node, MapNode) else None
        if isinstance(main, ScalarNode):
            yield main.name


class Reachability:
    """Finds what play can reach; keeps what each declaration leads to."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Begin with what the ruleset says is run, under whatever options."""
        keys = ruleset.uncut["entry_points"]
        self._starts = [f"{key}{ENTRY}" for key in keys]
        self._starts += _mains(ruleset)
        self._known: dict[RuleName, list[tuple[object, RuleNames]]] = {}

    def of(
        self, program: Program, holds: Holdings, filling: Iterable[str] = ()
    ) -> RuleNames:
        """Return section and name of all that play can reach; triggers are procedures,
        derived fields are 'kind.field' of the section 'derived'. The rows of the
        tables `filling` things are read as a scenario begins."""
        reached: set[RuleName] = set()
        waiting = [(PROCEDURES, name) for name in self._starts]
        waiting += self._always(program, holds)
        waiting += [("tables", name) for name in filling]
        while waiting:
            name = waiting.pop()
            if name not in reached and (found := declaration(program, name)):
                reached.add(name)
                waiting += self.leads_to(name, found)
        return frozenset(reached)

    def leads_to(self, name: RuleName, declaration_: object) -> RuleNames:
        """Return what a procedure or another declaration calls or reads itself.

        Under other options a name may have another declaration; one that was not read
        again is the same object, which is quicker to tell than that two are equal.
        """
        kept = self._known.setdefault(name, [])
        for known, names in kept:
            if known is declaration_:
                return names
        kept.append((declaration_, leads_to(declaration_)))
        return kept[-1][1]

    def _always(self, program: Program, holds: Holdings) -> Iterator[RuleName]:
        """Yield what is read whatever is run."""
        declared = program.declared
        for section in ("kinds", "events", "claims"):
            for key, each in getattr(declared, section).items():
                yield from self.leads_to((section, key), each)
        for held in holds.values():
            yield from _used(each.condition for each in held)
        for rule in program.rules.values():
            yield from _used(() if rule.call is None else (rule.call,))


def declaration(program: Program, name: RuleName) -> object:
    """Return a procedure or another declaration by its section and name; None where
    there is none."""
    section, key = name
    if section == PROCEDURES:
        return program.procedures.get(key)
    if section == "derived":
        kind, _, field = key.partition(".")
        found = program.declared.kinds.get(kind)
        return None if found is None else found.derived.get(field)
    known: Mapping[str, object] = getattr(program.declared, section)
    return known.get(key)


def _used(given: Iterable[Typed | None]) -> Iterator[RuleName]:
    for each in given:
        for node in nodes(*(() if each is None else (each,))):
            if isinstance(node, Use):
                yield node.section, node.name


def _of(audience: Audience | None) -> Iterable[Typed]:
    return () if audience is None else audience.terms


def leads_to(given: object) -> RuleNames:
    """Return what a procedure or another declaration calls or reads itself."""
    found = set(_used(expressions_of(given)))
    for kind, read in _READ.items():
        if isinstance(given, kind):
            found |= {*read(given)}
    return frozenset(found)


def _of_procedure(procedure: Procedure) -> Iterator[RuleName]:
    for one in instructions(procedure.body):
        site = one.site
        yield from _used(expressions(one))
        yield from _used((*in_template(site.say), *_of(site.seen_by)))
        if isinstance(one, Invoke):
            yield PROCEDURES, one.procedure


def _of_kind(kind: Kind) -> Iterator[RuleName]:
    for field in kind.fields:
        ends = (each for on in field.ends_on for each in on.arguments)
        given = (field.start, field.ends_at, field.shown, *ends, *_of(field.audience))
        yield from _used(given)
    for ending in kind.endings:
        yield from _used((ending.condition, ending.value))
    yield from _used((kind.owned, *_of(kind.seen_by), *_drawn(kind.drawn)))


def _drawn(drawn: DrawingRules) -> Iterator[Typed]:
    for each in (*drawn.ranges, *drawn.states, drawn.base, drawn.unless):
        if each is not None:
            yield each.value


def _of_event(event: Event) -> Iterator[RuleName]:
    yield from _used((event.since, *_of(event.seen_by)))


def _of_claims(kind: ClaimKind) -> Iterator[RuleName]:
    yield from _used(fact.may_be for fact in kind.facts)
    yield from _used(_drawn(kind.drawn))


def _of_formula(formula: Formula) -> Iterator[RuleName]:
    yield from _used(_of(formula.seen_by))


def _of_modifiers(given: Modifiers) -> Iterator[RuleName]:
    terms = (part for _, row in given.rows for part in in_template(row.say))
    yield from _used((*terms, *_of(given.seen_by)))


_READ: Mapping[type, Callable[..., Iterator[RuleName]]] = {
    Procedure: _of_procedure,
    Kind: _of_kind,
    Event: _of_event,
    ClaimKind: _of_claims,
    Formula: _of_formula,
    Modifiers: _of_modifiers,
}


# R522: declarations that play never reaches, under any options that were tried.

SECTIONS = ("procedures", "triggers", "formulas", "tables", "modifiers")
_ALWAYS = ("entities", "events", "claims", "entry_points", "policies")
"""Sections that are read whatever is run."""
MOST_NAMED = 6
EXPECTED = "a call from what an entry point, a 'main' or a policy leads to"
HINT = "call it where its rule applies, or remove it: cases alone prove nothing of play"


class PlayReach(Struct, frozen=True):
    """What play reaches under one setting of the options, and where each declaration
    leads that it does not reach."""

    reached: RuleNames
    leads: Mapping[RuleName, RuleNames]


class Unreached:
    """Collects what play reaches under one setting of the options after the other."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Begin with nothing reached; a pack that does not say what is run offers
        everything."""
        self._ruleset = ruleset
        self._offers_all = not says_what_is_run(ruleset)
        self._reachability = Reachability(ruleset)
        self._reached: set[RuleName] = set()
        self._leads: dict[RuleName, RuleNames] = {}

    def of(self, program: Program, holds: Holdings) -> PlayReach:
        """Return what play reaches in a program."""
        if self._offers_all:
            return PlayReach(frozenset(), {})
        reached = self._reachability.of(program, holds)
        leads = {
            name: self._reachability.leads_to(name, found)
            for name, _ in _declared(self._ruleset)
            if name not in reached and (found := declaration(program, name)) is not None
        }
        return PlayReach(reached, leads)

    def add(self, reach: PlayReach) -> None:
        """Add what play reaches in another program."""
        self._reached |= reach.reached
        self._leads |= reach.leads

    def problems(self, reported: Collection[Span]) -> Iterator[Diagnostic]:
        """Yield a problem for each declaration that is never reached, with those to
        which only such lead; where one was `reported` before, nothing more is said."""
        text = self._text()
        missing = {
            name: each
            for name, each in _declared(self._ruleset)
            if name in self._leads
            and name not in self._reached
            and not (name[0] == "tables" and is_mentioned(each.name, text))
            and not self._is_driver(each)
        }
        leads = {name: self._leads[name] & missing.keys() for name in missing}
        for first, others in _grouped(leads):
            each = missing[first]
            if each.span not in reported:
                names = [missing[other].name for other in others]
                yield _problem(each.name, each.span, names)
        yield from self._walks(text, reported)

    def _walks(self, text: str, reported: Collection[Span]) -> Iterator[Diagnostic]:
        """Yield the walks whose names stand in nothing that is reached: a program has
        walks no more."""
        walks = dict(self._ruleset.uncut["walks"]) if not self._offers_all else {}
        found = [key for key in walks if is_mentioned(key, text)]
        while found:
            walk = walks.pop(found.pop(), None)
            own = "" if walk is None else words(walk.node)
            found += [key for key in walks if is_mentioned(key, own)]
        for walk in walks.values():
            if walk.span not in reported:
                yield _problem(walk.name, walk.span, [])

    def _text(self) -> str:
        """Return the words of all that is reached."""
        names = dict(_declared(self._ruleset))
        nodes = [names[name].node for name in self._reached if name in names]
        for section in _ALWAYS:
            nodes += (each.node for each in self._ruleset.uncut[section].values())
        return "".join(map(words, nodes))

    def _is_driver(self, each: Declaration) -> bool:
        """Tell whether it only sets the scene for cases: it stands in a file of cases,
        one of them runs it, and neither it nor a step of it carries a rule."""
        known = self._ruleset.uncut
        if known["procedures"].get(each.key) is not each or _carries(each.node):
            return False
        cases = [case for case in known["cases"].values() if case.file == each.file]
        return any(_runs(case.node, each.key) for case in cases)


def _declared(ruleset: Ruleset) -> Iterator[tuple[RuleName, Declaration]]:
    """Yield what can be reached, by section and name as a program has it."""
    for section in SECTIONS:
        named = PROCEDURES if section == "triggers" else section
        for key, each in ruleset.uncut[section].items():
            yield (named, key), each
    for kind, each in ruleset.uncut["entities"].items():
        derived = (
            each.node.get("derived") if isinstance(each.node, MappingNode) else None
        )
        for name, node in derived.entries if isinstance(derived, MappingNode) else ():
            key = Name(f"{kind}.{name.name}")
            found = Declaration(
                f"{each.name}.{name.text}", key, node, name.span, each.file, each.origin
            )
            yield ("derived", key), found


def _grouped(
    leads: Mappings[RuleName, Iterable[RuleName]],
) -> Iterator[tuple[RuleName, tuple[RuleName, ...]]]:
    """Yield each declaration to which no other leads, with those to which it does, each
    once; of a cycle the first stands for all."""
    left = set(leads)
    places = {name: place for place, name in enumerate(leads)}
    led = {other for name, others in leads.items() for other in others if other != name}
    for start in (*(name for name in leads if name not in led), *leads):
        if start not in left:
            continue
        group: set[RuleName] = set()
        waiting = [start]
        while waiting:
            name = waiting.pop()
            if name in left:
                left.remove(name)
                group.add(name)
                waiting += leads[name]
        yield start, tuple(sorted(group - {start}, key=places.__getitem__))


def _problem(name: str, span: Span, others: list[str]) -> Diagnostic:
    listed = ", ".join(f"'{other}'" for other in others[:MOST_NAMED])
    more = len(others) - MOST_NAMED
    rest = f" and {more} more" if more > 0 else ""
    with_it = f", nor what only it leads to: {listed}{rest}" if others else ""
    message = f"play never reaches '{name}'{with_it}"
    return problem("R522", span, message, expected=EXPECTED, hint=HINT)


def _carries(node: Node) -> bool:
    if isinstance(node, SequenceNode):
        return any(map(_carries, node.items))
    if not isinstance(node, MappingNode):
        return False
    return "rule" in node or any(_carries(value) for _, value in node.entries)


def _runs(case: Node, key: str) -> bool:
    """Return whether a case, or a row of a table of cases, runs a procedure."""
    if not isinstance(case, MappingNode):
        return False
    if any(_calls(case.get(verb), key) for verb in _CALLING):
        return True
    rows, columns = case.get("rows"), case.get("columns")
    inner: Iterable[Node] = ()
    if isinstance(rows, MappingNode):
        inner = (row for _, row in rows.entries)
    elif isinstance(rows, SequenceNode):
        inner = rows.items
    named = columns.items if isinstance(columns, SequenceNode) else ()
    calling = [
        place
        for place, name in enumerate(named)
        if isinstance(name, ScalarNode) and name.text in _CALLING
    ]
    return any(
        any(
            _calls(row.items[place], key) for place in calling if place < len(row.items)
        )
        if isinstance(row, SequenceNode)
        else _runs(row, key)
        for row in inner
    )


_CALLING = ("run", "odds")
"""The keys of a case, and the columns of a table of cases, that call a procedure."""


def _calls(call: Node | None, key: str) -> bool:
    return isinstance(call, ScalarNode) and call.called == key

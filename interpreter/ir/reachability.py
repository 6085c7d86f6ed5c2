"""What play can reach: R522, and what counts for a rule in coverage.

Play begins at the entry points and at the `main` of each scenario; policies answer in
it, and what is said of things (who sees a field, what ends it, what must hold of it,
how it is drawn) is read whatever happens. From there each declaration leads to those
that it calls or reads. What only cases run directly is not reached.

Every condition is taken to hold at some time, so this never calls anything unreached
that play can reach. The search visits each declaration once; what a declaration leads
to is kept, since a pack is looked at under many options and most of it stays the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from interpreter.expressions.typed import Typed, Use
from interpreter.ir.effects import Name, expressions_of
from interpreter.ir.instructions import Invoke, Procedure, Program
from interpreter.ir.walking import expressions, in_template, instructions, nodes
from interpreter.ruleset.ruleset import Ruleset
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import (
    ENTRY,
    ClaimKind,
    DrawingRules,
    EntityCondition,
    Event,
    Formula,
    Kind,
    Modifiers,
)
from interpreter.values.names import plain
from interpreter.yaml.nodes import MappingNode as MapNode
from interpreter.yaml.nodes import ScalarNode

PROCEDURES = "procedures"

RuleNames = frozenset[Name]
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
            yield plain(main.text)


class Reachability:
    """Finds what play can reach; keeps what each declaration leads to."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Begin with what the ruleset says is run, under whatever options."""
        keys = ruleset.uncut["entry_points"]
        self._starts = [f"{key}{ENTRY}" for key in keys]
        self._starts += _mains(ruleset)
        self._known: dict[int, tuple[object, RuleNames]] = {}

    def of(
        self, program: Program, holds: Holdings, filling: Iterable[str] = ()
    ) -> RuleNames:
        """Return section and name of all that play can reach; triggers are procedures,
        derived fields are 'kind.field' of the section 'derived'. The rows of the
        tables `filling` things are read as a scenario begins."""
        reached: set[Name] = set()
        waiting = [(PROCEDURES, name) for name in self._starts]
        waiting += self._always(program, holds)
        waiting += [("tables", name) for name in filling]
        while waiting:
            name = waiting.pop()
            if name not in reached and (found := declaration(program, name)):
                reached.add(name)
                waiting += self.leads_to(found)
        return frozenset(reached)

    def leads_to(self, declaration_: object) -> RuleNames:
        """Return what a procedure or another declaration calls or reads itself."""
        kept = self._known.get(id(declaration_))
        if kept is None:
            # the object is kept too, so that its id is not given again
            kept = (declaration_, frozenset(_leads_to(declaration_)))
            self._known[id(declaration_)] = kept
        return kept[1]

    def _always(self, program: Program, holds: Holdings) -> Iterator[Name]:
        """Yield what is read whatever is run."""
        declared = program.declared
        for section in (declared.kinds, declared.events, declared.claims):
            for each in section.values():
                yield from self.leads_to(each)
        for held in holds.values():
            yield from _used(each.condition for each in held)
        for rule in program.rules.values():
            yield from _used(() if rule.call is None else (rule.call,))


def declaration(program: Program, name: Name) -> object:
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


def _used(given: Iterable[Typed | None]) -> Iterator[Name]:
    for each in given:
        for node in nodes(*(() if each is None else (each,))):
            if isinstance(node, Use):
                yield node.section, node.name


def _of(audience: Audience | None) -> Iterable[Typed]:
    return () if audience is None else audience.terms


def _leads_to(given: object) -> Iterator[Name]:
    for kind, read in _READ.items():
        if isinstance(given, kind):
            yield from read(given)
    yield from _used(expressions_of(given))


def _of_procedure(procedure: Procedure) -> Iterator[Name]:
    for one in instructions(procedure.body):
        site = one.site
        yield from _used(expressions(one))
        yield from _used((*in_template(site.say), *_of(site.seen_by)))
        if isinstance(one, Invoke):
            yield PROCEDURES, one.procedure


def _of_kind(kind: Kind) -> Iterator[Name]:
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


def _of_event(event: Event) -> Iterator[Name]:
    yield from _used((event.since, *_of(event.seen_by)))


def _of_claims(kind: ClaimKind) -> Iterator[Name]:
    yield from _used(fact.may_be for fact in kind.facts)
    yield from _used(_drawn(kind.drawn))


def _of_formula(formula: Formula) -> Iterator[Name]:
    yield from _used(_of(formula.seen_by))


def _of_modifiers(given: Modifiers) -> Iterator[Name]:
    said = (part for _, row in given.rows for part in in_template(row.say))
    yield from _used((*said, *_of(given.seen_by)))


_READ: Mapping[type, Callable[..., Iterator[Name]]] = {
    Procedure: _of_procedure,
    Kind: _of_kind,
    Event: _of_event,
    ClaimKind: _of_claims,
    Formula: _of_formula,
    Modifiers: _of_modifiers,
}

"""Effect analysis: what procedures and declarations stop for, choose, read and write.

Direct effects are read off the instructions; effects through calls are the union over
the call graph's transitive closure, which also gives the recursive procedures. The
closure, effects through it and reads of declarations are least fixpoints over calls and
uses. They are found in one pass over the strongly connected components of that graph,
each after those that it leads to: the members of one have the same facts.

`rows_of_rules` is finer: it separates reads of a parameter's row from reads of any row,
so that memoised rules depend on fewer rows. `safe` finds expressions that cannot fail,
which may be removed or evaluated early.
"""

from collections.abc import (
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.functions import FUNCTIONS, can_fail
from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Every,
    FieldRead,
    Local,
    Now,
    ReachSearch,
    Remembered,
    Typed,
    Use,
)
from interpreter.ir.components import strongly_connected_components
from interpreter.ir.instructions import (
    Assign,
    Choice,
    Create,
    Draw,
    Happen,
    Instruction,
    Invoke,
    Procedure,
    Program,
    Remove,
    Roll,
    Shuffle,
    Tell,
)
from interpreter.ir.versions import KnownVersions
from interpreter.ir.walking import expressions, instructions, nodes
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    Declarations,
    Event,
    Formula,
    LookupTable,
    Modifiers,
    Parameter,
    RollTable,
    Table,
)
from interpreter.values.log import STORE
from interpreter.values.types import Entity, ListOf

Fields = frozenset[tuple[str, str]]
"""(kind, field); the field "" is which entities of the kind there are.

Of the log, the kind is "": the field "" is what time it is, another one the events of
that name that are remembered. Of claims, the field is their kind.
"""

CLOCK = ("", "")
LABELS = "\0labels"
"""What is written where masked entities get other labels; nothing reads it."""

RuleName = tuple[str, str]
"""(section, name) of a declaration."""


class Effects(Struct, frozen=True):
    """Calls and writes by procedure.

    `changes[p]` are the fields that p itself writes, `writes[p]` with all its callees;
    `reached[p]` are its direct and indirect callees, `cycles[p]` those of them that
    call p again (its strongly connected component); `callees_first` has every procedure
    after all that it reaches, apart from those of its cycle.
    """

    writes: Mapping[str, Fields]
    changes: Mapping[str, Fields]
    calls: Mapping[str, frozenset[str]]
    reached: Mapping[str, frozenset[str]]
    cycles: Mapping[str, frozenset[str]]
    declared_reads: Mapping[RuleName, Fields]
    callees_first: tuple[str, ...]


class Analysis(Effects, frozen=True):
    """Effects by procedure, including those of its callees.

    `reads_state` are the declarations that read the game state. `keyed` are the
    procedures that stop or create an entity: the keys of their dice contain the call
    path.
    """

    stops: frozenset[str]
    chooses: frozenset[str]
    reads: Mapping[str, Fields]
    reads_state: frozenset[RuleName]
    removed: frozenset[str]
    keyed: frozenset[str]

    @property
    def read(self) -> Fields:
        """All that anything in the program reads."""
        return Fields().union(*self.reads.values(), *self.declared_reads.values())

    def waits(self, one: Instruction) -> bool:
        """Return whether an instruction, or one inside it, stops."""
        return any(
            isinstance(each, (Roll, Draw, Choice))
            or (isinstance(each, Invoke) and each.procedure in self.stops)
            for each in instructions((one,))
        )


Declared: TypeAlias = Formula | Table | Modifiers | Event


def declarations_of(declared: Declarations) -> Iterator[tuple[RuleName, Declared]]:
    """Yield every declaration that computes, in order of declaration."""
    for name, formula in declared.formulas.items():
        yield ("formulas", name), formula
    for kind in declared.kinds.values():
        for name, derived in kind.derived.items():
            yield ("derived", f"{kind.name}.{name}"), derived
    for name, table in declared.tables.items():
        yield ("tables", name), table
    for name, group in declared.modifiers.items():
        yield ("modifiers", name), group
    for name, event in declared.events.items():
        if event.since is not None:
            yield ("events", name), event


def parts(declared: Declarations) -> Iterator[tuple[RuleName, tuple[Typed, ...]]]:
    """Yield every declaration with its expressions, in order of declaration."""
    for name, declaration in declarations_of(declared):
        yield name, expressions_of(declaration)


def every_expression(program: Program) -> Iterator[Typed]:
    """Yield the expressions of all declarations, procedures, entry points and rules."""
    for _, found in parts(program.declared):
        yield from found
    for procedure in program.procedures.values():
        for instruction in instructions(procedure.body):
            yield from expressions(instruction)
    for entry in (*program.entries.values(), *program.rules.values()):
        yield from entry.arguments if entry.call is None else (entry.call,)


def names_of(declared: Declarations) -> Iterator[RuleName]:
    """Yield the name of every declaration, in the order of `parts`."""
    yield from (("formulas", name) for name in declared.formulas)
    for kind, made in declared.kinds.items():
        yield from (("derived", f"{kind}.{name}") for name in made.derived)
    yield from (("tables", name) for name in declared.tables)
    yield from (("modifiers", name) for name in declared.modifiers)
    for name, event in declared.events.items():
        if event.since is not None:
            yield "events", name


def expressions_of(given: object) -> tuple[Typed, ...]:
    """Return the expressions of a formula, a table, modifiers or an event."""
    match given:
        case Formula():
            return (given.body,)
        case Event():
            return () if given.since is None else (given.since,)
        case RollTable():
            return tuple(row.gives for row in given.rows)
        case LookupTable():
            return tuple(cell for _, cells in given.rows for cell in cells)
        case CrossTable():
            missing = () if given.missing is None else (given.missing,)
            return (*(cell for _, _, cell in given.cells), *missing)
        case DecisionTable():
            pairs = ((row.condition, row.gives) for row in given.rows)
            return tuple(each for pair in pairs for each in pair if each is not None)
        case Modifiers():
            return _of_modifiers(given)
        case _:
            return ()


def _of_modifiers(given: Modifiers) -> tuple[Typed, ...]:
    found: list[Typed | None] = []
    for group in given.groups:
        found += (group.condition, group.on)
        for row in group.rows:
            found += (row.condition, row.add, row.times)
    return tuple(each for each in found if each is not None)


class RuleFacts(Struct, frozen=True):
    """What a declaration itself reads, and the declarations that it uses."""

    reads: Fields
    uses: frozenset[RuleName]

    @classmethod
    def of(cls, given: Iterable[Typed]) -> "RuleFacts":
        """Look through expressions."""
        found = tuple(nodes(*given))
        uses = {(n.section, n.name) for n in found if isinstance(n, Use)}
        return cls(own_fields(found), frozenset(uses))

    def all_reads(self, declared_reads: Mapping[RuleName, Fields]) -> Fields:
        """Return what it reads also through others."""
        empty = Fields()
        return self.reads.union(*(declared_reads.get(n, empty) for n in self.uses))


class BodyFacts(Struct, frozen=True):
    """What the instructions of a procedure themselves do; `verbs` are their classes,
    `removed` the kinds of which they remove entities."""

    expressions: RuleFacts
    calls: frozenset[str]
    writes: Fields
    verbs: frozenset[type[Instruction]]
    removed: frozenset[str]

    @classmethod
    def of(cls, procedure: Procedure) -> "BodyFacts":
        """Look through a procedure."""
        body = tuple(instructions(procedure.body))
        return cls(
            RuleFacts.of(each for one in body for each in expressions(one)),
            _calls(body),
            writes(body),
            frozenset(map(type, body)),
            frozenset(each.kind for each in body if isinstance(each, Remove)),
        )

    def all_reads(self, declared_reads: Mapping[RuleName, Fields]) -> Fields:
        """Return what it reads also through declarations."""
        found = self.expressions.all_reads(declared_reads)
        if Happen in self.verbs:  # which evaluates what to forget
            since = (
                fields for name, fields in declared_reads.items() if name[0] == "events"
            )
            found = found.union(*since)
        if Tell in self.verbs:  # which records the time
            found |= {CLOCK}
        return found


class KnownFacts:
    """Facts of single declarations and procedures, for programs that share them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._bodies = KnownVersions[str, Procedure, BodyFacts](BodyFacts.of)
        self._rules = KnownVersions[RuleName, Declared, RuleFacts](
            lambda rule: RuleFacts.of(expressions_of(rule))
        )

    def of_procedure(self, name: str, procedure: Procedure) -> BodyFacts:
        """Return the facts of a procedure."""
        return self._bodies.of(name, procedure)

    def of_rule(self, name: RuleName, declared: Declared) -> RuleFacts:
        """Return the facts of a declaration."""
        return self._rules.of(name, declared)


def analyse(
    program: Program,
    declared_reads: Mapping[RuleName, Fields] | None = None,
    known: KnownFacts | None = None,
) -> Analysis:
    """Analyse a program; `declared_reads` are passed if they are known already."""
    known = known or KnownFacts()
    facts = {n: known.of_procedure(n, p) for n, p in program.procedures.items()}
    calls = {name: each.calls for name, each in facts.items()}
    changes = {name: each.writes for name, each in facts.items()}
    if declared_reads is None:
        declared_reads = reads_of_rules(program.declared, known)
    found = _through_calls(calls, changes, declared_reads)
    reach = found.reached
    asks = {name for name, each in facts.items() if Choice in each.verbs}
    waits = {name for name, each in facts.items() if each.verbs & {Roll, Draw}}
    waits |= asks | {name for name, each in found.cycles.items() if each}
    makes = {name for name, each in facts.items() if Create in each.verbs}
    keyed = waits | makes
    own_reads = {name: each.all_reads(declared_reads) for name, each in facts.items()}
    return Analysis(
        found.writes,
        changes,
        calls,
        reach,
        found.cycles,
        declared_reads,
        found.callees_first,
        _calling(waits, reach),
        _calling(asks, reach),
        _through(own_reads, calls, _components(calls)),
        frozenset(name for name, fields in declared_reads.items() if fields),
        frozenset().union(*(each.removed for each in facts.values())),
        _calling(keyed, reach),
    )


def _calling(
    some: Collection[str], reach: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    """Return the procedures that are among some, or reach one of them."""
    return frozenset(
        name
        for name, reached in reach.items()
        if name in some or not reached.isdisjoint(some)
    )


def effects(
    procedures: Mapping[str, Procedure],
    declared_reads: Mapping[RuleName, Fields],
    known: tuple[Mapping[str, Procedure], Effects] | None = None,
) -> Effects:
    """Return calls and writes; those of procedures in `known` are reused."""
    same, before = ({}, None) if known is None else known
    calls: dict[str, frozenset[str]] = {}
    changes: dict[str, Fields] = {}
    for name, each in procedures.items():
        if before is not None and same.get(name) is each:
            calls[name], changes[name] = before.calls[name], before.changes[name]
        else:
            body = tuple(instructions(each.body))
            calls[name], changes[name] = _calls(body), writes(body)
    if before is not None and (calls, changes) == (before.calls, before.changes):
        return replace(before, declared_reads=declared_reads)
    return _through_calls(calls, changes, declared_reads)


def _calls(body: tuple[Instruction, ...]) -> frozenset[str]:
    return frozenset(each.procedure for each in body if isinstance(each, Invoke))


class KnownCalls(KnownVersions[str, Procedure, frozenset[str]]):
    """Whom single procedures call, for programs that share them."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__(lambda each: _calls(tuple(instructions(each.body))))


def recursive(
    procedures: Mapping[str, Procedure], known: KnownCalls | None = None
) -> frozenset[str]:
    """Return the procedures that call themselves, also through others."""
    known = known or KnownCalls()
    calls = {name: known.of(name, each) for name, each in procedures.items()}
    return frozenset(
        name
        for members in _components(calls)
        for name in members
        if len(members) > 1 or name in calls[name]
    )


def _through_calls(
    calls: Mapping[str, frozenset[str]],
    changes: Mapping[str, Fields],
    declared_reads: Mapping[RuleName, Fields],
) -> Effects:
    known = {name: called & calls.keys() for name, called in calls.items()}
    components = _components(known)
    reach = _through(known, known, components)
    cycles = {
        name: frozenset(each for each in found if name in reach[each])
        if name in found
        else frozenset()
        for name, found in reach.items()
    }
    through = _through(changes, known, components)
    order = tuple(name for members in components for name in members)
    return Effects(through, changes, calls, reach, cycles, declared_reads, order)


_Name = TypeVar("_Name", bound=Hashable)
_Fact = TypeVar("_Fact")


def _through(
    own: Mapping[_Name, frozenset[_Fact]],
    uses: Mapping[_Name, Collection[_Name]],
    components: Iterable[Sequence[_Name]],
) -> dict[_Name, frozenset[_Fact]]:
    """Return for each name its own facts with those of all that it uses, also through
    others: the least fixpoint, in the order of `own`. `components` are those of `uses`,
    whose members use each other and so have the same facts."""
    found: dict[_Name, frozenset[_Fact]] = {}
    for members in components:
        inside = {
            found[each] for name in members for each in uses[name] if each in found
        }
        facts = frozenset[_Fact]().union(*(own[name] for name in members), *inside)
        found |= dict.fromkeys(members, facts)
    return {name: found[name] for name in own}


def _components(uses: Mapping[_Name, Collection[_Name]]) -> list[list[_Name]]:
    """Return the groups of names that use each other, each group after those that it
    uses; a name that is in no cycle is alone."""
    names = list(uses)
    numbers = {name: number for number, name in enumerate(names, 1)}
    successors = [[*numbers.values()]]  # a root that leads to all
    successors += [
        sorted(numbers[n] for n in uses[name] if n in numbers) for name in names
    ]
    found = strongly_connected_components(successors)
    return [[names[number - 1] for number in each] for each in found[:-1]]


def reached_from(
    program: Program, procedure: str
) -> dict[str, tuple[Instruction, ...]]:
    """Return the instructions of a procedure and of all that it reaches."""
    found: dict[str, tuple[Instruction, ...]] = {}
    open_ends = [procedure]
    while open_ends:
        name = open_ends.pop()
        if name not in found:
            found[name] = tuple(instructions(program.procedures[name].body))
            open_ends += (
                each.procedure for each in found[name] if isinstance(each, Invoke)
            )
    return found


def reads_of_rules(
    declared: Declarations, known: KnownFacts | None = None
) -> dict[RuleName, Fields]:
    """Return every field that each declaration reads, also through others."""
    known = known or KnownFacts()
    facts = {name: known.of_rule(name, d) for name, d in declarations_of(declared)}
    own = {name: each.reads for name, each in facts.items()}
    uses = {name: each.uses for name, each in facts.items()}
    return _through(own, uses, _components(uses))


def own_fields(found: tuple[Typed, ...]) -> Fields:
    """Return the fields that nodes themselves read, without the declarations used."""
    return frozenset(each for n in found for each in _own_field(n))


def _own_field(node: Typed) -> tuple[tuple[str, str], ...]:
    match node:
        case FieldRead():
            return ((node.kind, node.name),)
        case Every():
            return ((node.kind, ""),)
        case Now():
            return (CLOCK,)
        case Remembered():
            return (CLOCK, ("", node.event))
        case ClaimsTo():
            return ((STORE, node.kind),)
        case _:
            return ()


def reads_of(declared_reads: Mapping[RuleName, Fields], *given: Typed) -> Fields:
    """Return every field that expressions read, also through declarations."""
    return RuleFacts.of(given).all_reads(declared_reads)


def writes(body: tuple[Instruction, ...]) -> Fields:
    """Return the fields that instructions themselves change, without what they call."""
    found: set[tuple[str, str]] = set()
    for each in body:
        if isinstance(each, Assign):
            found |= {(change.kind, change.field) for change in each.changes}
        elif isinstance(each, (Create, Remove)):
            found.add((each.kind, ""))
        elif isinstance(each, Shuffle):
            found.add((each.kind, LABELS))
        elif isinstance(each, Draw) and each.deck is not None:
            found.add(each.deck[1:])
        elif isinstance(each, Happen):
            found |= {CLOCK, ("", each.event)}
        elif isinstance(each, Tell):
            found.add((STORE, each.claim))
    return frozenset(found)


# --- Whose rows a declaration reads ---
#
# A rule about two units reads their two rows only: a change of a third unit does not
# invalidate its memoised result.

ANY = -1
"""Takes the place of a parameter index if any row may be read."""

Rows: TypeAlias = frozenset[tuple[str, str, int]]
"""(kind, field, index of the parameter whose row is read, or ANY)."""


def rows_of_rules(declared: Declarations) -> dict[RuleName, Rows]:
    """Return the rows that each declaration reads, also through others.

    Like `reads_of_rules`, with one entry per parameter whose row is read, or ANY.
    """
    given = {name: _given(_takes(declared, name)) for name, _ in parts(declared)}
    inside = {name: tuple(nodes(*found)) for name, found in parts(declared)}
    read = {name: _own(found, given[name]) for name, found in inside.items()}
    uses = {name: _uses(found) for name, found in inside.items()}
    changed = True
    while changed:
        changed = False
        for name, used in uses.items():
            more = (_rows_through(each, read, given[name]) for each in used)
            grown = read[name].union(*more)
            if grown != read[name]:
                read[name], changed = grown, True
    return {name: _widened(rows) for name, rows in read.items()}


def _takes(declared: Declarations, name: RuleName) -> tuple[Parameter, ...]:
    section, own = name
    if section == "derived":
        kind, _, own = own.partition(".")
        return declared.kinds[kind].derived[own].takes
    found: object = getattr(declared, section)[own]
    takes: tuple[Parameter, ...] = getattr(found, "takes", ())
    return takes


def _given(takes: tuple[Parameter, ...]) -> Mapping[str, int]:
    """Return the indices of the parameters that are never none, by name."""
    every = enumerate(takes)
    return {each.name: at for at, each in every if isinstance(each.type, Entity)}


def _uses(found: tuple[Typed, ...]) -> frozenset[Use]:
    return frozenset(each for each in found if isinstance(each, Use))


def _own(found: tuple[Typed, ...], given: Mapping[str, int]) -> Rows:
    """Return the rows that nodes read directly."""
    return frozenset(
        (*field, _place(node.of, given) if isinstance(node, FieldRead) else ANY)
        for node in found
        for field in own_fields((node,))
    )


def _rows_through(
    used: Use, read: Mapping[RuleName, Rows], given: Mapping[str, int]
) -> Rows:
    """Return the rows read through a use; a parameter of the callee maps to one of ours
    if it is passed on unchanged."""
    rows = read.get((used.section, used.name), Rows())
    places = [_place(each, given) for each in used.arguments]
    return frozenset(
        (kind, field, ANY if at == ANY else places[at]) for kind, field, at in rows
    )


def _place(node: Typed, given: Mapping[str, int]) -> int:
    return given.get(node.name, ANY) if isinstance(node, Local) else ANY


def _widened(rows: Rows) -> Rows:
    """Remove entries of parameters that an ANY entry includes."""
    wide = {(kind, field) for kind, field, at in rows if at == ANY}
    return frozenset(each for each in rows if each[2] == ANY or each[:2] not in wide)


# --- What cannot fail, and so may be removed or evaluated early ---


def safe(node: Typed, nested: bool) -> bool:
    """Return whether an expression cannot fail; `nested`: count uses as failing."""
    return not any(
        isinstance(n, ReachSearch)
        or (isinstance(n, Use) and (nested or n.section != "formulas"))
        or (isinstance(n, Apply) and _apply_can_fail(n))
        or (isinstance(n, Collect) and n.reducer in FUNCTIONS and _collect_can_fail(n))
        for n in nodes(node)
    )


def _apply_can_fail(node: Apply) -> bool:
    return can_fail(node.name, tuple([each.type for each in node.arguments]))


def _collect_can_fail(node: Collect) -> bool:
    return can_fail(node.reducer, (ListOf(node.body.type),))

"""Which procedures read which tables and modifiers, in the order of play, and for whom.

Play begins at the `main` of each scenario and at the entry points; from there a search
goes down the calls in the order of the steps. A rule (a table or modifiers) belongs to
the first procedure that reads it, itself or through formulas.

A rule is the judge's if every step that reads it is: a step of a procedure, or of its
own `seen_by`, that no seat sees, a step that depends on what such a step has bound or
returned, or one that reads a field that no seat ever sees, itself or through a formula.
So the search is made twice: once along what seats may see, with the locals that they
may not know, and once along all the rest. What nothing reads belongs to everyone,
unless the caller says otherwise. The search narrows: it may call a rule the judge's
that is known to all, but not the other way round. Each pair of a procedure and its
unknown parameters is looked at once; all is looked at again while one more procedure is
found to return what seats may not know, so it ends.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import FieldRead, Local, Typed, Use
from interpreter.ir.effects import RuleName, expressions_of
from interpreter.ir.instructions import (
    ForEach,
    Instruction,
    Invoke,
    Procedure,
    Program,
    Repeat,
    Return,
    When,
)
from interpreter.ir.known_truth import reached_instructions, reached_nodes
from interpreter.ir.reachability import PROCEDURES, declaration, leads_to
from interpreter.ir.walking import (
    blocks,
    bound,
    expressions,
    instructions,
    nodes,
    with_blocks,
)
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import (
    CHARTS,
    ENTRY,
    HEARD,
    WAITING,
    Formula,
    Modifiers,
)
from interpreter.values.log import STORE

RULES = ("tables", "modifiers")
MOST_CONTEXTS = 64
"""Sets of unknown parameters with which one procedure is searched; beyond them all its
parameters count as unknown."""

Unknown = frozenset[str]
"""Locals of which only the judge may know."""


class RuleReaders(Struct, frozen=True):
    """The procedures of a program in the order of play, the tables and modifiers that
    each is the first to read, and how many procedures read a rule."""

    procedures: tuple[str, ...]
    first_read: Mapping[str, tuple[RuleName, ...]]
    readers: Mapping[RuleName, int]


def rule_readers(program: Program, starts: Iterable[str]) -> RuleReaders:
    """Return who reads which rules under the options of the program; `starts` are the
    procedures from which play begins, in order."""
    order = _in_order(program, starts)
    closure = _Closure(program, now=True)
    first_read: dict[str, tuple[RuleName, ...]] = {}
    readers: Counter[RuleName] = Counter()
    taken: set[RuleName] = set()
    for name in order:
        read = closure.of(_reads_in_order(program, program.procedures[name]))
        rules = [rule for rule in read if rule[0] in RULES]
        readers.update(rules)
        first_read[name] = tuple(rule for rule in rules if rule not in taken)
        taken.update(rules)
    return RuleReaders(order, first_read, readers)


def read_at_all(program: Program) -> frozenset[RuleName]:
    """Return what procedures read, also in branches that the options exclude."""
    own = {name for name in program.procedures if not _is_made(name)}
    called = {
        one.procedure
        for name in own
        for one in instructions(program.procedures[name].body)
        if isinstance(one, Invoke)
    }
    direct = (
        (node.section, node.name)
        for name in own | called
        for one in instructions(program.procedures[name].body)
        for node in nodes(*expressions(one))
        if isinstance(node, Use)
    )
    return frozenset(_Closure(program).of(direct))


def judges_rules(
    program: Program, starts: Iterable[str], unread_too: bool
) -> frozenset[RuleName]:
    """Return section and name of the tables, modifiers, formulas and procedures that
    belong to the judge; `unread_too`: what no step reads belongs to the judge too."""
    return _Knowledge(program).judges(_in_order(program, starts), unread_too)


def without_judges_steps(program: Program, judges: frozenset[RuleName]) -> Program:
    """Return a program with the procedures and steps alone that seats may see."""

    def open_steps(body: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        return tuple(
            with_blocks(one, open_steps)
            for one in body
            if not is_judges(one.site.seen_by)
        )

    procedures = {
        name: procedure
        if _is_made(name)
        else replace(procedure, body=open_steps(procedure.body))
        for name, procedure in program.procedures.items()
        if (PROCEDURES, name) not in judges
    }
    return replace(program, procedures=procedures)


def first_callers(program: Program, starts: Iterable[str]) -> dict[str, str]:
    """Return each procedure with that from which the search first meets it ("" for one
    from which it begins), in the order in which it meets them; last those that it does
    not meet, in the order of the files."""
    callers: dict[str, str] = {}
    begins = [*starts, *(name for name in program.procedures if not _is_made(name))]
    for start in begins:
        waiting = [(start, "")]
        while waiting:
            name, caller = waiting.pop()
            if name in callers or name not in program.procedures:
                continue
            callers[name] = caller
            waiting += reversed(
                [
                    (one.procedure, name)
                    for one in instructions(program.procedures[name].body)
                    if isinstance(one, Invoke)
                ]
            )
    return callers


def _in_order(program: Program, starts: Iterable[str]) -> tuple[str, ...]:
    return tuple(first_callers(program, starts))


def _is_made(name: str) -> bool:
    """Tell whether a procedure is made by the engine around one of the pack."""
    return name.endswith((ENTRY, HEARD))


def _reads_in_order(program: Program, procedure: Procedure) -> Iterator[RuleName]:
    """Yield what a procedure reads, also through one that is made to roll on a
    table."""
    for one in reached_instructions(procedure.body):
        if isinstance(one, Invoke) and _is_made(one.procedure):
            yield from _reads_in_order(program, program.procedures[one.procedure])
        for node in reached_nodes(*expressions(one)):
            if isinstance(node, Use):
                yield node.section, node.name


class _Closure:
    """Follows rules through formulas, derived fields and other rules; `now`: only
    through branches of formulas that the options do not exclude."""

    def __init__(self, program: Program, now: bool = False) -> None:
        self._program = program
        self._now = now
        self._known: dict[RuleName, tuple[RuleName, ...]] = {}

    def of(self, begin: Iterable[RuleName]) -> tuple[RuleName, ...]:
        """Return rules and all that they lead to, each before what it leads to."""
        met: dict[RuleName, None] = {}
        waiting = list(reversed(list(begin)))
        while waiting:
            name = waiting.pop()
            if name not in met:
                met[name] = None
                waiting += reversed(self._inside(name))
        return tuple(met)

    def _inside(self, name: RuleName) -> tuple[RuleName, ...]:
        if name not in self._known:
            found = declaration(self._program, name)
            inside = () if found is None else tuple(sorted(leads_to(found)))
            if self._now and isinstance(found, Formula):
                read = (n for n in reached_nodes(found.body) if isinstance(n, Use))
                inside = tuple(dict.fromkeys((n.section, n.name) for n in read))
            self._known[name] = inside
        return self._known[name]


def is_judges(audience: Audience | None) -> bool:
    """Tell whether an audience that is declared admits no seat but the judge."""
    return audience is not None and not audience.seats.grants


class _Knowledge:
    """Finds what only steps of the judge lead to."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._closure = _Closure(program)
        self._never_shown = {
            (kind.name, field.name)
            for kind in program.declared.kinds.values()
            # a board, what seats were told, and what is known to those that wait
            if kind.name not in (CHARTS, STORE, WAITING)
            for field in kind.fields
            if field.is_never_shown
        }
        self._telling = self._reading_secrets()
        """Rules that say themselves what a field that no seat sees changes."""
        self._secret_rules = self._leading_to(self._telling)
        """Rules whose values seats may not know, whatever they are read with."""
        self._secret_results: set[str] = set()
        """Procedures that may return what seats may not know."""
        self._open: set[RuleName] = set()
        self._closed: set[RuleName] = set()
        self._contexts: dict[tuple[str, bool], set[Unknown]] = {}

    def judges(self, order: Iterable[str], unread_too: bool) -> frozenset[RuleName]:
        """Return what belongs to the judge of a program."""
        called = self._called()
        starts = [name for name in order if name.endswith(ENTRY) or name not in called]
        known = -1
        while known < len(self._secret_results):
            known = len(self._secret_results)
            for found in (self._open, self._closed, self._contexts):
                found.clear()
            for name in starts:
                self._enter(name, frozenset())
        # a rule of which a step of seats reads a part is read by it as a whole
        opened = set(self._opened())
        reached = self._closure.of([*self._closed])
        declared = self._program.declared
        every = {
            *((PROCEDURES, name) for name in self._program.procedures),
            *(("formulas", name) for name in declared.formulas),
            *(("tables", name) for name in declared.tables),
            *(("modifiers", name) for name in declared.modifiers),
        }
        return frozenset(
            name
            for name in every
            if name not in opened
            and (unread_too or name in reached or self._is_declared_judges(name))
        )

    def _called(self) -> set[str]:
        """Return what steps call, also by events: a trigger is known to those who know
        that its event happens."""
        return {
            one.procedure
            for name, procedure in self._program.procedures.items()
            if not name.endswith(ENTRY)
            for one in instructions(procedure.body)
            if isinstance(one, Invoke)
        }

    def _opened(self) -> Iterator[RuleName]:
        """Yield what steps of seats lead to, not through what is the judge's."""
        met: set[RuleName] = set()
        waiting = [name for name in self._open if not self._is_declared_judges(name)]
        while waiting:
            name = waiting.pop()
            if name in met:
                continue
            met.add(name)
            if name in self._telling:
                self._closed.add(name)
            else:
                yield name
            if name[0] == PROCEDURES:  # its steps have been looked at one by one
                continue
            inside = self._open_inside(declaration(self._program, name))
            waiting += [name for name in inside if not self._is_declared_judges(name)]

    def _open_inside(self, rule: object) -> frozenset[RuleName]:
        """Return what a rule reads but what it reads with secrets alone."""
        if rule is None:
            return frozenset()
        read = _Steps(self._is_unknown, self._has_secret_result, is_made=False)
        read.read(expressions_of(rule), frozenset(), hidden=False)
        self._closed |= read.closed
        return (leads_to(rule) - read.closed) | read.open

    def _reading_secrets(self) -> frozenset[RuleName]:
        """Return the rules that read a field that no seat ever sees, or a rule that is
        declared the judge's: their rows name it."""
        return frozenset(
            name
            for name, rule in self._rules()
            if any(map(self._names_secret, nodes(*expressions_of(rule))))
        )

    def _names_secret(self, node: Typed) -> bool:
        if isinstance(node, Use):
            return self._is_declared_judges((node.section, node.name))
        return self._is_never_shown(node)

    def _leading_to(self, secret: Iterable[RuleName]) -> frozenset[RuleName]:
        """Return rules, those that are declared the judge's, and all that read them."""
        readers: dict[RuleName, list[RuleName]] = {}
        waiting = list(secret)
        for name, rule in self._rules():
            if self._is_declared_judges(name):
                waiting.append(name)
            for read in leads_to(rule):
                readers.setdefault(read, []).append(name)
        met: set[RuleName] = set()
        while waiting:
            name = waiting.pop()
            if name not in met:
                met.add(name)
                waiting += readers.get(name, ())
        return frozenset(met)

    def _rules(self) -> Iterator[tuple[RuleName, object]]:
        declared = self._program.declared
        for section in ("formulas", *RULES):
            for name, rule in getattr(declared, section).items():
                yield (section, name), rule
        for kind in declared.kinds.values():
            for field, formula in kind.derived.items():
                yield ("derived", f"{kind.name}.{field}"), formula

    def _is_declared_judges(self, name: RuleName) -> bool:
        found = declaration(self._program, name)
        match found:
            case Modifiers() | Formula():
                return is_judges(found.seen_by)
            case Procedure():
                return not _is_made(name[1]) and is_judges(found.seen_by)
            case _:
                return False

    def _enter(self, start: str, unknown: Unknown) -> None:
        """Search a procedure and what it calls with what is unknown to seats; that an
        entry point alone reads something says nothing of seats."""
        waiting = [(start, unknown, not _is_made(start))]
        while waiting:
            name, unknown, counts = waiting.pop()
            procedure = self._program.procedures.get(name)
            contexts = self._contexts.setdefault((name, counts), set())
            if procedure is None or unknown in contexts:
                continue
            if len(contexts) >= MOST_CONTEXTS:
                unknown = frozenset(taken.name for taken in procedure.takes)
                if unknown in contexts:
                    continue
            contexts.add(unknown)
            if self._is_declared_judges((PROCEDURES, name)):
                self._closed |= {(PROCEDURES, name), *leads_to(procedure)}
                continue
            self._open.add((PROCEDURES, name))
            found = _Steps(self._is_unknown, self._has_secret_result, _is_made(name))
            found.walk(procedure.body, set(unknown), hidden=False)
            if found.returns_secret:
                self._secret_results.add(name)
            self._open |= found.open if counts else set()
            self._closed |= found.closed
            for call, hidden, given in found.calls:
                if hidden:
                    self._closed.add((PROCEDURES, call.procedure))
                else:
                    waiting.append((call.procedure, self._given(call, given), True))

    def _given(self, call: Invoke, unknown: Unknown) -> Unknown:
        """Return the parameters of what is called whose values seats may not know."""
        takes = self._program.procedures[call.procedure].takes
        pairs = zip(takes, call.arguments, strict=False)
        return frozenset(
            taken.name for taken, given in pairs if self._is_unknown(given, unknown)
        )

    def _has_secret_result(self, procedure: str) -> bool:
        name = (PROCEDURES, procedure)
        return procedure in self._secret_results or self._is_declared_judges(name)

    def _is_unknown(self, expression: Typed, unknown: Iterable[str]) -> bool:
        for node in nodes(expression):
            match node:
                case Local() if node.name in unknown:
                    return True
                case Use() if (node.section, node.name) in self._secret_rules:
                    return True
                case _ if self._is_never_shown(node):
                    return True
                case _:
                    pass
        return False

    def _is_never_shown(self, node: Typed) -> bool:
        return (
            isinstance(node, FieldRead) and (node.kind, node.name) in self._never_shown
        )


class _Steps:
    """What the steps of one procedure read and call, openly or for the judge alone.

    The body is walked once, for a name is bound once, above the places where it is
    read.
    """

    def __init__(
        self,
        is_unknown: Callable[[Typed, Iterable[str]], bool],
        has_secret_result: Callable[[str], bool],
        is_made: bool,
    ) -> None:
        self._is_unknown = is_unknown
        self._has_secret_result = has_secret_result
        self._is_made = is_made
        self.returns_secret = False
        self.open: set[RuleName] = set()
        self.closed: set[RuleName] = set()
        self.calls: list[tuple[Invoke, bool, Unknown]] = []

    def walk(
        self, body: tuple[Instruction, ...], unknown: set[str], hidden: bool
    ) -> None:
        """Look at steps; `hidden`: a seat may not know that they are run."""
        for one in body:
            here = hidden or (not self._is_made and is_judges(one.site.seen_by))
            given = expressions(one)
            self.read(given, unknown, here)
            secret = here or any(self._is_unknown(each, unknown) for each in given)
            if isinstance(one, Invoke):
                self.calls.append((one, here, frozenset(unknown)))
                secret = secret or self._has_secret_result(one.procedure)
            elif isinstance(one, Return):
                self.returns_secret = self.returns_secret or secret
            if secret:
                unknown |= bound(one)
            # whether, and how often, they are run tells what decides it
            decides = isinstance(one, When | ForEach | Repeat)
            for block in blocks(one):
                self.walk(block, unknown, secret if decides else here)
            if isinstance(one, ForEach) and one.gathers is not None:
                gathered, item = one.gathers
                unknown |= {gathered} if item in unknown else set()

    def read(
        self, given: Iterable[Typed], unknown: Iterable[str], hidden: bool
    ) -> None:
        """Look at expressions that are worked out at one place."""
        for node in nodes(*given):
            if isinstance(node, Use):
                secret = hidden or any(
                    self._is_unknown(argument, unknown) for argument in node.arguments
                )
                (self.closed if secret else self.open).add((node.section, node.name))

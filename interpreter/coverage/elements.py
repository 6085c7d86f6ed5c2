"""What cases can run through: the elements of a program, by what a marked run tells."""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import partial

from msgspec import Struct

from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    IfElse,
    Local,
    RecordRead,
    Typed,
    Use,
)
from interpreter.ir.effects import RuleName
from interpreter.ir.instructions import (
    Assign,
    Block,
    Choice,
    End,
    ForEach,
    Happen,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Program,
    Repeat,
    Require,
    Return,
    Say,
    Tell,
    When,
)
from interpreter.ir.reachability import PROCEDURES
from interpreter.ir.walking import (
    blocks,
    expressions,
    instructions,
    is_hidden,
    nodes,
    sites_of,
)
from interpreter.reports.source_text import written
from interpreter.reports.values import ValueNames, edge, to_text
from interpreter.semantics.declarations import (
    ENTRY,
    CrossTable,
    DecisionTable,
    Declarations,
    LookupTable,
    Modifiers,
    RollTable,
    Table,
)
from interpreter.source import Name, Span, normalised

# What procedures do themselves, and what they only ask the judge for.

ElementNames = frozenset[str]
CALLED = frozenset({"formulas", "tables", "modifiers"})


class Work(Enum):
    """What an element does for the rule that it names.

    PASSES: it hands on or compares what is there already, such as a ruling.
    """

    DOES = "does"
    ASKS = "asks"
    PASSES = "passes"


def most(found: Iterable[Work]) -> Work:
    """Return what several do together: one that does is enough, then one that asks."""
    seen = set(found)
    return next((each for each in Work if each in seen), Work.PASSES)


class Rulings:
    """Tells what instructions and procedures of one program do."""

    def __init__(self, program: Program) -> None:
        """Begin with nothing looked at."""
        self._program = program
        self._found: dict[str, Work] = {}

    def of_procedure(self, name: str) -> Work:
        """Return what a procedure does, with all that it calls."""
        if name not in self._found:
            self._found[name] = Work.PASSES  # what calls itself does no more by that
            procedure = self._program.procedures[name]
            asked = ruled(procedure)
            self._found[name] = most(
                self.of(instruction, asked) for instruction in procedure.body
            )
        return self._found[name]

    def of(self, instruction: Instruction, asked: ElementNames) -> Work:
        """Return what an instruction does, with all inside it; `asked` are the locals
        of its procedure that hold rulings."""
        return most(
            [self.clause(instruction, asked), *self._inside(instruction, asked)]
        )

    def _inside(self, instruction: Instruction, asked: ElementNames) -> Iterator[Work]:
        for block in blocks(instruction):
            yield from (self.of(each, asked) for each in block)

    def clause(self, instruction: Instruction, asked: ElementNames) -> Work:
        """Return what an instruction does without what is inside it."""
        match instruction:
            case Choice(open_type=kind) if kind is not None:
                return Work.ASKS
            case Let() | Return() | Assign() | When() | ForEach() | Repeat():
                return self._worked_out(expressions(instruction), asked)
            case Require() if _only_ruled(instruction.condition, asked):
                return Work.PASSES
            case Invoke(procedure=name):
                mine = self._worked_out(instruction.arguments, asked)
                return most([mine, self.of_procedure(name)])
            case Say() | Block() | End():
                return Work.PASSES
            case _:
                return Work.DOES

    def _worked_out(self, terms: tuple[Typed, ...], asked: ElementNames) -> Work:
        """Return DOES where something is looked up, or worked out from more than
        rulings and constants."""
        for node in nodes(*terms):
            if isinstance(node, Use) and node.section in CALLED:
                return Work.DOES
            if isinstance(node, (Apply, IfElse)) and not _only_ruled(node, asked):
                return Work.DOES
        return Work.PASSES


def _only_ruled(node: Typed, asked: ElementNames) -> bool:
    plain = (Constant, Apply, IfElse, RecordRead)
    return all(
        each.name in asked if isinstance(each, Local) else isinstance(each, plain)
        for each in nodes(node)
    )


def ruled(procedure: Procedure) -> ElementNames:
    """Return the locals of a procedure that hold rulings or constants alone."""
    found: set[str] = set()
    lets: list[Let] = []
    for instruction in instructions(procedure.body):
        match instruction:
            case Choice(name=name, open_type=kind) if kind is not None:
                found.add(name)
            case Let(name=name, value=value):
                lets.append(instruction)
                if _only_ruled(value, frozenset(found)):
                    found.add(name)
    while other := {
        each.name
        for each in lets  # one that changes may become something else
        if each.name in found and not _only_ruled(each.value, frozenset(found))
    }:
        found -= other
    return frozenset(found)


Mark = tuple[str, object, int]
"""What a marked run tells: see `codegen.generating.emit`."""

TABLES, MODIFIERS = "rows of tables", "rows of modifiers"
BRANCHES, FORMULAS = "branches of steps", "formulas"
UNLISTED = ""
"""The kind of what carries rules and options but is not reported by itself."""


class Element(Struct, frozen=True):
    """A thing that can be run through, and the rules that it carries.

    `within` is the section and name of its declaration. Two programs of one pack, under
    other options, have an element in common when kind, place and label are equal.
    `work` is what it does for its rules, beside asking the judge.
    """

    kind: str
    label: str
    at: str
    within: tuple[str, str]
    rules: tuple[str, ...]
    path: str = ""
    work: Work = Work.DOES

    @property
    def rule_names(self) -> list[Name]:
        """The rules that it carries, as names."""
        return [normalised(rule) for rule in self.rules]

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same element under other options."""
        return self.kind, self.at, self.label

    @property
    def declared(self) -> RuleName:
        """Section and name of its declaration as the program has it."""
        section, name = self.within
        if section == "entry_points":
            return PROCEDURES, f"{name}{ENTRY}"
        return ("derived", self.label) if section == "entities" else self.within

    @property
    def name(self) -> str:
        """What it is called when nothing runs through it."""
        return f"{self.path}: {self.label}" if self.path else self.label


def elements(program: Program) -> dict[Mark, Element]:
    """Return every element of a program by its mark."""
    names = edge(program.declared, program.initial_states[""])
    rulings = Rulings(program)
    found = dict(_of_steps(program, names, rulings))
    for name, procedure in program.procedures.items():
        within, rules = _procedure(name), tuple(procedure.rule.split())
        at, work = str(procedure.span), rulings.of_procedure(name)
        element = Element(UNLISTED, name, at, within, rules, work=work)
        found["procedures", name, -1] = element
    found |= dict(_of_formulas(program.declared))
    for table in program.declared.tables.values():
        for row, (label, span, rule, inside) in enumerate(_rows(table, names)):
            rules = _rules(program.declared, f"{rule} {table.rule}", inside)
            element = Element(
                TABLES,
                f"{table.name} / {label}",
                str(span),
                ("tables", table.name),
                rules,
            )
            found["tables", table.name, row] = element
    for each in program.declared.modifiers.values():
        found |= dict(_of_modifiers(each, program.declared))
    return found


def _procedure(name: str) -> tuple[str, str]:
    bare_name = name.removesuffix(ENTRY)
    return ("procedures", name) if bare_name == name else ("entry_points", bare_name)


def _rules(
    declared: Declarations, rule: str, inside: tuple[Typed, ...]
) -> tuple[str, ...]:
    """Return rule ids, with those of the fields that expressions read."""
    read = {
        (node.kind, node.name) for node in nodes(*inside) if isinstance(node, FieldRead)
    }
    fields = [
        each.rule
        for kind, name in sorted(read)
        for each in declared.kinds[kind].fields
        if each.name == name
    ]
    return tuple(dict.fromkeys(f"{rule} {' '.join(fields)}".split()))


def _of_steps(
    program: Program, names: ValueNames, rulings: Rulings
) -> Iterator[tuple[Mark, Element]]:
    """Yield steps, which carry their rule when they are done, and branches, which carry
    that of their condition."""
    declared = program.declared
    asked = {name: ruled(each) for name, each in program.procedures.items()}
    surroundings = (
        around
        for each in program.procedures.values()
        for around in _surroundings(each.body, declared)
    )
    sites = zip(sites_of(program), surroundings, strict=True)
    for number, ((procedure, instruction), (carried, clauses)) in enumerate(sites):
        within, site = _procedure(procedure), instruction.site
        path = site.path.replace(ENTRY, "", 1)
        rules = _rules(declared, carried, expressions(instruction))
        rules += _set(instruction, declared)
        at, judged = str(site.span), asked[procedure]
        clause_works = (rulings.clause(each, judged) for each in clauses)
        work = most([rulings.of(instruction, judged), *clause_works])
        step = Element(UNLISTED, path, at, within, rules, work=work)
        yield ("steps", number, -1), step
        if isinstance(instruction, When) and not is_hidden(instruction):
            condition = written(instruction.condition, names)
            place = str(instruction.condition.span or site.span)
            branch = partial(
                Element, BRANCHES, at=place, within=within, path=path, work=work
            )
            yes, no = _of_branches(instruction)
            yield ("then", number, -1), branch(label=f"if {condition}", rules=yes)
            if not _goes_on(instruction):
                label = f"unless {condition}"
                yield ("else", number, -1), branch(label=label, rules=no)


def _of_branches(branch: When) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules of both ways; a step inside that is the same step has them."""
    rules = tuple(branch.site.rule.split())
    same = any(each.site == branch.site for each in branch.then)
    return () if same else rules, rules if branch.other else ()


def _surroundings(
    body: tuple[Instruction, ...],
    declared: Declarations,
    carried: str = "",
    around: tuple[Instruction, ...] = (),
) -> Iterator[tuple[str, tuple[Instruction, ...]]]:
    """Yield of each instruction, in the order of the pack, the rules that it carries,
    and the conditions and loops around it that are clauses of the same step.

    A condition that does not hold and a loop without a pass do nothing for the rule of
    their step: what is inside carries it. To work out in a clause whether a constant is
    set, is work.
    """
    for instruction in body:
        loop = isinstance(instruction, (ForEach, Repeat))
        branch = isinstance(instruction, When) and not is_hidden(instruction)
        rules = instruction.site.rule
        if isinstance(instruction, Tell):
            rules = f"{rules} {declared.claims[instruction.claim].rule}"
        elif isinstance(instruction, Happen):
            rules = f"{rules} {declared.events[instruction.event].rule}"
        clauses = tuple(
            each for each in around if each.site.path == instruction.site.path
        )
        yield (carried if loop or branch else f"{carried} {rules}"), clauses
        inside = f"{carried} {rules}" if loop else ""
        for block in blocks(instruction):
            yield from _surroundings(block, declared, inside, (*clauses, instruction))


def _set(instruction: Instruction, declared: Declarations) -> tuple[str, ...]:
    """Return the rules of the fields that a step changes."""
    changes = instruction.changes if isinstance(instruction, Assign) else ()
    slots = [(declared.kinds[each.kind], each.field) for each in changes]
    rules = [kind.fields[kind.slot(field)].rule for kind, field in slots]
    return tuple(" ".join(rules).split())


def _goes_on(branch: When) -> bool:
    """Tell whether what is done otherwise is the next row of one `match`."""
    first: Instruction | None = branch.other[0] if len(branch.other) == 1 else None
    return isinstance(first, When) and first.site == branch.site


def _of_formulas(declared: Declarations) -> Iterator[tuple[Mark, Element]]:
    for name, formula in declared.formulas.items():
        rules = _rules(declared, formula.rule, (formula.body,))
        within = ("formulas", name)
        yield (*within, -1), Element(FORMULAS, name, str(formula.span), within, rules)
    for kind in declared.kinds.values():
        for field, each in kind.derived.items():
            rules, name = (
                _rules(declared, each.rule, (each.body,)),
                f"{kind.name}.{field}",
            )
            within = ("entities", kind.name)
            element = Element(FORMULAS, name, str(each.span), within, rules)
            yield ("derived", name, -1), element


Row = tuple[str, Span, str, tuple[Typed, ...]]


def _rows(table: Table, names: ValueNames) -> Iterator[Row]:
    """Yield label, place, rules and expressions of each row, as it is numbered."""
    match table:
        case RollTable():
            for band in table.rows:
                yield band.key, band.span, band.rule, (band.gives,)
        case DecisionTable():
            for row in table.rows:
                asked = () if row.condition is None else (row.condition,)
                yield row.key, row.span, row.rule, (*asked, row.gives)
        case LookupTable():
            for (key, cells), rule in zip(table.rows, table.rules, strict=True):
                yield to_text(key, table.key, names), table.span, rule, cells
        case CrossTable():
            for row_value, other, cell in table.cells:
                row_name = to_text(row_value, table.row, names)
                label = f"{row_name}, {to_text(other, table.column, names)}"
                yield label, table.span, "", (cell,)


def _of_modifiers(
    modifiers: Modifiers, declared: Declarations
) -> Iterator[tuple[Mark, Element]]:
    for number, (group, row) in enumerate(modifiers.rows):
        label = f"{modifiers.name} / {group.name} / {row.key}"
        inside = (group.condition, group.on, row.condition, row.add, row.times)
        read = tuple(each for each in inside if each is not None)
        rules = _rules(declared, f"{row.rule} {group.rule} {modifiers.rule}", read)
        within = ("modifiers", modifiers.name)
        yield (*within, number), Element(MODIFIERS, label, str(row.span), within, rules)

"""Entry points: what can be run by name from outside."""

import re

from interpreter.diagnostics import problem
from interpreter.expressions.typed import (
    Apply,
    Constant,
    DiceExpression,
    Local,
    Template,
    Typed,
    Use,
)
from interpreter.ir.instructions import (
    Instruction,
    Invoke,
    Procedure,
    Return,
    Roll,
    Site,
)
from interpreter.lowering.blocks import Lowering
from interpreter.lowering.calculating import read_call
from interpreter.lowering.rolled_tables import ROLLED
from interpreter.lowering.verbs import VERBS
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.declarations import (
    ENTRY,
    DecisionTable,
    Declarations,
    EntryPoint,
    Export,
    Parameter,
    RollTable,
)
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.names import Names, ProcedureSignature
from interpreter.semantics.sections.exports import read_export
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.semantics.sections.types import type_of
from interpreter.source import Span
from interpreter.values.conversions import fit
from interpreter.values.names import plain
from interpreter.values.types import INTEGER, ListOf, Nothing, Type, whole
from interpreter.yaml.nodes import MappingNode, ScalarNode

_CALLED = re.compile(r"\s*([A-Za-z][A-Za-z0-9_ ]*?)\s*\(")


def declared_entry(
    names: Names, each: Declaration
) -> tuple[EntryPoint, Procedure] | None:
    """Read an entry point: a procedure of its own that makes the call."""
    node = each.node
    call = node.get("call") if isinstance(node, MappingNode) else None
    if not isinstance(node, MappingNode) or not isinstance(call, ScalarNode):
        names.problems.append(
            problem("R102", each.span, "the entry calls nothing", expected="call")
        )
        return None
    takes = parameters(names, node)
    scope = scope_of(takes)
    gives_node = node.get("gives")
    wanted = None if gives_node is None else type_of(names, gives_node)
    name = f"{each.key}{ENTRY}"
    site = Site(name, call.span)
    called = _CALLED.match(call.text)
    body: tuple[Instruction, ...]
    if called and _is_run(names, plain(called[1])):
        lowering = Lowering(names, VERBS, name, Nothing(), EVERYONE)
        read = read_call(lowering, call, scope)
        if read is None:
            return None
        procedure, given, gives = read
        _fits(names, call, gives, wanted)
        invoke = Invoke(site, "result", procedure, given)
        body = (invoke, Return(site, Local("result", gives)))
    else:
        value = expression(names, call, scope, wanted)
        gives = value.type
        body = (Return(site, value),)
    made = Procedure(name, takes, wanted or gives, body, each.span)
    locals_ = tuple(Local(one.name, one.type) for one in takes)
    writes = _written(names, node, call, made)
    span, gives = each.span, made.gives
    return EntryPoint(each.key, takes, gives, None, name, locals_, writes, span), made


def _written(
    names: Names, node: MappingNode, call: ScalarNode, made: Procedure
) -> Export | None:
    written = node.get("writes")
    if not isinstance(written, MappingNode):
        return None
    takes_steps = isinstance(made.body[0], Invoke)
    return read_export(names, written, call, made.gives, takes_steps)


def _is_run(names: Names, name: str) -> bool:
    """Tell whether a call of a name takes steps: of a procedure, or of a table of which
    a row rolls."""
    table = names.tables.get(name)
    rolls = isinstance(table, RollTable) and isinstance(table.rolled, ListOf)
    return name in names.procedures or rolls


def _fits(names: Names, call: ScalarNode, gives: Type, wanted: Type | None) -> None:
    if wanted is not None and fit(gives, wanted) == "no":
        message = f"the call gives {spoken(gives)}, the entry says otherwise"
        names.problems.append(
            problem("R401", call.span, message, expected=spoken(wanted))
        )


def implied_entries(
    names: Names, declared: Declarations
) -> tuple[list[EntryPoint], list[Procedure]]:
    """Every procedure, formula, modifiers and roll table can be run by its own name."""
    entries: list[EntryPoint] = []
    made: list[Procedure] = []
    for heading in names.procedures.values():
        entries.append(_direct(heading))
    for section in ("formulas", "modifiers"):
        for name, found in getattr(declared, section).items():
            if "." in name:
                continue
            gives = found.gives if section == "formulas" else found.type
            use = Use(section, name, _locals(found.takes), gives, found.span)
            entries.append(_of_call(name, found.takes, gives, use, found.span, made))
    for table in declared.tables.values():
        if isinstance(table, RollTable):
            entries.append(_of_table(table, made))
        elif isinstance(table, DecisionTable):
            gives = table.gives
            use = Use("tables", table.name, _locals(table.takes), gives, table.span)
            entries.append(
                _of_call(table.name, table.takes, gives, use, table.span, made)
            )
    return entries, made


def _locals(takes: tuple[Parameter, ...]) -> tuple[Typed, ...]:
    return tuple(Local(each.name, each.type) for each in takes)


def _direct(heading: ProcedureSignature) -> EntryPoint:
    return EntryPoint(
        heading.name,
        heading.takes,
        heading.gives,
        None,
        heading.name,
        _locals(heading.takes),
    )


def _of_call(
    name: str,
    takes: tuple[Parameter, ...],
    gives: Type,
    use: Typed,
    span: Span,
    made: list[Procedure],
) -> EntryPoint:
    own = f"{name}{ENTRY}"
    made.append(Procedure(own, takes, gives, (Return(Site(own, span), use),), span))
    return EntryPoint(name, takes, gives, None, own, _locals(takes), span=span)


def _of_rolling(table: RollTable, made: list[Procedure]) -> EntryPoint:
    """Return the entry of a table of which a row rolls."""
    own, gives = f"{table.name}{ENTRY}", table.rolled
    takes = (Parameter("modifier", INTEGER),) if table.plus else ()
    site, came = Site(own, table.span), Local("came", gives)
    called = Invoke(site, came.name, f"{table.name}{ROLLED}", _locals(takes))
    body = (called, Return(site, came))
    made.append(Procedure(own, takes, gives, body, table.span))
    return EntryPoint(
        table.name, takes, gives, None, own, _locals(takes), span=table.span
    )


def _of_table(table: RollTable, made: list[Procedure]) -> EntryPoint:
    if table.dice is None:
        takes: tuple[Parameter, ...] = (Parameter("number", table.of),)
        use = Use("tables", table.name, _locals(takes), table.gives, table.span)
        return _of_call(table.name, takes, table.gives, use, table.span, made)
    number, sides = table.dice
    own = f"{table.name}{ENTRY}"
    if isinstance(table.rolled, ListOf):
        return _of_rolling(table, made)
    site = Site(f"{own}.dice", table.span, table.rule)
    single = number == 1
    face = whole(1, sides)
    dice = DiceExpression(Constant(number, whole()), Constant(sides, whole()), single)
    thrown = Local("dice", face if single else ListOf(face))
    value: Typed = (
        thrown if single else Apply("sum", (thrown,), whole(number, number * sides))
    )
    takes = (Parameter("modifier", INTEGER),) if table.plus else ()
    if table.plus:
        value = Apply("+", (value, Local("modifier", INTEGER)), INTEGER)
    purpose = Template((table.name.replace("_", " "),))
    roll = Roll(site, "dice", "dice", dice, None, purpose, None)
    use = Use("tables", table.name, (value,), table.gives, table.span)
    made.append(
        Procedure(own, takes, table.gives, (roll, Return(site, use)), table.span)
    )
    given = (table.name, takes, table.gives, None, own, _locals(takes))
    return EntryPoint(*given, span=table.span)

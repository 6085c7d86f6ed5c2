"""Procedures and entry points, lowered."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions.typed import (
    Apply,
    Constant,
    DiceExpression,
    Local,
    RecordRead,
    Template,
    Typed,
    Use,
)
from interpreter.ir.instructions import (
    LEG,
    TURN,
    Choice,
    DeclaredPolicy,
    Instruction,
    Invoke,
    Procedure,
    Return,
    Roll,
    Site,
)
from interpreter.ir.walking import instructions, numbered
from interpreter.lowering.blocks import Lowering, returns, takes_scope
from interpreter.lowering.calculating import read_call
from interpreter.lowering.rolled_tables import ROLLED
from interpreter.lowering.verbs import VERBS
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.audience import EVERYONE, JUDGE_ALONE, Audience
from interpreter.semantics.declarations import (
    ENTRY,
    CrossTable,
    DecisionTable,
    Declarations,
    EntryPoint,
    Export,
    LookupTable,
    Parameter,
    RollTable,
)
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.expressions.yaml_values import figure, rule_of, text_of
from interpreter.semantics.names import Names, ProcedureSignature
from interpreter.semantics.sections.audiences import read_audience
from interpreter.semantics.sections.exports import read_export
from interpreter.semantics.sections.parameters import check_name, parameters, scope_of
from interpreter.semantics.sections.types import type_of
from interpreter.source import Span, normalised
from interpreter.values.conversions import fit
from interpreter.values.types import (
    INTEGER,
    Entity,
    ListOf,
    Maybe,
    Nothing,
    Number,
    Record,
    RowOf,
    Seat,
    Type,
    maybe,
    present,
    whole,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.nodes import MappingNode as Map

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
    if called and _is_run(names, call.called):
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
    made = numbered(Procedure(name, takes, wanted or gives, body, each.span))
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
    names.need("tables", name)
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
    """Every procedure, formula, modifiers and table can be run by its own name, but a
    table from which is drawn."""
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
        elif isinstance(table, LookupTable | CrossTable):
            entries.append(_of_cells(table, made))
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
    body = (Return(Site(own, span), use),)
    made.append(numbered(Procedure(own, takes, gives, body, span)))
    return EntryPoint(name, takes, gives, None, own, _locals(takes), span=span)


def _of_cells(table: LookupTable | CrossTable, made: list[Procedure]) -> EntryPoint:
    """Return the entry of a table that is read by row, or by row and column: it gives
    the cell, or the row as a record of its columns."""
    if isinstance(table, CrossTable):
        takes = (Parameter("row", table.row), Parameter("column", table.column))
        use = Use("tables", table.name, _locals(takes), table.gives, table.span)
        return _of_call(table.name, takes, table.gives, use, table.span, made)
    key = (Parameter("row", table.key),)
    kind = RowOf(table.name, table.key)
    row = Use("tables", table.name, _locals(key), kind, table.span)
    cells = tuple(
        RecordRead(row, index, name, kind, table.span)
        for index, (name, kind) in enumerate(table.columns)
    )
    gives = Record(table.name, table.columns)
    made_of = Apply("record", cells, gives, table.span)
    return _of_call(table.name, key, gives, made_of, table.span, made)


def _of_rolling(table: RollTable, made: list[Procedure]) -> EntryPoint:
    """Return the entry of a table of which a row rolls."""
    own, gives = f"{table.name}{ENTRY}", table.rolled
    takes = (Parameter("modifier", INTEGER),) if table.plus else ()
    site, came = Site(own, table.span), Local("came", gives)
    called = Invoke(site, came.name, f"{table.name}{ROLLED}", _locals(takes))
    body = (called, Return(site, came))
    made.append(numbered(Procedure(own, takes, gives, body, table.span)))
    return EntryPoint(
        table.name, takes, gives, None, own, _locals(takes), span=table.span
    )


def _of_table(table: RollTable, made: list[Procedure]) -> EntryPoint:
    if table.dice is None:
        is_number = isinstance(present(table.of), Number)
        name = "number" if is_number else "row"
        takes: tuple[Parameter, ...] = (Parameter(name, table.of),)
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
    body = (roll, Return(site, use))
    made.append(numbered(Procedure(own, takes, table.gives, body, table.span)))
    given = (table.name, takes, table.gives, None, own, _locals(takes))
    return EntryPoint(*given, span=table.span)


_OF_ITS_STEP = frozenset({"do", "if", "for_each"})


def head_procedure(names: Names, each: Declaration, ruleset: Ruleset) -> None:
    """Read what a procedure takes and gives."""
    check_name(names, each, "procedures", ruleset.sections)
    node = each.node
    if not isinstance(node, MappingNode):
        return
    with names.dependencies.reading("procedures", each.key):
        gives_node = node.get("gives")
        gives = Nothing() if gives_node is None else type_of(names, gives_node)
        takes = parameters(names, node)
    names.procedures[each.key] = ProcedureSignature(each.key, takes, gives)


def lower_procedure(
    names: Names, each: Declaration, default: Audience | None
) -> Procedure | None:
    """Read the steps of a procedure; `default` is the pack's own audience of steps."""
    heading = names.procedures.get(each.key)
    if not isinstance(each.node, MappingNode) or heading is None:
        return None
    return _lowered(names, each, heading, each.node.get("steps"), default)


def lower_trigger(
    names: Names, each: Declaration, default: Audience | None
) -> Procedure | None:
    """Read a trigger as a procedure: its loop and condition stand around its steps."""
    known = (one for found in names.triggers.values() for one in found)
    trigger = next((one for one in known if one.name == each.key), None)
    node = each.node
    if not isinstance(node, MappingNode) or trigger is None:
        return None
    own = [pair for pair in node.entries if pair[0].name in _OF_ITS_STEP]
    step = SequenceNode((MappingNode(tuple(own), node.span),), node.span)
    heading = ProcedureSignature(each.key, trigger.takes, Nothing())
    return _lowered(names, each, heading, step, default)


def _lowered(
    names: Names,
    each: Declaration,
    heading: ProcedureSignature,
    steps: Node | None,
    default: Audience | None,
) -> Procedure:
    node = each.node
    assert isinstance(node, MappingNode)
    own = scope_of(heading.takes)
    seen = node.get("seen_by")
    audience = default if seen is None else read_audience(names, seen, own)
    if audience is None:
        message = f"nothing says who sees the steps of '{each.name}'"
        hint = "seen_by: on the procedure, or for the pack in ruleset.yaml"
        names.problems.append(
            problem("R602", each.span, message, expected="seen_by", hint=hint)
        )
        audience = JUDGE_ALONE
    lowering = Lowering(names, VERBS, each.key, heading.gives, audience)
    scope = takes_scope(lowering, heading.takes)
    body, _ = lowering.block(steps, scope)
    gives = heading.gives
    if not isinstance(gives, (Nothing, Maybe)) and not returns(body):
        message = f"'{each.name}' can end without giving {spoken(gives)}"
        hint = "end every way through its steps with '- return: ...'"
        names.problems.append(problem("R509", each.span, message, hint=hint))
    title = text_of(node.get("title"))
    rule = rule_of(node)
    made = Procedure(
        each.key, heading.takes, gives, body, each.span, rule, title, audience
    )
    return numbered(made)


# Policies: who answers choices where nobody sits, in expressions of the pack.

DEFAULTS = ("first", "last", "random")
OFFERED = "offered"
SEAT = "seat"


class Policies:
    """Reads the policies of a pack, whose procedures are lowered by now.

    `whole` are the procedures before `only` cut steps away: a rule for a choice that
    the options cut is no mistake, and is left out. With None only a part of the pack
    was lowered, and every choice that is not in it is left out.
    """

    def __init__(
        self,
        names: Names,
        procedures: Mapping[str, Procedure],
        whole: Mapping[str, Declaration] | None,
    ) -> None:
        """Find every choice, by its path and its names."""
        self.names = names
        self.choices: dict[str, list[Choice]] = {}
        for procedure in procedures.values():
            for each in instructions(procedure.body):
                if isinstance(each, Choice):
                    for name in _names(procedure.name, each):
                        self.choices.setdefault(name, []).append(each)
        self.whole = whole

    @cached_property
    def cut(self) -> frozenset[str]:
        """The names of all choices, with those that the options cut."""
        known, whole = self.names.asked, self.whole or {}
        for name, each in whole.items():
            if name not in known or known[name][0] is not each.node:
                known[name] = each.node, frozenset(_asked(name, each.node))
        return frozenset().union(*(known[name][1] for name in whole))

    def read(self, each: Declaration) -> DeclaredPolicy | None:
        """Read one policy; what is wrong is a problem at its place."""
        node = each.node
        if not isinstance(node, Map):
            return None
        takes = parameters(self.names, node)
        self._check_seat(takes, node)
        answers = node.get("answers")
        rules: dict[str, EntryPoint] = {}
        default = ""
        for key, value in answers.entries if isinstance(answers, Map) else ():
            if key.name == "default":
                default = self._default(value)
                continue
            for choice, rule in self._rule(each, key, value, takes):
                dotted = "." in key.text
                rules[choice.site.path if dotted else choice.label] = rule
        return DeclaredPolicy(each.name, takes, rules, default)

    def _check_seat(self, takes: tuple[Parameter, ...], node: Map) -> None:
        """The parameter `seat` is who decides, so its type is the seats' kind."""
        kind = self.names.seat_kind
        for each in takes:
            if each.name == SEAT and each.type not in (Entity(kind), Seat(kind)):
                span = (node.key("takes") or node).span
                expected = spoken(Entity(kind)) if kind else "a kind named by 'seats:'"
                message = f"'seat' is who decides, not {spoken(each.type)}"
                self._say("R401", span, message, expected)

    def _default(self, node: Node) -> str:
        return node.name if isinstance(node, ScalarNode) else ""

    def _rule(
        self,
        policy: Declaration,
        key: ScalarNode,
        value: Node,
        takes: tuple[Parameter, ...],
    ) -> Iterator[tuple[Choice, EntryPoint]]:
        """Yield each choice that a name means, with the rule for it."""
        name = ".".join(normalised(part) for part in key.text.split("."))
        meant = self.choices.get(name, [])
        if not meant:
            if self.whole is not None and name not in self.cut:
                hint = did_you_mean(name, self.choices)
                self._say("R301", key.span, f"unknown choice '{key.text}'", "", hint)
            return
        kind = meant[0].type
        for each in meant[1:]:
            if "no" in (fit(each.type, kind), fit(kind, each.type)):
                message = f"'{key.text}' is the name of choices of several types"
                hint = "name the procedure: procedure.step"
                self._say("R303", key.span, message, hint=hint)
                return
        rule = self._read(f"{policy.key}.{name}", meant[0], value, takes)
        yield from ((each, rule) for each in meant)

    def _read(
        self, name: str, choice: Choice, value: Node, takes: tuple[Parameter, ...]
    ) -> EntryPoint:
        """Read an expression; that it says none is found while running."""
        kind = choice.type
        several = choice.how_many is not None and isinstance(kind, ListOf)
        item = kind.item if several and isinstance(kind, ListOf) else kind
        given = (Parameter(OFFERED, ListOf(present(item))), *takes)
        body = figure(self.names, value, maybe(kind), scope_of(given))
        return EntryPoint(name, given, maybe(kind), body, span=value.span)

    def _say(
        self, code: str, span: Span, message: str, expected: str = "", hint: str = ""
    ) -> None:
        self.names.problems.append(
            problem(code, span, message, expected=expected, hint=hint)
        )


def _names(procedure: str, choice: Choice) -> Iterator[str]:
    """Yield the names of a choice: its path, its label, the procedure's label."""
    yield from {choice.site.path, choice.label, f"{procedure}.{choice.label}"}


def _asked(procedure: str, node: Node) -> Iterator[str]:
    """Yield the names of every choice that is written, whatever the options cut."""
    for step in _maps(node):
        named, ask = step.get("id"), step.get("ask")
        labels = [step.get("choose"), named]
        labels += [key for key, _ in ask.entries] if isinstance(ask, Map) else []
        asked = [each.name for each in labels if isinstance(each, ScalarNode)]
        for label in (*asked, *([LEG, TURN] if "move" in step else [])):
            yield from (label, f"{procedure}.{label}")


def _maps(node: Node) -> Iterator[Map]:
    if isinstance(node, Map):
        yield node
    inside: Iterable[Node] = ()
    if isinstance(node, SequenceNode):
        inside = node.items
    elif isinstance(node, Map):
        inside = (value for _, value in node.entries)
    for each in inside:
        yield from _maps(each)

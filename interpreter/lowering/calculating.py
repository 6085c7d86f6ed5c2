"""Verbs that calculate and order: do, match, let, call, require, return, end."""

from collections.abc import Sequence as List

from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean
from interpreter.expressions.typed import Apply, Constant, Local, Typed
from interpreter.ir.instructions import (
    Block,
    End,
    Instruction,
    Invoke,
    Let,
    Require,
    Return,
    When,
)
from interpreter.ir.walking import free, in_template, nodes
from interpreter.lowering.blocks import (
    NONE,
    Lowered,
    Lowering,
    Step,
    loops,
    written_call,
)
from interpreter.lowering.rolled_tables import ROLLED
from interpreter.semantics.declarations import Parameter, RollTable
from interpreter.semantics.expressions.presence import facts
from interpreter.semantics.expressions.scope import Scope, arguments, spoken
from interpreter.semantics.expressions.yaml_values import figure, template
from interpreter.semantics.sections.types import type_of
from interpreter.semantics.tables.bands import prove, read_band
from interpreter.values.conversions import ranks
from interpreter.values.types import (
    INTEGER,
    Boolean,
    Enumeration,
    EnumerationPart,
    ListOf,
    Maybe,
    Nothing,
    Number,
    Type,
    Unknown,
    enumeration_of,
    present,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

_Way = tuple[Typed, tuple[Instruction, ...]]
"""The condition of a row, and what is done there."""


def do(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """A block; with an `id` it can be left by `end`, which leaves a loop whole."""
    label = "" if loops(step) else step.named("id")
    if label:
        lowering.labels.append(label)
    body, after = lowering.block(step.value, scope)
    if not label:
        return body, after
    lowering.labels.pop()
    return (Block(step.site, label, body),), scope


def let(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Names for values, in order."""
    found: list[Instruction] = []
    for key, node in step.value.entries if isinstance(step.value, MappingNode) else ():
        wanted: Type | None = None
        changes = False
        if isinstance(node, MappingNode):
            kind_node, may_change = node.get("type"), node.get("changes")
            wanted = None if kind_node is None else type_of(lowering.names, kind_node)
            changes = isinstance(may_change, ScalarNode) and may_change.text == "yes"
            node = node.get("is") or node
        if wanted is not None and not isinstance(node, ScalarNode):
            value = figure(lowering.names, node, wanted, scope)
        else:
            value = lowering.read(node, scope, wanted)
        if changes and wanted is None:
            wanted = _widened(value.type)
        if wanted is None and isinstance(value.type, Nothing):
            hint = "give the type: {type: T or none, is: none}"
            lowering.say(
                "R402", node.span, "the type of 'none' is not known", hint=hint
            )
        unique, scope = lowering.bind(
            scope, lowering.named(key, scope), wanted or value.type
        )
        if changes and wanted is not None:
            lowering.changing[unique] = wanted
        found.append(Let(step.site, unique, value))
    return tuple(found), scope


def _widened(kind: Type) -> Type | None:
    """Return the type of what may change, from that of its first value; None where that
    tells too little."""
    match kind:
        case Number():
            return Number(None, None, kind.whole)
        case EnumerationPart():
            return kind.of
        case ListOf():
            item = _widened(kind.item)
            return None if item is None else ListOf(item)
        case Maybe():
            item = _widened(kind.item)
            return None if item is None else Maybe(item)
        case Nothing() | Unknown():
            return None
        case _:
            return kind


def call(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Call a procedure; `as` binds its result."""
    read = read_call(lowering, step.value, scope)
    if read is None:
        return (), scope
    name, given, gives = read
    as_node = step.clause("as")
    if not isinstance(as_node, ScalarNode):
        return (Invoke(step.site, None, name, given),), scope
    if isinstance(gives, Nothing):
        lowering.say(
            "R401",
            as_node.span,
            f"'{name}' gives nothing to bind",
            hint="declare 'gives'",
        )
    unique, scope = lowering.bind(scope, lowering.named(as_node, scope), gives)
    return (Invoke(step.site, unique, name, given),), scope


def require(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Refuse the run unless a condition holds; `say` is the sentence for people.

    The seats that see the procedure learn of a refusal, even if they do not see this
    step.
    """
    seen_by, say = step.clause("seen_by"), step.clause("say")
    if seen_by is not None:
        message = "a refusal ends the whole run, so nobody can be kept from it"
        hint = "leave it out: the seats that see the procedure see what it requires"
        lowering.say("R101", seen_by.span, message, hint=hint)
    sentence = step.site.say
    if sentence is None and isinstance(
        say, ScalarNode
    ):  # in a loop it may say its item
        sentence = template(lowering.names, say, scope)
    condition = lowering.read(step.value, scope, Boolean())
    site = replace(step.site, say=None, seen_by=lowering.default)
    names = free(condition)
    found = (each for each in nodes(condition) if isinstance(each, Local))
    read = tuple(dict.fromkeys(each for each in found if each.name in names))
    one = Require(site, condition, sentence, in_template(sentence), read)
    return (one,), scope.knowing(*facts(lowering.names, condition, True))


def read_call(
    lowering: Lowering, node: Node, scope: Scope
) -> tuple[str, tuple[Typed, ...], Type] | None:
    """Read the call of a procedure."""
    written = written_call(lowering, node, "a procedure")
    if written is None:
        return None
    reading, parsed = written
    procedures = lowering.names.procedures
    name = parsed.name.name
    lowering.names.need("tables", name)
    table = lowering.names.tables.signature(name)
    is_rolled = isinstance(table, RollTable) and table.dice is not None
    if name not in procedures and isinstance(table, RollTable) and is_rolled:
        lowering.names.used.add(("tables", name))
        takes = (Parameter("modifier", INTEGER),) if table.plus else ()
        given = arguments(reading, parsed, takes, scope)
        return None if given is None else (f"{name}{ROLLED}", given, table.rolled)
    if name not in procedures:
        hint = did_you_mean(name, procedures)
        message = f"unknown procedure '{name}'"
        reading.place.say("R301", parsed.name.at, message, hint=hint)
        return None
    lowering.names.used.add(("procedures", name))
    heading = procedures[name]
    given = arguments(reading, parsed, heading.takes, scope)
    return None if given is None else (name, given, heading.gives)


def return_(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Leave the procedure with a value."""
    is_scalar = isinstance(step.value, ScalarNode)
    if isinstance(lowering.gives, Nothing):
        value = lowering.read(step.value, scope)
        is_empty = isinstance(step.value, MappingNode) and not step.value.entries
        is_none = is_scalar and isinstance(value.type, (Nothing, Unknown))
        if not (is_empty or is_none):
            hint = "declare 'gives'"
            lowering.say(
                "R401", step.value.span, "this procedure gives nothing", "none", hint
            )
        return (Return(step.site, NONE),), scope
    if not is_scalar:  # the empty list, for one
        value = figure(lowering.names, step.value, lowering.gives, scope)
        return (Return(step.site, value),), scope
    return (Return(step.site, lowering.read(step.value, scope, lowering.gives)),), scope


def end(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Leave an enclosing block."""
    name = step.value.name if isinstance(step.value, ScalarNode) else ""
    if name not in lowering.labels:
        hint = did_you_mean(name, lowering.labels)
        lowering.say(
            "R301", step.value.span, f"no enclosing block is called '{name}'", hint=hint
        )
        return (), scope
    return (End(step.site, name),), scope


def match(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """One block by the value of an expression; every value has a row."""
    value = lowering.read(step.value, scope)
    found: list[Instruction] = []
    if not isinstance(value, Local):
        unique = lowering.unique("matched")
        found.append(Let(step.site, unique, value))
        subject = Local(unique, value.type)
    else:
        subject = value
    rows_node = step.clause("rows")
    rows = rows_node.entries if isinstance(rows_node, MappingNode) else ()
    read = [(_condition(lowering, key, subject), key, node) for key, node in rows]
    _complete(lowering, step, subject, [(key, c) for c, key, _ in read])
    ways = []
    for condition, _, node in read:
        inner = _narrowed(scope, subject, condition)
        body, _ = lowering.block(node, inner)
        ways.append((condition, body))
    return (*found, *_chain(step, ways)), scope


_IN_A_ROW = 16  # rows asked one after the other; more are asked by halves


def _chain(step: Step, ways: List[_Way]) -> tuple[Instruction, ...]:
    """Nest the rows; the last needs no question, since the rows are complete.

    Many rows are halved first: each question is nested in the one before it, and
    Python refuses code of a hundred levels.
    """
    if len(ways) > _IN_A_ROW:
        half = len(ways) // 2
        first, rest = ways[:half], ways[half:]
        either = _either([condition for condition, _ in first])
        return (When(step.site, either, _chain(step, first), _chain(step, rest)),)
    other: tuple[Instruction, ...] = ways[-1][1] if ways else ()
    for condition, body in reversed(ways[:-1]):
        other = (When(step.site, condition, body, other),)
    return other


def _either(conditions: List[Typed]) -> Typed:
    """Return whether one of the conditions holds, nested as little as can be."""
    if len(conditions) == 1:
        return conditions[0]
    half = len(conditions) // 2
    return Apply(
        "or", (_either(conditions[:half]), _either(conditions[half:])), Boolean()
    )


def _condition(lowering: Lowering, key: ScalarNode, subject: Local) -> Typed:
    kind = subject.type
    enumeration = enumeration_of(kind)
    if isinstance(kind, Boolean):
        return Apply(
            "is", (subject, Constant(key.text.strip() == "yes", Boolean())), Boolean()
        )
    if isinstance(kind, Number):
        band = read_band(key, lowering.names.problems)
        low = Constant(band.low if band else None, INTEGER)
        high = Constant(band.high if band else None, INTEGER)
        parts = (
            [Apply(">=", (subject, low), Boolean())] if low.value is not None else []
        )
        parts += (
            [Apply("<=", (subject, high), Boolean())] if high.value is not None else []
        )
        if len(parts) == 2:
            return Apply("and", tuple(parts), Boolean(), key.span)
        return parts[0] if parts else Constant(True, Boolean(), key.span)
    if enumeration is None:
        if not isinstance(kind, Unknown):
            message = f"{spoken(kind)} cannot be matched"
            lowering.say(
                "R404",
                key.span,
                message,
                "an enumeration, yes or no, or a whole number",
            )
        return Constant(True, Boolean())
    found = []
    for name, text in key.listed:
        rank = enumeration.rank(name)
        if rank is None and text == "none":
            return Apply(
                "is", (subject, Constant(None, Nothing())), Boolean(), key.span
            )
        if rank is None:
            hint = did_you_mean(text, enumeration.values)
            message = f"'{text}' is no {spoken(enumeration)}"
            lowering.say("R301", key.span, message, ", ".join(enumeration.values), hint)
        else:
            found.append(rank)
    return Apply(
        "in",
        (subject, Constant(tuple(found), ListOf(enumeration))),
        Boolean(),
        key.span,
    )


def _narrowed(scope: Scope, subject: Local, condition: Typed) -> Scope:
    """Inside a row the name has the type of the row's values."""
    enumeration = enumeration_of(subject.type)
    if (
        enumeration is None
        or not isinstance(condition, Apply)
        or condition.name != "in"
    ):
        return scope
    listed = condition.arguments[1]
    chosen = listed.value if isinstance(listed, Constant) else ()
    for key, local in reversed(scope.locals):
        if local.name == subject.name and isinstance(chosen, tuple):
            return scope.bind(key, EnumerationPart(enumeration, chosen), local.name)
    return scope


def _complete_numbers(
    lowering: Lowering, step: Step, kind: Number, keys: list[ScalarNode]
) -> None:
    bands = [band for key in keys if (band := read_band(key, [])) is not None]
    if len(bands) == len(keys):
        low = None if kind.low is None else int(kind.low)
        high = None if kind.high is None else int(kind.high)
        prove(bands, low, high, step.verb.span, lowering.names.problems)


def _astray(enumeration: Enumeration, key: ScalarNode) -> bool:
    """Tell whether a row names none of the values: shown already."""
    return any(
        enumeration.rank(name) is None for name, text in key.listed if text != "none"
    )


def _named_ranks(
    lowering: Lowering, enumeration: Enumeration, rows: list[tuple[ScalarNode, Typed]]
) -> set[int]:
    """Return the values that have a row; a second row for one is a problem."""
    seen: set[int] = set()
    for key, condition in rows:
        listed = condition.arguments[1] if isinstance(condition, Apply) else None
        values = listed.value if isinstance(listed, Constant) else None
        for rank in values if isinstance(values, tuple) else ():
            if rank in seen:
                message = f"'{enumeration.values[rank]}' has two rows"
                lowering.say("R502", key.span, message)
            seen.add(rank)
    return seen


def _complete(
    lowering: Lowering, step: Step, subject: Local, rows: list[tuple[ScalarNode, Typed]]
) -> None:
    kind = subject.type
    if isinstance(kind, Number):
        _complete_numbers(lowering, step, kind, [key for key, _ in rows])
        return
    if isinstance(kind, Boolean):
        missing = {"yes", "no"} - {key.text.strip() for key, _ in rows}
        if missing:
            lowering.say(
                "R505", step.verb.span, f"no row for {', '.join(sorted(missing))}"
            )
        return
    enumeration = enumeration_of(kind)
    if enumeration is None:
        return
    if any(_astray(enumeration, key) for key, _ in rows):
        return
    seen = _named_ranks(lowering, enumeration, rows)
    missing_names = [
        enumeration.values[rank] for rank in ranks(present(kind)) if rank not in seen
    ]
    if isinstance(kind, Maybe) and not any(
        key.text.strip() == "none" for key, _ in rows
    ):
        missing_names.append("none")
    if missing_names:
        message = f"no row for {', '.join(missing_names)}"
        lowering.say(
            "R505",
            step.verb.span,
            message,
            "a row for every value",
            "'[]' does nothing",
        )

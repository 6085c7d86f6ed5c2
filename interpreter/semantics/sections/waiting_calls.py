"""Waiting calls: rows of a generated kind.

A waiting call is known to the seats that see the steps of its procedure, so the fields
of its row have that audience, on the arguments of the call.
"""

from interpreter.diagnostics import did_you_mean
from interpreter.expressions import tree
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    Every,
    FieldRead,
    Invalid,
    Local,
    Typed,
)
from interpreter.semantics.declarations import WAITING, Event, Kind, Parameter, Pattern
from interpreter.semantics.expressions.scope import Binder, Scope, spoken
from interpreter.semantics.names import Names
from interpreter.values.types import (
    Boolean,
    Entity,
    ListOf,
    Maybe,
    Text,
    Type,
    maybe,
    present,
)

CALL, ON, DUE = "call", "on", "due"
FUNCTION = "waiting"
_TRUTH = Boolean()


def awaited(reading: Binder, node: tree.Call, scope: Scope) -> Typed:
    """Read `waiting(procedure(value or any, ...))`: whether such a call waits."""
    names = reading.names
    only = node.arguments[0] if len(node.arguments) == 1 else None
    word = only.name if isinstance(only, tree.Call) else only
    if not isinstance(word, tree.Word):
        message = "'waiting' asks for one call"
        expected = "waiting(procedure(value or any, ...))"
        return reading.lost("R309", node.at, message, expected)
    if (
        names.misread_later
        and word.name in names.procedures.keys() - names.put_off.keys()
    ):
        return Invalid(reading.place.span(node.at))  # the step that misnames it tells
    if word.name not in names.put_off:
        message, hint = f"'{word.name}' is never called later", "call it by 'later'"
        if word.name not in names.procedures:
            message = f"unknown procedure '{word.name}'"
            hint = did_you_mean(word.name, names.put_off)
        return reading.lost("R301", word.at, message, hint=hint)
    takes = names.procedures[word.name].takes
    given = only.arguments if isinstance(only, tree.Call) else ()
    if isinstance(only, tree.Call) and len(given) != len(takes):
        listed = ", ".join(f"{each.name}: {spoken(each.type)}" for each in takes)
        message = f"'{word.name}' takes {len(takes)}, not {len(given)}"
        return reading.lost("R309", only.at, message, listed or "no arguments")
    row = Local(f"{WAITING}_{node.at[0]}", Entity(WAITING))
    where = is_call(row, word.name)
    for each, parameter in zip(given, takes, strict=False):
        if isinstance(each, tree.Word) and each.name == "any":
            continue
        value = reading.read(each, scope, parameter.type)
        same = Apply("is", (read(row, word.name, parameter), value), _TRUTH)
        where = Apply("and", (where, same), _TRUTH)
    at = reading.place.span(node.at)
    yes = Constant(True, _TRUTH)
    return Collect("any", yes, row.name, every_row(), where, (), _TRUTH, at)


def flag(procedure: str) -> str:
    """Return the field for whether a row is a call of a procedure."""
    return f"{procedure}()"


def slot(procedure: str, parameter: Parameter) -> str:
    """Return the field of an argument of a procedure."""
    return f"{procedure}.{parameter.name}"


def wanted(event: str, parameter: Parameter) -> str:
    """Return the field of a required argument of an event."""
    return f"{ON}.{event}.{parameter.name}"


def wanted_type(parameter: Parameter) -> Type:
    """Return the type of a required argument: a list of one element if it may be none
    itself."""
    kind = parameter.type
    return ListOf(kind) if isinstance(kind, Maybe) else maybe(kind)


def is_call(row: Typed, procedure: str) -> Typed:
    """Return the condition that a row is a call of a procedure."""
    return FieldRead(row, WAITING, flag(procedure), _TRUTH)


def read(row: Typed, procedure: str, parameter: Parameter) -> Typed:
    """Return an argument of the call in a row."""
    return FieldRead(row, WAITING, slot(procedure, parameter), parameter.type)


def every_row() -> Every:
    """Return all waiting calls, in the order in which they were made."""
    return Every(WAITING, ListOf(Entity(WAITING)))


def waits_on(row: Typed, event: str) -> Typed:
    """Return the condition that a row waits for an event type."""
    on = FieldRead(row, WAITING, ON, Text())
    return Apply("is", (on, Constant(event, Text())), _TRUTH)


def is_due(row: Typed, event: str) -> Typed:
    """Return the condition that the event of a row has happened."""
    due = FieldRead(row, WAITING, DUE, _TRUTH)
    return Apply("and", (due, waits_on(row, event)), _TRUTH)


def is_met(row: Typed, event: Event, given: tuple[Typed, ...]) -> Typed:
    """Return the condition that a row waits for the event with these arguments."""
    found = waits_on(row, event.name)
    for each, value in zip(event.takes, given, strict=True):
        kind = wanted_type(each)
        field = FieldRead(row, WAITING, wanted(event.name, each), kind)
        free: Typed = Constant(() if isinstance(kind, ListOf) else None, kind)
        same: Typed = value
        if isinstance(kind, ListOf):
            same = Apply("list", (value,), kind)
        ways = tuple(Apply("is", (field, one), _TRUTH) for one in (free, same))
        found = Apply("and", (found, Apply("or", ways, _TRUTH)), _TRUTH)
    return found


def row_values(
    names: Names, kind: Kind, procedure: str, given: tuple[Typed, ...], on: Pattern
) -> tuple[Typed, ...]:
    """Return the values of a new row in slot order."""
    values: dict[str, Typed] = {
        CALL: Constant(procedure, Text()),
        ON: Constant(on.event, Text()),
        flag(procedure): Constant(True, _TRUTH),
    }
    takes = names.procedures[procedure].takes
    values |= {slot(procedure, p): v for p, v in zip(takes, given, strict=True)}
    event = names.events[on.event]
    for each, value in zip(event.takes, on.arguments, strict=True):
        kind_wanted = wanted_type(each)
        if isinstance(kind_wanted, ListOf):
            parts = () if value is None else (value,)
            values[wanted(event.name, each)] = Apply("list", parts, kind_wanted)
        elif value is not None:
            values[wanted(event.name, each)] = value
    return tuple(
        values.get(each.name) or each.start or Constant(_nothing(each.type), each.type)
        for each in kind.fields
    )


def _nothing(kind: Type) -> tuple[()] | None:
    return () if isinstance(kind, ListOf) else None


def about(names: Names, kind: str) -> list[str]:
    """Return the fields of waiting calls that may hold an entity of a kind."""
    found = [
        (slot(name, each), each.type)
        for name in names.put_off
        for each in names.procedures[name].takes
    ]
    found += [
        (wanted(name, each), each.type)
        for name in sorted(names.awaited)
        for each in names.events[name].takes
        if not isinstance(each.type, Maybe)
    ]
    return [
        field
        for field, each in found
        if isinstance(entity := present(each), Entity) and entity.kind == kind
    ]

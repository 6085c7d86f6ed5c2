"""What resets a field: events, and a condition over fields of the same entity."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from graphlib import CycleError, TopologicalSorter
from typing import Any, get_args

from interpreter.diagnostics import problem
from interpreter.expressions.typed import (
    ClaimsTo,
    Constant,
    Every,
    FieldRead,
    Local,
    Now,
    ReachSearch,
    Remembered,
    Typed,
    Use,
)
from interpreter.semantics.declarations import Ending, Field, Kind
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.names import Names
from interpreter.semantics.sections.events import patterns
from interpreter.values.types import Boolean, Maybe
from interpreter.yaml.nodes import MappingNode as MapNode
from interpreter.yaml.nodes import Node, ScalarNode

_TYPED = get_args(Typed)
_HOLD_EXPRESSIONS = (Constant.__module__, Field.__module__)


def with_end(names: Names, field: Field, value: Node, scope: Scope) -> Field:
    """Return the field with the events that reset it; `scope` has its entity as
    `it`."""
    nodes = _nodes(value)
    if nodes.keys() <= {"ends_at"}:
        return field
    ends_at = field.start
    if "ends_at" in nodes:
        ends_at = figure(names, nodes["ends_at"], field.type, scope)
    elif ends_at is None and isinstance(field.type, Maybe):
        ends_at = Constant(None, field.type)
    if ends_at is None:
        message = f"the field '{field.name}' ends, but nothing says at what value"
        found = problem("R407", field.span, message, expected="start or ends_at")
        names.problems.append(found)
    ends_on = patterns(names, nodes.get("ends_on"), scope)
    return replace(field, ends_on=ends_on, ends_at=ends_at)


def ending(names: Names, field: Field, value: Node, scope: Scope) -> Ending | None:
    """Read the condition that resets a field; it may read its own entity only."""
    node = _nodes(value).get("ends_when")
    if not isinstance(node, ScalarNode) or field.ends_at is None:
        return None
    condition = expression(names, node, scope, Boolean())
    own = own_reads(names, condition)
    if own is None:
        message = f"'{field.name}' ends by more than fields of its own entity"
        hint = "let the step that changes the other set this one too"
        names.problems.append(problem("R311", node.span, message, hint=hint))
        return None
    return Ending(field.name, condition, field.ends_at, own)


def own_reads(names: Names, node: Typed) -> frozenset[str] | None:
    """Return the fields of `it` that an expression reads; None if it reads other
    state."""
    own: set[str] = set()
    for each in beneath(names, node):
        if isinstance(each, FieldRead) and _it(each.of):
            own.add(each.name)
        elif isinstance(each, (FieldRead, Every, Now, Remembered)) or (
            isinstance(each, Use)
            and each.section == "derived"
            and not _it(each.arguments[0])
        ):
            return None
    return frozenset(own)


def reads_more(names: Names, node: Typed) -> bool:
    """Return whether an expression reads more than fields reached from `it` and those
    of single entities: all of a kind, the log, claims, a table."""
    return any(
        isinstance(each, (Every, Now, Remembered, ClaimsTo, ReachSearch))
        or (isinstance(each, Use) and each.section in ("tables", "modifiers"))
        for each in beneath(names, node)
    )


def ordered(names: Names, kind: Kind) -> Kind:
    """Return the kind with its endings in an order in which none undoes an earlier
    one."""
    by_name = {each.field: each for each in kind.endings}
    graph = {
        name: (each.reads & by_name.keys()) - {name} for name, each in by_name.items()
    }
    try:
        order = tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        first = circle.args[1][0]
        span = kind.fields[kind.slot(first)].span
        message = f"'{first}' ends by fields that end by it"
        names.problems.append(problem("R506", span, message))
        return replace(kind, endings=())
    return replace(kind, endings=tuple(by_name[name] for name in order))


def _nodes(value: Node) -> dict[str, Node]:
    keys = ("ends_on", "ends_when", "ends_at")
    found = {key: value.get(key) for key in keys} if isinstance(value, MapNode) else {}
    return {key: node for key, node in found.items() if node is not None}


def _it(node: Typed) -> bool:
    return isinstance(node, Local) and node.name == "it"


def beneath(names: Names, node: Typed) -> Iterator[Typed]:
    """Yield what an expression reads, through the declarations that it uses too."""
    waiting: list[Any] = [node]
    seen: set[tuple[str, str]] = set()
    while waiting:
        for each in _inside(waiting.pop()):
            yield each
            if isinstance(each, Use) and (each.section, each.name) not in seen:
                seen.add((each.section, each.name))
                section = "formulas" if each.section == "derived" else each.section
                waiting.append(getattr(names, section).get(each.name))


def _inside(given: Any) -> Iterator[Typed]:
    """Yield every expression in a declaration or expression."""
    waiting = [given]
    while waiting:
        each = waiting.pop()
        if isinstance(each, _TYPED):
            yield each
        if isinstance(each, tuple):
            waiting += each
        elif is_dataclass(each) and type(each).__module__ in _HOLD_EXPRESSIONS:
            waiting += [getattr(each, one.name) for one in fields(each)]

"""Conditions (`holds`) on entities of a kind and on rows of look-up tables.

Rows are checked here, since all their values are known; entities are checked at the
start of each scenario (`cases.scenario_starts`).
"""

from collections.abc import Callable, Iterable

from interpreter.diagnostics import problem
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import Local, Typed, Use
from interpreter.semantics.declarations import EntityCondition
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.scenarios import constant
from interpreter.source import Span
from interpreter.values.faults import Fault
from interpreter.values.types import Boolean, Type, Value
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

Row = tuple[ScalarNode, Node, tuple[Typed, ...]]
"""The key of a row, its cells as they are written, and as they were read."""


def holdings(names: Names, node: Node, scope: Scope) -> tuple[EntityCondition, ...]:
    """Read the conditions under `holds`, over the locals of a scope."""
    held = node.get("holds") if isinstance(node, MappingNode) else None
    found = []
    for key, value in held.entries if isinstance(held, MappingNode) else ():
        asked = value.get("if") if isinstance(value, MappingNode) else value
        if isinstance(asked, ScalarNode):
            why = text_of(value.get("say")) if isinstance(value, MappingNode) else ""
            condition = expression(names, asked, scope, Boolean())
            found.append(EntityCondition(key.text, condition, why, asked.span))
    return tuple(found)


def prove_rows(
    names: Names,
    node: Node,
    columns: tuple[tuple[str, Type], ...],
    rows: Iterable[Row],
) -> None:
    """Report the rows of a look-up table that violate a condition on their columns."""
    scope = Scope()
    for name, kind in columns:
        scope = scope.bind(name, kind)
    with names.problems.part() as problems:
        found = holdings(names, node, scope)
    if not found or problems:
        return
    known = [
        (row, dict(zip((name for name, _ in columns), values, strict=True)))
        for row in rows
        for values in [[constant(names, each) for each in row[2]]]
    ]
    for each in found:
        _prove(names, each, known)


def _prove(
    names: Names, each: EntityCondition, rows: list[tuple[Row, dict[str, Value]]]
) -> None:
    try:
        for (key, cells, _), known in rows:
            if not evaluate(each.condition, Environment(known, {}, {}, _no_use)):
                names.problems.append(each.broken(key.text, key.span, _cell_of(cells)))
    except (Fault, KeyError) as fault:
        why = getattr(fault, "message", "it reads more than the columns of a row")
        message = f"'{each.name}' comes to no answer: {why}"
        names.problems.append(problem("R521", each.span, message))


def _cell_of(cells: Node) -> Callable[[Typed], Span | None]:
    """Return a function that finds the span of a column that a condition reads."""

    def written(one: Typed) -> Span | None:
        if not isinstance(one, Local) or not isinstance(cells, MappingNode):
            return None
        found = cells.get(one.name)
        return None if found is None else found.span

    return written


def _no_use(use: Use, arguments: tuple[Value, ...], setting: Environment) -> Value:
    raise Fault("R702", f"'{use.name}' is no column of the row")

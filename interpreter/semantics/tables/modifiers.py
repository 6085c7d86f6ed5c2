"""Modifiers: labelled sums of rows in groups with a hit policy."""

from interpreter.diagnostics import problem
from interpreter.expressions.typed import Invalid, Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import ModifierGroup, ModifierRow, Modifiers
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.presence import facts
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import (
    figure,
    rule_of,
    template,
    text_of,
)
from interpreter.semantics.names import Names
from interpreter.semantics.sections.audiences import read_audience
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.semantics.tables.bands import Range, bands_of, prove, prove_ranks
from interpreter.semantics.tables.decisions import prove_apart
from interpreter.values.types import (
    Boolean,
    Maybe,
    Number,
    SumOf,
    Unknown,
    enumeration_of,
    present,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode


def declare_modifiers(names: Names, each: Declaration) -> Modifiers | None:
    """Read a labelled sum."""
    node = each.node
    if not isinstance(node, MappingNode):
        return None
    takes = parameters(names, node)
    scope = scope_of(takes)
    groups_node = node.get("groups")
    entries = groups_node.entries if isinstance(groups_node, MappingNode) else ()
    groups = tuple(_group(names, key, value, scope) for key, value in entries)
    for group in groups:
        if group.hit == "unique" and group.on is None:
            prove_apart(names, takes, group)
    order = tuple(
        (group.name, tuple(row.key for row in group.rows)) for group in groups
    )
    kind = SumOf(each.key, order)
    audience_node = node.get("seen_by")
    seen_by = (
        None if audience_node is None else read_audience(names, audience_node, scope)
    )
    return Modifiers(each.key, takes, groups, kind, each.span, rule_of(node), seen_by)


def _group(names: Names, key: ScalarNode, node: Node, scope: Scope) -> ModifierGroup:
    condition = _condition(names, node, scope)
    inner = (
        scope.knowing(*facts(names, condition, True))
        if condition is not None
        else scope
    )
    on_node = node.get("on") if isinstance(node, MappingNode) else None
    on = _on(names, on_node, inner) if isinstance(on_node, ScalarNode) else None
    hit = (
        text_of(node.get("hit") if isinstance(node, MappingNode) else None) or "collect"
    )
    between = text_of(node.get("between") if isinstance(node, MappingNode) else None)
    rows_node = node.get("rows") if isinstance(node, MappingNode) else None
    entries = rows_node.entries if isinstance(rows_node, MappingNode) else ()
    if on is None:
        rows = tuple(_row(names, name, value, inner) for name, value in entries)
    else:
        rows_key = node.key("rows") if isinstance(node, MappingNode) else None
        rows = _bands(names, key, rows_key or key, entries, on, between, inner)
    return ModifierGroup(
        key.name, condition, on, between, hit, rows, key.span, rule_of(node)
    )


def _on(names: Names, node: ScalarNode, scope: Scope) -> Typed:
    found = expression(names, node, scope)
    kind = found.type
    if isinstance(kind, Maybe) and not isinstance(present(kind), Unknown):
        hint = "ask 'is not none' before"
        names.problems.append(problem("R407", node.span, "this may be none", hint=hint))
    elif not isinstance(kind, (Number, Unknown)) and enumeration_of(kind) is None:
        message = f"this is {spoken(kind)}"
        expected = "a number or an enumeration"
        names.problems.append(problem("R401", node.span, message, expected=expected))
    else:
        return found
    return Invalid(node.span)


def _condition(names: Names, node: Node, scope: Scope) -> Typed | None:
    found = node.get("if") if isinstance(node, MappingNode) else None
    return (
        expression(names, found, scope, Boolean())
        if isinstance(found, ScalarNode)
        else None
    )


def _row(names: Names, key: ScalarNode, node: Node, scope: Scope) -> ModifierRow:
    condition = _condition(names, node, scope)
    inner = (
        scope.knowing(*facts(names, condition, True))
        if condition is not None
        else scope
    )
    add_node = node.get("add") if isinstance(node, MappingNode) else node
    times_node = node.get("times") if isinstance(node, MappingNode) else None
    say_node = node.get("say") if isinstance(node, MappingNode) else None
    if add_node is None:
        names.problems.append(
            problem("R102", key.span, "the row adds nothing", expected="add")
        )
        add_node = key
    add = figure(names, add_node, Number(), inner)
    times = (
        expression(names, times_node, inner, Number())
        if isinstance(times_node, ScalarNode)
        else None
    )
    say = template(names, say_node, inner) if isinstance(say_node, ScalarNode) else None
    return ModifierRow(
        key.name, condition, add, times, None, None, say, key.span, rule_of(node)
    )


def _bands(
    names: Names,
    group: ScalarNode,
    place: ScalarNode,
    entries: tuple[tuple[ScalarNode, Node], ...],
    on: Typed,
    between: str,
    scope: Scope,
) -> tuple[ModifierRow, ...]:
    found: list[Range] = []
    rows = []
    unread = 0
    keys = [key for key, _ in entries]
    for key, value in entries:
        bands = bands_of(names, key, on.type, keys)
        unread += len(bands) <= key.text.count(",")
        found += bands
        rows += [_band_row(names, key, value, band, scope) for band in bands]
    if isinstance(on.type, Number) and not unread:
        _prove(names, group, place, on.type, between, found)
    elif found and not unread and enumeration_of(on.type) is not None:
        prove_ranks(names, on.type, found, place.span)
    return tuple(rows)


def _band_row(
    names: Names, key: ScalarNode, value: Node, band: Range, scope: Scope
) -> ModifierRow:
    add_node = (value.get("add") or value) if isinstance(value, MappingNode) else value
    add = figure(names, add_node, Number(), scope)
    rule = rule_of(value)
    return ModifierRow(
        band.key, None, add, None, band.low, band.high, None, key.span, rule
    )


def _prove(
    names: Names,
    group: ScalarNode,
    place: ScalarNode,
    kind: Number,
    between: str,
    found: list[Range],
) -> None:
    if not kind.whole and not between:
        message = "bands of whole numbers over fractions need 'between: down' or 'up'"
        names.problems.append(problem("R405", group.span, message))
    low = None if kind.low is None else int(kind.low)
    high = None if kind.high is None else int(kind.high)
    if found:
        prove(found, low, high, place.span, names.problems)

"""Events: what they take, how long they are remembered, the patterns that hear them."""

from dataclasses import replace

from interpreter.diagnostics import did_you_mean
from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import Audience
from interpreter.semantics.audiences import read_audience
from interpreter.semantics.declarations import Event, Pattern
from interpreter.semantics.expressions.binding import ExpressionBinder, expression
from interpreter.semantics.expressions.scope import (
    Scope,
    TextLocation,
    arguments,
    spoken,
)
from interpreter.semantics.expressions.yaml_values import rule_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.values.types import Moment, maybe
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

_FORM = "event(value or any, ...)"


def declare_event(names: Names, each: Declaration) -> Event:
    """Read an event, but not yet how long it is kept, which may read fields."""
    node = each.node
    takes = parameters(names, node) if isinstance(node, MappingNode) else ()
    kept = isinstance(node, MappingNode) and "kept_since" in node
    return Event(each.key, takes, each.span, kept, rule=rule_of(node))


def keep_event(
    names: Names, each: Declaration, default: Audience | None = None
) -> None:
    """Read the moment since which an event is kept, and who may know of it."""
    if not isinstance(each.node, MappingNode):
        return
    event = replace(names.events[each.key], seen_by=default)
    scope = scope_of(event.takes)
    seen_by, since = each.node.get("seen_by"), each.node.get("kept_since")
    if seen_by is not None:
        event = replace(event, seen_by=read_audience(names, seen_by, scope, None))
    if isinstance(since, ScalarNode):
        event = replace(event, since=expression(names, since, scope, Moment()))
    names.events[each.key] = event


def called_event(
    reading: ExpressionBinder, node: tree.Tree, scope: Scope
) -> tuple[Event, tuple[Typed, ...]] | None:
    """Read `event(a, b)`, or `event` when it takes nothing: what happens."""
    event = _named(reading, node)
    if event is None:
        return None
    call = node if isinstance(node, tree.Call) else _bare_call(node)
    given = arguments(reading, call, event.takes, scope)
    return None if given is None else (event, given)


def patterns(names: Names, node: Node | None, scope: Scope) -> tuple[Pattern, ...]:
    """Read a pattern or a list of them, of YAML or within the text."""
    if isinstance(node, SequenceNode):
        return tuple(p for each in node.items for p in patterns(names, each, scope))
    if not isinstance(node, ScalarNode):
        return ()
    place = TextLocation(node, names.problems)
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, _FORM, fault.hint)
        return ()
    reading = ExpressionBinder(names, place)
    parts = parsed.items if isinstance(parsed, tree.Series) else (parsed,)
    found = (_pattern(reading, each, scope) for each in parts)
    return tuple(each for each in found if each is not None)


def _pattern(
    reading: ExpressionBinder, node: tree.Tree, scope: Scope
) -> Pattern | None:
    event = _named(reading, node)
    if event is None:
        return None
    if isinstance(node, tree.Word):
        return Pattern(event.name, (None,) * len(event.takes))
    assert isinstance(node, tree.Call)
    if len(node.arguments) != len(event.takes):
        takes = ", ".join(f"{each.name}: {spoken(each.type)}" for each in event.takes)
        message = f"'{event.name}' takes {len(event.takes)}, not {len(node.arguments)}"
        reading.place.say("R309", node.at, message, takes or "no arguments")
        return None
    given = (
        None
        if isinstance(each, tree.Word) and each.name == "any"
        else reading.read(each, scope, maybe(wanted.type))
        for each, wanted in zip(node.arguments, event.takes, strict=True)
    )
    return Pattern(event.name, tuple(given))


def _named(reading: ExpressionBinder, node: tree.Tree) -> Event | None:
    """Find the event that is named; a problem when there is none."""
    word = node.name if isinstance(node, tree.Call) else node
    if not isinstance(word, tree.Word):
        reading.place.say("R201", node.at, "this is no event", _FORM)
        return None
    events = reading.names.events
    event = events.get(word.name)
    if event is None:
        hint = did_you_mean(word.name, events)
        reading.place.say("R301", word.at, f"unknown event '{word.name}'", hint=hint)
        return None
    reading.names.used.add(("events", event.name))
    return event


def _bare_call(node: tree.Tree) -> tree.Call:
    assert isinstance(node, tree.Word)
    return tree.Call(node.at, node, ())

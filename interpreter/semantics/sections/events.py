"""Events, how long they are remembered, and the patterns and triggers for them."""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import Typed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import Event, Parameter, Pattern
from interpreter.semantics.expressions.binding import ExpressionBinder, expression
from interpreter.semantics.expressions.scope import (
    Scope,
    TextLocation,
    arguments,
    spoken,
)
from interpreter.semantics.expressions.yaml_values import rule_of
from interpreter.semantics.names import Names, Trigger
from interpreter.semantics.sections.audiences import read_audience
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.values.types import WRITABLE, Moment, maybe, writable
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.nodes import MappingNode as Map

_FORM = "event(value or any, ...)"


def declare_event(names: Names, each: Declaration) -> Event:
    """Read an event without `kept`, which may read fields."""
    node = each.node
    takes = parameters(names, node) if isinstance(node, MappingNode) else ()
    kept = isinstance(node, MappingNode) and "kept_since" in node
    return Event(each.key, takes, each.span, kept, rule=rule_of(node))


def keep_event(
    names: Names, each: Declaration, default: Audience | None = None
) -> None:
    """Read how long an event is remembered, and who may know of it."""
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
    """Read `event(a, b)`, or `event` without arguments, as an event that happens."""
    event = _named(reading, node)
    if event is None:
        return None
    call = node if isinstance(node, tree.Call) else _bare_call(node)
    given = arguments(reading, call, event.takes, scope)
    return None if given is None else (event, given)


def patterns(names: Names, node: Node | None, scope: Scope) -> tuple[Pattern, ...]:
    """Read a pattern or a list of patterns."""
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
    """Return the event that is named; None and a problem if there is none."""
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


# Triggers: what each hears, under which names, and in which order they come.

UNNAMED = "\0any"
"""Begins the names of arguments that a trigger does not name."""
_TRIGGER_FORM = "event(name or any, ...)"


def head_triggers(names: Names, declarations: Mapping[str, Declaration]) -> None:
    """Read the signatures of triggers; events and procedure names must be known."""
    found: dict[str, list[Trigger]] = {}
    lost: set[str] = set()
    for key, each in declarations.items():
        if key in names.procedures:
            message = f"'{each.name}' is a procedure already"
            names.problems.append(problem("R306", each.span, message))
            continue
        read = _headed(names, each)
        if read is None:
            lost.add(key)
        else:
            found.setdefault(read.event, []).append(read)
    for event, triggers in found.items():
        names.triggers[event] = _ordered(names, triggers, declarations, lost)


def _headed(names: Names, each: Declaration) -> Trigger | None:
    node = each.node
    on = node.get("on") if isinstance(node, Map) else None
    if not isinstance(node, Map) or not isinstance(on, ScalarNode):
        return None
    place = TextLocation(on, names.problems)
    try:
        parsed = parse(on.text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, _TRIGGER_FORM, fault.hint)
        return None
    word = parsed.name if isinstance(parsed, tree.Call) else parsed
    if not isinstance(word, tree.Word):
        place.say("R201", parsed.at, "this is no event", _TRIGGER_FORM)
        return None
    event = names.events.get(word.name)
    if event is None:
        hint = did_you_mean(word.name, names.events)
        place.say("R301", word.at, f"unknown event '{word.name}'", hint=hint)
        return None
    names.used.add(("events", event.name))
    given = parsed.arguments if isinstance(parsed, tree.Call) else ()
    if isinstance(parsed, tree.Call) and len(given) != len(event.takes):
        listed = ", ".join(f"{p.name}: {spoken(p.type)}" for p in event.takes)
        message = f"'{event.name}' takes {len(event.takes)}, not {len(given)}"
        place.say("R309", parsed.at, message, listed or "no arguments")
        return None
    takes = []
    for number, parameter in enumerate(event.takes):
        own = _name(place, given[number]) if given else None
        name = f"{UNNAMED}{number}" if own is None else own
        takes.append(Parameter(name, parameter.type))
    orders = (_listed(node.get(word)) for word in ("before", "after"))
    before, after = (tuple(one.name for one in each) for each in orders)
    return Trigger(each.key, event.name, tuple(takes), each.span, before, after)


def _name(place: TextLocation, node: tree.Tree) -> str | None:
    """Return the name of an argument; None for a placeholder."""
    if isinstance(node, tree.Word) and node.name == "any":
        return None
    if isinstance(node, tree.Word) and writable(node.name):
        return node.name
    hint = "its conditions are under 'if'"
    place.say("R203", node.at, "a trigger names what the event took", WRITABLE, hint)
    return None


def _listed(node: Node | None) -> tuple[ScalarNode, ...]:
    items = node.items if isinstance(node, SequenceNode) else (node,)
    return tuple(each for each in items if isinstance(each, ScalarNode))


def _ordered(
    names: Names,
    triggers: list[Trigger],
    declarations: Mapping[str, Declaration],
    lost: Collection[str],
) -> tuple[Trigger, ...]:
    """Return the triggers of one event in order: as declared, except for `before` and
    `after`.

    `lost` are triggers whose event is unknown after an error.
    """
    known = {each.name: each for each in triggers}
    first: dict[str, set[str]] = {each.name: set() for each in triggers}
    for each in triggers:
        _check_order(names, declarations[each.name], {*known, *lost})
        for other in each.after:
            first[each.name] |= {other} & known.keys()
        for other in each.before:
            if other in known:
                first[other].add(each.name)
    done: dict[str, Trigger] = {}
    while len(done) < len(known):
        free = (
            e for e in triggers if e.name not in done and first[e.name] <= done.keys()
        )
        chosen = next(free, None)
        if chosen is None:
            _report_cycle(names, [each for each in triggers if each.name not in done])
            return tuple(triggers)
        done[chosen.name] = chosen
    return tuple(done.values())


def _check_order(names: Names, each: Declaration, known: Collection[str]) -> None:
    assert isinstance(each.node, Map)
    for word in ("before", "after"):
        for one in _listed(each.node.get(word)):
            if one.name not in known:
                hint = did_you_mean(one.text, known)
                message = f"no trigger of the same event is called '{one.text}'"
                names.problems.append(problem("R301", one.span, message, hint=hint))


def _report_cycle(names: Names, left: Iterable[Trigger]) -> None:
    named = [each.name.replace("_", " ") for each in left]
    first = next(iter(left))
    message = f"no order fits: {', '.join(named)} each come after another of them"
    names.problems.append(problem("R520", first.span, message))

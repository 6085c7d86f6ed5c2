"""Verbs that change the world: set, create, remove, happens."""

from interpreter.checked.expressions import Reading
from interpreter.checked.figures import figure
from interpreter.checked.place import Place, spoken
from interpreter.checked.scope import Scope
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language import tree
from interpreter.language.parsing import Unreadable, parse
from interpreter.language.typed import Constant, Every, FieldRead, Local, Typed
from interpreter.problems import did_you_mean
from interpreter.program.instructions import (
    Assign,
    Change,
    Create,
    ForEach,
    Instruction,
    Remove,
)
from interpreter.steps.lowering import Lowered, Lowering
from interpreter.steps.step import Step
from interpreter.values.names import plain
from interpreter.values.types import Entity, ListOf, Maybe, Unknown


def set_(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Change fields: all right sides first, then all changes at once."""
    changes = []
    for key, node in step.value.entries if isinstance(step.value, Mapping) else ():
        target = field_path(lowering, key, scope)
        if target is None:
            continue
        if (target.kind, target.name) in lowering.names.derived:
            lowering.say("R401", key.span, "a derived field cannot be set")
            continue
        value = figure(lowering.names, node, target.type, scope)
        changes.append(Change(target.of, target.kind, target.name, value))
    return (Assign(step.site, tuple(changes)),), scope


def field_path(lowering: Lowering, key: Scalar, scope: Scope) -> FieldRead | None:
    """Read `entity.field` as a place to write to."""
    place = Place(key, lowering.names.problems)
    try:
        parsed = parse(key.text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, "entity.field")
        return None
    if not isinstance(parsed, tree.Dot):
        place.say(
            "R401", parsed.at, "only a field of an entity can be set", "entity.field"
        )
        return None
    found = Reading(lowering.names, place).read(parsed, scope)
    if isinstance(found, FieldRead):
        return found
    if not isinstance(found.type, Unknown):
        place.say(
            "R401",
            parsed.at,
            "only a stored field of an entity can be set",
            "entity.field",
        )
    return None


def create(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Make an entity; fields that are not given have their start."""
    name = plain(step.value.text) if isinstance(step.value, Scalar) else ""
    kinds = lowering.names.kinds
    if name not in kinds:
        hint = did_you_mean(name, kinds)
        lowering.say(
            "R307", step.value.span, f"'{name}' is no kind of entity", hint=hint
        )
        return (), scope
    given = step.clause("with")
    entries = given.entries if isinstance(given, Mapping) else ()
    nodes = {plain(key.text): node for key, node in entries}
    fields = kinds[name].fields
    for key, _ in entries:
        known = [each.name for each in fields]
        if plain(key.text) not in known:
            hint = did_you_mean(key.text, known)
            lowering.say(
                "R308", key.span, f"{name} has no field '{key.text}'", hint=hint
            )
    values: list[Typed] = []
    for each in fields:
        node: Node | None = nodes.get(each.name)
        if node is not None:
            values.append(figure(lowering.names, node, each.type, scope))
        elif each.start is not None:
            values.append(each.start)
        elif isinstance(each.type, Maybe):
            values.append(Constant(None, each.type))
        else:
            message = f"the field '{each.name}' has no start and is not given"
            lowering.say("R102", step.verb.span, message, spoken(each.type))
    unique, scope = lowering.bind(scope, step.text("as") or name, Entity(name))
    return (Create(step.site, unique, name, tuple(values)),), scope


def remove(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Remove an entity."""
    found = lowering.read(step.value, scope)
    if isinstance(found.type, Entity):
        return (Remove(step.site, found.type.kind, found),), scope
    if not isinstance(found.type, Unknown):
        lowering.say(
            "R401", step.value.span, f"this is {spoken(found.type)}", "an entity"
        )
    return (), scope


def happens(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """An event: every field that ends on it takes its start again."""
    text = step.value.text if isinstance(step.value, Scalar) else ""
    name = plain(text.split("(")[0])
    events = lowering.names.events
    if name not in events:
        hint = did_you_mean(name, events)
        lowering.say("R301", step.value.span, f"unknown event '{name}'", hint=hint)
        return (), scope
    lowering.names.used.add(("events", name))
    found: list[Instruction] = []
    for kind in lowering.names.kinds.values():
        ending = [each for each in kind.fields if name in each.ends_on]
        if not ending:
            continue
        variable = lowering.unique("ended")
        it = Local(variable, Entity(kind.name))
        changes = tuple(
            Change(it, kind.name, each.name, each.start or Constant(None, each.type))
            for each in ending
        )
        every = Every(kind.name, ListOf(Entity(kind.name)))
        found.append(ForEach(step.site, variable, every, (Assign(step.site, changes),)))
    return tuple(found), scope

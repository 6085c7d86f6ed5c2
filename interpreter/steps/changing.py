"""Verbs that change the world: set, create, remove, mingle, happens."""

from collections.abc import Sequence
from dataclasses import replace

from interpreter.checked.expressions import Reading
from interpreter.checked.figures import figure
from interpreter.checked.from_events import called_event
from interpreter.checked.place import Place, spoken
from interpreter.checked.scope import Scope
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language import tree
from interpreter.language.parsing import Unreadable, parse
from interpreter.language.typed import Apply, Constant, FieldRead, Invalid, Local, Typed
from interpreter.problems import did_you_mean, nearest
from interpreter.program.instructions import (
    Assign,
    Change,
    Create,
    Happen,
    Instruction,
    Mingle,
    Remove,
    Site,
)
from interpreter.steps.ending import ended_by_change, ended_by_event, held
from interpreter.steps.hearing import cancelled, heard
from interpreter.steps.hiding import parting
from interpreter.steps.lowering import Lowered, Lowering
from interpreter.steps.step import Step
from interpreter.values.names import plain
from interpreter.values.types import Entity, ListOf, Maybe, Nothing, Unknown


def set_(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Change fields: all right sides first, then all changes at once."""
    changes, given = [], []
    for key, node in step.value.entries if isinstance(step.value, Mapping) else ():
        target = field_path(lowering, key, scope)
        if target is None:
            continue
        if (target.kind, target.name) in lowering.names.derived:
            lowering.say("R401", key.span, "a derived field cannot be set")
            continue
        value = figure(lowering.names, node, target.type, scope)
        changes.append(Change(target.of, target.kind, target.name, value))
        given.append((target, value))
    return settled(lowering, step.site, changes), _after(scope, given)


def _after(scope: Scope, given: Sequence[tuple[FieldRead, Typed]]) -> Scope:
    """Return the scope in which what was set to something is there, and what may have
    been set to none is not known to be."""
    there = []
    for target, value in given:
        if not isinstance(value.type, (Maybe, Nothing)) or value in scope.known:
            there.append(target)
        else:
            scope = scope.losing(target.kind, target.name)
    return scope.knowing(*there)


def settled(
    lowering: Lowering, site: Site, changes: Sequence[Change]
) -> tuple[Instruction, ...]:
    """Return changes, and what they end; entities are found before they change."""
    kinds = lowering.names.kinds
    watched = {each.of: each.kind for each in changes if kinds[each.kind].endings}
    bound, values = held(lowering, site, watched)
    by_name = dict(zip(watched, values, strict=True))
    made = tuple(replace(each, of=by_name.get(each.of, each.of)) for each in changes)
    ended = (
        ended_by_change(
            lowering, site, by_name[of], kind,
            [each.field for each in changes if each.of == of],
        )
        for of, kind in watched.items()
    )  # fmt: skip
    told = parting(lowering, site, made)
    return (*bound, *told, Assign(site, made), *(one for each in ended for one in each))


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
    if isinstance(found, Apply) and found.name == "present":
        (found,) = found.arguments  # known to hold something, which it may lose now
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
    known = [each.name for each in fields]
    meant = set()  # fields that stand there under a wrong name
    for key, _ in entries:
        if plain(key.text) not in known:
            meant.add(nearest(key.text, known))
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
            values.append(Invalid(step.verb.span))
            if each.name not in meant:
                message = f"the field '{each.name}' has no start and is not given"
                lowering.say("R102", step.verb.span, message, spoken(each.type))
    as_node = step.clause("as")
    own = lowering.named(as_node, scope) if isinstance(as_node, Scalar) else name
    unique, scope = lowering.bind(scope, own, Entity(name))
    ended = ended_by_change(
        lowering, step.site, Local(unique, Entity(name)), name, [f.name for f in fields]
    )
    return (Create(step.site, unique, name, tuple(values)), *ended), scope


def remove(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Remove an entity; no call waits for it any more."""
    found = lowering.read(step.value, scope)
    if isinstance(found.type, Entity):
        idle = cancelled(lowering, step.site, found)
        return (*idle, Remove(step.site, found.type.kind, found)), scope
    if not isinstance(found.type, Unknown):
        lowering.say(
            "R401", step.value.span, f"this is {spoken(found.type)}", "an entity"
        )
    return (), scope


def mingle(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Give masked entities other labels."""
    found = lowering.read(step.value, scope)
    item = found.type.item if isinstance(found.type, ListOf) else found.type
    kinds = lowering.names.kinds
    masked = [name for name, each in kinds.items() if each.masks]
    listed = isinstance(found.type, ListOf) and isinstance(item, Entity)
    if listed and isinstance(item, Entity) and item.kind in masked:
        return (Mingle(step.site, item.kind, found),), scope
    if not isinstance(item, Unknown):
        expected = ", ".join(f"list of {each}" for each in masked) or "masked entities"
        hint = "" if masked else "say of a kind by which field others know it: masks:"
        message = f"this is {spoken(found.type)}"
        lowering.say("R401", step.value.span, message, expected, hint)
    return (), scope


def happens(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """An event: it is remembered, then what ends on it ends, then it is heard."""
    if not isinstance(step.value, Scalar):
        return (), scope
    place = Place(step.value, lowering.names.problems)
    try:
        parsed = parse(step.value.text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, "event(...)", fault.hint)
        return (), scope
    read = called_event(Reading(lowering.names, place), parsed, scope)
    if read is None:
        return (), scope
    event, given = read
    bound, values = held(lowering, step.site, given)
    ended = ended_by_event(lowering, step.site, event, values)
    after = heard(lowering.names, step.site, event, values)
    return (*bound, Happen(step.site, event.name, values), *ended, *after), scope

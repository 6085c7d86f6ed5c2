"""Verbs that change the game state: set, create, remove, shuffle, happens."""

from collections.abc import Sequence

from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean, nearest
from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    IfElse,
    Invalid,
    Local,
    Typed,
)
from interpreter.ir.instructions import (
    HIDDEN,
    Assign,
    Create,
    FieldChange,
    Happen,
    Instruction,
    Let,
    Remove,
    Shuffle,
    Site,
)
from interpreter.lowering.blocks import Lowered, Lowering, Step
from interpreter.lowering.event_effects import cancelled, heard
from interpreter.lowering.hiding import ended_by_change, ended_by_event, held, parting
from interpreter.semantics.expressions.binding import ExpressionBinder
from interpreter.semantics.expressions.foreign_hints import underscored
from interpreter.semantics.expressions.scope import Scope, TextLocation, spoken
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.sections.events import called_event
from interpreter.values.types import (
    Boolean,
    Entity,
    ListOf,
    MapOf,
    Maybe,
    Nothing,
    Type,
    Unknown,
    present,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode


def set_(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Change fields and entries of maps: all right sides first, then all changes at
    once."""
    changes: list[FieldChange] = []
    given = []
    again: list[tuple[Local, Typed]] = []
    for key, node in step.value.entries if isinstance(step.value, MappingNode) else ():
        if not _of_local(lowering, key, node, again, scope):
            found = _of_field(lowering, key, node, changes, scope)
            if found is not None:
                changes.append(
                    FieldChange(found[0].of, found[0].kind, found[0].name, found[1])
                )
                given.append(found)
    fields = settled(lowering, step.site, changes) if changes or not again else ()
    if not again:
        return fields, _after(scope, given)
    alone = len(again) == 1 and not changes
    worth = [value for _, value in again]
    held_first, values = ((), worth) if alone else _apart(lowering, step.site, worth)
    lets = tuple(
        Let(step.site, local.name, value, again=True)
        for (local, _), value in zip(again, values, strict=True)
    )
    after = _after(scope, given)
    for local, value in again:
        after = after.changing(local, lowering.changing.get(local.name))
        is_there = not isinstance(value.type, (Maybe, Nothing, Unknown))
        after = after.knowing(*([local] if is_there else []))
    return (*held_first, *fields, *lets), after


def _of_local(
    lowering: Lowering,
    key: ScalarNode,
    node: Node,
    again: list[tuple[Local, Typed]],
    scope: Scope,
) -> bool:
    """Read what sets a local, or an entry of one, beside what the same step sets of it
    before; False where a key names neither."""
    if (variable := _variable(lowering, key, scope)) is not None:
        if any(local.name == variable.name for local, _ in again):
            _say_lost(lowering, key)
        again += _changed(lowering, key, node, variable, scope)
        return True
    entry_of = _entry_of_variable(lowering, key, scope)
    if entry_of is not None:
        _put_entry(lowering, node, entry_of, again, scope)
    return entry_of is not None


def _of_field(
    lowering: Lowering,
    key: ScalarNode,
    node: Node,
    before: Sequence[FieldChange],
    scope: Scope,
) -> tuple[FieldRead, Typed] | None:
    """Read what sets a field, or an entry of one, beside what the same step sets
    `before`; None where a problem says why not."""
    found = _target(lowering, key, scope)
    if found is None:
        return None
    target, entry = found
    if (target.kind, target.name) in lowering.names.derived:
        lowering.say("R401", key.span, "a derived field cannot be set")
        return None
    kind = target.type if entry is None else _of_entries(lowering, key, target)
    if entry is not None and isinstance(kind, Unknown):
        return None
    value = figure(lowering.names, node, kind, scope)
    if entry is not None:
        return target, _entry(target, entry, value, before)
    if (target.of, target.kind, target.name) in (
        (each.of, each.kind, each.field) for each in before
    ):
        _say_lost(lowering, key)
    return target, value


def _variable(lowering: Lowering, key: ScalarNode, scope: Scope) -> Local | None:
    """Return the local that a key names alone."""
    found = scope.find(key.name)
    return found if found is not None and "." not in key.text else None


def _changed(
    lowering: Lowering, key: ScalarNode, node: Node, local: Local, scope: Scope
) -> list[tuple[Local, Typed]]:
    """Return what a local that may change becomes."""
    kind = lowering.changing.get(local.name)
    if kind is None:
        if not isinstance(local.type, Unknown):
            message = f"'{key.text}' is bound once, and does not change"
            hint = "bind it by 'let' as {is: ..., changes: yes}"
            lowering.say("R401", key.span, message, "a let that changes", hint)
        return []
    return [(Local(local.name, kind), figure(lowering.names, node, kind, scope))]


def _entry_of_variable(
    lowering: Lowering, key: ScalarNode, scope: Scope
) -> tuple[Local, MapOf, Typed] | None:
    """Return a local that may change and holds a map, and the key of an entry of it;
    None where a key names anything else."""
    try:
        parsed = parse(key.text)
    except Unreadable:  # said where it is read as a field
        return None
    match parsed:
        case tree.Bracket(base=tree.Word() as word, keys=(inner,)):
            local = scope.find(word.name)
        case _:
            return None
    kind = None if local is None else lowering.changing.get(local.name)
    if local is None or not isinstance(kind, MapOf):
        return None
    place = TextLocation(key, lowering.names.problems)
    entry = ExpressionBinder(lowering.names, place).read(inner, scope, kind.key)
    return Local(local.name, kind), kind, entry


def _put_entry(
    lowering: Lowering,
    node: Node,
    entry_of: tuple[Local, MapOf, Typed],
    again: list[tuple[Local, Typed]],
    scope: Scope,
) -> None:
    """Set an entry of a map that a local holds, beside what the same step has made of
    that local before."""
    local, kind, entry = entry_of
    value = figure(lowering.names, node, kind.value, scope)
    before = [worth for other, worth in again if other == local]
    whole = before[-1] if before else local
    made = Apply("with_entry", (whole, entry, value), kind, value.span)
    again[:] = [each for each in again if each[0] != local] + [(local, made)]


def _say_lost(lowering: Lowering, key: ScalarNode) -> None:
    """Report a whole that is set where the same step has set it, or an entry of it."""
    message = f"'{key.text}' is set already by this step, and that would be lost"
    hint = "set the whole first and its entries after it, or in another step"
    lowering.say("R306", key.span, message, hint=hint)


def _apart(
    lowering: Lowering, site: Site, values: Sequence[Typed]
) -> tuple[tuple[Instruction, ...], Sequence[Typed]]:
    """Return values that no other change of the step can touch."""
    bound: list[Instruction] = []
    apart: list[Typed] = []
    for each in values:
        name = lowering.unique(f"{HIDDEN}held")
        bound.append(Let(site, name, each))
        apart.append(Local(name, each.type))
    return tuple(bound), apart


def _of_entries(lowering: Lowering, key: ScalarNode, target: FieldRead) -> Type:
    """Return the type of the entries of a field."""
    kind = present(target.type)
    if isinstance(kind, MapOf):
        return kind.value
    if not isinstance(kind, Unknown):
        message = f"'{target.name}' is {spoken(target.type)}"
        hint = "a list is set as a whole" if isinstance(kind, ListOf) else ""
        lowering.say("R401", key.span, message, "a map (T for K)", hint)
    return Unknown()


def _entry(
    target: FieldRead, entry: Typed, value: Typed, before: Sequence[FieldChange]
) -> Typed:
    """Return a map in which one entry is set, beside those that the same step has set
    in it: of an entity that proves to be the same one while running."""
    whole: Typed = target
    if isinstance(target.type, Maybe):
        whole = Apply("present", (target,), target.type.item, target.span)
    for each in before:
        if (each.kind, each.field) == (target.kind, target.name):
            same = Apply("is", (each.of, target.of), Boolean())
            whole = IfElse(same, each.value, whole, whole.type)
    return Apply("with_entry", (whole, entry, value), whole.type, value.span)


def _after(scope: Scope, given: Sequence[tuple[FieldRead, Typed]]) -> Scope:
    """Return the scope in which what was set to something is there, and what may have
    been set to none is not known to be."""
    there = []
    for target, value in given:
        if not isinstance(value.type, (Maybe, Nothing)) or scope.knows(value):
            there.append(target)
        else:
            scope = scope.losing(target.kind, target.name)
    return scope.knowing(*there)


def settled(
    lowering: Lowering, site: Site, changes: Sequence[FieldChange]
) -> tuple[Instruction, ...]:
    """Return changes, and what they end; entities are found before they change."""
    kinds = lowering.names.kinds
    watched = {each.of: each.kind for each in changes if kinds[each.kind].endings}
    bound, values = held(lowering, site, watched)
    by_name = dict(zip(watched, values, strict=True))
    made = tuple(replace(each, of=by_name.get(each.of, each.of)) for each in changes)
    ended = (
        ended_by_change(
            lowering,
            site,
            by_name[of],
            kind,
            [each.field for each in changes if each.of == of],
        )
        for of, kind in watched.items()
    )
    reports = parting(lowering, site, made)
    return (
        *bound,
        *reports,
        Assign(site, made),
        *(one for each in ended for one in each),
    )


def field_path(lowering: Lowering, key: ScalarNode, scope: Scope) -> FieldRead | None:
    """Read `entity.field` as a place to write to."""
    place = TextLocation(key, lowering.names.problems)
    parsed = _parsed(lowering, key, place)
    return None if parsed is None else _field(lowering, parsed, place, scope)


def _target(
    lowering: Lowering, key: ScalarNode, scope: Scope
) -> tuple[FieldRead, Typed | None] | None:
    """Read `entity.field`, or `entity.field[key]` with the key of an entry."""
    place = TextLocation(key, lowering.names.problems)
    parsed = _parsed(lowering, key, place)
    if not isinstance(parsed, tree.Bracket) or len(parsed.keys) != 1:
        found = None if parsed is None else _field(lowering, parsed, place, scope)
        return None if found is None else (found, None)
    found = _field(lowering, parsed.base, place, scope)
    if found is None:
        return None
    kind = present(found.type)
    wanted = kind.key if isinstance(kind, MapOf) else None
    reading = ExpressionBinder(lowering.names, place)
    return found, reading.read(parsed.keys[0], scope, wanted)


def _parsed(
    lowering: Lowering, key: ScalarNode, place: TextLocation
) -> tree.Tree | None:
    try:
        return parse(key.text)
    except Unreadable as fault:
        hint = underscored(lowering.names, key.text)
        place.say("R201", fault.at, fault.message, "entity.field", hint)
        return None


def _field(
    lowering: Lowering, parsed: tree.Tree, place: TextLocation, scope: Scope
) -> FieldRead | None:
    if not isinstance(parsed, tree.Dot):
        own = {each for each, local in scope.locals if local.name in lowering.changing}
        hint = did_you_mean(parsed.name, own) if isinstance(parsed, tree.Word) else ""
        hint = underscored(lowering.names, place.text) or hint
        message = "only a field of an entity, or a let that changes, can be set"
        place.say("R401", parsed.at, message, "entity.field", hint)
        return None
    found = ExpressionBinder(lowering.names, place).read(parsed, scope)
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
    name = step.value.name if isinstance(step.value, ScalarNode) else ""
    kinds = lowering.names.kinds
    if name not in kinds:
        hint = did_you_mean(name, kinds)
        lowering.say(
            "R307", step.value.span, f"'{name}' is no kind of entity", hint=hint
        )
        return (), scope
    given = step.clause("with")
    entries = given.entries if isinstance(given, MappingNode) else ()
    nodes: dict[str, Node] = {key.name: node for key, node in entries}
    fields = kinds[name].fields
    known = [each.name for each in fields]
    meant = set()  # fields that stand there under a wrong name
    for key, _ in entries:
        if key.name not in known:
            meant.add(nearest(key.text, known))
            hint = did_you_mean(key.text, known)
            lowering.say(
                "R308", key.span, f"{name} has no field '{key.text}'", hint=hint
            )
    values: list[Typed] = []
    for each in fields:
        node = nodes.get(each.name)
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
    own = lowering.named(as_node, scope) if isinstance(as_node, ScalarNode) else name
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


def shuffle(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """Give masked entities other labels."""
    found = lowering.read(step.value, scope)
    item = found.type.item if isinstance(found.type, ListOf) else found.type
    kinds = lowering.names.kinds
    masked = [name for name, each in kinds.items() if each.masks]
    listed = isinstance(found.type, ListOf) and isinstance(item, Entity)
    if listed and isinstance(item, Entity) and item.kind in masked:
        return (Shuffle(step.site, item.kind, found),), scope
    if not isinstance(item, Unknown):
        expected = ", ".join(f"list of {each}" for each in masked) or "masked entities"
        hint = "" if masked else "say of a kind by which field others know it: masks:"
        message = f"this is {spoken(found.type)}"
        lowering.say("R401", step.value.span, message, expected, hint)
    return (), scope


def happens(lowering: Lowering, step: Step, scope: Scope) -> Lowered:
    """An event: it is remembered, then what ends on it ends, then it is heard."""
    if not isinstance(step.value, ScalarNode):
        return (), scope
    place = TextLocation(step.value, lowering.names.problems)
    try:
        parsed = parse(step.value.text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, "event(...)", fault.hint)
        return (), scope
    read = called_event(ExpressionBinder(lowering.names, place), parsed, scope)
    if read is None:
        return (), scope
    event, given = read
    bound, values = held(lowering, step.site, given)
    ended = ended_by_event(lowering, step.site, event, values)
    after = heard(lowering.names, step.site, event, values)
    return (*bound, Happen(step.site, event.name, values), *ended, *after), scope

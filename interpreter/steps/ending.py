"""What a change or an event ends: fields that go back to a value."""

from collections.abc import Iterable
from functools import reduce

from interpreter.checked.declared import Event, Field, Kind, Pattern
from interpreter.language.typed import (
    Apply,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Local,
    Typed,
    substituted,
)
from interpreter.program.instructions import (
    HIDDEN,
    Assign,
    Change,
    ForEach,
    Instruction,
    Let,
    Site,
    When,
)
from interpreter.steps.hiding import parting
from interpreter.steps.lowering import Lowering
from interpreter.values.types import Entity, ListOf, Truth

_YES = Constant(True, Truth())


def held(
    lowering: Lowering, site: Site, given: Iterable[Typed]
) -> tuple[tuple[Instruction, ...], tuple[Typed, ...]]:
    """Return what binds values that changes might change, and the values as bound."""
    bound: list[Instruction] = []
    values: list[Typed] = []
    for each in given:
        if isinstance(each, (Local, Constant)):
            values.append(each)
            continue
        name = lowering.unique(f"{HIDDEN}held")
        bound.append(Let(site, name, each))
        values.append(Local(name, each.type))
    return tuple(bound), tuple(values)


def ended_by_change(
    lowering: Lowering, site: Site, entity: Typed, kind: str, written: Iterable[str]
) -> tuple[Instruction, ...]:
    """Return what ends, of an entity (a local), once fields of it are written."""
    changed = set(written)
    found: list[Instruction] = []
    for each in lowering.names.kinds[kind].endings:
        if changed & {each.field, *each.reads}:
            changed.add(each.field)
            condition, value = (
                substituted(part, "it", entity) for part in (each.condition, each.value)
            )
            changes = (Change(entity, kind, each.field, value),)
            ends = (*parting(lowering, site, changes), Assign(site, changes))
            found.append(When(site, condition, ends, ()))
    return tuple(found)


def ended_by_event(
    lowering: Lowering, site: Site, event: Event, given: tuple[Typed, ...]
) -> tuple[Instruction, ...]:
    """Return what ends, of every entity, at an event; `given` are locals or constants.

    The fields of one entity end at once: none sees that another has ended.
    """
    found: list[Instruction] = []
    for kind in lowering.names.kinds.values():
        it = Local(lowering.unique(f"each {kind.name}"), Entity(kind.name))
        ends = {
            field.name: condition
            for field in kind.fields
            if (condition := _hears(field, event, given, it)) is not None
        }
        if not ends:
            continue
        changes = tuple(_change(kind, field, it, ends[field]) for field in ends)
        body: tuple[Instruction, ...] = (
            *parting(lowering, site, changes),
            Assign(site, changes),
            *ended_by_change(lowering, site, it, kind.name, ends),
        )
        if _YES not in ends.values():
            some = reduce(lambda a, b: Apply("or", (a, b), Truth()), ends.values())
            body = (When(site, some, body, ()),)
        every = Every(kind.name, ListOf(it.type))
        found.append(ForEach(site, it.name, every, body))
    return tuple(found)


def _change(kind: Kind, name: str, it: Local, condition: Typed) -> Change:
    field = kind.fields[kind.slot(name)]
    end = field.ends_at or Constant(None, field.type)  # missing: a problem already
    value = substituted(end, "it", it)
    if condition != _YES:
        before = FieldRead(it, kind.name, name, field.type)
        value = IfElse(condition, value, before, field.type)
    return Change(it, kind.name, name, value)


def _hears(
    field: Field, event: Event, given: tuple[Typed, ...], it: Local
) -> Typed | None:
    """Return the condition under which the event ends a field; None: never."""
    patterns = [each for each in field.ends_on if each.event == event.name]
    found = [_fits(each, given, it) for each in patterns]
    if not found or _YES in found:
        return _YES if found else None
    return reduce(lambda a, b: Apply("or", (a, b), Truth()), found)


def _fits(pattern: Pattern, given: tuple[Typed, ...], it: Local) -> Typed:
    same: list[Typed] = [
        Apply("is", (substituted(wanted, "it", it), value), Truth())
        for wanted, value in zip(pattern.arguments, given, strict=True)
        if wanted is not None
    ]
    return reduce(lambda a, b: Apply("and", (a, b), Truth()), same) if same else _YES

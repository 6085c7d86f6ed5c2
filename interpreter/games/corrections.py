"""Corrections: what the judge changes in a game where it waits, by no rule of it.

A correction sets fields, and removes and adds entities, in this order. It is checked as
a whole before any of it counts: types and bounds, and that every entity it speaks of is
there. A removed entity leaves the lists and maps in which it was, and optional fields
that referred to it are none. No rule is run: what ends or begins when a rule changes a
field does not happen.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from interpreter.codegen.runtime import room_to_create
from interpreter.diagnostics import Unusable
from interpreter.engine.stops import GameState, belongs
from interpreter.games.journal_values import Ids, from_data, to_data
from interpreter.semantics.declarations import (
    CHARTS,
    WAITING,
    Declarations,
    Field,
    Kind,
)
from interpreter.semantics.state_view import StateView, kind_indices
from interpreter.source import printed
from interpreter.values.log import STORE, born, labelled, relabelled
from interpreter.values.types import (
    Entity,
    ListOf,
    MapOf,
    Maybe,
    Record,
    Seat,
    Type,
    Value,
    holds_entities,
    present,
    spoken,
)

JournalEvent = Mapping[str, Any]
CORRECTION = "correction"
CHANGES, REMOVED, ADDED, REASON, SEEN = "changes", "removed", "added", "reason", "seen"
LONGEST_REASON = 500
ENGINES_OWN = frozenset({STORE, CHARTS, WAITING})
"""Kinds that no pack declares: claims were sent, calls wait, boards lie there."""

EntityKey = tuple[str, int]
"""An entity by its kind and its true number."""


class FieldCorrection(Struct, frozen=True):
    """Another value of a field of an entity."""

    kind: str
    number: int
    field: str
    value: Value


class Addition(Struct, frozen=True):
    """A new entity of a kind, with the values of its fields in their order."""

    kind: str
    values: tuple[Value, ...]


class Correction(Struct, frozen=True):
    """What the judge changes, and why: one line, for the judge alone."""

    reason: str
    changes: tuple[FieldCorrection, ...] = ()
    removed: tuple[EntityKey, ...] = ()
    added: tuple[Addition, ...] = ()


# --- The state after a correction ---


def corrected(
    declared: Declarations, state: GameState, correction: Correction, ids: Ids
) -> GameState:
    """Return a game state after a correction; Unusable for one that does not fit, or
    that would change nothing. `ids` are the names of the entities of the scenario."""
    if not is_reason(correction.reason):
        hint = f"give a reason of at most {LONGEST_REASON} letters on one line"
        raise Unusable("a correction needs a reason", hint=hint)
    if not (correction.changes or correction.removed or correction.added):
        hint = "give another value of a field, or something to add or remove"
        raise Unusable("the correction changes nothing", hint=hint)
    now = StateView(declared, state)
    for change in correction.changes:
        now = _with_change(now, change)
    for key in correction.removed:
        now = _without(now, *key)
    for addition in correction.added:
        now = _with_addition(now, addition)
    return _with_references(now, correction, ids).state


def is_reason(text: object) -> bool:
    """Tell whether a text can be the reason of a correction."""
    return (
        isinstance(text, str)
        and 0 < len(text) <= LONGEST_REASON
        and text.isprintable()
        and text == text.strip()
    )


def correctable(declared: Declarations) -> dict[str, Kind]:
    """Return the kinds of which the judge may correct entities, by name."""
    kinds = declared.kinds.items()
    return {name: kind for name, kind in kinds if name not in ENGINES_OWN}


def fault_of_number(declared: Declarations, kind: Kind) -> str:
    """Return why there can be no more and no fewer entities of a kind; "" if there
    can."""
    if kind.single:
        return f"there is always exactly one {printed(kind.name)}"
    if kind.name == declared.seat_kind:
        return f"each {printed(kind.name)} is a seat, and seats stay as they began"
    return ""


def _with_change(now: StateView, change: FieldCorrection) -> StateView:
    kind = _kind(now.declared, change.kind)
    row = now.row(kind.name, change.number)
    if row is None:
        raise Unusable(f"there is no {printed(kind.name)} {change.number + 1}")
    by_name = {field.name: field for field in kind.fields}
    if change.field not in by_name:
        raise Unusable(f"{printed(kind.name)} has no field '{printed(change.field)}'")
    field, slot = by_name[change.field], kind.slot(change.field)
    _check(now, kind, field, change.value)
    changed = (*row[:slot], change.value, *row[slot + 1 :])
    return _with_row(now, kind.name, change.number, changed)


def _without(now: StateView, name: str, number: int) -> StateView:
    kind = _kind(now.declared, name)
    if fault := fault_of_number(now.declared, kind):
        hint = "set its fields instead"
        raise Unusable(f"no {printed(name)} can be removed: {fault}", hint=hint)
    if now.row(name, number) is None:
        raise Unusable(f"there is no {printed(name)} {number + 1}")
    if kind.masks:
        (at,), claims = kind_indices(now.declared, {name}), len(now.claims)
        now = now.with_log(relabelled(now.state, name, at, (number,), claims))
    now = _with_row(now, name, number, None)
    waiting = [row for row in now.waiting_calls if row is not None]
    slots = [
        slot
        for slot, field in enumerate(_fields(now.declared, WAITING))
        if present(field.type) == Entity(name)
    ]
    # as when a rule removes it: no call waits for what is gone, and the rest close up
    left = [row for row in waiting if all(row[slot] != number for slot in slots)]
    return now if len(left) == len(waiting) else now.with_rows(WAITING, tuple(left))


def _with_addition(now: StateView, addition: Addition) -> StateView:
    kind = _kind(now.declared, addition.kind)
    if fault := fault_of_number(now.declared, kind):
        raise Unusable(f"no {printed(kind.name)} can be added: {fault}")
    if len(addition.values) != len(kind.fields):
        raise Unusable(f"a {printed(kind.name)} has {len(kind.fields)} fields")
    for field, value in zip(kind.fields, addition.values, strict=True):
        _check(now, kind, field, value)
    rows = now.rows(kind.name)
    room_to_create(cast(Sequence[Value], rows))
    number, log = len(rows), now.log
    # where a run stood tells the keys of dice who came to be; nothing ran here, so it
    # is told from others by how many were added so before it
    log = born(log, kind.name, number, ())
    if kind.masks:
        log = labelled(log, kind.name, number, len(now.claims))
    return now.with_rows(kind.name, (*rows, addition.values)).with_log(log)


def _kind(declared: Declarations, name: str) -> Kind:
    kinds = correctable(declared)
    if name not in kinds:
        raise Unusable(f"'{printed(name)}' is no kind that can be corrected")
    return kinds[name]


def _fields(declared: Declarations, kind: str) -> Sequence[Field]:
    return declared.kinds[kind].fields if kind in declared.kinds else ()


def _check(now: StateView, kind: Kind, field: Field, value: Value) -> None:
    if not belongs(value, field.type, now.state):
        message = f"the value of '{printed(kind.name)}.{printed(field.name)}' "
        hint = f"expected {spoken(field.type)}"
        raise Unusable(f"{message}does not fit", hint=hint)


def _with_references(now: StateView, correction: Correction, ids: Ids) -> StateView:
    """Return a state in which nothing speaks of what was removed: it leaves lists and
    maps, and an optional field is none. Refuse where a field must have it, and what was
    set to an entity that is not there."""
    gone = frozenset(correction.removed)
    set_anew = {(each.kind, each.number, each.field) for each in correction.changes}
    first = {name: len(rows) for name, rows in now.rows_by_kind.items()}
    for addition in correction.added:
        first[addition.kind] -= 1
    for name, kind in correctable(now.declared).items():
        fields = [field for field in kind.fields if _refers(field.type)]
        for number, row in now.entities(name) if fields else ():
            values: list[Value] = list(row)
            for field in fields:
                slot = kind.slot(field.name)
                is_new = number >= first[name] or (name, number, field.name) in set_anew
                keys = [*entities_in(values[slot], field.type)]
                lost = [key for key in keys if is_new and not _is_there(now, key)]
                if gone.intersection(keys) and not lost:
                    left = _without_gone(values[slot], field.type, gone)
                    if isinstance(left, _Gone):
                        lost = [key for key in keys if key in gone]
                    else:
                        values[slot] = left
                if lost:
                    raise _refers_to(ids, field, (name, number), lost[0])
            if gone and tuple(values) != row:
                now = _with_row(now, name, number, tuple(values))
    return now


def _refers(kind: Type) -> bool:
    return holds_entities(kind) or isinstance(present(kind), MapOf)


def _refers_to(ids: Ids, field: Field, of: EntityKey, to: EntityKey) -> Unusable:
    message = f"'{printed(field.name)}' of {_id(ids, *of)} refers to {_id(ids, *to)}"
    hint = "set that field to something else, in the same correction or before it"
    return Unusable(f"{message}, which would not be there", hint=hint)


class _Gone:
    """Stands for a value that cannot be without what was removed."""


_GONE = _Gone()


def _without_gone(
    value: Value, kind: Type, gone: frozenset[EntityKey]
) -> Value | _Gone:
    """Return a value of a type without some entities: items of lists and entries of
    maps that speak of them are left out, optional parts are none; else _GONE."""
    if value is None:
        return None
    if isinstance(kind, Maybe):
        left = _without_gone(value, kind.item, gone)
        return None if isinstance(left, _Gone) else left
    match kind:
        case Entity() | Seat():
            return _GONE if (kind.kind, value) in gone else value
        case ListOf():
            items = cast(tuple[Value, ...], value)
            left_items = [_without_gone(item, kind.item, gone) for item in items]
            return tuple([item for item in left_items if not isinstance(item, _Gone)])
        case Record():
            pairs = zip(kind.fields, cast(tuple[Value, ...], value), strict=True)
            return _all_of([_without_gone(part, of, gone) for (_, of), part in pairs])
        case MapOf():
            both = (kind.key, kind.value)
            entries = [
                _all_of(
                    [
                        _without_gone(part, of, gone)
                        for part, of in zip(entry, both, strict=True)
                    ]
                )
                for entry in cast(tuple[tuple[Value, Value], ...], value)
            ]
            return tuple([entry for entry in entries if not isinstance(entry, _Gone)])
        case _:
            return value


def _all_of(parts: Sequence[Value | _Gone]) -> Value | _Gone:
    """Return parts as one value; _GONE if one of them is."""
    whole = tuple([part for part in parts if not isinstance(part, _Gone)])
    return whole if len(whole) == len(parts) else _GONE


def _id(ids: Ids, kind: str, number: int) -> str:
    """Return how the judge may call an entity."""
    known = ids.get(kind, ())
    return printed(known[number] if number < len(known) else f"{kind} {number + 1}")


def _is_there(now: StateView, key: EntityKey) -> bool:
    is_judge = key[0] == now.declared.seat_kind and key[1] < 0
    return is_judge or now.row(*key) is not None


def entities_in(value: Value, kind: Type) -> Iterator[EntityKey]:
    """Yield the entities of which a value of a type speaks."""
    if value is None:
        return
    kind = present(kind)
    match kind:
        case Entity() | Seat():
            yield kind.kind, cast(int, value)
        case ListOf():
            for item in cast(tuple[Value, ...], value):
                yield from entities_in(item, kind.item)
        case Record():
            parts = cast(tuple[Value, ...], value)
            for (_, of), part in zip(kind.fields, parts, strict=True):
                yield from entities_in(part, of)
        case MapOf():
            for key, part in cast(tuple[tuple[Value, Value], ...], value):
                yield from entities_in(key, kind.key)
                yield from entities_in(part, kind.value)


def _with_row(
    now: StateView, kind: str, number: int, row: tuple[Value, ...] | None
) -> StateView:
    rows = now.rows(kind)
    return now.with_rows(kind, (*rows[:number], row, *rows[number + 1 :]))


# --- Corrections in a journal ---


def correction_event(
    declared: Declarations,
    ids: Ids,
    correction: Correction,
    at: str,
    seen: Sequence[str],
) -> dict[str, Any]:
    """Return the event of a correction: where the game waited, what was changed, why,
    and which seats see a change."""
    types = {
        (name, field.name): field.type
        for name, kind in declared.kinds.items()
        for field in kind.fields
    }

    def of(kind: str, number: int) -> object:
        return to_data(number, Entity(kind), ids)

    event: dict[str, Any] = {"event": CORRECTION, "at": at}
    event[CHANGES] = [
        {
            "of": of(change.kind, change.number),
            "field": change.field,
            "value": to_data(change.value, types[change.kind, change.field], ids),
        }
        for change in correction.changes
    ]
    event[REMOVED] = [of(*key) for key in correction.removed]
    event[ADDED] = [
        {
            "kind": addition.kind,
            "fields": {
                field.name: to_data(value, field.type, ids)
                for field, value in zip(
                    declared.kinds[addition.kind].fields, addition.values, strict=True
                )
            },
        }
        for addition in correction.added
    ]
    event[REASON] = correction.reason
    event[SEEN] = [*seen]
    return event


def correction_of(
    declared: Declarations, ids: Ids, event: JournalEvent
) -> tuple[Correction, tuple[str, ...]]:
    """Return the correction of an event, and the seats that see a change; raises
    Unusable, or what an event that is written otherwise raises."""
    changes = []
    for each in event[CHANGES]:
        kind, number = _key(declared, ids, each["of"])
        field = {field.name: field for field in kind.fields}[each["field"]]
        value = from_data(each["value"], field.type, ids)
        changes.append(FieldCorrection(kind.name, number, field.name, value))
    keys = (_key(declared, ids, each) for each in event[REMOVED])
    removed = tuple((kind.name, number) for kind, number in keys)
    added = []
    for each in event[ADDED]:
        kind, fields = _kind(declared, each["kind"]), each["fields"]
        values = [
            from_data(fields[field.name], field.type, ids) for field in kind.fields
        ]
        added.append(Addition(kind.name, tuple(values)))
    seen = event[SEEN]
    if not isinstance(seen, list) or not all(isinstance(name, str) for name in seen):
        raise TypeError
    correction = Correction(event[REASON], tuple(changes), removed, tuple(added))
    return correction, tuple(seen)


def _key(declared: Declarations, ids: Ids, data: Mapping[str, str]) -> tuple[Kind, int]:
    kind = _kind(declared, data["kind"])
    return kind, cast(int, from_data(data, Entity(kind.name), ids))


def removes_any(events: Sequence[JournalEvent]) -> bool:
    """Tell whether a correction among events removes an entity."""
    kinds = (event for event in events if event.get("event") == CORRECTION)
    return any(event.get(REMOVED) for event in kinds)

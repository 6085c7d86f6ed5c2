"""What-if: fields of a scenario's entities with other values than the pack gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from interpreter.app.opening.session import GivenValue, Session, value_of_given
from interpreter.diagnostics import UnknownName, UsageError, did_you_mean
from interpreter.pipeline.opening import Pack
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import CHARTS, Field, InitialState, Kind
from interpreter.source import normalised
from interpreter.values.log import STORE
from interpreter.values.types import places

SET = "--set "
"""What is written before a changed field on the command line."""
HOW = "write ENTITY.FIELD=value, or KIND.FIELD=value for each entity of a kind"


class Target(NamedTuple):
    """A field, and the numbers of the entities of which it is set."""

    kind: Kind
    numbers: range
    field: Field
    is_kind: bool  # whether the kind was named, not one of its entities


def changed(
    session: Session, settings: Mapping[str, GivenValue], prefix: str = SET
) -> Session:
    """Return a session that begins with some fields of entities set.

    A key is `entity.field`, or `kind.field` for each entity of that kind; what names
    one entity wins over what names its kind. Raises UnknownName for an entity or a
    field that is not there, Unusable for a value that does not fit, UsageError for a
    text that names no field, or without a scenario.
    """
    pack, scenario, beginning = session.pack, session.scenario, session.initial_state
    if settings and not scenario:
        raise UsageError(
            f"{prefix}{next(iter(settings))}: without a scenario there are no entities",
            "name one: --scenario NAME",
        )
    rows = {kind: list(table) for kind, table in beginning.rows.items()}
    targets = {name: target_of(pack, beginning, name) for name in settings}
    # kinds first, so that one entity may differ from the others of its kind
    for name in sorted(settings, key=lambda name: not targets[name].is_kind):
        kind, numbers, field, _ = targets[name]
        source = f"{prefix}{name}"
        value = value_of_given(pack, settings[name], field.type, scenario, source)
        table, slot = rows[kind.name], kind.slot(field.name)
        for number in numbers:
            table[number] = (*table[number][:slot], value, *table[number][slot + 1 :])
    tables = {kind: tuple(table) for kind, table in rows.items()}
    return replace(session, changed=replace(beginning, rows=tables))


def target_of(pack: Pack, beginning: InitialState, text: str) -> Target:
    """Return what `entity.field` or `kind.field` names; raises as `changed`."""
    owner, field_name = map(normalised, text.partition(".")[::2])
    if not owner or not field_name:
        raise UsageError(f"'{text}' names no field of an entity", HOW)
    kinds = {
        name: kind
        for name, kind in pack.program.declared.kinds.items()
        if name not in (STORE, CHARTS)
    }
    for name, ids in beginning.ids.items():
        number = places(ids).get(owner)
        if number is not None and name in kinds:
            numbers = range(number, number + 1)
            return Target(
                kinds[name], numbers, field_of(kinds[name], field_name), False
            )
    if owner in kinds:
        numbers = range(len(beginning.rows.get(owner, ())))
        return Target(kinds[owner], numbers, field_of(kinds[owner], field_name), True)
    entities = [
        entity for name, ids in beginning.ids.items() if name in kinds for entity in ids
    ]
    raise UnknownName("entity", owner, [*entities, *kinds])


def field_of(kind: Kind, name: str) -> Field:
    """Return the stored field of a kind by its normalised name; raises UnknownName."""
    by_name = {field.name: field for field in kind.fields}
    if name in by_name:
        return by_name[name]
    error = UnknownName("field", name, by_name)
    error.message += f" of '{spaced(kind.name)}'"
    if name in kind.derived:
        error.hint = f"'{spaced(name)}' is worked out from other fields; set those"
    else:
        listed = f"fields: {', '.join(map(spaced, by_name))}"
        error.hint = did_you_mean(name, by_name) or listed
    raise error

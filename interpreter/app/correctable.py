"""What the judge may correct of a game, for a form: entities and kinds with their
fields, each with its value as it may be typed. It is the truth, for the judge alone."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from interpreter.app.opening.games import OpenGame
from interpreter.app.type_values import WHOLE_RANGE, type_values
from interpreter.expressions.typed import Constant
from interpreter.games.corrections import correctable, fault_of_number
from interpreter.games.state import GameProgress
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.semantics.declarations import Field, Kind
from interpreter.semantics.state_view import StateView
from interpreter.values.log import shape
from interpreter.values.types import (
    Boolean,
    Entity,
    Maybe,
    Seat,
    Type,
    enumeration_of,
    holds_claims,
    present,
    spoken,
)


class CorrectableField(Struct, frozen=True):
    """A field: its value as it may be typed ("" where there is none yet), its type in
    words, its possible values (None: too many to list), whether it may be set,
    whether a new entity needs a value, and whether the pack speaks of it to players:
    of others the rules keep account for themselves."""

    name: str
    value: str
    expected: str
    options: tuple[str, ...] | None
    is_settable: bool
    is_needed: bool
    is_spoken_of: bool = True


class CorrectableEntity(Struct, frozen=True):
    """An entity: its kind and the name by which it is corrected, whether it may be
    removed, and its fields."""

    kind: str
    name: str
    is_removable: bool
    fields: tuple[CorrectableField, ...]


class CorrectableKind(Struct, frozen=True):
    """A kind of which an entity may be added, and the fields of a new one."""

    name: str
    fields: tuple[CorrectableField, ...]


def correctable_entities(
    found: OpenGame, course: GameProgress
) -> tuple[CorrectableEntity, ...]:
    """Return all entities of a game where it waits, by kind and number."""
    form = _Form(found, course)
    return tuple(form.entities())


def addable_kinds(found: OpenGame, course: GameProgress) -> tuple[CorrectableKind, ...]:
    """Return the kinds of which an entity may be added."""
    form = _Form(found, course)
    return tuple(form.kinds())


class _Form:
    """Makes the fields of a form from a game state."""

    def __init__(self, found: OpenGame, course: GameProgress) -> None:
        self._declared = found.beginning.program.declared
        self._now = StateView(self._declared, course.game_state)
        self._names: ValueNames = found.session.names_in(course.game_state)
        self._there = {
            name: tuple(
                self._names.name(name, number) for number, _ in self._now.entities(name)
            )
            for name in correctable(self._declared)
        }
        self._options: dict[Type, tuple[str, ...] | None] = {}

    def entities(self) -> Iterator[CorrectableEntity]:
        """Yield the entities."""
        for name, kind in correctable(self._declared).items():
            is_removable = not fault_of_number(self._declared, kind)
            for number, row in self._now.entities(name):
                fields = zip(kind.fields, row, strict=True)
                yield CorrectableEntity(
                    spaced(name),
                    self._names.name(name, number),
                    is_removable,
                    tuple(
                        self._field(field, to_text(value, field.type, self._names))
                        for field, value in fields
                    ),
                )

    def kinds(self) -> Iterator[CorrectableKind]:
        """Yield the kinds of which there may be more."""
        for name, kind in correctable(self._declared).items():
            if not fault_of_number(self._declared, kind):
                fields = tuple(self._new(kind, field) for field in kind.fields)
                yield CorrectableKind(spaced(name), fields)

    def _new(self, kind: Kind, field: Field) -> CorrectableField:
        start = field.start
        if isinstance(start, Constant):
            return self._field(field, to_text(start.value, field.type, self._names))
        is_filled = start is not None or isinstance(field.type, Maybe)
        return self._field(field, "", is_needed=not is_filled)

    def _field(
        self, field: Field, value: str, *, is_needed: bool = False
    ) -> CorrectableField:
        return CorrectableField(
            spaced(field.name),
            value,
            spoken(field.type),
            self._options_of(field.type),
            shape(field.type) is None and not holds_claims(field.type),
            is_needed,
            bool(field.says),
        )

    def _options_of(self, kind: Type) -> tuple[str, ...] | None:
        """Return all values of a type by their texts, where they are few."""
        if kind not in self._options:
            self._options[kind] = self._listed(kind)
        return self._options[kind]

    def _listed(self, kind: Type) -> tuple[str, ...] | None:
        inner = present(kind)
        is_word = enumeration_of(inner) is not None
        if not is_word and not isinstance(inner, Boolean | Entity | Seat):
            return None
        values = type_values(kind, self._there)
        if values is None or not values.is_whole or len(values.values) > WHOLE_RANGE:
            return None
        return tuple(values.values)

"""Corrections of the judge as they are written: names and texts in, an event out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from interpreter.app.opening.games import ResumableGame
from interpreter.app.opening.session import GivenValue, Session, value_of_answer
from interpreter.app.opening.settings import HOW, field_of
from interpreter.diagnostics import UnknownName, Unusable, UsageError
from interpreter.expressions.functions.plane import PLACE
from interpreter.games.corrections import (
    LONGEST_REASON,
    Addition,
    Correction,
    EntityKey,
    FieldCorrection,
    correctable,
    fault_of_number,
    is_reason,
)
from interpreter.games.state import AnsweredStop
from interpreter.reports.values import NOTHING, ValueNames, spaced
from interpreter.semantics.declarations import CHARTS, Declarations, Field, Kind
from interpreter.semantics.state_view import StateView
from interpreter.source import normalised
from interpreter.values.types import (
    Entity,
    GameState,
    ListOf,
    Maybe,
    Seat,
    Type,
    Value,
    present,
)


class CorrectionRequest(Struct, frozen=True):
    """What the judge wants changed: values by `entity.field` or `kind.field`, kinds of
    which one is added with values by field, names of who is removed, and why."""

    changes: Mapping[str, GivenValue]
    adds: Sequence[tuple[str, Mapping[str, GivenValue]]]
    removes: Sequence[str]
    reason: str


def correct_game(found: ResumableGame, request: CorrectionRequest) -> AnsweredStop:
    """Correct a game that was opened to be written (with `removes` if anything is
    removed), and return the event as it is noted.

    Raises UnknownName for an entity, kind or field that is not there, UsageError for a
    text that names no field, Unusable for what does not fit; the game is then as it
    was.
    """
    opened, game = found.opened, found.game
    correction = read_correction(opened.session, game.course.game_state, request)
    before = len(game.course.passed)
    game.correct(correction, opened.falls)
    return game.course.passed[before]


def read_correction(
    session: Session, state: GameState, request: CorrectionRequest
) -> Correction:
    """Return a correction of a game state; raises as `correct_game`."""
    reason = " ".join(request.reason.split())
    if not is_reason(reason):
        problem = "is too long" if reason else "is missing"
        hint = f"say why in at most {LONGEST_REASON} letters; only the judge reads it"
        raise UsageError(f"the reason of the correction {problem}", hint)
    reader = _Reader(session, state)
    changes = tuple(reader.changes(request.changes))
    removed = tuple(dict.fromkeys(map(reader.removed, request.removes)))
    added = tuple(reader.added(kind, fields) for kind, fields in request.adds)
    given = bool(request.changes) and not (removed or added)
    if given and not changes:
        raise Unusable(
            "the correction changes nothing: the fields have these values",
            hint="give another value of a field",
        )
    return Correction(reason, changes, removed, added)


class EntityNames:
    """The entities of a game state by their names for the judge."""

    def __init__(self, declared: Declarations, names: ValueNames, now: StateView):
        """Name all entities that can be corrected; ids win over names that the pack
        gives, which the rules may make equal to an id."""
        self.keys = [
            (kind, number)
            for kind in correctable(declared)
            for number, _ in now.entities(kind)
        ]
        self._by_name: dict[str, EntityKey] = {}
        for named in (names.name, names.id):
            for key in reversed(self.keys):
                self._by_name[normalised(named(*key))] = key

    def key(self, text: str) -> EntityKey | None:
        """Return the entity that a text names, or None."""
        return self._by_name.get(normalised(text))

    @property
    def known(self) -> list[str]:
        """All names."""
        return list(self._by_name)


class _Reader:
    """Reads the parts of a correction by the names and types of a game state."""

    def __init__(self, session: Session, state: GameState) -> None:
        self._session = session
        self._declared = session.program.declared
        self._kinds = correctable(self._declared)
        self._now = StateView(self._declared, state)
        self._names = session.names_in(state)
        self._entities = EntityNames(self._declared, self._names, self._now)

    def changes(self, settings: Mapping[str, GivenValue]) -> Iterator[FieldCorrection]:
        """Yield the fields that get another value; what names one entity wins over
        what names its kind."""
        values: dict[tuple[str, int, str], Value] = {}
        targets = {text: self._targets(text) for text in settings}
        for text in sorted(settings, key=lambda text: not targets[text][2]):
            keys, field, _ = targets[text]
            value = self._value(settings[text], field.type, text)
            values |= {(*key, field.name): value for key in keys}
        for (kind, number, field_name), value in values.items():
            if self._now.value(kind, number, field_name) != value:
                yield FieldCorrection(kind, number, field_name, value)

    def removed(self, text: str) -> EntityKey:
        """Return the entity that is removed."""
        return self._key(text)

    def added(self, text: str, given: Mapping[str, GivenValue]) -> Addition:
        """Return a new entity: fields that are not given have the value of the tables
        of the kind, or that with which the kind begins."""
        name = normalised(text)
        if name not in self._kinds:
            raise UnknownName("kind", spaced(name), map(spaced, self._kinds))
        kind = self._kinds[name]
        values: dict[str, Value] = {}
        for field_name, value in given.items():
            field = _field(kind, field_name)
            source = f"{spaced(name)}.{spaced(field.name)}"
            values[field.name] = self._value(value, field.type, source)
        if fault := fault_of_number(self._declared, kind):
            raise Unusable(f"no {spaced(name)} can be added: {fault}")
        # imported late: it reads packs, and most corrections add nothing
        from interpreter.pipeline.loading import added_row

        session = self._session
        loaded = session.pack.loaded()
        return Addition(name, added_row(loaded, name, values, session.scenario))

    def _named(self, text: str, kind: Type) -> Value | None:
        """Return the entity or the list of entities that a text names as they are
        called now, those made while running too; None for anything else."""
        if isinstance(kind, Entity | Seat):
            key = self._entities.key(text)
            return key[1] if key is not None and key[0] == kind.kind else None
        if isinstance(kind, ListOf) and text[:1] == "[" and text[-1:] == "]":
            names = text[1:-1].split(",")
            items = [self._named(name.strip(), kind.item) for name in names]
            return None if None in items else tuple(items)
        return None

    def _targets(self, text: str) -> tuple[list[EntityKey], Field, bool]:
        """Return the entities and the field that a text names, and whether it names a
        kind."""
        owner, dot, field_name = text.rpartition(".")
        if not dot or not owner.strip() or not field_name.strip():
            raise UsageError(f"'{text}' names no field of an entity", HOW)
        key, name = self._entities.key(owner), normalised(owner)
        if key is None and name in self._kinds:
            keys = [(str(name), number) for number, _ in self._now.entities(name)]
            return keys, _field(self._kinds[name], field_name), True
        key = self._key(owner)
        return [key], _field(self._kinds[key[0]], field_name), False

    def _key(self, text: str) -> EntityKey:
        key = self._entities.key(text)
        if key is None:
            raise UnknownName("entity", text.strip(), map(spaced, self._entities.known))
        return key

    def _value(self, given: GivenValue, kind: Type, source: str) -> Value:
        inner = present(kind)
        if isinstance(given, str):
            if given == NOTHING and isinstance(kind, Maybe):
                return None  # of a text, too, which is printed so
            named = self._named(given, inner)
            if named is not None:
                return named
        pack, scenario = self._session.pack, self._session.scenario
        value = value_of_answer(pack, given, kind, scenario, source)
        if inner == PLACE:
            # imported late: geometry, which packs without a plane do not have
            from interpreter.semantics.boards.planes import fault_of_place

            charts = self._session.initial_state.rows[CHARTS][0]
            if fault := fault_of_place(charts, value, kind):
                message, expected = fault
                raise Unusable(f"{source}: {message}", hint=f"expected {expected}")
        return value


def _field(kind: Kind, text: str) -> Field:
    return field_of(kind, normalised(text))

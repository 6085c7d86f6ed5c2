"""What a seat does not see of the beginning of a game, supposed anew.

Nothing here depends on a hidden value. What the seat sees at the beginning stays. Of
the rest, a field is as the rules begin it; one that the rules do not begin is drawn
evenly from the values of its type, or, where its type has no end, from what the seat
sees of that field elsewhere. Of what the seat has never met nothing is there, save the
seats, and kinds of which the rules have one each: even how many there are is a secret.

Whether a seat sees a field may depend on hidden ones, so the values of an entity are
drawn again until the seat sees of it what it does see.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any

from interpreter.engine.dice import Stream
from interpreter.expressions.typed import Constant
from interpreter.semantics.declarations import (
    CHARTS,
    WAITING,
    Declarations,
    Field,
    Kind,
)
from interpreter.semantics.state_view import Rows, StateView
from interpreter.values.conversions import ranks
from interpreter.values.log import STORE
from interpreter.values.types import (
    Boolean,
    Cell,
    Entity,
    GameState,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    Seat,
    StateRow,
    Type,
    Value,
    enumeration_of,
)
from interpreter.views.visibility import Ids, Visibility

MOST_DRAWS = 64
"""How often the values of an entity are drawn until the seat sees of it what it saw."""
MOST_VALUES = 100_000
"""A number with more values is drawn as one whose type has no end."""

Met = Collection[tuple[str, int]]
"""Entities that a seat has met, by kind and number."""


class Unlike(Exception):
    """What was supposed does not look to the seat as the game does."""


class Supposition:
    """Supposes beginnings of one game that look to a seat as it saw the true one."""

    def __init__(
        self,
        declared: Declarations,
        state: GameState,
        seat: int,
        met: Met,
        ids: Ids,
        more: Mapping[str, int],
    ) -> None:
        """`state` is the true beginning: only what the seat sees of it is read. Of each
        kind in `more` so many are there that the seat has not met; `ids` are the names
        of all others."""
        self._declared = declared
        self._more = more
        self.ids = {
            kind: (*ids.get(kind, ()), *(f"supposed {n + 1}" for n in range(count)))
            for kind, count in more.items()
        }
        self._seat = seat
        self._true = StateView(declared, state)
        sees = Visibility(declared, state, seat)
        self._seen = {
            (kind.name, number): frozenset(
                kind.slot(field.name) for field in sees.admitted(kind, number)
            )
            for kind in declared.kinds.values()
            if kind.name not in _AS_THEY_ARE
            for number, _ in self._true.entities(kind.name)
        }
        self._unmet = [
            (name, len(self._true.rows(name)) + at)
            for name, count in more.items()
            for at in range(count)
        ]
        there = {key for key, slots in self._seen.items() if slots} | {*met}
        there |= {*self._named(there)}
        # what is made later is not there yet
        self._there = frozenset(key for key in there if key in self._seen)

    def drawn(self, stream: Stream) -> tuple[Mapping[str, Rows], bool]:
        """Return the rows of a beginning by kind, and whether anything in it was left
        to chance; Unlike where none was found."""
        there = {*self._there, *self._unmet}
        chance = _Chance(stream, self._declared, self._true, there, self._known)
        rows: dict[str, Rows] = {}
        for kind in self._declared.kinds.values():
            every = self._true.rows(kind.name)
            rows[kind.name] = (
                *(self._row(kind, number, chance) for number in range(len(every))),
                *(
                    tuple([chance.begun(kind, field) for field in kind.fields])
                    for _ in range(self._more.get(kind.name, 0))
                ),
            )
        view = self._true
        for name, own in rows.items():
            view = view.with_rows(name, own)
        unmet = dict.fromkeys(self._unmet, frozenset[int]())
        for (kind_name, number), seen in sorted({**self._seen, **unmet}.items()):
            if view.row(kind_name, number) is not None:
                view = self._agreeing(view, kind_name, number, seen, chance)
        return view.rows_by_kind, chance.was_used

    def _named(self, there: Met) -> Iterator[tuple[str, int]]:
        """Yield the entities of which what the seat sees speaks."""
        for name, number in there:
            kind, row = self._declared.kinds[name], self._true.row(name, number)
            for slot in self._seen.get((name, number), ()):
                if row is not None:
                    yield from entities_in(row[slot], kind.fields[slot].type)

    def _row(self, kind: Kind, number: int, chance: "_Chance") -> StateRow | None:
        row = self._true.row(kind.name, number)
        if row is None or kind.name in _AS_THEY_ARE:
            return row
        if not self._is_there(kind, number):
            return None
        seen = self._seen[kind.name, number]
        return tuple(
            [
                value if slot in seen else chance.begun(kind, field)
                for slot, (field, value) in enumerate(
                    zip(kind.fields, row, strict=True)
                )
            ]
        )

    def _is_there(self, kind: Kind, number: int) -> bool:
        is_known = kind.single or kind.name == self._declared.seat_kind
        return is_known or (kind.name, number) in self._there

    def _agreeing(
        self,
        view: StateView,
        name: str,
        number: int,
        wanted: Collection[int],
        chance: "_Chance",
    ) -> StateView:
        """Return a state in which the seat sees of an entity the fields that it is
        `wanted` to see, by their slots."""
        kind = self._declared.kinds[name]
        for _ in range(MOST_DRAWS):
            sees = Visibility(self._declared, view.state, self._seat)
            found = {kind.slot(field.name) for field in sees.admitted(kind, number)}
            if found == {*wanted}:
                return view
            rows = list(view.rows(name))
            rows[number] = chance.redrawn(kind, rows[number] or (), wanted)
            view = view.with_rows(name, tuple(rows))
        raise Unlike(f"{name} {number}")

    def _known(self, kind: Kind, slot: int) -> list[Value]:
        """Return what the seat sees of a field, of all entities of its kind."""
        return [
            row[slot]
            for number, row in self._true.entities(kind.name)
            if slot in self._seen[kind.name, number]
        ]


_AS_THEY_ARE = frozenset({STORE, CHARTS, WAITING})
"""Kinds whose rows are no entities: maps are public, and no game begins with claims or
with calls that wait."""


def entities_in(value: Value, kind: Type) -> Iterator[tuple[str, int]]:
    """Yield the entities in a value of a type, by kind and number."""
    match kind:
        case Maybe():
            if value is not None:
                yield from entities_in(value, kind.item)
        case Entity() | Seat():
            if isinstance(value, int) and value >= 0:
                yield kind.kind, value
        case ListOf() | Record() | MapOf() if isinstance(value, tuple):
            for part, own in _parts(value, kind):
                yield from entities_in(part, own)


def _parts(
    value: tuple[Any, ...], kind: ListOf | Record | MapOf
) -> Iterator[tuple[Value, Type]]:
    """Yield the parts of a value with their types."""
    match kind:
        case ListOf():
            yield from zip(value, repeat(kind.item), strict=False)
        case Record():
            yield from zip(value, (own for _, own in kind.fields), strict=True)
        case MapOf():
            for key, each in value:
                yield from ((key, kind.key), (each, kind.value))


def _nothing_known() -> Sequence[Value]:
    return ()


class _Chance:
    """Draws hidden values; `was_used`: of some there were several."""

    def __init__(
        self,
        stream: Stream,
        declared: Declarations,
        true: StateView,
        there: Met,
        known: Callable[[Kind, int], Sequence[Value]],
    ) -> None:
        self._stream = stream
        self._declared = declared
        self._charts = dict(zip(declared.boards, true.charts, strict=False))
        self._there = sorted(there)
        self._seats = true.seats
        self._known = known
        self.was_used = False

    def begun(self, kind: Kind, field: Field) -> Value:
        """Return what a hidden field is: as the rules begin it, else any value."""
        if isinstance(field.start, Constant):
            return field.start.value
        return self._hidden(kind, kind.slot(field.name))

    def redrawn(self, kind: Kind, row: StateRow, kept: Collection[int]) -> StateRow:
        """Return a row with other values in all slots but those that are `kept`."""
        return tuple(
            [
                value if slot in kept else self._hidden(kind, slot)
                for slot, value in enumerate(row)
            ]
        )

    def _hidden(self, kind: Kind, slot: int) -> Value:
        return self._any(kind.fields[slot].type, partial(self._known, kind, slot))

    def _one(self, values: Sequence[Value]) -> Value:
        if len(values) < 2:
            return values[0] if values else None
        self.was_used = True
        return values[self._stream.die(len(values))() - 1]

    def _any(self, kind: Type, known: Callable[[], Sequence[Value]]) -> Value:
        """Return any value of a type, or for one without an end of those `known`."""
        if (words := enumeration_of(kind)) is not None and not isinstance(kind, Maybe):
            return self._one(sorted(ranks(kind) or ranks(words)))
        match kind:
            case Maybe():
                is_none = self._one((True, False))
                return None if is_none else self._any(kind.item, known)
            case Boolean():
                return self._one((False, True))
            case Seat():
                return self._one(self._seats)
            case Entity():
                return self._one([at for name, at in self._there if name == kind.kind])
            case Cell() if (chart := self._charts.get(kind.board)) is not None:
                return self._one(chart.every() if chart.is_bounded else ())
            case Number():
                return self._number(kind, known)
            case Record():
                parts = (self._any(each, _nothing_known) for _, each in kind.fields)
                return tuple(parts)
            case ListOf() | MapOf():
                return self._one(known()) or ()
            case _:
                return self._one(known()) or ""

    def _number(self, kind: Number, known: Callable[[], Sequence[Value]]) -> Value:
        low, high, grain = kind.low, kind.high, kind.grain
        if low is None or high is None or grain is None:
            nearest_zero = low if low is not None else min(0, high or 0)
            return self._one(known()) or nearest_zero
        first, last = -(-low // grain), high // grain
        if last - first >= MOST_VALUES:
            return self._one(known()) or low
        at = self._one(range(int(first), int(last) + 1))
        assert isinstance(at, int)
        value = at * grain
        return int(value) if kind.whole else value

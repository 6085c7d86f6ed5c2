"""Reads game states by the names of kinds and fields, and makes them.

A `GameState` is a tuple: the rows of each kind in the order of `declared.kinds`, last
the log. Code generation writes programs for this layout, `values.log` knows that of the
log, and everybody else comes here (`tests/architecture/test_state_view.py`).

The module is in `semantics`, the lowest package that knows `Declarations`: `engine`,
`cases`, `views` and all above them read states.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from interpreter.expressions.typed import Constant
from interpreter.semantics.declarations import CHARTS, WAITING, Declarations, Kind
from interpreter.values.log import (
    BEGINNING,
    STORE,
    TO,
    Birth,
    Label,
    Log,
    births_of,
    labels_given,
    log_of,
    moment_of,
)
from interpreter.values.types import GameState, StateRow, Value

Rows: TypeAlias = tuple[StateRow | None, ...]
"""The rows of a kind, by the numbers of its entities; None: removed."""

ClaimRows: TypeAlias = tuple[StateRow, ...]
"""The claims in the order in which they were sent, by number (`values.log`)."""


class StateView:
    """A game state by names; it is never changed. Nothing is read before it is asked
    for. A kind that the pack does not have is one without entities."""

    __slots__ = ("_rows_by_kind", "declared", "state")

    def __init__(self, declared: Declarations, state: GameState) -> None:
        """Read a state of a program with these declarations."""
        self.declared = declared
        self.state = state
        self._rows_by_kind: dict[str, Rows] | None = None

    @property
    def rows_by_kind(self) -> Mapping[str, Rows]:
        """The rows of every kind, in the order of the declarations."""
        if self._rows_by_kind is None:  # the log, which is last, has no kind
            kinds = self.declared.kinds
            self._rows_by_kind = dict(zip(kinds, self.state, strict=False))
        return self._rows_by_kind

    def rows(self, kind: str) -> Rows:
        """Return the rows of a kind, also of removed entities."""
        return self.rows_by_kind.get(kind, ())

    def row(self, kind: str, number: int) -> StateRow | None:
        """Return the row of an entity; None if there is no such entity (any more)."""
        rows = self.rows(kind)
        return rows[number] if 0 <= number < len(rows) else None

    def entities(self, kind: str) -> Iterator[tuple[int, StateRow]]:
        """Yield the number and the row of each entity of a kind that is there."""
        for number, row in enumerate(self.rows(kind)):
            if row is not None:
                yield number, row

    def value(self, kind: str, number: int, field: str) -> Value:
        """Return the value of a field; raises LookupError if the entity is not
        there."""
        row = self.row(kind, number)
        if row is None:
            raise LookupError(f"there is no {kind} {number}")
        return row[self.declared.kinds[kind].slot(field)]

    @property
    def seats(self) -> list[int]:
        """The numbers of the seats that are there."""
        return [number for number, _ in self.entities(self.declared.seat_kind)]

    @property
    def charts(self) -> tuple[Any, ...]:
        """The contents of each board, in the order of `declared.boards`."""
        return self.row(CHARTS, 0) or ()

    @property
    def waiting_calls(self) -> Rows:
        """The calls that wait, in the order in which they were put off."""
        return self.rows(WAITING)

    @property
    def claims(self) -> ClaimRows:
        """The claims that were sent, to any seat."""
        claims: tuple[Any, ...] = self.rows(STORE)  # no claim is ever removed
        return claims

    def received(self, seat: int) -> list[tuple[int, StateRow]]:
        """Return the claims that a seat was sent, with their numbers among all."""
        return [(at, row) for at, row in enumerate(self.claims) if row[TO] == seat]

    @property
    def log(self) -> Log:
        """The log, for the functions of `values.log`."""
        return log_of(self.state)

    @property
    def now(self) -> int:
        """How many events have happened."""
        return moment_of(self.log)

    @property
    def births(self) -> tuple[Birth, ...]:
        """The entities that were created while running, the oldest first."""
        return births_of(self.log)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that masked entities were given, the oldest first."""
        return labels_given(self.log)

    def with_rows(self, kind: str, rows: Rows) -> "StateView":
        """Return a view of the state in which a kind has other rows."""
        rows_by_kind = {**self.rows_by_kind, kind: rows}
        return StateView(
            self.declared, game_state(self.declared, rows_by_kind, self.log)
        )

    def with_log(self, log: Log) -> "StateView":
        """Return a view of the state with another log."""
        return StateView(
            self.declared, game_state(self.declared, self.rows_by_kind, log)
        )

    def has_rows_of(self, other: "StateView") -> bool:
        """Tell whether no row was written between two states of one run: the rows of
        each kind are the same object."""
        pairs = zip(
            self.rows_by_kind.values(), other.rows_by_kind.values(), strict=True
        )
        return all(rows is others for rows, others in pairs)


def name_of(kind: Kind, row: StateRow | None) -> str:
    """Return the name that the pack gives an entity with this row, in the field
    `called` of its kind; "" if there is none, or none but the start of that field."""
    if not kind.called or row is None:
        return ""
    slot = kind.slot(kind.called)
    name, start = row[slot], kind.fields[slot].start
    is_start = isinstance(start, Constant) and name == start.value
    return name if isinstance(name, str) and not is_start else ""


def game_state(
    declared: Declarations, rows: Mapping[str, Rows], log: Log = BEGINNING
) -> GameState:
    """Return the game state with these rows by kind (a kind that is missing has none)
    and this log."""
    return (*[rows.get(kind, ()) for kind in declared.kinds], log)


# The drivers for many runs read the same place of many states, so the place is found
# once; workers are sent the names of kinds and fields, which are smaller than the
# declarations.

KindFields: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""The kinds of a game state and the fields of each, in order."""

StateReader: TypeAlias = Callable[[Any], Value]
"""Reads one thing of a game state of the direct form or of the others."""


def kind_fields(declared: Declarations) -> KindFields:
    """Return the kinds with their fields, in the order of game states."""
    return tuple(
        (name, tuple([field.name for field in kind.fields]))
        for name, kind in declared.kinds.items()
    )


def kind_indices(declared: Declarations, kinds: Collection[str]) -> frozenset[int]:
    """Return the positions of kinds in a game state."""
    return frozenset(at for at, kind in enumerate(declared.kinds) if kind in kinds)


def column_reader(declared: Declarations, kind: str, field: str) -> StateReader:
    """Return a reader of a field of all entities of a kind; None for removed ones."""
    (at,), slot = kind_indices(declared, {kind}), declared.kinds[kind].slot(field)
    return lambda state: _column(state[at], slot)


def differing_fields(kinds: KindFields, states: Sequence[GameState]) -> list[str]:
    """Return the fields (`kind.field`) that are not the same in all of some states; a
    kind itself, if only which of its entities are there is not the same."""
    names: list[str] = []
    for at, (kind, fields) in enumerate(kinds):
        differing = [
            f"{kind}.{field}"
            for slot, field in enumerate(fields)
            if _differs([_column(state[at], slot) for state in states])
        ]
        there = [tuple([row is not None for row in state[at]]) for state in states]
        names += differing or ([kind] if _differs(there) else [])
    return names


def _column(rows: Rows, slot: int) -> tuple[Value, ...]:
    return tuple([None if row is None else row[slot] for row in rows])


def _differs(values: Sequence[tuple[Value, ...]]) -> bool:
    return len(set(values)) > 1

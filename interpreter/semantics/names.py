"""What the names of a pack mean, found when first asked for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from interpreter.boards.plane.points import Point
from interpreter.boards.protocol import Board, Cell, CellLayout
from interpreter.diagnostics import Diagnostics
from interpreter.expressions.typed import Typed
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import (
    BoardDeclaration,
    CellBoard,
    ClaimKind,
    DeclaredBoard,
    EntityCondition,
    Event,
    Formula,
    InitialState,
    Kind,
    Modifiers,
    Parameter,
    Table,
    Walk,
    boards_of,
)
from interpreter.source import Span
from interpreter.values.names import places
from interpreter.values.types import Entity, Enumeration, Type, Value

# What the rows of a look-up table give the entities of a kind, once it is read.


BoardOnMap: TypeAlias = Board[Cell] | Board[Point]


@dataclass(frozen=True, slots=True)
class Filling:
    """What the rows of a look-up `table` give the fields of a kind: cells by the value
    of the field `by`, then by field; of the columns only those that a field is named
    after."""

    table: str
    by: str
    cells: Mapping[Value, Mapping[str, Typed]]


@dataclass(frozen=True, slots=True)
class ProcedureSignature:
    """What a procedure takes and gives, known before its steps are read."""

    name: str
    takes: tuple[Parameter, ...]
    gives: Type


@dataclass(frozen=True, slots=True)
class Trigger:
    """What is done whenever an event has happened; `takes` are its arguments under the
    trigger's own names. `before` and `after` name triggers of the same event."""

    name: str
    event: str
    takes: tuple[Parameter, ...]
    span: Span
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(slots=True)
class Names:
    """The names of one pack while it is checked; lives only during loading.

    `find_*` fill the maps on demand (a formula's type may need another formula), and
    `open` holds what is being read, so that a circle is found. `layouts` are
    by scenario and board, the scenario "" has all of them empty; `world` and `scenario`
    are set while the data of a scenario are read, and `lost` has the ids of its
    entities whose kind is not known. `spoilt` are the declarations of which nothing
    could be made. `put_off` are the procedures that are ever called later, with who
    may know that such a call waits, also as a condition; `waiting` is the kind of such
    calls, `awaited` the events for which they wait, and `triggers` what hears which
    event. `misread_later` tells that a step calls later what is no procedure, so that
    nobody knows what it means. `sections` has the section of every declaration by its
    name. `sure` keeps what is there where a formula holds, or of each element that it
    lists (`checked.there`). `fillings` has what `figures` of a kind says, None where a
    problem says why it cannot be read.
    """

    problems: Diagnostics
    seat_kind: str = ""
    types: dict[str, Type] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    fields: dict[str, dict[str, Type]] = field(default_factory=dict)
    derived: set[tuple[str, str]] = field(default_factory=set)
    formulas: dict[str, Formula] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    modifiers: dict[str, Modifiers] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    walks: dict[str, Walk] = field(default_factory=dict)
    claims: dict[str, ClaimKind] = field(default_factory=dict)
    procedures: dict[str, ProcedureSignature] = field(default_factory=dict)
    put_off: dict[str, tuple[Audience, Typed]] = field(default_factory=dict)
    misread_later: bool = False
    awaited: frozenset[str] = frozenset()
    waiting: Kind | None = None
    triggers: dict[str, tuple[Trigger, ...]] = field(default_factory=dict)
    options: dict[str, tuple[Value, Type]] = field(default_factory=dict)
    holds: dict[str, tuple[EntityCondition, ...]] = field(default_factory=dict)
    fillings: dict[str, tuple[Filling, ...] | None] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    boards: dict[str, BoardDeclaration] = field(default_factory=dict)
    layouts: dict[str, dict[str, BoardOnMap]] = field(default_factory=dict)
    world: InitialState | None = None
    scenario: str | None = None
    lost: frozenset[str] = frozenset()
    spoilt: set[tuple[str, str]] = field(default_factory=set)
    used: set[tuple[str, str]] = field(default_factory=set)
    lazy: dict[tuple[str, str], Callable[[], None]] = field(default_factory=dict)
    open: list[tuple[str, str]] = field(default_factory=list)
    sure: dict[tuple[str, bool, bool], frozenset[Typed]] = field(default_factory=dict)

    def outside(
        self, problems: Diagnostics, scenario: str, world: InitialState
    ) -> "Names":
        """Return the names for what a person writes in a scenario: types and entities,
        no declaration of a rule."""
        return Names(
            problems,
            self.seat_kind,
            self.types,
            self.kinds,
            self.fields,
            boards=self.boards,
            layouts=self.layouts,
            world=world,
            scenario=scenario,
        )

    def boards_of(self, kind: type[DeclaredBoard]) -> dict[str, DeclaredBoard]:
        """Return the boards of one kind, in their order."""
        return boards_of(kind, self.boards)

    def cell_board(self, name: str) -> CellBoard | None:
        """Return the board with separate places of that name, or None."""
        found = self.boards.get(name)
        return found if isinstance(found, CellBoard) else None

    def cell_layouts(self) -> list[dict[str, CellLayout]]:
        """Return the boards with separate places as they are in the scenario that is
        read, else as they are in each."""
        names = (name for name in self.layouts if name)
        if self.scenario is not None:
            names = (name for name in [self.scenario] if name in self.layouts)
        return [
            {
                board: cast(CellLayout, layout)
                for board, layout in self.layouts[name].items()
                if self.cell_board(board) is not None
            }
            for name in names
        ]

    def later(self, section: str, name: str, read: Callable[[], None]) -> None:
        """Let a declaration be read when it is first needed. That is once, so what is
        wrong with it is the pack's, whatever is being read when it is needed."""

        def now() -> None:
            with self.problems.in_earnest():
                read()

        self.lazy[section, name] = now

    def need(self, section: str, name: str) -> bool:
        """Read a declaration now if it waits; False when it is in a circle."""
        key = (section, name)
        if key in self.open:
            return False
        read = self.lazy.pop(key, None)
        if read is not None:
            self.open.append(key)
            read()
            self.open.pop()
        return True

    def has(self, section: str, name: str) -> bool:
        """Return whether a declaration exists, read or waiting."""
        found = getattr(self, section)
        return (
            name in found
            or (section, name) in self.lazy
            or (section, name) in self.open
        )

    def listed(self, section: str) -> list[str]:
        """Every name of a section."""
        waiting = [name for kind, name in [*self.lazy, *self.open] if kind == section]
        return [*getattr(self, section), *waiting]

    def enumerations(self) -> list[Enumeration]:
        """Every declared enumeration."""
        return [each for each in self.types.values() if isinstance(each, Enumeration)]

    def owners(self, value: str) -> list[str]:
        """Name the enumerations that have a value."""
        return [e.name for e in self.enumerations() if e.rank(value) is not None]

    def entity(self, name: str) -> tuple[Value, Type] | None:
        """Return an entity of the scenario by id, or a single one by its kind's
        name."""
        if name in self.kinds and self.kinds[name].single:
            return 0, Entity(name)
        for kind, ids in (self.world.ids if self.world else {}).items():
            number = places(ids).get(name)
            if number is not None:
                return number, Entity(kind)
        return None

"""What is known of a pack once it is checked: all that running and reporting need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.checked.audience import Audience
from interpreter.checked.drawn import NOT_DRAWN, Drawn
from interpreter.checked.plane_board import PlaneBoard
from interpreter.language.typed import Template, Typed
from interpreter.source import Span
from interpreter.values.types import Enumeration, ListOf, Record, Type, Value

if TYPE_CHECKING:  # geometry is imported only where a pack has boards
    from interpreter.boards.compass import Orientation
    from interpreter.boards.labels import Labelling

SEAT = "\0seat"
"""The local that is the seat which looks, where it is asked what that seat sees."""

ENTRY = "__entry"
"""Ends the name of a procedure that is ours: what an entry point runs."""


HEARD = "__heard"
"""Ends the name of a procedure that is ours: what an event brings about."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A name that a declaration takes; `default` is a constant or None."""

    name: str
    type: Type
    default: Typed | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """Which events are meant: those whose arguments are these (None: any)."""

    event: str
    arguments: tuple[Typed | None, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an entity kind; its position among the fields is its slot.

    At an event of `ends_on` it goes back to `ends_at`; both read the entity as the
    local `it`. `shown` is the condition under which a seat sees it, on `it` and
    `SEAT`; None: never.
    """

    name: str
    type: Type
    audience: Audience
    start: Typed | None
    span: Span
    ends_on: tuple[Pattern, ...] = ()
    ends_at: Typed | None = None
    rule: str = ""
    shown: Typed | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """A field goes back to a value as soon as a condition holds, both over `it`.

    `reads` are the fields of the same entity on which the condition hangs.
    """

    field: str
    condition: Typed
    value: Typed
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Kind:
    """An entity kind: stored fields in slot order; derived ones are formulas of `it`.

    `endings` stand in the order in which one may bring about another. `seen_by` says
    who may know that one is there, None when its fields say it. `masks` are the fields
    by which alone it is known to whoever is not its owner; `owned` is the condition
    under which a seat is that, on `it` and `SEAT`. `last_seen` is the kind of claim
    that a seat is told where it may no longer see fields of such a thing, or "".
    """

    name: str
    fields: tuple[Field, ...]
    derived: Mapping[str, Formula]
    single: bool
    span: Span
    endings: tuple[Ending, ...] = ()
    seen_by: Audience | None = None
    masks: tuple[str, ...] = ()
    owned: Typed | None = None
    drawn: Drawn = NOT_DRAWN
    last_seen: str = ""

    def slot(self, name: str) -> int:
        """Return the slot of a stored field."""
        return next(i for i, each in enumerate(self.fields) if each.name == name)


@dataclass(frozen=True, slots=True)
class Formula:
    """A pure rule with arguments; `seen_by` is what a derived field says of itself."""

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    body: Typed
    span: Span
    rule: str = ""
    seen_by: Audience | None = None


@dataclass(frozen=True, slots=True)
class Rolls:
    """What a row of a roll table rolls instead of giving a value: each of `tables` so
    many `times`; `distinct`, until so many results differ."""

    tables: tuple[str, ...]
    times: int
    distinct: bool


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a roll table: bounds (None: open) or ranks, what it gives, the key as
    written. Of a row that `rolls`, `gives` is a fault: only steps roll."""

    key: str
    low: int | None
    high: int | None
    gives: Typed
    span: Span
    rule: str = ""
    rolls: Rolls | None = None


@dataclass(frozen=True, slots=True)
class RollTable:
    """Bands over a number or the ranks of an enumeration, in the order of the file.

    `dice` is (number, sides) when `of` names dice; `plus` when a modifier is added.
    `between`: a fraction between bands goes `up` or `down`; "" when `of` is whole.
    """

    name: str
    of: Type
    dice: tuple[int, int] | None
    plus: bool
    gives: Type
    rows: tuple[Band, ...]
    between: str
    span: Span
    rule: str = ""

    @property
    def rolled(self) -> Type:
        """What a roll on it gives: a list where a row of it rolls."""
        if any(row.rolls is not None for row in self.rows):
            return ListOf(self.gives)
        return self.gives


@dataclass(frozen=True, slots=True)
class Lookup:
    """Rows by key; cells in column order; `rules` has those of each row."""

    name: str
    key: Type
    columns: tuple[tuple[str, Type], ...]
    rows: tuple[tuple[Value, tuple[Typed, ...]], ...]
    span: Span
    rule: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cross:
    """Cells by row and column (each an enumeration's rank or a number)."""

    name: str
    row: Type
    column: Type
    gives: Type
    cells: tuple[tuple[Value, Value, Typed], ...]
    missing: Typed | None
    span: Span
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A row: its condition (None: else) and what it gives."""

    key: str
    condition: Typed | None
    gives: Typed
    span: Span
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Rows that are conditions; `hit` is first, unique or any."""

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    hit: str
    rows: tuple[DecisionRow, ...]
    span: Span
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Weighted:
    """Values with whole weights, for `draw`."""

    name: str
    gives: Type
    weights: tuple[tuple[Value, int], ...]
    span: Span
    rule: str = ""


Table = RollTable | Lookup | Cross | Decision | Weighted


@dataclass(frozen=True, slots=True)
class ModifierRow:
    """A row: `condition` None is always; worth `add` times `times`.

    In a group with `on`, `low`/`high` bound the number (None: open), without condition.
    """

    key: str
    condition: Typed | None
    add: Typed
    times: Typed | None
    low: int | None
    high: int | None
    say: Template | None
    span: Span
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ModifierGroup:
    """Rows under one hit policy (collect, first, unique, any), perhaps only `if`,
    perhaps `on`."""

    name: str
    condition: Typed | None
    on: Typed | None
    between: str
    hit: str
    rows: tuple[ModifierRow, ...]
    span: Span
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Modifiers:
    """A labelled sum: rows are numbered through all groups in order."""

    name: str
    takes: tuple[Parameter, ...]
    groups: tuple[ModifierGroup, ...]
    type: Type
    span: Span
    rule: str = ""
    seen_by: Audience | None = None

    @property
    def rows(self) -> tuple[tuple[ModifierGroup, ModifierRow], ...]:
        """Every row with its group, by number."""
        return tuple((group, row) for group in self.groups for row in group.rows)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens.

    `kept`: it is remembered, as long as its moment is not before `since`, an expression
    on what it took, read whenever something happens. `seen_by`: who may know that it
    happened and what it took; None is the judge.
    """

    name: str
    takes: tuple[Parameter, ...]
    span: Span
    kept: bool = False
    since: Typed | None = None
    seen_by: Audience | None = None
    rule: str = ""

    @property
    def record(self) -> Record:
        """The type of what is remembered of it."""
        fields = tuple((each.name, each.type) for each in self.takes)
        return Record(self.name, fields)


WAITING = "waiting_call"
"""The kind whose rows are the calls that wait: of ours, as soon as a pack puts any
call off."""

CHARTS = "\0charts"
"""A kind that no pack can name: it has one row, which holds the chart of each board.

So what lies on the boards is part of the world of a scenario, and is reached, read and
handed on like everything else in it.
"""


@dataclass(frozen=True, slots=True)
class HexBoard:
    """A board of hexes, whatever scenario; `coarser` is "" where it is not grouped,
    else the board in which each hex is `side` of these across.

    `looks` say how each ground is drawn, "" where nothing is said.
    """

    name: str
    orientation: Orientation
    labels: Labelling
    ground: Enumeration | None
    coarser: str
    side: int
    across: str
    span: Span
    looks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that claims of a kind may show.

    `title` is its name as written, `words` what a person reads before it; `may_be`
    lists what a false one may be, on the locals `truth` and `about`; None when only a
    person can make one up.
    """

    name: str
    title: str
    type: Type
    may_be: Typed | None
    span: Span
    words: str


@dataclass(frozen=True, slots=True)
class ClaimKind:
    """A kind of claims; `title` is its name as written."""

    name: str
    title: str
    about: Type | None
    label: Type | None
    facts: tuple[Fact, ...]
    span: Span
    rule: str = ""
    drawn: Drawn = NOT_DRAWN

    @property
    def fact(self) -> Enumeration:
        """The enumeration of its facts, in order."""
        return Enumeration(f"{self.name}_fact", tuple(f.title for f in self.facts))


@dataclass(frozen=True, slots=True)
class World:
    """A scenario's entities: for each kind its rows, and the id of each entity."""

    rows: Mapping[str, tuple[tuple[Value, ...], ...]]
    ids: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Export:
    """What an entry point writes for another pack: `form` is `scenario` (an overlay of
    that pack with one scenario) or `answers` (a file of `--answers`)."""

    form: str
    pack: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry point: what it takes and the call that it makes, on locals of those
    names; `writes` where its result is meant for another pack."""

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    call: Typed | None
    procedure: str = ""
    arguments: tuple[Typed, ...] = ()
    writes: Export | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Declared:
    """Every declaration of a pack but the bodies of procedures."""

    name: str
    kinds: Mapping[str, Kind]
    formulas: Mapping[str, Formula]
    tables: Mapping[str, Table]
    modifiers: Mapping[str, Modifiers]
    events: Mapping[str, Event]
    seat_kind: str
    options: Mapping[str, Value] = field(default_factory=dict)
    claims: Mapping[str, ClaimKind] = field(default_factory=dict)
    boards: Mapping[str, HexBoard] = field(default_factory=dict)
    planes: Mapping[str, PlaneBoard] = field(default_factory=dict)

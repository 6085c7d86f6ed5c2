"""The result of semantic analysis: every declaration of a pack, bound and typed.

Frozen records that code generation, drivers, views and reports read. Every name in an
expression is bound and every expression has its type; rows of tables are proved to
cover their domain, or checked while running. Procedures are in the intermediate
representation (`ir`) and only their signatures are in `names`.

Invariants: fields of a kind are in slot order, which is their position in a row;
enumeration values are ranks; `None` in an audience condition (`Field.shown`) means that
no seat sees the field. Kinds that no pack can name (`CHARTS`, `WAITING`) make the
contents of boards and waiting calls part of the game state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec import Struct, field

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import (
    Apply,
    Constant,
    IfElse,
    Template,
    Typed,
    children,
)
from interpreter.semantics.audience import Audience
from interpreter.source import Span
from interpreter.values.log import shape
from interpreter.values.types import (
    Cell,
    Enumeration,
    ListOf,
    Record,
    Type,
    Value,
)

if TYPE_CHECKING:  # a warm start reads no YAML, and geometry only with boards
    from interpreter.boards.areas import AreaLayout
    from interpreter.boards.hexes import Orientation
    from interpreter.boards.protocol import Labels

# How entities and claims are drawn on maps: which of their fields says what.


class Measure(Struct, frozen=True):
    """An expression over `it` that maps draw: a range in hexes or inches, the area of a
    base, a state; or none.

    `reads` are the fields of the entity that it depends on.
    """

    name: str
    value: Typed
    reads: frozenset[str]


class DrawingRules(Struct, frozen=True):
    """Which fields say how entities of a kind, or claims, are drawn on maps.

    `at` are hexes or positions of an entity, `also` further ones, `along` lists of them
    drawn as a path, `over` hexes and areas that it covers; `facing` is the direction of
    an arrow, `mark` the text of the counter, `owner` the fields that lead to its seat,
    `around` the radius about `at` that a claim may mean ("": none). `ranges` are
    measured from the positions in `ranges_from`; `base` is its area, `states` are tried
    in order and the first that holds is marked; it is not drawn where `unless` holds.
    `badges` are small marks next to the counter; `zones` are hexes drawn on request;
    `carried_by` is the field with the entity on whose counter it is a badge, `toward`
    are fields with others to which a line leads; `flat` is a thing that is ground: its
    base lies below all others. `looks` is, by the value of `mark`, how it is drawn as
    the ground of the hexes that it covers ("": not as ground). A field in `at` may also
    hold another entity: then the place is where that stands.
    """

    at: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    facing: str = ""
    mark: str = ""
    owner: tuple[str, ...] = ()
    around: str = ""
    ranges: tuple[Measure, ...] = ()
    ranges_from: tuple[str, ...] = ()
    base: Measure | None = None
    states: tuple[Measure, ...] = ()
    unless: Measure | None = None
    badges: tuple[Measure, ...] = ()
    zones: tuple[Measure, ...] = ()
    carried_by: str = ""
    toward: tuple[str, ...] = ()
    flat: bool = False
    looks: tuple[str, ...] = ()


MAX_STATES = 4
"""States of one kind that a map can distinguish."""
MOST_BADGES = 6
"""Badges of one kind that have room next to a counter."""
NOT_DRAWN = DrawingRules()
"""No field says where the entity is."""


SEAT = "\0seat"
"""The local for the observing seat in conditions of visibility."""

ENTRY = "__entry"
"""Suffix of generated procedures that run an entry point."""


HEARD = "__heard"
"""Suffix of generated procedures that run the triggers of an event."""


class Parameter(Struct, frozen=True):
    """A parameter of a declaration; `default` is a constant or None."""

    name: str
    type: Type
    default: Typed | None = None


class Pattern(Struct, frozen=True):
    """The events with these arguments (None: any value)."""

    event: str
    arguments: tuple[Typed | None, ...]


class Field(Struct, frozen=True):
    """A field of an entity kind; its index is its slot.

    At an event of `ends_on` it is reset to `ends_at`; both read the entity as the local
    `it`. `shown` is the condition on `it` and `SEAT` under which a seat sees it; None:
    never. `says` are what people read of it, by its value as text, "" for any other;
    () for a field that is not spoken of.
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
    says: tuple[tuple[str, str], ...] = ()

    @property
    def is_never_shown(self) -> bool:
        """Tell whether no seat may see it, whatever the state."""
        return self.shown is None or _is_false(self.shown)


def _is_false(condition: Typed) -> bool:
    """Tell whether a condition is false by its constants alone."""
    match condition:
        case Constant():
            return condition.value is False
        case Apply(name="and"):
            return any(map(_is_false, condition.arguments))
        case Apply(name="or"):
            return all(map(_is_false, condition.arguments))
        case IfElse():
            return _is_false(condition.then) and _is_false(condition.other)
        case _:
            return False


class Ending(Struct, frozen=True):
    """A field is reset to a value as soon as a condition holds, both over `it`.

    `reads` are the fields of the same entity that the condition depends on.
    """

    field: str
    condition: Typed
    value: Typed
    reads: frozenset[str]


class Kind(Struct, frozen=True, dict=True):
    """An entity kind: stored fields in slot order; derived fields are formulas of `it`.

    `endings` are ordered so that one may trigger a later one. `seen_by` is who may know
    that an entity exists, None if its fields decide. `masks` are the fields by which
    seats that do not own it know it; `owned` is the condition on `it` and `SEAT` for
    owning it. `last_seen` is the kind of claim sent to a seat that can no longer see
    its fields, or "". `called` is the field with the name by which people read of an
    entity, or "".
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
    drawn: DrawingRules = NOT_DRAWN
    last_seen: str = ""
    called: str = ""

    def slot(self, name: str) -> int:
        """Return the slot of a stored field."""
        return self._slots[name]

    @cached_property
    def showable(self) -> tuple[Field, ...]:
        """The fields that a seat may see in some state, in slot order; moments, which
        count what is secret, are never shown."""
        return tuple(
            [f for f in self.fields if shape(f.type) is None and not f.is_never_shown]
        )

    @cached_property
    def _slots(self) -> dict[str, int]:
        return {each.name: slot for slot, each in enumerate(self.fields)}


class DeclaredRule(Struct, frozen=True):
    """A formula, table, group of modifiers or walk: what others can read of it by name.

    `SIGNATURE` are the attributes on which others may rely without reading the content
    of the rule: what relies on them is not read again when only its content changes.
    """

    SIGNATURE: ClassVar[tuple[str, ...]]

    @property
    def signature(self) -> tuple[object, ...]:
        """The kind of the rule, and its `SIGNATURE`."""
        values = [getattr(self, attribute) for attribute in self.SIGNATURE]
        return type(self).__name__, *values


class Formula(DeclaredRule, frozen=True):
    """A pure function; `seen_by` is the audience declared for a derived field."""

    SIGNATURE = ("name", "takes", "gives", "seen_by")

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    body: Typed
    span: Span
    rule: str = ""
    seen_by: Audience | None = None


class RowRoll(Struct, frozen=True):
    """What a row of a roll table rolls: each of `tables`, `times` times; `distinct`:
    until that many results differ."""

    tables: tuple[str, ...]
    times: int
    distinct: bool


class RollBand(Struct, frozen=True):
    """A row of a roll table: bounds (None: open) or ranks, its result, its key as
    written.

    If it `rolls`, `gives` is a fault, since only steps may roll.
    """

    key: str
    low: int | None
    high: int | None
    gives: Typed
    span: Span
    rule: str = ""
    rolls: RowRoll | None = None


class RollTable(DeclaredRule, frozen=True):
    """Bands over a number or the ranks of an enumeration, in file order.

    `dice` is (number, sides) if `of` names dice; `plus`: a modifier is added.
    `between`: a fraction between bands is rounded `up` or `down`; "" if `of` is whole.
    """

    SIGNATURE = ("name", "of", "dice", "plus", "gives", "between", "rolled")

    name: str
    of: Type
    dice: tuple[int, int] | None
    plus: bool
    gives: Type
    rows: tuple[RollBand, ...]
    between: str
    span: Span
    rule: str = ""

    @property
    def rolled(self) -> Type:
        """The type of a roll on it: a list if one of its rows rolls."""
        if any(row.rolls is not None for row in self.rows):
            return ListOf(self.gives)
        return self.gives


class LookupTable(DeclaredRule, frozen=True):
    """Rows by key; cells in column order; `rules` are those of each row."""

    SIGNATURE = ("name", "key", "columns", "keys")

    name: str
    key: Type
    columns: tuple[tuple[str, Type], ...]
    rows: tuple[tuple[Value, tuple[Typed, ...]], ...]
    span: Span
    rule: str = ""
    rules: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[Value, ...]:
        """The keys in the order of the rows; they may be the values of a type."""
        return tuple(key for key, _ in self.rows)


class CrossTable(DeclaredRule, frozen=True):
    """Cells by row and column, each the rank of an enumeration value or a number."""

    SIGNATURE = ("name", "row", "column", "gives")

    name: str
    row: Type
    column: Type
    gives: Type
    cells: tuple[tuple[Value, Value, Typed], ...]
    missing: Typed | None
    span: Span
    rule: str = ""


class DecisionRow(Struct, frozen=True):
    """A row: its condition (None: else) and its result."""

    key: str
    condition: Typed | None
    gives: Typed
    span: Span
    rule: str = ""


class DecisionTable(DeclaredRule, frozen=True):
    """Rows with conditions; `hit` is first, unique or any."""

    SIGNATURE = ("name", "takes", "gives", "hit")

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    hit: str
    rows: tuple[DecisionRow, ...]
    span: Span
    rule: str = ""


class WeightedTable(DeclaredRule, frozen=True):
    """Values with integer weights, for `draw`."""

    SIGNATURE = ("name", "gives")

    name: str
    gives: Type
    weights: tuple[tuple[Value, int], ...]
    span: Span
    rule: str = ""


Table = RollTable | LookupTable | CrossTable | DecisionTable | WeightedTable


class ModifierRow(Struct, frozen=True):
    """A row: it adds `add` times `times` if its condition holds (None: always).

    In a group with `on`, `low` and `high` bound the number (None: open) and there is no
    condition.
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


class ModifierGroup(Struct, frozen=True):
    """Rows under one hit policy (collect, first, unique, any), with an optional
    condition or number (`on`) for all of them."""

    name: str
    condition: Typed | None
    on: Typed | None
    between: str
    hit: str
    rows: tuple[ModifierRow, ...]
    span: Span
    rule: str = ""


class Modifiers(DeclaredRule, frozen=True):
    """A labelled sum; rows are numbered through all groups in order."""

    SIGNATURE = ("name", "takes", "type", "seen_by")

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


class Event(Struct, frozen=True):
    """An event type.

    `kept`: its occurrences are remembered as long as their moment is not before
    `since`, an expression on its arguments that is evaluated at each event. `seen_by`:
    who may know of it and its arguments; None is the judge.
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
        """The type of a remembered occurrence."""
        fields = tuple((each.name, each.type) for each in self.takes)
        return Record(self.name, fields)


WAITING = "waiting_call"
"""The generated kind whose rows are waiting calls; it exists if a pack defers a
call."""

CHARTS = "\0charts"
"""A generated kind with one row, which holds the contents of each board.

Contents of boards are therefore part of the game state and are read and passed on like
other entities.
"""


class BoardDeclaration(Struct, frozen=True):
    """What a pack declares of a board, the same in each scenario.

    `looks` say how each ground is drawn, "" where the pack gives no look.
    """

    name: str
    ground: Enumeration | None
    span: Span
    looks: tuple[str, ...]


CELLS: Mapping[str, str] = MappingProxyType({"hex": "hexes", "area": "areas"})
"""What one place of a board is called, and what many are, as after `cells:`."""


class CellBoard(BoardDeclaration, frozen=True):
    """A board with separate places, each known by a label; `coarser` is the board into
    which it is grouped, or ""."""

    labels: Labels
    coarser: str

    @property
    def noun(self) -> str:
        """What the board calls its places: their type is `noun of board`."""
        return "hex"

    @property
    def cell(self) -> Cell:
        """The type of its places."""
        return Cell(self.name, self.noun)


class HexBoard(CellBoard, frozen=True):
    """A board of hexes; a hex of the coarser board is `side` of these across, and
    `across` is how large one is, as a text."""

    orientation: Orientation
    side: int
    across: str


class AreaBoard(CellBoard, frozen=True):
    """A board of named areas joined by links. The ruleset has all of it, so it is the
    same in each scenario."""

    areas: AreaLayout

    @property
    def noun(self) -> str:
        """What the board calls its places: their type is `noun of board`."""
        return "area"


class PlaneBoard(BoardDeclaration, frozen=True):
    """A board on which any point is a place."""


DeclaredBoard = TypeVar("DeclaredBoard", bound=BoardDeclaration)


def boards_of(
    kind: type[DeclaredBoard], boards: Mapping[str, BoardDeclaration]
) -> dict[str, DeclaredBoard]:
    """Return the boards of one kind, in their order."""
    return {name: each for name, each in boards.items() if isinstance(each, kind)}


class Fact(Struct, frozen=True):
    """A fact that claims of a kind may show.

    `title` is its name as written, `words` its text for people. `may_be` are the values
    that a false one may have, on the locals `truth` and `about`; None if only a person
    can invent one. `says` are its sentences by the value as text, "" for any other; a
    name in braces is where a value stands.
    """

    name: str
    title: str
    type: Type
    may_be: Typed | None
    span: Span
    words: str
    says: tuple[tuple[str, str], ...] = ()


IN_BRACES = re.compile(r"\{([^{}]*)\}")
"""A name in a sentence of a claim, which stands for its value."""


class ClaimKind(Struct, frozen=True):
    """A kind of claims; `title` is its name as written, `says` the sentence that begins
    a claim, with names in braces, or "" if there is none."""

    name: str
    title: str
    about: Type | None
    label: Type | None
    facts: tuple[Fact, ...]
    span: Span
    rule: str = ""
    drawn: DrawingRules = NOT_DRAWN
    says: str = ""

    @property
    def fact(self) -> Enumeration:
        """The enumeration of its facts, in order."""
        return Enumeration(f"{self.name}_fact", tuple(f.title for f in self.facts))


EVERYONE_READS = ""
"""The key of what all seats read; no seat has such an id."""


class InitialState(Struct, frozen=True):
    """The entities of a scenario: rows by kind, and the id of each entity; and what
    seats read of it before they play, by their ids (EVERYONE_READS for all)."""

    rows: Mapping[str, tuple[tuple[Value, ...], ...]]
    ids: Mapping[str, tuple[str, ...]]
    briefings: Mapping[str, str] = field(default_factory=dict)

    def briefing(self, seat: str) -> tuple[str, ...]:
        """Return what a seat reads before it plays: for all, then for it alone."""
        found = (self.briefings.get(each) for each in (EVERYONE_READS, seat))
        return tuple(text for text in found if text)


class Export(Struct, frozen=True):
    """What an entry point writes for another pack: `form` is `scenario` (an overlay
    with one scenario) or `answers` (a file for `--answers`)."""

    form: str
    pack: str


class EntryPoint(Struct, frozen=True):
    """An entry point: its parameters and the call it makes on them; `writes` if its
    result is for another pack."""

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    call: Typed | None
    procedure: str = ""
    arguments: tuple[Typed, ...] = ()
    writes: Export | None = None
    span: Span | None = None


class Declarations(Struct, frozen=True):
    """Every declaration of a pack except the bodies of procedures."""

    name: str
    kinds: Mapping[str, Kind]
    formulas: Mapping[str, Formula]
    tables: Mapping[str, Table]
    modifiers: Mapping[str, Modifiers]
    events: Mapping[str, Event]
    seat_kind: str
    options: Mapping[str, Value] = field(default_factory=dict)
    claims: Mapping[str, ClaimKind] = field(default_factory=dict)
    boards: Mapping[str, BoardDeclaration] = field(default_factory=dict)


# --- Conditions on entities ---


class EntityCondition(Struct, frozen=True):
    """A condition that entities must meet; `why` is the author's message, or ""."""

    name: str
    condition: Typed
    why: str
    span: Span

    def broken(
        self, by: str, at: Span, written: Callable[[Typed], Span | None]
    ) -> Diagnostic:
        """Return the problem of an entity that violates it, at the first value that the
        condition reads and that has a span in `written`, otherwise at `at`."""
        waiting = [self.condition]
        while waiting:
            one = waiting.pop()
            found = written(one)
            if found is not None:
                at = found
                break
            waiting += reversed(children(one))
        why = f": {self.why}" if self.why else ""
        message = f"'{by}' does not meet '{self.name}'{why}"
        asked = " ".join(self.span.text.split())
        related = ((self.span, "what must hold"),)
        return problem("R521", at, message, expected=asked, related=related)

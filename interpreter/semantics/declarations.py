"""What is known of a pack once it is checked: all that running and reporting need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    Local,
    Template,
    Typed,
    children,
)
from interpreter.semantics.audience import Audience
from interpreter.source import Span
from interpreter.values.types import (
    Boolean,
    Cell,
    Enumeration,
    ListOf,
    Record,
    Type,
    Value,
    present,
    whole,
)

if TYPE_CHECKING:  # a warm start reads no YAML, and geometry only with boards
    from interpreter.boards.areas import AreaLayout
    from interpreter.boards.hexes import Orientation
    from interpreter.boards.protocol import Labels
    from interpreter.yaml.nodes import MappingNode

# How entities and claims are drawn on maps: which of their fields says what.


@dataclass(frozen=True, slots=True)
class Measure:
    """An expression over `it`: how far something of an entity reaches, in hexes or
    inches, the area of its base, or whether it is in a state; or none. `reads` are the
    fields of the entity on which that hangs."""

    name: str
    value: Typed
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class DrawingRules:
    """How entities of a kind, or claims, are drawn on maps: which field says what.

    `at` are hexes or places where an entity stands, `also` further ones of it, `along`
    lists of them that are a way, `over` lists of hexes, and areas, that it covers;
    `facing` is the direction or heading of an arrow, `mark` what is on its counter,
    `owner` the fields that lead to whose it is, `around` how many hexes or inches about
    `at` a claim may mean ("": none does). `ranges` are measured from the spots of
    `ranges_from`; `base` is the area on which it stands, `states` are what may have
    become of it, of which the first that holds is marked; where `unless` holds it is
    not drawn at all. `badges` are small marks next to its counter, a number or whether
    something is so; `zones` are lists of hexes drawn of an entity that somebody
    asks for; `carried_by` is the field with the entity on whose counter it is a badge.
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


MAX_STATES = 4
"""Of one kind: as many are told apart on a map."""
MOST_BADGES = 6
"""Of one kind: as many have room next to a counter."""
NOT_DRAWN = DrawingRules()
"""No field says where something is."""


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

    `endings` are in the order in which one may bring about another. `seen_by` says
    who may know that one is there, None when its fields say it. `masks` are the fields
    by which alone it is known to whoever is not its owner; `owned` is the condition
    under which a seat is that, on `it` and `SEAT`. `last_seen` is the kind of claim
    that a seat is told where it may no longer see fields of such an entity, or "".
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
class RowRoll:
    """What a row of a roll table rolls instead of giving a value: each of `tables` so
    many `times`; `distinct`, until so many results differ."""

    tables: tuple[str, ...]
    times: int
    distinct: bool


@dataclass(frozen=True, slots=True)
class RollBand:
    """A row of a roll table: bounds (None: open) or ranks, what it gives, the key as
    written. Of a row that `rolls`, `gives` is a fault: only steps roll."""

    key: str
    low: int | None
    high: int | None
    gives: Typed
    span: Span
    rule: str = ""
    rolls: RowRoll | None = None


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
    rows: tuple[RollBand, ...]
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
class LookupTable:
    """Rows by key; cells in column order; `rules` has those of each row."""

    name: str
    key: Type
    columns: tuple[tuple[str, Type], ...]
    rows: tuple[tuple[Value, tuple[Typed, ...]], ...]
    span: Span
    rule: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CrossTable:
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
class DecisionTable:
    """Rows that are conditions; `hit` is first, unique or any."""

    name: str
    takes: tuple[Parameter, ...]
    gives: Type
    hit: str
    rows: tuple[DecisionRow, ...]
    span: Span
    rule: str = ""


@dataclass(frozen=True, slots=True)
class WeightedTable:
    """Values with whole weights, for `draw`."""

    name: str
    gives: Type
    weights: tuple[tuple[Value, int], ...]
    span: Span
    rule: str = ""


Table = RollTable | LookupTable | CrossTable | DecisionTable | WeightedTable


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

So what is on the boards is part of the world of a scenario, and is reached, read and
handed on like everything else in it.
"""


@dataclass(frozen=True, slots=True)
class BoardDeclaration:
    """What a pack declares of a board, the same in each scenario.

    `looks` say how each ground is drawn, "" where the pack gives no look.
    """

    name: str
    ground: Enumeration | None
    span: Span
    looks: tuple[str, ...]


CELLS: Mapping[str, str] = MappingProxyType({"hex": "hexes", "area": "areas"})
"""What one place of a board is called, and what many are, as after `cells:`."""


@dataclass(frozen=True, slots=True)
class CellBoard(BoardDeclaration):
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


@dataclass(frozen=True, slots=True)
class HexBoard(CellBoard):
    """A board of hexes; a hex of the coarser board is `side` of these across, and
    `across` is how large one is, as a text."""

    orientation: Orientation
    side: int
    across: str


@dataclass(frozen=True, slots=True)
class AreaBoard(CellBoard):
    """A board of named areas joined by links. The ruleset has all of it, so it is the
    same in each scenario."""

    areas: AreaLayout

    @property
    def noun(self) -> str:
        """What the board calls its places: their type is `noun of board`."""
        return "area"


@dataclass(frozen=True, slots=True)
class PlaneBoard(BoardDeclaration):
    """A board on which any point is a place."""


DeclaredBoard = TypeVar("DeclaredBoard", bound=BoardDeclaration)


def boards_of(
    kind: type[DeclaredBoard], boards: Mapping[str, BoardDeclaration]
) -> dict[str, DeclaredBoard]:
    """Return the boards of one kind, in their order."""
    return {name: each for name, each in boards.items() if isinstance(each, kind)}


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
    drawn: DrawingRules = NOT_DRAWN

    @property
    def fact(self) -> Enumeration:
        """The enumeration of its facts, in order."""
        return Enumeration(f"{self.name}_fact", tuple(f.title for f in self.facts))


@dataclass(frozen=True, slots=True)
class InitialState:
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
class EntryPoint:
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
class Declarations:
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
    boards: Mapping[str, BoardDeclaration] = field(default_factory=dict)


# A walk, as it is known once it is read: how a piece may go from hex to hex.

FROM, TO, STEPS, SPENT = "from", "to", "steps", "spent"
"""What the expressions of a walk may read besides what it takes."""

NEW_FACING = "new_facing"
"""What `turn_cost` may read besides: where the piece would face then."""


COUNT = whole(0)
NOTHING_SPENT = Constant(0, COUNT)
YES, NO = Constant(True, Boolean()), Constant(False, Boolean())
FIRST = Apply("is", (Local(STEPS, COUNT), Constant(0, COUNT)), Boolean())
"""Whether a step is the first."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How a piece may go: each expression reads what the walk takes, and where the
    piece stands then.

    `place` is the field of `piece` that holds its hex. `budget` and `piece` are read
    once. The others read `steps` and `spent` so far and `from`, the hex where the piece
    stands; `cost may_enter never first_step first_step_free` also the hex `to` of the
    step. For `must_stop` and `may_stop` the piece is at `to` and came from `from`;
    before the first step both are where it stands. `written` is its text, that of the
    walk that it is like among it.

    A walk that turns has a `facing`, the field of `piece` that holds it: before each
    step and at the end it may become one of `may_turn`, at a `turn_cost` that also
    reads the `new_facing`.
    """

    name: str
    takes: tuple[Parameter, ...]
    piece: Typed
    place: FieldRead
    budget: Typed
    may_step: Typed
    cost: Typed
    conditions: tuple[tuple[str, Typed], ...]
    span: Span
    written: MappingNode = field(compare=False)
    rule: str = ""
    facing: FieldRead | None = None
    may_turn: Typed = NO
    turn_cost: Typed = NOTHING_SPENT

    @property
    def read(self) -> tuple[Typed, ...]:
        """Every expression of it."""
        conditions = (each for _, each in self.conditions)
        goes = (self.piece, self.budget, self.may_step, self.cost, *conditions)
        return goes if self.facing is None else (*goes, self.may_turn, self.turn_cost)

    @property
    def hex(self) -> Type:
        """The type of the hexes on which it goes."""
        return present(self.place.type)

    @property
    def where(self) -> Typed:
        """Whether a step may be made, but for what it costs."""
        parts: list[Typed] = []
        for name in ("may_enter", "never", "first_step"):
            found = self.condition(name)
            if found is not None and name == "never":
                found = Apply("not", (found,), Boolean(), found.span)
            if found is not None and name == "first_step":
                later = Apply("not", (FIRST,), Boolean())
                found = Apply("or", (later, found), Boolean(), found.span)
            parts += () if found is None else (found,)
        return reduce(lambda a, b: Apply("and", (a, b), Boolean()), parts or [YES])

    @property
    def free(self) -> Typed:
        """Whether a step may be made whatever it costs."""
        found = self.condition("first_step_free")
        return NO if found is None else Apply("and", (FIRST, found), Boolean())

    def condition(self, name: str) -> Typed | None:
        """Return one of the conditions; None where nothing is said."""
        return dict(self.conditions).get(name)


# What must hold of entities, and how it is told that it does not.


@dataclass(frozen=True, slots=True)
class EntityCondition:
    """A condition that entities must meet; `why` is what its author says of those that
    do not, "" where he says nothing."""

    name: str
    condition: Typed
    why: str
    span: Span

    def broken(
        self, by: str, at: Span, written: Callable[[Typed], Span | None]
    ) -> Diagnostic:
        """Return the problem of what does not meet it, at the first value that the
        condition reads and that is `written`, else `at` its name."""
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

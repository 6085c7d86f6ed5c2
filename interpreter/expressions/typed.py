"""An expression with every name bound and every type known: what is evaluated and
emitted."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, TypeAlias, get_args

from interpreter.source import Span
from interpreter.values.exact_numbers import exact
from interpreter.values.types import Type, Unknown, Value


@dataclass(frozen=True, slots=True)
class Constant:
    """A value."""

    value: Value
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Invalid:
    """What could not be read; a problem says why.

    It is no value: a ruleset that holds one has an error, and whoever evaluates one or
    generates code from it fails.
    """

    span: Span | None = field(default=None, compare=False)
    type: Type = field(default_factory=Unknown, hash=False)


@dataclass(frozen=True, slots=True)
class Local:
    """A name bound in the procedure, formula or gathering; `name` is unique within
    it."""

    name: str
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class FieldRead:
    """A field of an entity: slot `slot` of the row of `of` among the rows of kind
    `kind`."""

    of: "Typed"
    kind: str
    name: str
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class RecordRead:
    """A field of a record, by position."""

    of: "Typed"
    index: int
    name: str
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class IfElse:
    """One of two values."""

    condition: "Typed"
    then: "Typed"
    other: "Typed"
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """An operator or an engine function with its arguments
    (`functions.FUNCTIONS[name]`); with a dot before its name, a function of the hexes
    of a board, whose chart is the first argument.

    Operators: + - * / neg and or not is is_not < <= > >= in not_in range list record
    index (list, position) at (map, key) with_entry (map, key, value) within (value,
    low, high: checked) in_steps (value, step: checked) rank_in (value, ranks: checked)
    present (value: checked) text (texts and numbers in a row) untrue (value, truth:
    checked) enough (list, number: checked) of_kind (claim, its kind, wanted: checked).
    """

    name: str
    arguments: tuple["Typed", ...]
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Use:
    """A call of a declaration of the pack.

    `section` is formulas, tables, modifiers or derived (then `name` is "kind.field").
    """

    section: str
    name: str
    arguments: tuple["Typed", ...]
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Collect:
    """`reducer(body for variable in source where condition by keys)`.

    Reducers: list sum min max any all count first groups joined distinct sorted.
    """

    reducer: str
    body: "Typed"
    variable: str
    source: "Typed"
    where: "Typed | None"
    by: tuple["Typed", ...]
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Every:
    """All entities of a kind, in order of creation."""

    kind: str
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Now:
    """The moment that it is: how often something has happened."""

    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Remembered:
    """`events(event, since, until)`: records of what happened in [since, until), in
    order; `until` None: up to now."""

    event: str
    since: "Typed"
    until: "Typed | None"
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ClaimsTo:
    """`claims_to(seat, kind)`: what a seat was told of a kind, the oldest first."""

    seat: "Typed"
    kind: str
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SumPart:
    """`total`, `part`, `without` or `applied` of a labelled sum.

    `rows` are the positions of the rows that count (total: all of them).
    """

    name: str
    of: "Typed"
    rows: tuple[int, ...]
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ReachSearch:
    """Where ways may end that a piece may go, cheapest first: a search over hexes, each
    looked at with the piece (slot `name` of `of`) standing there.

    `held` are locals bound before. `begin` is how far it has come: its hex, the one
    before, its steps, what they cost. `names` are the locals that say so of each hex on
    the way; `to` is the local of the hex that a step leads to. `moves` lists the hexes
    of one step from there; those for which `where` is true may be entered, at a `cost`
    that the `budget` covers unless the step is `free`. At a hex a way must end where
    `must` is true, and may where `may` is; there the name of the hex before says where
    the step came from. `told` says which of the hex before, the steps and the cost
    these read.

    Where the piece has a `facing` (a field of it; "" none), which is last in `begin`
    and `names`, it may turn once before each step and at the end, unless it has
    `turned` there already: to what `turns` lists, at the `turn_cost` of that, of which
    `new_facing` is the local, as far as the budget covers it.
    """

    chart: "Typed"
    held: tuple[tuple[str, "Typed"], ...]
    of: "Typed"
    kind: str
    name: str
    begin: tuple["Typed", "Typed", "Typed", "Typed", "Typed"]
    budget: "Typed"
    names: tuple[str, str, str, str, str]
    to: str
    moves: "Typed"
    where: "Typed"
    cost: "Typed"
    free: "Typed"
    must: "Typed"
    may: "Typed"
    facing: str
    turned: bool
    new_facing: str
    turns: "Typed"
    turn_cost: "Typed"
    told: tuple[bool, bool, bool]
    type: Type = field(hash=False)
    span: Span | None = field(default=None, compare=False)

    @property
    def outside(self) -> tuple["Typed", ...]:
        """What is read once, before the search."""
        held = (value for _, value in self.held)
        return (self.chart, *held, self.of, *self.begin, self.budget)

    @property
    def own(self) -> tuple[str, ...]:
        """The locals that the search binds for itself."""
        held = (name for name, _ in self.held)
        return (*held, *self.names, self.to, self.new_facing)

    @property
    def inside(self) -> tuple["Typed", ...]:
        """What is read at each hex, on the locals of the search."""
        goes = (self.moves, self.where, self.cost, self.free, self.must, self.may)
        return (*goes, self.turns, self.turn_cost)


Typed: TypeAlias = (
    Constant
    | Invalid
    | Local
    | FieldRead
    | RecordRead
    | IfElse
    | Apply
    | Use
    | Collect
    | Every
    | Now
    | Remembered
    | ClaimsTo
    | SumPart
    | ReachSearch
)


_FORMS = get_args(Typed)


@dataclass(frozen=True, slots=True)
class DiceExpression:
    """How many dice of how many sides; `single` when it binds a number, not a list."""

    number: Typed
    sides: Typed
    single: bool


@dataclass(frozen=True, slots=True)
class Template:
    """Prose with values between: texts and expressions in turn."""

    parts: tuple[str | Typed, ...]


def children(node: Typed) -> tuple[Typed, ...]:
    """Return the expressions directly inside, in order of evaluation."""
    match node:
        case FieldRead() | RecordRead() | SumPart():
            return (node.of,)
        case IfElse():
            return (node.condition, node.then, node.other)
        case Apply() | Use():
            return node.arguments
        case Collect():
            where = () if node.where is None else (node.where,)
            return (node.source, *where, *node.by, node.body)
        case Remembered():
            return (node.since,) if node.until is None else (node.since, node.until)
        case ClaimsTo():
            return (node.seat,)
        case ReachSearch():
            return (*node.outside, *node.inside)
        case _:
            return ()


def substituted(node: Typed, name: str, by: Typed) -> Typed:
    """Return an expression in which another stands for a local."""
    return applied(node, {name: by})


def applied(node: Typed, given: Mapping[str, Typed]) -> Typed:
    """Return an expression in which others stand for locals, all at once: what is given
    for one may read a local of the name of another."""
    if isinstance(node, Local):
        return given.get(node.name, node)

    def inside(value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple([inside(each) for each in value])
        return applied(value, given) if isinstance(value, _FORMS) else value

    now = {each.name: getattr(node, each.name) for each in fields(node)}
    then: dict[str, Any] = {key: inside(value) for key, value in now.items()}
    same = all(now[key] is then[key] for key in now)
    return node if same else replace(node, **then)


def number(value: int | Fraction, kind: Type, span: Span | None = None) -> Constant:
    """Make the constant of a number; a whole Fraction becomes an int."""
    return Constant(exact(value), kind, span)

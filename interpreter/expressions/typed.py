"""An expression with every name bound and every type known: what is evaluated and
emitted."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from interpreter.source import Span
from interpreter.values.exact_numbers import exact
from interpreter.values.types import Type, Unknown, Value

_NOT_COMPARED = frozenset({"span"})
_NOT_HASHED = frozenset({"span", "type"})


class TypedNode(Struct, frozen=True, eq=False):
    """An expression; where it is written (`span`) is no part of its equality, and its
    type, which follows from the rest, no part of its hash."""

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is the same expression, wherever it is written."""
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        values = _reader(type(self), _NOT_COMPARED)
        return values(self) == values(other)

    def __ne__(self, other: object) -> bool:
        """Tell the opposite; `Struct` would compare all fields."""
        return not self == other

    def __hash__(self) -> int:
        """Return the hash of the operands; the kinds of nodes that a pack has most of
        spell it out, which halves its time."""
        return hash(_reader(type(self), _NOT_HASHED)(self))


@cache
def _reader(kind: type[Struct], without: frozenset[str]) -> Callable[[object], object]:
    """Return what reads the fields of a record but those `without`, in order."""
    names = [name for name in kind.__struct_fields__ if name not in without]
    return attrgetter(*names) if names else lambda _: ()


class Constant(TypedNode, frozen=True, eq=False):
    """A value."""

    value: Value
    type: Type
    span: Span | None = None

    def __hash__(self) -> int:
        """Return the hash of the operands."""
        return hash(self.value)


class Invalid(TypedNode, frozen=True, eq=False):
    """What could not be read; a problem says why.

    It is no value: a ruleset that holds one has an error; evaluating
    one, or generating code from it, fails.
    """

    span: Span | None = None
    type: Type = Unknown()


class Local(TypedNode, frozen=True, eq=False):
    """A name bound in the procedure, formula or gathering; `name` is unique within
    it."""

    name: str
    type: Type
    span: Span | None = None

    def __hash__(self) -> int:
        """Return the hash of the operands."""
        return hash(self.name)


class FieldRead(TypedNode, frozen=True, eq=False):
    """A field of an entity: slot `slot` of the row of `of` among the rows of kind
    `kind`."""

    of: "Typed"
    kind: str
    name: str
    type: Type
    span: Span | None = None

    def __hash__(self) -> int:
        """Return the hash of the operands."""
        return hash((self.of, self.kind, self.name))


class RecordRead(TypedNode, frozen=True, eq=False):
    """A field of a record, by position."""

    of: "Typed"
    index: int
    name: str
    type: Type
    span: Span | None = None


class IfElse(TypedNode, frozen=True, eq=False):
    """One of two values."""

    condition: "Typed"
    then: "Typed"
    other: "Typed"
    type: Type
    span: Span | None = None


class Apply(TypedNode, frozen=True, eq=False):
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
    type: Type
    span: Span | None = None

    def __hash__(self) -> int:
        """Return the hash of the operands."""
        return hash((self.name, self.arguments))


class Use(TypedNode, frozen=True, eq=False):
    """A call of a declaration of the pack.

    `section` is formulas, tables, modifiers or derived (then `name` is "kind.field").
    """

    section: str
    name: str
    arguments: tuple["Typed", ...]
    type: Type
    span: Span | None = None


class Collect(TypedNode, frozen=True, eq=False):
    """`reducer(body for variable in source where condition by keys)`.

    Reducers: list sum min max any all count first groups joined distinct sorted.
    """

    reducer: str
    body: "Typed"
    variable: str
    source: "Typed"
    where: "Typed | None"
    by: tuple["Typed", ...]
    type: Type
    span: Span | None = None


class Every(TypedNode, frozen=True, eq=False):
    """All entities of a kind, in order of creation."""

    kind: str
    type: Type
    span: Span | None = None


class Now(TypedNode, frozen=True, eq=False):
    """The moment that it is: how often something has happened."""

    type: Type
    span: Span | None = None


class Remembered(TypedNode, frozen=True, eq=False):
    """`events(event, since, until)`: records of what happened in [since, until), in
    order; `until` None: up to now."""

    event: str
    since: "Typed"
    until: "Typed | None"
    type: Type
    span: Span | None = None


class ClaimsTo(TypedNode, frozen=True, eq=False):
    """`claims_to(seat, kind)`: what a seat was told of a kind, the oldest first."""

    seat: "Typed"
    kind: str
    type: Type
    span: Span | None = None


class SumPart(TypedNode, frozen=True, eq=False):
    """`total`, `part`, `without` or `applied` of a labelled sum.

    `rows` are the positions of the rows that count (total: all of them).
    """

    name: str
    of: "Typed"
    rows: tuple[int, ...]
    type: Type
    span: Span | None = None


class ReachSearch(TypedNode, frozen=True, eq=False):
    """Where ways may end that a piece may go, cheapest first: a search over hexes, each
    looked at with the piece (slot `name` of `of`) standing there.

    `held` are locals bound before. `begin` is how far it has come: its hex, the one
    before, its steps, what they cost. `names` are the locals that say so of each hex on
    the way; `to` is the local of the hex that a step leads to. `moves` lists the hexes
    of one step from there; those for which `where` is true may be entered, at a `cost`
    that the `budget` covers unless the step is `free`. At a hex a way must end where
    `must` is true, and may where `may` is; there the name of the hex before says where
    the step came from. `tracks` says which of the hex before, the steps and the cost
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
    tracks: tuple[bool, bool, bool]
    type: Type
    span: Span | None = None

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


class DiceExpression(Struct, frozen=True):
    """How many dice of how many sides; `single` when it binds a number, not a list."""

    number: Typed
    sides: Typed
    single: bool


class Template(Struct, frozen=True):
    """Prose with values between: texts and expressions in turn."""

    parts: tuple[str | Typed, ...]


def children(node: Typed) -> tuple[Typed, ...]:
    """Return the expressions directly inside, in order of evaluation."""
    inside = _INSIDE.get(type(node))
    return () if inside is None else inside(node)


def _of_collect(node: Collect) -> tuple[Typed, ...]:
    where = () if node.where is None else (node.where,)
    return (node.source, *where, *node.by, node.body)


def _of_remembered(node: Remembered) -> tuple[Typed, ...]:
    return (node.since,) if node.until is None else (node.since, node.until)


# by the class, not by a match of one after the other: all that is found out of a pack
# goes through here, and most expressions have nothing inside
_INSIDE: Mapping[type, Callable[[Any], tuple[Typed, ...]]] = MappingProxyType(
    {
        FieldRead: lambda node: (node.of,),
        RecordRead: lambda node: (node.of,),
        SumPart: lambda node: (node.of,),
        IfElse: attrgetter("condition", "then", "other"),
        Apply: attrgetter("arguments"),
        Use: attrgetter("arguments"),
        Collect: _of_collect,
        Remembered: _of_remembered,
        ClaimsTo: lambda node: (node.seat,),
        ReachSearch: lambda node: (*node.outside, *node.inside),
    }
)


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
            found = [inside(each) for each in value]
            return value if all(map(is_, found, value)) else tuple(found)
        if isinstance(value, TypedNode):
            return applied(cast("Typed", value), given)
        return value

    changed: dict[str, Any] = {}
    for name in node.__struct_fields__:
        before = getattr(node, name)
        now = inside(before)
        if now is not before:
            changed[name] = now
    return replace(node, **changed) if changed else node


def number(value: int | Fraction, kind: Type, span: Span | None = None) -> Constant:
    """Make the constant of a number; a whole Fraction becomes an int."""
    return Constant(exact(value), kind, span)

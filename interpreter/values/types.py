"""Types of values, and names as packs write them."""

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct

from interpreter.source import Name, normalised

_FORM = re.compile(r"(?!d[0-9]+\Z)[A-Za-z][A-Za-z0-9_]*(?:[ _]+[A-Za-z0-9_]+)*\Z")
RESERVED = frozenset(
    "and or not in is if then else for where by none yes no it now option".split()
)
WRITABLE = (
    "words of letters, digits and '_', a letter first, no dice such as d6 "
    "and no word of the language"
)
REFUSED = frozenset({"true", "false", "null"})


def writable(name: str) -> bool:
    """Tell whether expressions can write the name without quotes."""
    return bool(_FORM.match(name)) and normalised(name) not in RESERVED | REFUSED


@lru_cache(maxsize=256)
def places(names: tuple[str, ...]) -> Mapping[Name, int]:
    """Return the index of each name as written, from 0; the first of equals."""
    return {normalised(name): place for place, name in reversed([*enumerate(names)])}


Value: TypeAlias = object
"""A value inside: see the room's page for its form."""

StateRow: TypeAlias = tuple[Any, ...]
"""A row of a game state: the values of the fields of an entity, in the order of its
kind, or of a claim as `values.log` lists them."""

GameState: TypeAlias = tuple[Any, ...]
"""A tuple of kinds, each a tuple of rows or None; last the log (`values.log`)."""


class Unknown(Struct, frozen=True):
    """The type of what could not be understood: fits everything, says nothing again."""


class Nothing(Struct, frozen=True):
    """The type of `none`."""


class Boolean(Struct, frozen=True):
    """Yes or no."""


class Number(Struct, frozen=True):
    """An exact number between bounds (None: open); whole when `whole`.

    With `step` it is a whole multiple of that; a step of 1 is said by `whole` alone.
    """

    low: Fraction | int | None = None
    high: Fraction | int | None = None
    whole: bool = False
    step: Fraction | int | None = None

    @property
    def grain(self) -> Fraction | int | None:
        """What every value is a whole multiple of; None: nothing is known."""
        return 1 if self.whole and self.step is None else self.step


class Text(Struct, frozen=True):
    """A text."""


class Moment(Struct, frozen=True):
    """A point of the game's time, counted from 0."""


class Enumeration(Struct, frozen=True):
    """Values with named groups, in their order; two without a name and equal values are
    one. Where they are not `ordered`, none is more than another."""

    name: str
    values: tuple[str, ...]
    groups: tuple[tuple[str, tuple[int, ...]], ...] = ()
    ordered: bool = True

    def rank(self, name: Name) -> int | None:
        """Return the rank of a value by its name, or None."""
        return places(self.values).get(name)

    def group(self, name: str) -> tuple[int, ...] | None:
        """Return the ranks of a group, or None."""
        return dict(self.groups).get(name)


DIRECTION = Enumeration("direction", ("D0", "D1", "D2", "D3", "D4", "D5"))
"""The six ways from a hex, clockwise."""

CORNER = Enumeration("corner", ("C0", "C1", "C2", "C3", "C4", "C5"), ordered=False)
"""The six corners of a hex, clockwise; C0 is between D0 and D1."""

SIDE_MET = Enumeration("side_met", ("front", "flank", "rear"), ordered=False)
"""On which side of what faces a corner something is met."""


class EnumerationPart(Struct, frozen=True):
    """Some values of an enumeration, by rank in order."""

    of: Enumeration
    ranks: tuple[int, ...]


class Record(Struct, frozen=True):
    """Named fields in order."""

    name: str
    fields: tuple[tuple[str, "Type"], ...]

    def index(self, name: str) -> int | None:
        """Return the position of a field, or None."""
        return next(
            (i for i, (each, _) in enumerate(self.fields) if each == name), None
        )


class Entity(Struct, frozen=True):
    """An entity of a kind."""

    kind: str


class Seat(Struct, frozen=True):
    """Who decides: an entity of the kind that `seats` names, or the judge (number
    -1)."""

    kind: str


class Cell(Struct, frozen=True):
    """A place of a board that has separate places, such as a hex: a pair of whole
    numbers. `noun` is what the board calls its places."""

    board: str
    noun: str = "hex"


class BoardType(Struct, frozen=True):
    """The contents of a board in a scenario; no expression of a pack holds one."""

    board: str


class ListOf(Struct, frozen=True):
    """A list; a deck is a list that a draw leaves shorter."""

    item: "Type"
    deck: bool = False


class MapOf(Struct, frozen=True):
    """A map from keys to values."""

    key: "Type"
    value: "Type"


class Maybe(Struct, frozen=True):
    """A value or none."""

    item: "Type"


class SumOf(Struct, frozen=True):
    """A labelled sum of the named modifiers: a value or None for each row, in order."""

    modifiers: str
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()


class RowOf(Struct, frozen=True):
    """A row of a lookup table, known by its key."""

    table: str
    key: "Type"


class Claim(Struct, frozen=True):
    """A claim that a seat was sent, of a kind of claims ("" of any), by its number."""

    kind: str = ""


Type: TypeAlias = (
    Unknown
    | Nothing
    | Boolean
    | Number
    | Text
    | Moment
    | Enumeration
    | EnumerationPart
    | Record
    | Entity
    | Seat
    | Cell
    | BoardType
    | ListOf
    | MapOf
    | Maybe
    | SumOf
    | RowOf
    | Claim
)

INTEGER = Number(whole=True)
JUDGE = -1
JUDGE_NAME = "judge"


def whole(low: int | None = None, high: int | None = None) -> Number:
    """Return the type of whole numbers between bounds."""
    return Number(low, high, whole=True)


def stepped(
    low: Fraction | int | None,
    high: Fraction | int | None,
    grain: Fraction | int | None,
) -> Number:
    """Return the type of the multiples of a grain (None: any number) between bounds."""
    is_whole = grain is not None and Fraction(grain).denominator == 1
    if is_whole and grain is not None:
        grain = int(grain)
    return Number(low, high, is_whole, None if grain == 1 else grain)


def enumeration_of(kind: Type) -> Enumeration | None:
    """Return the enumeration of a type, also of a part or `or none`."""
    if isinstance(kind, Maybe):
        kind = kind.item
    if isinstance(kind, EnumerationPart):
        return kind.of
    return kind if isinstance(kind, Enumeration) else None


def present(kind: Type) -> Type:
    """Return the type without `or none`."""
    return kind.item if isinstance(kind, Maybe) else kind


def maybe(kind: Type) -> Type:
    """Return the type with `or none`."""
    return kind if isinstance(kind, (Maybe, Nothing, Unknown)) else Maybe(kind)


def holds_entities(kind: Type) -> bool:
    """Tell whether a value is an entity, or a list or record with entities in it."""
    return any(isinstance(each, (Entity, Seat)) for each in _leaves(kind))


def holds_claims(kind: Type) -> bool:
    """Tell whether a value is a claim, or a list, record or map with claims in it."""
    return any(isinstance(each, Claim) for each in _leaves(kind, maps=True))


def speaks_of(kind: Type, of: Collection[str]) -> bool:
    """Tell whether a value is an entity of some kinds, or a list, record or map with
    such entities in it."""
    leaves = _leaves(kind, maps=True)
    return any(isinstance(each, Entity | Seat) and each.kind in of for each in leaves)


def _leaves(kind: Type, maps: bool = False) -> Iterator[Type]:
    match present(kind):
        case ListOf(item):
            yield from _leaves(item, maps)
        case Record(fields=fields):
            for _, each in fields:
                yield from _leaves(each, maps)
        case MapOf(key, value) if maps:
            yield from (*_leaves(key, maps), *_leaves(value, maps))
        case found:
            yield found


# Types in the words of the language.

_PRINTED = MappingProxyType(
    {
        "place": ", such as 13 1/6, 4",
        "heading": "; or a point of the compass, such as north-east",
    }
)
"""What a plane adds to how its records are typed."""


def spoken(kind: Type) -> str:
    """Say a type in the words of the language."""
    match kind:
        case Boolean():
            return "yes or no"
        case Number():
            return _spoken_number(kind)
        case Enumeration():
            return kind.name.replace("_", " ") or f"[{', '.join(kind.values)}]"
        case EnumerationPart():
            names = [kind.of.values[rank] for rank in kind.ranks]
            return f"{spoken(kind.of)} ({', '.join(names)})"
        case ListOf():
            word = "deck" if kind.deck else "list"
            empty = isinstance(kind.item, Unknown)  # `[]`, whose type says no more
            return word if empty else f"{word} of {spoken(kind.item)}"
        case MapOf():
            return f"{spoken(kind.value)} for {spoken(kind.key)}"
        case Maybe():
            return f"{spoken(kind.item)} or none"
        case _:
            return _spoken_name(kind)


def parts_of(kind: Record) -> str:
    """Say what the parts of a record are, as they are typed in a line."""
    names = ", ".join(name.replace("_", " ") for name, _ in kind.fields)
    text = f"{spoken(kind)}: {names}, with commas between"
    return text + (_PRINTED.get(kind.name, "") if names == "x, y" else "")


def _spoken_number(kind: Number) -> str:
    word = "integer" if kind.whole else "number"
    if kind.low is not None and kind.low == kind.high:
        word += f" {kind.low}"
    elif kind.low is not None or kind.high is not None:
        low = "" if kind.low is None else str(kind.low)
        word += f" {low}..{'' if kind.high is None else kind.high}"
    return word if kind.step is None else f"{word} by {kind.step}"


def _spoken_name(kind: Type) -> str:
    match kind:
        case Record():
            return kind.name.replace("_", " ") or "a record"
        case Entity() | Claim():
            return kind.kind.replace("_", " ") or "claim"
        case Seat():
            return "seat"
        case Cell():
            return f"{kind.noun} of {kind.board.replace('_', ' ')}"
        case SumOf():
            return f"labelled sum of {kind.modifiers.replace('_', ' ')}"
        case RowOf():
            return f"row of {kind.table.replace('_', ' ')}"
        case Text():
            return "text"
        case Moment():
            return "moment"
        case Nothing():
            return "none"
        case _:
            return "unknown"

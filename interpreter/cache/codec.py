"""Frozen records to JSON and back, exactly.

None, yes or no, whole numbers and texts are themselves. All else is a list that begins
with a tag: a small number of this module, or `RECORDS` and the place of a class in the
registry, before its fields in order, or before the name of an enumeration's member. A
type occurs in hundreds of places, so types, audiences and sources are kept once, in a
table beside, and named by number.
"""

import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, partial
from typing import Any, NoReturn, get_args

from interpreter.expressions import typed
from interpreter.ir import instructions
from interpreter.semantics import audience, declarations
from interpreter.source import Source, Span
from interpreter.values import types
from interpreter.values.exact_numbers import ExactFraction, quotient

# The records that a cache may hold; nothing else is ever made of what it says.  Those
# of geometry are in `board_records`, which is imported only where a pack has boards.

TYPES: tuple[type, ...] = (
    types.Unknown,
    types.Nothing,
    types.Boolean,
    types.Number,
    types.Text,
    types.Moment,
    types.Enumeration,
    types.EnumerationPart,
    types.Record,
    types.Entity,
    types.Seat,
    types.ListOf,
    types.MapOf,
    types.Maybe,
    types.SumOf,
    types.RowOf,
    types.Claim,
    types.Cell,
    types.BoardType,
)

SHARED: frozenset[type] = frozenset((*TYPES, audience.Audience))
"""Values that occur in many places; each is stored once."""

CLASSES: tuple[type, ...] = (
    Span,
    *TYPES,
    audience.Grant,
    audience.Audience,
    typed.Constant,
    typed.Local,
    typed.FieldRead,
    typed.RecordRead,
    typed.IfElse,
    typed.Apply,
    typed.Use,
    typed.Collect,
    typed.Every,
    typed.Now,
    typed.Remembered,
    typed.ClaimsTo,
    typed.SumPart,
    typed.ReachSearch,
    typed.DiceExpression,
    typed.Template,
    declarations.Parameter,
    declarations.Pattern,
    declarations.Field,
    declarations.Ending,
    declarations.Measure,
    declarations.DrawingRules,
    declarations.Kind,
    declarations.Formula,
    declarations.RollBand,
    declarations.RowRoll,
    declarations.RollTable,
    declarations.LookupTable,
    declarations.CrossTable,
    declarations.DecisionRow,
    declarations.DecisionTable,
    declarations.WeightedTable,
    declarations.ModifierRow,
    declarations.ModifierGroup,
    declarations.Modifiers,
    declarations.Event,
    declarations.Fact,
    declarations.ClaimKind,
    declarations.HexBoard,
    declarations.PlaneBoard,
    declarations.AreaBoard,
    declarations.InitialState,
    declarations.Export,
    declarations.EntryPoint,
    instructions.Site,
    instructions.FieldChange,
    *get_args(instructions.Instruction),
    instructions.Procedure,
    instructions.DeclaredPolicy,
)
"""Their places are what a cache names, and may change with every version."""


TUPLE, FRACTION, SET, MAP, TYPE, SOURCE, RECORDS = range(7)


def _member(of: type[Enum], name: str) -> Enum:
    try:
        return of[name]
    except KeyError as error:
        raise Damaged(f"no {name} in {of.__name__}") from error


Makers = tuple[Callable[..., object], ...]


def _makers(classes: tuple[type, ...]) -> Makers:
    return tuple(
        partial(_member, each) if issubclass(each, Enum) else each for each in classes
    )


_MAKE = _makers(CLASSES)
PLACES: Mapping[type, int] = {each: place for place, each in enumerate(CLASSES)}


@cache
def _geometry() -> tuple[Makers, Mapping[type, int]]:
    """Return the same of the records of boards, whose places follow; first asked for
    where a pack has some.
    """
    # imported late: a pack without boards needs none of their modules
    from interpreter.cache.board_records import GEOMETRY

    places = {each: len(CLASSES) + place for place, each in enumerate(GEOMETRY)}
    return _makers(GEOMETRY), places


Json = Any
"""None, a bool, an int, a str, or a list of these."""


class Unstorable(Exception):  # caught where entries are kept: nothing is stored
    """A value that no record of the registry holds."""


class Damaged(Exception):  # caught where entries are found: nothing is found
    """Data that this codec has not written."""


def text_of(data: object) -> str:
    """Return JSON in the fewest letters, ASCII only; raises Unstorable."""
    try:
        return json.dumps(data, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:  # also an int of too many digits
        raise Unstorable(str(error)) from error


def read_text(text: str | bytes) -> Json:
    """Return what JSON says; raises Damaged, also for a number with a point."""
    try:
        return json.loads(text, parse_float=_refused, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise Damaged(str(error)) from error


def _refused(text: str) -> NoReturn:
    raise Damaged(f"'{text}' is no exact number")


class Encoder:
    """Makes JSON of values; `types` and `sources` grow while it does."""

    def __init__(self) -> None:
        """Begin with empty tables."""
        self.types: list[Json] = []
        self.sources: list[Source] = []
        self._numbers: dict[str, int] = {}
        # by identity, for speed: to write each type wherever it is used, only to find
        # that it was written before, would double the time that encoding takes. The
        # objects themselves are kept, or another could get the same identity
        self._seen: dict[int, tuple[object, Json]] = {}

    def encode(self, value: object) -> Json:
        """Return the JSON of a value; raises Unstorable."""
        kind = type(value)
        if value is None or kind in (bool, int, str):
            return value
        if isinstance(value, tuple) and kind is tuple:
            return [TUPLE, *map(self.encode, value)]
        if isinstance(value, ExactFraction):
            return [FRACTION, value.numerator, value.denominator]
        if isinstance(value, frozenset):
            return [SET, *sorted(map(self.encode, value), key=text_of)]
        if isinstance(value, Mapping):
            return [
                MAP,
                *(self.encode(each) for pair in value.items() for each in pair),
            ]
        if kind in SHARED or kind is Source:
            return self._shared(value)
        return self._record(value)

    def _record(self, value: Any) -> Json:
        place = PLACES.get(type(value))
        if place is None:
            place = _geometry()[1].get(type(value))
        if place is None:
            raise Unstorable(f"no record of the registry: {type(value).__name__}")
        if isinstance(value, Enum):
            return [RECORDS + place, value.name]
        fields = (getattr(value, name) for name in value.__struct_fields__)
        return [RECORDS + place, *map(self.encode, fields)]

    def _shared(self, value: object) -> Json:
        known = self._seen.get(id(value))
        if known is not None:
            return known[1]
        if isinstance(value, Source):
            made = [SOURCE, len(self.sources)]
            self.sources.append(value)
        else:
            data = self._record(value)
            # by what is written: Number(1) == Number(Fraction(1)), but they differ
            number = self._numbers.setdefault(text_of(data), len(self.types))
            if number == len(self.types):
                self.types.append(data)
            made = [TYPE, number]
        self._seen[id(value)] = (value, made)
        return made


class Decoder:
    """Makes values of JSON; a type or a source is made when first named."""

    def __init__(self, types: list[Json], source: Callable[[int], Source]) -> None:
        """Begin; `types` is the table of an encoder, `source` gives one by number."""
        self._types = types
        self._made: dict[int, object] = {}
        self._source = source

    def decode(self, data: Json) -> Any:
        """Return the value; raises Damaged."""
        try:
            return self._value(data)
        except (TypeError, ValueError, IndexError, ZeroDivisionError) as error:
            raise Damaged(str(error)) from error

    def _value(self, data: Json) -> Any:
        if type(data) is not list:
            if data is None or type(data) in (bool, int, str):
                return data
            raise Damaged("no such value")
        tag = data[0]
        if tag > RECORDS - 1:
            place = tag - RECORDS
            later = place - len(_MAKE)
            make = _MAKE[place] if later < 0 else _geometry()[0][later]
            return make(*map(self._value, data[1:]))
        if tag == TYPE:
            return self._type(data[1])
        if tag == SOURCE:
            return self._source(data[1])
        inside = map(self._value, data[1:])
        if tag == TUPLE:
            return tuple(inside)
        if tag == MAP:
            return dict(zip(inside, inside, strict=True))
        if tag == SET:
            return frozenset(inside)
        if tag == FRACTION:
            above, below = inside
            return quotient(above, below)
        raise Damaged(f"no tag {tag}")

    def _type(self, number: int) -> object:
        found = self._made.get(number)
        if found is None:
            found = self._made[number] = self._value(self._types[number])
        return found

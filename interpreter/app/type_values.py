"""The values of a type, as far as they can be made up: all of them, or those to try.

What is compared by trying needs arguments: those of a procedure for two versions of a
ruleset, the answers to an open question, the keys of a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor

from msgspec import Struct

from interpreter.values.types import (
    Boolean,
    Entity,
    EnumerationPart,
    ListOf,
    Maybe,
    Number,
    Seat,
    Type,
    Value,
    enumeration_of,
)

FAR = 12  # whole numbers without a bound are tried so far from 0
WHOLE_RANGE = 300  # bounded numbers that are all tried

Ids = Mapping[str, tuple[str, ...]]
"""The ids of the entities of each kind."""


class TypeValues(Struct, frozen=True):
    """Values of a type by their texts, small ones first; whether these are all."""

    values: Mapping[str, Value]
    is_whole: bool


def type_values(kind: Type, ids: Ids) -> TypeValues | None:
    """Return values of a type to be tried; None where none can be made up."""
    if isinstance(kind, Maybe):
        inner = type_values(kind.item, ids)
        return inner and TypeValues({"none": None, **inner.values}, inner.is_whole)
    if isinstance(kind, Boolean):
        return TypeValues({"no": False, "yes": True}, True)
    if isinstance(kind, Entity | Seat):
        numbered = enumerate(ids.get(kind.kind, ()))
        return TypeValues({name: number for number, name in numbered}, True)
    if isinstance(kind, Number):
        return _numbers(kind)
    words = enumeration_of(kind)
    if words is not None:
        every = range(len(words.values))
        ranks = kind.ranks if isinstance(kind, EnumerationPart) else every
        return TypeValues({words.values[rank]: rank for rank in ranks}, True)
    if isinstance(kind, ListOf):
        items = type_values(kind.item, ids)
        singles = {} if items is None else items.values
        lists = {f"[{text}]": (value,) for text, value in singles.items()}
        return items and TypeValues({"[]": (), **lists}, False)
    return None


def _numbers(kind: Number) -> TypeValues:
    """Return whole numbers of a type, those near 0 first."""
    is_bounded = kind.low is not None and kind.high is not None
    low = -FAR if kind.low is None else ceil(kind.low)
    high = FAR if kind.high is None else floor(kind.high)
    if kind.high is None and kind.low is not None:
        high = low + 2 * FAR
    if kind.low is None and kind.high is not None:
        low = high - 2 * FAR
    is_whole = is_bounded and kind.whole and high - low < WHOLE_RANGE
    high = min(high, low + WHOLE_RANGE)
    step = int(kind.step or 1)
    fitting = [number for number in range(low, high + 1) if number % step == 0]
    fitting.sort(key=lambda number: (abs(number), -number))
    return TypeValues({str(number): number for number in fitting}, is_whole)

"""The values of a type, as far as they can be made up: all of them, or those to try.

What is compared by trying needs arguments: those of a procedure for two versions of a
ruleset, the answers to an open question, the keys of a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor

from msgspec import Struct

from interpreter.values.exact_numbers import exact
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
        names = {name: number for number, name in numbered}
        return TypeValues(names, kind.kind in ids)
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


def steps_between(
    low: Fraction | int, high: Fraction | int, step: Fraction | int | None
) -> tuple[int, int]:
    """Return how many steps from 0 the first and the last number are between bounds; no
    step is one of 1."""
    by = Fraction(step or 1)
    return ceil(low / by), floor(high / by)


def _numbers(kind: Number) -> TypeValues:
    """Return numbers of a type in its steps, those near 0 first."""
    low, high = kind.low, kind.high
    is_bounded = low is not None and high is not None
    if low is None:
        low = -FAR if high is None else high - 2 * FAR
    if high is None:
        high = FAR if kind.low is None else low + 2 * FAR
    first, last = steps_between(low, high, kind.step)
    is_whole = is_bounded and last - first < WHOLE_RANGE
    is_whole = is_whole and (kind.whole or kind.step is not None)
    near = min(max(first, 0), last)
    some = range(max(first, near - WHOLE_RANGE), min(last, near + WHOLE_RANGE) + 1)
    counts = sorted(some, key=lambda count: (abs(count), -count))[:WHOLE_RANGE]
    numbers = (exact(count * Fraction(kind.step or 1)) for count in counts)
    return TypeValues({str(number): number for number in numbers}, is_whole)

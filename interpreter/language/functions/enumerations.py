"""Values in an order."""

from interpreter.language.functions.function import Function, Mismatch
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    Number,
    Type,
    Unknown,
    enumeration_of,
    whole,
)


def _shift(kinds: tuple[Type, ...]) -> Type:
    found = enumeration_of(kinds[0])
    if found is None:
        if isinstance(kinds[0], Unknown):
            return kinds[0]
        raise Mismatch(0, "a value of an enumeration")
    if not isinstance(kinds[1], (Number, Unknown)):
        raise Mismatch(1, "a whole number")
    return found


def _last(kinds: tuple[Type, ...]) -> tuple[int, ...]:
    found = enumeration_of(kinds[0])
    return (len(found.values) - 1 if found else 0,)


def _rank(kinds: tuple[Type, ...]) -> Type:
    found = enumeration_of(kinds[0])
    if found is None and not isinstance(kinds[0], Unknown):
        raise Mismatch(0, "a value of an enumeration")
    return whole(1, len(found.values) if found else None)


def _around(kinds: tuple[Type, ...], index: int = 0) -> Type:
    found = enumeration_of(kinds[index])
    if found not in (CORNER, DIRECTION):
        if isinstance(kinds[index], Unknown):
            return kinds[index]
        raise Mismatch(index, "a corner or a direction")
    return found


def _rotated(kinds: tuple[Type, ...]) -> Type:
    by = kinds[1]
    if not isinstance(by, Unknown) and not (isinstance(by, Number) and by.whole):
        raise Mismatch(1, "a whole number")
    return _around(kinds)


def _sixths(kinds: tuple[Type, ...]) -> Type:
    if _around(kinds) != _around(kinds, 1):
        raise Mismatch(1, "the same as the first: two corners or two directions")
    return whole(0, 3)


ENUMERATIONS = (
    Function(
        "rotated",
        2,
        2,
        _rotated,
        lambda v, n: (v + n) % 6,
        "a corner or direction, n sixths clockwise of it",
    ),
    Function(
        "sixths",
        2,
        2,
        _sixths,
        lambda a, b: min((a - b) % 6, (b - a) % 6),
        "the sixths from one to the other, 0 to 3",
        like=0,
    ),
    Function(
        "shift",
        2,
        2,
        _shift,
        lambda v, n, last: min(max(v + n, 0), last),
        "the value n places further; stops at the ends",
        extra=_last,
    ),
    Function("rank", 1, 1, _rank, lambda v: v + 1, "its place in the order, from 1"),
)

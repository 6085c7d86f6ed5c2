"""Numbers and dice already thrown."""

from math import ceil, floor

from interpreter.expressions.functions.operators import Function, Mismatch, always
from interpreter.values.exact_numbers import Rational, quotient
from interpreter.values.faults import Fault
from interpreter.values.types import ListOf, Number, Type, Unknown, whole


def _numbers(kinds: tuple[Type, ...]) -> tuple[Number, ...]:
    for index, kind in enumerate(kinds):
        if not isinstance(kind, (Number, Unknown)):
            raise Mismatch(index, "a number")
    return tuple(each if isinstance(each, Number) else Number() for each in kinds)


def _rounded(kinds: tuple[Type, ...]) -> Type:
    (only,) = _numbers(kinds)
    low = None if only.low is None else floor(only.low)
    high = None if only.high is None else ceil(only.high)
    return whole(low, high)


def _absolute(kinds: tuple[Type, ...]) -> Type:
    (only,) = _numbers(kinds)
    return Number(0, None, only.whole)


def _remainder(kinds: tuple[Type, ...]) -> Type:
    one, by = _numbers(kinds)
    if not (one.whole and by.whole):
        raise Mismatch(0 if by.whole else 1, "a whole number")
    return whole(0, None if by.high is None else int(by.high) - 1)


def _dice_list(kinds: tuple[Type, ...]) -> tuple[Number, Number]:
    number, faces = kinds
    _numbers((number,))
    if not isinstance(faces, ListOf) or not isinstance(faces.item, Number):
        raise Mismatch(1, "a list of numbers")
    return Number(), faces.item


def _kept(kinds: tuple[Type, ...]) -> Type:
    return ListOf(_dice_list(kinds)[1])


def _matches(kinds: tuple[Type, ...]) -> Type:
    _dice_list((kinds[1], kinds[0]))
    return whole(0)


_HALF = quotient(1, 2)


def nearest(value: Rational) -> int:
    """Round to the nearest whole number, halves up."""
    half: int = floor(value + _HALF)
    return half


def toward_zero(value: Rational) -> int:
    """Cut what is after the whole number."""
    return int(floor(value) if value >= 0 else ceil(value))


def remainder(value: int, by: int) -> int:
    """Return what a division leaves, from 0."""
    if by == 0:
        raise Fault("R703", "division by zero")
    return value % by


NUMBERS = (
    Function("up", 1, 1, _rounded, ceil, "rounds up"),
    Function("down", 1, 1, _rounded, floor, "rounds down"),
    Function("nearest", 1, 1, _rounded, nearest, "rounds to the nearest, halves up"),
    Function(
        "nearest_even",
        1,
        1,
        _rounded,
        round,  # of a fraction as of a float, but exact
        "rounds to the nearest, halves to the even number",
    ),
    Function("toward_zero", 1, 1, _rounded, toward_zero, "rounds toward zero"),
    Function("abs", 1, 1, _absolute, abs, "the absolute value"),
    Function(
        "remainder",
        2,
        2,
        _remainder,
        remainder,
        "what a division leaves",
        fails=always,
    ),
    Function(
        "highest",
        2,
        2,
        _kept,
        lambda n, d: tuple(sorted(d)[::-1][: max(n, 0)]),
        "the n highest of a list",
    ),
    Function(
        "lowest",
        2,
        2,
        _kept,
        lambda n, d: tuple(sorted(d)[: max(n, 0)]),
        "the n lowest of a list",
    ),
    Function(
        "matches",
        2,
        2,
        _matches,
        lambda d, v: d.count(v),
        "how often the list contains the value",
    ),
)

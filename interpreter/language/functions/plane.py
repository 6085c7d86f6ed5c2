"""Points of a plane: a record whose first fields are the numbers `x` and `y`.

Everything is exact: lengths are compared by their squares, angles by the squares of
their cosines. So an angle is asked only against those of whole degrees whose squared
cosine is a fraction; by Niven's theorem there are no others.
"""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from interpreter.language.functions.function import Function, Mismatch
from interpreter.language.functions.operators import tidy
from interpreter.problems import LimitExceeded
from interpreter.values.faults import Fault
from interpreter.values.types import Number, Record, Truth, Type, Unknown

MOST_BITS = 1 << 12
"""Of a coordinate, above or below its fraction line."""

_COSINES: Mapping[int, Fraction] = MappingProxyType(
    {
        0: Fraction(1), 30: Fraction(3, 4), 45: Fraction(1, 2), 60: Fraction(1, 4),
        90: Fraction(0), 120: Fraction(-1, 4), 135: Fraction(-1, 2),
        150: Fraction(-3, 4), 180: Fraction(-1),
    }
)  # fmt: skip
"""Degrees -> the square of the cosine, with the cosine's own sign."""
_DEGREES = ", ".join(map(str, _COSINES))

Point = tuple[Any, ...]


def _points(kinds: tuple[Type, ...], number: int) -> None:
    for index, kind in enumerate(kinds[:number]):
        fields = kind.fields[:2] if isinstance(kind, Record) else ()
        named = tuple(name for name, _ in fields) == ("x", "y")
        numbers = all(isinstance(each, (Number, Unknown)) for _, each in fields)
        if not (named and numbers) and not isinstance(kind, Unknown):
            raise Mismatch(index, "a point: a record of the numbers x and y")


def _number(kinds: tuple[Type, ...], index: int) -> None:
    if not isinstance(kinds[index], (Number, Unknown)):
        raise Mismatch(index, "a number")


def _square(kinds: tuple[Type, ...]) -> Type:
    _points(kinds, 2)
    return Number(0)


def _reach(kinds: tuple[Type, ...]) -> Type:
    _points(kinds, 2)
    _number(kinds, 2)
    return Truth()


def _angle(kinds: tuple[Type, ...]) -> Type:
    _points(kinds, 3)
    _number(kinds, 3)
    given = kinds[3]
    fixed = given.low if isinstance(given, Number) and given.low == given.high else None
    if fixed is not None and fixed not in _COSINES:
        raise Mismatch(3, _DEGREES)
    return Truth()


def _way(a: Point, b: Point) -> tuple[Any, Any]:
    """Return how far b lies from a, along each axis."""
    for each in (*a[:2], *b[:2]):
        if max(each.numerator.bit_length(), each.denominator.bit_length()) > MOST_BITS:
            raise LimitExceeded("bits of a coordinate", MOST_BITS)
    return b[0] - a[0], b[1] - a[1]


def _along(one: tuple[Any, Any], other: tuple[Any, Any]) -> Any:
    return one[0] * other[0] + one[1] * other[1]


def squared(a: Point, b: Point) -> Any:
    """Return the square of the straight distance between two points."""
    way = _way(a, b)
    return tidy(_along(way, way))


def in_reach(a: Point, b: Point, reach: Any) -> bool:
    """Tell whether two points are at most so far apart."""
    way = _way(a, b)
    return bool(reach >= 0 and _along(way, way) <= reach * reach)


def parted(at: Point, a: Point, b: Point, degrees: Any) -> bool:
    """Tell whether the angle at a point between the lines to two others is so many
    degrees or more; where one of these is that point it is, for it lies in no way."""
    cosine = _COSINES.get(degrees)
    if cosine is None:
        raise Fault("R705", f"no angle is asked against {degrees} degrees: {_DEGREES}")
    one, other = _way(at, a), _way(at, b)
    whole = _along(one, one) * _along(other, other)
    along = _along(one, other)
    return bool(whole == 0 or along * abs(along) <= cosine * whole)


PLANE = (
    Function("squared", 2, 2, _square, squared, "the square of the distance"),
    Function("in_reach", 3, 3, _reach, in_reach, "whether b is at most n from a"),
    Function(
        "parted",
        4,
        4,
        _angle,
        parted,
        "whether the angle at p between a and b is n degrees or more",
    ),
)

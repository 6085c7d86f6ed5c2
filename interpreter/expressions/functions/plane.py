"""Points of a plane: a record whose first fields are the numbers `x` and `y`.

Everything is exact: lengths are compared by their squares, angles by the squares of
their cosines. So an angle is asked only against those of whole degrees whose squared
cosine is a fraction; by Niven's theorem there are no others.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.functions.operators import (
    Failing,
    Function,
    Mismatch,
    Typing,
    always,
    never,
    tidy,
)
from interpreter.values.conversions import fit
from interpreter.values.exact_numbers import Rational, quotient
from interpreter.values.faults import Fault
from interpreter.values.types import (
    INTEGER,
    Boolean,
    ListOf,
    Maybe,
    Number,
    Record,
    Type,
    Unknown,
    Value,
    whole,
)

MOST_BITS = 1 << 12
"""Of a coordinate, above or below its fraction line."""

_COSINES: Mapping[Rational, Fraction] = MappingProxyType(
    {
        0: Fraction(1),
        30: Fraction(3, 4),
        45: Fraction(1, 2),
        60: Fraction(1, 4),
        90: Fraction(0),
        120: Fraction(-1, 4),
        135: Fraction(-1, 2),
        150: Fraction(-3, 4),
        180: Fraction(-1),
    }
)
"""Degrees -> the square of the cosine, with the cosine's own sign."""
_DEGREES = ", ".join(map(str, _COSINES))

Point = tuple[Any, ...]
Way = tuple[Rational, Rational]


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
    return Boolean()


def _angle(kinds: tuple[Type, ...]) -> Type:
    _points(kinds, 3)
    _number(kinds, 3)
    given = kinds[3]
    fixed = given.low if isinstance(given, Number) and given.low == given.high else None
    if fixed is not None and fixed not in _COSINES:
        raise Mismatch(3, _DEGREES)
    return Boolean()


def _check_bits(*given: int) -> None:
    if max(map(int.bit_length, given)) > MOST_BITS:
        raise LimitExceeded("bits of a coordinate", MOST_BITS)


def _way(a: Point, b: Point) -> Way:
    """Return how far b lies from a, along each axis."""
    for each in (*a[:2], *b[:2]):
        _check_bits(each.numerator, each.denominator)
    return b[0] - a[0], b[1] - a[1]


def _along(one: Way, other: Way) -> Any:
    return one[0] * other[0] + one[1] * other[1]


def squared(a: Point, b: Point) -> Value:
    """Return the square of the straight distance between two points."""
    way = _way(a, b)
    return tidy(_along(way, way))


def in_reach(a: Point, b: Point, reach: Rational) -> bool:
    """Tell whether two points are at most so far apart."""
    a_x, a_y, b_x, b_y = a[0], a[1], b[0], b[1]
    a_over, a_up = a_x.denominator, a_y.denominator
    b_over, b_up = b_x.denominator, b_y.denominator
    x_from, x_to = a_x.numerator, b_x.numerator
    y_from, y_to = a_y.numerator, b_y.numerator
    _check_bits(x_from, x_to, y_from, y_to, a_over, a_up, b_over, b_up)
    # all in whole numbers: the way along each axis, times both denominators
    over, up = a_over * b_over, a_up * b_up
    x = (x_to * a_over - x_from * b_over) * up * reach.denominator
    y = (y_to * a_up - y_from * b_up) * over * reach.denominator
    far = over * up * reach.numerator
    return bool(far >= 0 and x * x + y * y <= far * far)


def parted(at: Point, a: Point, b: Point, degrees: Rational) -> bool:
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
    Function(
        "squared",
        2,
        2,
        _square,
        squared,
        "the square of the distance",
        fails=always,
    ),
    Function(
        "in_reach",
        3,
        3,
        _reach,
        in_reach,
        "whether b is at most n from a",
        fails=always,
    ),
    Function(
        "parted",
        4,
        4,
        _angle,
        parted,
        "whether the angle at p between a and b is n degrees or more",
        fails=always,
    ),
)


# Functions of the plane: what each takes and gives. `boards.plane.functions` answers,
# and is imported when first asked, so that nothing of geometry is where a pack has no
# plane. Every one can fail: a coordinate may be too large to be measured, a heading may
# lead nowhere, corners may be no area. A few names are functions of hexes too: which is
# meant, the first argument tells.

_NUMBER = Number()
_POINT = Record("", (("x", _NUMBER), ("y", _NUMBER)))
_TWELFTH = quotient(1, 12)
LATTICE = Number(step=_TWELFTH)
PLACE = Record("place", (("x", LATTICE), ("y", LATTICE)))
HEADING = Record("heading", (("x", INTEGER), ("y", INTEGER)))
AREA = Record("area", (("margin", Number(0)), ("corners", ListOf(_POINT))))

_LENGTH = Number(0, step=_TWELFTH)
_SHARE = Number(0, 1, step=quotient(1, 144))
_TURN = whole(0, 180)


def is_point(kind: Type) -> bool:
    """Tell whether a value is a point: a record that begins with numbers x and y."""
    if not isinstance(kind, Record) or kind.name == HEADING.name:
        return False
    fields = kind.fields[:2]
    named = tuple(name for name, _ in fields) == ("x", "y")
    return named and all(isinstance(each, (Number, Unknown)) for _, each in fields)


def _is_area(kind: Type) -> bool:
    return is_point(kind) or fit(kind, AREA) != "no"


def _is_list(kind: Type, fits: Callable[[Type], bool]) -> bool:
    if not isinstance(kind, ListOf):
        return False
    return isinstance(kind.item, Unknown) or fits(kind.item)


_TAKES: Mapping[str, tuple[Callable[[Type], bool], str]] = MappingProxyType(
    {
        "point": (is_point, "a point: a record of the numbers x and y"),
        "place": (lambda kind: fit(kind, PLACE) == "yes", "a place"),
        "heading": (lambda kind: fit(kind, HEADING) != "no", "a heading"),
        "number": (lambda kind: isinstance(kind, Number), "a number"),
        "degrees": (
            lambda kind: fit(kind, INTEGER) == "yes",
            "a whole number of degrees",
        ),
        "area": (_is_area, "an area or a point"),
        "areas": (lambda kind: _is_list(kind, _is_area), "a list of areas or points"),
        "path": (lambda kind: _is_list(kind, is_point), "a list of points"),
        "numbers": (
            lambda kind: _is_list(kind, lambda each: isinstance(each, Number)),
            "a list of numbers",
        ),
    }
)


def misfit(takes: str, kind: Type) -> str:
    """Return what is wanted where a type does not fit, or ""."""
    fits, says = _TAKES[takes]
    return "" if isinstance(kind, Unknown) or fits(kind) else says


def _typing(takes: tuple[str, ...], gives: Type) -> Typing:
    def typing(kinds: tuple[Type, ...]) -> Type:
        for index, (each, kind) in enumerate(zip(takes, kinds, strict=True)):
            if says := misfit(each, kind):
                raise Mismatch(index, says)
        return gives

    return typing


@cache
def _in_the_plane(name: str) -> Callable[..., Any]:
    """Return a function of the plane, which is imported when one is called first."""
    plane = import_module("interpreter.boards.plane.functions")
    answers: Callable[..., Any] = getattr(plane, name)
    return answers


COMPARISONS: Mapping[str, Callable[[], Callable[..., Any]]] = MappingProxyType(
    {
        name: partial(_in_the_plane, name)
        for name in ("sign_ahead", "sign_aside", "within_aside", "within_distance")
    }
)
"""What generated code calls where a pack compares lengths; no function of the
language."""


def _function(name: str, takes: str, gives: Type, says: str) -> Function:
    each = tuple(takes.split())
    typing = _typing(each, gives)

    later = partial(_in_the_plane, name)

    def asked(*given: Value) -> Value:
        return later()(*given)

    count = len(each)
    return Function(name, count, count, typing, asked, says, later=later, fails=always)


AREAS = (
    _function("distance", "point point", _LENGTH, "the distance of two points"),
    _function(
        "heading_to", "point point", Maybe(HEADING), "the heading from p to q, or none"
    ),
    _function(
        "angle", "heading heading", _TURN, "the angle between two headings in degrees"
    ),
    _function("turned", "heading degrees", HEADING, "the heading turned clockwise"),
    _function(
        "ahead",
        "point heading point",
        LATTICE,
        "how far q lies ahead; negative if behind",
    ),
    _function(
        "aside",
        "point heading point",
        LATTICE,
        "how far q lies to the right; negative if to the left",
    ),
    _function(
        "moved",
        "place heading number",
        PLACE,
        "the place nearest to n inches from p in direction h",
    ),
    _function("circle", "point number", AREA, "the disc of radius n around p"),
    _function(
        "box",
        "point heading number number",
        AREA,
        "a rectangle around p, aligned with h",
    ),
    _function(
        "cone",
        "point heading number number number",
        AREA,
        "a trapezoid from p that grows in width with each inch of length",
    ),
    _function(
        "swept",
        "point point number",
        AREA,
        "the area that a disc of that width covers on a straight path",
    ),
    _function(
        "clearance", "area area", _LENGTH, "the distance of two areas, edge to edge"
    ),
    _function("touches", "area area", Boolean(), "whether the gap is below 1/12"),
    _function(
        "overlaps", "area area", Boolean(), "whether they share more than their edges"
    ),
    _function("covers", "area area", Boolean(), "whether B lies wholly in A"),
    _function(
        "clear_line",
        "point point areas",
        Boolean(),
        "whether the line enters none of those areas",
    ),
    _function(
        "share_seen",
        "point area areas",
        _SHARE,
        "the share of A that is visible past the areas of L",
    ),
    _function("inside", "point point area", _LENGTH, "the length of the line inside A"),
    _function("length", "path", _LENGTH, "the length of a path"),
    _function("legs", "path", ListOf(_LENGTH), "the length of each straight segment"),
    _function("bends", "path", ListOf(_TURN), "the degrees of each turn"),
    _function(
        "run_to",
        "point point number area",
        Maybe(_LENGTH),
        "how far a disc of that width goes before it overlaps A, or none",
    ),
    _function(
        "linked",
        "area areas numbers",
        ListOf(AREA),
        "the areas that are connected with A by gaps within the reach of both",
    ),
    _function(
        "file_ahead",
        "area heading areas",
        ListOf(AREA),
        "the areas straight ahead, each touching the one before it",
    ),
)


class TableFunction(Struct, frozen=True):
    """A function of what lies on the table of a scenario, which answers.

    `takes` are as for functions of the plane, or `ground`; `gives` is None for a
    ground. `fails` as of a `Function`; its types begin with that of the board.
    """

    name: str
    takes: tuple[str, ...]
    gives: Type | None
    says: str
    fails: Failing = always


TABLE = (
    TableFunction(
        "on_table", ("area",), Boolean(), "whether it lies wholly on the table"
    ),
    TableFunction(
        "areas", ("ground",), ListOf(AREA), "the areas of a ground", fails=never
    ),
    TableFunction("ground_at", ("point",), None, "the ground of a point"),
    TableFunction(
        "level_at", ("point",), INTEGER, "the level of the area that contains a point"
    ),
    TableFunction(
        "over", ("path", "ground"), _LENGTH, "how much of a path runs over a ground"
    ),
    TableFunction("climbed", ("path",), whole(0), "the levels that a path rises"),
)

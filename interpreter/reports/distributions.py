"""Laws and estimates as lines: the order of values, shares as text, bars, bands."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import floor, isqrt, log10, sqrt
from operator import itemgetter
from typing import Any, cast

from interpreter.reports.text_layout import columns, width
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.values.types import (
    EnumerationPart,
    MapOf,
    Maybe,
    Number,
    Record,
    Type,
    Value,
    enumeration_of,
    maybe,
)

# How numbers are spread, where they are too many to be told one by one.

MOST_TOLD = 100  # outcomes that are told one by one
BANDS = 28  # the most between the two tails
TAIL = Fraction(1, 2000)  # how much of all may be in each tail
MIDDLES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
LONG = 24  # outcomes from which those that hardly come share a line
RARE = Fraction(1, 10_000)  # how much of all may be in such a line
READABLE = 10**15  # from here on nobody counts the digits

Real = int | float | Fraction
WeightedNumbers = Sequence[tuple[Fraction, int]]
"""Numbers, the least first, each with how often it comes."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Numbers from `low` to `high`, both inside (None: all that are beyond)."""

    low: Fraction | None
    high: Fraction | None
    weight: int
    open: bool = False  # `high` itself is outside: there are fractions


def bands(law: WeightedNumbers) -> list[NumberRange]:
    """Return bands of one width over nearly all, and a tail at each end."""
    whole = sum(weight for _, weight in law)
    low, high = _at(law, TAIL * whole), _at(law, whole - TAIL * whole)
    fractions = any(value.denominator != 1 for value, _ in law)
    step = _width((high - low) / BANDS, fractions)
    first, count = floor(low / step), floor(high / step) - floor(low / step) + 1
    weights = [0] * (count + 2)
    for value, weight in law:
        place = min(max(floor(value / step) - first, -1), count)
        weights[place + 1] += weight
    edge, inside = first * step, 0 if fractions else 1
    found = [
        NumberRange(start, start + step - inside, weight, fractions)
        for start, weight in zip(
            (edge + at * step for at in range(count)), weights[1:-1], strict=True
        )
    ]
    end = edge + count * step
    below = (
        [NumberRange(None, edge - inside, weights[0], fractions)] if weights[0] else []
    )
    above = [NumberRange(end, None, weights[-1])] if weights[-1] else []
    return [*below, *found, *above]


def tailed(law: WeightedNumbers) -> list[NumberRange]:
    """Return a band for each number; of many, those at an end that are together less
    than RARE of all are one."""
    found = [NumberRange(value, value, weight) for value, weight in law]
    if len(law) <= LONG:
        return found
    low, high = _rare(law), len(law) - _rare(law[::-1])
    below, above = (sum(weight for _, weight in e) for e in (law[:low], law[high:]))
    first = [NumberRange(None, law[low - 1][0], below)] if low else []
    last = [NumberRange(law[high][0], None, above)] if high < len(law) else []
    return [*first, *found[low:high], *last]


def middles(law: WeightedNumbers) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Yield how much of all lies from where to where, in the middle."""
    whole = sum(weight for _, weight in law)
    for share in MIDDLES:
        tail = (1 - share) / 2 * whole
        yield share, _at(law, tail), _at(law, whole - tail)


def deviation(law: WeightedNumbers) -> Real:
    """Return the standard deviation."""
    whole = sum(weight for _, weight in law)
    mean = sum((v * w for v, w in law), Fraction(0)) / whole
    squares = sum((v * v * w for v, w in law), Fraction(0)) / whole
    square = squares - mean * mean
    # what is too large for a float has no digits after the point that matter
    return sqrt(square) if square < READABLE else isqrt(int(square))


def law_of(weights: Iterable[tuple[object, int]]) -> list[tuple[Fraction, int]] | None:
    """Return numbers that are too many to be told one by one; None of all else."""
    found = numbers_of(weights)
    return found if found is not None and len(found) > MOST_TOLD else None


def numbers_of(
    weights: Iterable[tuple[object, int]],
) -> list[tuple[Fraction, int]] | None:
    """Return numbers as a law; None of all else."""
    found = []
    for value, weight in weights:
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            return None
        found.append((Fraction(value), weight))
    return found


def figure(value: Real) -> str:
    """Return a number on four digits, or on all before the point."""
    size = abs(Fraction(value))
    if size < READABLE:
        return f"{float(value):.4g}" if size < 1000 else f"{float(value):.1f}"
    return f"{'-' if value < 0 else ''}{_power(int(size))}"


def counted(number: int) -> str:
    """Return a count with commas, or about so many where nobody could read it."""
    return f"{number:,}" if number < READABLE else f"about {_power(number)}"


def _power(number: int) -> str:
    """Return a number above 0 as 1.234e56, however many digits it has."""
    power = log10(number)
    return f"{10 ** (power - floor(power)):.3f}e{floor(power)}"


def _at(law: WeightedNumbers, weight: Fraction) -> Fraction:
    """Return the least number up to which so much of all lies."""
    found = 0
    for value, each in law:
        found += each
        if found >= weight:
            return value
    return law[-1][0]


def _rare(law: WeightedNumbers) -> int:
    """Return how many of the first are together less than RARE; one alone is none."""
    most, found = RARE * sum(weight for _, weight in law), 0
    for count, (_, weight) in enumerate(law):
        found += weight
        if found >= most:
            return count if count > 1 else 0
    return 0


def _width(least: Fraction, fractions: bool) -> Fraction:
    """Return the least of 1, 2, 5, 10, 20, 50 ... that is not below; of whole numbers
    1 or more."""
    if least <= 0 or (not fractions and least <= 1):
        return Fraction(1)
    power = floor(log10(least.numerator) - log10(least.denominator))
    unit = Fraction(10) ** power
    return next(n * unit for n in (1, 2, 5, 10, 20) if n * unit >= least)


BAR = 24  # cells of the longest bar
LEAST_BAR = 8  # a shorter one shows nothing
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def every_value(kind: Type) -> tuple[Value, ...]:
    """Return all values of a type of few named values, in order; else nothing."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is None:
        return ()
    return (
        inner.ranks
        if isinstance(inner, EnumerationPart)
        else tuple(range(len(words.values)))
    )


def value_order(values: Sequence[Value]) -> tuple[Value, ...]:
    """Return values in the order in which outcomes are shown."""
    return tuple(sorted(values, key=key_of))


def key_of(value: Value) -> tuple[object, ...]:
    """Return what values are sorted by: numbers by size, then the rest, none last."""
    if value is None:
        return (2,)
    if isinstance(value, (int, Fraction)):
        return (0, value)
    if isinstance(value, tuple):
        return (1, 0, len(value), tuple(key_of(each) for each in value))
    return (1, 1, str(value))


def percent(share: Fraction) -> str:
    """Return a share as percent; what is neither 0 nor 100 is not rounded to it."""
    if 0 < share < Fraction(1, 20000):
        return "<0.01%"
    if Fraction(19999, 20000) < share < 1:
        return ">99.99%"
    return f"{float(share * 100):.2f}%"


def bar(share: Fraction, cells: int = BAR, plain: bool = False) -> str:
    """Return a bar for a share of the longest; `plain` draws it in ASCII."""
    if plain:
        return "#" * max(round(share * cells), int(share > 0))
    eighths = max(round(share * cells * 8), int(share > 0))
    full, rest = divmod(eighths, 8)
    return ("█" * full + _EIGHTHS[rest]).rstrip()


def cumulated(kind: Type) -> bool:
    """Return whether "at least" is meaningful: for numbers and declared enumerations,
    not for values that are listed in place."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is None:
        return isinstance(inner, Number)
    return bool(words.name) and words.ordered


def at_least(shares: Sequence[Fraction | None]) -> list[str]:
    """Return for each share, in order, how much is at or above it; "" for None."""
    said: list[str] = []
    above = Fraction(0)
    for each in reversed(shares):
        above += each or 0
        said.append("" if each is None else percent(above))
    return said[::-1]


def bars(weights: Sequence[int], taken: int, cells: int, plain: bool) -> list[str]:
    """Return a bar for each weight, as long as a line has room behind what is taken."""
    longest = max(weights, default=0) or 1
    room = min(BAR, cells - taken - 4)
    if room < LEAST_BAR:
        return ["" for _ in weights]
    return [bar(Fraction(each, longest), room, plain) for each in weights]


def band_text(band: NumberRange, kind: Type, names: ValueNames) -> str:
    """Return the numbers of a band: `..9`, `10..19`, `20+`; `<` before an open end."""
    low = "" if band.low is None else to_text(band.low, kind, names)
    high = "" if band.high is None else to_text(band.high, kind, names)
    if not high or low == high:
        return low if high else f"{low}+"
    if band.open:
        return f"{low} to <{high}" if low else f"<{high}"
    return f"{low}..{high}"


def spread_lines(
    many: WeightedNumbers,
    kind: Type,
    names: ValueNames,
    left_over: Fraction = Fraction(0),
    each: str = "--json",
) -> list[str]:
    """Return the lines below bands: how many from where to where, the middle, and what
    has `each` of them."""

    def said(value: Fraction) -> str:
        return to_text(value, kind, names)

    lines = []
    if not left_over:
        middle = [
            f"{float(share):.0%} in {said(low)}..{said(high)}"
            for share, low, high in middles(many)
        ]
        lines = [
            f"  standard deviation {figure(deviation(many))}",
            f"  in the middle {', '.join(middle)}",
        ]
    ends = f"from {said(many[0][0])} to {said(many[-1][0])}"
    return [
        *lines,
        f"  {len(many):,} outcomes {ends}, here in bands; {each} has each",
    ]


def taken(rows: Sequence[Sequence[str]]) -> int:
    """Return how wide a table is, with the blanks between its columns."""
    return max(map(width, columns(rows, heading=False)), default=0)


# Results taken apart: a record field by field, a map key by key.

ResultPart = tuple[str, Type, Mapping[Value, int]]
"""What it is called ("" for a whole), its type, and how much each value of it weighs,
whatever came with it."""

Pairs = tuple[tuple[Value, Value], ...]


def parted(
    kind: Type, weights: Mapping[Value, int], names: ValueNames
) -> list[ResultPart]:
    """Return results as they are told: a record field by field and a map key by key,
    each under its name with its own weights; all else is one part without a name."""
    inner: list[ResultPart] = []
    if isinstance(kind, Record):
        for at, (name, of) in enumerate(kind.fields):
            inner.append((spaced(name), of, _marginal(weights, itemgetter(at))))
    elif isinstance(kind, MapOf):
        every = {key for value in weights for key, _ in cast(Pairs, value)}
        for key in value_order(list(every)):
            found = _marginal(weights, partial(_held, key))
            of = kind.value if None not in found else maybe(kind.value)
            inner.append((to_text(key, kind.key, names), of, found))
    else:
        return [("", kind, weights)]
    return [
        (f"{name}: {deeper}" if deeper else name, below, weighed)
        for name, of, found in inner
        for deeper, below, weighed in parted(of, found, names)
    ]


def _held(key: Value, value: Value) -> Value:
    """Return what a map has for a key; None where it has nothing."""
    return dict(cast(Pairs, value)).get(key)


def _marginal(
    weights: Mapping[Value, int], part: Callable[[Any], Value]
) -> Counter[Value]:
    """Return how much each value of a part weighs, whatever came with it."""
    found: Counter[Value] = Counter()
    for value, weight in weights.items():
        found[part(value)] += weight
    return found

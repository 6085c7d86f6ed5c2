"""Distributions and estimates as lines of text: order of values, percents, bars, bands.

Numbers with more than MOST_LISTED different values are shown as about BANDS bands of
equal width, 1, 2 or 5 times a power of ten, with one open band at each end for the
outermost TAIL. The distribution of a record or a map is shown as the marginal
distribution of each field or key.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import floor, isqrt, log10, sqrt
from operator import itemgetter
from typing import Any, cast

from msgspec import Struct

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

MOST_LISTED = 100  # numbers that are listed one by one
BANDS = 28  # the most between the two tails
TAIL = Fraction(1, 2000)  # probability of each tail
MIDDLES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
LONG = 24  # more numbers: rare ones at the ends share a line
RARE = Fraction(1, 10_000)  # probability of such a line
READABLE = 10**15  # larger numbers are printed as powers of ten

Real = int | float | Fraction
WeightedNumbers = Sequence[tuple[Fraction, int]]
"""Numbers in ascending order, each with its weight."""


class NumberRange(Struct, frozen=True):
    """Numbers from `low` to `high`, both included (None: unbounded)."""

    low: Fraction | None
    high: Fraction | None
    weight: int
    open: bool = False  # `high` is excluded, since there are fractions


def bands(numbers: WeightedNumbers) -> list[NumberRange]:
    """Return bands of equal width over all but the tails, and an open band at each
    end."""
    whole = sum(weight for _, weight in numbers)
    low, high = _at(numbers, TAIL * whole), _at(numbers, whole - TAIL * whole)
    fractions = any(value.denominator != 1 for value, _ in numbers)
    step = _width((high - low) / BANDS, fractions)
    first, count = floor(low / step), floor(high / step) - floor(low / step) + 1
    weights = [0] * (count + 2)
    for value, weight in numbers:
        place = min(max(floor(value / step) - first, -1), count)
        weights[place + 1] += weight
    edge, inside = first * step, 0 if fractions else 1
    inner = [
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
    return [*below, *inner, *above]


def tailed(numbers: WeightedNumbers) -> list[NumberRange]:
    """Return a range for each number; of more than LONG, rare ones at an end are
    joined."""
    ranges = [NumberRange(value, value, weight) for value, weight in numbers]
    if len(numbers) <= LONG:
        return ranges
    low, high = _rare(numbers), len(numbers) - _rare(numbers[::-1])
    below, above = (
        sum(weight for _, weight in e) for e in (numbers[:low], numbers[high:])
    )
    first = [NumberRange(None, numbers[low - 1][0], below)] if low else []
    last = [NumberRange(numbers[high][0], None, above)] if high < len(numbers) else []
    return [*first, *ranges[low:high], *last]


def middles(numbers: WeightedNumbers) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Yield (probability, low, high) of the central intervals of MIDDLES."""
    whole = sum(weight for _, weight in numbers)
    for probability in MIDDLES:
        tail = (1 - probability) / 2 * whole
        yield probability, _at(numbers, tail), _at(numbers, whole - tail)


def deviation(numbers: WeightedNumbers) -> Real:
    """Return the standard deviation."""
    whole = sum(weight for _, weight in numbers)
    mean = sum((v * w for v, w in numbers), Fraction(0)) / whole
    squares = sum((v * v * w for v, w in numbers), Fraction(0)) / whole
    square = squares - mean * mean
    # what is too large for a float has no digits after the point that matter
    return sqrt(square) if square < READABLE else isqrt(int(square))


def many_numbers(
    weights: Iterable[tuple[object, int]],
) -> list[tuple[Fraction, int]] | None:
    """Return numbers with their weights if more than MOST_LISTED; else None."""
    numbers = numbers_of(weights)
    return numbers if numbers is not None and len(numbers) > MOST_LISTED else None


def numbers_of(
    weights: Iterable[tuple[object, int]],
) -> list[tuple[Fraction, int]] | None:
    """Return the values with their weights if all are numbers; else None."""
    numbers = []
    for value, weight in weights:
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            return None
        numbers.append((Fraction(value), weight))
    return numbers


def figure(value: Real) -> str:
    """Return a number with four significant digits, or with all before the point."""
    size = abs(Fraction(value))
    if size < READABLE:
        return f"{float(value):.4g}" if size < 1000 else f"{float(value):.1f}"
    return f"{'-' if value < 0 else ''}{_power(int(size))}"


def counted(number: int) -> str:
    """Return a count with commas; one from READABLE on as a power of ten."""
    return f"{number:,}" if number < READABLE else f"about {_power(number)}"


def _power(number: int) -> str:
    """Return a positive number as `1.234e56`."""
    power = log10(number)
    return f"{10 ** (power - floor(power)):.3f}e{floor(power)}"


def _at(numbers: WeightedNumbers, weight: Fraction) -> Fraction:
    """Return the quantile: the least number up to which the weights sum to `weight`."""
    total = 0
    for value, weight_of_value in numbers:
        total += weight_of_value
        if total >= weight:
            return value
    return numbers[-1][0]


def _rare(numbers: WeightedNumbers) -> int:
    """Return how many of the first numbers weigh together less than RARE of all; 0 if
    it is only one, since joining it saves nothing."""
    limit, total = RARE * sum(weight for _, weight in numbers), 0
    for count, (_, weight) in enumerate(numbers):
        total += weight
        if total >= limit:
            return count if count > 1 else 0
    return 0


def _width(least: Fraction, fractions: bool) -> Fraction:
    """Return the least of 1, 2, 5, 10, 20, 50 ... that is not less than `least`; 1 or
    more unless there are fractions."""
    if least <= 0 or (not fractions and least <= 1):
        return Fraction(1)
    power = floor(log10(least.numerator) - log10(least.denominator))
    unit = Fraction(10) ** power
    return next(n * unit for n in (1, 2, 5, 10, 20) if n * unit >= least)


BAR = 24  # cells of the longest bar
LEAST_BAR = 8  # a shorter one shows nothing
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def every_value(kind: Type) -> tuple[Value, ...]:
    """Return all values of an enumeration in order; () for any other type."""
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
    """Return values in display order."""
    return tuple(sorted(values, key=key_of))


def key_of(value: Value) -> tuple[object, ...]:
    """Return the sort key of a value: numbers by size, then other values, none last."""
    if value is None:
        return (2,)
    if isinstance(value, (int, Fraction)):
        return (0, value)
    if isinstance(value, tuple):
        return (1, 0, len(value), tuple(key_of(element) for element in value))
    return (1, 1, str(value))


def percent(probability: Fraction) -> str:
    """Return a probability as percent; one that is not 0 or 1 is never rounded to
    it."""
    if 0 < probability < Fraction(1, 20000):
        return "<0.01%"
    if Fraction(19999, 20000) < probability < 1:
        return ">99.99%"
    return f"{float(probability * 100):.2f}%"


def bar(fraction: Fraction, cells: int = BAR, plain: bool = False) -> str:
    """Return a bar for a fraction of the longest; `plain` draws it in ASCII."""
    if plain:
        return "#" * max(round(fraction * cells), int(fraction > 0))
    eighths = max(round(fraction * cells * 8), int(fraction > 0))
    full, remainder = divmod(eighths, 8)
    return ("█" * full + _EIGHTHS[remainder]).rstrip()


def cumulated(kind: Type) -> bool:
    """Return whether "at least" has a meaning: for numbers and declared enumerations,
    not for values listed in place."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is None:
        return isinstance(inner, Number)
    return bool(words.name) and words.ordered


def at_least(shares: Sequence[Fraction | None]) -> list[str]:
    """Return the cumulated percent from each row to the last; "" for None."""
    percents: list[str] = []
    above = Fraction(0)
    for probability in reversed(shares):
        above += probability or 0
        percents.append("" if probability is None else percent(above))
    return percents[::-1]


def bars(weights: Sequence[int], taken: int, cells: int, plain: bool) -> list[str]:
    """Return a bar for each weight, scaled to the room that `taken` cells leave."""
    longest = max(weights, default=0) or 1
    room = min(BAR, cells - taken - 4)
    if room < LEAST_BAR:
        return ["" for _ in weights]
    return [bar(Fraction(weight, longest), room, plain) for weight in weights]


def band_text(band: NumberRange, kind: Type, names: ValueNames) -> str:
    """Return the numbers of a band: `..9`, `10..19`, `20+`; `<` before an excluded
    end."""
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
    option: str = "--json",
) -> list[str]:
    """Return the lines below bands: standard deviation, central intervals, range.

    `option` is the one that lists each outcome.
    """

    def text(value: Fraction) -> str:
        return to_text(value, kind, names)

    lines = []
    if not left_over:
        middle = [
            f"{float(probability):.0%} in {text(low)}..{text(high)}"
            for probability, low, high in middles(many)
        ]
        lines = [
            f"  standard deviation {figure(deviation(many))}",
            f"  in the middle {', '.join(middle)}",
        ]
    ends = f"from {text(many[0][0])} to {text(many[-1][0])}"
    return [
        *lines,
        f"  {len(many):,} outcomes {ends}, here in bands; {option} has each",
    ]


def taken(rows: Sequence[Sequence[str]]) -> int:
    """Return the width of a table in cells, with the blanks between its columns."""
    return max(map(width, columns(rows, heading=False)), default=0)


ResultPart = tuple[str, Type, Mapping[Value, int]]
"""A part of a result: its name ("" for a whole result), its type, its marginal
weights."""

Pairs = tuple[tuple[Value, Value], ...]


def parted(
    kind: Type, weights: Mapping[Value, int], names: ValueNames
) -> list[ResultPart]:
    """Return the parts of results with their marginal weights: of a record its fields,
    of a map its keys, recursively; of anything else the whole."""
    inner: list[ResultPart] = []
    if isinstance(kind, Record):
        for at, (name, of) in enumerate(kind.fields):
            inner.append((spaced(name), of, _marginal(weights, itemgetter(at))))
    elif isinstance(kind, MapOf):
        every = {key for value in weights for key, _ in cast(Pairs, value)}
        for key in value_order(list(every)):
            marginal = _marginal(weights, partial(_held, key))
            of = kind.value if None not in marginal else maybe(kind.value)
            inner.append((to_text(key, kind.key, names), of, marginal))
    else:
        return [("", kind, weights)]
    return [
        (f"{name}: {deeper}" if deeper else name, below, weighed)
        for name, of, marginal in inner
        for deeper, below, weighed in parted(of, marginal, names)
    ]


def _held(key: Value, value: Value) -> Value:
    """Return the value of a map for a key; None if it has none."""
    return dict(cast(Pairs, value)).get(key)


def _marginal(
    weights: Mapping[Value, int], part: Callable[[Any], Value]
) -> Counter[Value]:
    """Return the marginal weights of a part of the values."""
    marginal: Counter[Value] = Counter()
    for value, weight in weights.items():
        marginal[part(value)] += weight
    return marginal

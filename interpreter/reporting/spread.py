"""How numbers are spread, where they are too many to be told one by one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt, log10, sqrt

MOST_TOLD = 100  # outcomes that are told one by one
BANDS = 28  # the most between the two tails
TAIL = Fraction(1, 2000)  # how much of all may lie in each tail
MIDDLES = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
LONG = 24  # outcomes from which those that hardly come share a line
RARE = Fraction(1, 10_000)  # how much of all may lie in such a line
READABLE = 10**15  # from here on nobody counts the digits

Real = int | float | Fraction
Weighted = Sequence[tuple[Fraction, int]]
"""Numbers, the least first, each with how often it comes."""


@dataclass(frozen=True, slots=True)
class Band:
    """Numbers from `low` to `high`, both inside (None: all that are beyond)."""

    low: Fraction | None
    high: Fraction | None
    weight: int
    open: bool = False  # `high` itself is outside: there are fractions


def bands(law: Weighted) -> list[Band]:
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
        Band(start, start + step - inside, weight, fractions)
        for start, weight in zip(
            (edge + at * step for at in range(count)), weights[1:-1], strict=True
        )
    ]
    end = edge + count * step
    below = [Band(None, edge - inside, weights[0], fractions)] if weights[0] else []
    above = [Band(end, None, weights[-1])] if weights[-1] else []
    return [*below, *found, *above]


def tailed(law: Weighted) -> list[Band]:
    """Return a band for each number; of many, those at an end that are together less
    than RARE of all are one."""
    found = [Band(value, value, weight) for value, weight in law]
    if len(law) <= LONG:
        return found
    low, high = _rare(law), len(law) - _rare(law[::-1])
    below, above = (sum(weight for _, weight in e) for e in (law[:low], law[high:]))
    first = [Band(None, law[low - 1][0], below)] if low else []
    last = [Band(law[high][0], None, above)] if high < len(law) else []
    return [*first, *found[low:high], *last]


def middles(law: Weighted) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Yield how much of all lies from where to where, in the middle."""
    whole = sum(weight for _, weight in law)
    for share in MIDDLES:
        tail = (1 - share) / 2 * whole
        yield share, _at(law, tail), _at(law, whole - tail)


def deviation(law: Weighted) -> Real:
    """Return the standard deviation."""
    whole = sum(weight for _, weight in law)
    mean = sum((v * w for v, w in law), Fraction(0)) / whole
    squares = sum((v * v * w for v, w in law), Fraction(0)) / whole
    square = squares - mean * mean
    # what is too large for a float has no digits behind the point that matter
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


def _at(law: Weighted, weight: Fraction) -> Fraction:
    """Return the least number up to which so much of all lies."""
    found = 0
    for value, each in law:
        found += each
        if found >= weight:
            return value
    return law[-1][0]


def _rare(law: Weighted) -> int:
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

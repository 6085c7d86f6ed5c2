"""Exact distributions of dice pools, with integer weights.

A distribution maps each value to its weight; the denominator is the sum of the weights,
which is the number of faces to the power of the number of dice. Faces that contribute
the same value form one group. The method follows from the groups, cheapest first:

- one group: a single value; two groups: binomial;
- sums: the weights of a die are packed into one big integer, a field of fixed width for
  each total, and its power is the distribution (several sums share it in mixed radix);
- the kept highest: faces from the top down; a state is how many are kept already, with
  the distribution of their sum packed, and ends with a tail of a binomial;
- anything else: one die at a time, merging equal states.

Packing pays because the power of an integer runs in C: 40d6 is 78 times faster than
with dicts.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product, repeat
from math import comb, gcd, lcm, prod
from operator import add, mul
from typing import Any, TypeVar

from interpreter.diagnostics import LimitExceeded
from interpreter.values.types import Value

V = TypeVar("V", bound=Hashable)
PoolDistribution = dict[V, int]

MOST_DICE = 10_000
INSTEAD = "fewer dice can be worked out; 'umpire simulate' estimates the rest"
MAX_STATES = 1_000_000
_MOST_BITS = 1 << 24  # of a packed distribution: a second or two for its power
_MOST_WORK = 1 << 34  # bits times products, for the kept highest: the same
_MOST_JOINS = 1 << 21  # of a state with a face: the same
_MOST_WAYS = 1 << 28  # bits of all weights of a binomial
MOST_SIDES = 100_000
"""Of a die whose faces are looked at one by one."""
_JOINS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "min": min,
    "max": max,
    "any": max,
    "all": min,
}
_NEUTRAL: Mapping[str, Any] = {"+": 0, "any": False, "all": True}
_Groups = tuple[tuple[tuple[Any, ...], int], ...]


def pool(
    contributions: tuple[tuple[Hashable, ...], ...],
    operators: tuple[str, ...],
    number: int,
) -> dict[tuple[Value, ...], int]:
    """Return the distribution of k readings of `number` equal, fair dice.

    `contributions[face]` holds what each of the k readings gets from that face, and
    `operators[i]` (`+ min max any all`) how reading i joins the dice; the contributions
    to `any` and `all` are yes or no, to `+` integers or Fractions. The weights sum to
    `len(contributions) ** number`. No dice: 0, no (any), yes (all); min and max of
    nothing are a ValueError. Too many dice or states are LimitExceeded.
    """
    _allow(number, len(contributions))
    if not number:
        if "min" in operators or "max" in operators:
            raise ValueError("the least or greatest of no dice")
        return {tuple([_NEUTRAL[each] for each in operators]): 1}
    grouped: dict[tuple[Any, ...], int] = {}
    for each in contributions:
        grouped[each] = grouped.get(each, 0) + 1
    if len(grouped) <= 2:
        return _binomial(tuple(grouped.items()), operators, number)
    if all(each == "+" for each in operators):
        kinds = {type(value) for given in grouped for value in given}
        if kinds == {int}:
            return dict(_sums(tuple(grouped.items()), number))
        return _scaled_sums(grouped, number)
    return _die_by_die(tuple(grouped.items()), operators, number)


def ordered(number: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Return all ordered faces of a pool, each as likely, the first die slowest.

    More than 1,000,000 are LimitExceeded, at once and not when they are read.
    """
    _allow(number, sides)
    if sides**number > MAX_STATES:
        raise LimitExceeded("ordered faces of a pool", MAX_STATES, INSTEAD)
    return product(range(1, sides + 1), repeat=number)


def span_of(sides: int) -> range:
    """Return the faces of a die, which are looked at one by one."""
    if sides > MOST_SIDES:
        raise LimitExceeded("sides of a die that is worked out", MOST_SIDES, INSTEAD)
    return range(1, sides + 1)


def keep(number: int, sides: int, kept: int, highest: bool) -> dict[int, int]:
    """Return the distribution of the sum of the `kept` highest (or lowest) faces.

    The weights sum to `sides ** number`; more kept than thrown is a ValueError.
    """
    _allow(number, sides)
    if not 0 <= kept <= number:
        raise ValueError(f"cannot keep {kept} of {number} dice")
    distribution = _kept(number, sides, kept)
    if highest:
        return dict(distribution)
    turned = kept * (sides + 1)  # upside down, the lowest faces are the highest
    return {turned - total: ways for total, ways in reversed(distribution)}


def _allow(number: int, faces: int) -> None:
    if number > MOST_DICE:
        raise LimitExceeded("dice in a pool", MOST_DICE)
    if number < 0 or faces < 1:
        raise ValueError(f"no pool has {number} dice of {faces} faces")


def _binomial(
    groups: _Groups, operators: tuple[str, ...], number: int
) -> dict[tuple[Value, ...], int]:
    """Return the distribution of dice whose faces have at most two values."""
    distribution: dict[tuple[Any, ...], int] = {}
    if len(groups) == 1:
        ((given, weight),) = groups
        joined = [
            number * value if each == "+" else value
            for each, value in zip(operators, given, strict=True)
        ]
        return {tuple(joined): weight**number}
    (one, weight), (other, rest) = groups
    if number * number * (weight + rest).bit_length() > _MOST_WAYS:
        raise LimitExceeded("bits of the weights of a pool", _MOST_WAYS, INSTEAD)
    columns = [
        [k * a + (number - k) * b for k in range(number + 1)]
        if each == "+"
        else [b, *[_JOINS[each](a, b)] * (number - 1), a]
        for each, a, b in zip(operators, one, other, strict=True)
    ]
    ones = list(accumulate(repeat(weight, number), mul, initial=1))
    rests = list(accumulate(repeat(rest, number), mul, initial=1))
    chosen = 1
    for k, key in enumerate(zip(*columns, strict=True)):
        distribution[key] = (
            distribution.get(key, 0) + chosen * ones[k] * rests[number - k]
        )
        chosen = chosen * (number - k) // (k + 1)
    return distribution


def _scaled_sums(
    grouped: dict[tuple[Any, ...], int], number: int
) -> dict[tuple[Value, ...], int]:
    """Return the distribution of sums of Fractions, scaled to integers by their lcm."""
    columns = zip(*grouped, strict=True)
    scales = [lcm(*[Fraction(v).denominator for v in column]) for column in columns]
    whole = tuple(
        (tuple([int(v * s) for v, s in zip(given, scales, strict=True)]), weight)
        for given, weight in grouped.items()
    )
    return {
        tuple([Fraction(v, s) for v, s in zip(key, scales, strict=True)]): ways
        for key, ways in _sums(whole, number)
    }


@lru_cache(maxsize=64)
def _sums(groups: _Groups, number: int) -> _Groups:
    """Return the distribution of k sums of integers as a power of one integer."""
    ranges = []
    for column in zip(*[given for given, _ in groups], strict=True):
        low, high = min(column), max(column)
        step = gcd(*[value - low for value in column]) or 1
        ranges.append(range(number * low, number * high + 1, step))
    width = (sum([weight for _, weight in groups]) ** number).bit_length() // 8 + 1
    # Not len(), which a range as long as 2**63 refuses.
    lengths = [(each.stop - each.start - 1) // each.step + 1 for each in ranges]
    cells = prod(lengths)
    if cells > MAX_STATES or cells * width * 8 > _MOST_BITS:
        # Few totals may lie far apart, but n dice of g groups have n(g - 1) at least.
        if number * number * (len(groups) - 1) > 2 * MAX_STATES:
            what = "states of a pool, over all its dice"
            raise LimitExceeded(what, MAX_STATES, INSTEAD)
        return tuple(_die_by_die(groups, ("+",) * len(ranges), number).items())
    packed = 0
    for given, weight in groups:
        cell = 0
        for value, totals, length in zip(given, ranges, lengths, strict=True):
            cell = cell * length + (value - totals.start // number) // totals.step
        packed += weight << (8 * width * cell)
    ways = _unpacked(packed**number, cells, width)
    return tuple([pair for pair in zip(product(*ranges), ways, strict=True) if pair[1]])


def _unpacked(packed: int, cells: int, width: int) -> list[int]:
    """Return the fields of `width` bytes of a packed distribution, lowest first."""
    data = packed.to_bytes(cells * width, "little")
    read = int.from_bytes
    return [read(data[at : at + width], "little") for at in range(0, len(data), width)]


def _die_by_die(
    groups: _Groups, operators: tuple[str, ...], number: int
) -> dict[tuple[Value, ...], int]:
    """Return the distribution by adding one die at a time and merging states."""
    joins = [_JOINS[each] for each in operators]
    distribution, seen, done = dict(groups), 0, 0
    for _ in range(number - 1):
        seen += len(distribution)
        done += len(distribution) * len(groups)
        if seen > MAX_STATES or done > _MOST_JOINS:
            what = "states of a pool, over all its dice"
            raise LimitExceeded(what, MAX_STATES, INSTEAD)
        after: dict[tuple[Any, ...], int] = {}
        for state, ways in distribution.items():
            for given, weight in groups:
                parts = zip(joins, state, given, strict=True)
                key = tuple([join(one, other) for join, one, other in parts])
                after[key] = after.get(key, 0) + ways * weight
        distribution = after
    return distribution


@lru_cache(maxsize=64)
def _kept(number: int, sides: int, kept: int) -> tuple[tuple[int, int], ...]:
    """Return the distribution of the sum of the highest faces, least first."""
    width = (sides**number).bit_length() // 8 + 1
    cells = kept * (sides - 1) + 1
    if sides * kept * kept * cells * width * 8 > _MOST_WORK:
        raise LimitExceeded("work of a pool, in bits", _MOST_WORK, INSTEAD)
    never = number - kept
    closed, states = 0, [1, *[0] * (kept - 1)]  # by how many are kept already
    for lower in range(sides - 1, -1, -1) if kept else ():
        # tail: the ways of `left` dice, all this face or lower, at most `never` lower.
        tail = (1 + lower) ** never
        tails = []
        for left in range(never, number):
            tail = (1 + lower) * tail - comb(left, never) * lower ** (never + 1)
            tails.append(tail)
        for j in range(kept - 1, -1, -1):
            packed, left, shift = states[j], number - j, 8 * width * lower
            if packed:
                closed += packed * tails[kept - j - 1] << shift * (kept - j)
                for m in range(1, kept - j):
                    states[j + m] += packed * comb(left, m) << shift * m
    ways = _unpacked(closed, cells, width) if kept else [sides**number]
    return tuple([(kept + above, each) for above, each in enumerate(ways)])

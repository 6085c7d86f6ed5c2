"""Exact laws of pools: against brute force, icepool, and laws that must hold."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.diagnostics import LimitExceeded
from interpreter.values.pools import keep, ordered, pool

OPERATORS = ("+", "min", "max", "any", "all")
JOINS: dict[str, Callable[[Any], Any]] = {
    "+": sum,
    "min": min,
    "max": max,
    "any": any,
    "all": all,
}
D6 = tuple(range(1, 7))


def brute(
    contributions: tuple[tuple[Hashable, ...], ...],
    operators: tuple[str, ...],
    number: int,
) -> dict[tuple[Any, ...], int]:
    """Return the law by all ordered faces; imports nothing of ours."""
    law: Counter[tuple[Any, ...]] = Counter()
    for dice in product(contributions, repeat=number):
        columns = [[die[i] for die in dice] for i in range(len(operators))]
        pairs = zip(operators, columns, strict=True)
        law[tuple(JOINS[operator](column) for operator, column in pairs)] += 1
    return dict(law)


@some.composite
def pools(draw: some.DrawFn) -> tuple[Any, tuple[str, ...], int]:
    """Draw contributions of up to 6 faces to up to 3 readings, and up to 4 dice."""
    operators = tuple(
        draw(some.lists(some.sampled_from(OPERATORS), min_size=1, max_size=3))
    )
    number = draw(some.integers(1, 4))
    fractions = draw(some.booleans())
    numbers: some.SearchStrategy[Any] = some.integers(-4, 9)
    if fractions:
        numbers = some.fractions(-2, 3, max_denominator=6)
    face = some.tuples(
        *[some.booleans() if o in ("any", "all") else numbers for o in operators]
    )
    faces = draw(some.lists(face, min_size=1, max_size=6))
    return tuple(faces), operators, number


@given(pools())
def test_pool_is_brute_force(case: tuple[Any, tuple[str, ...], int]) -> None:
    """Any mix of operators gives the law of all ordered faces."""
    contributions, operators, number = case
    law = pool(contributions, operators, number)
    assert law == brute(contributions, operators, number)
    assert sum(law.values()) == len(contributions) ** number


@given(
    some.lists(some.integers(-50, 50), min_size=1, max_size=4),
    some.integers(1, 7),
    some.integers(1, 7),
)
def test_pools_add(faces: list[int], one: int, other: int) -> None:
    """The law of n + m dice is the law of n joined with the law of m."""
    contributions = tuple((face,) for face in faces)
    joined: Counter[tuple[int, ...]] = Counter()
    for (a,), ways in pool(contributions, ("+",), one).items():
        for (b,), more in pool(contributions, ("+",), other).items():
            joined[(a + b,)] += ways * more
    assert pool(contributions, ("+",), one + other) == dict(joined)


def test_no_dice_give_what_is_neutral() -> None:
    """Sums are 0, any is no, all is yes; there is no least or greatest."""
    assert pool(((1, True, True),), ("+", "any", "all"), 0) == {(0, False, True): 1}
    for operator in ("min", "max"):
        with pytest.raises(ValueError, match="no dice"):
            pool(((1,), (2,)), (operator,), 0)


def test_types_of_values() -> None:
    """A yes or no stays one, an integer sum an integer, and any is no number."""
    faces = ((0, False), (1, True), (1, False))
    for total, found in pool(faces, ("+", "any"), 3):
        assert type(total) is int
        assert type(found) is bool
    halves = pool(((Fraction(1, 2),), (Fraction(1),), (Fraction(3, 2),)), ("+",), 2)
    assert halves == brute(
        ((Fraction(1, 2),), (Fraction(1),), (Fraction(3, 2),)), ("+",), 2
    )


def test_a_result_is_the_callers_own() -> None:
    """Changing a law does not change the next one."""
    faces = tuple((face,) for face in D6)
    pool(faces, ("+",), 2).clear()
    keep(4, 6, 3, True).clear()
    assert len(pool(faces, ("+",), 2)) == 11
    assert len(keep(4, 6, 3, True)) == 16


def of_icepool(die: Any) -> dict[int, int]:
    """Return the weights of an icepool die."""
    return dict(zip(die.outcomes(), die.quantities(), strict=True))


def proportions(law: dict[Any, int]) -> dict[Any, Fraction]:
    """Return the law in lowest terms, whatever its denominator."""
    total = sum(law.values())
    return {value: Fraction(ways, total) for value, ways in law.items() if ways}


def test_40d6_is_icepools() -> None:
    """Forty dice: the sum, the ten highest, and how many show 5 or more."""
    dice = icepool.d6.pool(40)
    sums = {a: w for (a,), w in pool(tuple((f,) for f in D6), ("+",), 40).items()}
    assert sums == of_icepool(40 @ icepool.d6)
    assert keep(40, 6, 10, True) == of_icepool(dice.highest(10).sum())
    assert keep(40, 6, 10, False) == of_icepool(dice.lowest(10).sum())
    hits = pool(tuple((int(f >= 5),) for f in D6), ("+",), 40)
    theirs = of_icepool(40 @ (icepool.d6 >= 5))
    assert proportions({a: w for (a,), w in hits.items()}) == proportions(theirs)


def test_10d6_keep_3_is_icepools() -> None:
    """Ten dice, the three highest."""
    assert keep(10, 6, 3, True) == of_icepool(icepool.d6.pool(10).highest(3).sum())


@given(some.integers(0, 5), some.integers(1, 6), some.data(), some.booleans())
def test_keep_is_brute_force(
    number: int, sides: int, data: some.DataObject, highest: bool
) -> None:
    """Every keep of a small pool."""
    kept = data.draw(some.integers(0, number))
    law: Counter[int] = Counter()
    for dice in product(range(1, sides + 1), repeat=number):
        law[sum(sorted(dice, reverse=highest)[:kept])] += 1
    found = keep(number, sides, kept, highest)
    assert found == dict(law)
    assert list(found) == sorted(found)


def test_ordered_counts_like_an_abacus() -> None:
    """All faces, the last die fastest."""
    assert list(ordered(2, 2)) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert list(ordered(0, 6)) == [()]


def test_limits_come_before_the_work() -> None:
    """Too much is said so at once (the last ones would need gigabytes)."""
    assert sum(1 for _ in ordered(6, 10)) == 1_000_000
    faces = tuple((face,) for face in D6)
    for ask in (
        lambda: ordered(40, 6),
        lambda: ordered(10_000, 1_000_000),
        lambda: keep(5_000, 6, 2_500, True),
        lambda: pool(faces, ("+",), 10_000),
        lambda: pool(faces, ("+",), 10_001),
        lambda: pool(tuple((3**f, 5**f) for f in range(20)), ("+", "+"), 500),
    ):
        with pytest.raises(LimitExceeded):
            ask()


def test_sparse_sums_need_no_cells() -> None:
    """Values far apart have few totals, though their range is wide."""
    law = pool(((0,), (1,), (10**30,)), ("+",), 6)
    assert law == brute(((0,), (1,), (10**30,)), ("+",), 6)


def test_what_is_no_pool() -> None:
    """Dice below 0, dice without faces, more kept than thrown."""
    for ask in (
        lambda: pool((), ("+",), 2),
        lambda: pool(((1,),), ("+",), -1),
        lambda: ordered(-1, 6),
        lambda: ordered(2, 0),
        lambda: keep(3, 6, 4, True),
        lambda: keep(3, 6, -1, False),
    ):
        with pytest.raises(ValueError, match=r"pool|keep"):
            ask()

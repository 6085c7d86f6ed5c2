"""Exact laws of pools: against brute force, icepool, and laws that must hold."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from interpreter.diagnostics import LimitExceeded
from interpreter.values.pools import Selection, multisets, ordered, pool
from tests.agreement.brute import selected

OPERATORS = ("+", "min", "max", "any", "all")
JOINS: dict[str, Callable[[Any], Any]] = {
    "+": sum,
    "min": min,
    "max": max,
    "any": any,
    "all": all,
}
D6 = tuple(range(1, 7))
WHICH = ("all", "highest", "lowest", "distinct")


def brute(
    contributions: tuple[tuple[Hashable, ...], ...],
    operators: tuple[str, ...],
    number: int,
    selections: tuple[Selection, ...] = (),
) -> dict[tuple[Any, ...], int]:
    """Return the law by all ordered faces; imports nothing of ours."""
    chosen = selections or (("all", 0),) * len(operators)
    law: Counter[tuple[Any, ...]] = Counter()
    for dice in product(range(len(contributions)), repeat=number):
        columns = [
            [contributions[face][i] for face in selected(each, dice)]
            for i, each in enumerate(chosen)
        ]
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


@settings(max_examples=200)
@given(pools(), some.data())
def test_some_dice_only_are_brute_force(
    case: tuple[Any, tuple[str, ...], int], data: some.DataObject
) -> None:
    """Readings of the highest, the lowest and of distinct faces, any mix of them."""
    contributions, operators, number = case
    selections = []
    for operator in operators:
        which = data.draw(some.sampled_from(WHICH))
        least = 1 if operator in ("min", "max") else -1
        wanted = data.draw(some.integers(least, number + 1))
        selections.append((which, wanted if which in ("highest", "lowest") else 0))
    law = pool(contributions, operators, number, tuple(selections))
    assert law == brute(contributions, operators, number, tuple(selections))


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
    assert len(pool(faces, ("+",), 2)) == 11


def keep(number: int, sides: int, kept: int, highest: bool) -> dict[int, int]:
    """Return the law of the sum of the highest or lowest dice."""
    faces = tuple((face,) for face in range(1, sides + 1))
    which = ("highest" if highest else "lowest", kept)
    law: dict[Any, int] = pool(faces, ("+",), number, (which,))
    return {total: ways for (total,), ways in law.items()}


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


@given(some.integers(0, 14), some.integers(1, 8), some.data(), some.booleans())
def test_highest_and_lowest_are_icepools(
    number: int, sides: int, data: some.DataObject, highest: bool
) -> None:
    """The sum of every number of the highest or lowest."""
    kept = data.draw(some.integers(0, number))
    dice = icepool.d(sides).pool(number)
    theirs = (dice.highest(kept) if highest else dice.lowest(kept)).sum()
    found = keep(number, sides, kept, highest)
    assert proportions(found) == proportions(of_icepool(theirs))
    assert sum(found.values()) == sides**number


@given(some.integers(1, 14), some.integers(1, 8), some.data())
def test_different_faces_are_icepools(
    number: int, sides: int, data: some.DataObject
) -> None:
    """How many different faces show, of all or of some, and with what else."""
    wanted = data.draw(some.sets(some.integers(1, sides)))
    dice = icepool.d(sides).pool(number)
    theirs = dice.keep_outcomes(wanted).unique().size()
    one = tuple((int(face in wanted),) for face in range(1, sides + 1))
    law = pool(one, ("+",), number, (("distinct", 0),))
    alone = {value: ways for (value,), ways in law.items()}
    assert proportions(alone) == proportions(of_icepool(theirs))
    both = tuple((*given, face) for face, given in enumerate(one, 1))
    together: Counter[Any] = Counter()
    for (value, _), ways in pool(
        both, ("+", "+"), number, (("distinct", 0), ("highest", 2))
    ).items():
        together[value] += ways
    assert dict(together) == alone


@given(some.integers(0, 6), some.integers(1, 6))
def test_multisets_are_orders_of_faces(number: int, sides: int) -> None:
    """Each once, sorted, with the number of its orders."""
    orders = Counter(tuple(sorted(dice)) for dice in ordered(number, sides))
    found = multisets(number, sides)
    assert dict(found) == orders
    assert len(found) == len(orders)
    assert [dice for dice, _ in found] == sorted(orders)


def test_ordered_counts_like_an_abacus() -> None:
    """All faces, the last die fastest."""
    assert list(ordered(2, 2)) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert list(ordered(0, 6)) == [()]


def test_limits_come_before_the_work() -> None:
    """Too much is said so at once (the last ones would need gigabytes)."""
    assert sum(1 for _ in ordered(6, 10)) == 1_000_000
    faces = tuple((face,) for face in D6)
    one_each, two = ((1,),) * 1_000, tuple((face, face) for face in D6)
    apart = tuple((3**face,) for face in range(40))
    for ask in (
        lambda: ordered(40, 6),
        lambda: ordered(10_000, 1_000_000),
        lambda: keep(5_000, 6, 2_500, True),
        lambda: keep(10_000, 6, 5_000, True),
        lambda: keep(10_000, 100_000, 5, False),
        lambda: multisets(40, 20),
        lambda: multisets(10_000, 6),
        lambda: multisets(3_000, 2),
        lambda: multisets(2, 100_000),
        lambda: pool(one_each, ("+",), 10_000, (("distinct", 0),)),
        lambda: pool(two, ("+", "+"), 5_000, (("all", 0), ("lowest", 1))),
        lambda: pool(apart, ("+",), 500, (("highest", 250),)),
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


def test_few_dice_of_many_faces() -> None:
    """Too many faces to go through one by one, but few multisets."""
    faces = tuple((face, face) for face in range(1, 1_001))
    which = (("distinct", 0), ("lowest", 1))
    law = pool(faces, ("+", "max"), 2, which)
    assert sum(law.values()) == 1_000_000
    assert law[1_500, 600] == 2
    assert law[600, 600] == 1
    assert law == pool(faces[::-1], ("+", "max"), 2, (which[0], ("highest", 1)))
    lowest = pool(faces, ("+",) * 2, 2, (("lowest", 1), ("lowest", 0)))
    assert lowest[1_000, 0] == 1
    assert lowest[1, 0] == 1_999


def test_what_is_no_pool() -> None:
    """Dice below 0, dice without faces, the least of none."""
    for ask in (
        lambda: pool((), ("+",), 2),
        lambda: pool(((1,),), ("+",), -1),
        lambda: ordered(-1, 6),
        lambda: ordered(2, 0),
        lambda: multisets(-1, 6),
        lambda: pool(((1,), (2,)), ("min",), 3, (("highest", 0),)),
        lambda: pool(
            ((1, 1), (2, 2)), ("max", "+"), 3, (("lowest", 0), ("highest", 1))
        ),
    ):
        with pytest.raises(ValueError, match=r"pool|no dice"):
            ask()

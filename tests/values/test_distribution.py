"""Distributions: probabilities, common denominators, mixtures."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.values.distribution import Distribution, merged

laws = some.dictionaries(
    some.integers(-5, 5), some.integers(1, 30), min_size=1, max_size=6
)


@given(laws)
def test_of_a_law(law: dict[int, int]) -> None:
    """Probabilities are the weights over their sum, in the law's order."""
    found = Distribution.of(law)
    assert [value for value, _ in found.outcomes] == list(law)
    total = sum(law.values())
    assert all(found.probability(v) == Fraction(w, total) for v, w in law.items())
    assert found.probability(99) == 0
    assert found.left_over == 0


@given(laws, some.integers(1, 40))
def test_scaling_changes_no_probability(law: dict[int, int], factor: int) -> None:
    """The same law out of a multiple of its denominator."""
    found = Distribution.of(law)
    scaled = found.scaled(found.denominator * factor)
    assert scaled.denominator == found.denominator * factor
    assert all(scaled.probability(value) == found.probability(value) for value in law)


@given(some.lists(some.tuples(some.integers(0, 9), laws), min_size=1, max_size=4))
def test_merged_is_the_weighted_mean(parts: list[tuple[int, dict[int, int]]]) -> None:
    """A mixture's probability is the mean of the parts', by weight."""
    chosen = [(weight, Distribution.of(law)) for weight, law in parts]
    total = sum(weight for weight, _ in chosen)
    if not total:
        with pytest.raises(ValueError, match="denominator"):
            merged(chosen)
        return
    found = merged(chosen)
    for value in range(-5, 6):
        mean = sum(weight * part.probability(value) for weight, part in chosen) / total
        assert found.probability(value) == mean


def test_merged_takes_the_least_multiple() -> None:
    """Denominators 4 and 6 meet at 12."""
    one, other = Distribution.of({1: 1, 2: 3}), Distribution.of({2: 1, 3: 5})
    found = merged([(1, one), (1, other)])
    assert found == Distribution(((1, 3), (2, 11), (3, 10)), 24)


def test_mapped_joins_equal_values() -> None:
    """Bands of a die; the order is that of the first to come."""
    found = Distribution.of(dict.fromkeys(range(1, 7), 1)).mapped(lambda face: face > 4)
    assert found == Distribution(((False, 4), (True, 2)), 6)


def test_left_over_and_impossible_outcomes() -> None:
    """Ways may be 0, and may lack some of the denominator."""
    found = Distribution((("a", 3), ("b", 0)), 4)
    assert found.left_over == Fraction(1, 4)
    assert found.probability("b") == 0


def test_what_is_no_law() -> None:
    """Ways below 0, too many ways, a value twice, no denominator, no multiple."""
    for outcomes, denominator in (
        ((("a", -1),), 4),
        ((("a", 5),), 4),
        ((("a", 1), ("a", 1)), 4),
        ((), 0),
    ):
        with pytest.raises(ValueError, match=r"law|ways"):
            Distribution(outcomes, denominator)
    for wrong in (0, 6, -4):
        with pytest.raises(ValueError, match="multiple"):
            Distribution((("a", 1),), 4).scaled(wrong)

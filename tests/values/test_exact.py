"""What is quicker than the fractions of the standard library is the same numbers."""

import operator
import pickle
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.values.exact_numbers import ExactFraction, divided, exact, quotient

OPERATORS = (
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv,
    operator.mod, operator.lt, operator.le, operator.gt, operator.ge, operator.eq,
    operator.ne,
)  # fmt: skip
RECKONED = OPERATORS[:4]
NUMBERS = some.fractions(-30, 30, max_denominator=12) | some.fractions()


def of(act: Callable[..., Any], *given: Any) -> Any:
    """Return what comes of numbers, or that nothing does."""
    try:
        return act(*given)
    except ZeroDivisionError:
        return "nothing"


@given(NUMBERS, NUMBERS)
def test_two_numbers(one: Fraction, other: Fraction) -> None:
    """Whatever is done with them, quick ones mixed with others, it gives the same, with
    the same hash; and what comes of quick ones is quick."""
    for act in OPERATORS:
        wanted = of(act, one, other)
        for a, b in (
            (exact(one), other),
            (one, exact(other)),
            (exact(one), exact(other)),
        ):
            if type(a) is int and type(b) is int:
                continue  # Python divides these without being asked
            found = of(act, a, b)
            assert found == wanted
            assert hash(found) == hash(wanted)
        if (
            act in RECKONED
            and ExactFraction in (type(a), type(b))
            and found != "nothing"
        ):
            assert type(found) is (
                int if Fraction(found).denominator == 1 else ExactFraction
            )


@given(NUMBERS)
def test_one_number(one: Fraction) -> None:
    """Alone, too: turned, rounded, written, kept."""
    found = exact(one)
    for act in (operator.neg, abs, hash, floor, ceil, round, str, float, bool):
        assert act(found) == act(one)
    assert pickle.loads(pickle.dumps(found)) == deepcopy(found) == one
    assert (found.numerator, found.denominator) == one.as_integer_ratio()


@given(some.integers(), some.integers())
def test_quotients(above: int, below: int) -> None:
    """A whole one is an int, and nothing is divided by 0."""
    if below:
        assert quotient(above, below) == Fraction(above, below)
        assert type(quotient(above, below)) is (ExactFraction if above % below else int)
        return
    with pytest.raises(ZeroDivisionError):
        quotient(above, below)


@given(NUMBERS, NUMBERS.filter(bool))
def test_division(one: Fraction, other: Fraction) -> None:
    """Of any numbers, and never a float."""
    for a, b in ((one, other), (exact(one), exact(other))):
        assert divided(a, b) == one / other
        assert type(divided(a, b)) in (int, ExactFraction)

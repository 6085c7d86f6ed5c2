"""Comparisons of lengths by signs and squares are those of the measured lengths."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.boards.plane import functions as plane
from interpreter.expressions.functions.plane import in_reach
from interpreter.values.exact_numbers import exact

_SMALL = st.one_of(
    st.integers(-40, 40),
    st.builds(Fraction, st.integers(-480, 480), st.sampled_from((12, 144, 5))),
).map(exact)
_POINT = st.tuples(_SMALL, _SMALL)
_HEADING = st.tuples(st.integers(-9, 9), st.integers(-9, 9)).filter(any)


@settings(max_examples=500, deadline=None)
@given(_POINT, _HEADING, _POINT, _SMALL)
def test_lengths_are_compared_as_they_are_measured(
    at: Any, facing: Any, other: Any, most: Any
) -> None:
    ahead, aside = plane.ahead(at, facing, other), plane.aside(at, facing, other)
    sides = plane.sign_ahead(at, facing, other), plane.sign_aside(at, facing, other)
    for sign, length in zip(sides, (ahead, aside), strict=True):
        assert (sign > 0, sign < 0) == (length > 0, length < 0)
    distance = plane.distance(at, other)
    for limit in (most, abs(aside), distance):
        within = plane.within_aside(at, facing, other, limit)
        assert within == (abs(aside) <= limit)
        assert plane.within_distance(at, other, limit) == (distance <= limit)


@settings(max_examples=500, deadline=None)
@given(_POINT, _POINT, _SMALL)
def test_a_reach_is_compared_in_whole_numbers(a: Any, b: Any, reach: Any) -> None:
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    assert in_reach(a, b, reach) == (reach >= 0 and square <= reach**2)
    assert in_reach(a, (a[0] + 3, a[1] - 4), 5)

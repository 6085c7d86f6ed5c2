"""Exact numbers that are not whole: fractions, made for being compared and added.

The standard library's take two to four times as long to add, multiply and compare, most
of it for asking what the other number is; in a game on the plane that was a third of
all time. A faster library in C was tried first (quicktions 1.24): reading a fraction
from text, it wrote over a byte string that Python shares, and pools of dice were wrong.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from math import gcd
from numbers import Real
from typing import Any, TypeAlias

Operand: TypeAlias = Fraction | complex
"""What a fraction is added to, multiplied by and the like; an int or a float is a
complex number to types."""

Comparable: TypeAlias = Real | Decimal | float
"""What a fraction can be more or less than."""


class ExactFraction(Fraction):
    """A fraction that is not whole, in lowest terms.

    It is a Fraction, and mixes with all numbers as one; only what comes of two of them,
    or of one and an int, is an int where it is whole. Make one with `quotient`.
    """

    __slots__ = ("_hash",)
    _hash: int
    _numerator: int
    _denominator: int
    # a slot is read faster than a property
    numerator = Fraction.__dict__["_numerator"]
    denominator = Fraction.__dict__["_denominator"]

    def __hash__(self) -> int:  # type: ignore[override] # typeshed says it has none
        """Hash as a Fraction does, once."""
        try:
            return self._hash
        except AttributeError:
            self._hash = found = Fraction.__hash__(self)
            return found

    def __add__(self, other: Operand) -> Any:
        """Add; whole numbers leave the denominator as it is."""
        if type(other) is int:
            below = self._denominator
            return _made(self._numerator + other * below, below)
        if type(other) is ExactFraction:
            one, two = self._denominator, other._denominator
            above = self._numerator * two + other._numerator * one
            return quotient(above, one * two)
        return Fraction.__add__(self, other)

    def __sub__(self, other: Operand) -> Any:
        """Subtract."""
        if type(other) is int:
            below = self._denominator
            return _made(self._numerator - other * below, below)
        if type(other) is ExactFraction:
            one, two = self._denominator, other._denominator
            above = self._numerator * two - other._numerator * one
            return quotient(above, one * two)
        return Fraction.__sub__(self, other)

    def __mul__(self, other: Operand) -> Any:
        """Multiply."""
        if type(other) is int:
            return quotient(self._numerator * other, self._denominator)
        if type(other) is ExactFraction:
            above = self._numerator * other._numerator
            return quotient(above, self._denominator * other._denominator)
        return Fraction.__mul__(self, other)

    def __truediv__(self, other: Operand) -> Any:
        """Divide; by 0 it is a ZeroDivisionError."""
        if type(other) is int and other:
            return quotient(self._numerator, self._denominator * other)
        if type(other) is ExactFraction:
            above = self._numerator * other._denominator
            return quotient(above, self._denominator * other._numerator)
        return Fraction.__truediv__(self, other)

    def __radd__(self, other: Operand) -> Any:
        """Add to another."""
        return self + other if type(other) is int else Fraction.__radd__(self, other)

    def __rsub__(self, other: Operand) -> Any:
        """Subtract from another."""
        if type(other) is int:
            below = self._denominator
            return _made(other * below - self._numerator, below)
        return Fraction.__rsub__(self, other)

    def __rmul__(self, other: Operand) -> Any:
        """Multiply another."""
        return self * other if type(other) is int else Fraction.__rmul__(self, other)

    def __rtruediv__(self, other: Operand) -> Any:
        """Divide another."""
        if type(other) is int:
            return quotient(other * self._denominator, self._numerator)
        return Fraction.__rtruediv__(self, other)

    def __neg__(self) -> "ExactFraction":
        """Return it below 0, or above."""
        return _made(-self._numerator, self._denominator)

    def __abs__(self) -> "ExactFraction":
        """Return how far it is from 0."""
        return self if self._numerator > 0 else -self

    def __eq__(self, other: object) -> bool:
        """Tell whether they are the same number; it is no whole one."""
        if type(other) is ExactFraction:
            same = self._numerator == other._numerator
            return same and self._denominator == other._denominator
        return type(other) is not int and Fraction.__eq__(self, other)

    def __lt__(self, other: Comparable) -> bool:
        """Compare."""
        if type(other) is int:
            return self._numerator < other * self._denominator
        if type(other) is ExactFraction:
            one = self._numerator * other._denominator
            return one < other._numerator * self._denominator
        return Fraction.__lt__(self, other)

    def __gt__(self, other: Comparable) -> bool:
        """Compare."""
        if type(other) is int:
            return self._numerator > other * self._denominator
        if type(other) is ExactFraction:
            one = self._numerator * other._denominator
            return one > other._numerator * self._denominator
        return Fraction.__gt__(self, other)

    def __le__(self, other: Comparable) -> bool:
        """Compare."""
        if type(other) is int:
            return self._numerator < other * self._denominator
        if type(other) is ExactFraction:
            one = self._numerator * other._denominator
            return one <= other._numerator * self._denominator
        return Fraction.__le__(self, other)

    def __ge__(self, other: Comparable) -> bool:
        """Compare."""
        if type(other) is int:
            return self._numerator > other * self._denominator
        if type(other) is ExactFraction:
            one = self._numerator * other._denominator
            return one >= other._numerator * self._denominator
        return Fraction.__ge__(self, other)


Rational: TypeAlias = int | Fraction
"""A number of a pack; an int where it is whole."""


def _made(above: int, below: int) -> ExactFraction:
    """Return a fraction of which it is known that it is in lowest terms."""
    made: ExactFraction = object.__new__(ExactFraction)
    made._numerator, made._denominator = above, below
    return made


def quotient(above: int, below: int) -> int | ExactFraction:
    """Return one number over another: an int if it is whole. Over 0 it is a
    ZeroDivisionError."""
    if below <= 0:
        if not below:
            raise ZeroDivisionError(f"{above} over 0")
        above, below = -above, -below
    shared = gcd(above, below)
    if shared == below:
        return above // below
    return _made(above // shared, below // shared)


def divided(one: Rational, other: Rational) -> int | ExactFraction:
    """Return one number over another, as `quotient` does; none need be whole."""
    if type(one) is int and type(other) is int:
        return quotient(one, other)
    above = one.numerator * other.denominator
    return quotient(above, one.denominator * other.numerator)


def mixed(number: Rational) -> str:
    """Return a number as people read it, with its whole part apart: `3`, `3 1/2`."""
    fraction = Fraction(number)
    whole, rest = divmod(abs(fraction), 1)
    if not whole or not rest:
        return str(fraction)
    return f"{'-' if fraction < 0 else ''}{whole} {rest}"


def exact(number: Rational) -> int | ExactFraction:
    """Return a number as what is quickest: an int if it is whole."""
    if type(number) is int or type(number) is ExactFraction:
        return number
    return quotient(number.numerator, number.denominator)


@contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Let Python write numbers of more than 4,300 digits: exact ways may have them.

    Only while results are made and written: what is read is bounded by that limit.
    """
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)

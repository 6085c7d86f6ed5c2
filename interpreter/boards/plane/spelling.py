"""Places and lengths as they are printed."""

from fractions import Fraction

from interpreter.boards.plane.points import Point, Rational


def spelled(at: Point) -> str:
    """Return a place in inches as it is printed: `3 1/2, 8`."""
    return ", ".join(map(length, at))


def length(inches: Rational) -> str:
    """Return a length in inches as it is printed: `3 1/2`."""
    value = Fraction(inches)
    whole, rest = divmod(abs(value), 1)
    text = str(whole) if whole or not rest else ""
    text += f" {rest}" if text and rest else str(rest) if rest else ""
    return f"-{text}" if value < 0 else text

"""Places and lengths as they are printed, and places as people write them."""

import re
from fractions import Fraction

from interpreter.boards.plane.points import Point, Rational

TWELFTH = Fraction(1, 12)
"""Between two points of the lattice on which things stand, in inches."""
_NUMBER = r"(-?)(?:(\d{1,6}(?:\.\d{1,9})?)|(?:(\d{1,6}) )?(\d{1,6}/\d{1,6}))"
_PLACE = re.compile(rf"\s*(\()?\s*{_NUMBER}\s*,\s*{_NUMBER}\s*(?(1)\))\s*\Z")


def place_written(text: str) -> tuple[Fraction, Fraction] | None:
    """Return the place in inches that a text such as `3 1/2, 8` means, perhaps in
    brackets and between the points of the lattice; None where it is none."""
    found = _PLACE.match(text)
    if found is None:
        return None
    parts = found.groups()[1:]
    try:
        return _number(*parts[:4]), _number(*parts[4:])
    except ZeroDivisionError:
        return None


def is_on_lattice(place: tuple[Fraction, Fraction]) -> bool:
    """Tell whether a thing can stand at a place in inches."""
    return not any(each % TWELFTH for each in place)


def _number(
    sign: str, figure: str | None, whole: str | None, part: str | None
) -> Fraction:
    value = Fraction(figure or 0) + Fraction(whole or 0) + Fraction(part or 0)
    return -value if sign else value


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

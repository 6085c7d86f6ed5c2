"""Positions and headings on a plane as text.

A module of its own, because geometry is imported only if a pack has boards.
"""

from math import atan2, pi
from typing import cast

from interpreter.boards.hexes import COMPASS, WAYS
from interpreter.boards.plane.points import Rational
from interpreter.boards.plane.tabletop import spelled
from interpreter.expressions.functions.plane import HEADING, PLACE, is_point
from interpreter.values.types import Record, Value


def plane_words(value: Value, kind: Record) -> str | None:
    """Return a position or a heading as it is said to a reader: a heading between two
    points of the compass is about the nearer one; None for any other value."""
    if kind != HEADING or value in WAYS:
        return plane_text(value, kind)
    right, away = cast(tuple[int, int], value)
    angle = atan2(right, away)  # from north to the east; only said, not computed with
    point = COMPASS[round(angle / (pi / 4)) % len(COMPASS)]
    is_exact = right == 0 or away == 0 or abs(right) == abs(away)
    return point if is_exact else f"about {point}"


def plane_text(value: Value, kind: Record) -> str | None:
    """Return a position in inches as `(13 1/6, 4)` and a heading that is a compass
    point by its name, such as `north-east`; None for any other value."""
    if kind == HEADING:
        return COMPASS[WAYS.index(value)] if value in WAYS else None
    if kind == PLACE or (not kind.name and is_point(kind) and len(kind.fields) == 2):
        return f"({spelled(cast(tuple[Rational, Rational], value))})"
    return None

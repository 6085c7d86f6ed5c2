"""Positions and headings on a plane as text.

A module of its own, because geometry is imported only if a pack has boards.
"""

from typing import cast

from interpreter.boards.hexes import COMPASS, WAYS
from interpreter.boards.plane.points import Rational
from interpreter.boards.plane.tabletop import spelled
from interpreter.expressions.functions.plane import HEADING, PLACE, is_point
from interpreter.values.types import Record, Value


def plane_text(value: Value, kind: Record) -> str | None:
    """Return a position in inches as `(13 1/6, 4)` and a heading that is a compass
    point by its name, such as `north-east`; None for any other value."""
    if kind == HEADING:
        return COMPASS[WAYS.index(value)] if value in WAYS else None
    if kind == PLACE or (not kind.name and is_point(kind) and len(kind.fields) == 2):
        return f"({spelled(cast(tuple[Rational, Rational], value))})"
    return None

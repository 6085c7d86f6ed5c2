"""Places and headings of a plane as people read them, and may type them back.

A module of its own, for geometry is imported only where a pack has boards.
"""

from typing import cast

from interpreter.boards.hexes import COMPASS, WAYS
from interpreter.boards.plane.points import Rational
from interpreter.boards.plane.tabletop import spelled
from interpreter.expressions.functions.plane import HEADING, PLACE, is_point
from interpreter.values.types import Record, Value


def plane_text(value: Value, kind: Record) -> str | None:
    """Return `(13 1/6, 4)` for a place in inches and `north-east` for a heading that is
    a point of the compass; None for what has no such form."""
    if kind == HEADING:
        return COMPASS[WAYS.index(value)] if value in WAYS else None
    if kind == PLACE or (not kind.name and is_point(kind) and len(kind.fields) == 2):
        return f"({spelled(cast(tuple[Rational, Rational], value))})"
    return None

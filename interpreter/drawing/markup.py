"""SVG as text: elements, numbers, and words that can break nothing."""

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape

from interpreter.drawing.shape import Point

_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
WIDE = 0.62  # of a letter, of its size: wide enough for most fonts


def element(name: str, *inside: str, **attributes: object) -> str:
    """Return an element; `class_` is `class`, `stroke_width` is `stroke-width`."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    held = "".join(inside)
    return f"<{name}{said}>{held}</{name}>" if held else f"<{name}{said}/>"


def words(text: str) -> str:
    """Return a text that stands between tags."""
    return escape(_NO_XML.sub("\ufffd", text))


def number(value: float) -> str:
    """Return a number with at most one digit behind the point."""
    said = f"{value:.1f}".removesuffix(".0")
    return "0" if said == "-0" else said


def text(at: Point, said: str, size: float, **more: object) -> str:
    """Return words at a point; `text_anchor` says where in them it lies."""
    x, y = number(at[0]), number(at[1])
    return element("text", words(said), x=x, y=y, font_size=number(size), **more)


def width(said: str, size: float) -> float:
    """Return how much room words take at most, in most fonts."""
    return WIDE * size * len(said)


def path(lines: Iterable[Iterable[Point]], **more: object) -> str:
    """Return lines as one path; nothing for none."""
    made = " ".join(_line(list(each)) for each in lines)
    return element("path", d=made, **more) if made else ""


def _line(points: list[Point]) -> str:
    first, *rest = (f"{number(x)} {number(y)}" for x, y in points)
    closed = "Z" if len(rest) > 1 and rest[-1] == first else ""
    return f"M{first}" + "".join(f"L{each}" for each in rest) + closed


def titled(said: str, *inside: str, **more: object) -> str:
    """Return a group that says what it is to who points at it, or hears it read."""
    return element("g", element("title", words(said)), *inside, **more)


def _attribute(value: object) -> str:
    if isinstance(value, float):
        return number(value)
    return escape(_NO_XML.sub("\ufffd", str(value)), {'"': "&quot;"})

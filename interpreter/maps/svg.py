"""Elements of SVG, and the shapes of hexes.

A hex has the size 1 from its centre to a corner; x grows to the right, y downwards.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping
from html import escape
from math import cos, pi, sin, sqrt
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from interpreter.boards.hexes import Hex, Orientation, neighbour

Point: TypeAlias = tuple[float, float]

TALL = sqrt(3)  # from side to side


def _ray(turned: float) -> Point:
    """Return a direction, in sixths of a turn from the right downwards."""
    return cos(turned * pi / 3), sin(turned * pi / 3)


_SIDES_UP = tuple(_ray(number + 1.0) for number in range(6))
_CORNERS_UP = tuple(_ray(number + 0.5) for number in range(6))


class HexPaper(Struct, frozen=True):
    """Hexes of an orientation, `size` large, with the hex 0,0 at `origin`; of each
    only the `inside` is drawn, 1 for all of it."""

    orientation: Orientation
    size: float = 1.0
    origin: Point = (0.0, 0.0)
    inside: float = 1.0

    @property
    def _sides_up(self) -> bool:
        return self.orientation is Orientation.SIDES_UP

    @property
    def _rays(self) -> tuple[Point, ...]:
        """The corners of a hex about 0,0 whose size is 1."""
        return _SIDES_UP if self._sides_up else _CORNERS_UP

    def centre(self, hex_: Hex) -> Point:
        """Return the middle of a hex."""
        q, r = hex_
        straight, slanted = (q, r + q / 2) if self._sides_up else (r, q + r / 2)
        along, across = 1.5 * straight * self.size, TALL * slanted * self.size
        x, y = (along, across) if self._sides_up else (across, along)
        return self.origin[0] + x, self.origin[1] + y

    def toward(self, hex_: Hex, direction: float, far: float) -> Point:
        """Return the point in a direction, `far` times the way to the middle of the
        side there."""
        return self._around(hex_, direction, far * self.size * TALL / 2)

    def corners(self, hex_: Hex) -> list[Point]:
        """Return the six corners, clockwise; each lies between the direction of its
        number and the next."""
        x, y = self.centre(hex_)
        far = self.size * self.inside
        return [(x + far * right, y + far * low) for right, low in self._rays]

    def _around(self, hex_: Hex, direction: float, far: float) -> Point:
        x, y = self.centre(hex_)
        right, low = _ray(direction + (0.5 if self._sides_up else 0))
        return x + far * right, y + far * low

    def outline(self, hexes: Iterable[Hex]) -> list[list[Point]]:
        """Return the lines around a set of hexes, each of them closed."""
        inside = set(hexes)
        return self.joined(
            (each, side)
            for each in sorted(inside)
            for side in range(6)
            if neighbour(each, side) not in inside
        )

    def inset(self, by: float) -> "HexPaper":
        """Return the paper on which each hex is drawn so much smaller about its own
        centre: lines beside borders do not hide them."""
        return replace(self, inside=1 - by)

    def joined(self, sides: Iterable[tuple[Hex, int]]) -> list[list[Point]]:
        """Return sides of hexes as few long lines, clockwise around their hexes."""
        leading: dict[Point, list[tuple[Point, Point]]] = {}
        for hex_, side in sides:
            corners = self.corners(hex_)
            start, end = corners[side - 1], corners[side]
            leading.setdefault(_key(start), []).append((start, end))
        ends = {_key(end) for every in leading.values() for _, end in every}
        starts = [key for key in leading if key not in ends] + list(leading)
        lines = []
        for start in starts:
            while leading.get(start):
                lines.append(_followed(leading, start))
        return lines


def _followed(
    leading: dict[Point, list[tuple[Point, Point]]], start: Point
) -> list[Point]:
    line: list[Point] = []
    at = start
    while leading.get(at):
        begin, end = leading[at].pop()
        line = line or [begin]
        line.append(end)
        at = _key(end)
    return line


def _key(point: Point) -> Point:
    """Return a point so that the same corner of two hexes is one."""
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
WIDE = 0.62  # of a letter, of its size: wide enough for most fonts


def element(name: str, *inside: str, **attributes: object) -> str:
    """Return an element; `class_` is `class`, `stroke_width` is `stroke-width`."""
    attribute_text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    held = "".join(inside)
    return (
        f"<{name}{attribute_text}>{held}</{name}>"
        if held
        else f"<{name}{attribute_text}/>"
    )


def words(text: str) -> str:
    """Return a text between tags."""
    return escape(_NO_XML.sub("\ufffd", text), quote=False)


def number(value: float) -> str:
    """Return a number with at most one digit after the point."""
    digits = f"{value:.1f}".removesuffix(".0")
    return "0" if digits == "-0" else digits


def text(at: Point, content: str, size: float, **more: object) -> str:
    """Return words at a point; `text_anchor` says where in them it lies."""
    x, y = number(at[0]), number(at[1])
    return element("text", words(content), x=x, y=y, font_size=number(size), **more)


def width(content: str, size: float) -> float:
    """Return how much room words take at most, in most fonts."""
    return WIDE * size * len(content)


def path(lines: Iterable[Iterable[Point]], **more: object) -> str:
    """Return lines as one path; nothing for none."""
    made = " ".join(_line(list(each)) for each in lines)
    return element("path", d=made, **more) if made else ""


def _line(points: list[Point]) -> str:
    first, *rest = (f"{number(x)} {number(y)}" for x, y in points)
    closed = "Z" if len(rest) > 1 and rest[-1] == first else ""
    return f"M{first}" + "".join(f"L{each}" for each in rest) + closed


def anchor(goal: str, title: str, *inside: str) -> str:
    """Return a link to a place on the page around the picture."""
    shown = (element("title", words(title)), *inside)
    return element("a", *shown, href=f"#{goal}", class_="offer", aria_label=title)


def offer(linked: Mapping[str, str], label: str, *inside: str) -> str:
    """Return what leads to an option on the page around the picture, and says what is
    said of it there."""
    said = linked[label]
    title = f"choose {label}{f': {said}' if said else ''}"
    return anchor(f"offer-{label}", title, *inside)


def titled(title: str, *inside: str, **more: object) -> str:
    """Return a group that says what it is to who points at it, or hears it read."""
    return element("g", element("title", words(title)), *inside, **more)


_NOT_AS_IT_IS = re.compile(f'[&<>"]|{_NO_XML.pattern}')


def _attribute(value: object) -> str:
    if isinstance(value, float):
        return number(value)
    said = str(value)
    if _NOT_AS_IT_IS.search(said) is None:  # nearly all of them
        return said
    return escape(_NO_XML.sub("\ufffd", said), quote=False).replace('"', "&quot;")


# A page that grows downwards: what is drawn, and lines of words below it.

PAGE, RIM = 400.0, 6.0  # width of the page, and what is left free on each side
ROOM = PAGE - 2 * RIM
SIZE, LINE = 9.0, 12.5  # of words, from line to line
_GAP = 6.0


class Page:
    """A page; `y` is how far it is filled, `wide` how wide it is and `room` what of
    that is drawn on."""

    def __init__(self, wide: float = PAGE) -> None:
        """Begin with an empty one."""
        self.drawn: list[str] = []
        self.y = RIM
        self.wide = wide
        self.room = wide - 2 * RIM

    def put(self, drawn: str, high: float) -> None:
        """Add what was drawn at `y`, so high."""
        self.drawn.append(drawn)
        self.y += high + _GAP

    def put_moved(self, drawn: str, high: float) -> None:
        """Add what was drawn at the height 0."""
        self.put(element("g", drawn, transform=f"translate(0 {number(self.y)})"), high)

    def lists(self, lists: Iterable[tuple[str, list[str]]]) -> None:
        """Write lines under headings."""
        for head, lines in lists:
            self.words([head], bold=True)
            self.words(lines)

    def words(
        self, lines: Iterable[str], *, bold: bool = False, size: float = SIZE
    ) -> None:
        """Write lines, folded where they are too long."""
        cells = int(self.room / (size * WIDE))
        for line in lines:
            indent = "  " if line.startswith("  ") else ""
            more = f"{indent}  "
            for part in textwrap.wrap(line, cells, subsequent_indent=more) or [""]:
                left = RIM + (len(part) - len(part.lstrip())) * size * 0.6
                weight = {"font_weight": "bold"} if bold else {}
                self.y += LINE * size / SIZE
                at = (left, self.y - 0.28 * size)
                self.drawn.append(text(at, part.strip(), size, **weight))


def document(title: str, description: str, page: Page, style: str) -> str:
    """Return a page as self-contained SVG, with what it shows in words; `style` has the
    class `paper` of its ground."""
    drawn = element(
        "svg",
        "\n" + element("title", words(title), id="title"),
        "\n" + element("desc", words(description), id="desc"),
        "\n" + element("style", style),
        element("rect", width="100%", height="100%", class_="paper"),
        "\n" + "\n".join(page.drawn) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(page.wide)} {number(page.y + RIM)}",
        width="100%",
        style=f"max-width:{number(2.7 * page.wide)}px;height:auto",
        role="img",
        aria_labelledby="title desc",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}\n'

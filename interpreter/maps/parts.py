"""A map in parts, each small enough to be read on a phone: what every board does
alike."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from interpreter.boards.protocol import Exact
from interpreter.maps.svg import Point, path, text, titled

PANELS = 16  # more are not drawn, and it is said
ONLY_THE_FIRST = f"Only the first {PANELS} parts are drawn; the lists below have all."
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Number = TypeVar("Number", int, Exact)
Part = TypeVar("Part")


def covering(
    places: Iterable[tuple[Number, Number]],
    room: tuple[Number, Number],
    part_of: Callable[[Sequence[tuple[Number, Number]]], Part],
    holds: Callable[[Part, tuple[Number, Number]], bool],
) -> list[Part]:
    """Return parts that hold all places, at most `PANELS` and one: then not all are in
    them.

    Greedy: of the places within `room` right of the leftmost, those within `room` of
    the first along the other axis make a part; what lies in it is left out of the next.
    """
    left = sorted(set(places))
    parts: list[Part] = []
    while left and len(parts) <= PANELS:
        lane = [place for place in left if place[0] <= left[0][0] + room[0]]
        first = min(place[1] for place in lane)
        part = part_of([place for place in lane if place[1] <= first + room[1]])
        parts.append(part)
        left = [place for place in left if not holds(part, place)]
    return parts


def lettered_parts(parts: Sequence[Part]) -> Iterator[tuple[str, Part]]:
    """Yield the parts that are drawn, each with its letter."""
    yield from zip(_CAPITALS, parts[:PANELS], strict=False)


def part_frame(letter: str, lines: Sequence[Sequence[Point]], thick: str) -> str:
    """Return on a map of all where a part lies: the lines around it, and its letter."""
    x = min(x for line in lines for x, _ in line)
    y = min(y for line in lines for _, y in line)
    frame = path(lines, fill="none", stroke="#000000", stroke_width=thick)
    label = text((x + 2, y + 9), letter, 10.0, font_weight="bold", class_="halo")
    return titled(f"part {letter}", frame, label)

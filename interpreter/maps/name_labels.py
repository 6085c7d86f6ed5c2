"""Names beside what stands on a map: greedy labelling of points.

All that must stay readable (counters, bases, the labels of places) takes its room
before the first name is placed. Then the names take their turns by kind and name, never
by place: what moves elsewhere cannot change the turns of two neighbours. Each tries
eight places about its thing in a fixed order and takes the first that lies in the frame
and meets nothing; a name without room is left out, for the list beside the map has it.
So where a name stands depends only on what lies near it, and names stay where they are
from map to map as long as nothing near them moves.
Cost: names times places times what has taken room.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from interpreter.maps.svg import WIDE, Point, text

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom on paper."""
MOST_NAMES = 150  # on one panel
LONGEST = 26  # letters of a name: longer ones would hide the map
_HAIR, _GAP = 0.4, 1.2  # between two labels, and between a thing and its name
_LEADING = 1.05  # from line to line, of the size of letters

LabelSide: TypeAlias = tuple[int, int]
"""Where a name lies of its thing: left, beside or right, and above, beside or below."""
_CORNERS: tuple[LabelSide, ...] = ((1, 1), (-1, 1), (1, -1), (-1, -1))
BESIDE: tuple[LabelSide, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), *_CORNERS)
"""First right, then left, below, above, and at the corners."""
BELOW: tuple[LabelSide, ...] = ((0, 1), (1, 0), (-1, 0), (0, -1), *_CORNERS)
"""First below, where a place has room for it."""


class PlacedName(Struct, frozen=True):
    """A name to be placed: its turn, the box of its thing, and its lines, or if they
    have no room, other ones."""

    turn: tuple[str, ...]
    box: Rect
    lines: tuple[tuple[str, ...], ...]


class Room:
    """What is free of a frame."""

    def __init__(self, frame: Rect, taken: Iterable[Rect] = ()) -> None:
        """Begin with all of it but some boxes."""
        self.frame = frame
        self.taken = list(taken)

    def is_free(self, rect: Rect) -> bool:
        """Tell whether a rectangle lies in the frame and meets nothing."""
        left, top, right, low = rect
        frame = self.frame
        inside = frame[0] <= left and right <= frame[2]
        if not inside or top < frame[1] or low > frame[3]:
            return False
        return not any(
            left < e[2] + _HAIR
            and e[0] < right + _HAIR
            and top < e[3] + _HAIR
            and e[1] < low + _HAIR
            for e in self.taken
        )

    def found(self, rects: Iterable[Rect]) -> Rect | None:
        """Take the first of some rectangles that is free, and return it; None where
        none is."""
        rect = next(filter(self.is_free, rects), None)
        if rect is not None:
            self.taken.append(rect)
        return rect


def around(middle: Point, wide: float, high: float) -> Rect:
    """Return a rectangle about a point."""
    x, y = middle
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def words_box(middle: float, base: float, content: str, size: float) -> Rect:
    """Return the box of words that stand on a base line, about a place on it."""
    half = WIDE * size * len(content) / 2
    return middle - half, base - 0.76 * size, middle + half, base + 0.1 * size


def placed_names(
    names: Iterable[PlacedName],
    room: Room,
    size: float,
    sides: Sequence[LabelSide] = BESIDE,
) -> Iterator[str]:
    """Yield the names that have room, with letters so large."""
    for name in sorted(names, key=lambda each: (each.turn, each.box))[:MOST_NAMES]:
        for lines in name.lines:
            rect = room.found(_candidates(name.box, lines, size, sides))
            if rect is not None:
                yield _written(rect, lines, size)
                break


def _candidates(
    box: Rect, lines: Sequence[str], size: float, sides: Sequence[LabelSide]
) -> Iterator[Rect]:
    """Yield the places of words about a box, the best first."""
    wide = WIDE * size * max(map(len, lines))
    high = _LEADING * size * len(lines)
    starts = {
        -1: (box[0] - _GAP - wide, box[1] - _GAP - high),
        0: ((box[0] + box[2] - wide) / 2, (box[1] + box[3] - high) / 2),
        1: (box[2] + _GAP, box[3] + _GAP),
    }
    for across, down in sides:
        left, top = starts[across][0], starts[down][1]
        yield left, top, left + wide, top + high


def _written(rect: Rect, lines: Sequence[str], size: float) -> str:
    x, top = (rect[0] + rect[2]) / 2, rect[1]
    style = {"text_anchor": "middle", "class_": "halo name"}
    return "".join(
        text((x, top + size * (_LEADING * at + 0.8)), line, size, **style)
        for at, line in enumerate(lines)
    )


def name_lines(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return what is written beside things that stand together: up to three names, else
    the first and how many more there are. Nothing for a name that is too long."""
    if len(names) == 1:
        return ((names[0],),) if len(names[0]) <= LONGEST else ()
    short = [f"{names[0]} +{len(names) - 1}"]
    found = [tuple(names)] if len(names) <= 3 else []
    found.append(tuple(short))
    return tuple(e for e in found if all(len(line) <= LONGEST for line in e))


def says_all(mark: str, name: str) -> bool:
    """Tell whether the mark on a counter is its name already."""
    return mark.casefold() == name.casefold()

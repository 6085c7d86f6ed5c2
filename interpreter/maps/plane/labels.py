"""Where words have room on a map of a table."""

from collections.abc import Iterator
from math import cos, pi, sin

from interpreter.maps.hex_shapes import Point as Spot
from interpreter.maps.svg import WIDE, path, text

SIZE, LEAST, LARGEST = 8.0, 6.5, 10.0  # of letters: beside, and inside of a base
_WAYS = (0, 180, 270, 90, 315, 225, 45, 135, 337.5, 202.5, 22.5, 157.5)
_STEPS = (2.0, 7.0, 13.0, 20.0, 28.0, 38.0, 50.0)
_HAIR = 0.4

Rect = tuple[float, float, float, float]
"""Left, top, right and bottom on paper."""


class Room:
    """What is free of a frame."""

    def __init__(self, frame: Rect) -> None:
        """Begin with all of it."""
        self.frame = frame
        self.taken: list[Rect] = []

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

    def beside(self, at: Spot, radius: float, said: str) -> str | None:
        """Write words next to something, with a line to it where they lie farther off;
        None where there is no room."""
        wide, high = WIDE * SIZE * len(said), SIZE
        for step in _STEPS:
            for way in _WAYS:
                x, y = cos(way * pi / 180), sin(way * pi / 180)
                far = radius + step
                middle = (at[0] + x * (far + wide / 2), at[1] + y * (far + high / 2))
                rect = _around(middle, wide, high)
                if self.is_free(rect):
                    self.taken.append(rect)
                    line = [(at[0] + x * radius, at[1] + y * radius)]
                    line.append((at[0] + x * far, at[1] + y * far))
                    drawn = path([line], stroke="#000000", stroke_width="0.6")
                    return (drawn if step > _STEPS[0] else "") + _written(middle, said)
        return None

    def on(self, spots: Iterator[Spot], said: str) -> str | None:
        """Write words on the first of some spots that has room; None where none
        has."""
        wide, high = WIDE * SIZE * len(said), SIZE
        for middle in spots:
            rect = _around(middle, wide, high)
            if self.is_free(rect):
                self.taken.append(rect)
                return _written(middle, said, font_style="italic")
        return None


def inside(at: Spot, room: float, said: str, ink: str) -> tuple[str, Rect] | None:
    """Return words in so much room each way, and where they lie; None where they would
    be too small to be read."""
    size = min(LARGEST, room / max(WIDE * len(said), 1.0))
    if size < LEAST:
        return None
    return (
        _written(at, said, size, ink=ink),
        _around(at, WIDE * size * len(said), size),
    )


def _around(middle: Spot, wide: float, high: float) -> Rect:
    x, y = middle
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _written(
    middle: Spot, said: str, size: float = SIZE, *, ink: str = "", **more: object
) -> str:
    """Return words about a point; black ones have a white rim, to be read on any
    ground."""
    style = {"fill": ink} if ink else {"class_": "halo"}
    at = (middle[0], middle[1] + size * 0.36)
    bold = {"text_anchor": "middle", "font_weight": "bold"}
    return text(at, said, size, **bold, **style, **more)

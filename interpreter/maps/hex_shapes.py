"""Where hexes lie on paper: centres, corners, and outlines of many.

A hex has the size 1 from its centre to a corner; x grows to the right, y downwards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, pi, sin, sqrt
from typing import TypeAlias

from interpreter.boards.hexes import Hex, Orientation, neighbour

Point: TypeAlias = tuple[float, float]

TALL = sqrt(3)  # from side to side


@dataclass(frozen=True, slots=True)
class HexPaper:
    """Hexes of an orientation, `size` large, with the hex 0,0 at `origin`; of each
    only the `inside` is drawn, 1 for all of it."""

    orientation: Orientation
    size: float = 1.0
    origin: Point = (0.0, 0.0)
    inside: float = 1.0

    @property
    def _sides_up(self) -> bool:
        return self.orientation is Orientation.SIDES_UP

    def centre(self, hex_: Hex) -> Point:
        """Return the middle of a hex."""
        q, r = hex_
        straight, slanted = (q, r + q / 2) if self._sides_up else (r, q + r / 2)
        along, across = 1.5 * straight * self.size, TALL * slanted * self.size
        x, y = (along, across) if self._sides_up else (across, along)
        return self.origin[0] + x, self.origin[1] + y

    def corner(self, hex_: Hex, number: int) -> Point:
        """Return the corner between direction `number` and the next."""
        return self._around(hex_, number + 0.5, self.size * self.inside)

    def toward(self, hex_: Hex, direction: float, far: float) -> Point:
        """Return the point in a direction, `far` times the way to the middle of the
        side there."""
        return self._around(hex_, direction, far * self.size * TALL / 2)

    def corners(self, hex_: Hex) -> list[Point]:
        """Return the six corners, clockwise."""
        return [self.corner(hex_, number) for number in range(6)]

    def _around(self, hex_: Hex, direction: float, far: float) -> Point:
        turned = direction + (0.5 if self._sides_up else 0)
        x, y = self.centre(hex_)
        return x + far * cos(turned * pi / 3), y + far * sin(turned * pi / 3)

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
            start, end = self.corner(hex_, side - 1), self.corner(hex_, side)
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

"""A tabletop: a plane with an edge, and what lies on it in one scenario.

Each public method is a function of the language, on its values (`plane.inches`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from interpreter.boards.plane.areas import Area, bounds, holds_point, rounded
from interpreter.boards.plane.gaps import shares
from interpreter.boards.plane.inches import Record, area, area_record, inches, point
from interpreter.boards.plane.points import (
    Point,
    Rational,
    between,
    dot,
    root_up,
    way,
)
from interpreter.values.exact import divided
from interpreter.values.faults import Fault

MOST_PIECES = 1_000


@dataclass(frozen=True, slots=True)
class Piece:
    """An area of the table, its ground (None: what lies under it) and how high it
    stands."""

    area: Area
    ground: int | None
    level: int


@dataclass(frozen=True, slots=True)
class Tabletop:
    """How wide and deep it is, in grains (0: without an edge), with (0, 0) at the near
    left corner; its pieces by name, each above those before it; and the ground of all
    else."""

    name: str
    wide: int = 0
    deep: int = 0
    pieces: Mapping[str, Piece] = field(default_factory=dict, hash=False)
    elsewhere: int | None = None
    _upper: tuple[Piece, ...] = field(init=False, repr=False, compare=False)
    _areas: Mapping[int | None, tuple[Record, ...]] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Keep what is asked again and again: the pieces, the upper ones first, and the
        areas of each ground."""
        pieces = tuple(self.pieces.values())
        grounds = {self.elsewhere, *(each.ground for each in pieces)}
        found = {
            ground: tuple(area_record(e.area) for e in pieces if e.ground == ground)
            for ground in grounds
        }
        object.__setattr__(self, "_upper", pieces[::-1])
        object.__setattr__(self, "_areas", found)

    def on_table(self, given: Record) -> bool:
        """Return whether an area or point lies wholly on the table."""
        if not self.wide:
            return True
        found = area(given)
        by, wide, deep = found.margin, self.wide, self.deep
        return all(
            by <= x <= wide - by and by <= y <= deep - by for x, y in found.corners
        )

    def named(self, name: str) -> Record:
        """Return a named area; Fault where there is none of that name."""
        found = self.pieces.get(name)
        if found is None:
            said = name.replace("_", " ")
            raise Fault("R705", f"the table of this scenario has no area '{said}'")
        return area_record(found.area)

    def areas(self, ground: int) -> tuple[Record, ...]:
        """Return the areas of a ground, in their order."""
        return self._areas.get(ground, ())

    def ground_at(self, at: Record) -> int:
        """Return the ground of a point: of the last area there that has one; Fault
        where nothing is said of it."""
        found = self._ground(point(at))
        if found is None:
            raise Fault("R709", "the scenario does not say what ground there is")
        return found

    def level_at(self, at: Record) -> int:
        """Return how high the last area stands in which a point lies; 0 outside."""
        return self._level(point(at))

    def over(self, path: Sequence[Record], ground: int) -> Rational:
        """Return how much of a path runs over a ground, each leg measured up."""
        if ground not in self._areas:
            return 0
        total = 0
        for start, goal in pairwise(map(point, path)):
            by = way(start, goal)
            runs = self._runs(start, goal)
            share = sum(b - a for a, b, at in runs if self._ground(at) == ground)
            total += root_up(share * share * dot(by, by))
        return inches(total)

    def climbed(self, path: Sequence[Record]) -> int:
        """Return by how many levels a path rises, what it falls left out."""
        if not any(each.level for each in self._upper):
            return 0
        levels: list[int] = []
        for start, goal in pairwise(map(point, path)):
            inner = [self._level(at) for _, _, at in self._runs(start, goal)]
            levels += (self._level(start), *inner, self._level(goal))
        return sum(max(b - a, 0) for a, b in pairwise(levels))

    def _runs(
        self, start: Point, goal: Point
    ) -> Iterator[tuple[Rational, Rational, Point]]:
        """Yield the parts of a line that no rim cuts, and a point of each."""
        if start == goal:
            return
        edge = start, goal
        pieces = (each for each in self._upper if _may_meet(each.area, start, goal))
        cuts = {s for each in pieces for s in shares(edge, rounded(each.area))}
        for a, b in pairwise(sorted(cuts | {0, 1})):
            yield a, b, between(start, goal, divided(a + b, 2))

    def _ground(self, at: Point) -> int | None:
        for each in self._upper:
            if each.ground is not None and _holds(each.area, at):
                return each.ground
        return self.elsewhere

    def _level(self, at: Point) -> int:
        for each in self._upper:
            if _holds(each.area, at):
                return each.level
        return 0


def _holds(area: Area, at: Point) -> bool:
    """Return whether a point lies in what is measured of an area, or on its rim."""
    return _may_meet(area, at, at) and holds_point(rounded(area), at)


def _may_meet(area: Area, start: Point, goal: Point) -> bool:
    """Return no only where a straight line passes an area by."""
    (left, near), (right, far) = bounds(area)
    (x, y), (u, v) = start, goal
    across = (x <= right or u <= right) and (x >= left or u >= left)
    return across and (y <= far or v <= far) and (y >= near or v >= near)

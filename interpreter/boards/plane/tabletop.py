"""A tabletop: a plane with an edge, and what lies on it in one scenario.

Each public method is a function of the language, on its values (`plane.inches`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from msgspec import Struct, field

from interpreter.boards.plane import points
from interpreter.boards.plane.areas import Area, holds_point, may_meet, rounded
from interpreter.boards.plane.functions import (
    Record,
    area,
    area_record,
    inches,
    point,
    record_of,
)
from interpreter.boards.plane.gaps import shares
from interpreter.boards.plane.points import Point, Rational, between, dot, root_up, way
from interpreter.boards.protocol import Misfit, PlaceContents
from interpreter.values.exact_numbers import divided, exact, mixed
from interpreter.values.faults import Fault

MOST_PIECES = 1_000


class TableArea(Struct, frozen=True):
    """An area of the table, its ground (None: what lies under it) and how high it
    stands."""

    area: Area
    ground: int | None
    level: int


class Tabletop(Struct, frozen=True, dict=True):
    """How wide and deep it is, in grains (0: without an edge), with (0, 0) at the near
    left corner; its pieces by name, each above those before it; and the ground of all
    else."""

    name: str
    wide: int = 0
    deep: int = 0
    pieces: Mapping[str, TableArea] = field(default_factory=dict)
    elsewhere: int | None = None

    def __eq__(self, other: object) -> bool:
        """Tell whether a table is alike, also in which piece lies above which."""
        return isinstance(other, Tabletop) and self._compared == other._compared

    @property
    def _compared(self) -> tuple[object, ...]:
        return (self.name, self.wide, self.deep, *self.pieces.items(), self.elsewhere)

    def __hash__(self) -> int:
        """Return a hash without the pieces, whose map has none."""
        return hash((self.name, self.wide, self.deep, self.elsewhere))

    @cached_property
    def upper(self) -> tuple[TableArea, ...]:
        """The pieces, the upper ones first."""
        return tuple(self.pieces.values())[::-1]

    @cached_property
    def _areas(self) -> Mapping[int | None, tuple[Record, ...]]:
        """The areas of each ground."""
        pieces = tuple(self.pieces.values())
        grounds = {self.elsewhere, *(piece.ground for piece in pieces)}
        return {
            ground: tuple(area_record(e.area) for e in pieces if e.ground == ground)
            for ground in grounds
        }

    @property
    def is_bounded(self) -> bool:
        """Whether the table has an edge."""
        return self.wide > 0

    def label_of(self, at: Point) -> str:
        """Return a point in inches, as it is printed."""
        return spelled(record_of(at))

    def place_of(self, label: str) -> Point | Misfit:
        """Return the point that is printed so, or what is wrong with the text."""
        place = place_written(label)
        if place is None or not is_on_lattice(place):
            message = f"'{label}' is no place in inches, in twelfths"
            return Misfit(message, "a place like 3, 4 1/2")
        return point((exact(place[0]), exact(place[1])))

    def distance(self, a: Point, b: Point) -> Rational:
        """Return how many inches two points are apart, as rules measure them."""
        return inches(points.distance(a, b))

    def neighbours(self, _at: Point) -> tuple[Point, ...]:
        """Return nothing: a plane has no steps."""
        return ()

    def contents(self, at: Point) -> PlaceContents:
        """Return the ground of a point and the areas that hold it, the upper last."""
        held = (n for n, each in self.pieces.items() if _holds(each.area, at))
        return PlaceContents(self.ground_of(at), tuple(held))

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
        found = self.ground_of(point(at))
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
            by, share = way(start, goal), _grounds(self, start, goal).get(ground, 0)
            total += root_up(share * share * dot(by, by))
        return inches(total)

    def climbed(self, path: Sequence[Record]) -> int:
        """Return by how many levels a path rises, what it falls left out."""
        if not any(each.level for each in self.upper):
            return 0
        levels: list[int] = []
        for start, goal in pairwise(map(point, path)):
            inner = [self._level(at) for _, _, at in self.runs(start, goal)]
            levels += (self._level(start), *inner, self._level(goal))
        return sum(max(b - a, 0) for a, b in pairwise(levels))

    def runs(
        self, start: Point, goal: Point
    ) -> Iterator[tuple[Rational, Rational, Point]]:
        """Yield the parts of a line that no rim cuts, and a point of each."""
        if start == goal:
            return
        edge = start, goal
        pieces = (each for each in self.upper if may_meet(each.area, start, goal))
        cuts = {s for each in pieces for s in shares(edge, rounded(each.area))}
        for a, b in pairwise(sorted(cuts | {0, 1})):
            yield a, b, between(start, goal, divided(a + b, 2))

    def ground_of(self, at: Point) -> int | None:
        """Return the ground of a point, as `ground_at`; None where nothing is said."""
        return _ground(self, at)

    def _level(self, at: Point) -> int:
        for each in self.upper:
            if _holds(each.area, at):
                return each.level
        return 0


def _holds(area: Area, at: Point) -> bool:
    """Return whether a point lies in what is measured of an area, or on its rim."""
    return may_meet(area, at, at) and holds_point(rounded(area), at)


@lru_cache(maxsize=1 << 14)  # the same places are looked at again and again
def _ground(top: Tabletop, at: Point) -> int | None:
    """Return the ground of the last area at a point that has one, or what is said of
    the rest of the table."""
    for piece in top.upper:
        if piece.ground is not None and _holds(piece.area, at):
            return piece.ground
    return top.elsewhere


@lru_cache(maxsize=1 << 12)  # of a way all its grounds are asked for, one by one
def _grounds(top: Tabletop, start: Point, goal: Point) -> Mapping[int | None, Rational]:
    """Return the share of a line over each ground."""
    found: dict[int | None, Rational] = {}
    for a, b, at in top.runs(start, goal):
        ground = top.ground_of(at)
        found[ground] = found.get(ground, 0) + b - a
    return found


# Places and lengths as they are printed, and places as people write them.

TWELFTH = Fraction(1, 12)
"""Between two points of the lattice on which things stand, in inches."""
_NUMBER = r"(-?)(?:(\d{1,6}(?:\.\d{1,9})?)|(?:(\d{1,6}) )?(\d{1,6}/\d{1,6}))"
_PLACE = re.compile(rf"\s*(\()?\s*{_NUMBER}\s*,\s*{_NUMBER}\s*(?(1)\))\s*\Z")


def place_written(text: str) -> tuple[Fraction, Fraction] | None:
    """Return the place in inches that a text such as `3 1/2, 8` means, perhaps in
    brackets and between the points of the lattice; None where it is none."""
    found = _PLACE.match(text)
    if found is None:
        return None
    parts = found.groups()[1:]
    try:
        return _number(*parts[:4]), _number(*parts[4:])
    except ZeroDivisionError:
        return None


def is_on_lattice(place: tuple[Fraction, Fraction]) -> bool:
    """Tell whether a thing can stand at a place in inches."""
    return not any(each % TWELFTH for each in place)


def _number(
    sign: str, figure: str | None, whole: str | None, part: str | None
) -> Fraction:
    value = Fraction(figure or 0) + Fraction(whole or 0) + Fraction(part or 0)
    return -value if sign else value


def spelled(at: Point) -> str:
    """Return a place in inches as it is printed: `3 1/2, 8`."""
    return ", ".join(map(mixed, at))

"""What the language asks of the plane, in its own values.

A point is a record that begins with the numbers x and y, in inches; a heading a record
of two whole numbers; an area the record of its margin and its corners. Each public
function is one of the language; a Fault says what is wrong with a value, LimitExceeded
that a number is too large to be measured.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from interpreter.boards.plane import areas, gaps, points
from interpreter.boards.plane import points as headings
from interpreter.boards.plane.areas import Area
from interpreter.boards.plane.points import INCH, Heading, Point, Rational
from interpreter.diagnostics import LimitExceeded
from interpreter.values.exact_numbers import divided, quotient
from interpreter.values.faults import Fault
from interpreter.values.types import Value

MOST_INCHES = 1_000_000
_MOST_BITS = 256  # below the line of a fraction
_kept = lru_cache(maxsize=1 << 14)  # men are measured again and again where they stand

Record = tuple[Any, ...]


def grains(inches: Rational) -> Rational:
    """Return a length in grains."""
    above, below = inches.numerator, inches.denominator
    if abs(above) > MOST_INCHES * below or below.bit_length() > _MOST_BITS:
        raise LimitExceeded("inches of a length on the plane", MOST_INCHES)
    if INCH % below == 0:  # nearly all that is measured stands on the lattice
        return above * (INCH // below)
    return quotient(above * INCH, below)


def inches(grains_: Rational) -> Rational:
    """Return a length in inches."""
    if isinstance(grains_, int):
        return _inches(grains_)
    return quotient(grains_.numerator, grains_.denominator * INCH)


@_kept
def _inches(grains_: int) -> Rational:
    return quotient(grains_, INCH)


@_kept
def point(record: Record) -> Point:
    """Return the point of a record."""
    return grains(record[0]), grains(record[1])


def record_of(at: Point) -> Record:
    """Return the record of a point."""
    return inches(at[0]), inches(at[1])


@_kept
def heading(record: Record) -> Heading:
    """Return the heading of a record; Fault if it leads nowhere."""
    found = headings.heading((record[0], record[1]))
    if found is None:
        raise Fault("R705", "a heading of 0 and 0 leads nowhere")
    return found


@_kept
def area(record: Record) -> Area:
    """Return the area of a record, or of a point as one; Fault if it is none."""
    if not isinstance(record[1], tuple):
        return areas.point(point(record))
    margin, corners = record
    if len(corners) > areas.MOST_CORNERS:
        raise LimitExceeded("corners of an area", areas.MOST_CORNERS)
    return _made(Area, grains(margin), tuple(point(each) for each in corners))


def _made(make: Callable[..., Area], *given: Value) -> Area:
    try:
        found: Area = make(*given)
    except ValueError as fault:
        raise Fault("R705", f"this is no area: {fault}") from None
    return found


def area_record(given: Area) -> Record:
    """Return the record of an area."""
    return inches(given.margin), tuple(record_of(each) for each in given.corners)


def _areas(records: Sequence[Record]) -> tuple[Area, ...]:
    return tuple(area(each) for each in records)


def _points(records: Sequence[Record]) -> tuple[Point, ...]:
    return tuple(point(each) for each in records)


def distance(a: Record, b: Record) -> Rational:
    """Return how far apart two points are."""
    return inches(points.distance(point(a), point(b)))


def heading_to(a: Record, b: Record) -> Record | None:
    """Return the heading from a point to another; None if they are one."""
    return headings.heading(points.way(point(a), point(b)))


def angle(a: Record, b: Record) -> int:
    """Return by how many degrees two headings part."""
    return headings.angle(heading(a), heading(b))


@_kept
def turned(a: Record, degrees: int) -> Record:
    """Return a heading turned clockwise."""
    return headings.turned(heading(a), degrees)


def ahead(at: Record, facing: Record, other: Record) -> Rational:
    """Return how far a point lies ahead."""
    return inches(headings.ahead(point(at), heading(facing), point(other)))


def aside(at: Record, facing: Record, other: Record) -> Rational:
    """Return how far a point lies to the right."""
    return inches(headings.aside(point(at), heading(facing), point(other)))


# Comparisons of lengths that need no root: of their signs, and of squares. A length is
# measured up to the next step, so it is at most n if it is at most the steps in n.


def sign_ahead(at: Record, facing: Record, other: Record) -> Rational:
    """Return a number that is above, below or equal to 0 as `ahead` is."""
    return points.dot(heading(facing), points.way(point(at), point(other)))


def sign_aside(at: Record, facing: Record, other: Record) -> Rational:
    """Return a number that is above, below or equal to 0 as `aside` is."""
    return -points.cross(heading(facing), points.way(point(at), point(other)))


def within_aside(at: Record, facing: Record, other: Record, most: Rational) -> bool:
    """Return whether a point lies at most so far to the right or to the left."""
    x, y = heading(facing)
    across = sign_aside(at, facing, other)
    far = points.steps_in(most)
    return far >= 0 and across * across <= far * far * (x * x + y * y)


def within_distance(a: Record, b: Record, most: Rational) -> bool:
    """Return whether two points are at most so far apart."""
    by = points.way(point(a), point(b))
    far = points.steps_in(most)
    return far >= 0 and points.dot(by, by) <= far * far


@_kept
def moved(at: Record, facing: Record, length: Rational) -> Record:
    """Return the place so far along a heading."""
    return record_of(headings.gone(point(at), heading(facing), grains(length)))


@_kept
def circle(at: Record, radius: Rational) -> Record:
    """Return all that is so near to a point."""
    return area_record(_made(areas.disc, point(at), grains(radius)))


@_kept
def box(at: Record, facing: Record, wide: Rational, deep: Rational) -> Record:
    """Return the rectangle about a point."""
    given = point(at), heading(facing), grains(wide), grains(deep)
    return area_record(_made(areas.box, *given))


def cone(
    at: Record, facing: Record, wide: Rational, grows: Rational, long: Rational
) -> Record:
    """Return what grows from a point on."""
    wider = divided(grains(grows), INCH)  # a length by a length, in no unit
    given = point(at), heading(facing), grains(wide), wider, grains(long)
    return area_record(_made(areas.cone, *given))


def swept(a: Record, b: Record, wide: Rational) -> Record:
    """Return what a disc covers on its straight way."""
    return area_record(_made(areas.swept, point(a), point(b), grains(wide)))


@_kept
def clearance(a: Record, b: Record) -> Rational:
    """Return how far two areas or points lie apart."""
    return inches(gaps.gap(area(a), area(b)))


@_kept
def touches(a: Record, b: Record) -> bool:
    """Return whether less than 1/12 inch lies between two."""
    return gaps.touch(area(a), area(b))


@_kept
def overlaps(a: Record, b: Record) -> bool:
    """Return whether two share more than their rims."""
    return gaps.overlap(area(a), area(b))


def covers(a: Record, b: Record) -> bool:
    """Return whether the second lies wholly in the first."""
    return gaps.holds(area(a), area(b))


def clear_line(a: Record, b: Record, blockers: Sequence[Record]) -> bool:
    """Return whether the line between two points enters none of those."""
    return gaps.clear(point(a), point(b), _areas(blockers))


@_kept
def share_seen(eye: Record, target: Record, blockers: Sequence[Record]) -> Rational:
    """Return the share of an area that is seen past those."""
    return gaps.seen(point(eye), area(target), _areas(blockers))


def inside(a: Record, b: Record, of: Record) -> Rational:
    """Return how much of the line between two points runs inside an area."""
    return inches(gaps.run_in(point(a), point(b), area(of)))


def length(path: Sequence[Record]) -> Rational:
    """Return how long a path is, leg by leg."""
    return inches(sum(gaps.legs(_points(path))))


def legs(path: Sequence[Record]) -> tuple[Rational, ...]:
    """Return how long each straight leg of a path is."""
    return tuple(inches(each) for each in gaps.legs(_points(path)))


def bends(path: Sequence[Record]) -> tuple[int, ...]:
    """Return the degrees of each turn of a path."""
    return gaps.turns(_points(path))


@_kept
def run_to(a: Record, b: Record, wide: Rational, of: Record) -> Rational | None:
    """Return how far a disc goes before it would overlap an area; None: all the way."""
    width = grains(wide)
    if width < 0:
        raise Fault("R705", "a width is not below 0")
    found = gaps.run_to(point(a), point(b), width, area(of))
    return None if found is None else inches(found)


def linked(
    first: Record, members: Sequence[Record], reaches: Sequence[Rational]
) -> tuple[Record, ...]:
    """Return those that hang together with the first by gaps in the reach of both."""
    if len(members) != len(reaches):
        raise Fault("R705", f"{len(members)} areas have not {len(reaches)} reaches")
    _few(members)
    wanted = [grains(each) for each in reaches]
    found = set(gaps.linked(area(first), _areas(members), wanted))
    return tuple(each for each in members if area(each) in found)


def file_ahead(
    last: Record, facing: Record, members: Sequence[Record]
) -> tuple[Record, ...]:
    """Return those straight ahead, each touching the one behind it."""
    _few(members)
    by = {area(each): each for each in members}
    found = gaps.file_ahead(area(last), heading(facing), tuple(by))
    return tuple(by[each] for each in found)


def _few(members: Sequence[Record]) -> None:
    if len(members) > gaps.MOST:
        raise LimitExceeded("areas in a chain", gaps.MOST)

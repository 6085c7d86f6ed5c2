"""By hand: where men stand to each other on the table of the scenario `patrol`.

All is measured on whole steps and grains, as the rules of this house have it, but for
the shares of a man that others hide: floats, with a hair of tolerance at the bounds.
"""

from collections.abc import Iterable
from math import floor, isqrt, sqrt

from tests.bench.by_hand.men import INCH, STEP, Heading, Man

WIDE, DEEP = 48 * INCH, 36 * INCH
BASE = INCH  # across
TOUCHING = (BASE + 2) ** 2
"""The square of how far apart the middles of two men in contact are at most."""

_RADIUS = BASE * STEP // 2  # grains
_HAIR = 1e-9
Place = tuple[int, int]


def squared(a: Man, b: Man) -> int:
    """Return the square of the steps from man to man."""
    x, y = a.x - b.x, a.y - b.y
    return x * x + y * y


def near(a: Man, b: Man, steps: int) -> bool:
    """Return whether at most so much lies between two bases."""
    return squared(a, b) <= (steps + BASE) ** 2


def root_up(square: int) -> int:
    """Return the least whole number whose square is not less."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def gap(a: Man, b: Man) -> int:
    """Return the steps between two bases, measured up."""
    return max(root_up(squared(a, b)) - BASE, 0)


def touches_any(man: Man, others: Iterable[Man]) -> bool:
    """Return whether a man is in contact with one of others."""
    at_x, at_y = man.x, man.y
    for each in others:
        x, y = each.x - at_x, each.y - at_y
        if x * x + y * y <= TOUCHING:
            return True
    return False


def ahead(man: Man, other: Man) -> int:
    """Return above 0 where another stands before a man, below 0 where behind him."""
    x, y = man.facing
    return x * (other.x - man.x) + y * (other.y - man.y)


def toward(man: Man, x: int, y: int) -> Heading:
    """Return the way from a man to a place, or his front where he stands there."""
    x, y = x - man.x, y - man.y
    return (x, y) if x or y else man.facing


def turned(heading: Heading, eighths: int) -> Heading:
    """Return a heading turned clockwise; its length means nothing."""
    x, y = heading
    for _ in range(eighths % 8 // 2):
        x, y = y, -x
    return (x + y, y - x) if eighths % 2 else (x, y)


def turns_between(a: Heading, b: Heading) -> int:
    """Return how many turns of at most 45 degrees lead from one heading to another."""
    across = abs(a[0] * b[1] - a[1] * b[0])
    along = a[0] * b[0] + a[1] * b[1]
    if along > 0:
        return min(across, 1) if across <= along else 2
    if along == 0:
        return 2
    return 3 if across >= -along else 4


def gone(x: int, y: int, heading: Heading, grains: int, unit: int = STEP) -> Place:
    """Return where one comes who goes straight on, rounded to steps; or, of a place in
    grains with unit 1, to grains."""
    by, away = heading
    square = (by * by + away * away) * unit * unit
    right = (isqrt(4 * (by * grains) ** 2 // square) + 1) // 2
    up = (isqrt(4 * (away * grains) ** 2 // square) + 1) // 2
    return x + right if by > 0 else x - right, y + up if away > 0 else y - up


def on_table(x: int, y: int) -> bool:
    """Return whether a base lies wholly on the table."""
    half = BASE // 2
    return half <= x <= WIDE - half and half <= y <= DEEP - half


Way = tuple[int, int]


def breadth(eye: Man, man: Man) -> tuple[Way, Way]:
    """Return the ways to what is farthest left and right of a man, in grains."""
    x, y = (eye.x - man.x) * STEP, (eye.y - man.y) * STEP
    square = x * x + y * y
    if square <= _RADIUS * _RADIUS:
        raise ValueError("one man stands in the other")
    forward = _RADIUS * _RADIUS / square
    aside = _RADIUS * sqrt(square - _RADIUS * _RADIUS) / square
    right = floor(x * forward - y * aside + 0.5), floor(y * forward + x * aside + 0.5)
    left = floor(x * forward + y * aside + 0.5), floor(y * forward - x * aside + 0.5)
    return (left[0] - x, left[1] - y), (right[0] - x, right[1] - y)


def hidden_parts(eye: Man, target: Man, others: Iterable[Man]) -> int:
    """Return how much of a man others hide, in whole 144ths of his breadth."""
    left, right = breadth(eye, target)
    covered = reached = 0.0
    shadows = (_shadow(left, right, *breadth(eye, each)) for each in others)
    for low, high in sorted(each for each in shadows if each is not None):
        if high > reached:
            covered += high - max(low, reached)
            reached = high
    return floor(covered * 144 + _HAIR)


def _cross(a: Way, b: Way) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _shadow(left: Way, right: Way, a: Way, b: Way) -> tuple[float, float] | None:
    """Return what a straight piece hides of a breadth, left to right from 0 to 1."""
    across = left[0] - right[0], left[1] - right[1]
    before = _cross(right, across)
    low, high = 0.0, 1.0
    for at_a, at_b in (
        (_cross(a, left), _cross(b, left)),
        (_cross(right, a), _cross(right, b)),
        (before - _cross(a, across), before - _cross(b, across)),
    ):
        if at_a < 0 and at_b < 0:
            return None
        if at_a < 0:
            low = max(low, at_a / (at_a - at_b))
        elif at_b < 0:
            high = min(high, at_a / (at_a - at_b))
    if low >= high:
        return None
    found = []
    for share in (low, high):
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        off = x * left[1] - y * left[0]
        found.append(off / (off - (x * right[1] - y * right[0])))
    return min(found), max(found)

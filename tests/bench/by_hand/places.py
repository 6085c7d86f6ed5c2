"""By hand: where men stand to each other on the table of the scenario `patrol`.

All is measured on whole steps and grains, as the rules of this house have it, but for
the shares of a man that others hide: floats, with a hair of tolerance at the bounds.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import cos, floor, isqrt, radians, sin, sqrt

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
    return any(squared(man, each) <= TOUCHING for each in others)


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


Corners = tuple[Place, ...]


class Ground:
    """A patch of rough ground or brush: the polygon that stands for its round rim."""

    __slots__ = ("_high", "_low", "corners")

    def __init__(self, first: Place, last: Place, radius: int) -> None:
        """Draw it around one place or two, in grains."""
        along = last[0] - first[0], last[1] - first[1]
        corners: dict[Place, None] = {}
        for k in range(60):
            by = [floor(radius * f(radians(6 * k)) + 0.5) for f in (sin, cos)]
            at = last if by[0] * along[0] + by[1] * along[1] >= 0 else first
            corners[at[0] + by[0], at[1] + by[1]] = None
        self.corners: Corners = tuple(corners)
        self._low = [min(each) for each in zip(*corners, strict=True)]
        self._high = [max(each) for each in zip(*corners, strict=True)]

    def passed(self, a: Place, b: Place) -> bool:
        """Return yes where a line in grains surely misses it."""
        pairs = zip(a, b, self._low, self._high, strict=True)
        return any(max(p, q) < low or min(p, q) > high for p, q, low, high in pairs)

    def holds(self, x: Fraction | int, y: Fraction | int) -> bool:
        """Return whether it holds a place in grains, its rim with it."""
        inside, (left, low) = False, self.corners[-1]
        for right, high in self.corners:
            turn = (right - left) * (y - low) - (high - low) * (x - left)
            if turn == 0 and min(left, right) <= x <= max(left, right):
                if min(low, high) <= y <= max(low, high):
                    return True
            elif (low > y) != (high > y):
                inside ^= (turn > 0) == (high > low)
            left, low = right, high
        return inside

    def share(self, a: Place, b: Place) -> Fraction:
        """Return which share of a line in grains runs through it."""
        cuts, (left, low) = {Fraction(0), Fraction(1)}, self.corners[-1]
        x, y = b[0] - a[0], b[1] - a[1]
        for right, high in self.corners:
            start = x * (low - a[1]) - y * (left - a[0])
            end = x * (high - a[1]) - y * (right - a[0])
            one = (right - left) * (a[1] - low) - (high - low) * (a[0] - left)
            other = (right - left) * (b[1] - low) - (high - low) * (b[0] - left)
            if one != other and start * end <= 0 and one * other < 0:
                cuts.add(Fraction(one, one - other))
            left, low = right, high
        order = sorted(cuts)
        found = Fraction(0)
        for one, other in zip(order, order[1:], strict=False):
            middle = (one + other) / 2
            if self.holds(a[0] + x * middle, a[1] + y * middle):
                found += other - one
        return found


_GRAINS = INCH * STEP
BRUSH = (
    (14 * INCH, 20 * INCH, 7 * INCH // 2),
    (34 * INCH, 21 * INCH, 3 * INCH),
)
"""Where brush is: the middle and radius of each patch, in steps."""

_BRUSH = tuple(
    Ground((x * STEP, y * STEP), (x * STEP, y * STEP), radius * STEP)
    for x, y, radius in BRUSH
)
_DONGA = (Ground((20 * _GRAINS, 28 * _GRAINS), (30 * _GRAINS, 26 * _GRAINS), _GRAINS),)


def in_brush(x: int, y: int) -> bool:
    """Return whether a place lies in brush."""
    at = x * STEP, y * STEP
    return any(not each.passed(at, at) and each.holds(*at) for each in _BRUSH)


def slowed(x: int, y: int, to_x: int, to_y: int) -> int:
    """Return the steps of a straight way that lead through brush or rough ground."""
    a, b = (x * STEP, y * STEP), (to_x * STEP, to_y * STEP)
    found = 0
    for patches in (_BRUSH, _DONGA):
        shares = [each.share(a, b) for each in patches if not each.passed(a, b)]
        share = sum(shares, Fraction(0))
        if share and a != b:
            square = share * share * ((to_x - x) ** 2 + (to_y - y) ** 2)
            found += root_up(-(-square.numerator // square.denominator))
    return found


def leaves_between(a: Man, b: Man) -> bool:
    """Return whether brush stands between two men."""
    x, y = b.x - a.x, b.y - a.y
    length = x * x + y * y
    for mid_x, mid_y, radius in BRUSH:
        to_x, to_y = mid_x - a.x, mid_y - a.y
        along = x * to_x + y * to_y
        if along <= 0:
            square, over = to_x * to_x + to_y * to_y, 1
        elif along >= length:
            square, over = (mid_x - b.x) ** 2 + (mid_y - b.y) ** 2, 1
        else:
            square, over = (x * to_y - y * to_x) ** 2, length
        if square < radius * radius * over:
            return True
    return False


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

"""By hand: brush and donga on the table of `patrol`, and what they do to a way.

What is round is measured as a polygon of 60 corners, as the rules here have it.
"""

from fractions import Fraction
from math import cos, floor, radians, sin

from tests.bench.by_hand.men import INCH, STEP, Man
from tests.bench.by_hand.places import Place, root_up


class Ground:
    """A patch of rough ground or brush: the polygon that stands for its round rim.

    It bulges everywhere, so of any line one piece at most runs through it.
    """

    __slots__ = ("_edges", "_high", "_low")

    def __init__(self, first: Place, last: Place, radius: int) -> None:
        """Draw it around one place or two, in grains."""
        along = last[0] - first[0], last[1] - first[1]
        corners = []
        for k in range(60):
            by = [floor(radius * f(radians(6 * k)) + 0.5) for f in (sin, cos)]
            at = last if by[0] * along[0] + by[1] * along[1] >= 0 else first
            corners.append((at[0] + by[0], at[1] + by[1]))
        pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
        self._edges = [
            (right - left, high - low, (high - low) * left - (right - left) * low)
            for (left, low), (right, high) in pairs
        ]
        self._low = [min(each) for each in zip(*corners, strict=True)]
        self._high = [max(each) for each in zip(*corners, strict=True)]

    def passed(self, a: Place, b: Place) -> bool:
        """Return yes where a line in grains surely misses it."""
        (ax, ay), (bx, by) = a, b
        (left, low), (right, high) = self._low, self._high
        if (ax < left and bx < left) or (ax > right and bx > right):
            return True
        return (ay < low and by < low) or (ay > high and by > high)

    def holds(self, x: int, y: int) -> bool:
        """Return whether it holds a place in grains, its rim with it."""
        return all(right * y - up * x + by <= 0 for right, up, by in self._edges)

    def share(self, a: Place, b: Place) -> Fraction:
        """Return which share of a line in grains runs through it."""
        (ax, ay), (bx, by) = a, b
        low, low_of, high, high_of = 0, 1, 1, 1
        for right, up, off in self._edges:
            one = right * ay - up * ax + off
            other = right * by - up * bx + off
            if one > 0:
                if other >= 0:
                    return Fraction(0)
                if one * low_of > low * (one - other):
                    low, low_of = one, one - other
            elif other > 0:
                if one == 0:
                    return Fraction(0)
                if -one * high_of < high * (other - one):
                    high, high_of = -one, other - one
        return max(Fraction(high, high_of) - Fraction(low, low_of), Fraction(0))


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

"""By hand: hexes with corners up, as axial pairs; corner k lies between the neighbours
k and k + 1, and 4 is north."""

from fractions import Fraction
from functools import cache

Hex = tuple[int, int]

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CORNERS = tuple(
    (a + c, b + d)
    for (a, b), (c, d) in zip(DIRECTIONS, (*DIRECTIONS[1:], DIRECTIONS[0]), strict=True)
)
NORTH, SOUTH = 4, 1


def hex_at(label: str) -> Hex:
    """Return the hex with a printed number, such as 0508; even rows are pushed."""
    column, row = int(label[:2]), int(label[2:])
    return column - (row + 1) // 2, row


class Map:
    """A map without half hexes, with what lies beside each of its hexes, and the hexes
    of its upper and its lower rim."""

    __slots__ = ("beside", "front", "rim")

    def __init__(self, columns: int, rows: int) -> None:
        """Lay out a map of columns and rows that are numbered from 1."""

        def line(row: int) -> list[Hex]:
            return [(column - (row + 1) // 2, row) for column in range(1, columns + 1)]

        whole = {each for row in range(1, rows + 1) for each in line(row)}
        around = {(q, r): [(q + x, r + y) for x, y in DIRECTIONS] for q, r in whole}
        self.beside = {
            at: tuple([each for each in six if each in whole])
            for at, six in around.items()
        }
        self.front = {
            at: tuple(
                tuple([each for each in (six[k], six[k - 5]) if each in whole])
                for k in range(6)
            )
            for at, six in around.items()
        }
        self.rim = frozenset(line(1) + line(rows))


def apart(a: Hex, b: Hex) -> int:
    """Return the steps from one hex to another."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def _cross(a: Hex, b: Hex) -> int:
    return a[0] * b[1] - a[1] * b[0]


@cache
def facings_of(q: int, r: int) -> tuple[int, ...]:
    """Return the corners in whose arc of 120 degrees that step lies, edges included."""
    way = q, r
    return tuple(
        k
        for k in range(6)
        if way != (0, 0)
        and _cross(CORNERS[k - 1], way) >= 0 <= _cross(way, CORNERS[k - 5])
    )


def facings_toward(start: Hex, goal: Hex) -> tuple[int, ...]:
    """Return the corners that one may face to have the other hex in the arc."""
    return facings_of(goal[0] - start[0], goal[1] - start[1])


@cache
def _comes_in_front(q: int, r: int, facing: int) -> bool:
    way = q, r
    left, right = CORNERS[facing - 1], CORNERS[facing - 5]
    return _cross(left, way) > 0 < _cross(way, right)


def comes_in_front(start: Hex, goal: Hex, facing: int) -> bool:
    """Return whether a line from the first enters the other hex, facing so, strictly
    between the corners of its front."""
    return _comes_in_front(start[0] - goal[0], start[1] - goal[1], facing)


@cache
def _away(q: int, r: int) -> tuple[Hex, ...]:
    return tuple(
        DIRECTIONS[k]
        for k in range(6)
        if _cross(CORNERS[k - 1], (q, r)) >= 0 <= _cross((q, r), CORNERS[k])
    )


def away(enemy: Hex, here: Hex) -> list[Hex]:
    """Return the hexes beside the second straight away from the first: one, or two."""
    q, r = here
    steps = _away(q - enemy[0], r - enemy[1])
    return [(q + x, r + y) for x, y in steps]


@cache
def _crossed(q: int, r: int) -> frozenset[Hex]:
    """Return the hexes that a line from 0, 0 crosses, without its ends.

    A point is in a hex where three linear forms of it are between -1 and 1, and so each
    hex has an open stretch of the line, perhaps an empty one.
    """
    long = apart((0, 0), (q, r))
    found = set()
    for a in range(-long, long + 1):
        for b in range(-long, long + 1):
            if (a, b) in ((0, 0), (q, r)):
                continue
            low, high = Fraction(0), Fraction(1)
            for speed, goal in zip(_forms(q, r), _forms(a, b), strict=True):
                if speed:
                    ends = sorted(
                        (Fraction(goal - 1, speed), Fraction(goal + 1, speed))
                    )
                    low, high = max(low, ends[0]), min(high, ends[1])
                elif abs(goal) >= 1:
                    high = low
            if low < high:
                found.add((a, b))
    return frozenset(found)


def _forms(q: int, r: int) -> tuple[int, int, int]:
    s = -q - r
    return q - r, r - s, s - q


def is_clear(a: Hex, b: Hex, taken: object) -> bool:
    """Return whether a line crosses none of those hexes (a container)."""
    q, r = a
    return all((q + x, r + y) not in taken for x, y in _crossed(b[0] - q, b[1] - r))

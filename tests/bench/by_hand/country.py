"""By hand: the map of `campaign-week`: 6-mile hexes within 24-mile hexes.

A cell is an axial pair, (1, 0) to the east and (0, 1) to the south-east. What hangs on
the printed map alone is worked out once: a table has it before it.
"""

from functools import cache
from itertools import product

Cell = tuple[int, int]
OPEN, MIDDLING, CLOSE = 1, 0, -1
NOWHERE = None


def cell(label: str) -> Cell:
    """Return the cell with a printed number, such as 1413."""
    column, row = int(label[:2]), int(label[2:])
    return column - row // 2, row


def cells(labels: str) -> tuple[Cell, ...]:
    """Return the cells with these numbers, a blank between them."""
    return tuple(map(cell, labels.split()))


def _large(at: Cell) -> Cell:
    """Return the nearest centre of a 24-mile hex, four cells apart; the least of
    equal ones."""
    q, r = at[0] - 3, at[1] - 5  # one of them is 0505

    def far(centre: Cell) -> tuple[int, Cell]:
        a, b = q - 4 * centre[0], r - 4 * centre[1]
        return a * a + a * b + b * b, centre

    near = product((q // 4, q // 4 + 1), (r // 4, r // 4 + 1))
    return min(near, key=far)


_LABELS = [f"{column:02}{row:02}" for column in range(1, 41) for row in range(1, 29)]
LARGE = {cell(each): _large(cell(each)) for each in _LABELS}
"""The 24-mile hex of each cell of the map."""

GROUND = dict.fromkeys(LARGE, OPEN)
GROUND |= dict.fromkeys(cells("1310 1311 1410 1411 1510 1511"), CLOSE)
GROUND |= dict.fromkeys(cells("2105 2106 2206"), MIDDLING)

_ON_MAP = frozenset(LARGE.values())
_SIDES = ((-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1))


@cache
def within(large: Cell, radius: int) -> tuple[Cell, ...]:
    """Return the 24-mile hexes of the map up to a distance: ring after ring, each
    clockwise from the east."""
    found = [large]
    q, r = large
    for n in range(1, radius + 1):
        a, b = q + n, r
        for x, y in _SIDES:
            for _ in range(n):
                found.append((a, b))
                a, b = a + x, b + y
    return tuple(each for each in found if each in _ON_MAP)


def apart(a: Cell, b: Cell) -> int:
    """Return the steps from one to the other."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


@cache
def _point(q: int, r: int) -> int | None:
    east, south = (2 * q + r) ** 2, 3 * r * r
    if not (q or r):
        return NOWHERE
    if 4 * east * south > (east - south) ** 2:
        return (1 if r < 0 else 3) if 2 * q + r > 0 else (7 if r < 0 else 5)
    if east > south:
        return 2 if 2 * q + r > 0 else 6
    return 0 if r < 0 else 4


def bearing(a: Cell, b: Cell) -> int | None:
    """Return the point of the compass, 0 north to 7 north-west; None for the same."""
    return _point(b[0] - a[0], b[1] - a[1])

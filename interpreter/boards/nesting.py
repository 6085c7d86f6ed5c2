"""Hexes grouped into the hexes of a coarser board.

The centre of the coarse hex (Q, R) is the fine hex `origin` + `side` * (Q, R), and both
boards stand the same way. A fine hex belongs to the nearest centre. One that lies
across two coarse hexes, or three, is as near to each: it belongs to the least of them,
by Q, then by R. So each coarse hex has side * side fine ones, all groups have one
shape, and no hex is in two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from interpreter.boards.hexes import (
    Hex,
    Step,
    allow,
    ball_size,
    distance,
    dot,
    moved,
    step,
    within,
)

MOST_ACROSS = 80  # so that the members, and the ball around them, are lists

_RHOMBUS: tuple[Step, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True, slots=True)
class Nesting:
    """How a board lies in a coarser one, `side` hexes across each of its hexes.

    `instead` is what a map says otherwise: fine hex to the coarse hex it belongs to.
    """

    side: int
    origin: Hex = (0, 0)
    instead: Mapping[Hex, Hex] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Refuse a side below 1 or above 80 with a ValueError."""
        if not 1 <= self.side <= MOST_ACROSS:
            raise ValueError(f"{self.side} hexes across is not 1 to {MOST_ACROSS}")

    def centre(self, coarse: Hex) -> Hex:
        """Return the fine hex in the middle of a coarse one."""
        return moved(self.origin, coarse, self.side)

    def group(self, fine: Hex) -> Hex:
        """Return the coarse hex to which a fine one belongs."""
        given = self.instead.get(fine) if self.instead else None
        return self._nearest(fine) if given is None else given

    def members(self, coarse: Hex) -> tuple[Hex, ...]:
        """Return the fine hexes of a coarse one, from its centre outwards; those that
        the map adds stand last, in its order."""
        centre = self.centre(coarse)
        own = tuple(moved(centre, each) for each in _shape(self.side))
        if not self.instead:
            return own
        kept = tuple(each for each in own if self.group(each) == coarse)
        named = (each for each, goal in self.instead.items() if goal == coarse)
        return kept + tuple(each for each in named if each not in own)

    def _nearest(self, fine: Hex) -> Hex:
        """Return the coarse hex with the nearest centre."""
        q, r = step(self.origin, fine)
        side = self.side
        near = _corners(side)[q % side][r % side]
        return q // side + near[0], r // side + near[1]

    def apart(self, a: Hex, b: Hex) -> int:
        """Return the distance of two fine hexes on the coarser board."""
        return distance(self.group(a), self.group(b))

    def region(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the fine hexes of all coarse ones up to a distance from one of them,
        coarse hex after coarse hex, the centre first."""
        allow(ball_size(radius) * self.side**2)
        return tuple(
            each for coarse in within(centre, radius) for each in self.members(coarse)
        )

    def centres(self, fine: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the coarse hexes whose `region` of that radius holds a fine hex."""
        return within(self.group(fine), radius)


@lru_cache(maxsize=16)
def _corners(side: int) -> tuple[tuple[Step, ...], ...]:
    """Return, for each fine hex of the rhombus between four centres, which of them it
    belongs to, as a step from the one with the least q and r.

    No fifth centre is as near, for the short diagonal of the rhombus cuts it into two
    triangles with equal sides.
    """
    return tuple(
        tuple(
            min(
                _RHOMBUS,
                key=lambda corner: (_squared((q, r), corner, side), corner),
            )
            for r in range(side)
        )
        for q in range(side)
    )


def _squared(fine: Step, corner: Step, side: int) -> int:
    """Return twice the squared length from a corner of the rhombus to a hex in it."""
    way = moved(fine, corner, -side)
    return dot(way, way)


@lru_cache(maxsize=16)
def _shape(side: int) -> tuple[Step, ...]:
    """Return the steps from a centre to its own hexes, outwards."""
    near = within((0, 0), 2 * side // 3)  # as far as a corner of the coarse hex
    return tuple(each for each in near if Nesting(side).group(each) == (0, 0))

"""Straight lines from centre to centre: what they cross and what they run along."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import TypeAlias

from interpreter.boards.hexes import (
    DIRECTIONS,
    Hex,
    Step,
    allow,
    cross,
    distance,
    dot,
    moved,
    neighbour,
    neighbours,
    sixth,
    step,
)

# Facing a corner: what lies in front, beside and behind, and which way is away.  A
# facing is a corner, 0 to 5; corner k lies between the neighbours k and k + 1.

CORNERS: tuple[Step, ...] = tuple(
    moved(DIRECTIONS[k], DIRECTIONS[(k + 1) % 6]) for k in range(6)
)


class Side(Enum):
    """On which side of its facing something is met."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


def front(hex_: Hex, corner: int) -> tuple[Hex, ...]:
    """Return the two neighbours at the faced corner, the left one first."""
    return _around(hex_, corner, 0, 1)


def flanks(hex_: Hex, corner: int) -> tuple[Hex, ...]:
    """Return the neighbour on the right, then the one on the left."""
    return _around(hex_, corner, 2, 5)


def rear(hex_: Hex, corner: int) -> tuple[Hex, ...]:
    """Return the two neighbours behind, the right one first."""
    return _around(hex_, corner, 3, 4)


def _around(hex_: Hex, corner: int, *turned: int) -> tuple[Hex, ...]:
    """Return the neighbours in directions counted clockwise from the left front."""
    return tuple(neighbour(hex_, (corner + each) % 6) for each in turned)


def turns(old: int, new: int) -> int:
    """Return the turns of 60 degrees from facing to facing, 0 to 3."""
    around = (new - old) % 6
    return min(around, 6 - around)


def in_arc(hex_: Hex, corner: int, goal: Hex) -> bool:
    """Return whether a hex lies in the 120 degrees ahead, both edges counted in.

    The arc goes through the two sides at the faced corner; the own hex is not in it.
    """
    way = step(hex_, goal)
    left, right = CORNERS[corner - 1], CORNERS[(corner + 1) % 6]
    return goal != hex_ and cross(left, way) >= 0 and cross(way, right) >= 0


def facings_toward(hex_: Hex, goal: Hex) -> tuple[int, ...]:
    """Return the corners, ascending, whose arc holds the other hex: two for a
    neighbour, up to three farther off, none for the hex itself."""
    return tuple(corner for corner in range(6) if in_arc(hex_, corner, goal))


def entry_side(start: Hex, goal: Hex, corner: int) -> Side | None:
    """Return through which side of `goal`, facing `corner`, a straight line from
    `start` comes in; exactly through a corner between two kinds is the flank.

    None when both are one hex.
    """
    if start == goal:
        return None
    way = step(goal, start)
    if _strictly_between(corner - 1, way, corner + 1):
        return Side.FRONT
    if _strictly_between(corner + 2, way, corner + 4):
        return Side.REAR
    return Side.FLANK


def _strictly_between(left: int, way: Step, right: int) -> bool:
    """Return whether a step points between two corners, neither counted in."""
    return cross(CORNERS[left % 6], way) > 0 and cross(way, CORNERS[right % 6]) > 0


def toward(start: Hex, goal: Hex) -> tuple[int, ...]:
    """Return the directions nearest to the straight line there: one, or two (ascending)
    when it runs exactly through a corner, or none for the hex itself."""
    if start == goal:
        return ()
    k, along, across = sixth(step(start, goal))
    if along == across:
        return tuple(sorted((k, (k + 1) % 6)))
    return (k if along > across else (k + 1) % 6,)


def away(start: Hex, at: Hex) -> tuple[Hex, ...]:
    """Return the neighbours of `at` straight away from `start`: one, or two by
    ascending direction when the line runs exactly through a corner."""
    return tuple(neighbour(at, each) for each in toward(start, at))


def away_all(start: Hex, at: Hex) -> tuple[Hex, ...]:
    """Return every neighbour of `at` that is farther from `start`, D0 to D5."""
    now = distance(start, at)
    return tuple(each for each in neighbours(at) if distance(start, each) > now)


Stretch: TypeAlias = tuple[Hex, ...]
"""A piece of a line: the hex that it crosses, or the two that it runs between."""


class Along(Enum):
    """When a line along the side between two hexes is blocked."""

    NEVER = "never"
    BOTH = "both"
    EITHER = "either"


def course(start: Hex, goal: Hex) -> tuple[Stretch, ...]:
    """Return the stretches of a line in order, both ends with their hexes.

    A hex of which only a corner is touched is in none. Two hexes stand in clockwise
    order as seen from `start`: the left of the line first.
    """
    allow(2 * distance(start, goal) + 1)  # no line has so many stretches
    return tuple(_stretches(start, goal))


def _stretches(start: Hex, goal: Hex) -> Iterator[Stretch]:
    """Walk from side to side: out of a hex by the side that the line meets first."""
    way = step(start, goal)
    at = start
    while at != goal:
        yield (at,)
        left, right = _exits(way, step(start, at))
        if left == right:
            at = neighbour(at, left)
            continue
        turn = cross(CORNERS[left], way)  # out by the corner between two hexes
        if turn == 0:
            yield neighbour(at, left), neighbour(at, right)
            at = neighbour(neighbour(at, left), right)
        else:
            at = neighbour(at, right if turn > 0 else left)
    yield (goal,)


def _exits(way: Step, gone: Step) -> tuple[int, int]:
    """Return the direction of the side by which a line leaves the hex `gone`, twice;
    or the directions left and right of the corner by which it does.

    The side toward D lies where dot(t * way - gone, D) is 1, so t is a fraction; the
    least is found by multiplying crosswise.
    """
    best: list[int] = []
    above, below = 1, 0
    for each, unit in enumerate(DIRECTIONS):
        speed = dot(way, unit)
        if speed <= 0:
            continue
        reach = 1 + dot(gone, unit)
        if reach * below < above * speed:
            best, above, below = [each], reach, speed
        elif reach * below == above * speed:
            best.append(each)
    if best == [0, 5]:
        return 5, 0
    return best[0], best[-1]


def line(start: Hex, goal: Hex) -> tuple[Hex, ...]:
    """Return the hexes that a line crosses, in order, without its ends."""
    return tuple(each[0] for each in course(start, goal)[1:-1] if len(each) == 1)


def touched(start: Hex, goal: Hex) -> tuple[Hex, ...]:
    """Return the hexes that a line crosses or runs along, in order, without its ends;
    of the two at a side the left one first."""
    return tuple(each for stretch in course(start, goal)[1:-1] for each in stretch)


def clear_line(
    start: Hex,
    goal: Hex,
    blocks: Callable[[Hex], bool],
    along: Along = Along.NEVER,
) -> bool:
    """Return whether nothing between two hexes blocks the line; its ends never do.

    `blocks` says whether a hex does, and is asked in the order of the line.
    """
    for stretch in course(start, goal)[1:-1]:
        if len(stretch) == 1 or along is Along.BOTH:
            blocked = all(blocks(each) for each in stretch)
        else:
            blocked = along is Along.EITHER and any(blocks(each) for each in stretch)
        if blocked:
            return False
    return True

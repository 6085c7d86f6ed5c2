"""Straight lines from centre to centre: what they cross and what they run along."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import TypeAlias

from interpreter.boards.facing import CORNERS
from interpreter.boards.hexes import (
    DIRECTIONS,
    Hex,
    Step,
    allow,
    cross,
    distance,
    dot,
    neighbour,
    step,
)

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

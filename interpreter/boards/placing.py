"""Constraints on where things may be placed, and the search for a placing that fits."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from interpreter.boards.hexes import Hex, distance, dot, step
from interpreter.problems import LimitExceeded

V = TypeVar("V")

MOST_TRIES = 100_000


def beyond(start: Hex, over: Hex, goal: Hex) -> bool:
    """Return whether `over` lies on a shortest way from `start` to a farther `goal`."""
    past_over = distance(over, goal)
    return past_over > 0 and distance(start, over) + past_over == distance(start, goal)


def past(start: Hex, over: Hex, goal: Hex) -> bool:
    """Return whether `goal` lies past the line that runs through `over` at a right
    angle to the straight line from `start`: the wider reading of `beyond`."""
    return dot(step(start, over), step(over, goal)) > 0


def closed_in(ways_out: Collection[Hex], by: Collection[Hex], reach: int = 1) -> bool:
    """Return whether every way out is within `reach` of one of the hexes `by`.

    `ways_out` are the hexes by which one could leave, so without any it is closed in.
    `reach` 1 counts a way beside one of them as taken, 0 only their own hexes.
    """
    return all(any(distance(way, each) <= reach for each in by) for way in ways_out)


def apart(a: Collection[Hex], b: Collection[Hex], between: int) -> bool:
    """Return whether at least so many hexes lie between two bodies, everywhere."""
    return all(distance(one, other) > between for one in a for other in b)


def first_placing(
    rooms: Sequence[Sequence[V]],
    fits: Callable[[tuple[V, ...]], bool],
    may: Callable[[tuple[V, ...]], bool] = lambda _: True,
) -> tuple[V, ...] | None:
    """Return the first placing that fits, one place out of each room; None if none
    does.

    Placings come in the order of the rooms, the last changing fastest. `fits` judges a
    whole one. `may` judges the beginning of one and must say no only if nothing that
    begins so can fit: it cuts the search short. More than 100,000 beginnings tried are
    LimitExceeded.
    """
    waiting: list[tuple[V, ...]] = [()]
    tries = 0
    while waiting:
        placed = waiting.pop()
        if not may(placed):
            continue
        if len(placed) == len(rooms):
            if fits(placed):
                return placed
            continue
        room = rooms[len(placed)]
        tries += len(room)
        if tries > MOST_TRIES:
            raise LimitExceeded("placings tried", MOST_TRIES)
        waiting += ((*placed, place) for place in reversed(room))
    return None

"""The search for one answer that is legal as a whole: depth first, with a limit."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, permutations
from typing import Any, TypeVar

from interpreter.diagnostics import LimitExceeded
from interpreter.values.types import Value

Item = TypeVar("Item")

MOST_TRIED = 100_000

Counts = tuple[int, int] | None
"""How many are chosen (least, most); None: one element, not a list."""


def answers(
    offered: Sequence[Value], counts: Counts, in_order: bool = False
) -> Iterator[Any]:
    """Yield the answers to one choice: elements, or tuples with the fewest first."""
    if counts is None:
        yield from offered
        return
    least, most = counts
    ways = permutations if in_order else combinations
    sizes = range(max(least, 0), min(most, len(offered)) + 1)
    yield from chain.from_iterable(ways(offered, size) for size in sizes)


def joint(
    choices: Sequence[Callable[[], Iterator[Item]]],
) -> Iterator[tuple[Item, ...]]:
    """Yield every way to answer choices together, the last one changing fastest.

    The ways of one choice are found as they are needed, and found again for each way of
    those before it.
    """
    open_ends: list[Iterator[Item]] = []
    chosen: list[Any] = []  # None where the next is put
    while True:
        if len(chosen) == len(choices):
            yield tuple(chosen)
        else:
            open_ends.append(choices[len(chosen)]())
            chosen.append(None)
        while open_ends:
            chosen[len(open_ends) - 1 :] = []
            try:
                chosen.append(next(open_ends[-1]))
                break
            except StopIteration:
                open_ends.pop()
        else:
            return


def first(
    found: Iterator[Item], legal: Callable[[Item], object], where: str
) -> list[Item]:
    """Return the first that is legal, in a list, or an empty list.

    Trying more than 100,000 is LimitExceeded; `where` names the choice in its message.
    """
    for tried, each in enumerate(found):
        if tried >= MOST_TRIED:
            hint = "offer less, so that fewer answers must be tried"
            raise LimitExceeded(f"answers tried {where}", MOST_TRIED, hint)
        if legal(each):
            return [each]
    return []

"""Times of calls that take turns, and their ratios."""

from collections.abc import Callable, Mapping, Sequence
from gc import collect
from statistics import median
from time import process_time

Call = Callable[[], object]
Clock = Callable[[], float]
Side = tuple[str, Call | None]
Times = Mapping[str, Sequence[float]]
"""Seconds of a call by side, a round each; a side that is not there has none."""


def timed(
    call: Call, before: Call, clock: Clock = process_time, least: float = 0.004
) -> float:
    """Return seconds of one call, over as many calls as fill `least` seconds."""
    spent, calls = 0.0, 0
    while spent < least:
        before()
        start = clock()
        call()
        spent += clock() - start
        calls += 1
    return spent / calls


def many(call: Call, times: int = 1000) -> Call:
    """Return a call that does it so often, for what takes less than the clock."""

    def repeated() -> None:
        for _ in range(times):
            call()

    return repeated


def ratio(times: Times, side: str, over: str) -> float | None:
    """Return the median of one side over another, round by round; None without both."""
    if not times.get(side) or not times.get(over):
        return None
    pairs = zip(times[side], times[over], strict=True)
    return median(one / other for one, other in pairs)


def row(
    name: str,
    sides: Sequence[Side],
    rounds: int,
    before: Call = int,
    clock: Clock = process_time,
) -> Times:
    """Print the times of the sides, and the others over the first; return the times."""
    times: dict[str, list[float]] = {side: [] for side, _ in sides}
    there = [(side, call) for side, call in sides if call is not None]
    for _, call in there:
        call()
    collect()
    for _ in range(rounds):
        for side, call in there:
            times[side].append(timed(call, before, clock))
    print(f"  {name}")
    for side, found in times.items():
        if not found:
            print(f"    {side:28} not measured")
            continue
        over = ratio(times, side, there[0][0])
        middle, least = median(found) * 1e6, min(found) * 1e6
        print(f"    {side:28} {middle:12.2f} us {least:12.2f} us {over:10.2f} x")
    return times

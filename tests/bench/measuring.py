"""Times of calls that take turns, and their ratios."""

from collections.abc import Callable, Mapping, Sequence
from gc import collect
from statistics import median
from time import perf_counter

Call = Callable[[], object]
Side = tuple[str, Call | None]
Times = Mapping[str, Sequence[float]]
"""Seconds of a call by side, a round each; a side that is not there has none."""


def timed(call: Call, before: Call, least: float = 0.004) -> float:
    """Return seconds of one call, over as many calls as fill `least` seconds."""
    spent, calls = 0.0, 0
    while spent < least:
        before()
        start = perf_counter()
        call()
        spent += perf_counter() - start
        calls += 1
    return spent / calls


def many(call: Call) -> Call:
    """Return a call that does it 1,000 times, for what takes less than the clock."""

    def repeated() -> None:
        for _ in range(1000):
            call()

    return repeated


def ratio(times: Times, side: str, over: str) -> float | None:
    """Return the median of one side over another, round by round; None without both."""
    if not times.get(side) or not times.get(over):
        return None
    pairs = zip(times[side], times[over], strict=True)
    return median(one / other for one, other in pairs)


def row(name: str, sides: Sequence[Side], rounds: int, before: Call = int) -> Times:
    """Print the times of the sides, and the others over the first; return the times."""
    times: dict[str, list[float]] = {side: [] for side, _ in sides}
    there = [(side, call) for side, call in sides if call is not None]
    for _, call in there:
        call()
    collect()
    for _ in range(rounds):
        for side, call in there:
            times[side].append(timed(call, before))
    print(f"  {name}")
    for side, found in times.items():
        if not found:
            print(f"    {side:28} not measured")
            continue
        over = ratio(times, side, there[0][0])
        middle, least = median(found) * 1e6, min(found) * 1e6
        print(f"    {side:28} {middle:12.2f} us {least:12.2f} us {over:10.2f} x")
    return times

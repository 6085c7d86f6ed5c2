"""Run every benchmark once and print ratios: `python -m tests.bench [rounds]`.

All sides of a row take turns within this process, so that a busy machine slows them
alike. A line gives the median and the least time of a call, and the median ratio. Our
caches are cleared before each exact pool; the peers' stay warm after a first call,
which favours them. Read no ratio below 1.5 as a difference.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from gc import collect
from os import environ
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from warnings import simplefilter

from interpreter.running.keyed_dice import KeyedDice
from interpreter.running.stream import Stream
from interpreter.values import pools
from tests.bench import ours
from tests.bench.tasks import POOLS, ROOT, TASKS, Call, Task, peer

TRIALS = 20_000
LOOK = (
    *("acks-reconnaissance", "reconnoiter", "--scenario", "elves-and-goblins"),
    *("--with", "observer=elves", "--with", "target=goblins"),
)
STARTS = (
    ("run, one roll table", ("run", "tests/packs/hello", "weather")),
    ("run, the largest pack", ("run", *LOOK)),
    ("run --explain, the largest pack", ("run", *LOOK, "--explain")),
    ("odds, the largest pack", ("odds", *LOOK)),
    ("simulate 100, the largest pack", ("simulate", *LOOK, "--trials", "100")),
)
Side = tuple[str, Call | None]


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


def row(name: str, sides: Sequence[Side], rounds: int, before: Call = int) -> None:
    """Print the times of the sides, and the others over the first."""
    there = [(side, call) for side, call in sides if call is not None]
    times: dict[str, list[float]] = {side: [] for side, _ in there}
    for _, call in there:
        call()
    collect()
    for _ in range(rounds):
        for side, call in there:
            times[side].append(timed(call, before))
    first = times[there[0][0]]
    print(f"  {name}")
    for side, call in sides:
        if call is None:
            print(f"    {side:24} not measured")
            continue
        ratio = median(a / b for a, b in zip(times[side], first, strict=True))
        middle, least = median(times[side]) * 1e6, min(times[side]) * 1e6
        print(f"    {side:24} {middle:12.2f} us {least:12.2f} us {ratio:10.2f} x")


def adapter(make: Callable[..., Call], task: Task, *more: object) -> Call | None:
    """Return our side of a task, or None while it is not wired or the pack is none."""
    if task.pack is None:
        return None
    try:
        return make(task.pack, task.entry, task.given, *more)
    except NotImplementedError:
        return None


def clear() -> None:
    """Forget what our pools remember, so that cold is compared with cold."""
    pools._sums.cache_clear()
    pools._kept.cache_clear()


def exact(rounds: int) -> None:
    """Print exact odds against by hand and the peers; pools, cold."""
    print("exact odds (over by hand)")
    for task in TASKS:
        sides: list[Side] = [("by hand", partial(task.module.exact, *task.arguments))]
        if hasattr(task.module, "exact_by_rounds"):
            call = partial(task.module.exact_by_rounds, *task.arguments)
            sides.append(("by hand, by rounds", call))
        sides.append(("ours", adapter(ours.odds, task)))
        for library in ("icepool", "dyce"):
            sides.append((library, peer(library, task.peer, task.arguments)))
        row(task.name, sides, rounds)
    print("exact pools, ours cold, theirs warm (over ours)")
    for name, call, function in POOLS:
        others = [(each, peer(each, function, ())) for each in ("icepool", "dyce")]
        row(name, [("ours", call), *others], rounds, clear)


def dice(rounds: int) -> None:
    """Print what a die costs, 1,000 calls a time."""
    from random import randint, random

    print("dice, 1,000 calls (over int(random() * 12) + 1)")
    keyed, path = KeyedDice(b"secret"), ("throw", "die", 3, 4, 0)
    row(
        "one die",
        [
            ("random()", many(lambda: int(random() * 12) + 1)),
            ("randint", many(lambda: randint(1, 12))),
            ("stream", many(Stream(bytes(32)).die(12))),
            ("keyed d12", many(lambda: keyed.roll(path, 1, 12))),
            ("keyed 40d6", many(lambda: keyed.roll(path, 40, 6))),
        ],
        rounds,
    )


def runs(rounds: int) -> None:
    """Print one run, and a simulation, against by hand."""
    print("once, 1,000 runs (over by hand)")
    for task in TASKS:
        found = adapter(ours.once, task, "17")
        hand: Side = ("by hand", many(partial(task.module.once, *task.arguments)))
        row(task.name, [hand, ("ours", many(found) if found else None)], rounds)
    print(f"simulate, direct, {TRIALS:,} trials (over by hand)")
    for task in TASKS:
        hand = ("by hand", partial(task.module.simulate, *task.arguments, TRIALS))
        sides = [hand, ("ours", adapter(ours.simulate, task, TRIALS))]
        row(task.name, sides, max(3, rounds // 3))


def starts(rounds: int) -> None:
    """Print cold and warm calls as whole processes, over a bare Python."""
    print("start, whole processes (over a bare python)")
    bare = (sys.executable, "-c", "pass")
    # modules are compiled once, as for whoever has it installed
    here = {k: v for k, v in environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as folder:

        def start(command: Sequence[str], cache: str) -> None:
            where = {**here, "XDG_CACHE_HOME": cache}
            subprocess.run(
                command, cwd=ROOT, env=where, capture_output=True, check=True
            )

        def cold(command: Sequence[str]) -> None:
            with TemporaryDirectory() as empty:
                start(command, empty)

        for name, given in STARTS:
            call = (sys.executable, "-m", "interpreter", *given)
            start(call, folder)  # what is warm was called before
            sides: list[Side] = [
                ("bare python", partial(start, bare, folder)),
                ("cold", partial(cold, call)),
                ("warm", partial(start, call, folder)),
            ]
            row(name, sides, max(3, rounds // 3))


def main() -> None:
    """Run all; the rounds are the first argument, 9 without."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"{rounds} rounds: median, least, median ratio")
    simplefilter("ignore")  # dyce says that `expand` is experimental
    dice(rounds)
    exact(rounds)
    runs(rounds)
    starts(rounds)


if __name__ == "__main__":
    main()

"""Run every benchmark once and print ratios: `python -m tests.bench [rounds]`.

All sides of a row take turns within this process, and what is timed is the processor's
time, so that a busy machine slows them alike (a start of `umpire` is timed by the clock
on the wall). A line gives the median and the least time of a call, and the median ratio
over the first side. Our caches are cleared before each exact pool; the peers' stay warm
after a first call, which favours them. Read no ratio below 1.5 as a difference.

What "by hand" is. `by_hand/` holds the same work as the fastest plain Python that we
can write. One run with keyed dice is measured over the same run by hand *with the same
keyed dice and the faces kept*: the dice are the specified ones (HMAC-SHA256 of a path),
and who wrote the game by hand for the same table would have to hash as well. How far
both are from a run with Python's own random numbers is printed beside it. The trace of
a run is its answers: all else is told by running again with them.
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import partial
from os import environ
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from warnings import simplefilter

from interpreter.engine.dice import KeyedDice, Stream, secret_of_seed
from interpreter.values import pools
from tests.bench import ours
from tests.bench.by_hand import table20
from tests.bench.figures import Figures
from tests.bench.games import games
from tests.bench.measuring import Call, Side, Times, many, ratio, row
from tests.bench.patrols import patrols
from tests.bench.skirmish import growth
from tests.bench.tasks import DICE_POOLS, LAWFUL, POOLS, ROOT, TASKS, Task, peer

TRIALS, MORE = 20_000, 50  # so many times as many where columns are measured
DIRECT, COLUMNS = "ours, direct", "ours, columns"
HAND, PLAIN, KEYED = "by hand", "by hand, random()", "by hand, keyed dice"
ARRAYS = "by hand, NumPy"
EXPERT = "icepool, by an expert"
ROUNDS, EMITTED = "by hand, by rounds", "ours, emitted before"
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
KEEPING = "of it, keeping the answers"


def adapter(make: Callable[..., Call], task: Task, *more: object) -> Call:
    """Return our side of a task."""
    return make(task.pack, task.entry, task.given, *more)


def clear() -> None:
    """Forget what our pools remember, so that cold is compared with cold."""
    pools._sums.cache_clear()


def dice(rounds: int) -> None:
    """Print what a die costs, 1,000 calls a time."""
    from random import randint, random

    print("dice, 1,000 calls (over int(random() * 12) + 1)")
    keyed, path = KeyedDice(b"secret"), ("throw", "die", 3, 4, 0)
    placed = keyed.under("throw", "die")
    row(
        "one die",
        [
            ("random()", many(lambda: int(random() * 12) + 1)),
            ("randint", many(lambda: randint(1, 12))),
            ("stream", many(Stream(bytes(32)).die(12))),
            ("keyed d12", many(lambda: keyed.roll(path, 1, 12))),
            ("keyed d12, place hashed", many(lambda: placed.roll((17,), 1, 12))),
            ("keyed 40d6", many(lambda: keyed.roll(path, 40, 6))),
        ],
        rounds,
    )


def exact(rounds: int, figures: Figures) -> None:
    """Print exact odds against by hand and the peers; pools, cold."""
    print("exact odds (over by hand; no law is kept from one question to the next)")
    faster = []
    for task in LAWFUL:
        sides: list[Side] = [(HAND, partial(task.module.exact, *task.arguments))]
        if hasattr(task.module, "exact_by_rounds"):
            call = partial(task.module.exact_by_rounds, *task.arguments)
            sides.append((ROUNDS, call))
        sides.append((EMITTED, adapter(ours.odds_emitted, task)))
        sides.append(("ours, emission and all", adapter(ours.odds, task)))
        for library in ("icepool", "dyce"):
            sides.append((library, peer(library, task.peer, task.arguments)))
        expert = peer("icepool", f"{task.peer}_expert", task.arguments)
        if expert is not None:
            sides.append((EXPERT, expert))
        times = row(task.name, sides, rounds)
        faster.append(ratio(times, "icepool", EMITTED))
        if times.get(ROUNDS):
            _duel(times, figures)
            count = ours.arrivals(task.pack, task.entry, task.given)
            rate = count / median(times[EMITTED]) / 1e6
            text = f"at least 2 M a second: {count:,}, {rate:.2f} M a second"
            figures.said(f"state arrivals of a {task.name}, exact", text, rate >= 2)
    figures.at_least(
        "exact odds of procedures over icepool (emitted before)", 3, faster
    )
    print("exact pools, ours cold, theirs warm (over ours)")
    rates = []
    for name, entry, function in POOLS:
        pool = ours.odds_emitted(DICE_POOLS, entry, {})
        others = [(each, peer(each, function, ())) for each in ("icepool", "dyce")]
        times = row(name, [("ours", pool), *others], rounds, clear)
        rates.append(ratio(times, "icepool", "ours"))
    figures.at_least("pools over icepool, ours cold", 1, rates)


def _duel(times: Times, figures: Figures) -> None:
    what = "a duel of 50 rounds over the best by hand"
    figures.at_most(f"{what} that goes by rounds", 10, [ratio(times, EMITTED, ROUNDS)])
    shortcut = ratio(times, EMITTED, HAND)
    if shortcut is not None:
        text = f"no figure: {shortcut:.0f} x the closed form, which knows this duel"
        figures.said(what, text)
    library = [ratio(times, "icepool", EMITTED)]
    what = "a duel of 50 rounds over icepool, each round as the rule says it"
    figures.at_least(what, 30, library)
    expert = ratio(times, EXPERT, EMITTED)
    if expert is not None:
        text = f"no figure: {expert:.1f} x"
        figures.said("a duel of 50 rounds over icepool by an expert", text)


def once(rounds: int, figures: Figures) -> None:
    """Print one run with stops, keyed dice and trace, against by hand."""
    print("once (over by hand with the same keyed dice and faces kept)")
    secret = secret_of_seed("17")
    over_keyed, over_plain, trace = [], [], []
    for task in TASKS:
        hand = task.module.keyed(secret) if hasattr(task.module, "keyed") else None
        dice = ours.keyed("17", task.pack, task.given)
        runs = 1000 // task.longer
        keyed = None if hand is None else many(partial(hand, *task.arguments), runs)
        sides: list[Side] = [
            (KEYED, keyed),
            (PLAIN, many(partial(task.module.once, *task.arguments), runs)),
            ("ours", many(adapter(ours.once, task, dice), runs)),
            (KEEPING, adapter(ours.keeping, task, dice, runs)),
            ("ours, random()", many(adapter(ours.once, task, ours.plain_die), runs)),
        ]
        times = row(f"{task.name}, {runs:,} runs", sides, rounds)
        over_keyed.append(ratio(times, "ours", KEYED))
        over_plain.append(ratio(times, "ours", PLAIN))
        share = ratio(times, KEEPING, "ours")
        trace.append(None if share is None else 1 / (1 - share))
    what = "one run with stops, keyed dice and trace over by hand"
    figures.at_most(f"{what} with the same dice", 4, over_keyed)
    listed = ", ".join(f"{each:.0f}" for each in over_plain if each is not None)
    figures.said(f"{what} with random()", f"no figure: {listed} x")
    figures.at_most("trace always on in play: a run over one less that", 1.1, trace)
    counts = [
        ours.reports(task.pack, form) for task in TASKS for form in ("exact", "direct")
    ]
    text = f"{sum(counts)} reports in the emitted source of {len(counts)} forms"
    figures.said("no trace in simulate and odds", text, not any(counts))


def modifiers(rounds: int, figures: Figures) -> None:
    """Print the table of 20 modifiers alone."""
    print("20 modifiers of one shot, emitted, 1,000 sums (over by hand)")
    task = TASKS[-1]
    hand = partial(table20.total, *task.arguments)
    sides: list[Side] = [(HAND, many(hand)), ("ours", many(adapter(ours.total, task)))]
    times = row("the sum", sides, rounds)
    what = "20 modifiers of one shot, emitted"
    figures.at_most(what, 1.5, [ratio(times, "ours", HAND)])


def simulate(rounds: int, figures: Figures) -> None:
    """Print simulations trial by trial, and in columns where trials meet."""
    print("simulate (over by hand, the same each trial)")
    plain, straight, looped, arrays = [], [], [], []
    for task in TASKS:
        trials = TRIALS // task.longer
        sides = [(HAND, partial(task.module.simulate, *task.arguments, trials))]
        if hasattr(task.module, "simulate_summed_once"):
            call = partial(task.module.simulate_summed_once, *task.arguments, trials)
            sides.append(("by hand, summed once", call))
        sides.append((DIRECT, adapter(ours.simulate, task, trials)))
        times = row(f"{task.name}, {trials:,} trials", sides, rounds)
        plain.append(ratio(times, HAND, DIRECT))
        many = trials * MORE
        columns = ours.columns(task.pack, task.entry, task.given, many)
        if columns is not None:
            hand = partial(task.module.simulate, *task.arguments, many)
            sides = [(HAND, hand), (COLUMNS, columns)]
            if hasattr(task.module, "simulate_in_numpy"):
                array = partial(task.module.simulate_in_numpy, *task.arguments, many)
                sides.append((ARRAYS, array))
            times = row(f"{task.name}, {many:,} trials", sides, rounds)
            arrays.append(ratio(times, ARRAYS, COLUMNS))
            (looped if task.loops else straight).append(ratio(times, HAND, COLUMNS))
    figures.at_least("a closed procedure in columns, by hand over ours", 10, straight)
    figures.at_least("the same with loops", 3, looped)
    figures.at_least("the same, NumPy by hand over ours", 0.5, arrays)
    listed = ", ".join(f"{each:.2f}" for each in plain if each is not None)
    figures.said("any procedure, by hand over ours, direct", f"no figure: {listed} x")
    task = TASKS[2]
    one, two = (adapter(ours.simulate, task, TRIALS, workers)() for workers in (1, 2))
    text = "identical" if one == two else "different"
    figures.said("the same result for 1 and 2 workers", text, one == two)


def starts(rounds: int, figures: Figures) -> None:
    """Print cold and warm calls as whole processes, over a bare Python."""
    print("start, whole processes (over a bare python)")
    bare = (sys.executable, "-c", "pass")
    # modules are compiled once, as for whoever has it installed
    here = {k: v for k, v in environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    found: dict[str, list[float]] = {"warm": [], "cold": []}
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
            times = row(name, sides, max(3, rounds // 3), clock=perf_counter)
            if given[:2] == ("run", LOOK[0]):
                for side, every in found.items():
                    every.append(median(times[side]))
    for side, bound in (("warm", 0.15), ("cold", 2.0)):
        most = max(found[side])
        text = f"at most {bound:g} s: {most:.2f} s"
        figures.said(f"`umpire run`, largest pack, {side}", text, most <= bound)


def main() -> None:
    """Run all; the rounds are the first argument, 9 without."""
    parser = ArgumentParser(prog="python -m tests.bench", description="Print ratios.")
    parser.add_argument("rounds", type=int, nargs="?", default=9)
    rounds = parser.parse_args().rounds
    few, figures = max(3, rounds // 3), Figures()
    print(f"{rounds} rounds: median, least, median ratio")
    simplefilter("ignore")  # dyce says that `expand` is experimental
    dice(rounds)
    modifiers(rounds, figures)
    once(rounds, figures)
    exact(rounds, figures)
    simulate(few, figures)
    starts(few, figures)
    games(few, figures)
    growth(few, figures)
    patrols(few, figures)
    text = "printed by `python -m tests.bench.large_battles`"
    figures.said("a battle of 50 units, simulated", text)
    for what in ("hostile or broken packs", "pairs of states", "kills"):
        figures.said(what, "counted by `tools/check --long`")
    figures.show()


if __name__ == "__main__":
    main()

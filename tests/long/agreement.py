"""The agreement of all ways of running, over every entry point under every setting.

Under the defaults of a pack, each entry point is run with so many of its targets. Under
another setting only what is not the same program as under the defaults is run again
(`tests.agreement.same`), with fewer. The seed says which targets; what was left out is
counted in the report.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from tests.agreement.differences import asks, laws_differ, runs_differ
from tests.agreement.same import Sameness
from tests.agreement.targets import (
    Options,
    Target,
    analysis,
    every_setting,
    loaded,
    packs,
    program,
    targets,
)
from tests.agreement.ways import TooMany, Ways

Result = dict[str, Any]
OF_AN_ENTRY, UNDER_A_SETTING = 16, 2
"""Targets of an entry point that are run: under the defaults, and under others."""
SEEDS, SEEDS_OF_A_SETTING = 3, 1
"""Runs of each of these targets."""
SLICES = 12
"""Batches of the targets of a published pack under its defaults."""
SETTINGS_OF_A_BATCH = 4


@dataclass(frozen=True)
class Batch:
    """Some settings of a pack, and which of so many slices of their targets."""

    pack: str
    settings: tuple[Options, ...]
    part: int = 0
    parts: int = 1


@cache
def plan() -> tuple[Batch, ...]:
    """Return all batches, those of the defaults first."""
    defaults, others = [], []
    for pack in packs():
        own, *more = every_setting(pack)
        parts = SLICES if pack.startswith("rulesets/") else 1
        defaults += [Batch(pack, (own,), part, parts) for part in range(parts)]
        others += [
            Batch(pack, tuple(more[at : at + SETTINGS_OF_A_BATCH]))
            for at in range(0, len(more), SETTINGS_OF_A_BATCH)
        ]
    return (*defaults, *others)


def batches() -> int:
    """Return the number of batches for all packs and settings."""
    return len(plan())


def run(batch: int, seed: int) -> Result:
    """Run the targets of a batch in every way."""
    wanted = plan()[batch]
    done: Result = {"pack": wanted.pack, "settings": 0, "faults": []}
    done |= {"runs": 0, "laws": 0, "walked": 0, "same": 0, "left": 0}
    for options in wanted.settings:
        done["settings"] += wanted.part == 0
        if loaded(wanted.pack, options).program is not None:  # else it needs another
            _agreed(
                wanted.pack, options, _wanted(wanted, options, seed, done), seed, done
            )
    return done


def _wanted(
    wanted: Batch, options: Options, seed: int, done: Result
) -> Iterator[Target]:
    """Yield the targets of a setting that are run in a batch; count those that are the
    same as under the defaults, and those that are left out."""
    sameness = Sameness(wanted.pack, options) if options else None
    by_entry: dict[str, list[Target]] = {}
    for target in targets(wanted.pack, options):
        if sameness is not None and sameness.same(target):
            done["same"] += 1
        else:
            by_entry.setdefault(target.entry, []).append(target)
    most = UNDER_A_SETTING if options else OF_AN_ENTRY
    for entry in islice(sorted(by_entry), wanted.part, None, wanted.parts):
        every = by_entry[entry]
        random = Random(f"{wanted.pack} {options} {entry} {seed}")
        done["left"] += max(0, len(every) - most)
        yield from random.sample(every, min(most, len(every)))


def _agreed(
    pack: str, options: Options, some: Iterator[Target], seed: int, done: Result
) -> None:
    """Run some targets in every way; count them, and note what differs."""
    made, known = program(pack, options), analysis(pack, options)
    ways = Ways(made)
    seeds = SEEDS_OF_A_SETTING if options else SEEDS
    for target in some:
        for each in range(seed * SEEDS, seed * SEEDS + seeds):
            found = runs_differ(ways, target, each)
            done["runs"] += 1
            done["faults"] += [f"{target}: {found}"] if found else []
        if made.entries[target.entry].procedure not in known.stops:
            continue
        for default in ("first", "random") if asks(target) else ("first",):
            done["laws"] += 1
            try:
                done["faults"] += [
                    f"{target}: {law}" for law in laws_differ(ways, target, default)
                ]
                done["walked"] += 1
            except TooMany:
                continue


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each pack."""
    lines = [
        "| pack | settings | targets that are the same as under the defaults "
        "| targets left out | runs, three ways each | exact, five ways each "
        "| also walked by brute force | faults |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for pack in sorted({each["pack"] for each in results}):
        own = [each for each in results if each["pack"] == pack]
        keys = ("settings", "same", "left", "runs", "laws", "walked")
        sums = [sum(each[key] for each in own) for key in keys]
        faults = sum(len(each["faults"]) for each in own)
        counts = " | ".join(map(str, (*sums, faults)))
        lines.append(f"| {pack} | {counts} |")
    return lines

"""The agreement of all ways of running, over every target under every setting."""

from collections.abc import Sequence
from typing import Any

from tests.agreement.differences import asks, laws_differ, runs_differ
from tests.agreement.targets import (
    Options,
    analysis,
    every_setting,
    loaded,
    packs,
    program,
    targets,
)
from tests.agreement.ways import TooMany, Ways

Result = dict[str, Any]
SEEDS = 3


def settings() -> list[tuple[str, Options]]:
    """Return every pack under every setting of one option."""
    return [(pack, each) for pack in packs() for each in every_setting(pack)]


def batches() -> int:
    """Return the number of packs and settings."""
    return len(settings())


def run(batch: int, seed: int) -> Result:
    """Run every target of a pack under a setting in every way."""
    pack, options = settings()[batch]
    done = {"runs": 0, "laws": 0, "walked": 0}
    faults: list[str] = []
    if loaded(pack, options).program is not None:  # else it cannot stand alone
        made, known = program(pack, options), analysis(pack, options)
        ways = Ways(made)
        for target in targets(pack, options):
            for each in range(seed * SEEDS, seed * SEEDS + SEEDS):
                found = runs_differ(ways, target, each)
                done["runs"] += 1
                faults += [f"{target}: {found}"] if found else []
            if made.entries[target.entry].procedure not in known.stops:
                continue
            for default in ("first", "random") if asks(target) else ("first",):
                done["laws"] += 1
                try:
                    faults += [
                        f"{target}: {d}" for d in laws_differ(ways, target, default)
                    ]
                    done["walked"] += 1
                except TooMany:
                    continue
    return {"pack": pack, **done, "faults": faults}


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each pack."""
    lines = [
        "| pack | settings | runs, three ways each | exact, five ways each "
        "| also walked by brute force | faults |",
        "|---|---|---|---|---|---|",
    ]
    for pack in sorted({each["pack"] for each in results}):
        own = [each for each in results if each["pack"] == pack]
        sums = [sum(each[key] for each in own) for key in ("runs", "laws", "walked")]
        faults = sum(len(each["faults"]) for each in own)
        counts = " | ".join(map(str, (len(own), *sums, faults)))
        lines.append(f"| {pack} | {counts} |")
    return lines

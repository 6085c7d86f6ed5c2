"""The long jobs: what the gate only samples, done whole.

To add one: write `NAME_batches` (how many batches there are) and a function of
(batch index, seed) that gives a plain dict for JSON, sum it up in lines for the report,
and put a `Job` into JOBS. A batch should take a minute or so, runs in a process of its
own, and depends on nothing but its arguments and the tree.
A result with a list "faults" that is not empty makes the whole run fail.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.long import (
    agreement,
    inputs,
    lasting,
    marked,
    options,
    planted,
    secrets,
    slips,
)
from tests.trial import packs, trials

Result = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """A name, a number of batches, what does one, and what sums them all up."""

    name: str
    batches: Callable[[], int]
    run: Callable[[int, int], Result]
    summary: Callable[[Sequence[Result]], list[str]]


MUTANTS_OF_A_PACK = 5000
MUTANTS_OF_A_BATCH = 250
SHARE = MUTANTS_OF_A_PACK // MUTANTS_OF_A_BATCH
SLOW = 2.0  # seconds that a quick check of a mutant may take
BIG = 512  # MiB that a process may take


def mutants_batches() -> int:
    """Return the number of batches for all packs that there are."""
    return len(packs()) * SHARE


def mutants(batch: int, seed: int) -> Result:
    """Check 250 mutants of one pack; give their count, the slowest, and the faults."""
    pack = packs()[batch // SHARE]
    first = seed * 1_000_000 + batch % SHARE * MUTANTS_OF_A_BATCH
    done = list(trials(pack, range(first, first + MUTANTS_OF_A_BATCH)))
    slowest = max(done, key=lambda trial: trial.seconds)
    faults = [str(trial) for trial in done if trial.fault or trial.slower(SLOW)]
    if peak() > BIG:
        faults.append(f"mutants from seed {first}: {peak()} MiB of memory")
    return {
        "pack": pack.name,
        "count": len(done),
        "seconds": slowest.seconds,
        "slowest": slowest.seed,
        "mib": peak(),
        "codes": {
            str(code): sum(trial.code == code for trial in done)
            for code in sorted({trial.code for trial in done})
        },
        "faults": faults,
    }


def peak() -> int:
    """Return the most memory that this process has held, in MiB."""
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // (1024 * 1024 if sys.platform == "darwin" else 1024)


def mutants_summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each pack."""
    lines = [
        "| pack | mutants | exit codes | slowest | memory | faults |",
        "|---|---|---|---|---|---|",
    ]
    for pack in sorted({each["pack"] for each in results}):
        own = [each for each in results if each["pack"] == pack]
        slow = max(own, key=lambda each: each["seconds"])
        codes = sorted({code for each in own for code in each["codes"]})
        counts = ", ".join(
            f"{code}: {sum(each['codes'].get(code, 0) for each in own)}"
            for code in codes
        )
        lines.append(
            f"| {pack} | {sum(each['count'] for each in own)} | {counts} "
            f"| {slow['seconds']:.2f} s (seed {slow['slowest']}) "
            f"| {max(each['mib'] for each in own)} MiB "
            f"| {sum(len(each['faults']) for each in own)} |"
        )
    return lines


JOBS = (
    Job("mutants", mutants_batches, mutants, mutants_summary),
    Job("agreement", agreement.batches, agreement.run, agreement.summary),
    Job("secrets", secrets.pairs_batches, secrets.pairs, secrets.pairs_summary),
    Job("lasting", lasting.batches, lasting.run, lasting.summary),
    Job("games", secrets.games_batches, secrets.games, secrets.games_summary),
    Job("leaks", secrets.leaks_batches, secrets.leak, secrets.leaks_summary),
    Job("options", options.batches, options.run, options.summary),
    Job("tests", marked.batches, marked.run, marked.summary),
    Job("planted", planted.batches, planted.run, planted.summary),
    Job("argv", inputs.batches, inputs.run_command_lines, inputs.summary),
    Job("headers", inputs.batches, inputs.run_journals, inputs.summary),
    Job("slips", slips.batches, slips.run, slips.summary),
)


def batch(name: str, index: int, seed: int) -> Result:
    """Do one batch of a job, in a process that has done nothing else yet."""
    (job,) = (each for each in JOBS if each.name == name)
    with tempfile.TemporaryDirectory(prefix="long-") as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        return job.run(index, seed)


def deaf() -> None:
    """Let the process above alone hear an interruption."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

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
    editing,
    faults,
    inputs,
    lasting,
    marked,
    options,
    planted,
    played_mutants,
    secrets,
    slips,
    table_kills,
    table_lasting,
    table_load,
    table_secrets,
    table_two,
)
from tests.long.shares import mebibytes, shared
from tests.trial import trials

Result = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """A name, a number of batches, what does one, what sums them all up, and how many
    seconds of the processor a batch took on average when it was measured."""

    name: str
    batches: Callable[[], int]
    run: Callable[[int, int], Result]
    summary: Callable[[Sequence[Result]], list[str]]
    seconds: float


MUTANTS = 3000  # of all packs, as many of each as fit its size
MUTANTS_OF_A_BATCH = 50
SLOW_OF_A_MEBIBYTE = 10.0  # seconds that a quick check of a mutant may take
LONG = 2.0  # seconds; how many quick checks take more is in the report
BIG = 512  # MiB that a process may take


def mutants_batches() -> int:
    """Return the number of batches for all packs that there are."""
    return MUTANTS // MUTANTS_OF_A_BATCH


def mutants(batch: int, seed: int) -> Result:
    """Check 50 mutants of one pack; give their count, the slowest, and the faults."""
    pack, part = shared(mutants_batches())[batch]
    first = seed * 1_000_000 + part * MUTANTS_OF_A_BATCH
    slow = SLOW_OF_A_MEBIBYTE * mebibytes(pack)
    done = list(trials(pack, range(first, first + MUTANTS_OF_A_BATCH)))
    quick = [trial for trial in done if not trial.whole]
    slowest = max(quick, key=lambda trial: trial.seconds)
    faults = [str(trial) for trial in done if trial.fault or trial.slower(slow)]
    if peak() > BIG:
        faults.append(f"mutants from seed {first}: {peak()} MiB of memory")
    return {
        "pack": pack.name,
        "count": len(done),
        "seconds": slowest.seconds,
        "slowest": slowest.seed,
        "quick": len(quick),
        "long": sum(trial.seconds > LONG for trial in quick),
        "whole": max(trial.seconds for trial in done if trial.whole),
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
        "| pack | mutants | exit codes | slowest quick check | longer than 2 s "
        "| slowest with all options | memory | faults |",
        "|---|---|---|---|---|---|---|---|",
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
            f"| {sum(each['long'] for each in own)} "
            f"of {sum(each['quick'] for each in own)} "
            f"| {max(each['whole'] for each in own):.2f} s "
            f"| {max(each['mib'] for each in own)} MiB "
            f"| {sum(len(each['faults']) for each in own)} |"
        )
    return lines


JOBS = (
    Job("mutants", mutants_batches, mutants, mutants_summary, 18),
    Job("agreement", agreement.batches, agreement.run, agreement.summary, 30),
    Job("secrets", secrets.pairs_batches, secrets.pairs, secrets.pairs_summary, 18),
    Job("lasting", lasting.batches, lasting.run, lasting.summary, 30),
    Job("games", secrets.games_batches, secrets.games, secrets.games_summary, 7),
    Job("leaks", secrets.leaks_batches, secrets.leak, secrets.leaks_summary, 11),
    Job("options", options.batches, options.run, options.summary, 6),
    Job("tests", marked.batches, marked.run, marked.summary, 23),
    Job("planted", planted.batches, planted.run, planted.summary, 33),
    Job("argv", inputs.batches, inputs.run_command_lines, inputs.summary, 2),
    Job("headers", inputs.batches, inputs.run_journals, inputs.summary, 2),
    Job("slips", slips.batches, slips.run, slips.summary, 12),
    Job(
        "played",
        played_mutants.batches,
        played_mutants.run,
        played_mutants.summary,
        20,
    ),
    Job("editing", editing.batches, editing.run, editing.summary, 30),
    Job("faults", faults.batches, faults.run, faults.summary, 60),
    Job("table_load", table_load.batches, table_load.run, table_load.summary, 300),
    Job(
        "table_lasting",
        table_lasting.batches,
        table_lasting.run,
        table_lasting.summary,
        5500,
    ),
    Job("table_two", table_two.batches, table_two.run, table_two.summary, 200),
    Job("table_kills", table_kills.batches, table_kills.run, table_kills.summary, 60),
    Job(
        "table_secrets",
        table_secrets.batches,
        table_secrets.run,
        table_secrets.summary,
        12,
    ),
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

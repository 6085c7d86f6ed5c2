"""Broken packs that are run: mutants of small packs through `check`, `run` and `odds`.

A small pack is checked in some hundredths of a second, so many mutants can be tried;
one in ten is still a pack, which is run too, and its odds are asked for.
"""

import io
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from interpreter.cli.main import main
from interpreter.pipeline.opening import open_pack
from tests.mutants import mutant
from tests.trial import OUR_FAULT, ROOT, Hangs, at_most, copy_of, read, write

Result = dict[str, Any]

OF_ALL = 17_000
"""With the 3,000 of the published packs (job `mutants`) 20,000."""
OF_A_BATCH = 200
SLOW, HANGS = 2.0, 60  # seconds of the processor, and by the clock
BIG = 512  # MiB that a process may take
CODES = (0, 1, 2, 3, 4)


@cache
def small_packs() -> tuple[Path, ...]:
    """Return the packs of the tests, and those pieces that are packs."""
    found = [
        file.parent
        for folder in ("packs", "pieces")
        for file in (ROOT / "tests" / folder).glob("*/ruleset.yaml")
    ]
    return tuple(sorted(found))


def batches() -> int:
    """Return the number of batches for all packs."""
    return OF_ALL // OF_A_BATCH


def run(batch: int, seed: int) -> Result:
    """Try 200 mutants of one pack, or of several if there are more packs."""
    from tests.long.jobs import peak

    packs = small_packs()
    pack = packs[batch % len(packs)]
    first = seed * 1_000_000 + (batch // len(packs)) * OF_A_BATCH
    codes: dict[str, int] = {}
    faults: list[str] = []
    slowest = (0.0, 0, "")
    for number, verb, code, said, seconds in _trials(pack, first):
        codes[f"{verb} {code}"] = codes.get(f"{verb} {code}", 0) + 1
        slowest = max(slowest, (seconds, number, verb))
        where = f"{pack.name} seed {number} {verb}"
        if code not in CODES:
            faults.append(f"{where}: exit code {code}")
        if found := OUR_FAULT.search(said):
            faults.append(f"{where}: {found.group()}")
        if seconds > SLOW:
            faults.append(f"{where}: {seconds:.1f} s")
    if peak() > BIG:
        faults.append(f"{pack.name} from seed {first}: {peak()} MiB of memory")
    return {
        "pack": pack.name,
        "codes": codes,
        "seconds": slowest[0],
        "slowest": f"{slowest[2]} of seed {slowest[1]}",
        "mib": peak(),
        "faults": faults,
    }


def _trials(pack: Path, first: int) -> Iterator[tuple[int, str, int, str, float]]:
    """Yield seed, verb, exit code, what was said and the seconds of each call."""
    files = read(pack)
    with copy_of(pack) as folder:
        calls = _calls(folder)
        for number in range(first, first + OF_A_BATCH):
            changed, _ = mutant(files, number)
            write(folder, files, changed)
            code, said, seconds = _called(["check", str(folder), "--quick"])
            yield number, "check", code, said, seconds
            if code == 0 and calls:
                call = Random(number).choice(calls)
                for verb in ("run", "odds"):
                    yield number, verb, *_called([verb, str(folder), *call])
            write(folder, changed, files)


def _calls(folder: Path) -> list[list[str]]:
    """Return what can be run of a pack that is sound, as words of the command line."""
    pack = open_pack(folder)
    policies = list(pack.program.policies)
    answered = ["--policy", policies[0]] if policies else []
    found = [
        [name, "--seed", "mutant"]
        for name, entry in pack.program.entries.items()
        if not entry.takes
    ]
    games = [
        ["--scenario", name, "--seed", "mutant", *answered]
        for name, start in pack.mains.items()
        if name and start
    ]
    return [*found, *([pack.mains[g[1]], *g] for g in games)]


def _called(line: list[str]) -> tuple[int, str, float]:
    if line[0] == "odds":  # nothing falls there
        line = [word for word in line if word not in ("--seed", "mutant")]
    said = io.StringIO()
    start = time.process_time()
    with redirect_stdout(said), redirect_stderr(said):
        try:
            with at_most(HANGS):
                code = main([*line, "--max-time", "20"])
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
        except Hangs:
            code = -1
    os.environ.pop("UMPIRE_DEBUG", None)
    return code, said.getvalue(), time.process_time() - start


def summary(results: Sequence[Result]) -> list[str]:
    """Return how many calls ended with which code, and the slowest."""
    codes: dict[str, int] = {}
    for each in results:
        for key, count in each["codes"].items():
            codes[key] = codes.get(key, 0) + count
    slow = max(results, key=lambda each: each["seconds"])
    checked = sum(count for key, count in codes.items() if key.startswith("check"))
    lines = [
        f"{checked:,} mutants of {len({each['pack'] for each in results})} packs.",
        "",
        "| verb and exit code | times |",
        "|---|---|",
    ]
    lines += [f"| {key} | {codes[key]:,} |" for key in sorted(codes)]
    return [
        *lines,
        "",
        f"Slowest: {slow['seconds']:.2f} s ({slow['pack']}, {slow['slowest']});"
        f" most memory {max(each['mib'] for each in results)} MiB;"
        f" faults {sum(len(each['faults']) for each in results)}.",
    ]

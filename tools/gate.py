"""The gate: every check that a change must pass, one line a step.

`tools/check` runs it; `tools/check lint types` runs only those steps, and
`tools/check --long` runs the long jobs of `tests/long` instead, or those named.
A step is plain commands that succeed with exit code 0, so any can be run alone.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN = (sys.executable, "-m")
CONCISE = ("--output-format", "concise", ".")

Commands = tuple[tuple[str, ...], ...]


def packs() -> Commands:
    """Check and test every pack; those that are published must be free of warnings, and
    each has commands of its own, for they take the longest: the largest pack first, and
    each command in one process, as there are enough of them for all cores. Recipes of
    the cookbook have tests of their own."""
    files = (ROOT / "rulesets").glob("*/ruleset.yaml")
    published = written(file.parent for file in files)
    for_tests = written(
        file.parent
        for room in ("pieces", "packs")
        for file in (ROOT / "tests" / room).rglob("ruleset.yaml")
    )
    umpire: tuple[str, ...] = (*RUN, "interpreter")
    commands: list[tuple[str, ...]] = [
        command
        for pack in sorted(published, key=size, reverse=True)
        for command in (
            (*umpire, "test", "--all", "--workers", "1", pack),
            (*umpire, "check", "--strict", pack),
        )
    ]
    if for_tests:
        commands += [
            (*umpire, "test", "--all", *for_tests),
            (*umpire, "check", *for_tests),
        ]
    return tuple(commands)


def size(pack: str) -> int:
    """Return how much a pack has to read, in bytes."""
    return sum(file.stat().st_size for file in (ROOT / pack).rglob("*.yaml"))


def written(folders: Iterable[Path]) -> tuple[str, ...]:
    """Return folders as they are written from the root, sorted."""
    return tuple(sorted(f"./{each.relative_to(ROOT)}" for each in folders))


def schemas() -> Commands:
    """Look at each schema by itself and at how they refer to each other."""
    if not any((ROOT / "schemas").glob("**/*.json")):
        return ()
    return ((sys.executable, str(ROOT / "tools" / "schemas.py")),)


def steps() -> dict[str, Commands]:
    """Return the commands of each step, in the order in which steps run."""
    return {
        "format": ((*RUN, "ruff", "format", "--check", *CONCISE),),
        "lint": ((*RUN, "ruff", "check", *CONCISE),),
        "types": ((*RUN, "mypy"),),
        "tests": ((*RUN, "pytest", "-q", "-n", "auto", "--dist", "worksteal"),),
        "packs": packs(),
        "schemas": schemas(),
    }


def run_step(name: str, commands: Commands) -> tuple[bool, float]:
    """Run a step, as many commands at once as there are cores; print its line, and what
    it said when it failed. Return whether it passed and how many seconds it took."""
    print(f"{name:<8} ", end="", flush=True)
    start = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(run, commands))
    output = "".join(each.stdout for each in done)
    code = next((each.returncode for each in done if each.returncode), 0)
    seconds = time.monotonic() - start
    verdict = "FAILED" if code else "ok" if commands else "nothing there yet"
    print(f"{verdict:<7} {seconds:6.1f} s", flush=True)
    if code:
        print(output.rstrip(), flush=True)
    elif name == "tests" and output.strip():
        print(output.rstrip().splitlines()[-1], flush=True)
    return code == 0, seconds


def run(command: tuple[str, ...]) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, and keep what it says."""
    return subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def gate(wanted: Iterable[str]) -> int:
    """Run the steps wanted and sum up; return the exit code."""
    start = time.monotonic()
    all_steps = steps()
    names = list(wanted) or list(all_steps)
    results = {name: run_step(name, all_steps[name]) for name in names}
    failed = [name for name, (passed, _) in results.items() if not passed]
    verdict = f"FAILED: {', '.join(failed)}" if failed else f"all {len(names)} steps ok"
    parts = ", ".join(f"{name} {seconds:.0f}" for name, (_, seconds) in results.items())
    print(f"{verdict}, {time.monotonic() - start:.1f} s ({parts})")
    return 1 if failed else 0


def main() -> int:
    """Return 0 when every step passed, 1 when one failed, 2 for a wrong argument."""
    parser = argparse.ArgumentParser(prog="check", description="Check everything.")
    parser.add_argument(
        "step",
        nargs="*",
        help=f"only these, in this order: {', '.join(steps())}; of --long, jobs",
    )
    parser.add_argument(
        "--long", action="store_true", help="run the long jobs and write their report"
    )
    given = parser.parse_args()
    if given.long:
        os.chdir(ROOT)
        os.execv(sys.executable, (*RUN, "tests.long", *given.step))
    for each in given.step:
        if each not in steps():
            parser.error(f"no step '{each}'; there are: {', '.join(steps())}")
    try:
        return gate(given.step)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())

"""Plays pairs with a leak installed: `python -m tests.secrets.leaks.trying [NAME...]`.

Each leak has a process of its own, `python -m tests.secrets --leak NAME`. It is caught
when that ends with exit code 1: a seat could tell a pair apart. Any other end means
that the leak broke something else, or that nobody saw it; so does an error in a test of
whole games that is no assertion of it.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from tests.secrets.__main__ import FOUND
from tests.secrets.declared import ROOT
from tests.secrets.leaks import leak_by_name, leaks
from tests.secrets.leaks.seams import Leak

PAIRS = 60  # of each pack: a leak that shows more seldom would be missed
SECONDS = 600


@dataclass(frozen=True)
class Caught:
    """What came of a leak: whether the pairs saw it, and what they said first."""

    name: str
    caught: bool
    said: str


def tried(
    leak: Leak | None, seed: int = 1, pairs: int = PAIRS, likely: Sequence[str] = ()
) -> Caught:
    """Play pairs with a leak let in, first where the faults `likely` were; None lets in
    none."""
    words = ["--pairs", str(pairs), "--seed", str(seed), "--first"]
    words += [word for fault in likely for word in ("--likely", fault)]
    words += [] if leak is None else ["--leak", leak.title]
    done = subprocess.run(
        [sys.executable, "-m", "tests.secrets", *words],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    broken = done.returncode != 1 or "Traceback" in done.stderr
    fault = done.stdout.rpartition(f"\n{FOUND}")[2].removeprefix(FOUND)
    said = done.stderr[-1000:] if broken else "\n".join(fault.splitlines()[:3])
    return Caught("no leak" if leak is None else leak.title, not broken, said)


def main() -> int:
    """Try the leaks named, or all, and print what came of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrets.leaks.trying")
    parser.add_argument("names", nargs="*", metavar="NAME", help="else all are tried")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of each pack")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    missed = 0
    for leak in [leak_by_name(name) for name in given.names] or leaks():
        found = tried(leak, given.seed, given.pairs)
        missed += not found.caught
        said = "caught" if found.caught else "MISSED"
        print(f"{found.name}: {said}\n{found.said}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

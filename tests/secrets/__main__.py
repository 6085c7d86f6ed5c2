"""Plays pairs of every pack: `python -m tests.secrets [--pairs N] [--seed N]`.

Exit code 0 when no seat can tell a pair apart that it must not, 1 when one can (or gets
the same where it must not), and each is told. `--leak NAME` lets a leak in before;
`--likely FAULT` looks first where that fault was, which is quicker with `--first`; it
may be given several times.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import pytest

from tests.secrets.commands import loud
from tests.secrets.declared import ROOT, Job, Play, jobs
from tests.secrets.leaks import leak_by_name
from tests.secrets.leaks.seams import Leak, installed
from tests.secrets.midgame import looked
from tests.secrets.pairs import Counts, Playing
from tests.secrets.sittings import table, tables

TESTS = tuple(
    str(ROOT / "tests" / "games" / f"test_{name}.py")
    for name in (
        *("masks", "names", "secrets", "undo"),
        *("prompts", "active", "canaries", "sayings"),
    )
)
"""Pairs of games whose answers differ, not only their worlds, or whose texts do."""
BUG = "R901"  # what the program says of a fault of its own
FOUND = "fault: "  # before each
GAMES = 2  # one in so many pairs is one of games
DIFFERING = 5  # pairs that must differ: one would do
STARTS = ("os.fork", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen")
"""Audit events of what begins another process."""
SPAWNING = "multiprocessing.popen_"
"""Modules that `multiprocessing` imports to begin one, for which it has no event."""


def played(playing: Playing, number: int, seed: int) -> Iterator[tuple[Play, Counts]]:
    """Play `number` pairs of a pack that must look alike, one of each play at least,
    and some that must not."""
    plays = playing.job.plays
    alike = [each for each in plays if not each.differs]
    for at, play in enumerate(alike):
        share = number * (at + 1) // len(alike) - number * at // len(alike)
        yield play, playing.pairs(play, max(share, 1), seed)
    for play in plays:
        if play.differs:
            yield play, playing.pairs(play, min(number, DIFFERING), seed)


def main() -> int:
    """Play, print a line for each play, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrets")
    parser.add_argument("--pairs", type=int, default=100, help="of each pack")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", action="store_true", help="one fault is enough")
    parser.add_argument("--leak", metavar="NAME", help="let one in, to be seen")
    parser.add_argument(
        "--likely",
        metavar="FAULT",
        action="append",
        default=[],
        help="look there first",
    )
    given = parser.parse_args()
    with _own_cache():
        if given.leak is None:
            return _printed_faults(given)
        with _let_in(leak_by_name(given.leak)):
            return _printed_faults(given)


def _printed_faults(given: argparse.Namespace) -> int:
    """Print what is wrong and return the exit code."""
    faults: list[str] = []
    for fault in _all(given.pairs, given.seed, given.likely):
        print(f"{FOUND}{fault}")
        faults.append(fault)
        if given.first:
            return 1
    return 1 if faults else 0


@contextmanager
def _own_cache() -> Iterator[None]:
    """Keep programs apart from those of the user: what a leak changes in them must not
    outlive it, nor may a program from before hide it."""
    with (
        TemporaryDirectory(prefix="secrets-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.delenv("UMPIRE_CACHE", raising=False)
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, os.path.realpath(folder))
        yield


@contextmanager
def _let_in(leak: Leak) -> Iterator[None]:
    """Install a leak and forbid other processes, which it would not reach."""

    def audit(event: str, values: tuple[object, ...]) -> None:
        spawns = event == "import" and str(values[0]).startswith(SPAWNING)
        if spawns or event in STARTS:
            raise RuntimeError(f"{event}: the leak does not reach another process")

    with installed(leak):
        sys.addaudithook(audit)  # for good: only `main` lets one in, in its process
        yield


def _all(number: int, seed: int, likely: Sequence[str] = ()) -> Iterator[str]:
    """Yield what is wrong: where the faults `likely` were, then what is quick first:
    games of small packs, whole games, games of large packs, the worlds of `packs`."""
    for fault in likely:
        yield from _where(fault, number, seed)
    names = tables()
    for name in names:
        if name.startswith("tests/"):
            yield from looked(table(name), number // GAMES, seed).faults
    yield from _whole_games()
    for name in names:
        if not name.startswith("tests/"):
            yield from looked(table(name), number // GAMES, seed).faults
    for job in reversed(jobs()):  # the small ones first
        yield from _faults(job, number, seed)


_TEST = re.compile(r"(tests/\S+\.py)::(\w+)")


def _where(fault: str, number: int, seed: int) -> Iterator[str]:
    """Yield what is wrong in the test, the games or the pack in which a fault was."""
    test, place = _TEST.search(fault), fault.partition(":")[0]
    if test is not None:
        yield from _whole_games([test[0]])
    elif (ROOT / place.partition(" ")[0] / "ruleset.yaml").is_file():
        yield from looked(table(place), number // GAMES, seed).faults
    else:
        for job in jobs():
            if job.name == place.partition(",")[0]:
                yield from _faults(job, number, seed)


class _Asserted:
    """Keeps what tests assert in vain, and ends them then; an error is kept apart, for
    a leak that breaks a test is not seen by it."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.errors: list[str] = []

    def pytest_exception_interact(
        self, node: pytest.Item, call: pytest.CallInfo[None]
    ) -> None:
        """Note a test that failed."""
        found = call.excinfo
        if found is None:
            return
        said = f"{node.nodeid}: {found.exconly()}"
        is_asserted = found.errisinstance((AssertionError, pytest.fail.Exception))
        if is_asserted and BUG not in said:
            self.faults.append(said)
            node.session.shouldstop = "one is enough"
        else:
            self.errors.append(said)


def _whole_games(tests: Sequence[str] = TESTS) -> Iterator[str]:
    """Yield what tests of whole games assert in vain."""
    words = ("-q", "-m", "", "--no-header", "--tb=no", "-p", "no:cacheprovider")
    # the table has imported anyio, which is a plugin too
    words = (*words, "-W", "ignore::pytest.PytestAssertRewriteWarning")
    asserted = _Asserted()
    ended = pytest.main([*words, *tests], [asserted])
    for each in asserted.errors:
        print(f"breaks, and tells nothing: {each}", file=sys.stderr)
    yield from asserted.faults
    if ended and not asserted.faults and not asserted.errors:
        print(f"the tests of whole games did not run: {ended}", file=sys.stderr)
        raise SystemExit(2)


def _faults(job: Job, number: int, seed: int) -> Iterator[str]:
    """Yield what is wrong with a pack; print a line for each play."""
    playing = Playing(job)
    yield from playing.unnamed()
    for play, counts in played(playing, number, seed):
        print(
            f"{job.name}, {play.name}: {len(counts.places)} pairs, "
            f"{counts.rejected} rejected; the judge's views differ in "
            f"{counts.share(1):.0%}, in three places in {counts.share(3):.0%}"
        )
        yield from counts.faults
    yield from loud(playing)


if __name__ == "__main__":
    sys.exit(main())

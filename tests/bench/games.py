"""What a game of 2,000 events costs: to open it, to look at it, to play it again."""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from interpreter.cli.main import main
from tests.bench.figures import Figures
from tests.bench.measuring import Side, row
from tests.games.lasting import A_ROUND, PACK, whole

EVENTS = 2000
MOST = 0.1  # seconds that opening a game may take beyond a bare run
NORTH = ("--as", "north_side")
BARE = ("run", PACK, "rounds", "--scenario", "lane", "--with", "count=0")
AT_ONCE = ("run", PACK, "rounds", "--scenario", "lane", "--policy", "strolling")
LOOKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("view", NORTH),
    ("view, the judge's", ("--as", "judge")),
    ("map", NORTH),
    ("map, as a picture", (*NORTH, "--out", "-")),
    ("log", NORTH),
    ("replay", ()),
    ("verify", ()),
)


def games(rounds: int, figures: Figures) -> None:
    """Print what each look at a game costs over one that opens it alone, and over the
    same rules run at once; and, as processes, over a run of nothing."""
    with TemporaryDirectory() as folder:
        game = Path(folder).resolve() / "long.game"
        whole(game, EVENTS)
        looks = [(name, _looked(name, game, more)) for name, more in LOOKS]
        count = f"count={EVENTS // A_ROUND}"
        sides: list[Side] = [
            ("a bare run", partial(_said, *BARE)),
            ("the same, run at once", partial(_said, *AT_ONCE, "--with", count)),
            *((name, partial(_said, *words)) for name, words in looks),
        ]
        print(f"a game of {EVENTS:,} events, in this process (over a bare run)")
        row("looked at", sides, rounds)
        print(f"a game of {EVENTS:,} events, as processes (over a bare run)")
        starts: list[Side] = [
            (name, partial(_process, *words))
            for name, words in (("a bare run", BARE), *looks)
        ]
        times = row("looked at", starts, rounds, clock=perf_counter)
        pairs = zip(times["view"], times["a bare run"], strict=True)
        beyond = median(one - bare for one, bare in pairs)
        text = f"at most {MOST:g} s beyond a bare run: {beyond:.3f} s"
        figures.said(f"reopening a game of {EVENTS:,} events", text, beyond <= MOST)


def _looked(name: str, game: Path, more: tuple[str, ...]) -> tuple[str, ...]:
    return (name.partition(",")[0], str(game), *more)


def _said(*words: str) -> None:
    """Call the command line in this process."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        assert main(words) == 0


def _process(*words: str) -> None:
    """Call it in a process of its own."""
    given = (sys.executable, "-m", "interpreter", *words)
    subprocess.run(given, capture_output=True, check=True)

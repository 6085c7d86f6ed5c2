"""Two real terminals at one game file, by turns: what is typed wrongly, and left."""

import os
import pty
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.games.playing import NORTH, SOUTH, TABLE, call, data, texts
from tests.games.test_seated import WAITS

LONGEST = 60.0  # seconds that an answer may take on a machine that is busy
KEPT = "the game is kept; the same command goes on with it"


class Seat:
    """A person at a terminal of his own, in which `play` runs."""

    def __init__(self, *given: object) -> None:
        """Sit down."""
        self.process, self.terminal = pty.fork()
        if not self.process:
            # whoever runs the tests in the background has Ctrl-C ignored, and a child
            # inherits that
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            words = ["-m", "interpreter", "play", *map(str, given)]
            os.execv(sys.executable, [sys.executable, *words])

    def reads(self, until: str) -> str:
        """Return what appears, up to some words, or the end of the command."""
        found, end = "", time.monotonic() + LONGEST
        while until not in found and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    more = os.read(self.terminal, 65_536)
                except OSError:  # the command has ended
                    break
                found += more.decode().replace("\r", "")
        assert until in found, found
        return found

    def types(self, line: str, until: str) -> str:
        """Type a line, and return what appears then."""
        os.write(self.terminal, f"{line}\n".encode())
        return self.reads(until)

    def ends(self) -> int:
        """Return the exit code."""
        _, status = os.waitpid(self.process, 0)
        os.close(self.terminal)
        self.process = 0
        return os.waitstatus_to_exitcode(status)


Sitting = Callable[..., Seat]


@pytest.fixture
def sit() -> Iterator[Sitting]:
    """Return what opens a terminal; all are closed in the end."""
    seats: list[Seat] = []

    def sitting(*given: object) -> Seat:
        seats.append(Seat(*given))
        return seats[-1]

    yield sitting
    for each in seats:
        if each.process:
            os.kill(each.process, signal.SIGKILL)
            each.ends()


def test_two_terminals_by_turns(tmp_path: Path, sit: Sitting) -> None:
    """What is not offered, or nothing, is asked again, who comes too early is told to
    wait, and who leaves with Ctrl-C finds the game as it was."""
    game = tmp_path / "a.game"
    north = sit(TABLE, "table", "--seed", "one", "--game", game, "--as", NORTH)
    assert "north side sees" in north.reads("answer:")
    south = sit("--game", game, "--as", SOUTH)
    read = south.reads(f"south side {WAITS}")
    assert "south side sees" in read
    assert "was told" not in read
    assert south.ends() == 0
    assert "'dragon' is not offered" in north.types("dragon", "answer:")
    before = game.read_bytes()
    said = north.types("", "answer:")
    assert "nothing was answered (the options are listed below; 'help' lists " in said
    assert "2. mirror" in said
    assert game.read_bytes() == before
    north.types("mirror", f"north side {WAITS}")
    assert north.ends() == 0
    south = sit("--game", game, "--as", SOUTH)
    south.reads("answer:")
    before = game.read_bytes()
    os.write(south.terminal, b"\x03")
    assert KEPT in south.reads("interrupted")
    assert south.ends() == 130
    assert game.read_bytes() == before
    south = sit("--game", game, "--as", SOUTH)
    south.reads("answer:")
    south.types("crown", "answer:")
    assert data("verify", game)["fault"] == ""


def test_dice_on_the_table_typed_wrongly(tmp_path: Path, sit: Sitting) -> None:
    """Each is asked for again, and nothing is written; where the input ends, the game
    is kept."""
    game = tmp_path / "a.game"
    asks = "(type its face):"
    judge = sit(TABLE, "table", "--real-dice", "--game", game)
    judge.reads("presses Enter:")
    judge.types("", "answer:")
    judge.types("mirror", "presses Enter:")
    judge.types("", asks)
    before = game.read_bytes()
    for typed, said in (
        ("0", "a d6 shows no 0"),
        ("7", "a d6 shows no 7"),
        ("six", "'six' is no number that falls on a die"),
        ("", "no face for d6"),
        ("3 4", "2 faces for d6"),
    ):
        assert f"{said}; please again" in judge.types(typed, asks)
    os.write(judge.terminal, b"\x04")
    talk = judge.reads(KEPT)
    assert "the input ended where north side rolls d6" in talk
    assert judge.ends() == 1
    assert game.read_bytes() == before
    code, _, talk = call("play", "--game", game, text="6\n")
    assert (code, KEPT in talk) == (1, True)
    assert texts(game)[1] == "die: d6 fell 6 [typed in]"

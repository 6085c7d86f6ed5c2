"""A game of 200 events loses nothing, whatever befalls its disk; `tests/long` does the
same at every point."""

import os
import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from interpreter.cli.play import PRACTICE
from tests.games.lasting import (
    PACK,
    STROLLING,
    acts,
    beginning,
    killed,
    on,
    play,
    whole,
)
from tests.games.playing import call, data, done
from tests.journal.faults import Killed, MortalDisk, QuickDisk

KILLS = 200
FLIPS = 120


def test_the_pack_of_the_game_has_no_problems() -> None:
    """No other test meets it."""
    done("check", PACK, "--strict")


@pytest.mark.slow
def test_killed_at_every_act(tmp_path: Path) -> None:
    """What was acknowledged is there, and the game ends as if nothing had been: byte
    for byte, so nothing is lost and nothing stands twice."""
    wanted = whole(tmp_path / "whole.game")
    number = acts(tmp_path)
    assert number >= KILLS
    dice = random.Random(6)
    for last in range(number):
        half, power = dice.random() < 0.5, dice.random() < 0.5
        game = tmp_path / f"{last}.game"
        fault = killed(game, wanted, last, half, power)
        assert not fault, (last, half, power, fault)


def test_a_killed_undo_is_done_or_is_not(tmp_path: Path) -> None:
    """And is not done twice by who asks for the same again."""
    whole(tmp_path / "whole.game", 8)
    text = (tmp_path / "whole.game").read_bytes()
    secret = (tmp_path / "whole.game.secret").read_bytes()
    seen = set()
    for last in range(8):
        game = tmp_path / f"{last}.game"
        game.write_bytes(text)
        (tmp_path / f"{last}.game.secret").write_bytes(secret)
        (tmp_path / f"{last}.game.secret").chmod(0o600)
        words = ("undo", game, "--to", 4, "--consent")
        with on(MortalDisk(last, half=True)), suppress(Killed):
            call(*words)
        code, _, talk = call(*words)
        seen.add(code)
        if code:
            assert "nothing behind event 4 to undo" in talk
        assert data("log", game)["events"][-1]["event"] == "undo"
        assert sum(e["event"] == "undo" for e in data("log", game)["events"]) == 1
        assert data("verify", game)["torn"] == 0
    assert seen == {0, 3}


def test_verify_finds_changed_bits_and_changes_nothing(tmp_path: Path) -> None:
    """One bit of any byte, anywhere in the game."""
    game = tmp_path / "a.game"
    wanted = whole(game)
    dice = random.Random(7)
    for _ in range(FLIPS):
        at = dice.randrange(len(wanted) * 8)
        flipped = bytearray(wanted)
        flipped[at // 8] ^= 1 << at % 8
        game.write_bytes(flipped)
        code, out, talk = call("verify", game)
        assert (code, out, talk.count("\n")) in ((5, "", 1), (5, "", 2)), (at, talk)
        assert game.read_bytes() == flipped
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        *("a.game", "a.game.secret"),
    ]
    game.write_bytes(wanted)
    assert call("verify", game)[0] == 0


def test_cut_anywhere_the_game_goes_on(tmp_path: Path) -> None:
    """From the whole lines that are left to the same end, and the torn one is kept."""
    game = tmp_path / "a.game"
    wanted = whole(game)
    first = wanted.index(b"\n") + 1
    dice = random.Random(8)
    for size in dice.sample(range(first, len(wanted)), 40):
        game.write_bytes(wanted[:size])
        play(game, QuickDisk())
        assert game.read_bytes() == wanted
        rest = wanted[wanted.rindex(b"\n", 0, size) + 1 : size]
        kept = [*tmp_path.glob("a.game.torn-*")]
        assert [each.read_bytes() for each in kept] == ([rest] if rest else [])
        for each in kept:
            each.unlink()


def test_what_is_read_only_is_said(tmp_path: Path) -> None:
    """A game that may not be written can be looked at; going on is one error."""
    game = tmp_path / "a.game"
    done(*beginning(8)[:-4], *LATER, "--game", game)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    for words in (("play", *STROLLING, "--game"), ("undo", "--to", "0")):
        with on(Refusing("open")):
            code, out, talk = call(*words, game)
        assert (code, out) == (5, "")
        assert talk.startswith(f"umpire: game file '{game}': it cannot be opened: read")
    with on(Refusing("open")):
        for words in (("view", "--as", "judge"), ("log",), ("replay",), ("verify",)):
            done(words[0], game, *words[1:])
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


LATER = ("--seat", "north_side=later", "--seat", "south_side=later")


class Refusing(QuickDisk):
    """A disk on which nothing may be written."""

    def __init__(self, act: str) -> None:
        self.act = act

    def open(self, path: Path, flags: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(30, os.strerror(30))
        return super().open(path, flags)


def test_a_folder_that_vanishes(tmp_path: Path) -> None:
    """Between two choices: one error, and no other folder gets a game."""
    folder = tmp_path / "gone"
    folder.mkdir()
    game = folder / "a.game"

    class Vanishing(QuickDisk):
        acts = 0

        def write(self, number: int, data: bytes) -> None:
            super().write(number, data)
            self.acts += 1
            if self.acts == 9:
                for each in folder.iterdir():
                    each.unlink()
                folder.rmdir()

    with on(Vanishing()):
        code, out, talk = call(*beginning(), "--game", game)
    assert (code, out) == (5, "")
    assert talk == PRACTISED + f"umpire: game file '{game}': {GONE}\n"
    assert not [*tmp_path.iterdir()]


PRACTISED = f"umpire: {PRACTICE}\n"
GONE = "it was removed, or another put in its place"


@pytest.mark.parametrize("races", [1, pytest.param(3, marks=pytest.mark.long)])
def test_two_commands_at_once(tmp_path: Path, races: int) -> None:
    """Each ends well or says that another is writing; the game is that of one."""
    wanted = whole(tmp_path / "whole.game")
    for race in range(races):
        game = tmp_path / f"{race}.game"
        umpire = (sys.executable, "-m", "tests.games.known_keys")
        words = [*umpire, *beginning(), "--game", str(game)]
        both = [
            subprocess.Popen(words, stdout=-1, stderr=-1, encoding="utf-8")
            for _ in range(2)
        ]
        said = [(each.communicate(timeout=120)[1], each.returncode) for each in both]
        codes = sorted(code for _, code in said)
        assert codes in ([0, 0], [0, 2], [0, 5]), said
        said = [(talk.replace(PRACTISED, ""), code) for talk, code in said]
        assert all(talk.count("umpire:") == (code > 0) for talk, code in said)
        assert game.read_bytes() == wanted

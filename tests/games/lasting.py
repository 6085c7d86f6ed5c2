"""A game of 200 events: killed at any act of its disk, cut, changed by a bit."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from interpreter.journal import journal as journals
from interpreter.journal.journal import Journal
from interpreter.journal.secret import Disk
from tests.games.known_keys import known_keys
from tests.games.playing import call, done
from tests.journal.faults import Killed, MortalDisk, QuickDisk

PACK = str(Path(__file__).with_name("rounds"))
STROLLING = (
    *("--seat", "north_side=policy:strolling"),
    *("--seat", "south_side=policy:strolling"),
)
A_ROUND = 4
"""Events of a round: two choices, a draw and a roll."""
EVENTS = 200
SEED = ("--seed", "one")


def beginning(events: int = EVENTS) -> tuple[str, ...]:
    """Return the words that begin a game of so many events, but for its file."""
    count = f"count={events // A_ROUND}"
    return ("play", PACK, "lane", "rounds", "--with", count, *SEED, *STROLLING)


def play(game: Path, disk: Disk, events: int = EVENTS) -> None:
    """Begin a game or go on with it, to its end."""
    is_begun = game.exists() and b"\n" in game.read_bytes()
    words = ("play", *STROLLING) if is_begun else beginning(events)
    with on(disk):
        done(*words, "--game", game)


def whole(game: Path, events: int = EVENTS) -> bytes:
    """Play a game of so many events to its end; return its bytes."""
    play(game, QuickDisk(), events)
    data = game.read_bytes()
    assert data.count(b"\n") == events + 1
    return data


@contextmanager
def on(disk: Disk) -> Iterator[list[int]]:
    """Let commands keep their games on a disk; gives how many events were acknowledged,
    append by append."""
    append, acknowledged = Journal.append, [0]

    def noted(journal: Journal, events: Any) -> None:
        append(journal, events)
        acknowledged.append(len(journal.events))

    with pytest.MonkeyPatch.context() as patch:
        for name in ("begun", "opened", "read"):
            made = partial(getattr(journals, name), disk=disk)
            patch.setattr(journals, name, made)
        patch.setattr(Journal, "append", noted)
        with known_keys():
            yield acknowledged


def acts(folder: Path) -> int:
    """Return how many acts of the disk the game takes."""
    disk = MortalDisk()
    play(folder / "counted.game", disk)
    return disk.acts


def killed(game: Path, wanted: bytes, last: int, half: bool, power: bool) -> str:
    """Kill the game before an act, or half-way through it, perhaps with the power lost;
    go on with the next command, and return what is then wrong ("" nothing)."""
    disk = MortalDisk(last, half)
    with on(disk) as acknowledged:
        try:
            call(*beginning(), "--game", game)
        except Killed:
            disk.leave()
    if power:
        disk.lose_power()
    lines = game.read_bytes().count(b"\n") if game.exists() else 0
    if lines < acknowledged[-1]:
        return f"{acknowledged[-1]} were acknowledged, {lines} are there"
    try:
        play(game, QuickDisk())
    except AssertionError as error:
        return f"the next command: {error}"
    return "" if game.read_bytes() == wanted else "it is another game in the end"

"""Nothing acknowledged is lost, nothing stands twice, every damage is found."""

import errno
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.diagnostics import GameFileError
from interpreter.journal.journal import Journal, begun, lines_of, opened, read, sound
from interpreter.journal.secret import Disk
from tests.journal.faults import (
    FailingSync,
    FullDisk,
    Killed,
    MortalDisk,
    QuickDisk,
    ReadOnlyDisk,
)

EVENTS = 200
HEADER = {"pack": "none"}


def event(number: int) -> dict[str, object]:
    """Return the event of a number: no two are alike in length."""
    return {"event": number, "more": "x" * (number % 37)}


def play(path: Path, disk: Disk, acknowledged: list[int], count: int) -> None:
    """Begin a journal or go on with it, up to a count of events, two at a time."""
    try:
        journal = begun(path, HEADER, None, disk)
    except GameFileError as error:
        if "already" not in error.message:
            raise
        journal = opened(path, disk)
    with_events(journal, acknowledged, count)


def with_events(journal: Journal, acknowledged: list[int], count: int) -> None:
    """Append what is missing, and say what was acknowledged."""
    with journal:
        while (done := len(journal.events) - 1) < count:
            pair = [done, done + 1][: count - done]
            journal.append([event(each) for each in pair])
            acknowledged.extend(pair)


def numbers(path: Path) -> list[object]:
    """Return the numbers of the events that stand in a journal."""
    lines = sound(path, read(path))
    assert not lines.torn
    return [each["event"] for each in lines.events[1:]]


def whole(folder: Path, count: int) -> bytes:
    """Return the bytes of a journal of so many events."""
    path = folder / "whole.game"
    play(path, QuickDisk(), [], count)
    return path.read_bytes()


def acts_of_a_game(folder: Path) -> int:
    """Return how many acts of the disk a game takes."""
    disk = MortalDisk()
    play(folder / "counted.game", disk, [], EVENTS)
    return disk.acts


@pytest.mark.parametrize(
    ("half", "power"),
    [
        pytest.param(False, False, id="before-killed"),
        pytest.param(False, True, id="before-power lost", marks=pytest.mark.long),
        pytest.param(True, False, id="half written-killed", marks=pytest.mark.long),
        pytest.param(True, True, id="half written-power lost"),
    ],
)
def test_killed_at_every_act(tmp_path: Path, power: bool, half: bool) -> None:
    """All that was acknowledged stands there once, and the next command goes on."""
    acts = acts_of_a_game(tmp_path)
    assert acts > 200
    for last in range(acts):
        path = tmp_path / f"{last}.game"
        disk, acknowledged = MortalDisk(last, half), []
        try:
            play(path, disk, acknowledged, EVENTS)
        except Killed:
            disk.leave()
        if power:
            disk.lose_power()
        after: list[int] = []
        play(path, QuickDisk(), after, EVENTS)
        found = numbers(path)
        assert found == [*range(EVENTS)], last
        assert not set(acknowledged) & set(after), last
        assert len(acknowledged) + len(after) >= EVENTS - 2, last


def test_killed_again_while_it_recovers(tmp_path: Path) -> None:
    """A torn end is kept beside, however often the keeping is killed."""
    data = whole(tmp_path, 3)
    for last in range(12):
        path = tmp_path / f"torn{last}.game"
        path.write_bytes(data + b'{"event": "torn')
        disk = MortalDisk(last)
        try:
            opened(path, disk).close()
        except Killed:
            disk.leave()
            disk.lose_power()
        journal = opened(path)
        journal.close()
        assert numbers(path) == [0, 1, 2]
        (kept,) = path.parent.glob(f"{path.name}.torn-????????????")
        assert kept.read_bytes() == b'{"event": "torn'


def test_cut_at_every_byte(tmp_path: Path) -> None:
    """What is left are exactly the whole lines; what was torn lies beside."""
    data = whole(tmp_path, 12)
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    path = tmp_path / "cut.game"
    for size in range(ends[0], len(data)):
        path.write_bytes(data[:size])
        journal = opened(path)
        journal.close()
        lines = sum(end <= size for end in ends)
        assert len(journal.events) == lines
        assert path.read_bytes() == data[: ends[lines - 1]]
        if size in ends:
            assert journal.kept is None
        else:
            assert journal.kept is not None
            assert journal.kept.read_bytes() == data[ends[lines - 1] : size]


def test_a_torn_first_line_is_begun_again(tmp_path: Path) -> None:
    """Nothing was acknowledged, so the same command begins the game."""
    data = whole(tmp_path, 0)
    path = tmp_path / "first.game"
    for size in range(len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(GameFileError, match="no game was begun"):
            opened(path)
        begun(path, HEADER).close()
        assert numbers(path) == []


def test_every_changed_bit_is_found(tmp_path: Path) -> None:
    """In any whole line, its newline too; and looking changes nothing."""
    data = whole(tmp_path, 4)
    path = tmp_path / "flipped.game"
    for at in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[at] ^= 1 << bit
            path.write_bytes(flipped)
            with pytest.raises(GameFileError):
                sound(path, read(path))
            with pytest.raises(GameFileError):
                opened(path)
            assert path.read_bytes() == flipped
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "flipped.game",
        "whole.game",
    ]


def test_lines_cannot_be_left_out_or_change_places(tmp_path: Path) -> None:
    """The chain holds each in its place."""
    lines = whole(tmp_path, 6).splitlines(keepends=True)
    dice = random.Random(4)
    for _ in range(200):
        mixed = dice.sample(lines, dice.randrange(2, len(lines) + 1))
        found = lines_of(b"".join(mixed))
        assert (found.damage is None) == (mixed == lines[: len(mixed)])


def test_lines_that_are_known_change_nothing(tmp_path: Path) -> None:
    """Of this journal or of another, whatever came of the bytes since."""
    (tmp_path / "other").mkdir()
    (first, *_), other = whole(tmp_path, 1).splitlines(True), whole(tmp_path, 9)
    dice = random.Random(5)
    cut = [b"".join(other.splitlines(True)[:count]) for count in range(10)]
    knowns = [lines_of(each) for each in (*cut, other[:-5], first * 2, b"no journal")]
    for _ in range(300):
        data = bytearray(other[: dice.choice((len(other), dice.randrange(len(other))))])
        if data and dice.random() < 0.5:
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        for known in knowns:
            assert lines_of(bytes(data), known) == lines_of(bytes(data))


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_full_disk(tmp_path: Path, code: int) -> None:
    """One error; what was acknowledged stays, and with room it goes on."""
    size = len(whole(tmp_path, 20))
    for room in range(0, size, 7):
        path = tmp_path / f"{code}-{room}.game"
        acknowledged: list[int] = []
        with pytest.raises(GameFileError) as told:
            play(path, FullDisk(room, code), acknowledged, 20)
        assert os.strerror(code).lower() in told.value.message
        play(path, QuickDisk(), [], 20)
        assert numbers(path) == [*range(20)]


def test_a_sync_that_fails(tmp_path: Path) -> None:
    """Nothing is acknowledged, and this journal takes nothing more."""
    journal = begun(tmp_path / "sync.game", HEADER, None, FailingSync(2))
    journal.append([event(0)])
    for _ in range(2):
        with pytest.raises(GameFileError):
            journal.append([event(1)])
    journal.close()
    assert len(journal.events) == 2


def test_a_vanished_folder(tmp_path: Path) -> None:
    """A journal without a name takes nothing, though the system would let it."""
    folder = tmp_path / "gone"
    folder.mkdir()
    journal = begun(folder / "a.game", HEADER)
    (folder / "a.game").unlink()
    folder.rmdir()
    with pytest.raises(GameFileError, match="removed"):
        journal.append([event(0)])
    journal.close()
    for act in (read, opened):
        with pytest.raises(GameFileError):
            act(folder / "a.game")
    with pytest.raises(GameFileError):
        begun(folder / "a.game", HEADER)


def test_another_file_in_its_place(tmp_path: Path) -> None:
    """What was put there by another hand is not written to, nor what it replaced."""
    path = tmp_path / "a.game"
    journal = begun(path, HEADER)
    path.replace(tmp_path / "b.game")
    begun(path, HEADER).close()
    with pytest.raises(GameFileError, match="another put in its place"):
        journal.append([event(0)])
    journal.close()
    assert numbers(path) == []


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS])
def test_read_only(tmp_path: Path, code: int) -> None:
    """A file that may not be written can be read, and an error says the rest."""
    path = tmp_path / "a.game"
    begun(path, HEADER).close()
    for act in (opened, lambda each, disk: begun(each, HEADER, None, disk)):
        with pytest.raises(GameFileError, match=os.strerror(code).lower()):
            act(path, ReadOnlyDisk(code))
    assert len(read(path, ReadOnlyDisk(code)).events) == 1


def test_two_writers(tmp_path: Path) -> None:
    """The second is told at once; readers are not kept out."""
    path = tmp_path / "a.game"
    journal = begun(path, HEADER)
    for act in (opened, lambda each: begun(each, HEADER)):
        with pytest.raises(GameFileError, match="another command"):
            act(path)
    assert len(read(path).events) == 1
    journal.close()
    opened(path).close()


RACER = """
import sys
from pathlib import Path
from interpreter.journal.journal import opened
from interpreter.diagnostics import GameFileError
try:
    journal = opened(Path(sys.argv[1]))
except GameFileError as error:
    sys.exit(5)
for number in range(40):
    journal.append([{"event": sys.argv[2], "number": number}])
"""


def test_two_processes_at_once(tmp_path: Path) -> None:
    """One wins or both follow each other, and nothing is mixed."""
    for race in range(5):
        path = tmp_path / f"{race}.game"
        begun(path, HEADER).close()
        both = [
            subprocess.Popen([sys.executable, "-c", RACER, str(path), name])
            for name in ("one", "two")
        ]
        codes = sorted(each.wait(60) for each in both)
        assert codes in ([0, 0], [0, 5])
        names = [each["event"] for each in sound(path, read(path)).events[1:]]
        assert len(names) == 40 * codes.count(0)
        assert names == sorted(names) or names == sorted(names, reverse=True)


@pytest.mark.parametrize(
    "data",
    [b"hello\n", b"hello", b"{}\n", b'{"umpire": 1}', b"\0" * 64, b"\xff\xfe{"],
)
def test_a_foreign_file(tmp_path: Path, data: bytes) -> None:
    """It is said what it is not, and it stays as it is."""
    path = tmp_path / "notes.txt"
    path.write_bytes(data)
    for act in (read, opened, lambda each: begun(each, HEADER)):
        with pytest.raises(GameFileError, match="no game file"):
            act(path)
    assert path.read_bytes() == data
    assert [*tmp_path.iterdir()] == [path]


def test_a_newer_format(tmp_path: Path) -> None:
    """A file of a version to come is refused politely."""
    data = whole(tmp_path, 1).replace(b'"umpire game": 2', b'"umpire game": 3')
    path = tmp_path / "newer.game"
    path.write_bytes(data)
    for act in (read, opened):
        with pytest.raises(GameFileError, match="format 3"):
            act(path)

"""An append-only file of events, each sealed by the hash of those before it."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from msgspec import Struct

from interpreter.diagnostics import GameFileError, LimitExceeded
from interpreter.files.single_file import open_file, read_all
from interpreter.journal.secret import (
    ASIDE,
    ENDING,
    HALF,
    MAKING,
    READING,
    WRITING,
    Disk,
    keep,
    put,
)

JournalEvent = Mapping[str, Any]
"""What JSON can hold, by name; `hash` is the chain's own."""

BEGINNING = ""
"""The hash before the first line."""
_KEY = b', "hash": "'
_TAIL = len(_KEY) + 64 + len(b'"}')


class Damage(Struct, frozen=True):
    """A whole line that does not hold: its number, from 1, and why."""

    line: int
    why: str


class JournalContents(Struct, frozen=True):
    """What the bytes of a journal hold: the events up to damage or to a torn end.

    `hashes` has that of each event; `size` is how many bytes the events take, `seal`
    the digest of these bytes; `torn` is the bytes after them that have no newline.
    """

    events: tuple[JournalEvent, ...]
    hashes: tuple[str, ...]
    size: int
    torn: bytes = b""
    damage: Damage | None = None
    seal: bytes = b""

    @property
    def head(self) -> str:
        """The hash that the next line begins from."""
        return self.hashes[-1] if self.hashes else BEGINNING


def line_of(event: JournalEvent, before: str) -> tuple[bytes, str]:
    """Return an event as a line, and its hash; `before` is that of the line before.

    What JSON cannot hold is a ValueError or TypeError.
    """
    body = json.dumps(event, allow_nan=False).encode("ascii")
    digest = _digest(before, body)
    return body[:-1] + _KEY + digest.encode("ascii") + b'"}\n', digest


def lines_of(data: bytes, known: JournalContents | None = None) -> JournalContents:
    """Read the bytes of a journal; it never fails, but tells what does not hold. Lines
    that are `known`, where the same bytes stand, are not read again."""
    events: list[JournalEvent] = []
    hashes: list[str] = []
    size = 0
    if known is not None and sha256(data[: known.size]).digest() == known.seal:
        events, hashes, size = [*known.events], [*known.hashes], known.size
    while True:
        end = data.find(b"\n", size)
        before = hashes[-1] if hashes else BEGINNING
        if end < 0:
            torn, damage = data[size:], None
            if not isinstance(_event(torn[:-1], before), str):
                why = "it is whole, but no newline ends it"
                torn, damage = b"", Damage(len(events) + 1, why)
            break
        found = _event(data[size:end], before)
        if isinstance(found, str):
            torn, damage = b"", Damage(len(events) + 1, found)
            break
        events.append(found[0])
        hashes.append(found[1])
        size = end + 1
    seal = sha256(data[:size]).digest()
    return JournalContents(tuple(events), tuple(hashes), size, torn, damage, seal)


def _event(line: bytes, before: str) -> tuple[JournalEvent, str] | str:
    """Return the event of a line and its hash, or why it does not hold."""
    body, recorded = line[:-_TAIL] + b"}", line[-_TAIL:]
    if not (recorded.startswith(_KEY) and recorded.endswith(b'"}')):
        return "no hash ends it"
    digest = _digest(before, body)
    if recorded[len(_KEY) : -2] != digest.encode("ascii"):
        return "its hash is not that of its content"
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return "it is no JSON"
    return (found, digest) if isinstance(found, dict) else "it is no event"


def _digest(before: str, body: bytes) -> str:
    return sha256(before.encode("ascii") + body).hexdigest()


FORMAT = 2
KNOWN = (1, 2)
"""The formats that can be read and gone on with; a journal keeps the one it has."""
KIND = "umpire game"
"""The first name in a first line: its value is the format."""
MOST_BYTES = 64 * 1024 * 1024
_MAGIC = b'{"umpire game": '
_VERSION = re.compile(re.escape(_MAGIC) + rb"([0-9]{1,9})[,}]")
_TORN = ".torn-"
_DIGITS = "[0-9a-f]{12}"
_BESIDE = re.compile(
    rf".*({re.escape(ENDING)}({re.escape(ASIDE)}{_DIGITS})?|{re.escape(_TORN)}{_DIGITS})"
    rf"({re.escape(HALF)})?",
    re.DOTALL,
)
"""The names of what is written next to a journal, here and in `secret`."""
_DISK = Disk()
_PAUSE = 0.02  # seconds between two looks at a busy journal


class Busy(GameFileError):
    """A journal to which another process is writing."""


class Journal:
    """A journal that this process may write."""

    def __init__(
        self, path: Path, number: int, lines: JournalContents, disk: Disk
    ) -> None:
        """Keep an open and locked file, with its content."""
        self.path = path
        self.events: tuple[JournalEvent, ...] = lines.events
        self.hashes = lines.hashes
        self.kept: Path | None = None
        self.aside: Path | None = None
        self._number = number
        self._size = lines.size
        self._disk = disk
        self._broken = False

    def append(self, events: Sequence[JournalEvent]) -> None:
        """Write events; when this returns they are on the disk.

        A GameFileError leaves it open which of them are; nothing more is taken then.
        """
        if self._broken:
            raise _fault(self.path, "a write to it has failed; open it again")
        data, hashes = b"", [*self.hashes]
        for event in events:
            line, digest = line_of(event, hashes[-1] if hashes else "")
            data += line
            hashes.append(digest)
        if self._size + len(data) > MOST_BYTES:
            raise LimitExceeded(f"bytes of {self.path}", MOST_BYTES)
        self._broken = True
        with _fault_reported(self.path, "cannot be written"):
            self._disk.write(self._number, data)
            self._disk.fsync(self._number)
            if not self._disk.is_at(self._number, self.path):
                raise _fault(self.path, "it was removed, or another put in its place")
        self._broken = False
        self.events = (*self.events, *events)
        self.hashes = tuple(hashes)
        self._size += len(data)

    def __enter__(self) -> Self:
        """Write in a block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it after the block."""
        self.close()

    def close(self) -> None:
        """Let others write."""
        with suppress(OSError):
            self._disk.close(self._number)


def begun(
    path: Path,
    header: JournalEvent,
    secret: bytes | None = None,
    disk: Disk = _DISK,
    prepare: Callable[[], None] = lambda: None,
) -> Journal:
    """Begin a journal with its first line; an existing one is a GameFileError.

    What a first line was torn from before is begun again. While nobody else can begin
    the same journal, `prepare` is called and a secret is kept first; `aside` is where a
    file that was in the way was moved to.
    """
    journal = _opened(path, MAKING, disk)
    try:
        if journal.events:
            raise _fault(path, "there is a game already")
        prepare()
        with _fault_reported(path, "cannot be begun"):
            disk.fsync_folder(path.parent)
        if secret is not None:
            journal.aside = keep(path, secret, disk)
        journal.append([{KIND: FORMAT, **header}])
    except BaseException:
        journal.close()
        raise
    return journal


def opened(
    path: Path,
    disk: Disk = _DISK,
    patience: float = 0.0,
    known: JournalContents | None = None,
) -> Journal:
    """Open a journal to write; damaged or no journal is a GameFileError, and one that
    stays busy for so many seconds a Busy. What is `known` of it is not read again.

    A torn end is saved next to it first, in the file that `kept` names.
    """
    until = monotonic() + patience
    while True:
        try:
            journal = _opened(path, WRITING, disk, known)
            break
        except Busy:
            if monotonic() >= until:
                raise
            sleep(_PAUSE)
    if not journal.events:
        journal.close()
        raise _fault(path, "no game was begun in it")
    return journal


def read(
    path: Path, disk: Disk = _DISK, known: JournalContents | None = None
) -> JournalContents:
    """Read a journal as far as it holds, and touch nothing; what is `known` of it is
    not read again.

    One that cannot be read, is none, or is of a newer version is a GameFileError.
    """
    with _fault_reported(path, "cannot be read"):
        number = disk.open(path, READING)
        try:
            lines = _lines(number, path, known)
        finally:
            disk.close(number)
    return lines


def is_journal(path: Path) -> bool:
    """Tell whether a file begins as a journal does; what cannot be read does not."""
    try:
        return read_all(open_file(path), len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def is_beside(name: str) -> bool:
    """Tell whether a file is called as what is written next to a journal."""
    return _BESIDE.fullmatch(name) is not None


def lies_in(folder: Path) -> bool:
    """Tell whether a game is in a folder, or anything that was written next to one:
    its secret, that of an earlier game, a torn end, what a killed process left of
    them. A folder that cannot be listed is an OSError."""
    names = os.listdir(folder)
    return any(map(is_beside, names)) or any(
        is_journal(folder / name) for name in names
    )


def sound(path: Path, lines: JournalContents) -> JournalContents:
    """Return lines without damage; else it is a GameFileError."""
    if lines.damage is not None:
        at, why = lines.damage.line, lines.damage.why
        raise _fault(
            path,
            f"line {at:,} is damaged: {why}",
            "nothing was changed; bring back a copy, for a damaged game is not mended",
        )
    return lines


def _opened(
    path: Path, flags: int, disk: Disk, known: JournalContents | None = None
) -> Journal:
    with _fault_reported(path, "cannot be opened"):
        number = disk.open(path, flags)
    try:
        with _fault_reported(path, "cannot be opened"):
            _lock(number, path, disk)
            lines = sound(path, _lines(number, path, known))
            kept = _kept(path, number, lines, disk) if lines.torn else None
    except BaseException:
        with suppress(OSError):
            disk.close(number)
        raise
    journal = Journal(path, number, lines, disk)
    journal.kept = kept
    return journal


def _lock(number: int, path: Path, disk: Disk) -> None:
    try:
        disk.lock(number)
    except BlockingIOError:
        hint = "wait until the other command has ended"
        message = f"game file '{path}': another command is writing to it"
        raise Busy(message, hint) from None


def _kept(path: Path, number: int, lines: JournalContents, disk: Disk) -> Path:
    """Keep a torn end in another file, then cut it off; who is killed in between does
    the same again, under the same name."""
    name = f"{path.name}{_TORN}{sha256(lines.torn).hexdigest()[:12]}"
    kept, half = path.with_name(name), path.with_name(f"{name}{HALF}")
    put(kept, half, lines.torn, disk)
    disk.truncate(number, lines.size)
    disk.fsync(number)
    return kept


def _lines(
    number: int, path: Path, known: JournalContents | None = None
) -> JournalContents:
    """Read an open file; refuse what is no journal of ours, or of another version.
    Nothing at all, or the beginning of a first line, may become one."""
    with open(number, "rb", closefd=False) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise LimitExceeded(f"bytes of {path}", MOST_BYTES)
    lines = lines_of(data, known)
    version = _VERSION.match(data)
    if version is not None and int(version[1]) not in KNOWN:
        formats = " and ".join(map(str, KNOWN))
        message = f"it is of format {int(version[1])}, and this version knows {formats}"
        raise _fault(path, message, "a newer version of umpire reads it")
    is_begun = bool(lines.events) and version is not None
    may_be = data.startswith(_MAGIC) or _MAGIC.startswith(data)
    if not is_begun and (not may_be or lines.damage is not None):
        raise _fault(path, "it is no game file, or its first line is damaged")
    return lines


def _fault(path: Path, what: str, hint: str = "") -> GameFileError:
    return GameFileError(f"game file '{path}': {what}", hint)


@contextmanager
def _fault_reported(path: Path, what: str) -> Iterator[None]:
    """Turn what the system says into one sentence."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "an input or output error").lower()
        raise _fault(path, f"it {what}: {reason}") from None

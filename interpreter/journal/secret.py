"""What a journal asks of the disk, and the secret beside it.

The journal holds its SHA-256, so that it can be shown later that nobody exchanged it.
A secret is two keys: the dice fall from the first, which a seed may set; labels,
tokens and receipts follow from the second, which is always random. So a seed that
somebody guesses shows none of these, and the SHA-256 of both tells nothing of the seed.
In journals of format 1 there is one key of 32 bytes for everything.
"""

import os
import stat
from glob import escape
from hashlib import sha256
from pathlib import Path

from interpreter.diagnostics import GameFileError
from interpreter.files.single_file import NEW, open_file, read_all

READING = os.O_RDONLY
WRITING = os.O_RDWR | os.O_APPEND
MAKING = WRITING | os.O_CREAT
HALF = ".half"
"""The end of the name under which `put` writes a file first."""


class Disk:
    """The system itself; every method raises OSError as the system does."""

    def open(self, path: Path, flags: int) -> int:
        """Open an ordinary file, and no link; one that is made is its owner's alone."""
        return open_file(path, flags)

    def write(self, number: int, data: bytes) -> None:
        """Write all of it; to a file opened with WRITING, after what is there."""
        while data:
            data = data[os.write(number, data) :]

    def fsync(self, number: int) -> None:
        """Wait until the disk has what was written."""
        os.fsync(number)

    def fsync_folder(self, path: Path) -> None:
        """Wait until the disk has the names in a folder."""
        if os.name == "nt":  # there a folder cannot be opened, nor need it
            return
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

    def truncate(self, number: int, size: int) -> None:
        """Cut a file."""
        os.ftruncate(number, size)

    def rename(self, one: Path, other: Path) -> None:
        """Put a file in the place of another at once."""
        os.replace(one, other)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        os.unlink(path)

    def close(self, number: int) -> None:
        """Close it; a lock on it goes."""
        os.close(number)

    def lock(self, number: int) -> None:
        """Lock a file for this process; BlockingIOError when another one has it."""
        try:  # not at the top: not every system has it
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:
            message = "games can only be played where files can be locked with flock"
            raise GameFileError(message) from None
        flock(number, LOCK_EX | LOCK_NB)

    def is_at(self, number: int, path: Path) -> bool:
        """Tell whether a path still leads to an open file."""
        try:
            return os.path.samestat(os.fstat(number), os.lstat(path))
        except FileNotFoundError:
            return False


def put(path: Path, half: Path, data: bytes, disk: Disk) -> None:
    """Write a file whole, through another one next to it, and wait for the disk.

    What a process left that was killed here is removed first. Where either name
    belongs to anything but an ordinary file, it is an OSError.
    """
    for name, is_ours in ((path, False), (half, True)):
        if os.path.lexists(name):
            disk.close(disk.open(name, READING))
            if is_ours:
                disk.remove(name)
    number = disk.open(half, NEW)
    try:
        disk.write(number, data)
        disk.fsync(number)
    finally:
        disk.close(number)
    disk.rename(half, path)
    disk.fsync_folder(path.parent)


KEY_BYTES = 32
BYTES = 2 * KEY_BYTES
ENDING, ASIDE = ".secret", ".before-"
LOST = "bring back the file that was next to the game when it was begun"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_DISK = Disk()


def secret_file(game: Path) -> Path:
    """Return the path of the secret of a game."""
    return game.with_name(game.name + ENDING)


def fresh() -> bytes:
    """Return a key of random bytes."""
    return os.urandom(KEY_BYTES)


def keys_of(secret: bytes) -> tuple[bytes, bytes]:
    """Return the key of the dice, and that of labels, tokens and receipts."""
    return secret[:KEY_BYTES], secret[KEY_BYTES:] or secret


def commitment(secret: bytes) -> str:
    """Return what the journal says of a secret: its SHA-256."""
    return sha256(secret).hexdigest()


def keep(game: Path, secret: bytes, disk: Disk = _DISK) -> Path | None:
    """Write the secret of a game next to it, whole or not at all.

    One that is there already may be that of a game that was moved: it is put aside,
    and its new path is returned.
    """
    path = secret_file(game)
    half = path.with_name(f"{path.name}{HALF}")
    aside: Path | None = None
    try:
        if os.path.lexists(path):
            number = sha256(_bytes(path, disk)).hexdigest()[:12]
            aside = path.with_name(f"{path.name}{ASIDE}{number}")
            if os.path.lexists(aside):
                _bytes(aside, disk)  # no link and no folder is replaced
            disk.rename(path, aside)
        put(path, half, secret.hex().encode("ascii") + b"\n", disk)
    except OSError as error:
        reason = (error.strerror or "an input or output error").lower()
        raise _fault(path, f"cannot be written: {reason}") from None
    return aside


def find(
    game: Path, committed: str, disk: Disk = _DISK, *, private: bool = False
) -> bytes:
    """Return the secret with the commitment of the journal; none is a GameFileError.

    `private`: so is one that others may read. A game that is over is opened to all.
    """
    path = secret_file(game)
    try:
        number = disk.open(path, READING)
        try:
            mode = os.fstat(number).st_mode
            text = os.read(number, 2 * BYTES + 2)
        finally:
            disk.close(number)
    except OSError as error:
        reason = (error.strerror or "an input or output error").lower()
        raise _fault(path, f"cannot be read: {reason}", LOST) from None
    if private and os.name == "posix" and mode & _OTHERS:
        raise _fault(path, "may be read by others", f"chmod 600 '{path}'")
    secret = _read(text)
    if commitment(secret) != committed:
        hint = _put_aside(path, committed) or LOST
        raise _fault(path, "is not the secret with which the game was begun", hint)
    return secret


def _bytes(path: Path, disk: Disk = _DISK) -> bytes:
    """Return the bytes of a file that may hold a secret; what is no ordinary file is an
    OSError."""
    return read_all(disk.open(path, READING), 2 * BYTES + 2)


def _read(text: bytes) -> bytes:
    """Return the secret that a file holds, b"" for none."""
    try:
        return bytes.fromhex(text.decode("ascii"))
    except ValueError:
        return b""


def _put_aside(path: Path, committed: str) -> str:
    """Return the path of a secret that was put aside for another game, or ""."""
    for old in sorted(path.parent.glob(f"{escape(path.name)}{ASIDE}*")):
        try:
            if commitment(_read(_bytes(old))) == committed:
                return f"it was put aside: '{old}'; move it back"
        except OSError:
            continue
    return ""


def _fault(path: Path, what: str, hint: str = "") -> GameFileError:
    return GameFileError(f"the secret of the dice, '{path}', {what}", hint)

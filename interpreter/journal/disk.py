"""All that a journal asks of the system: thin, so that tests can put faults here."""

import os
from pathlib import Path

from interpreter.problems import GameFileError

PRIVATE = 0o600
_BINARY = getattr(os, "O_BINARY", 0)
READING = os.O_RDONLY | _BINARY
WRITING = os.O_RDWR | os.O_APPEND | _BINARY
MAKING = WRITING | os.O_CREAT
REPLACING = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY


class Disk:
    """The system itself; every method raises OSError as the system does."""

    def open(self, path: Path, flags: int) -> int:
        """Open a file; one that is made is its owner's alone."""
        return os.open(path, flags, PRIVATE)

    def write(self, number: int, data: bytes) -> None:
        """Write all of it; to a file opened with WRITING, behind what is there."""
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

    def close(self, number: int) -> None:
        """Close it; a lock on it goes."""
        os.close(number)

    def lock(self, number: int) -> None:
        """Lock a file for this process; BlockingIOError when another one has it."""
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:
            message = "games can only be played where files can be locked with flock"
            raise GameFileError(message) from None
        flock(number, LOCK_EX | LOCK_NB)

    def is_at(self, number: int, path: Path) -> bool:
        """Tell whether a path still leads to an open file."""
        try:
            return os.path.samestat(os.fstat(number), os.stat(path))
        except FileNotFoundError:
            return False


def put(path: Path, half: Path, data: bytes, disk: Disk) -> None:
    """Write a file whole, by way of another beside it, and wait for the disk."""
    number = disk.open(half, REPLACING)
    try:
        disk.write(number, data)
        disk.fsync(number)
    finally:
        disk.close(number)
    disk.rename(half, path)
    disk.fsync_folder(path.parent)

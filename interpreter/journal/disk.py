"""All that a journal asks of the system: thin, so that tests can put faults here."""

import os
from pathlib import Path

from interpreter.diagnostics import GameFileError
from interpreter.files.single_file import NEW, open_file

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
        try:
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

"""A disk that can be killed at any of its acts, and what is left of it afterwards."""

import errno
import os
from pathlib import Path

from interpreter.journal.secret import Disk


class Killed(BaseException):
    """The process ends here: nothing catches it that goes on."""


class QuickDisk(Disk):
    """A disk that waits for nothing: what was synced, its heirs count themselves."""

    def fsync(self, number: int) -> None:
        os.fstat(number)

    def fsync_folder(self, path: Path) -> None:
        path.stat()


class MortalDisk(QuickDisk):
    """Counts its acts and ends before the one with a number; -1: never.

    With `half` a write that is killed has written half of it. `synced` is how much of
    each file is surely on the disk, `names` which names are.
    """

    def __init__(self, last: int = -1, half: bool = False) -> None:
        self.acts = 0
        self.last = last
        self.half = half
        self.paths: dict[int, Path] = {}
        self.synced: dict[Path, int] = {}
        self.unsure: list[tuple[Path, Path | None]] = []

    def _act(self) -> bool:
        self.acts += 1
        if self.acts - 1 == self.last:
            if not self.half:
                raise Killed
            return True
        return False

    def open(self, path: Path, flags: int) -> int:
        self._act()
        is_new = not path.exists()
        number = super().open(path, flags)
        self.paths[number] = path
        if is_new:
            self.unsure.append((path, None))
        if is_new or flags & os.O_TRUNC:
            self.synced[path] = 0
        self.synced.setdefault(path, os.fstat(number).st_size)
        return number

    def write(self, number: int, data: bytes) -> None:
        if self._act():
            super().write(number, data[: len(data) // 2])
            raise Killed
        super().write(number, data)

    def fsync(self, number: int) -> None:
        self._act()
        super().fsync(number)
        self.synced[self.paths[number]] = os.fstat(number).st_size

    def fsync_folder(self, path: Path) -> None:
        self._act()
        super().fsync_folder(path)
        self.unsure.clear()

    def truncate(self, number: int, size: int) -> None:
        self._act()
        super().truncate(number, size)
        path = self.paths[number]
        self.synced[path] = min(self.synced[path], size)

    def rename(self, one: Path, other: Path) -> None:
        self._act()
        before = other.read_bytes() if other.exists() else None
        super().rename(one, other)
        self.synced[other] = self.synced.pop(one)
        self.unsure = [each for each in self.unsure if each[0] != one]
        if before is None:
            self.unsure.append((other, one))

    def remove(self, path: Path) -> None:
        self._act()
        super().remove(path)
        self.synced.pop(path, None)
        self.unsure = [each for each in self.unsure if each[0] != path]

    def close(self, number: int) -> None:
        self._act()
        super().close(number)

    def lose_power(self) -> None:
        """Leave only what surely was on the disk: no byte and no name beyond."""
        for path, size in self.synced.items():
            if path.exists():
                os.truncate(path, size)
        for path, _ in self.unsure:
            path.unlink(missing_ok=True)

    def leave(self) -> None:
        """Close all that the killed process had open, as the system does."""
        for number in self.paths:
            try:
                os.close(number)
            except OSError:
                continue
        self.paths.clear()


class FullDisk(QuickDisk):
    """A disk on which so many bytes fit."""

    def __init__(self, room: int, code: int = errno.ENOSPC) -> None:
        self.room = room
        self.code = code

    def write(self, number: int, data: bytes) -> None:
        super().write(number, data[: self.room])
        self.room -= len(data)
        if self.room < 0:
            raise OSError(self.code, os.strerror(self.code))


class FailingSync(QuickDisk):
    """A disk whose sync of a file fails from a time on."""

    def __init__(self, good: int) -> None:
        self.good = good

    def fsync(self, number: int) -> None:
        self.good -= 1
        if self.good < 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        super().fsync(number)


class ReadOnlyDisk(QuickDisk):
    """A disk of which nothing can be opened to write."""

    def __init__(self, code: int) -> None:
        self.code = code

    def open(self, path: Path, flags: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(self.code, os.strerror(self.code))
        return super().open(path, flags)

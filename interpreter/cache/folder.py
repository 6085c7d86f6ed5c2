"""The folder of kept things: sealed, bounded in size, parts read when they are wanted.

Nothing here is ever raised for what the disk does: a file that cannot be read, or
should not be trusted, is not there; one that cannot be written is not kept.
"""

import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest, digest
from pathlib import Path
from typing import TypeVar, overload

from interpreter.cache.codec import Damaged, Json, Unstorable, read_text, text_of

Key = TypeVar("Key")
Value = TypeVar("Value")


class LazyMap(Mapping[Key, Value]):
    """A map with all its keys; `make` gives the value of one."""

    def __init__(self, keys: Sequence[Key], make: Callable[[Key], Value]) -> None:
        """Begin with no value made."""
        self._keys = dict.fromkeys(keys)
        self._make = make
        self._made: dict[Key, Value] = {}

    def __getitem__(self, key: Key) -> Value:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Be pickled as what it holds, for other processes."""
        return dict, (dict(self),)


class LazyList(Sequence[Value]):
    """A list of known length; `make` gives the element at a place."""

    def __init__(self, length: int, make: Callable[[int], Value]) -> None:
        """Begin with no element made."""
        self._length = length
        self._make = make
        self._made: dict[int, Value] = {}

    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Value]: ...
    def __getitem__(self, index: int | slice) -> Value | Sequence[Value]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._length))]
        place = range(self._length)[index]
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (LazyList, tuple, list)):
            return NotImplemented
        return list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Be pickled as what it holds, for other processes."""
        return tuple, (tuple(self),)


# Many small JSON texts in one file, each read only when it is asked for.  The first
# line is the seal of all that follows: HMAC-SHA256 under the user's own key, over the
# file's name and the rest. The second is a JSON object: for each part its offset and
# length after this line. Every further line is a part, itself JSON. Without the key
# nobody makes a file that is read, so what follows a good seal was written by
# us.

_SEAL = sha256().digest_size * 2 + 1  # letters of hexadecimal, and a line's end


class Bundle:
    """The parts of a file by name."""

    def __init__(self, index: Mapping[str, tuple[int, int]], body: bytes) -> None:
        """Keep the index (name -> offset and length) and all parts."""
        self._index = index
        self._body = body

    def __contains__(self, name: str) -> bool:
        """Tell whether there is such a part."""
        return name in self._index

    def part(self, name: str) -> Json:
        """Return a part as JSON data; raises Damaged when there is none."""
        try:
            offset, length = self._index[name]
            return read_text(self._body[offset : offset + length])
        except (KeyError, TypeError, ValueError) as error:
            raise Damaged(f"no part '{name}'") from error


def sealed(name: str, parts: Mapping[str, object], key: bytes) -> bytes:
    """Return the bytes of a file of that name; raises Unstorable."""
    index, lines, offset = {}, [], 0
    for part, data in parts.items():
        line = text_of(data).encode("ascii")
        index[part] = (offset, len(line))
        lines.append(line)
        offset += len(line) + 1
    rest = b"\n".join([text_of(index).encode("ascii"), *lines])
    return _seal(name, rest, key) + rest


def opened(name: str, data: bytes, key: bytes) -> Bundle:
    """Return the parts of a file; raises Damaged unless it was sealed so."""
    seal, rest = data[:_SEAL], memoryview(data)[_SEAL:]
    if not compare_digest(seal, _seal(name, rest, key)):
        raise Damaged("the seal is not ours")
    end = data.find(b"\n", _SEAL)
    if end < 0:
        end = len(data)
    index = read_text(data[_SEAL:end])
    if not isinstance(index, dict):
        raise Damaged("no index of parts")
    return Bundle(index, data[end + 1 :])


def _seal(name: str, rest: bytes | memoryview, key: bytes) -> bytes:
    made = digest(key, name.encode("utf-8") + b"\0" + rest, "sha256")
    return made.hex().encode("ascii") + b"\n"


SWITCH = "UMPIRE_CACHE"
OFF = frozenset({"off", "no", "0"})
MOST_FILES = 200
MOST_BYTES = 64 * 1024 * 1024
LONGEST = 16 * 1024 * 1024
KEY = "key"
KEY_BYTES = 32
ENDING = ".json"
_HALF = ".half"  # of a file that is being written
_OTHERS = stat.S_IWGRP | stat.S_IWOTH
Put = Callable[[Path, Path], None]


def user_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return where this user's cache is, by the custom of the system, or None."""
    if environment.get(SWITCH, "").lower() in OFF:
        return None
    if os.name == "nt":
        local = environment.get("LOCALAPPDATA", "")
        return Path(local, "umpire", "Cache") if os.path.isabs(local) else None
    cache_home = environment.get("XDG_CACHE_HOME", "")
    if os.path.isabs(cache_home):
        return Path(cache_home, "umpire")
    home = environment.get("HOME", "")
    if not os.path.isabs(home):
        return None
    if sys.platform == "darwin":
        return Path(home, "Library", "Caches", "umpire")
    return Path(home, ".cache", "umpire")


class Folder:
    """A cache folder; made when something is first kept."""

    def __init__(self, path: Path) -> None:
        """Name it; nothing is touched."""
        self.path = path

    def find(self, name: str) -> Bundle | None:
        """Return the file of a name, when it was sealed by this user."""
        if not _private(self.path):
            return None
        key, data = self._key(), self._read(name + ENDING)
        if key is None or data is None:
            return None
        try:
            found = opened(name, data, key)
        except Damaged:
            return None
        with suppress(OSError):
            os.utime(self.path / (name + ENDING))  # the oldest goes first
        return found

    def keep(self, name: str, parts: Mapping[str, object]) -> None:
        """Write a file whole, in place of an older one; or do nothing."""
        if not _made(self.path):
            return
        key = self._key() or self._new_key()
        if key is None:
            return
        try:
            data = sealed(name, parts, key)
        except Unstorable:
            return
        if len(data) <= LONGEST and self._write(name + ENDING, data, os.replace):
            self._prune()

    def _key(self) -> bytes | None:
        text = self._read(KEY)
        return text if text is not None and len(text) == 2 * KEY_BYTES else None

    def _new_key(self) -> bytes | None:
        """Make the key; of two processes that do so at once the first one wins.

        One that was cut short (a full disk, a crash) is replaced, or nothing would
        ever be kept again.
        """
        text = self._read(KEY)
        if text is None or len(text) != 2 * KEY_BYTES:  # else another was quicker
            put = os.link if text is None else os.replace
            self._write(KEY, os.urandom(KEY_BYTES).hex().encode(), put)
        return self._key()

    def _read(self, name: str) -> bytes | None:
        """Return the bytes of a file that is ours alone to write, or None."""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        try:
            number = os.open(self.path / name, flags | getattr(os, "O_NONBLOCK", 0))
        except (OSError, ValueError):
            return None
        try:
            found = os.fstat(number)
            usable = stat.S_ISREG(found.st_mode) and _ours(found)
            if not usable or found.st_size > LONGEST:
                return None
            with open(number, "rb", closefd=False) as file:
                return file.read(LONGEST)
        except OSError:
            return None
        finally:
            os.close(number)

    def _write(self, name: str, data: bytes, put: Put) -> bool:
        """Write beside, then put in place at once (`os.replace`, or `os.link` when
        what is there stays)."""
        half = self.path / f".{name}.{os.getpid()}.{os.urandom(4).hex()}{_HALF}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            number = os.open(half, flags, 0o600)
            try:
                with open(number, "wb") as file:
                    file.write(data)
                put(half, self.path / name)
            finally:
                with suppress(OSError):
                    os.unlink(half)
        except OSError:
            return False
        return True

    def _prune(self) -> None:
        """Remove the files that were used longest ago, beyond the limits."""
        with suppress(OSError):
            with os.scandir(self.path) as entries:
                ours = [each for each in entries if each.name.endswith((ENDING, _HALF))]
            found = []
            for entry in ours:
                with suppress(FileNotFoundError):  # another process prunes, too
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime_ns, status.st_size, entry.path))
            left = MOST_BYTES
            for place, (_, size, path) in enumerate(sorted(found, reverse=True)):
                left -= size
                if place >= MOST_FILES or left < 0:
                    os.unlink(path)


def _ours(found: os.stat_result) -> bool:
    """Tell whether only this user may write; Windows keeps its profiles apart."""
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & _OTHERS


def _private(path: Path) -> bool:
    """Tell whether there is such a folder, no link, that only this user may write."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(found.st_mode) and _ours(found)


def _made(path: Path) -> bool:
    """Make a folder where there is none, below one that is the user's own."""
    try:
        if not os.path.lexists(path):
            above = next(each for each in path.parents if each.exists())
            # root, called with another's HOME, must leave nothing there
            if hasattr(os, "getuid") and above.stat().st_uid != os.getuid():
                return False
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.mkdir(mode=0o700, exist_ok=True)
    except (OSError, ValueError, StopIteration):
        return False
    return _private(path)

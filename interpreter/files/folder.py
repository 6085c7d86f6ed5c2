"""A set of files in a folder, with a manifest of what was written there before.

The manifest is a file of its own that holds, for each name, the SHA-256 of the texts
that we wrote or were about to write under it. It is written before the files and once
more after them, so that a process that is killed in between leaves nothing that the
next one does not know; what it left of a new file is known by its name (`single`) and
removed first. A file is replaced or deleted only if its hash is listed there, or
if it already holds what is to be written. Who may write into the folder may change the
manifest too, and thereby give us files of that folder, but none outside of it.
"""

import errno
import json
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from interpreter.files.single_file import (
    CHANGED,
    FOREIGN,
    open_file,
    put,
    read_all,
    remove_halves,
)

MANIFEST = ".umpire-files.json"
KIND = "umpire files"
MOST_BYTES = 64 * 1024 * 1024
NOT_EMPTY = "the folder is not empty"
DEEPEST = 4  # parts of a name
MOST_PARTS = 100  # of the path of a folder, which is made with those above it
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_HAS_INSIDE = os.open in os.supports_dir_fd and os.unlink in os.supports_dir_fd
_DIGEST = re.compile("[0-9a-f]{64}")
Hashes = Mapping[str, tuple[str, ...]]


def write(folder: Path, files: Mapping[str, str], *, private: bool) -> None:
    """Let a folder hold these texts by their names, and nothing else that we wrote.

    A name may begin with the name of a folder inside (`output/run.json`). The folder is
    made where there is none. `private`: nobody else may read what is written; a folder
    that holds nothing but what we wrote is closed to others, too. Every failure is an
    OSError; a file that we did not write is one before anything is changed.
    """
    texts = {name: text.encode() for name, text in files.items()}
    wanted = {name: (_hash(data),) for name, data in texts.items()}
    with _opened(folder, private) as root:
        known = _known(root)
        for name in {**known, **wanted}:
            _must_be_ours(root, name, known.get(name, ()), wanted.get(name, ()))
        for name in {part.rpartition("/")[0] for part in (MANIFEST, *known, *wanted)}:
            _remove_halves(root, f"{name}/" if name else "")
        if private:
            root.close_to_others(known)
        both = {name: {*known.get(name, ()), *each} for name, each in wanted.items()}
        root.put(MANIFEST, _manifest({**known, **both}))
        for name, data in texts.items():
            with root.containing(name, make=True) as place:
                place.put(name.rpartition("/")[2], data)
        for name in known:
            if name not in wanted:
                _remove(root, name)
        root.put(MANIFEST, _manifest(wanted))


def write_new(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts by their names into a folder that is not there yet, or is empty.

    They are their reader's from then on: no manifest is kept. Every failure is an
    OSError; a folder that holds anything is one before anything is written.
    """
    with _opened(folder, private=False) as root:
        _must_be_empty(root.names())
        for name, text in files.items():
            root.put(name, text.encode())


def must_be_new(folder: Path) -> None:
    """Raise OSError for a path at which no new folder can be written: it holds
    something, or is no folder."""
    try:
        if os.path.lexists(folder):
            status = os.stat(folder, follow_symlinks=False)
            if not stat.S_ISDIR(status.st_mode):
                raise OSError(errno.ENOTDIR, "it is no folder")
            _must_be_empty(os.listdir(folder))
    except ValueError:
        raise OSError(errno.EINVAL, "not a path") from None


def _must_be_empty(names: Collection[str]) -> None:
    if names:
        raise OSError(errno.ENOTEMPTY, NOT_EMPTY)


class _Place:
    """An open folder: what it does, it does in that very folder, wherever it is moved.

    On a system that cannot name files by an open folder, paths are used instead.
    """

    def __init__(self, path: Path, number: int | None, private: bool) -> None:
        """Keep the descriptor of a folder, None where the system has none."""
        self.path = path
        self.number = number
        self.private = private

    def at(self, name: str) -> Path | str:
        return name if self.number is not None else self.path / name

    def put(self, name: str, data: bytes) -> None:
        put(self.path, name, data, private=self.private, inside=self.number)

    def read(self, name: str) -> bytes:
        return read_all(open_file(self.at(name), inside=self.number), MOST_BYTES)

    def unlink(self, name: str) -> None:
        os.unlink(self.at(name), dir_fd=self.number)

    def remove_halves(self) -> None:
        remove_halves(self.path, inside=self.number)

    def names(self) -> set[str]:
        return set(os.listdir(self.path if self.number is None else self.number))

    def close_to_others(self, known: Hashes) -> None:
        """Close the folder to others where all in it is ours to close."""
        top = {name.partition("/")[0] for name in known} | {MANIFEST}
        if os.name != "posix" or self.number is None or self.names() - top:
            return
        status = os.fstat(self.number)
        if status.st_uid == os.getuid() and status.st_mode & _OTHERS:
            os.fchmod(self.number, stat.S_IMODE(status.st_mode) & ~_OTHERS)

    @contextmanager
    def containing(self, name: str, *, make: bool = False) -> Iterator["_Place"]:
        """Give the folder that holds the last part of a name."""
        first, sign, rest = name.partition("/")
        if not sign:
            yield self
            return
        if make:
            with suppress(FileExistsError):
                mode = 0o700 if self.private else 0o777
                os.mkdir(self.at(first), mode, dir_fd=self.number)
        below = _folder(self.at(first), self.number)
        try:
            inner = _Place(self.path / first, below, self.private)
            with inner.containing(rest, make=make) as place:
                yield place
        finally:
            if below is not None:
                os.close(below)


@contextmanager
def _opened(folder: Path, private: bool) -> Iterator[_Place]:
    """Give a folder, made where there is none; a link to one is an OSError."""
    try:
        if len(folder.parts) > MOST_PARTS:
            raise OSError(errno.ENAMETOOLONG, "it is too deep in other folders")
        if not os.path.lexists(folder):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700 if private else 0o777)
        number = _folder(folder, None)
    except ValueError:
        raise OSError(errno.EINVAL, "not a path") from None
    try:
        yield _Place(folder, number, private)
    finally:
        if number is not None:
            os.close(number)


def _folder(path: str | Path, inside: int | None) -> int | None:
    """Open a folder, None where that is not possible; no link and no file is one."""
    status = os.stat(path, dir_fd=inside, follow_symlinks=False)
    if not stat.S_ISDIR(status.st_mode):
        is_link = stat.S_ISLNK(status.st_mode)
        why = "it is a link, and no link is followed" if is_link else "it is no folder"
        raise OSError(errno.ENOTDIR, why)
    if not _HAS_INSIDE:
        return None
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=inside)


def _known(root: _Place) -> Hashes:
    """Return what the manifest says that we wrote; nothing where there is none."""
    try:
        manifest = json.loads(root.read(MANIFEST))
        found = {name: _digests(hashes) for name, hashes in manifest[KIND].items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise OSError(error.errno, f"'{MANIFEST}': {error.strerror}") from None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise OSError(errno.EEXIST, f"'{MANIFEST}': {FOREIGN}") from None
    return {name: hashes for name, hashes in found.items() if _is_inside(name)}


def _digests(hashes: object) -> tuple[str, ...]:
    """Return the hashes of a name; what is no list of SHA-256 is a ValueError."""
    if not isinstance(hashes, list):
        raise ValueError("no list")
    if not all(isinstance(text, str) and _DIGEST.fullmatch(text) for text in hashes):
        raise ValueError("no SHA-256")
    return tuple(hashes)


def _is_inside(name: str) -> bool:
    """Tell whether a name leads to a file in the folder, and nowhere else."""
    parts = name.split("/")
    odd = ("", ".", "..", MANIFEST)
    is_odd = any(each in odd or "\\" in each or "\0" in each for each in parts)
    return len(parts) <= DEEPEST and not is_odd


def _must_be_ours(
    root: _Place, name: str, known: tuple[str, ...], wanted: tuple[str, ...]
) -> None:
    """Raise OSError where there is something that is neither what we wrote nor what we
    are about to write."""
    try:
        with root.containing(name) as place:
            data = place.read(name.rpartition("/")[2])
    except FileNotFoundError:
        return
    except OSError as error:
        raise OSError(error.errno, f"'{name}': {error.strerror}") from None
    if _hash(data) not in (*known, *wanted):
        raise OSError(errno.EEXIST, f"'{name}': {CHANGED if known else FOREIGN}")


def _remove_halves(root: _Place, folder: str) -> None:
    """Remove what a killed process left in a folder inside, which may not be there."""
    with suppress(FileNotFoundError), root.containing(folder) as place:
        place.remove_halves()


def _remove(root: _Place, name: str) -> None:
    """Delete a file of ours, if it is still there."""
    with suppress(FileNotFoundError), root.containing(name) as place:
        place.unlink(name.rpartition("/")[2])


def _manifest(hashes: Mapping[str, Collection[str]]) -> bytes:
    listed = {name: sorted(hashes[name]) for name in sorted(hashes)}
    return (json.dumps({KIND: listed}, indent=1) + "\n").encode("ascii")


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()

"""One file at a path of the user: written to a new file, which then replaces it.

The new file is called `.umpire-NAME-RANDOM.half`, where NAME is a hash of the name that
it will have: so it fits wherever that name does. Who writes to the same name next
removes what a killed process left there. Of two that write at once, one fails, and
neither puts the file of the other in place.
"""

import errno
import os
import re
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

# Opening ordinary files: anything else of that name is an OSError that says so.

PRIVATE = 0o600
SHARED = 0o666  # before the umask of the user
_PLAIN = (
    getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer is not waited for
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
"""To write a file that is not there yet; it never follows a link."""

_KINDS = (
    (stat.S_ISLNK, "it is a link, and no link is followed"),
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
)


def open_file(
    path: str | Path,
    flags: int = os.O_RDONLY,
    mode: int = PRIVATE,
    *,
    inside: int | None = None,
    links: bool = False,
) -> int:
    """Return the descriptor of an ordinary file.

    `inside` is the descriptor of the folder in which a relative path begins; `links`
    allows the path to be a link to an ordinary file. A path that holds a NUL, and what
    is no ordinary file, are an OSError.
    """
    no_link = 0 if links else _NO_LINK
    try:
        number = os.open(path, flags | _PLAIN | no_link, mode, dir_fd=inside)
    except ValueError:
        raise OSError(errno.EINVAL, "not a path") from None
    except OSError as error:
        raise _clearer(error, path, inside) from None
    why = kind_of(os.fstat(number))
    if not why and not links and not _NO_LINK:
        why = kind_of(os.lstat(path))
    if why:
        os.close(number)
        raise OSError(errno.EINVAL, why)
    return number


def kind_of(status: os.stat_result) -> str:
    """Return why something is no ordinary file; "" when it is one."""
    if stat.S_ISREG(status.st_mode):
        return ""
    reasons = (why for tells, why in _KINDS if tells(status.st_mode))
    return next(reasons, "it is a device, not a file")


def _clearer(error: OSError, path: str | Path, inside: int | None) -> OSError:
    """Return an error of opening that names what is there, if it is no file."""
    try:
        why = kind_of(os.stat(path, dir_fd=inside, follow_symlinks=False))
    except (OSError, ValueError):
        why = ""
    if not why or error.errno == errno.EEXIST:
        return error
    return OSError(error.errno, why)


def read_all(number: int, most: int) -> bytes:
    """Return the bytes of an open file, at most so many, and close it."""
    with open(number, "rb") as file:
        return file.read(most)


FOREIGN = "there is another file, which umpire did not write"
CHANGED = "it was changed since umpire wrote it"
EMPTY = "there is an empty file, which umpire did not write"
_LONGEST_MARK = 256
_HALF = re.compile(r"\.umpire-([0-9a-f]{12})-[0-9a-f]{12}\.half")


def write(
    path: Path, text: str, mark: str, *, private: bool, synced: bool = False
) -> None:
    """Write a text with a mark as its last line; a file without that mark stays.

    A table that programs read has no room for a mark ("": none): there another file
    stays unless its first line is that of the text. `private`: nobody else may read it;
    `synced`: it is on the disk before this returns. Every failure is an OSError.
    """
    head = text[: text.find("\n") + 1].encode()
    try:
        _must_be_ours(path, mark, head)
    except FileNotFoundError:
        pass
    except ValueError:
        raise OSError(errno.EINVAL, "not a path") from None
    data = f"{text}{mark}\n".encode() if mark else text.encode()
    with suppress(PermissionError):  # a folder may be written to and not listed
        remove_halves(path.parent, path.name)
    put(path.parent, path.name, data, private=private, synced=synced)


def create(path: Path, data: bytes) -> None:
    """Write a file of the user that is not there yet, at once; OSError where anything
    is."""
    if os.path.lexists(path):
        raise OSError(errno.EEXIST, "there is something already")
    put(path.parent, path.name, data, private=False)


MOVED_ON = "it was changed while it was read"


def replace(path: Path, before: bytes, after: bytes, *, synced: bool = False) -> None:
    """Put other bytes in place of what a file of the user says, at once; OSError where
    it is a link, or says something else by now. Who may read it stays the same.
    `synced`: they are on the disk before this returns."""
    number = open_file(path)
    permissions = stat.S_IMODE(os.fstat(number).st_mode)
    if read_all(number, len(before) + 1) != before:
        raise OSError(errno.EEXIST, MOVED_ON)
    with suppress(PermissionError):  # a folder may be written to and not listed
        remove_halves(path.parent, path.name)
    put(
        path.parent,
        path.name,
        after,
        private=False,
        permissions=permissions,
        synced=synced,
    )


def put(
    folder: Path,
    name: str,
    data: bytes,
    *,
    private: bool,
    permissions: int | None = None,
    inside: int | None = None,
    synced: bool = False,
) -> None:
    """Put bytes in place of the file of a name at once, through a new one.

    `permissions` are those of the new file, whatever the umask; `inside` is the
    descriptor of the folder, where the system has such. `synced`: the file and its name
    are on the disk before this returns.
    """
    half = f".umpire-{_hash_of_name(name)}-{os.urandom(6).hex()}.half"
    new: str | Path = half if inside is not None else folder / half
    goal: str | Path = name if inside is not None else folder / name
    mode = PRIVATE if private else SHARED
    number = open_file(new, NEW, mode, inside=inside)
    try:
        with open(number, "wb") as file:
            file.write(data)
            if permissions is not None and hasattr(os, "fchmod"):
                os.fchmod(number, permissions)
            if synced:
                file.flush()
                os.fsync(number)
        os.replace(new, goal, src_dir_fd=inside, dst_dir_fd=inside)
    except BaseException:
        with suppress(OSError):
            os.unlink(new, dir_fd=inside)
        raise
    if synced:
        _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system can."""
    with suppress(OSError):  # a system that opens no folders
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def remove_halves(
    folder: Path, name: str | None = None, *, inside: int | None = None
) -> None:
    """Remove what killed processes left of new files in a folder: of one name, or of
    all. Only ordinary files are removed."""
    for half in os.listdir(folder if inside is None else inside):
        match = _HALF.fullmatch(half)
        if match is None or (name is not None and match[1] != _hash_of_name(name)):
            continue
        path: str | Path = half if inside is not None else folder / half
        with suppress(FileNotFoundError):
            if stat.S_ISREG(
                os.stat(path, dir_fd=inside, follow_symlinks=False).st_mode
            ):
                os.unlink(path, dir_fd=inside)


def _hash_of_name(name: str) -> str:
    return sha256(os.fsencode(name)).hexdigest()[:12]


def _must_be_ours(path: Path, mark: str, head: bytes) -> None:
    """Raise OSError unless nothing is there, or a file that ends with the mark, or
    without one begins with the line `head`."""
    number = open_file(path)
    with open(number, "rb") as file:
        size = os.fstat(number).st_size
        if mark:
            file.seek(max(0, size - _LONGEST_MARK))
            is_ours = file.read(_LONGEST_MARK).endswith(f"{mark}\n".encode())
        else:
            is_ours = file.read(len(head)) == head
    if not is_ours:
        raise OSError(errno.EEXIST, FOREIGN if size else EMPTY)

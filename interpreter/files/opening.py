"""Opening ordinary files: what else may bear the name is an OSError that says so."""

import errno
import os
import stat
from pathlib import Path

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
    said = (why for tells, why in _KINDS if tells(status.st_mode))
    return next(said, "it is a device, not a file")


def _clearer(error: OSError, path: str | Path, inside: int | None) -> OSError:
    """Return an error of opening that names what stands there, where it is no file."""
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

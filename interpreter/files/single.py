"""One file at a path of the user: written new beside, then put in place."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from interpreter.files.opening import NEW, PRIVATE, SHARED, open_file

FOREIGN = "another file stands there, which umpire did not write"
_LONGEST_MARK = 256


def write(path: Path, text: str, mark: str, *, private: bool) -> None:
    """Write a text with a mark as its last line; a file without that mark stays.

    `private`: nobody else may read it. Every failure is an OSError.
    """
    try:
        _must_be_ours(path, mark)
    except FileNotFoundError:
        pass
    except ValueError:
        raise OSError(errno.EINVAL, "not a path") from None
    data = f"{text}{mark}\n".encode()
    put(path.parent, path.name, data, private=private)


def put(
    folder: Path, name: str, data: bytes, *, private: bool, inside: int | None = None
) -> None:
    """Put bytes in place of the file of a name at once, by way of a new one beside.

    `inside` is the descriptor of the folder, where the system has such.
    """
    half = f".{name[:100]}.{os.urandom(6).hex()}.half"
    new: str | Path = half if inside is not None else folder / half
    goal: str | Path = name if inside is not None else folder / name
    mode = PRIVATE if private else SHARED
    number = open_file(new, NEW, mode, inside=inside)
    try:
        with open(number, "wb") as file:
            file.write(data)
        os.replace(new, goal, src_dir_fd=inside, dst_dir_fd=inside)
    except BaseException:
        with suppress(OSError):
            os.unlink(new, dir_fd=inside)
        raise


def _must_be_ours(path: Path, mark: str) -> None:
    """Raise OSError unless nothing stands there, or a file that ends with the mark."""
    number = open_file(path)
    with open(number, "rb") as file:
        size = os.fstat(number).st_size
        file.seek(max(0, size - _LONGEST_MARK))
        end = file.read(_LONGEST_MARK)
    if size and not end.endswith(f"{mark}\n".encode()):
        raise OSError(errno.EEXIST, FOREIGN)

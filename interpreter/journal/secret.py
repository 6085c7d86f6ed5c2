"""The secret of a journal, in a file beside it that only its owner may read.

The journal holds its SHA-256, so that it can be shown later that nobody exchanged it.
"""

import os
import stat
from hashlib import sha256
from pathlib import Path

from interpreter.journal.disk import READING, Disk, put
from interpreter.problems import GameFileError

BYTES = 32
ENDING = ".secret"
LOST = "bring back the file that lay beside the game when it was begun"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_DISK = Disk()


def secret_file(game: Path) -> Path:
    """Return where the secret of a game lies."""
    return game.with_name(game.name + ENDING)


def commitment(secret: bytes) -> str:
    """Return what the journal says of a secret: its SHA-256."""
    return sha256(secret).hexdigest()


def keep(game: Path, secret: bytes, disk: Disk = _DISK) -> None:
    """Write the secret of a game (32 bytes) beside it, whole or not at all.

    One that lies there already is put aside: it may be that of a game that was moved.
    """
    path = secret_file(game)
    half = path.with_name(f"{path.name}.half")
    try:
        if path.exists():
            number = sha256(path.read_bytes()).hexdigest()[:12]
            disk.rename(path, path.with_name(f"{path.name}.before-{number}"))
        put(path, half, secret.hex().encode("ascii") + b"\n", disk)
    except OSError as error:
        said = (error.strerror or "an input or output error").lower()
        raise _fault(path, f"cannot be written: {said}") from None


def find(game: Path, told: str, disk: Disk = _DISK) -> bytes:
    """Return the secret of which the journal says `told`; none is a GameFileError."""
    path = secret_file(game)
    try:
        number = disk.open(path, READING)
        try:
            mode = os.fstat(number).st_mode
            text = os.read(number, 2 * BYTES + 2)
        finally:
            disk.close(number)
    except OSError as error:
        said = (error.strerror or "an input or output error").lower()
        raise _fault(path, f"cannot be read: {said}", LOST) from None
    if os.name == "posix" and mode & _OTHERS:
        raise _fault(path, "may be read by others", f"chmod 600 '{path}'")
    try:
        secret = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        secret = b""
    if commitment(secret) != told:
        raise _fault(path, "is not the secret with which the game was begun", LOST)
    return secret


def _fault(path: Path, what: str, hint: str = "") -> GameFileError:
    return GameFileError(f"the secret of the dice, '{path}', {what}", hint)

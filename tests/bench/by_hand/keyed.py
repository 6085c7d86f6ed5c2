"""By hand: the keyed dice of `interpreter/engine/dice.py`, for one roll's place.

What a place fixes is worked out before the first throw; a throw hashes its ordinal and
no more. HMAC is two SHA-256 objects, primed with their pads.
"""

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from struct import Struct

_WORDS, _HEAD = Struct(">16H").unpack, Struct(">cI").pack


Path = tuple[str | int, ...]


def digests(secret: bytes, path: Path) -> Callable[[bytes], bytes]:
    """Return what hashes the end of a path; the secret has at most 64 bytes."""
    fields = [(b"i" if isinstance(e, int) else b"t", str(e).encode()) for e in path]
    key = secret.ljust(64, b"\0")
    begun_with = b"".join(_HEAD(what, len(each)) + each for what, each in fields)
    inner = sha256(bytes(each ^ 0x36 for each in key) + begun_with)
    outer = sha256(bytes(each ^ 0x5C for each in key))
    begun, ended = inner.copy, outer.copy

    def digest(message: bytes) -> bytes:
        one, two = begun(), ended()
        one.update(message)
        two.update(one.digest())
        return two.digest()

    return digest


def die(secret: bytes, path: Path, sides: int) -> Callable[[], int]:
    """Return what throws one die; it has at most 4,096 sides."""
    digest, fair = digests(secret, path), 65536 - 65536 % sides
    ordinal = count(1).__next__

    def throw() -> int:
        body = b"%d" % ordinal()
        found = digest(b"i\0\0\0%c%b" % (len(body), body))
        word = found[0] << 8 | found[1]
        if word < fair:
            return word % sides + 1
        return next(word for word in _WORDS(found) if word < fair) % sides + 1

    return throw


def dice(
    secret: bytes, path: Path, number: int, sides: int
) -> Callable[[], tuple[int, ...]]:
    """Return what throws a pool of up to 16 dice less those skipped, from one digest.

    (A digest with too few fair words for 3 dice is one in 10**50, and an error.)
    """
    digest, fair = digests(secret, path), 65536 - 65536 % sides
    ordinal, words = count(1).__next__, Struct(f">{number}H").unpack_from

    def throw() -> tuple[int, ...]:
        body = b"%d" % ordinal()
        found = digest(b"i\0\0\0%c%b" % (len(body), body))
        faces = [word % sides + 1 for word in words(found) if word < fair]
        if len(faces) == number:
            return tuple(faces)
        more = [word % sides + 1 for word in _WORDS(found) if word < fair]
        if len(more) < number:
            raise ValueError("one digest was not enough")
        return tuple(more[:number])

    return throw


def pool(secret: bytes, path: Path, sides: int) -> Callable[[int], tuple[int, ...]]:
    """Return what throws a pool of so many dice as it is told, at most 3."""
    digest, fair = digests(secret, path), 65536 - 65536 % sides
    ordinal = count(1).__next__

    def throw(number: int) -> tuple[int, ...]:
        body = b"%d" % ordinal()
        found = digest(b"i\0\0\0%c%b" % (len(body), body))
        faces = [word % sides + 1 for word in _WORDS(found) if word < fair]
        if len(faces) < number:
            raise ValueError("one digest was not enough")
        return tuple(faces[:number])

    return throw


def picks(secret: bytes, path: Path) -> Callable[[int], int]:
    """Return what draws one of so many things, at most 4,096: its place from 0."""
    digest = digests(secret, path)
    ordinal = count(1).__next__

    def pick(number: int) -> int:
        body = b"%d" % ordinal()
        if number == 1:
            return 0
        found = digest(b"i\0\0\0%c%bi\0\0\0\x010" % (len(body), body))
        fair = 65536 - 65536 % number
        word = found[0] << 8 | found[1]
        if word < fair:
            return word % number
        return next(word for word in _WORDS(found) if word < fair) % number

    return pick

"""Keyed dice: every roll follows from a secret and the path of the roll alone.

The algorithm, so that anyone can write it again (`tests/running/dice_vectors.json`
holds vectors; `tests/running/test_keyed_dice.py` a second implementation, and
`test_paths.py` ten lines that roll the dice of `run --json` with hashlib alone):

1. A path is a sequence of fields, texts and whole numbers: that of a roll in a game is
   what `paths` says and then its ordinal (in JSON its `key`). A field is encoded as one
   tag byte (`t` text, `i` whole number), the length of what follows in bytes as 4 bytes
   big-endian, then the text in UTF-8 (not normalised) or the number in decimal ASCII.
   The path is its fields one after the other.
2. Block 0 is HMAC-SHA256(secret, path). Block k > 0 is HMAC-SHA256(secret, path, `c`,
   k as 4 bytes big-endian). The blocks in order are one endless run of bytes.
3. A number below n is read so: take the next word, big-endian, of 16 bits if
   n <= 2**12, else of 32 bits if n <= 2**28, else of 64, 128, ... bits while
   n > 2**(bits - 4). Skip it while word >= 2**bits - 2**bits mod n. Then word mod n.
4. A die of s sides is a number below s, plus 1. One path serves a whole pool, its dice
   in order.
5. A pick by weights reads t below their sum and is the first index at which the weights
   up to and with it exceed t.
6. The secret of a seed is SHA-256 of the encoded path ("seed 1", the seed).

Why: a hidden roll never shifts a public one, and any roll can be checked afterwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from struct import Struct
from typing import Protocol

from interpreter.problems import LimitExceeded
from interpreter.running.stream import MOST_DICE, place, reader

_WORDS = Struct(">16H").unpack
_HEAD = Struct(">cI").pack
_INNER = bytes(value ^ 0x36 for value in range(256))
_OUTER = bytes(value ^ 0x5C for value in range(256))


class _Hash(Protocol):
    """What is used of a SHA-256 object."""

    def update(self, data: bytes, /) -> None: ...
    def digest(self) -> bytes: ...


def encoded(path: Sequence[str | int]) -> bytes:
    """Return the bytes of a path (step 1); no two paths share them.

    A field that is neither text nor whole number, a yes or no too, is a TypeError.
    """
    found = b""
    for each in path:
        # The type itself: True is an int to Python, but not to a path.
        if type(each) is int:
            body = b"%d" % each
            found += _HEAD(b"i", len(body)) + body
        elif type(each) is str:
            body = each.encode()
            found += _HEAD(b"t", len(body)) + body
        else:
            raise TypeError(f"a field of a path is text or a whole number: {each!r}")
    return found


def secret_of_seed(seed: str) -> bytes:
    """Return the secret of 32 bytes that a seed, any text, stands for (step 6)."""
    return sha256(encoded(("seed 1", seed))).digest()


@dataclass(frozen=True, slots=True)
class KeyedDice:
    """The dice of one secret (any number of bytes); pure: same path, same faces.

    `begun` is what all paths begin with: its bytes are hashed once (see `under`).
    """

    secret: bytes = field(repr=False)
    begun: tuple[str | int, ...] = ()
    _inner: Callable[[], _Hash] = field(init=False, repr=False, compare=False)
    _outer: Callable[[], _Hash] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Prime both pads of HMAC once: 0.6 instead of 1.5 microseconds a digest."""
        key = self.secret if len(self.secret) <= 64 else sha256(self.secret).digest()
        key = key.ljust(64, b"\0")
        inner = sha256(key.translate(_INNER) + encoded(self.begun))
        object.__setattr__(self, "_inner", inner.copy)
        object.__setattr__(self, "_outer", sha256(key.translate(_OUTER)).copy)

    def under(self, *fields: str | int) -> "KeyedDice":
        """Return the same dice for paths that are given without these first fields."""
        return KeyedDice(self.secret, (*self.begun, *fields))

    def key(self, path: Sequence[str | int]) -> bytes:
        """Return HMAC-SHA256(secret, path), 32 bytes: block 0 of the path."""
        return self._at(encoded(path))

    def roll(
        self, path: Sequence[str | int], number: int, sides: int
    ) -> tuple[int, ...]:
        """Return `number` faces of 1..sides, in the order in which they fell.

        More than 10,000 dice is LimitExceeded; a negative number of dice, or a die
        without a side, a ValueError.
        """
        if number > MOST_DICE:
            raise LimitExceeded("dice in a roll", MOST_DICE)
        if number < 0 or sides < 1:
            raise ValueError(f"cannot roll {number} dice of {sides} sides")
        message = encoded(path)
        if sides > 1 << 12:
            below = self._below(message)
            return tuple([below(sides) + 1 for _ in range(number)])
        # The common case of `below`, without taking bytes from a list.
        fair = 65536 - 65536 % sides
        faces: list[int] = []
        block = 0
        while len(faces) < number:
            for word in _WORDS(self._at(message, block)):
                if word < fair:
                    faces.append(word % sides + 1)
                    if len(faces) == number:
                        break
            block += 1
        return tuple(faces)

    def die(self, ordinal: int, sides: int) -> int:
        """Return the one face that `roll` gives at the path of one number.

        The commonest roll of all, by the shortest way; impossible sides as in `roll`.
        """
        body = b"%d" % ordinal
        found = self._at(b"i\0\0\0%c%b" % (len(body), body))
        word = found[0] << 8 | found[1]
        if 0 < sides <= 1 << 12 and word < 65536 - 65536 % sides:
            return word % sides + 1
        return self.roll((ordinal,), 1, sides)[0]

    def pick(self, path: Sequence[str | int], weights: tuple[int, ...]) -> int:
        """Return an index of `weights`, as likely as its weight says, exactly.

        A weight below 0, or no weight above 0, is a ValueError.
        """
        return place(weights, self._below(encoded(path))(sum(weights)))

    def _below(self, message: bytes) -> Callable[[int], int]:
        return reader(lambda block: self._at(message, block))

    def _at(self, message: bytes, block: int = 0) -> bytes:
        if block:
            message += b"c" + block.to_bytes(4, "big")
        inner, outer = self._inner(), self._outer()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def stream_key(secret: bytes, procedure: str, reading: str, chunk: int) -> bytes:
    """Return the key, 32 bytes, of the `Stream` of a simulation's chunk (from 0).

    `reading` says in which order the stream is read: `trials` is trial after trial.
    """
    return KeyedDice(secret).key(("simulate", procedure, reading, chunk))

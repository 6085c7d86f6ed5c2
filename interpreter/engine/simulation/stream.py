"""The stream of a simulation: fast dice that give the same faces for ever.

The algorithm (picks are those of `keyed_dice`):

1. The key of chunk c is HMAC-SHA256(secret, path) of the path ("simulate", procedure,
   reading, c): `keyed_dice.stream_key`; the reading is `trials` where trial is run
   after trial. Workers share out chunks, and each chunk has its own key, so results do
   not depend on who does which.
2. Each number of sides s has a stream of its own. Block k of it is the first 4,096
   bytes of SHAKE-256(key, s, `:`, k), s and k in decimal ASCII. Its words are of 8 bits
   if s <= 255, else as wide as in `keyed_dice`. A word >= 2**bits - 2**bits mod s is
   skipped, else the face is word mod s + 1.
3. A pick by weights takes a face of a die whose sides are their sum, less 1, as t.

Why SHAKE: standard, in the standard library, and the same bytes can be read one by one
or as a column. Why bytes for small dice: `bytes.translate` drops and maps a block at C
speed, and iterating bytes gives the faces.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import shake_256
from itertools import accumulate, chain, count, islice
from struct import unpack

from interpreter.diagnostics import LimitExceeded

BLOCK_BYTES = 4096
MOST_DICE = 10_000  # dice of one roll
_CODES: Mapping[int, str] = {16: "H", 32: "I", 64: "Q"}


def word_bits(bound: int) -> int:
    """Return the bits of a word from which a number below `bound` is read."""
    bits = 16 if bound <= 1 << 12 else 32
    while bits > 16 and bound > 1 << (bits - 4):
        bits *= 2
    return bits


def reader(block: Callable[[int], bytes]) -> Callable[[int], int]:
    """Return a function that reads a number of 0..bound - 1, each as likely.

    It reads on through the bytes of block 0, 1, ...; a bound below 1 is a ValueError.
    """
    data, blocks = bytearray(), count()

    def below(bound: int) -> int:
        if bound < 1:
            raise ValueError(f"no whole number from 0 is below {bound}")
        bits = word_bits(bound)
        size, fair = bits // 8, (1 << bits) - (1 << bits) % bound
        while True:
            while len(data) < size:
                data.extend(block(next(blocks)))
            word = int.from_bytes(data[:size], "big")
            del data[:size]
            if word < fair:
                return word % bound

    return below


def place(weights: Sequence[int], number: int) -> int:
    """Return the first index at which the weights so far exceed `number`."""
    if min(weights, default=0) < 0:
        raise ValueError(f"a weight is below 0: {min(weights)}")
    so_far = accumulate(weights)
    return next(index for index, total in enumerate(so_far) if total > number)


def words_of_block(key: bytes, sides: int, block: int) -> tuple[bytes, int]:
    """Return the bytes of one block, and of how many bits its words are (step 2)."""
    bits = 8 if sides <= 255 else word_bits(sides)
    if bits > 64:
        raise LimitExceeded("sides of a die in a simulation", 1 << 60)
    return shake_256(b"%b%d:%d" % (key, sides, block)).digest(BLOCK_BYTES), bits


def faces_of_block(key: bytes, sides: int, block: int) -> Sequence[int]:
    """Return the faces 1..sides of one block, skipped words left out (step 2)."""
    data, bits = words_of_block(key, sides, block)
    if bits == 8:
        fair = 256 - 256 % sides
        faces = bytes([word % sides + 1 for word in range(256)])
        return data.translate(faces, bytes(range(fair, 256)))
    fair = (1 << bits) - (1 << bits) % sides
    words = unpack(f">{BLOCK_BYTES * 8 // bits}{_CODES[bits]}", data)
    return [word % sides + 1 for word in words if word < fair]


class Stream:
    """Dice and picks of one chunk; reading advances.

    Each number of sides advances alone: how many six-sided dice were thrown does not
    change what the next twenty-sided one shows.
    """

    __slots__ = ("_faces", "_key")

    def __init__(self, key: bytes) -> None:
        """Begin at the first word; a key that is not 32 bytes long is a ValueError."""
        if len(key) != 32:
            raise ValueError(f"the key of a stream has 32 bytes, not {len(key)}")
        self._key = key
        self._faces: dict[int, Iterator[int]] = {}

    @property
    def key(self) -> bytes:
        """The key of its chunk."""
        return self._key

    def die(self, sides: int) -> Callable[[], int]:
        """Return a function of no argument that throws a die: the next of 1..sides.

        Asked twice for the same sides, both functions read on in the one stream.
        A die without a side is a ValueError; over 2**60 sides is LimitExceeded.
        """
        return self._read(sides).__next__

    def dice(self, number: int, sides: int) -> tuple[int, ...]:
        """Return the next `number` faces; more than 10,000 is LimitExceeded."""
        if number > MOST_DICE:
            raise LimitExceeded("dice in a roll", MOST_DICE)
        if number < 0:
            raise ValueError(f"cannot roll {number} dice")
        return tuple(islice(self._read(sides), number))

    def pick(self, weights: tuple[int, ...]) -> int:
        """Return an index, as likely as its weight; none or negative: ValueError."""
        return place(weights, next(self._read(sum(weights))) - 1)

    def _read(self, sides: int) -> Iterator[int]:
        found = self._faces.get(sides)
        if found is None:
            if sides < 1:
                raise ValueError(f"a die cannot have {sides} sides")
            key, blocks = self._key, count()
            # A chain over refills is read at C speed between two blocks.
            refills = iter(lambda: faces_of_block(key, sides, next(blocks)), None)
            found = self._faces[sides] = chain.from_iterable(refills)
        return found

"""Dice from a keyed secret, and streams of random numbers for simulations.

**Keyed dice** (`KeyedDice`): every roll is computed from a secret and the path of the
roll, so a hidden roll never shifts a public one, and any roll can be checked later.
The algorithm, for anyone who wants to implement it again
(`tests/engine/dice_vectors.json` has vectors, `tests/engine/test_keyed_dice.py` a
second implementation, and `test_paths.py` ten lines that roll the dice of `run --json`
with hashlib alone):

1. A path is a sequence of fields, texts and whole numbers. That of a roll in a game is
   its path as `Paths` computes it, then its ordinal (in JSON its `key`). A field is
   encoded as one tag byte (`t` text, `i` whole number), the length of what follows in
   bytes as 4 bytes big-endian, then the text in UTF-8 (not normalised) or the number in
   decimal ASCII. The path is its encoded fields, concatenated.
2. Block 0 is HMAC-SHA256(secret, path). Block k > 0 is HMAC-SHA256(secret, path, `c`,
   k as 4 bytes big-endian). The blocks in order are one endless run of bytes.
3. A number below n: read the next word, big-endian, of 16 bits if n <= 2**12, else of
   32 bits if n <= 2**28, else of 64, 128, ... bits while n > 2**(bits - 4). Skip it
   while word >= 2**bits - 2**bits mod n. The number is word mod n.
4. A die of s sides is a number below s, plus 1. One path serves a whole pool, its dice
   in order.
5. A pick by weights reads a number t below their sum; the result is the first index at
   which the sum of the weights up to and including it exceeds t.
6. The secret of a seed is SHA-256 of the encoded path ("seed 1", the seed).

**Streams** (`Stream`): the dice of simulations, many at a time.

1. The key of chunk c is block 0 of the keyed dice for the path ("simulate", procedure,
   reading, c), as `stream_keys` computes it; the reading is `trials` where one trial is
   run after the other. Workers share out chunks, and each chunk has its own key, so
   results do not depend on which worker computes which chunk.
2. Each number of sides s has a stream of its own. Block k of it is the first 4,096
   bytes of SHAKE-256(key, s, `:`, k), s and k in decimal ASCII. Its words have 8 bits
   if s <= 255, else the width of step 3 above. A word >= 2**bits - 2**bits mod s is
   skipped, else the face is word mod s + 1.
3. A pick by weights takes a face of a die whose number of sides is the sum of the
   weights, less 1, as t of step 5 above.

Why SHAKE: it is standard, in the standard library, and the same bytes can be read one
by one or as a column. Why bytes for small dice: `bytes.translate` drops and maps a
block at C speed, and iterating over bytes gives the faces.
"""

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256, shake_256
from itertools import accumulate, chain, count, islice
from typing import Any, Protocol

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.stops import ChoiceStop, DrawStop, Resuming, RollStop, Where
from interpreter.values.log import Birth, births_of, log_of
from interpreter.values.types import (
    INTEGER,
    JUDGE,
    Entity,
    ListOf,
    Record,
    Seat,
    Type,
    Value,
    holds_entities,
    present,
)

BLOCK_BYTES = 4096
SOON_BYTES = 512
"""Of the first block of a stream, read before its others: most chunks are short."""
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


def words_of_block(
    key: bytes, sides: int, block: int, end: int = BLOCK_BYTES
) -> tuple[bytes, int]:
    """Return the bytes of one block up to `end`, and the bits of a word (step 2 of
    streams)."""
    bits = 8 if sides <= 255 else word_bits(sides)
    if bits > 64:
        raise LimitExceeded("sides of a die in a simulation", 1 << 60)
    return shake_256(b"%b%d:%d" % (key, sides, block)).digest(end), bits


def faces_of_block(
    key: bytes, sides: int, block: int, begin: int = 0, end: int = BLOCK_BYTES
) -> Sequence[int]:
    """Return the faces 1..sides of one block, or of these bytes of it, without skipped
    words (step 2 of streams)."""
    data, bits = words_of_block(key, sides, block, end)
    data = data[begin:]
    if bits == 8:
        return data.translate(*_faces_of_bytes(sides))
    fair = (1 << bits) - (1 << bits) % sides
    words = struct.unpack(f">{len(data) * 8 // bits}{_CODES[bits]}", data)
    return [word % sides + 1 for word in words if word < fair]


def _faces_of_stream(key: bytes, sides: int) -> Iterator[Sequence[int]]:
    """Yield the faces of all blocks, in order."""
    yield faces_of_block(key, sides, 0, 0, SOON_BYTES)
    yield faces_of_block(key, sides, 0, SOON_BYTES)
    for block in count(1):
        yield faces_of_block(key, sides, block)


@cache
def _faces_of_bytes(sides: int) -> tuple[bytes, bytes]:
    """Return the face of each byte, and the bytes that are none."""
    fair = 256 - 256 % sides
    return bytes([word % sides + 1 for word in range(256)]), bytes(range(fair, 256))


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

    def faces(self, sides: int) -> Iterator[int]:
        """Return an iterator over the same faces as the functions of `die`."""
        return self._read(sides)

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
            # A chain over blocks is read at C speed between two of them.
            blocks = _faces_of_stream(self._key, sides)
            found = self._faces[sides] = chain.from_iterable(blocks)
        return found


_WORDS = struct.Struct(">16H").unpack
_HEAD = struct.Struct(">cI").pack
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


def stream_keys(secret: bytes, procedure: str, reading: str) -> Callable[[int], bytes]:
    """Return what gives the key, 32 bytes, of the `Stream` of each chunk (from 0) of a
    simulation.

    `reading` says in which order the stream is read: `trials` is trial after trial.
    """
    dice = KeyedDice(secret, ("simulate", procedure, reading))
    return lambda chunk: dice.key((chunk,))


# The path of a roll does not depend on what else exists or happens in the game.
#
# A path is a sequence of fields. For each call, the outermost procedure first: the path
# of the step that calls (for the last one, of the step that rolls), then the values
# that its `Site` names as `among` (entities given or chosen, items of loops), in order:
#
# - an entity of the scenario: its id, a text; not its number, which counts hidden
#   entities too
# - an entity made while running: a whole number, the first 6 bytes of the SHA-256 of
#   its birth, encoded as a path: that of the step that made it, and its index there
# - the judge: -1; none: -2; an entity without a name: -3 less its number
# - a whole number: itself; yes 1, no 0; a value of an enumeration: its rank, from 0
# - a list: its length, then each item; a record: each field that holds entities,
#   because the other fields describe an entity but do not identify it; none instead of
#   one of these: -2
#
# The driver appends an ordinal, from 1: how often this very path was reached. No field
# says how many other entities there are or what they did.

Path = tuple[str | int, ...]
Ids = Mapping[str, tuple[str, ...]]
"""The names of the entities of a scenario, by kind."""

NONE, UNNAMED = -2, -3
BIRTH = 6  # bytes: every reader of JSON knows such a number exactly


class Paths:
    """Finds the paths of stops; births are read once for as long as they only grow."""

    def __init__(self, ids: Ids) -> None:
        """Begin; `ids` are those of the scenario."""
        self._ids = ids
        self._births: tuple[Birth, ...] = ()
        self._identities: dict[tuple[str, int], int] = {}
        self._equal: dict[Path, int] = {}

    def of(self, stop: RollStop | DrawStop | ChoiceStop) -> Path:
        """Return the path of a stop, without its ordinal."""
        self._read(stop.engine, births_of(log_of(stop.game_state)))
        return self._path(stop.engine, stop.where)

    def lasts(self, stop: RollStop | DrawStop | ChoiceStop) -> bool:
        """Tell whether where a stop stands has this path whatever happens: who came to
        be while running may be another under the same number, as things go otherwise.
        """
        return all(
            value is None or value < len(self._ids.get(kind.kind, ()))
            for _, number, *values in _levels(stop.where)
            for local, given in zip(stop.engine.site(number).among, values, strict=True)
            for kind, value in _parts(local.type, given)
            if isinstance(kind, Entity | Seat)
        )

    def _read(self, engine: Resuming, births: tuple[Birth, ...]) -> None:
        """Find out who came to be since the last time, or as things went otherwise."""
        known = len(self._births)
        if births[:known] != self._births:
            self._births, known = (), 0
            self._identities.clear()
            self._equal.clear()
        for kind, number, where in births[known:]:
            path = self._path(engine, where)
            which = self._equal[path] = self._equal.get(path, 0) + 1
            digest = sha256(encoded((*path, which))).digest()
            self._identities[kind, number] = int.from_bytes(digest[:BIRTH], "big")
        self._births = births

    def _path(self, engine: Resuming, where: Where) -> Path:
        found: list[str | int] = []
        for _, number, *values in _levels(where):
            site = engine.site(number)
            found.append(site.path)
            for local, given in zip(site.among, values, strict=True):
                parts = _parts(local.type, given)
                found.extend(self._identity(kind, value) for kind, value in parts)
        return tuple(found)

    def _identity(self, kind: Type, value: Any) -> str | int:
        if value is None:
            return NONE
        if not isinstance(kind, Entity | Seat):
            return int(value)
        if isinstance(kind, Seat) and value == JUDGE:
            return JUDGE
        entity, names = int(value), self._ids.get(kind.kind, ())
        if entity < len(names):
            return names[entity]
        return self._identities.get((kind.kind, entity), UNNAMED - entity)


def _parts(kind: Type, value: Any) -> Iterator[tuple[Type, Any]]:
    """Yield what a value is known by: itself, or the parts of a list or a record."""
    kind = present(kind)
    match kind:
        case ListOf(item=item) if value is not None:
            yield INTEGER, len(value)
            for each in value:
                yield from _parts(item, each)
        case Record(fields=fields) if value is not None:
            for (_, own), each in zip(fields, value, strict=True):
                if holds_entities(own):
                    yield from _parts(own, each)
        case _:
            yield kind, value


def _levels(where: Where) -> list[Where]:
    """Return where each call on the way stands, the outermost first, and at last it."""
    found = []
    while where:
        found.append(where)
        where = where[0]
    return found[::-1]


# The dice and draws of one run, from its secret.
#
# The key of a roll is its path (`Paths`) and an ordinal, from 1, among the rolls of
# that path. Each drawn element of a draw has its own ordinal after these, from 0. Typed
# rolls count too, so that typing one does not shift any other. The driver counts,
# because an ordinal in the game state would make equal states differ.


class RollPlace:
    """The dice of a path, and how often it was reached."""

    __slots__ = ("dice", "die", "ordinal")

    def __init__(self, dice: KeyedDice) -> None:
        """Begin before the first time."""
        self.dice = dice
        self.die = dice.die
        self.ordinal = 0

    @property
    def key(self) -> Path:
        """What the dice are keyed by now."""
        return (*self.dice.begun, self.ordinal)

    def roll(self, number: int, sides: int) -> tuple[int, ...]:
        """Return faces; impossible dice as in `KeyedDice.roll`."""
        return self.dice.roll((self.ordinal,), number, sides)


class SeededDice:
    """Answers rolls and draws from a secret; what it answers depends on no other."""

    def __init__(self, secret: bytes, ids: Ids | None = None) -> None:
        """Begin with no place reached; `ids` are the names of who is there at first."""
        self._dice = KeyedDice(secret)
        self._paths = Paths(ids or {})
        self._places: dict[Path, RollPlace] = {}
        self._known: dict[Where, RollPlace] = {}

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Return the answer to a stop."""
        place = self.reached(stop)
        if isinstance(stop, RollStop):
            if stop.single:
                return place.die(place.ordinal, stop.sides)
            return place.dice.roll((place.ordinal,), stop.number, stop.sides)
        drawn = drawn_by(place, stop)
        return drawn[0] if stop.how_many is None else drawn

    def reached(self, stop: RollStop | DrawStop | ChoiceStop) -> RollPlace:
        """Return the place where a run has stopped, reached once more."""
        place = self._known.get(stop.where) or self._found(stop)
        place.ordinal += 1
        return place

    def _found(self, stop: RollStop | DrawStop | ChoiceStop) -> RollPlace:
        """Return the place of a stop by its path."""
        path = self._paths.of(stop)
        place = self._places.get(path)
        if place is None:
            place = self._places[path] = RollPlace(self._dice.under(*path))
        if self._paths.lasts(stop):
            self._known[stop.where] = place
        return place


def how_many(stop: DrawStop) -> int:
    """Return how many are drawn: all, when more are wanted."""
    if stop.how_many is None:
        return 1
    return max(0, min(stop.how_many, len(stop.items)))


def drawn_by(
    place: RollPlace, stop: DrawStop, typed: Sequence[Value] = ()
) -> tuple[Value, ...]:
    """Draw one after the other by weight from what is left; `typed` were drawn first.

    A typed element that is not there is a ValueError.
    """
    left, drawn = list(stop.items), list(typed)
    weights = list(stop.weights or [1] * len(left))
    for each in typed:
        del weights[left.index(each)]
        left.remove(each)
    for index in range(len(drawn), how_many(stop)):
        at = place.dice.pick((place.ordinal, index), tuple(weights))
        drawn.append(left.pop(at))
        del weights[at]
    return tuple(drawn)

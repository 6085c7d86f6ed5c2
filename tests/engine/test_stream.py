"""The stream of a simulation: vectors, a second implementation, independence."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.dice import Stream, stream_keys

KEY = bytes(range(32))
VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "dice_vectors.json").read_text(encoding="utf-8")
)["stream"]


# Written from the docstring of `stream` alone; imports nothing of ours.
def faces(key: bytes, sides: int) -> Iterator[int]:
    """Yield the faces of the stream of one number of sides (step 2)."""
    bits = 8 if sides <= 255 else 16 if sides <= 2**12 else 32
    if sides > 2**28:
        bits = 64
    for block in range(10**6):
        message = key + f"{sides}:{block}".encode("ascii")
        data = hashlib.shake_256(message).digest(4096)
        for at in range(0, 4096, bits // 8):
            word = int.from_bytes(data[at : at + bits // 8], "big")
            if word < 2**bits - 2**bits % sides:
                yield word % sides + 1


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vectors(vector: dict[str, Any]) -> None:
    """The published vectors."""
    stream, ask = Stream(bytes.fromhex(vector["key"])), vector["ask"]
    if "sides" in ask:
        ours: object = list(stream.dice(ask["number"], ask["sides"]))
    else:
        ours = [stream.pick(tuple(ask["weights"])) for _ in range(ask["times"])]
    assert ours == vector["gives"]


def test_stream_key_is_a_keyed_path() -> None:
    """Typed in byte by byte from the docstring."""
    message = b"t\0\0\0\x08simulatet\0\0\0\x05fightt\0\0\0\x06directi\0\0\0\x017"
    expected = hmac.digest(b"secret", message, "sha256")
    assert stream_keys(b"secret", "fight", "direct")(7) == expected


@given(some.binary(min_size=32, max_size=32), some.integers(1, 2**40))
def test_agrees_over_blocks(key: bytes, sides: int) -> None:
    """Any key and sides, past the end of a block."""
    number = 5000 if sides < 256 else 600
    again = faces(key, sides)
    ours = Stream(key).dice(number, sides)
    assert ours == tuple(next(again) for _ in range(number))


def test_one_by_one_is_the_same_as_at_once() -> None:
    """Two functions of one die read on in one stream."""
    one, other = Stream(KEY), Stream(KEY)
    die, same = one.die(20), one.die(20)
    found = (die(), same(), die(), *one.dice(3, 20))
    assert found == other.dice(6, 20)


def test_sides_advance_alone() -> None:
    """Other dice and picks move nothing."""
    one, other = Stream(KEY), Stream(KEY)
    one.dice(9000, 6)
    one.pick((1, 2, 3, 4))
    assert one.dice(50, 20) == other.dice(50, 20)


def test_pick_is_a_die_of_the_sum() -> None:
    """A pick and a column of dice agree."""
    one, other = Stream(KEY), Stream(KEY)
    weights = (2, 0, 1, 3)
    found = [one.pick(weights) for _ in range(100)]
    assert found == [(0, 0, 2, 3, 3, 3)[face - 1] for face in other.dice(100, 6)]


@pytest.mark.parametrize(("sides", "bound"), [(6, 26), (12, 38), (20, 51), (100, 161)])
def test_faces_are_as_likely(sides: int, bound: int) -> None:
    """Chi-square over the faces."""
    die = Stream(KEY).die(sides)
    counts = Counter(die() for _ in range(60_000))
    mean = Fraction(60_000, sides)
    square = sum((counts[face] - mean) ** 2 / mean for face in range(1, sides + 1))
    assert square < bound


def test_what_is_refused() -> None:
    """Impossible dice, too many, weights of nothing."""
    stream = Stream(KEY)
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(b"short")
    for sides in (0, -1):
        with pytest.raises(ValueError, match="sides"):
            stream.die(sides)
    with pytest.raises(ValueError, match="cannot roll"):
        stream.dice(-1, 6)
    with pytest.raises(LimitExceeded):
        stream.dice(10_001, 6)
    with pytest.raises(LimitExceeded):
        stream.die(2**60 + 1)()
    for weights in ((), (0,), (3, -1)):
        with pytest.raises(ValueError, match=r"weight|sides"):
            stream.pick(weights)

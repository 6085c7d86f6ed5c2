"""Keyed dice: published vectors, a second implementation, laws and fairness."""

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
from interpreter.engine.dice import KeyedDice, encoded, secret_of_seed

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "dice_vectors.json").read_text(encoding="utf-8")
)["keyed"]
fields = some.one_of(
    some.integers(),
    some.text(some.characters(exclude_categories=["Cs"])),
)
paths = some.lists(fields, max_size=5).map(tuple)


# Written from the docstring of `interpreter.engine.dice` alone, without its code.
def bytes_of_path(secret: bytes, path: list[str | int]) -> Iterator[int]:
    """Yield the endless bytes of a path (steps 1 and 2)."""
    message = b""
    for each in path:
        body = str(each).encode("utf-8")
        tag = b"i" if isinstance(each, int) else b"t"
        message += tag + len(body).to_bytes(4, "big") + body
    yield from hmac.digest(secret, message, hashlib.sha256)
    for block in range(1, 10**6):
        counted = message + b"c" + block.to_bytes(4, "big")
        yield from hmac.digest(secret, counted, hashlib.sha256)


def below(run: Iterator[int], n: int) -> int:
    """Read a number below n (step 3)."""
    bits = 16
    if n > 2**12:
        bits = 32
        while n > 2 ** (bits - 4):
            bits = bits * 2
    while True:
        word = 0
        for _ in range(bits // 8):
            word = word * 256 + next(run)
        if word < 2**bits - 2**bits % n:
            return word % n


def again(secret: bytes, path: list[str | int], ask: dict[str, Any]) -> Any:
    """Answer as the docstring says."""
    run = bytes_of_path(secret, path)
    if "sides" in ask:
        return [below(run, ask["sides"]) + 1 for _ in range(ask["number"])]
    left = below(run, sum(ask["weights"]))
    return [i for i, w in enumerate(ask["weights"]) for _ in range(w)][left]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vectors(vector: dict[str, Any]) -> None:
    """The published vectors, by ours and by the second implementation."""
    dice, path = KeyedDice(bytes.fromhex(vector["secret"])), vector["path"]
    ask, found = vector["ask"], vector["gives"]
    if "sides" in ask:
        ours: object = list(dice.roll(path, ask["number"], ask["sides"]))
    else:
        ours = dice.pick(path, tuple(ask["weights"]))
    assert ours == found
    assert again(dice.secret, path, ask) == found


def test_enough_vectors() -> None:
    """Thirty and more, each under a name of its own."""
    assert len(VECTORS) >= 30
    assert len({vector["name"] for vector in VECTORS}) == len(VECTORS)


def test_secret_of_seed() -> None:
    """A seed is hashed as a path; 17 and 017 are two seeds."""
    bytes_of_seed = b"t\0\0\0\x06seed 1" + b"t\0\0\0\x0217"
    assert secret_of_seed("17") == hashlib.sha256(bytes_of_seed).digest()
    assert secret_of_seed("17") != secret_of_seed("017")


@given(some.binary(max_size=200), paths)
def test_is_hmac(secret: bytes, path: tuple[str | int, ...]) -> None:
    """The primed pads give what the standard library gives."""
    expected = hmac.digest(secret, encoded(path), "sha256")
    assert KeyedDice(secret).key(path) == expected


@given(some.binary(max_size=70), paths, some.integers(0, 60), some.integers(1, 2**70))
def test_roll_agrees(
    secret: bytes, path: tuple[str | int, ...], number: int, sides: int
) -> None:
    """Any secret, path, number and sides: as the second implementation."""
    ours = KeyedDice(secret).roll(path, number, sides)
    ask = {"number": number, "sides": sides}
    assert list(ours) == again(secret, list(path), ask)
    assert all(1 <= face <= sides for face in ours)


@given(paths, some.integers(1, 60), some.integers(1, 300))
def test_a_smaller_pool_begins_a_larger(
    path: tuple[str | int, ...], number: int, sides: int
) -> None:
    """More dice of one path never change the first ones."""
    dice = KeyedDice(b"secret")
    assert (
        dice.roll(path, number, sides) == dice.roll(path, number + 20, sides)[:number]
    )


@given(paths, paths)
def test_paths_share_no_bytes(
    one: tuple[str | int, ...], other: tuple[str | int, ...]
) -> None:
    """Two paths have the same bytes only if they are the same."""
    assert (encoded(one) == encoded(other)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [((1,), ("1",)), (("a", "bc"), ("ab", "c")), ((), ("",)), ((1, 2), (12,))],
)
def test_like_paths_differ(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    """Paths that look alike when joined."""
    assert encoded(one) != encoded(other)


@given(paths, paths, some.integers(1, 40))
def test_the_beginning_of_a_path_may_be_hashed_before(
    begun: tuple[str | int, ...], rest: tuple[str | int, ...], number: int
) -> None:
    """Dice under a beginning are the dice of the whole path."""
    dice = KeyedDice(b"s")
    whole = dice.roll((*begun, *rest), number, 12)
    assert dice.under(*begun).roll(rest, number, 12) == whole
    assert dice.under(*begun).under(*rest).roll((), number, 12) == whole


@given(some.integers(), some.integers(1, 2**40), some.text())
def test_one_die_is_a_roll_of_one(ordinal: int, sides: int, place: str) -> None:
    """The short way gives what the long one does."""
    dice = KeyedDice(b"s").under(place)
    assert (dice.die(ordinal, sides),) == dice.roll((ordinal,), 1, sides)


@given(paths, some.lists(some.integers(0, 2**40), min_size=1).filter(any))
def test_pick_takes_no_weight_of_nothing(
    path: tuple[str | int, ...], weights: list[int]
) -> None:
    """What weighs 0 is never picked."""
    assert weights[KeyedDice(b"s").pick(path, tuple(weights))] > 0


def chi_square(counts: list[int], weights: list[int]) -> Fraction:
    """Return the chi-square of counts against weights."""
    trials, total = sum(counts), sum(weights)
    expected = [Fraction(trials * weight, total) for weight in weights]
    return sum(
        (
            (found - mean) ** 2 / mean
            for found, mean in zip(counts, expected, strict=True)
        ),
        Fraction(0),
    )


# Secrets are fixed, so these hold or fail for ever; bounds are the 99.99 % quantiles.
@pytest.mark.parametrize(("sides", "bound"), [(6, 26), (12, 38), (20, 51), (100, 161)])
def test_faces_are_as_likely(sides: int, bound: int) -> None:
    """Chi-square over the faces."""
    dice = KeyedDice(secret_of_seed("chi"))
    found: Counter[int] = Counter()
    for ordinal in range(300):
        found.update(dice.roll(("chi", ordinal), 100, sides))
    counts = [found[face] for face in range(1, sides + 1)]
    assert chi_square(counts, [1] * sides) < bound


def test_pick_follows_the_weights() -> None:
    """Chi-square over the picks."""
    dice, weights = KeyedDice(secret_of_seed("chi")), (1, 2, 0, 3, 10)
    found = Counter(dice.pick(("pick", each), weights) for each in range(8000))
    assert found[2] == 0
    assert chi_square([found[i] for i in (0, 1, 3, 4)], [1, 2, 3, 10]) < 22


def test_what_is_refused() -> None:
    """Impossible dice, too many, weights of nothing."""
    dice = KeyedDice(b"secret")
    for number, sides in ((-1, 6), (1, 0), (0, 0)):
        with pytest.raises(ValueError, match="cannot roll"):
            dice.roll(("a",), number, sides)
    for sides in (0, -1):
        with pytest.raises(ValueError, match="cannot roll"):
            dice.die(1, sides)
    with pytest.raises(LimitExceeded):
        dice.roll(("a",), 10_001, 6)
    with pytest.raises(TypeError):
        dice.roll((True,), 1, 6)
    for weights in ((), (0, 0), (3, -1)):
        with pytest.raises(ValueError, match=r"weight|whole number"):
            dice.pick(("a",), weights)


def test_the_secret_is_not_shown() -> None:
    """No log may hold it."""
    assert "hush" not in repr(KeyedDice(b"hush"))
    assert KeyedDice(b"a") == KeyedDice(b"a") != KeyedDice(b"b")

"""A map cut into parts, whatever the board."""

import random
from collections.abc import Sequence

import pytest

from interpreter.maps.parts import PANELS, covering, lettered_parts

Spot = tuple[int, int]
Box = tuple[int, int, int, int]
ROOM = 8, 5


def around(held: Sequence[Spot]) -> Box:
    """Return the box around some places."""
    across, along = zip(*held, strict=True)
    return min(across), min(along), max(across), max(along)


def holds(box: Box, spot: Spot) -> bool:
    """Tell whether a place lies in a box."""
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def cut(places: Sequence[Spot]) -> list[Box]:
    """Return the parts of a map of whole numbers."""
    return covering(places, ROOM, around, holds)


@pytest.mark.parametrize("seed", range(20))
def test_every_place_is_in_a_part_and_no_part_is_too_large(seed: int) -> None:
    """As long as there are not too many; none has nothing of its own."""
    chance = random.Random(seed)
    places = [
        (chance.randrange(30), chance.randrange(20)) for _ in range(chance.randrange(9))
    ]
    parts = cut(places)
    assert len(parts) <= len(set(places))
    for place in places:
        assert any(holds(part, place) for part in parts)
    for left, low, right, high in parts:
        assert right - left <= ROOM[0]
        assert high - low <= ROOM[1]


def test_the_order_of_places_changes_nothing() -> None:
    """So equal plans give equal maps."""
    places = [(x * 7 % 31, x * 11 % 23) for x in range(30)]
    assert cut(places) == cut(places[::-1]) == cut([*places, *places])


def test_too_many_parts_are_one_more_than_are_drawn() -> None:
    """By that the reader is told; no place needs no part."""
    far = [(20 * n, 0) for n in range(100)]
    parts = cut(far)
    assert len(parts) == PANELS + 1
    assert [letter for letter, _ in lettered_parts(parts)] == [*"ABCDEFGHIJKLMNOP"]
    assert cut([]) == []

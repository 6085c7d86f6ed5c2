"""The values of a type: all of them, or those to try."""

from fractions import Fraction

import pytest

from interpreter.app.type_values import FAR, WHOLE_RANGE, type_values
from interpreter.values.types import (
    Boolean,
    Entity,
    ListOf,
    Maybe,
    Number,
    Text,
    Type,
    whole,
)

IDS = {"piece": ("crown", "purse"), "side": ()}
HALVES = Number(0, 2, step=Fraction(1, 2))
THREES = Number(Fraction(-3, 2), 3, step=Fraction(3, 2))


@pytest.mark.parametrize(
    ("kind", "texts", "is_whole"),
    [
        (Boolean(), ["no", "yes"], True),
        (Entity("piece"), ["crown", "purse"], True),
        (Entity("side"), [], True),
        (Entity("unknown"), [], False),
        (Maybe(Entity("unknown")), ["none"], False),
        (Maybe(Entity("piece")), ["none", "crown", "purse"], True),
        (whole(-2, 2), ["0", "1", "-1", "2", "-2"], True),
        (whole(5, 7), ["5", "6", "7"], True),
        (HALVES, ["0", "1/2", "1", "3/2", "2"], True),
        (THREES, ["0", "3/2", "-3/2", "3"], True),
        (Number(0, 2), ["0", "1", "2"], False),
        (ListOf(Boolean()), ["[]", "[no]", "[yes]"], False),
    ],
    ids=str,
)
def test_small_types(kind: Type, texts: list[str], is_whole: bool) -> None:
    found = type_values(kind, IDS)
    assert found is not None
    assert [*found.values] == texts
    assert found.is_whole == is_whole


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        (whole(), -FAR, FAR),
        (whole(7), 7, 7 + 2 * FAR),
        (Number(None, -7, whole=True), -7 - 2 * FAR, -7),
        (whole(-1000, 1000), -WHOLE_RANGE // 2, WHOLE_RANGE // 2),
        (whole(-(10**40), 10**40), -WHOLE_RANGE // 2, WHOLE_RANGE // 2),
        (whole(2000, 10**40), 2000, 2000 + WHOLE_RANGE - 1),
    ],
    ids=str,
)
def test_large_types_are_tried_near_their_least_numbers(
    kind: Type, least: int, most: int
) -> None:
    """Not more than a limit, and it is said that these are not all."""
    found = type_values(kind, {})
    assert found is not None
    assert not found.is_whole
    numbers = [int(str(value)) for value in found.values.values()]
    assert len(numbers) <= WHOLE_RANGE
    assert least <= min(numbers)
    assert max(numbers) <= most
    assert [*map(abs, numbers)] == sorted(map(abs, numbers))


def test_a_type_of_which_none_can_be_made_up() -> None:
    assert type_values(Text(), {}) is None
    assert type_values(ListOf(Text()), {}) is None

"""Choices that are tested as a whole, against every answer tried by hand."""

from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, answer, initial, start
from interpreter.engine.policies import Answers, Policy
from interpreter.engine.stops import ChoiceStop, Finished
from interpreter.pipeline.loading import load, usable
from interpreter.values.search import joint

PACK = Path(__file__).parents[1] / "packs" / "placing"
PROGRAM = usable(load(PACK))
WORLD = initial(PROGRAM, "field")
UNITS = 3


def places(room: tuple[int, ...], total: int) -> list[tuple[int, ...]]:
    """Return every legal placing, in the order in which it is searched for."""
    every = product(room, repeat=UNITS)
    return [each for each in every if sum(each) == total and len({*each}) == UNITS]


ROOMS: list[tuple[tuple[int, ...], int]] = [
    ((1, 2, 3, 4), 6), ((1, 2, 3, 4), 9), ((1, 2, 3, 4), 5), ((), 0), ((1, 2), 4),
    ((3, 3, 3), 9), ((4, 1, 3), 8),
]  # fmt: skip


@pytest.mark.parametrize(("room", "total"), ROOMS)
def test_it_is_asked_when_there_is_a_legal_answer(
    room: tuple[int, ...], total: int
) -> None:
    """And then each legal answer is taken, and no other."""
    stop = start(Engine.of(PROGRAM), "place", (room, total), WORLD)
    legal = places(room, total)
    if not legal:
        assert isinstance(stop, Finished)
        assert stop.result == 1
        return
    assert isinstance(stop, ChoiceStop)
    for each in product(room, repeat=UNITS):
        assert stop.legal(tuple(enumerate(each))) is (each in legal)
    end = answer(stop, tuple(enumerate(legal[0])))
    assert isinstance(end, Finished)
    assert tuple(row[0] for row in end.game_state[1]) == legal[0]


@pytest.mark.parametrize(("room", "total"), ROOMS)
@pytest.mark.parametrize("default", ["first", "last", "random"])
def test_policies_find_legal_answers(
    room: tuple[int, ...], total: int, default: Any
) -> None:
    """`first` and `last` by searching, `random` among all; the fields say which."""
    legal = places(room, total)
    found = odds(
        PROGRAM, "place", (room, total), WORLD, observed=frozenset({("unit", "at")}),
        answers=Answers(policy=Policy(default=default)),
    )  # fmt: skip
    ended = {state[0] for _, state in found.outcomes}
    if not legal:
        assert ended == {(0,) * UNITS}
    elif default == "random":
        assert ended == {*legal}
    else:
        backwards = places(room[::-1], total)
        assert ended == {(legal if default == "first" else backwards)[0]}


def test_some_of_a_list_are_found() -> None:
    """Two or three that add up, the fewest first."""
    room, total = (1, 5, 9, 4, 6), 10
    sizes = (combinations(room, size) for size in (2, 3))
    legal = [each for some in sizes for each in some if sum(each) == total]
    found = odds(
        PROGRAM, "pick", (0, room, total), WORLD,
        answers=Answers(policy=Policy(default="random")),
    )  # fmt: skip
    assert {result for result, _ in found.outcomes} == {*legal}


def test_the_search_has_a_limit() -> None:
    """Nothing fits, but sixty to the third answers would have to be tried."""
    with pytest.raises(LimitExceeded, match=r"answers tried at place\.choose"):
        start(Engine.of(PROGRAM), "place", (tuple(range(60)), 1000), WORLD)


@pytest.mark.parametrize("sizes", [(), (0,), (2, 3), (2, 0, 3), (3, 1, 2), (1, 1, 1)])
def test_ways_are_joined_in_order(sizes: tuple[int, ...]) -> None:
    """As a product of lists would, but none is made before it is needed."""
    lists = [range(size) for size in sizes]
    assert list(joint([each.__iter__ for each in lists])) == list(product(*lists))

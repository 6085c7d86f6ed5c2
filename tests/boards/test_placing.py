"""Constraints on placing: the ledger's examples, brute force for the search."""

from itertools import product

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.hexes import Hex, distance, neighbours, step, within
from interpreter.boards.paths import apart, beyond, closed_in, first_placing, past
from interpreter.diagnostics import LimitExceeded
from tests.boards import paper
from tests.boards.test_hexes import touching

HEXES = some.sampled_from(within((0, 0), 4))
AHEAD = {(3, 0), (3, -1), (2, 1)}


def test_beyond_is_on_a_shortest_walk_to_something_farther() -> None:
    graph = touching()
    for over in [(2, 0), (2, 1), (1, 1), (-1, 3), (0, 0)]:
        for goal in within((0, 0), 4):
            walks = nx.all_shortest_paths(graph, (0, 0), goal)
            on_one = any(over in walk for walk in walks)
            assert beyond((0, 0), over, goal) is (on_one and goal != over)


@given(HEXES, HEXES, HEXES)
def test_past_is_past_a_right_angle_on_paper(start: Hex, over: Hex, goal: Hex) -> None:
    a, b, c = map(paper.centre, (start, over, goal))
    sides = paper.squared(a, b) + paper.squared(b, c)
    assert past(start, over, goal) is (paper.squared(a, c) > sides)


def test_beyond_and_past_are_the_sets_of_the_ledger() -> None:
    near = within((0, 0), 3)
    for test in (beyond, past):
        assert {each for each in near if test((0, 0), (2, 0), each)} == AHEAD
    assert not any(beyond((0, 0), (2, 1), each) for each in near)
    assert {each for each in near if past((0, 0), (2, 1), each)} == {(3, 0)}


@pytest.mark.parametrize(
    ("placed", "beside", "in_them"),
    [
        ([(1, 0), (3, 0)], True, False),
        ([(1, 0), (2, -1)], False, False),
        ([(1, 0), (3, -1), (2, 1)], True, False),
        (list(neighbours((2, 0))), True, True),
        ([], False, False),
    ],
)
def test_closed_in_is_as_in_the_ledger(
    placed: list[Hex], beside: bool, in_them: bool
) -> None:
    ways_out = neighbours((2, 0))
    assert closed_in(ways_out, placed) is beside
    assert closed_in(ways_out, placed, reach=0) is in_them


def test_without_a_way_out_it_is_closed_in() -> None:
    assert closed_in([], [])


@given(some.lists(HEXES, max_size=4), some.lists(HEXES, max_size=4))
def test_hexes_between_bodies_are_counted_without_their_own(
    a: list[Hex], b: list[Hex]
) -> None:
    between = min((distance(x, y) - 1 for x, y in product(a, b)), default=99)
    assert apart(a, b, between)
    if a and b:
        assert not apart(a, b, between + 1)


ROOMS = some.lists(some.lists(some.integers(0, 4), max_size=4), max_size=4)


@given(ROOMS, some.integers(-3, 14), some.booleans())
def test_the_first_placing_is_that_of_brute_force(
    rooms: list[list[int]], total: int, cut: bool
) -> None:
    def fits(placed: tuple[int, ...]) -> bool:
        return sum(placed) == total and len(set(placed)) == len(placed)

    def may(placed: tuple[int, ...]) -> bool:
        return not cut or (sum(placed) <= total and len(set(placed)) == len(placed))

    expected = next((each for each in product(*rooms) if fits(each)), None)
    assert first_placing(rooms, fits, may) == expected


def test_eight_in_a_field_are_placed_under_joint_limits() -> None:
    """Apart by a hex each, which a corner of the field allows in few ways."""
    room = within((0, 0), 3)

    def may(placed: tuple[Hex, ...]) -> bool:
        *before, last = placed or [None]
        return not before or all(distance(each, last) >= 2 for each in before)

    found = first_placing([room] * 8, lambda _: True, may)
    assert found is not None
    assert len(found) == 8
    assert min(distance(a, b) for a in found for b in found if a != b) >= 2


def test_a_search_too_long_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="placings"):
        first_placing([range(10)] * 9, lambda _: False)
    assert (
        first_placing([range(10)] * 9, lambda _: False, lambda each: not each) is None
    )


def test_a_step_to_oneself_is_beyond_nothing() -> None:
    assert step((1, 1), (1, 1)) == (0, 0)
    assert not beyond((1, 1), (1, 1), (1, 1))
    assert not past((1, 1), (1, 1), (2, 2))

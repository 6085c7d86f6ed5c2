"""Ways: against networkx; columns: against what stands beside on paper."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import count, pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.hexes import (
    DIRECTIONS,
    Hex,
    distance,
    moved,
    neighbour,
    neighbours,
    within,
)
from interpreter.boards.paths import (
    Cost,
    Path,
    beside,
    moved_along,
    reachable,
    search,
    steps,
    way,
)
from interpreter.boards.sight import front, turns
from interpreter.diagnostics import LimitExceeded
from tests.boards import paper

FIELD = within((0, 0), 4)
COSTS = some.sampled_from([None, 0, 1, 2, 3, Fraction(1, 2), Fraction(4, 3)])
GROUND = some.fixed_dictionaries(dict.fromkeys(FIELD, COSTS))
Placed = tuple[Hex, int]
WALKS = some.lists(some.integers(0, 5), max_size=9)


def walked(directions: list[int]) -> Path:
    """Return the path of one who steps so from (0, 0), the newest hex first."""
    path = [(0, 0)]
    for each in directions:
        path.insert(0, neighbour(path[0], each))
    return tuple(path)


@given(GROUND, some.integers(0, 9))
def test_least_costs_are_those_of_networkx(
    ground: dict[Hex, Cost | None], budget: int
) -> None:
    graph: nx.DiGraph[Hex] = nx.DiGraph()
    graph.add_node((0, 0))
    for at in FIELD:
        for goal in neighbours(at):
            if ground.get(goal) is not None:
                graph.add_edge(at, goal, weight=ground[goal])
    theirs = nx.single_source_dijkstra_path_length(graph, (0, 0), cutoff=budget)
    ours = reachable((0, 0), lambda _, goal: ground.get(goal), budget)
    assert ours == theirs
    assert list(ours.values()) == sorted(ours.values())


@given(GROUND)
def test_a_way_costs_what_it_says(ground: dict[Hex, Cost | None]) -> None:
    def moves(at: Hex, _: Cost) -> Iterable[tuple[Hex, Cost]]:
        for goal in neighbours(at):
            if (cost := ground.get(goal)) is not None:
                yield goal, cost

    found = search((0, 0), moves)
    for goal, reached in found.items():
        path = way(found, goal)
        assert path[0] == (0, 0)
        assert path[-1] == goal
        assert all(distance(a, b) == 1 for a, b in pairwise(path))
        assert sum(ground[each] or 0 for each in path[1:]) == reached.cost
    assert way(found, (99, 99)) == ()


@given(GROUND, some.integers(0, 5), some.integers(0, 7))
def test_steps_ahead_and_turns_are_those_of_networkx(
    ground: dict[Hex, Cost | None], facing: int, budget: int
) -> None:
    """States of hex and facing: only the front may be entered, each sixth costs 1."""

    def moves(state: Placed, _: Cost = 0) -> Iterable[tuple[Placed, Cost]]:
        at, corner = state
        for new in range(6):
            if new != corner:
                yield (at, new), turns(corner, new)
        for goal in front(at, corner):
            if (cost := ground.get(goal)) is not None:
                yield (goal, corner), cost

    graph: nx.DiGraph[Placed] = nx.DiGraph()
    for at in FIELD:
        for corner in range(6):
            for goal, cost in moves((at, corner)):
                graph.add_edge((at, corner), goal, weight=cost)
    start = ((0, 0), facing)
    theirs = nx.single_source_dijkstra_path_length(graph, start, cutoff=budget)
    ours = {goal: each.cost for goal, each in search(start, moves, budget).items()}
    assert ours == theirs


def test_moves_know_what_was_spent_and_may_stop() -> None:
    def moves(at: int, spent: Cost) -> Iterable[tuple[int, Cost]]:
        if spent < 2:  # whoever spent 2 stops there
            yield at + 1, 1

    assert list(search(0, moves)) == [0, 1, 2]


def test_of_equal_ways_the_first_found_stands() -> None:
    found = search((0, 0), lambda at, _: ((each, 1) for each in neighbours(at)), 2)
    assert way(found, (1, 1)) == ((0, 0), (1, 0), (1, 1))
    assert list(found) == [*within((0, 0), 1), *list(found)[7:]]


def test_a_search_without_end_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="500,000"):
        search(0, lambda at, _: [(at + 1, 1)])
    with pytest.raises(LimitExceeded, match="500,000"):
        search(0, lambda _, __: ((0, 0) for _ in count()))
    with pytest.raises(ValueError, match="less than nothing"):
        search(0, lambda at, _: [(at + 1, -1)])


@given(WALKS)
def test_a_path_has_a_step_less_than_hexes(directions: list[int]) -> None:
    assert steps(walked(directions)) == len(directions)
    assert steps(()) == 0


@given(some.integers(0, 5), some.integers(1, 9))
def test_beside_a_straight_path_are_two_lines_as_long(way: int, length: int) -> None:
    path = walked([way] * length)
    left, right = beside(path)
    assert len(left) == len(right) == len(path)
    ends = paper.centre(path[-1]), paper.centre(path[0])
    assert all(paper.turn(*ends, paper.centre(each)) < 0 for each in left)
    assert all(paper.turn(*ends, paper.centre(each)) > 0 for each in right)
    for line in (left, right):
        steps_back = {distance(a, b) for a, b in zip(path, line, strict=True)}
        assert steps_back == {1}
        assert moved_along(line, path[0], line[0])[0] != path[0]
        assert {distance(each, path[0]) for each in line} == set(range(1, length + 2))


@given(WALKS)
def test_beside_any_path_stand_neighbours_never_the_path(directions: list[int]) -> None:
    path = walked(directions)
    for line in beside(path):
        assert len(set(line)) == len(line) <= len(path)
        assert not set(line) & set(path)
        for each in line:
            assert min(distance(each, at) for at in path) == 1
    if not directions:
        assert beside(path) == ((), ())


@given(WALKS, some.integers(1, 5))
def test_beside_turns_with_the_path(directions: list[int], sixths: int) -> None:
    plain = beside(walked(directions))
    turned = beside(walked([(each + sixths) % 6 for each in directions]))
    assert [len(each) for each in plain] == [len(each) for each in turned]


def test_beside_a_bend_the_inner_line_is_shorter() -> None:
    left, right = beside(walked([0, 0, 2, 2]))  # a sharp turn to the right
    assert (len(left), len(right)) == (5, 3)


def test_a_hex_put_down_elsewhere_has_no_line_beside_it() -> None:
    far = (20, 20)
    assert beside((far, *walked([0]))) == beside(walked([0]))


def test_what_moves_along_keeps_its_place() -> None:
    assert moved_along([(1, 0), (0, 2)], (0, 0), (3, -1)) == ((4, -1), (3, 1))
    goal = moved((5, 5), DIRECTIONS[2], 3)
    assert moved_along([(5, 5)], (5, 5), goal) == (goal,)

"""Boards of areas, beside networkx; and what every kind of board answers alike."""

from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.boards.areas import AreaLayout, AreaMap, Link
from interpreter.boards.board import HexMap, Sheet
from interpreter.boards.layout import HexLayout
from interpreter.boards.plane.tabletop import Tabletop
from interpreter.boards.protocol import Board, Cell, Misfit
from interpreter.values.faults import Fault

COUNT = 7
COSTS = (1, 2, Fraction(1, 2), Fraction(7, 3))
NUMBERS = st.integers(0, COUNT - 1)
LINKS = st.lists(
    st.builds(Link, NUMBERS, NUMBERS, st.sampled_from(COSTS), st.booleans()).filter(
        lambda link: link.start != link.goal
    ),
    max_size=12,
)


def board_of(links: list[Link]) -> AreaLayout:
    names = tuple(f"area {number}" for number in range(COUNT))
    return AreaLayout(
        AreaMap("dale", names, tuple(links)), (None,) * COUNT, {}, (None,) * COUNT
    )


def graph_of(links: list[Link]) -> "nx.DiGraph[int]":
    """Return the board as networkx has it; of parallel links the cheapest."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(COUNT))
    for link in links:
        ends = [(link.start, link.goal)]
        ends += [] if link.one_way else [(link.goal, link.start)]
        for start, goal in ends:
            known = graph.get_edge_data(start, goal, {"weight": link.cost})["weight"]
            graph.add_edge(start, goal, weight=min(known, link.cost))
    return graph


@given(LINKS)
def test_distances_are_those_of_networkx(links: list[Link]) -> None:
    board, graph = board_of(links), graph_of(links)
    for start in range(COUNT):
        lengths = nx.single_source_shortest_path_length(graph, start)
        here = (start, 0)
        assert {n for n, _ in board.neighbours(here)} == set(graph.successors(start))
        for radius in range(COUNT + 1):
            near = {(n, 0) for n, length in lengths.items() if length <= radius}
            ring = tuple(
                (n, 0) for n in range(COUNT) if lengths.get(n, COUNT + 1) == radius
            )
            assert set(board.within(here, radius)) == near
            assert board.ring(here, radius) == ring
        for goal in range(COUNT):
            if goal in lengths:
                assert board.distance(here, (goal, 0)) == lengths[goal]
            else:
                with pytest.raises(Fault, match="no links lead from"):
                    board.distance(here, (goal, 0))


@given(LINKS)
def test_paths_cost_what_networkx_says(links: list[Link]) -> None:
    board, graph = board_of(links), graph_of(links)
    for start in range(COUNT):
        costs = nx.single_source_dijkstra_path_length(graph, start)
        for goal in range(COUNT):
            a, b = (start, 0), (goal, 0)
            path = board.cheapest_path(a, b)
            edge = graph.get_edge_data(start, goal)
            assert board.link_cost(a, b) == (edge["weight"] if edge else None)
            assert board.path_cost(a, b) == costs.get(goal)
            if goal not in costs:
                assert path == ()
                continue
            assert (path[0], path[-1]) == (a, b)
            steps = pairwise(path)
            assert sum(graph[s][g]["weight"] for (s, _), (g, _) in steps) == costs[goal]


def test_names_are_read_as_people_write_them() -> None:
    names = ("Old Town", "Mill", "Old")
    areas = AreaMap("dale", names, (Link(0, 1, 1, True),))
    assert areas.place_of("Old_Town") == areas.place_of("Old Town") == (0, 0)
    assert areas.listed("Mill Old Town Old") == ["Mill", "Old Town", "Old"]
    assert areas.listed("Old Town, Mill") == ["Old Town", "Mill"]
    assert areas.listed("Mill nowhere") == ["Mill", "nowhere"]
    assert areas.touch((0, 0), (1, 0))
    assert not areas.touch((1, 0), (0, 0))
    assert areas.label((3, 0)) is None
    found = areas.place_of("Milk")
    assert isinstance(found, Misfit)
    assert found.known == names


def hexes() -> HexLayout:
    sheet = Sheet(frozenset((q, r) for q in range(3) for r in range(3)))
    board = HexMap("field", sheet=sheet)
    return HexLayout(board, None, {(0, 0): 1}, 0, {"corner": ((0, 0),)})


def areas() -> AreaLayout:
    links = (Link(0, 1), Link(1, 2))
    return AreaLayout(
        AreaMap("dale", ("A", "B", "C"), links),
        (1, 0, None),
        {"corner": ((0, 0),)},
        (None,) * 3,
    )


@pytest.mark.parametrize("board", [hexes(), areas()])
def test_boards_with_separate_places_answer_alike(board: Board[Cell]) -> None:
    start = (0, 0)
    assert board.is_bounded
    for place in (start, *board.neighbours(start)):
        assert board.place_of(board.label_of(place)) == place
        assert board.distance(start, place) == (place != start)
    assert isinstance(board.place_of("nowhere"), Misfit)
    assert board.contents(start).ground == 1
    assert board.contents(start).within == ("corner",)


def test_a_plane_answers_as_a_board() -> None:
    board: Board[tuple[int | Fraction, int | Fraction]] = Tabletop("table")
    a, b = board.place_of("3, 4 1/2"), board.place_of("3, 8 1/2")
    assert not isinstance(a, Misfit)
    assert not isinstance(b, Misfit)
    assert board.label_of(a) == "3, 4 1/2"
    assert board.distance(a, b) == 4
    assert board.neighbours(a) == ()
    assert not board.is_bounded
    assert board.contents(a).ground is None
    assert isinstance(board.place_of("3, 1/7"), Misfit)

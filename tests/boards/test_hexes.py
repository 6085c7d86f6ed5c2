"""Steps, distance and rings: against walking on a drawn grid, and their laws."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.hexes import (
    DIRECTIONS,
    Hex,
    ball_size,
    cross,
    direction,
    distance,
    dot,
    gap,
    moved,
    nearest,
    neighbour,
    neighbours,
    place_around,
    ring,
    sixth,
    step,
    within,
)
from interpreter.diagnostics import LimitExceeded
from tests.boards import paper

HEXES = some.tuples(some.integers(-60, 60), some.integers(-60, 60))
SPAN = range(-9, 10)


def touching() -> "nx.Graph[Hex]":
    """Return the hexes that share a side on paper, found by their corners."""
    hexes = [(q, r) for q in SPAN for r in SPAN]
    corners = {each: set(paper.drawn(each)) for each in hexes}
    graph: nx.Graph[Hex] = nx.Graph()
    graph.add_edges_from(
        (a, b) for a in hexes for b in hexes if len(corners[a] & corners[b]) == 2
    )
    return graph


def turned(way: Hex, sixths: int) -> Hex:
    """Return a step turned clockwise by sixths of a circle."""
    for _ in range(sixths):
        way = (-way[1], way[0] + way[1])
    return way


def test_distance_is_the_shortest_walk_on_paper() -> None:
    walks = nx.single_source_shortest_path_length(touching(), (0, 0))
    near = {goal: length for goal, length in walks.items() if length <= 9}
    assert len(near) == ball_size(9)
    assert near == {goal: distance((0, 0), goal) for goal in near}


def test_neighbours_share_a_side_and_run_clockwise_from_the_east() -> None:
    angles = [paper.angle((0, 0), paper.centre(each)) for each in neighbours((0, 0))]
    assert angles == pytest.approx([90, 150, 210, 270, 330, 30])
    assert set(neighbours((0, 0))) == set(touching()[(0, 0)])
    assert neighbours((2, 3)) == tuple(neighbour((2, 3), each) for each in range(6))


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_distance(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(HEXES, HEXES, HEXES, some.integers(1, 5))
def test_distance_does_not_depend_on_place_or_turn(
    a: Hex, b: Hex, by: Hex, sixths: int
) -> None:
    assert distance(moved(a, by), moved(b, by)) == distance(a, b)
    assert distance(turned(a, sixths), turned(b, sixths)) == distance(a, b)


@given(HEXES, HEXES)
def test_products_say_what_paper_says(a: Hex, b: Hex) -> None:
    first, second = paper.centre(a), paper.centre(b)
    turn = paper.turn((0, 0), first, second)
    assert (cross(a, b) > 0, cross(a, b) < 0) == (turn > 0, turn < 0)
    assert 6 * dot(a, b) == 3 * first[0] * second[0] + first[1] * second[1]


@given(HEXES, some.integers(0, 20))
def test_a_ring_goes_round(centre: Hex, radius: int) -> None:
    found = ring(centre, radius)
    assert len(set(found)) == len(found) == max(6 * radius, 1)
    assert {distance(centre, each) for each in found} == {radius}
    assert found[0] == moved(centre, DIRECTIONS[0], radius)
    if radius:
        steps = {distance(a, b) for a, b in pairwise((*found, found[0]))}
        turns = [
            paper.turn(paper.centre(centre), paper.centre(a), paper.centre(b))
            for a, b in pairwise(found)
        ]
        assert steps == {1}
        assert all(each > 0 for each in turns)


@pytest.mark.parametrize(
    ("radius", "size"), [(-1, 0), (0, 1), (1, 7), (2, 19), (3, 37), (5, 91), (7, 169)]
)
def test_balls_have_the_sizes_of_the_ledger(radius: int, size: int) -> None:
    assert len(within((3, -4), radius)) == ball_size(radius) == size


@given(HEXES, some.integers(0, 12))
def test_within_is_what_lies_near_ring_after_ring(centre: Hex, radius: int) -> None:
    q, r = centre
    span = range(-radius - 1, radius + 2)
    box = [(q + i, r + j) for i in span for j in span]
    near = {each for each in box if distance(centre, each) <= radius}
    found = within(centre, radius)
    assert set(found) == near
    places = [place_around(centre, each) for each in found]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


def test_longer_lists_than_the_language_has_are_refused_at_once() -> None:
    assert len(within((0, 0), 57)) == 9_919
    for asked in (lambda: within((0, 0), 58), lambda: ring((0, 0), 10**30)):
        with pytest.raises(LimitExceeded, match="10,000"):
            asked()


@given(HEXES, some.integers(0, 5), some.integers(1, 30))
def test_a_straight_row_has_a_direction(start: Hex, way: int, length: int) -> None:
    assert direction(start, moved(start, DIRECTIONS[way], length)) == way


def test_only_straight_rows_have_a_direction() -> None:
    straight = [
        each for each in within((0, 0), 8) if direction((0, 0), each) is not None
    ]
    assert len(straight) == 6 * 8
    assert direction((4, 4), (4, 4)) is None


@given(HEXES)
def test_every_step_lies_in_one_sixth(way: Hex) -> None:
    k, along, across = sixth(way)
    one, other = DIRECTIONS[k], DIRECTIONS[(k + 1) % 6]
    assert moved(moved((0, 0), one, along), other, across) == way
    assert across >= 0
    assert along > 0 or way == (0, 0)
    assert along + across == distance((0, 0), way)


@given(HEXES, some.lists(HEXES, max_size=8))
def test_nearest_keeps_all_equals_in_order(to: Hex, among: list[Hex]) -> None:
    found = nearest(to, tuple(among))
    lengths = sorted(distance(to, each) for each in among)
    assert len(found) == lengths.count(lengths[0] if lengths else 0)
    assert [each for each in among if each in found] == list(found)


def test_the_gap_between_bodies_is_that_of_their_nearest_hexes() -> None:
    assert gap(((0, 0), (1, 0)), ((4, 0), (9, 9))) == 3
    assert gap((), ((4, 0),)) is None


def test_a_step_leads_from_hex_to_hex() -> None:
    assert moved((2, 5), step((2, 5), (-1, 7))) == (-1, 7)

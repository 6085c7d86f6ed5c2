"""Ways over the plane and areas that stand together, against brute force."""

import math
from itertools import pairwise

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from interpreter.boards.plane.areas import Area, box, disc, swept
from interpreter.boards.plane.gaps import (
    MOST,
    bends,
    file_ahead,
    gap,
    legs,
    linked,
    near,
    overlap,
    run_to,
    turns,
)
from interpreter.boards.plane.points import (
    INCH,
    STEP,
    Point,
    distance,
    heading,
    moved,
    stretched,
    way,
)
from interpreter.diagnostics import LimitExceeded
from tests.boards.test_plane_areas import AREAS

MAN = 54
STEPS = some.integers(-8, 8).map(INCH.__mul__)
PLACES = some.tuples(STEPS, STEPS)


@given(some.lists(PLACES, max_size=8))
def test_legs_add_up_and_turns_stand_between_them(path: list[Point]) -> None:
    """What stands still or goes straight on is no turn."""
    ends = bends(path)
    assert set(ends) <= set(path)
    assert len(legs(path)) == max(len(ends) - 1, 0)
    assert len(turns(path)) == max(len(legs(path)) - 1, 0)
    assert all(turns(path))
    assert legs(path) == tuple(reversed(legs(path[::-1])))
    true = sum(math.dist(a, b) for a, b in pairwise(path))
    assert true - 1e-6 <= sum(legs(path)) < true + STEP * len(path) + 1e-6


def test_a_path_with_turns() -> None:
    """Two inches on, a half right turn, three on, twice half right."""
    path = [(0, 0), (0, 144), (0, 288), (432, 720), (432, 720), (864, 720), (864, 0)]
    assert legs(path) == (288, 612, 432, 720)
    assert turns(path) == (45, 45, 90)
    assert legs([(0, 0)]) == turns([(0, 0)]) == ()
    assert legs([]) == ()


@settings(max_examples=60)
@given(PLACES, PLACES, some.integers(0, 200), AREAS)
def test_a_disc_is_stopped_where_brute_force_stops_it(
    start: Point, goal: Point, wide: int, area: Area
) -> None:
    """Step after step until what it has covered would overlap."""
    found = run_to(start, goal, wide, area)
    facing = heading(way(start, goal))
    if facing is None:
        assert found == (0 if overlap(swept(start, goal, wide), area) else None)
        return
    if found is None:
        assert not overlap(swept(start, goal, wide), area)
        return
    tried = 0
    while tried + STEP < distance(start, goal):
        at = moved(start, stretched(facing, tried + STEP))
        if overlap(swept(start, at, wide), area):
            break
        tried += STEP
    assert found == tried


@settings(max_examples=50)
@given(
    some.lists(
        some.tuples(PLACES, some.integers(0, 3)), max_size=9, unique_by=lambda p: p[0]
    )
)
def test_links_are_a_connected_part_of_a_graph(
    men: list[tuple[Point, int]],
) -> None:
    """Networkx finds the same."""
    areas = [disc(at, MAN) for at, _ in men]
    reaches = [reach * INCH for _, reach in men]
    graph = networkx.Graph()
    graph.add_nodes_from(areas)
    graph.add_edges_from(
        (a, b)
        for i, a in enumerate(areas)
        for j, b in enumerate(areas)
        if near(a, b, min(reaches[i], reaches[j]))
    )
    for each in areas:
        part = networkx.node_connected_component(graph, each)
        assert set(linked(each, areas, reaches)) == part
    assert linked(disc((9999, 9999), 1), areas, reaches) == ()


def test_ranks_stand_in_file() -> None:
    """Each touches the one before him; a gap or a step aside ends the file."""
    men = [box((0, y), (0, 1), 72, 72) for y in (0, 72, 144, 300)]
    beside = box((72, 72), (0, 1), 72, 72)
    assert file_ahead(men[0], (0, 1), [*men, beside]) == (men[1], men[2])
    assert file_ahead(men[2], (0, -1), [*men, beside]) == (men[1], men[0])
    assert file_ahead(men[1], (1, 0), [*men, beside]) == (beside,)
    assert file_ahead(men[3], (0, -1), [*men, beside]) == ()
    round_ = [disc((0, y), MAN) for y in (0, 108, 216)]
    aside = disc((100, 190), MAN)
    assert file_ahead(round_[0], (0, 1), [aside, *round_]) == (round_[1], round_[2])
    assert gap(round_[1], aside) > 0


def test_chains_have_a_limit() -> None:
    """Before anything is compared."""
    many = [disc((i, 0), 1) for i in range(MOST + 1)]
    with pytest.raises(LimitExceeded):
        linked(many[0], many, [1] * len(many))
    with pytest.raises(LimitExceeded):
        file_ahead(many[0], (0, 1), many)

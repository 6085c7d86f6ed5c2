"""Nested hexes: against the nearest centre on paper, and the laws of a tiling."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.board import MOST_ACROSS, Nesting
from interpreter.boards.hexes import Hex, distance, moved, neighbours, within
from interpreter.diagnostics import LimitExceeded
from tests.boards import paper

HEXES = some.tuples(some.integers(-300, 300), some.integers(-300, 300))
NESTINGS = some.builds(Nesting, some.integers(1, 12), HEXES)


def nearest_on_paper(nesting: Nesting, fine: Hex) -> list[Hex]:
    """Return the coarse hexes, of all around, whose centre is nearest on paper."""
    q, r = fine[0] - nesting.origin[0], fine[1] - nesting.origin[1]
    span = range(-2, 4)
    around = [
        (q // nesting.side + i, r // nesting.side + j) for i in span for j in span
    ]
    squared = {
        each: paper.squared(
            paper.centre((q, r)),
            paper.centre((each[0] * nesting.side, each[1] * nesting.side)),
        )
        for each in around
    }
    least = min(squared.values())
    return sorted(each for each in around if squared[each] == least)


@given(NESTINGS, HEXES)
def test_a_hex_belongs_to_the_nearest_centre_least_first(
    nesting: Nesting, fine: Hex
) -> None:
    assert nesting.group(fine) == nearest_on_paper(nesting, fine)[0]


@pytest.mark.parametrize(
    ("side", "ties"),
    [(1, {}), (2, {2: 6}), (3, {3: 6}), (4, {2: 6}), (6, {2: 6, 3: 6}), (8, {2: 18})],
)
def test_ties_are_those_on_the_border(side: int, ties: dict[int, int]) -> None:
    nesting = Nesting(side)
    found: dict[int, int] = {}
    for fine in within((0, 0), side):
        nearest = nearest_on_paper(nesting, fine)
        if (0, 0) in nearest and len(nearest) > 1:
            found[len(nearest)] = found.get(len(nearest), 0) + 1
    assert found == ties


def test_four_across_is_the_set_of_the_ledger() -> None:
    assert set(Nesting(4).members((0, 0))) == {
        *((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),
        *((1, 1), (-1, -1), (2, -1), (-2, 1), (1, -2), (-1, 2)),
        *((2, 0), (0, 2), (2, -2)),
    }


def test_of_96_ways_out_of_the_small_hexes_30_leave_the_large_one() -> None:
    nesting = Nesting(4)
    leaving = [
        nesting.group(goal) != (0, 0)
        for fine in nesting.members((0, 0))
        for goal in neighbours(fine)
    ]
    assert (len(leaving), sum(leaving)) == (96, 30)


@given(NESTINGS, HEXES)
def test_groups_part_the_board(nesting: Nesting, fine: Hex) -> None:
    coarse = nesting.group(fine)
    members = nesting.members(coarse)
    assert fine in members
    assert len(set(members)) == len(members) == nesting.side**2
    assert {nesting.group(each) for each in members} == {coarse}
    assert members[0] == nesting.centre(coarse)
    around = [each for goal in within(coarse, 2) for each in nesting.members(goal)]
    assert len(set(around)) == len(around) == 19 * nesting.side**2


@given(NESTINGS, HEXES, HEXES)
def test_all_groups_have_one_shape(nesting: Nesting, one: Hex, other: Hex) -> None:
    by = nesting.side * (other[0] - one[0]), nesting.side * (other[1] - one[1])
    there = tuple(moved(each, by) for each in nesting.members(one))
    assert nesting.members(other) == there


@given(NESTINGS, HEXES, HEXES)
def test_the_coarse_scale_does_not_stretch(nesting: Nesting, a: Hex, b: Hex) -> None:
    far = nesting.apart(a, b)
    slack = 4 * nesting.side / 3  # each end lies at most 2/3 of a side off its centre
    assert abs(distance(a, b) - nesting.side * far) <= slack
    assert nesting.apart(a, b) == nesting.apart(b, a)


def test_members_go_outward_and_fill_the_most_across() -> None:
    members = Nesting(MOST_ACROSS).members((1, 1))
    lengths = [distance(Nesting(MOST_ACROSS).centre((1, 1)), each) for each in members]
    assert len(members) == MOST_ACROSS**2
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("side", [0, -4, MOST_ACROSS + 1])
def test_no_nesting_of_nothing_or_too_much(side: int) -> None:
    with pytest.raises(ValueError, match="hexes across"):
        Nesting(side)


def test_a_map_may_say_otherwise() -> None:
    nesting = Nesting(4, instead={(2, 0): (1, 0), (7, 7): (0, 0)})
    assert nesting.group((2, 0)) == (1, 0)
    assert (2, 0) not in nesting.members((0, 0))
    assert (2, 0) in nesting.members((1, 0))
    assert nesting.members((0, 0))[-1] == (7, 7)
    assert nesting.apart((2, 0), (1, 0)) == 1
    same = Nesting(4, instead={(1, 0): (0, 0)})
    assert same.members((0, 0)) == Nesting(4).members((0, 0))


@pytest.mark.parametrize(("radius", "coarse"), [(0, 1), (2, 19), (4, 61)])
def test_regions_are_balls_of_large_hexes(radius: int, coarse: int) -> None:
    nesting, fine = Nesting(4), (17, -5)
    centres = nesting.centres(fine, radius)
    assert len(set(centres)) == coarse
    for centre in centres:
        region = nesting.region(centre, radius)
        assert fine in region
        assert len(set(region)) == len(region) == 16 * coarse
        groups = {nesting.group(each) for each in region}
        assert {distance(centre, each) for each in groups} == set(range(radius + 1))


def test_a_region_too_wide_is_refused_at_once() -> None:
    assert len(Nesting(4).region((0, 0), 13)) == 547 * 16 == 8_752
    for radius in (14, 10**9):
        with pytest.raises(LimitExceeded):
            Nesting(4).region((0, 0), radius)

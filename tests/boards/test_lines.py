"""Lines from centre to centre: against hexes drawn on paper."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.hexes import Hex, distance, moved, within
from interpreter.boards.sight import Along, clear_line, course, line, touched
from interpreter.diagnostics import LimitExceeded
from tests.boards import paper
from tests.boards.test_hexes import turned

HEXES = some.tuples(some.integers(-12, 12), some.integers(-12, 12))


def drawn_course(start: Hex, goal: Hex) -> list[set[Hex]]:
    """Return the stretches of a line by cutting it with every drawn hex in reach."""
    a, b = paper.centre(start), paper.centre(goal)
    found: dict[tuple[Fraction, Fraction, bool], set[Hex]] = {}
    for each in within(start, distance(start, goal) + 1):
        if part := paper.inside(a, b, paper.drawn(each)):
            found.setdefault(part, set()).add(each)
    return [found[part] for part in sorted(found)]


def test_every_short_course_is_what_paper_shows() -> None:
    for goal in within((0, 0), 9)[1:]:
        found = course((0, 0), goal)
        assert [set(each) for each in found] == drawn_course((0, 0), goal), goal
        assert len(found) <= 2 * distance((0, 0), goal) + 1


@given(HEXES, HEXES)
def test_a_course_between_any_two_is_what_paper_shows(start: Hex, goal: Hex) -> None:
    if start != goal:
        assert [set(each) for each in course(start, goal)] == drawn_course(start, goal)


@given(HEXES, HEXES)
def test_there_and_back_meet_the_same(start: Hex, goal: Hex) -> None:
    back = [tuple(reversed(each)) for each in reversed(course(goal, start))]
    assert list(course(start, goal)) == back


@given(HEXES, HEXES, some.integers(1, 5))
def test_a_course_turns_with_its_ends(start: Hex, goal: Hex, sixths: int) -> None:
    there = [
        tuple(turned(each, sixths) for each in stretch)
        for stretch in course(start, goal)
    ]
    assert list(course(turned(start, sixths), turned(goal, sixths))) == there


@given(HEXES, HEXES, HEXES)
def test_a_course_moves_with_its_ends(start: Hex, goal: Hex, by: Hex) -> None:
    there = [
        tuple(moved(each, by) for each in stretch) for stretch in course(start, goal)
    ]
    assert list(course(moved(start, by), moved(goal, by))) == there


@given(HEXES, HEXES)
def test_the_left_of_two_stands_first(start: Hex, goal: Hex) -> None:
    for stretch in course(start, goal):
        if len(stretch) == 2:
            left, right = map(paper.centre, stretch)
            ends = paper.centre(start), paper.centre(goal)
            assert paper.turn(*ends, left) < 0 < paper.turn(*ends, right)


def test_a_line_along_a_side_crosses_nothing_and_touches_two() -> None:
    assert course((0, 0), (1, 1)) == (((0, 0),), ((0, 1), (1, 0))[::-1], ((1, 1),))
    assert line((0, 0), (1, 1)) == ()
    assert touched((0, 0), (1, 1)) == ((1, 0), (0, 1))


def test_neighbours_have_nothing_between_and_a_hex_sees_itself() -> None:
    assert line((0, 0), (1, 0)) == touched((0, 0), (1, 0)) == ()
    assert course((3, 3), (3, 3)) == (((3, 3),),)
    assert clear_line((3, 3), (3, 3), lambda _: True)


def test_the_ends_of_a_line_never_block() -> None:
    ends = {(0, 0), (3, 0)}
    assert clear_line((0, 0), (3, 0), ends.__contains__)
    assert not clear_line((0, 0), (3, 0), {(2, 0)}.__contains__)


@pytest.mark.parametrize(
    ("along", "one_side", "both_sides"),
    [
        (Along.NEVER, True, True),
        (Along.BOTH, True, False),
        (Along.EITHER, False, False),
    ],
)
@pytest.mark.parametrize("side", [(1, 0), (0, 1)])
def test_maps_differ_on_lines_along_sides(
    along: Along, one_side: bool, both_sides: bool, side: Hex
) -> None:
    ends = (0, 0), (1, 1)
    assert clear_line(*ends, {side}.__contains__, along) is one_side
    assert clear_line(*ends, {(1, 0), (0, 1)}.__contains__, along) is both_sides


@given(HEXES, HEXES, some.sets(some.sampled_from(within((0, 0), 8)), max_size=30))
def test_sight_is_mutual(start: Hex, goal: Hex, blockers: set[Hex]) -> None:
    for along in Along:
        there = clear_line(start, goal, blockers.__contains__, along)
        assert clear_line(goal, start, blockers.__contains__, along) is there
    crossed = set(line(start, goal)) & blockers
    assert clear_line(start, goal, blockers.__contains__) is not bool(crossed)


def test_a_line_too_long_is_refused_at_once() -> None:
    with pytest.raises(LimitExceeded):
        line((0, 0), (10**30, 0))

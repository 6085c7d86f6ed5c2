"""Exact odds of functions written by hand in the exact form, against other ways."""

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from interpreter.app.ruleset import open_ruleset
from interpreter.diagnostics import LimitExceeded, OpenStop
from interpreter.engine.exact.cycles import (
    expected_visits,
)
from interpreter.engine.exact.forward_pass import LEFT_OVER, MAX_END_BITS, StateNumbers
from interpreter.engine.exact.model import (
    CALL,
    CHOOSE,
    DRAW,
    GO,
    POOL,
    ROLL,
    ExactModel,
    ResumePoint,
    draw_distribution,
)
from interpreter.engine.exact.model import exact_model as emitted_engine
from interpreter.engine.exact.program import ExactResult, distribution_of
from interpreter.engine.policies import Answers, Policy
from interpreter.ir.components import strongly_connected_components
from tests.agreement.brute import Resumable
from tests.ruleset.packs import write

D6 = ("p.roll", 1, 6, True, None, ())
TWO_D6 = ("p.roll", 2, tuple((face,) for face in range(1, 7)), ("+",), (), ())


def exact_model(
    functions: list[Callable[..., Any]],
    entries: tuple[str, ...],
    names: dict[str, tuple[str, ...]] | None = None,
    **more: Any,
) -> ExactModel:
    """Number functions in their order; those named in `entries` begin procedures."""
    points = {
        each.__name__: ResumePoint(
            number,
            each,
            each.__name__,
            (names or {}).get(each.__name__, ()),
            each.__name__ in entries,
            each.__name__ if each.__name__ in entries else "",
        )
        for number, each in enumerate(functions)
    }
    return ExactModel(points, {each: points[each] for each in entries}, **more)


def by_brute(made: ExactModel, procedure: str, *arguments: Any, **more: Any) -> Any:
    """Return the law of every sequence of answers, and what was cut off."""
    functions = {name: point.function for name, point in made.points.items()}
    entries = {name: point.title for name, point in made.entries.items()}
    state = more.pop("state", ())
    read = more.pop("read", lambda result, state: result)
    resumable = Resumable(functions, entries, read)
    return resumable.distribution(procedure, arguments, state, **more)


def shares(found: ExactResult) -> dict[Any, Fraction]:
    """Return each result with its chance, and check that they fill the whole."""
    assert sum(found.outcomes.values()) + found.left_over * found.denominator == (
        found.denominator
    )
    return {
        result: Fraction(weight, found.denominator)
        for (result, _), weight in found.outcomes.items()
    }


# -- straight: 2d6 and a modifier in five bands


def bands(state: Any, modifier: int) -> Any:
    return (POOL, state, TWO_D6, (("bands_r0", (modifier,)),))


def bands_r0(state: Any, modifier: int, answer: Any) -> Any:
    total = answer[0] + modifier
    return (None, state, sum(total > top for top in (2, 5, 8, 11)), ())


BANDS = exact_model([bands, bands_r0], ("bands",))


def test_2d6_gives_36ths() -> None:
    found = distribution_of(BANDS, "bands", (1,), ())
    weights = {result: weight for (result, _), weight in found.outcomes.items()}
    assert weights == {1: 6, 2: 15, 3: 12, 4: 3}
    assert found.denominator == 36
    assert found.left_over == 0
    assert found.method == "joined states"


# -- again until it is not 1


def again(state: Any) -> Any:
    return (ROLL, state, D6, (("again_r0", ()),))


def again_r0(state: Any, face: int) -> Any:
    if face == 1:
        return (GO, state, ("again", ()), ())
    return (None, state, face, ())


AGAIN = exact_model([again, again_r0], ("again",))


def test_until_not_1_is_a_series() -> None:
    found = distribution_of(AGAIN, "again", (), ())
    assert shares(found) == {face: Fraction(1, 5) for face in range(2, 7)}
    assert (found.denominator, found.left_over) == (5, 0)
    assert found.method == "elimination"


def test_left_over_is_reported_and_nothing_is_scaled_up() -> None:
    found = distribution_of(AGAIN, "again", (), (), left_over=Fraction(1, 1000))
    assert found.left_over == Fraction(1, 6**4)  # 1/216 is still too much
    assert shares(found)[4] == sum(Fraction(1, 6**n) for n in range(1, 5))
    assert found.method == "iteration"


# -- a duel with a counter: each of two loses one on a 6 of the other


def duel(state: Any, one: int, two: int, left: int) -> Any:
    if not left or not one or not two:
        return (None, state, (one, two), ())
    return (CALL, state, ("blow", (one,)), (("duel_c0", (one, two, left)),))


def duel_c0(state: Any, one: int, two: int, left: int, loss: int) -> Any:
    return (CALL, state, ("blow", (two,)), (("duel_c1", (one, two - loss, left)),))


def duel_c1(state: Any, one: int, two: int, left: int, loss: int) -> Any:
    one = max(0, one - loss)
    return (GO, state, ("duel", (one, max(0, two), left - 1)), ())


def blow(state: Any, size: int) -> Any:
    count = min(size, 2)
    payload = (
        "blow.roll",
        count,
        tuple((int(f == 6),) for f in range(1, 7)),
        ("+",),
        (),
        (),
    )
    return (POOL, state, payload, (("blow_r0", ()),))


def blow_r0(state: Any, answer: Any) -> Any:
    return (None, state, answer[0], ())


DUEL = exact_model([duel, duel_c0, duel_c1, blow, blow_r0], ("duel", "blow"))


def by_hand(one: int, two: int, left: int) -> dict[tuple[int, int], Fraction]:
    """Recursion over rounds, nothing joined."""
    if not left or not one or not two:
        return {(one, two): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = Counter()  # type: ignore[assignment]
    for first in itertools.product(range(1, 7), repeat=min(one, 2)):
        for second in itertools.product(range(1, 7), repeat=min(two, 2)):
            after = (max(0, one - second.count(6)), max(0, two - first.count(6)))
            share = Fraction(1, 6 ** (len(first) + len(second)))
            for end, rest in by_hand_cached(*after, left - 1).items():
                found[end] += share * rest
    return found


SEEN: dict[tuple[int, int, int], dict[tuple[int, int], Fraction]] = {}


def by_hand_cached(one: int, two: int, left: int) -> dict[tuple[int, int], Fraction]:
    """Remember; the enumeration of dice is still whole."""
    key = (one, two, left)
    if key not in SEEN:
        SEEN[key] = by_hand(*key)
    return SEEN[key]


def test_duel_with_a_counter() -> None:
    found = distribution_of(DUEL, "duel", (3, 2, 6), ())
    assert shares(found) == by_hand(3, 2, 6)
    assert found.method == "joined states"


def endless(state: Any, one: int, two: int) -> Any:
    if not one or not two:
        return (None, state, (one, two), ())
    return (CALL, state, ("blow", (one,)), (("endless_c0", (one, two)),))


def endless_c0(state: Any, one: int, two: int, loss: int) -> Any:
    return (CALL, state, ("blow", (two,)), (("endless_c1", (one, two - loss)),))


def endless_c1(state: Any, one: int, two: int, loss: int) -> Any:
    return (GO, state, ("endless", (max(0, one - loss), max(0, two))), ())


ENDLESS = exact_model(
    [endless, endless_c0, endless_c1, blow, blow_r0], ("endless", "blow")
)


def test_duel_without_a_counter() -> None:
    exact = shares(distribution_of(ENDLESS, "endless", (3, 2), ()))
    assert sum(exact.values()) == 1
    assert not any(one and two for one, two in exact)
    bounded = by_hand(3, 2, 20)
    rest = sum(share for (one, two), share in bounded.items() if one and two)
    for end, share in exact.items():
        assert bounded[end] <= share <= bounded[end] + rest
    # One against one: the same by the series of a round in which nobody falls.
    single = shares(distribution_of(ENDLESS, "endless", (1, 1), ()))
    assert single == {
        (1, 0): Fraction(5, 11),
        (0, 1): Fraction(5, 11),
        (0, 0): Fraction(1, 11),
    }


def test_left_over_is_near_the_exact_distribution() -> None:
    exact = shares(distribution_of(ENDLESS, "endless", (3, 2), ()))
    found = distribution_of(
        ENDLESS, "endless", (3, 2), (), left_over=Fraction(1, 10**6)
    )
    assert 0 < found.left_over <= Fraction(1, 10**6)
    for end, share in shares(found).items():
        assert share <= exact[end] <= share + found.left_over


# -- a contest: the highest of n dice goes on, ties throw again (recursion at the end)


def contest(state: Any, who: tuple[int, ...]) -> Any:
    if len(who) == 1:
        return (None, state, who[0], ())
    payload = ("contest.roll", len(who), 6, False, None, ())
    return (ROLL, state, payload, (("contest_r0", (who,)),))


def contest_r0(state: Any, who: Any, faces: tuple[int, ...]) -> Any:
    top = tuple(
        each for each, face in zip(who, faces, strict=True) if face == max(faces)
    )
    return (CALL, state, ("contest", (top,)), ())


CONTEST = exact_model([contest, contest_r0], ("contest",))


def test_ties_contest() -> None:
    found = distribution_of(CONTEST, "contest", ((0, 1, 2),), ())
    assert shares(found) == dict.fromkeys(range(3), Fraction(1, 3))


# -- a sum until it is enough: states come again, but never in a circle


def climb(state: Any, total: int) -> Any:
    if total >= 10:
        return (None, state, total, ())
    return (ROLL, state, D6, (("climb_r0", (total,)),))


def climb_r0(state: Any, total: int, face: int) -> Any:
    return (GO, state, ("climb", (total + face,)), ())


CLIMB = exact_model([climb, climb_r0], ("climb",))


def test_states_in_order() -> None:
    found = distribution_of(CLIMB, "climb", (0,), ())

    def on(total: int) -> Any:
        return total if total >= 10 else total + icepool.d(6)

    expected = icepool.Die([0]).map(on, repeat=10)
    assert shares(found) == {
        total: expected.probability(total) for total in expected.outcomes()
    }
    assert found.method == "states in order"


def test_a_walk_between_walls() -> None:
    """Ruin of a gambler: from k of n it ends above with k/n."""

    def walk(state: Any, at: int) -> Any:
        if at in (0, 12):
            return (None, state, at, ())
        return (ROLL, state, ("w", 1, 2, True, None, ()), (("walk_r0", (at,)),))

    def walk_r0(state: Any, at: int, face: int) -> Any:
        return (GO, state, ("walk", (at + 2 * face - 3,)), ())

    found = distribution_of(exact_model([walk, walk_r0], ("walk",)), "walk", (5,), ())
    assert shares(found) == {0: Fraction(7, 12), 12: Fraction(5, 12)}


# -- kernels, states, observation


def outer(state: Any, count: int) -> Any:
    return (CALL, state, ("gain", ()), (("outer_c0", (count, 0)),))


def outer_c0(state: Any, count: int, total: int, more: int) -> Any:
    if count == 1:
        return (None, state, total + more, ())
    return (
        CALL,
        state,
        ("gain", ()),
        (("outer_c0_again", (count - 1, total + more)),),
    )


def outer_c0_again(state: Any, count: int, total: int, more: int) -> Any:
    return outer_c0(state, count, total, more)


def gain(state: Any) -> Any:
    return (ROLL, state, D6, (("gain_r0", ()),))


def gain_r0(state: Any, face: int) -> Any:
    return (None, state, int(face >= 5), ())


SUMMING = exact_model(
    [outer, outer_c0, outer_c0_again, gain, gain_r0], ("outer", "gain")
)


def test_a_kernel_is_found_once() -> None:
    calls = []

    def counted(state: Any) -> Any:
        calls.append(1)
        return gain(state)

    points = {**SUMMING.points}
    entry = replace(points["gain"], function=counted)
    made = ExactModel(points, {**SUMMING.entries, "gain": entry})
    found = shares(distribution_of(made, "outer", (5,), ()))
    expected = 5 @ (icepool.d(6) >= 5)
    assert found == {n: expected.probability(n) for n in range(6)}
    assert len(calls) == 1


def mark(state: Any, who: int) -> Any:
    return (ROLL, state, D6, (("mark_r0", (who,)),))


def mark_r0(state: Any, who: int, face: int) -> Any:
    spine = [*state[0]]
    row = [*spine[who]]
    row[1] = min(row[1] + face, 4)
    spine[who] = tuple(row)
    return (None, (tuple(spine),), None, ())


def both(state: Any) -> Any:
    return (CALL, state, ("mark", (0,)), (("both_c0", ()),))


def both_c0(state: Any, answer: Any) -> Any:
    return (CALL, state, ("mark", (1,)), (("both_c1", ()),))


def both_c1(state: Any, answer: Any) -> Any:
    return (None, state, state[0][0][1] > state[0][1][1], ())


WORLD = ((("a", 0), ("b", 2), None),)
BOTH = exact_model([both, both_c0, both_c1, mark, mark_r0], ("both", "mark"))


def test_states_and_observation() -> None:
    def numbers(state: Any) -> Any:
        return tuple(row and row[1] for row in state[0])

    def second(state: Any) -> Any:
        return state[0][1][1]

    found = distribution_of(BOTH, "both", (), WORLD, observe=(numbers, second))
    expected: Counter[Any] = Counter()
    for one, two in itertools.product(range(1, 7), repeat=2):
        after = (min(one, 4), min(two + 2, 4))
        expected[(after[0] > after[1], ((*after, None), after[1]))] += 1
    assert dict(found.outcomes) == dict(expected)
    assert found.denominator == 36
    assert {key for key, _ in distribution_of(BOTH, "both", (), WORLD).outcomes} == {
        False,
        True,
    }


def test_equal_states_are_one() -> None:
    states = StateNumbers()
    first = states.number(WORLD)
    assert states.number(([("a", 0), ("b", 2), None],)) == first
    assert states.number([WORLD[0]]) == first
    assert states.number(((("a", 1), *WORLD[0][1:]),)) != first
    assert states.number(7) != states.number(())
    two = states.number((((1,),), ((True,),)))
    assert [type(spine[0][0]) for spine in states.known[two]] == [int, bool]


# -- brute force


@pytest.mark.parametrize(
    ("made", "procedure", "arguments"),
    [
        (BANDS, "bands", (2,)),
        (DUEL, "duel", (2, 1, 2)),
        (CLIMB, "climb", (4,)),
        (SUMMING, "outer", (3,)),
    ],
)
def test_equals_brute_force(made: ExactModel, procedure: str, arguments: Any) -> None:
    expected, cut = by_brute(made, procedure, *arguments)
    assert not cut
    assert shares(distribution_of(made, procedure, arguments, ())) == expected


@pytest.mark.parametrize(
    ("made", "procedure", "arguments", "deepest"),
    [(AGAIN, "again", (), 7), (CONTEST, "contest", ((0, 1, 2),), 3)],
)
def test_series_lie_above_brute_force(
    made: ExactModel, procedure: str, arguments: Any, deepest: int
) -> None:
    part, cut = by_brute(made, procedure, *arguments, deepest=deepest)
    exact = shares(distribution_of(made, procedure, arguments, ()))
    assert sum(part.values()) + cut == 1
    for result, share in exact.items():
        assert part[result] <= share <= part[result] + cut


def test_states_equal_brute_force() -> None:
    def read(result: Any, state: Any) -> Any:
        return result, state[0]

    expected, _ = by_brute(BOTH, "both", state=WORLD, read=read)
    found = distribution_of(BOTH, "both", (), WORLD, observe=(lambda state: state[0],))
    ours = {
        (result, spine): Fraction(weight, found.denominator)
        for (result, (spine,)), weight in found.outcomes.items()
    }
    assert ours == expected


# -- draws, choices, frames below, limits


@pytest.mark.parametrize("weights", [None, (3, 1, 2, 1)])
@pytest.mark.parametrize("how_many", [None, 0, 1, 2, 4])
def test_draws(weights: tuple[int, ...] | None, how_many: int | None) -> None:
    items = ("x", "y", "x", "z")
    expected: dict[Any, Fraction] = {}
    for order in itertools.permutations(range(4), 1 if how_many is None else how_many):
        share, left = Fraction(1), list(range(4))
        for each in order:
            given = [1 if weights is None else weights[place] for place in left]
            share *= Fraction(given[left.index(each)], sum(given))
            left.remove(each)
        key: Any = tuple(items[each] for each in order)
        key = key[0] if how_many is None else key
        expected[key] = expected.get(key, Fraction(0)) + share
    found = draw_distribution(items, weights, how_many)
    assert {key: Fraction(ways, found.total) for key, ways in found.items} == expected


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="cannot draw 2 of 1"):
        draw_distribution(("x", "y"), (1, 0), 2)
    assert draw_distribution(("x", "y"), None, 5).total == 2  # then all are drawn
    with pytest.raises(LimitExceeded):
        draw_distribution(tuple(range(30)), None, 10)


def test_a_draw_in_a_procedure() -> None:
    def pick(state: Any) -> Any:
        payload = ("pick", ("a", "b", "a"), None, None, None, ())
        return (DRAW, state, payload, (("pick_r0", ()),))

    def pick_r0(state: Any, item: str) -> Any:
        return (None, state, item, ())

    found = distribution_of(exact_model([pick, pick_r0], ("pick",)), "pick", (), ())
    assert dict(found.outcomes) == {("a", ()): 2, ("b", ()): 1}


def ask(state: Any) -> Any:
    payload = ("ask.side", "north", (10, 20, 30), None, None, None, ())
    return (CHOOSE, state, payload, (("ask_r0", ()),))


def ask_r0(state: Any, chosen: int) -> Any:
    return (None, state, chosen, ())


ASK = exact_model(
    [ask, ask_r0],
    ("ask",),
    site=lambda path: (path, path.rpartition(".")[2]),
)


def test_an_open_choice_names_seat_and_step() -> None:
    with pytest.raises(OpenStop, match=r"north must choose .*ask\.side"):
        distribution_of(ASK, "ask", (), ())


def test_choices_are_answered() -> None:
    fixed = Answers({"side": 20})
    assert shares(distribution_of(ASK, "ask", (), (), answers=fixed)) == {20: 1}
    most = Answers(policy=Policy("most", {"ask.side": lambda c: max(c.offered or ())}))
    assert shares(distribution_of(ASK, "ask", (), (), answers=most)) == {30: 1}
    even = Answers(policy=Policy("even", default="random"))
    found = shares(distribution_of(ASK, "ask", (), (), answers=even))
    assert found == dict.fromkeys((10, 20, 30), Fraction(1, 3))


def test_a_call_in_a_circle_of_procedures_is_a_kernel() -> None:
    """down(n) throws for each of n, the inner first: `go` with a frame."""

    def down(state: Any, n: int) -> Any:
        if not n:
            return (None, state, 0, ())
        return (GO, state, ("down", (n - 1,)), (("down_c0", (n,)),))

    def down_c0(state: Any, n: int, before: int) -> Any:
        return (ROLL, state, D6, (("down_r0", (n, before)),))

    def down_r0(state: Any, n: int, before: int, face: int) -> Any:
        return (None, state, before + (face > 3), ())

    made = exact_model([down, down_c0, down_r0], ("down",))
    assert (
        shares(distribution_of(made, "down", (4,), ())) == by_brute(made, "down", 4)[0]
    )
    with pytest.raises(LimitExceeded, match="calls inside calls, at 'down'"):
        distribution_of(made, "down", (64,), ())


def test_an_engine_of_what_is_emitted() -> None:
    described = {
        "s_again__0": ("again", 0, "entry", ()),
        "s_again__1": ("again", 1, "roll", ("kept",)),
        "s_other__0": ("other", 0, "entry", ()),
    }
    functions: dict[str, Callable[..., Any]] = {
        "s_again__0": lambda state: (ROLL, state, D6, (("s_again__1", ()),)),
        "s_again__1": lambda state, face: (
            (GO, state, ("s_again__0", ()), ()) if face < 3 else (None, state, face, ())
        ),
    }
    made = emitted_engine(described, functions.__getitem__)  # other is never compiled
    found = distribution_of(made, "again", (), ())
    assert shares(found) == dict.fromkeys((3, 4, 5, 6), Fraction(1, 4))
    assert made.points["s_again__1"].title == "again (roll 1)"


def test_frames_below_are_gone_on_with() -> None:
    def deep(state: Any) -> Any:
        return (ROLL, state, D6, (("deep_r0", ()), ("deep_c0", (100,))))

    def deep_r0(state: Any, face: int) -> Any:
        return (None, state, face % 2, ())

    def deep_c0(state: Any, base: int, odd: int) -> Any:
        return (None, state, base + odd, ())

    found = distribution_of(
        exact_model([deep, deep_r0, deep_c0], ("deep",)), "deep", (), ()
    )
    assert dict(found.outcomes) == {(101, ()): 3, (100, ()): 3}


def test_too_many_states_name_the_widest_point() -> None:
    def count(state: Any, passes: int, bound: int) -> Any:
        return (ROLL, state, D6, (("count_r0", (passes, bound)),))

    def count_r0(state: Any, passes: int, bound: int, face: int) -> Any:
        if face == 6:
            return (None, state, passes, ())
        return (GO, state, ("count", (passes + 1, bound)), ())

    names = {"count": ("passes", "bound"), "count_r0": ("passes", "bound")}
    made = exact_model([count, count_r0], ("count",), names)
    with pytest.raises(
        LimitExceeded, match=r"differ: passes \(\d+ values\), at most 600"
    ):
        distribution_of(made, "count", (0, 9), (), max_states=600)
    found = distribution_of(made, "count", (0, 9), (), left_over=Fraction(1, 100))
    assert 0 < found.left_over <= Fraction(1, 100)


def test_recursion_that_waits_for_itself() -> None:
    def turn(state: Any) -> Any:
        return (ROLL, state, D6, (("turn_r0", ()),))

    def turn_r0(state: Any, face: int) -> Any:
        if face == 6:
            return (CALL, state, ("turn", ()), (("turn_c0", ()),))
        return (None, state, face, ())

    def turn_c0(state: Any, more: int) -> Any:
        return (None, state, 6 + more, ())

    with pytest.raises(LimitExceeded, match="'turn' waits for an equal call"):
        distribution_of(
            exact_model([turn, turn_r0, turn_c0], ("turn",)), "turn", (), ()
        )


def test_a_loop_that_never_ends() -> None:
    def ever(state: Any) -> Any:
        return (ROLL, state, D6, (("ever_r0", ()),))

    def ever_r0(state: Any, face: int) -> Any:
        return (GO, state, ("ever", ()), ())

    with pytest.raises(LimitExceeded, match="never ends, at ever"):
        distribution_of(exact_model([ever, ever_r0], ("ever",)), "ever", (), ())


# -- the parts


def test_parts_of_a_graph() -> None:
    found = strongly_connected_components([[1, 3], [2], [1, 4], [4], [5], [4, 6], []])
    assert [sorted(part) for part in found] == [[6], [4, 5], [1, 2], [3], [0]]


def test_visits_solve_the_equations() -> None:
    rows = [{0: 1, 1: 2}, {0: 3, 2: 1}, {0: 2, 1: 2, 2: 2}]
    totals = [4, 5, 7]
    begun = {0: Fraction(1, 3), 2: Fraction(2, 3)}
    found = expected_visits(rows, totals, begun)
    for state in range(3):
        inflow = sum(
            found[other] * Fraction(row.get(state, 0), totals[other])
            for other, row in enumerate(rows)
        )
        assert found[state] == begun.get(state, 0) + inflow


COUNTED = """
name: counted
procedures:
  until six:
    gives: integer
    seen_by: everyone
    steps:
      - let:
          n: {type: integer, is: 0, changes: yes}
          six: {is: no, changes: yes}
      - until: six
        do:
          - roll: {d: d6}
          - set: {n: "if COUNTS then n + 1 else n", six: d is 6}
      - return: n
"""


@pytest.mark.parametrize(
    ("counts", "after", "share"),
    [
        # no state comes again
        ("d > 0", 3, Fraction(25, 216)),
        # each does, and there is always another: fours before the first six are even
        ("d is 4", 2, Fraction(1, 8)),
    ],
)
def test_a_loop_that_counts_is_refused_before_it_fills_memory(
    tmp_path: Path, counts: str, after: int, share: Fraction
) -> None:
    """Weights grow with each pass; the hint is an answer."""
    text = COUNTED.replace("COUNTS", counts)
    pack = open_ruleset(write(tmp_path / "counted", {"ruleset.yaml": text}))
    with pytest.raises(LimitExceeded) as caught:
        pack.odds("until six")
    assert (caught.value.allowed, caught.value.hint) == (MAX_END_BITS, LEFT_OVER)
    found = pack.odds("until six", truncate=Fraction(1, 10**9))
    assert abs(found[after] - share) <= Fraction(1, 10**9)

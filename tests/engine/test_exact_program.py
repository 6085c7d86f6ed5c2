"""Whole packs: exact odds against brute force over once, and simulation near both."""

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.diagnostics import LimitExceeded, UnknownName
from interpreter.engine.exact.program import ExactResult, model_of, odds
from interpreter.engine.once import Engine, answer, initial, start
from interpreter.engine.policies import Answers
from interpreter.engine.simulation.direct import Loading, direct_plan, segments
from interpreter.engine.simulation.estimates import simulate
from interpreter.engine.stops import DrawStop, Finished, RollStop, Stop
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load
from interpreter.semantics.state_view import kind_fields
from tests.agreement.brute import brute

PACKS = Path(__file__).parents[1] / "packs"


def program(pack: str) -> Program:
    """Load a pack for tests."""
    found = load(PACKS / pack).program
    assert found is not None
    return found


def look(stop: Stop) -> tuple[str | None, Any, Any]:
    """Show a stop of once to brute force."""
    match stop:
        case Finished():
            return None, None, (stop.result, stop.game_state)
        case RollStop():
            return "roll", (stop.site, stop.number, stop.sides, stop.single), None
        case DrawStop():
            return "draw", (stop.site, stop.items, stop.weights, stop.how_many), None
    raise AssertionError("these packs ask nobody")


def by_brute(given: Program, entry: str, arguments: Any, state: Any) -> Any:
    """Return the law of (result, state) of every sequence of answers."""
    once = Engine.of(given)
    law, cut = brute(lambda: start(once, entry, arguments, state), answer, look)
    assert not cut
    return law


def shares(found: ExactResult) -> dict[Any, Fraction]:
    """Return each result with its chance."""
    total: dict[Any, Fraction] = {}
    for (result, _), weight in found.outcomes.items():
        share = Fraction(weight, found.denominator)
        total[result] = total.get(result, Fraction(0)) + share
    assert sum(total.values()) == 1
    return total


@pytest.mark.parametrize(
    ("pack", "entry", "arguments"),
    [("bench-shot", "shot", (7,)), ("bench-three-d20", "attack", (11, -1))],
)
@pytest.mark.parametrize("fusing", [True, False])
def test_exact_equals_brute_force(
    pack: str, entry: str, arguments: Any, fusing: bool
) -> None:
    given = program(pack)
    state = initial(given)
    expected: dict[Any, Fraction] = {}
    for (result, _), share in by_brute(given, entry, arguments, state).items():
        expected[result] = expected.get(result, Fraction(0)) + share
    found = odds(given, entry, arguments, state, fusing=fusing)
    assert shares(found) == expected


def test_one_exchange_and_the_state_that_it_leaves() -> None:
    given = program("bench-duel")
    state = initial(given, "yard")
    expected: dict[Any, Fraction] = {}
    for (_, end), share in by_brute(given, "exchange", (0, 1), state).items():
        slot = given.declared.kinds["fighter"].slot("points")
        points = tuple(row[slot] for row in end[0])
        expected[points] = expected.get(points, Fraction(0)) + share
    for every_write in (True, False):
        found = odds(
            given,
            "exchange",
            (0, 1),
            state,
            observed=frozenset({("fighter", "points")}),
            every_write=every_write,
        )
        ours = {
            points: Fraction(weight, found.denominator)
            for (_, (points,)), weight in found.outcomes.items()
        }
        assert ours == expected


def test_fifty_rounds_exact_and_simulated() -> None:
    given = program("bench-duel")
    state = initial(given, "yard")
    exact = shares(odds(given, "duel", (0, 1), state))
    assert exact == shares(odds(given, "duel", (0, 1), state, every_write=True))
    trials = 20_000
    once = emit(given, "once")
    plans = (
        direct_plan(emit(given, "direct"), "duel", (0, 1), state, Answers()),
        Loading(
            "duel", "resumable", load_segments, (given, once, "duel", (0, 1), state)
        ),
    )
    for plan in plans:
        found = {
            each.value: each.share for each in simulate(plan, trials, seed="z").outcomes
        }
        for result, share in exact.items():
            spread = sqrt(float(share * (1 - share)) / trials)
            assert abs(found.get(result, 0) - float(share)) < 3.5 * spread + 1e-4


def load_segments(given: Program, once: Any, *rest: Any) -> Any:
    """Load segments of a program."""
    from interpreter.codegen.loading import compile_emitted

    engine = model_of(compile_emitted(once), kind_fields(given.declared), str)
    return segments(engine, *rest, Answers())


def test_a_pack_in_two_workers() -> None:
    given = program("bench-shot")
    plan = direct_plan(emit(given, "direct"), "shot", (7,), initial(given), Answers())
    alone = simulate(plan, 10_000, seed="s")
    assert simulate(plan, 10_000, seed="s", workers=2, large=0) == alone


def test_what_is_not_there_and_what_is_too_much() -> None:
    given = program("bench-duel")
    state = initial(given, "yard")
    with pytest.raises(UnknownName):
        odds(given, "dual", (0, 1), state)
    with pytest.raises(LimitExceeded, match=r"fighter\.points"):
        odds(given, "duel", (0, 1), state, max_states=200)

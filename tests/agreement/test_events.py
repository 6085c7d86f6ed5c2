"""Events and moments: every form agrees, and the odds equal brute force."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.codegen.generating import SETTLE, emit
from interpreter.codegen.loading import compile_emitted
from interpreter.codegen.source import direct
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, initial, play_out
from interpreter.pipeline.loading import load, usable
from interpreter.values.log import ranked, recorded
from tests.codegen.building import Script

PACK = Path(__file__).parents[1] / "packs" / "events"
PROGRAM = usable(load(PACK))
WORLD = initial(PROGRAM, "field")


def brute_force(rounds: int) -> dict[int, Fraction]:
    """Return the law of the losses, by every throw of two dice a round."""
    found: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=2 * rounds):
        turns = [(), *(faces[at : at + 2] for at in range(0, len(faces), 2))]
        before, last = turns[-2:] if rounds else ((), ())
        lost = sum(face < 3 for face in last)
        killed = sum(face == 1 for face in before)
        found[10 * lost + killed] += 1
    return {key: Fraction(ways, 36**rounds) for key, ways in found.items()}


def law(name: str, *arguments: Any, **more: Any) -> dict[Any, Fraction]:
    """Return the law of a procedure's result."""
    found = odds(PROGRAM, name, arguments, WORLD, **more)
    return {
        result: Fraction(weight, found.denominator)
        for (result, _), weight in found.outcomes.items()
    }


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_the_odds_of_what_is_remembered(rounds: int) -> None:
    """With moments ranked, and without any of what makes it fast."""
    wanted = brute_force(rounds)
    assert law("turns", 0, rounds) == wanted
    assert law("turns", 0, rounds, every_write=True, fusing=False) == wanted


def test_time_alone_keeps_no_states_apart() -> None:
    """However many rounds have passed, no more states are there in the next.

    With moments as they are, 40 rounds would take 362,179 states.
    """
    for rounds in (10, 40):
        assert law("turns", 0, rounds, max_states=240 * rounds) == brute_force(2)


def test_a_loop_that_asks_the_log_is_solved() -> None:
    """A round in which somebody is lost has one loss in four of five, else two."""
    one, two = Fraction(4, 5), Fraction(1, 5)
    wanted = {2: one * one, 3: 2 * one * two, 4: two * two}
    assert law("until_two", 0) == wanted


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("name", "arguments"), [("turns", (0, 4)), ("until_two", (0,)), ("a_day", (0, 1))]
)
def test_direct_equals_once(name: str, arguments: tuple[Any, ...], seed: int) -> None:
    """The result and the whole state, with its log."""
    script = Script(seed)
    once = play_out(
        Engine.of(PROGRAM), name, arguments, WORLD, script.chance, script.decide
    )
    script = Script(seed)
    given = {"die": script.next, "dice": script.dice}
    compiled = compile_emitted(emit(PROGRAM, "direct"), None, given)
    *kinds, log = WORLD
    state = [*([[*row] for row in kind] for kind in kinds), log]
    assert compiled.names[direct(name)](state, *arguments) == once.result
    *kinds, log = state
    rows = tuple(tuple(tuple(row) for row in kind) for kind in kinds)
    assert (*rows, log) == once.game_state


def test_an_observed_moment_is_not_ranked() -> None:
    """Else it would not be the moment that a run ends with."""
    began = ("unit", "began")
    assert SETTLE in emit(PROGRAM, "exact", observed=frozenset()).units[""][0]
    assert (
        SETTLE not in emit(PROGRAM, "exact", observed=frozenset({began})).units[""][0]
    )


def test_ranks_keep_the_order_of_all_moments() -> None:
    """In fields, in the log and in what events took; the beginning stays 0."""
    log = (9, ((3, "hit", (7, 5)), (8, "hit", (1, 3))), (), ())
    state = (((3, "x"), None, (0, "y")), log)
    settled = ranked(state, ((0, 0, ()),), (("hit", ("record", (None, ()))),))
    assert settled == (
        ((1, "x"), None, (0, "y")),
        (4, ((1, "hit", (7, 2)), (3, "hit", (1, 1))), (), ()),
    )
    assert ranked(settled, ((0, 0, ()),), (("hit", ("record", (None, ()))),)) is settled


def test_the_log_has_a_limit() -> None:
    log = (10_000, tuple((at, "hit", ()) for at in range(10_000)), (), ())
    with pytest.raises(LimitExceeded, match="remembered"):
        recorded(log, "hit", ())

"""Triggers and calls that wait: every form agrees, and the odds equal brute force."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted, depth_counter
from interpreter.codegen.source import direct
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, initial, play_out
from interpreter.pipeline.loading import load, usable
from tests.codegen.building import Script

PACK = Path(__file__).parents[1] / "packs" / "waits"
PROGRAM = usable(load(PACK))
WORLD = initial(PROGRAM, "lane")
WAITING = list(PROGRAM.declared.kinds).index("waiting_call")


def law(name: str, *arguments: Any, **more: Any) -> dict[Any, Fraction]:
    """Return the law of a procedure's result."""
    found = odds(PROGRAM, name, arguments, WORLD, **more)
    return {
        result: Fraction(weight, found.denominator)
        for (result, _), weight in found.outcomes.items()
    }


def by_hand(turns: int) -> dict[int, Fraction]:
    """Return where a man stands behind some turns, by every throw of a die a turn: his
    order of two steps arrives in the second, another order was none, and whoever throws
    a six goes a step more in the next turn."""
    found: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=turns):
        at, comes = 0, {2: 2}
        for turn, face in enumerate(faces, 1):
            if turn in comes:
                at += comes[turn]
                if face == 6:
                    comes[turn + 1] = 1
        found[at] += 1
    return {key: Fraction(ways, 6**turns) for key, ways in found.items()}


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 4, 5])
def test_the_odds_of_what_arrives_later(turns: int) -> None:
    """With all that makes it fast, and without."""
    assert law("days", 0, turns) == by_hand(turns)
    assert law("days", 0, turns, every_write=True, fusing=False) == by_hand(turns)


def test_what_was_called_keeps_no_states_apart() -> None:
    """A call that was made leaves nothing behind: few states, however long it goes."""
    assert law("until_quiet", 0, max_states=200) == {0: Fraction(1)}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("name", "arguments"),
    [("days", (0, 6)), ("advance", (0, 5)), ("in_order", ()), ("gone", (0,))],
)
def test_direct_equals_once(name: str, arguments: tuple[Any, ...], seed: int) -> None:
    """The result and the whole state, with what waits."""
    script = Script(seed)
    once = play_out(
        Engine.of(PROGRAM), name, arguments, WORLD, script.chance, script.decide
    )
    script = Script(seed)
    given = {"die": script.next, "dice": script.dice, "choose": script.choose}
    compiled = compile_emitted(emit(PROGRAM, "direct"), None, given)
    *kinds, log = WORLD
    state = [*([[*row] for row in kind] for kind in kinds), log]
    assert compiled.names[direct(name)](state, *arguments) == once.result
    *kinds, log = state
    rows = [
        tuple(None if row is None else tuple(row) for row in kind) for kind in kinds
    ]
    assert tuple(rows) == once.game_state[:-1]


def run(name: str, *arguments: Any) -> Any:
    """Run a procedure that rolls nothing."""
    script = Script(1)
    return play_out(
        Engine.of(PROGRAM), name, arguments, WORLD, script.chance, script.decide
    )


def test_what_waits_comes_behind_triggers_and_the_oldest_first() -> None:
    """Triggers as declared but for one that comes before; then the calls, of whatever
    procedure; what is put off by one of them waits for the next event."""
    assert run("in_order").result == (3, 1, 2, 10, 20, 11, 3, 1, 2, 30)


def test_what_waits_for_somebody_gone_is_dropped() -> None:
    """Whether he is given to the call or the event is to be his; others still wait."""
    found = run("gone", 0)
    assert found.result == (True, False, True)
    assert len(found.game_state[WAITING]) == 1


def test_so_many_calls_wait_and_no_more() -> None:
    """One more is a limit, said before it is there."""
    assert len(run("crowd", 1000).game_state[WAITING]) == 1000
    with pytest.raises(LimitExceeded, match="calls that wait"):
        run("crowd", 1001)


@pytest.mark.parametrize("way", ["once", "direct"])
def test_triggers_that_bring_each_other_about_come_to_a_limit(way: str) -> None:
    """As deep as calls may go; exact odds, which hold no calls, know no depth."""
    deeper, back = depth_counter()
    given = {"deeper": deeper, "back": back}
    compiled = compile_emitted(emit(PROGRAM, "direct"), None, given)
    *kinds, log = WORLD
    state = [*([[*row] for row in kind] for kind in kinds), log]
    echo = partial(compiled.names[direct("echo")], state)
    assert law("echo", 100) == {100: Fraction(1)}
    assert run("echo", 20).result == 20
    with pytest.raises(LimitExceeded, match="calls inside calls"):
        run("echo", 100) if way == "once" else echo(100)

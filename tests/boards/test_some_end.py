"""The first place where a way may end is found without the others."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from interpreter.boards.paths import PathState, ends

MOST = 3


@given(st.integers(0, 10**9), st.integers(0, 4), st.booleans(), st.booleans())
def test_some_end_is_the_first_of_all(
    seed: int, budget: int, came: bool, steps: bool
) -> None:
    """Whatever the moves, the turns and the places where one must or may end."""

    def random(what: str, state: PathState) -> Random:
        read = (state.at, came and state.came, steps and state.steps, state.facing)
        return Random(f"{seed} {what} {read} {state.turned}")

    def moves(state: PathState) -> Any:
        dice = random("moves", state)
        for _ in range(dice.randint(0, 3)):
            goal = dice.randint(0, MOST), dice.randint(0, MOST)
            yield goal, dice.randint(1, 2), state.steps == 0 and dice.random() < 0.3

    def turns(state: PathState) -> Any:
        dice = random("turns", state)
        return [(dice.randint(0, 5), dice.randint(0, 1)) for _ in range(2)]

    def rests(state: PathState) -> tuple[bool, bool]:
        asked.append(state)
        dice = random("rests", state)
        return dice.random() < 0.2, dice.random() < 0.2

    told = (came, steps, False)
    begin = PathState((0, 0), (0, 0), 0, 0, 0)
    asked: list[PathState] = []
    every = ends(begin, budget, moves, rests, told, turns)
    assert len(asked) == len(set(asked))
    asked.clear()
    assert ends(begin, budget, moves, rests, told, turns, some=True) == every[:1]

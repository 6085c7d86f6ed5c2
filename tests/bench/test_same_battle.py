"""A battle by hand is ours: the same dice in order, and all that is left of it."""

from collections import Counter

import pytest

from interpreter.engine.simulation.estimates import simulate
from tests.bench import battles
from tests.bench.by_hand import battle
from tests.bench.by_hand.regiments import DESTROYED, ROUTED, STANDING, TAKEN
from tests.bench.same_battle import differences, played

SEEDS = (208, 1819, 1820, 964, 1350, 19, 91, 78, 221, 596, *range(10))
"""The first ten go through every line by hand that three units a side can come to."""


@pytest.mark.parametrize("seed", SEEDS)
def test_the_skirmish(seed: int) -> None:
    """To its end: who won and when, every unit, officer and side, every die in its
    order."""
    assert differences(seed) == []


@pytest.mark.long  # the same rules with more of everything, and with lots and heirs
@pytest.mark.parametrize("seed", range(4))
def test_fifty_against_fifty(seed: int) -> None:
    """The largest battle of the pack, likewise."""
    assert differences(seed, battles.FIFTY) == []


def test_a_battle_of_a_simulation() -> None:
    """What is timed: the first of a simulation, on its stream of dice."""
    ours = battles.ours(battles.SKIRMISH)
    counts = battle.simulate(1, battle.thrown(ours.stream()))
    names = ours.opened.initial_state.ids["side"]
    found: Counter[str | None] = Counter()
    for each in simulate(ours.plan, 1, seed=battles.SEED).outcomes:
        found[None if each.value is None else names[each.value]] += each.count
    assert found == counts


def test_the_seeds_are_of_use() -> None:
    """Either side wins, or neither where no leader is left; units end on the map,
    destroyed, routed and caught."""
    games = [played(seed) for seed in SEEDS]
    assert {outcome.winner for _, _, outcome in games} == {"men", "goblins", None}
    fates = {unit.fate for game, _, _ in games for unit in game.units}
    assert fates == {STANDING, DESTROYED, ROUTED, TAKEN}
    assert max(outcome.rounds for _, _, outcome in games) >= 10

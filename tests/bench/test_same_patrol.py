"""A patrol by hand is ours: the same dice in order, and all men as they end."""

from collections import Counter
from typing import Any

import pytest

from interpreter.engine.simulation.estimates import simulate
from tests.bench import patrols
from tests.bench.by_hand import patrol
from tests.bench.same_patrol import CONDITIONS, differences, played

SEEDS = (253, 1208, 1471, 578, 29, 920, 1225, 667)
"""Together they go through every line by hand but errors."""


@pytest.mark.parametrize("seed", SEEDS)
def test_the_patrol(seed: int) -> None:
    """To its end: who won and when, the losses, every man, every die in its order."""
    assert differences(seed) == []


def test_a_game_of_a_simulation() -> None:
    """What is timed: the first of a simulation, on its stream of dice."""
    counts = patrol.simulate(1, patrol.thrown(patrols.stream()))
    found: Counter[Any] = Counter()
    for each in simulate(patrols.plan(), 1, seed=patrols.SEED).outcomes:
        winner, turns, losses = each.value
        found[winner, turns, tuple(lost for _, lost in losses)] += each.count
    assert found == counts


def test_the_seeds_are_of_use() -> None:
    """At the end men are able, routed, given up, down by their own check and dead."""
    ends = {
        man.condition
        for seed in SEEDS
        for side in played(seed)[0].sides
        for man in side.men
    }
    assert ends == set(range(len(CONDITIONS)))

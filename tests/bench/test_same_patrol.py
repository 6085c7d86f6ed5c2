"""A patrol by hand is ours: the same dice in order, and all men as they end."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from interpreter.running.simulate import simulate
from interpreter.values.types import Enumeration
from tests.bench import patrols
from tests.bench.by_hand import patrol
from tests.bench.by_hand.men import INCH, STEP, Man, Unit

SEEDS = (262, 29, 560, 578, 396, 667, 200, 253, 645)
"""Together they go through every line by hand but errors."""

CONDITIONS = ("able", "routed", "surrendered", "incapacitated", "dead")

Fallen = list[tuple[int, int]]
"""The sides and the face of each die, a draw as a die of so many cards."""


def throwing(seed: int) -> tuple[patrols.Die, Fallen]:
    """Return dice of a seed, and where what falls is written down."""
    fell: Fallen = []
    random = Random(seed)

    def die(sides: int) -> int:
        fell.append((sides, random.randint(1, sides)))
        return fell[-1][1]

    return die, fell


def rows(world: Any, kind: str) -> list[dict[str, Any]]:
    """Return what a world holds of a kind, by field; enumerations by their words."""
    kinds = patrols.opened().program.declared.kinds
    found = world[list(kinds).index(kind)]
    pairs = [zip(kinds[kind].fields, row, strict=True) for row in found]
    return [
        {
            field.name: field.type.values[value]
            if isinstance(field.type, Enumeration)
            else value
            for field, value in each
        }
        for each in pairs
    ]


def of_man(man: Man) -> dict[str, Any]:
    """Return what a man by hand comes to, in the words of the pack."""
    return {
        "at": (Fraction(man.x, INCH), Fraction(man.y, INCH)),
        "facing": man.facing,
        "condition": CONDITIONS[man.condition],
        "posture": "down" if man.down else "standing",
        "wounds": man.wounds,
        "shock": man.shock,
        "cowers": man.cowers,
        "failed": man.failed,
        "waits": man.waits,
        "moved": Fraction(man.moved, INCH * STEP),
        "has_riposted": man.has_riposted,
        "tried": man.tried,
        "began_engaged": man.began_engaged,
        "shots": int(man.fired),
    }


def of_unit(unit: Unit) -> dict[str, Any]:
    """Return what a unit by hand comes to."""
    return {
        "gone": unit.gone,
        "eliminated": unit.eliminated,
        "lost_close": unit.lost_close,
        "lost_near": unit.lost_near,
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_patrol(seed: int) -> None:
    """To its end: who won and when, the losses, every man, every die in its order."""
    die, by_hand = throwing(seed)
    game = patrol.Game(patrol.thrown(die))
    outcome = game.play()
    die, ours = throwing(seed)
    found = patrols.with_stops(die)
    assert by_hand == ours
    winner, turns, losses = found.result
    assert outcome == (winner, turns, tuple(lost for _, lost in losses))
    names = patrols.opened().world.ids["figure"]
    assert [one.name for one in men(game)] == list(names)
    for one, row in zip(men(game), rows(found.world, "figure"), strict=True):
        for name, value in of_man(one).items():
            assert row[name] == value, (one.name, name)
    guns = [man for man in men(game) if man.gun is not None]
    for one, row in zip(guns, rows(found.world, "firearm"), strict=True):
        assert row["loaded"] == one.loaded, one.name
        assert row["progress"] == Fraction(one.loading, 2), one.name
    for unit, row in zip(game.units, rows(found.world, "unit"), strict=True):
        for name, value in of_unit(unit).items():
            assert row[name] == value, (unit.name, name)


def men(game: patrol.Game) -> list[Man]:
    """Return all men of a game, in the order of the scenario."""
    return [man for side in game.sides for man in side.men]


def test_the_games_of_a_simulation() -> None:
    """What is timed: the first of a simulation, on its stream of dice."""
    counts = patrol.simulate(patrols.GAMES, patrol.thrown(patrols.stream()))
    ours = simulate(patrols.plan(), patrols.GAMES, seed=patrols.SEED)
    found: Counter[Any] = Counter()
    for each in ours.outcomes:
        winner, turns, losses = each.value
        found[winner, turns, tuple(lost for _, lost in losses)] += each.count
    assert found == counts


def test_the_seeds_are_of_use() -> None:
    """At the end men are able, routed, given up, down by their own check and dead."""
    ends = {man.condition for seed in SEEDS for man in men(_played(seed))}
    assert ends == set(range(len(CONDITIONS)))


def _played(seed: int) -> patrol.Game:
    game = patrol.Game(patrol.thrown(throwing(seed)[0]))
    game.play()
    return game

"""Whether a patrol by hand is ours: `python -m tests.bench.same_patrol [SEEDS]`.

One seed is one game: all dice in their order, who won and when, the losses, and every
man, weapon and unit as it ends.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from random import Random
from typing import Any

from interpreter.values.types import Enumeration
from tests.bench import patrols
from tests.bench.by_hand import patrol
from tests.bench.by_hand.men import INCH, STEP, Man, Unit

CONDITIONS = ("able", "routed", "surrendered", "incapacitated", "dead")

Fallen = list[tuple[int, int]]
"""The sides and the face of each die, a draw as a die of so many cards."""


def differences(seed: int) -> list[str]:
    """Return what differs between one game by hand and as ours: nothing."""
    game, by_hand, outcome = played(seed)
    die, ours = _throwing(seed)
    found = patrols.with_stops(die)
    winner, turns, losses = found.result
    told = [
        f"die {number}: {one} by hand, ours {other}"
        for number, (one, other) in enumerate(zip_longest(by_hand, ours), 1)
        if one != other
    ]
    if outcome != (winner, turns, tuple(lost for _, lost in losses)):
        told.append(f"{outcome} by hand, ours {found.result}")
    men = [man for side in game.sides for man in side.men]
    guns = [man for man in men if man.gun is not None]
    told += _unlike(
        found.game_state, "figure", [(each.name, _man(each)) for each in men]
    )
    told += _unlike(
        found.game_state, "firearm", [(each.name, _gun(each)) for each in guns]
    )
    units = [(each.name, _unit(each)) for each in game.units]
    return told + list(_unlike(found.game_state, "unit", units))


def played(seed: int) -> tuple[patrol.Game, Fallen, patrol.Outcome]:
    """Return a game by hand at its end, all that fell, and how it ended."""
    die, fell = _throwing(seed)
    game = patrol.Game(patrol.thrown(die))
    outcome = game.play()
    return game, fell, outcome


def _throwing(seed: int) -> tuple[patrols.Die, Fallen]:
    fell: Fallen = []
    random = Random(seed)

    def die(sides: int) -> int:
        fell.append((sides, random.randint(1, sides)))
        return fell[-1][1]

    return die, fell


def _unlike(
    state: Any, kind: str, by_hand: list[tuple[str, dict[str, Any]]]
) -> Iterator[str]:
    """Yield what differs of all entities of a kind; a weapon is named by its bearer."""
    kinds = patrols.opened().program.declared.kinds
    ids = patrols.opened().initial_state.ids[kind]
    rows = state[list(kinds).index(kind)]
    for (name, fields), known, row in zip(by_hand, ids, rows, strict=True):
        if kind != "firearm" and name != known:
            yield f"{name} by hand, ours {known}"
        ours = {
            field.name: field.type.values[value]
            if isinstance(field.type, Enumeration)
            else value
            for field, value in zip(kinds[kind].fields, row, strict=True)
        }
        for field, value in fields.items():
            if ours[field] != value:
                yield f"{name}.{field}: {value} by hand, ours {ours[field]}"


def _man(man: Man) -> dict[str, Any]:
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


def _gun(man: Man) -> dict[str, Any]:
    return {"loaded": int(man.loaded), "progress": Fraction(man.loading, 2)}


def _unit(unit: Unit) -> dict[str, Any]:
    return {
        "gone": unit.gone,
        "eliminated": unit.eliminated,
        "lost_close": unit.lost_close,
        "lost_near": unit.lost_near,
    }


def main() -> None:
    """Compare so many seeds, from 0 on; 100 without a number."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    unlike = 0
    for seed in range(seeds):
        told = differences(seed)
        unlike += bool(told)
        for each in told[:3]:
            print(f"seed {seed}: {each}")
    print(f"{seeds - unlike} of {seeds} games are the same")
    sys.exit(bool(unlike))


if __name__ == "__main__":
    main()

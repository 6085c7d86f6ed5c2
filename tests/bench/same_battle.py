"""Whether a battle by hand is ours.

`python -m tests.bench.same_battle [SEEDS] [SCENARIO]`, of `skirmish` 100 without more.
One seed is one battle: all dice in their order, who won and when, and every unit,
officer, division and side as it ends. By hand `skirmish` is set up by itself; another
scenario is read from the pack.
"""

import sys
from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Any

from interpreter.engine.once import initial
from tests.bench import battles
from tests.bench.by_hand import battle
from tests.bench.by_hand.hexes import Map
from tests.bench.by_hand.regiments import (
    FORMATIONS,
    Armies,
    Division,
    Officer,
    Side,
    Unit,
    line,
    skirmish,
)

Fallen = list[tuple[int, int]]
"""The sides and the face of each die, a lot as a die of so many as are left."""

Fields = dict[str, Any]


def differences(seed: int, scenario: str = battles.SKIRMISH) -> list[str]:
    """Return what differs between one battle by hand and as ours: nothing."""
    game, by_hand, outcome = played(seed, scenario)
    die, fell = _throwing(seed)
    ours = battles.ours(scenario)
    found = ours.with_stops(die)
    told = [
        f"die {number}: {one} by hand, ours {other}"
        for number, (one, other) in enumerate(zip_longest(by_hand, fell), 1)
        if one != other
    ]
    names = ours.opened.initial_state.ids["side"]
    winner = None if found.result is None else names[found.result]
    if winner != outcome.winner:
        told.append(f"{outcome.winner} has won by hand, ours {winner}")
    kinds: dict[str, dict[str, Fields]] = {
        "unit": {each.name: _unit(each) for each in game.units},
        "officer": {each.name: _officer(each) for each in game.officers},
        "side": {each.name: _side(each) for each in game.sides},
        "division": {
            each.name: {"commander": _name(each.commander)}
            for side in game.sides
            for each in side.divisions
        },
        "battle": {"battle": {"round": game.round, "winner": outcome.winner}},
    }
    for kind, entities in kinds.items():
        told += _unlike(entities, ours.rows(found.game_state, kind))
    return told


def played(
    seed: int, scenario: str = battles.SKIRMISH
) -> tuple[battle.Battle, Fallen, battle.Outcome]:
    """Return a battle by hand at its end, all that fell, and how it ended."""
    die, fell = _throwing(seed)
    game = battle.Battle(armies(scenario), battle.thrown(die))
    outcome = game.play()
    return game, fell, outcome


def _throwing(seed: int) -> tuple[battles.Die, Fallen]:
    fell: Fallen = []
    random = Random(seed)

    def die(sides: int) -> int:
        fell.append((sides, random.randint(1, sides)))
        return fell[-1][1]

    return die, fell


def armies(scenario: str) -> Armies:
    """Return the armies of a scenario, before the first round."""
    if scenario == battles.SKIRMISH:
        return skirmish()
    return read(battles.ours(scenario))


def read(ours: battles.Ours) -> Armies:
    """Return armies as a scenario of the pack has them."""
    state = initial(ours.opened.program, ours.scenario)
    rows = {
        kind: ours.rows(state, kind) for kind in ("side", "division", "officer", "unit")
    }
    sides = {
        name: Side(name, int(row["edge"][1])) for name, row in rows["side"].items()
    }
    one, other = sides.values()
    one.enemy, other.enemy = other, one
    divisions = {name: Division(name) for name in rows["division"]}
    units: dict[str, Unit] = {}
    for number, (name, row) in enumerate(rows["unit"].items()):
        side, division = sides[row["side"]], divisions[row["division"]]
        lines, mounts = [
            tuple([line(*each[:3]) for each in row[lines]])
            for lines in ("lines", "charge_lines")
        ]
        rates = (row["march"], row["hustle"], row["charge"])
        units[name] = Unit(
            *(name, number, side, division, FORMATIONS[row["formation"]], *rates),
            *(row["armour_class"], row["hit_points"], lines, row["at"]),
            *(int(row["facing"][1]), mounts, row["troops"], row["morale"]),
        )
        side.units.append(units[name])
        division.units.append(units[name])
    officers = {}
    for name, row in rows["officer"].items():
        skills = (row["leadership"], row["strategic_ability"], row["morale_modifier"])
        unit = units[row["unit"]]
        officers[name] = Officer(name, sides[row["side"]], *skills, unit)
        officers[name].role = row["role"]
        unit.officers.append(officers[name])
        officers[name].side.officers.append(officers[name])
    for name, row in rows["side"].items():
        sides[name].general = officers[row["general"]]
    for name, row in rows["division"].items():
        divisions[name].commander = officers[row["commander"]]
        sides[row["side"]].divisions.append(divisions[name])
    board = _map(ours)
    return Armies(board, (one, other), list(units.values()), list(officers.values()))


def _map(ours: battles.Ours) -> Map:
    """Return the map of a scenario, which is a whole rectangle from 0101 on."""
    state = initial(ours.opened.program, ours.scenario)
    rims = [row["home"] for row in ours.rows(state, "side").values()]
    return Map(len(rims[0]), max(r for rim in rims for _, r in rim))


def _unlike(by_hand: dict[str, Fields], ours: dict[str, Fields]) -> Iterator[str]:
    """Yield what differs of all entities of a kind."""
    for name, fields in by_hand.items():
        for field, value in fields.items():
            if ours[name][field] != value:
                yield f"{name}.{field}: {value} by hand, ours {ours[name][field]}"


def _name(of: Any) -> str | None:
    return None if of is None else of.name


def _unit(unit: Unit) -> Fields:
    same = ("at", "fate", "damage", "disordered", "ready", "moved_as", "spent")
    more = ("charging", "acted", "struck", "depleted", "losses", "strength")
    fields = {each: getattr(unit, each) for each in (*same, *more)}
    return {**fields, "facing": f"C{unit.facing}"}


def _officer(officer: Officer) -> Fields:
    same = ("fate", "role", "score", "points", "done")
    return {each: getattr(officer, each) for each in same}


def _side(side: Side) -> Fields:
    same = ("started", "lost", "lost_this_round", "lost_its_general", "lost_before")
    fields = {each: getattr(side, each) for each in (*same, "late_losses")}
    fields["late_general"] = side.late_general
    generals = (_name(side.general), _name(side.last_general))
    return {**fields, "general": generals[0], "last_general": generals[1]}


def main() -> None:
    """Compare so many seeds, from 0 on; 100 without a number."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    scenario = sys.argv[2] if len(sys.argv) > 2 else battles.SKIRMISH
    unlike = 0
    for seed in range(seeds):
        told = differences(seed, scenario)
        unlike += bool(told)
        for each in told[:3]:
            print(f"seed {seed}: {each}")
    print(f"{seeds - unlike} of {seeds} battles are the same")
    sys.exit(bool(unlike))


if __name__ == "__main__":
    main()

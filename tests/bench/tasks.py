"""What is measured: each task once, with its three or four ways of being done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.by_hand import (
    duel,
    gunshot,
    knowledge,
    recon_roll,
    reconnoiter,
    shot,
    table20,
    three_d20,
    week,
)
from tests.bench.by_hand.armies import campaign
from tests.bench.measuring import Call
from tests.bench.peers import dyce_tasks, icepool_tasks

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of work: by hand (module and arguments) and as a pack's entry point."""

    name: str
    module: Any  # exact(*arguments), once(*arguments), simulate(*arguments, trials)
    # and, where by hand can throw the same dice, keyed(secret); a week has no exact
    arguments: tuple[Any, ...]
    pack: Path
    entry: str
    given: Mapping[str, str] = field(default_factory=dict)
    peer: str = ""  # the function of the peers, with the same arguments
    tells: bool = False  # claims and prisoners are part of what it comes to
    loops: bool = False  # round after round, or piece after piece
    longer: int = 1  # it is done so many times less often than the others


def _bench(name: str) -> Path:
    return ROOT / "tests" / "packs" / f"bench-{name}"


RECONNAISSANCE = ROOT / "rulesets" / "acks-reconnaissance"
RENCOUNTER = ROOT / "rulesets" / "rencounter"
_GUN = {"skill": "5", "modifiers": "1", "damage_modifier": "0"}
_BOTH = {"scenario": "yard", "a": "ann", "b": "ben"}
_RANGE = {"scenario": "range", "s": "archer", "t": "guard"}
_ATTACK = {"needed": "11", "modifier": "0"}


def _look(observer: str, target: str) -> Task:
    given = {"scenario": "campaign-week", "observer": observer, "target": target}
    by_hand = (campaign(), observer, target)
    name = f"a look, {observer.partition('_')[0]} for {target.partition('_')[0]}"
    return Task(
        name, reconnoiter, by_hand, RECONNAISSANCE, "reconnoiter", given, tells=True
    )


TASKS = (
    Task(
        "2d6 + 1 in five bands",
        recon_roll,
        (1,),
        RECONNAISSANCE,
        "reconnaissance_roll",
        {"modifier": "1"},
        "recon_roll",
    ),
    Task(
        "1d3 pieces, each a d8",
        knowledge,
        (0,),
        RECONNAISSANCE,
        "prisoner_knowledge",
        {"grade": "common"},
        "knowledge",
        loops=True,
    ),
    Task("shot", shot, (7,), _bench("shot"), "shot", {"needed": "7"}, "shot"),
    Task("a shot of Rencounter", gunshot, (6, 0), RENCOUNTER, "shot", _GUN),
    Task(
        "three d20 and shock",
        three_d20,
        (11, 0),
        _bench("three-d20"),
        "attack",
        _ATTACK,
        "three_d20",
    ),
    Task(
        "duel of 50 rounds",
        duel,
        (2,),
        _bench("duel"),
        "duel",
        _BOTH,
        "duel",
        loops=True,
    ),
    # The pair of this scenario to which most modifiers apply; and one that may lie.
    _look("tower", "warlords_host"),
    _look("warlords_host", "dukes_host"),
    Task(
        "a week, 18 looks",
        week,
        (campaign(),),
        RECONNAISSANCE,
        "week",
        {"scenario": "campaign-week"},
        tells=True,
        longer=100,
    ),
    Task(
        "20 modifiers of a shot",
        table20,
        (table20.ARCHER, table20.GUARD),
        _bench("table20"),
        "shoot",
        _RANGE,
    ),
)
LAWFUL = tuple(task for task in TASKS if hasattr(task.module, "exact"))
"""Those with a law that can be asked for."""


POOLS: tuple[tuple[str, str, str], ...] = (
    ("40d6, sum", "forty_dice", "pool_40d6"),
    ("40d6, ten highest", "ten_highest_of_forty", "pool_40d6_keep_10"),
    ("40d6, count 5+", "fives_and_sixes_of_forty", "pool_40d6_count"),
)
"""Their names, the entry of the pack DICE_POOLS, the function of the peers."""

DICE_POOLS = ROOT / "tests" / "packs" / "dice-pools"


def peer(library: str, function: str, arguments: tuple[Any, ...]) -> Call | None:
    """Return a call of a peer's task; None if it has none or is not installed."""
    module: Any = {"icepool": icepool_tasks, "dyce": dyce_tasks}[library]
    there = module.icepool if library == "icepool" else module.H
    found = getattr(module, function, None) if function and there else None
    return None if found is None else lambda: found(*arguments)

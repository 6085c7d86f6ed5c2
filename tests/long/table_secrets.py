"""Pairs of worlds over the wire, of every scenario that is played, and a catalogue of
attacks."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interpreter import open_ruleset
from tests.secrets.sittings import OPEN, ROOT, table, tables
from tests.web.attacks import ATTACKS, scene_of, tried
from tests.web.live import LiveServer
from tests.web.pairs import looked
from tests.web.wire import finished

Result = dict[str, Any]

PAIRS = 2  # of each scenario, each at two stops
ATTACKED = "attacks"
PACKS = (
    ("tests/packs/couriers", "plain"),
    ("rulesets/limited-intelligence", "leuthen"),
)
"""What is attacked: games in which the second seat is asked after the first."""


def _every() -> list[str]:
    return [ATTACKED, *(name for name in tables() if name != OPEN)]


def batches() -> int:
    """Return one for each scenario, and one for the attacks."""
    return len(_every())


def run(batch: int, seed: int) -> Result:
    """Compare the pairs of a scenario, or try all attacks."""
    name = _every()[batch]
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        if name == ATTACKED:
            return attacked(Path(folder), PACKS)
        found = looked(table(name), PAIRS, str(seed), Path(folder), later=1)
    return {
        **{"name": name, "pairs": found.pairs, "states": found.states},
        **{"many": sum(each >= 3 for each in found.places)},
        **{"bytes": found.granted, "faults": found.faults},
    }


def attacked(
    folder: Path, packs: Sequence[tuple[str, str]], *, slow: bool = True
) -> Result:
    """Try every attack on a table of two games of each pack."""
    found: Result = {"name": ATTACKED, "tried": [], "faults": []}
    for number, (pack, scenario) in enumerate(packs):
        below = folder / str(number)
        below.mkdir()
        games = [below / "one.game", below / "two.game"]
        for game in games:
            open_ruleset(ROOT / pack).new_game(scenario, game, seed="one")
        with LiveServer(games) as server:
            found["faults"] += finished(_all(server, below, slow))
        found["tried"].append([pack, sum(slow or not a.is_slow for a in ATTACKS)])
    return found


async def _all(server: LiveServer, folder: Path, slow: bool) -> list[str]:
    scene = await scene_of(server)
    faults: list[str] = []
    for attack in ATTACKS:
        if slow or not attack.is_slow:
            faults += await tried(attack, scene, folder)
    return faults


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each scenario, and one for each attack."""
    lines = [
        "Of each pair a seat received byte for byte the same over a socket (only the "
        "date and its session were left out): pages, headers, HEAD, log, letter, why "
        "something is not offered, static files, addresses of others, refused answers, "
        "and the events of its stream while both games went on to the next stop. The "
        "other world of a pair is no fold of a journal; it is put where the program "
        "reads the file, so what a table says of an answer that is taken is not "
        "compared here, nor a replay (`tests/secrets/test_replays.py`).",
        "",
        "| scenario | pairs | states | differ for the judge in three places or more "
        "| KiB received | faults |",
        "|---|---|---|---|---|---|",
    ]
    pairs = [each for each in results if each["name"] != ATTACKED]
    for each in sorted(pairs, key=lambda each: str(each["name"])):
        cells = (each["name"], each["pairs"], each["states"], each["many"])
        more = (each["bytes"] // 1024, len(each["faults"]))
        lines.append(f"| {' | '.join(map(str, (*cells, *more)))} |")
    for key in ("pairs", "states"):
        lines += ["", f"{sum(each[key] for each in pairs)} {key} in all."]
    for each in results:
        if each["name"] == ATTACKED:
            where = ", ".join(f"{count} on {pack}" for pack, count in each["tried"])
            lines += [
                "",
                f"Attacks, each refused, with every file beside the game as it was: "
                f"{where}; {len(each['faults'])} faults.",
                "",
                *(f"- {attack.name}" for attack in ATTACKS),
            ]
    return lines

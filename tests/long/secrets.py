"""Pairs that a seat may not tell apart, 10,000 of each file of a pack, and 20,000 of
games in mid-play; all the leaks let in."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.secrets.__main__ import played
from tests.secrets.declared import jobs
from tests.secrets.leaks import leaks
from tests.secrets.leaks.trying import tried
from tests.secrets.midgame import looked
from tests.secrets.pairs import Playing
from tests.secrets.sittings import OPEN, table, tables

Result = dict[str, Any]
PAIRS_OF_A_PACK = 10_000
PAIRS_OF_A_BATCH = 1000
WORLDS = ("sightings", "hidden-rolls", "faint", "couriers", "acks-reconnaissance")
"""Worlds that soon catch a leak of which it is not known what catches it."""
SHARE = PAIRS_OF_A_PACK // PAIRS_OF_A_BATCH


def pairs_batches() -> int:
    """Return the number of batches for all packs that have a file."""
    return len(jobs()) * SHARE


def pairs(batch: int, seed: int) -> Result:
    """Play 1,000 pairs of one pack; each batch has pairs of its own."""
    playing = Playing(jobs()[batch // SHARE])
    found: Result = {
        **{"pack": playing.job.name, "pairs": 0, "rejected": 0, "differ": 0, "many": 0},
        **{"unlike": 0, "faults": []},
    }
    for play, counts in played(playing, PAIRS_OF_A_BATCH, seed * 1_000_000 + batch):
        found["faults"] += counts.faults
        if play.differs:
            found["unlike"] += len(counts.places)
            continue
        found["pairs"] += len(counts.places)
        found["rejected"] += counts.rejected
        found["differ"] += sum(each >= 1 for each in counts.places)
        found["many"] += sum(each >= 3 for each in counts.places)
    return found


def pairs_summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each pack."""
    more = {"rejected": "not counted", "unlike": "pairs that must not"}
    return _summary(results, "pack", more)


def _summary(results: Sequence[Result], of: str, more: Mapping[str, str]) -> list[str]:
    """Return a table with a row for each of what pairs were made of, and one for all;
    `more` are the headings of what else is counted, by its key."""
    judged = ("differ for the judge", "in three places or more")
    heads = (of, "pairs that must look alike", *judged, *more.values(), "faults")
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    names = sorted({each[of] for each in results})
    for name in (*names, "all"):
        own = [each for each in results if name in (each[of], "all")]
        pairs, differ, many, *counts = (
            sum(each[key] for each in own) for key in ("pairs", "differ", "many", *more)
        )
        shares = (f"{each / max(1, pairs):.1%}" for each in (differ, many))
        faults = sum(len(each["faults"]) for each in own)
        cells = (name, pairs, *shares, *counts, faults)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


GAMES, GAMES_OF_A_BATCH = 20_000, 250


def played_games() -> list[str]:
    """Return the scenarios that are played in which something is hidden."""
    return [each for each in tables() if each != OPEN]


def games_batches() -> int:
    """Return the number of batches for games in mid-play; each is of one scenario, and
    each scenario has as many."""
    count = len(played_games())
    return -(-GAMES // (GAMES_OF_A_BATCH * count)) * count


def games(batch: int, seed: int) -> Result:
    """Look at 250 states of a game or more, and in each at a pair."""
    every = played_games()
    name = every[batch % len(every)]
    found = looked(table(name), GAMES_OF_A_BATCH, seed * 1_000_000 + batch, 1)
    return {
        **{"game": name, "pairs": found.pairs, "states": found.states},
        **{"differ": round(found.share(1) * found.pairs)},
        **{"many": round(found.share(3) * found.pairs)},
        **{"granted": found.granted, "faults": found.faults},
    }


def games_summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each scenario that is played."""
    more = {"states": "states", "granted": "granted facts looked for"}
    return _summary(results, "game", more)


def leaks_batches() -> int:
    """Return the number of leaks."""
    return len(leaks())


def leak(batch: int, seed: int) -> Result:
    """Let one leak in, first where it was caught before; that nobody sees it is a
    fault."""
    one = leaks()[batch]
    before = _caught_before().get(one.title)
    found = tried(one, seed, likely=WORLDS if before is None else (before,))
    faults = [] if found.caught else [f"{found.name} was not caught\n{found.said}"]
    first = found.said.partition("\n")[0]
    return {"name": found.name, "said": first, "faults": faults}


def _caught_before() -> dict[str, str]:
    """Return for each leak by what it was caught when the report was written."""
    report = Path(__file__).with_name("REPORT.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d\d-\S+) \| ([^.*].*) \|$", report, re.MULTILINE)
    return dict(rows)


def leaks_summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each leak."""
    lines = ["| leak let in | caught by |", "|---|---|"]
    for each in sorted(results, key=lambda each: str(each["name"])):
        said = "**nobody**" if each["faults"] else each["said"].replace("|", "/")
        lines.append(f"| {each['name']} | {said} |")
    return lines

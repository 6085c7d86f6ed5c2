"""The answers of a day of 200 games through one `umpire serve` process, and whether
what it holds grows."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.web.evenings import SMALL, Evening, begun
from tests.web.live import LiveServer
from tests.web.players import quantile
from tests.web.wire import finished

Result = dict[str, Any]

HOUR = 200 * 60
"""Answers of an hour: 200 games, in each an answer a minute."""
HOURS = 24
LONGEST = 10_000.0  # seconds; then what was done until then is a share of the day
GAMES = 36
SCENARIOS = (*SMALL, ("rulesets/concealment", "three_sides"))
GROWS = 0.01  # of what it held in the second third, and some more, is growth
MIB_MORE = 1.0
ENOUGH = 6  # hours from which anything is said of growth


def batches() -> int:
    """Return 1: one server serves all of it."""
    return 1


def run(_: int, __: int) -> Result:
    """Play the day."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        games = begun(Path(folder), GAMES, SCENARIOS)
        return finished(lasted(games, HOUR, HOURS, LONGEST))


async def lasted(
    games: Sequence[Path], answers: int, hours: int, longest: float
) -> Result:
    """Play so many answers so many times, and look after each at what the server
    holds."""
    with LiveServer(games) as server:
        evening = Evening(games, server.port, thinks=0.2)
        await evening.sit(server.links)
        await evening.arrive()
        evening.counts.forget()
        found: Result = {"games": len(games), "rows": [], "seconds": 0.0}
        for _ in range(hours):
            left, before = longest - found["seconds"], len(evening.counts.answers)
            lasted_for = await evening.play(left, answers)
            found["seconds"] += lasted_for
            counts = evening.counts
            row = {"answers": len(counts.answers), "mib": server.mib}
            row |= {"threads": server.threads, "files": server.open_files}
            row["median"] = quantile(counts.answers[before:], 0.5)
            found["rows"].append(row)
            if found["seconds"] >= longest:
                break
        await evening.stop()
        found |= {"events": counts.events, "pages": len(counts.pages)}
        found |= {"again": evening.begun_again, "faults": [*counts.faults]}
        found["faults"] += growth(found["rows"])
    return found


def growth(rows: Sequence[Result]) -> list[str]:
    """Return that the server holds more and more, if it does and there are enough hours
    to tell."""
    faults: list[str] = []
    if len(rows) < ENOUGH:
        return faults
    for name, more in (("mib", MIB_MORE), ("threads", 4), ("files", 50)):
        values = [row[name] for row in rows]
        third = len(values) // 3
        first, last = median(values[third : 2 * third]), median(values[2 * third :])
        if last > first * (1 + GROWS) + more:
            faults.append(f"{name} grow: {values}")
    return faults


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each point."""
    (found,) = results
    rows = found["rows"]
    count = rows[-1]["answers"]
    lines = [
        f"A day of 200 games, in each an answer a minute, is {HOUR * HOURS:,} answers. "
        f"Played were {count:,}, {count / HOUR / HOURS:.0%} of it, in "
        f"{found['seconds']:,.0f} s, {count / found['seconds']:.1f} a second, in "
        f"{found['games']} games of small packs and of one published pack, which began "
        f"again {found['again']:,} times; {found['pages']:,} pages and "
        f"{found['events']:,} events besides, on a machine with {os.cpu_count()} cores "
        "that other work uses, too.",
        "",
        "| answers so far | memory | threads | open files | an answer, median |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        cells = (f"{row['answers']:,}", f"{row['mib']:.1f} MiB", row["threads"])
        more_cells = (row["files"], f"{row['median']:.3f} s")
        lines.append(f"| {' | '.join(map(str, (*cells, *more_cells)))} |")
    if len(rows) < ENOUGH:
        return [*lines, "", "Too few hours to say whether it grows over a day."]
    third = len(rows) // 3
    middle = median(row["mib"] for row in rows[third : 2 * third])
    last = median(row["mib"] for row in rows[2 * third :])
    return [
        *lines,
        "",
        f"In the second third it held {middle:.1f} MiB, in the last {last:.1f} MiB.",
    ]

"""A share of the answers of a day through one `umpire serve` process, and whether what
it holds grows."""

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

DAY = 200 * 60 * 24
"""Answers of a day: 200 games, in each an answer a minute."""
ANSWERS, POINTS = 48_000, 12
DAY_OF_A_TABLE = 6 * 60 * 24
"""Answers of a day of one table at which people answer every ten seconds."""
LONGEST = 900.0  # seconds; then what was done until then is the share
GAMES = 36
SCENARIOS = (*SMALL, ("rulesets/concealment", "three_sides"))
GROWS = 0.1  # of what it held in the second third, and some more, is growth
MIB_MORE = 8.0
ENOUGH = 6  # points from which anything is extrapolated


def batches() -> int:
    """Return 1: one server serves all of it."""
    return 1


def run(_: int, __: int) -> Result:
    """Play the share of a day."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        games = begun(Path(folder), GAMES, SCENARIOS)
        return finished(lasted(games, ANSWERS, POINTS, LONGEST))


async def lasted(
    games: Sequence[Path], answers: int, points: int, longest: float
) -> Result:
    """Play so many answers, and look at so many points at what the server holds."""
    with LiveServer(games) as server:
        evening = Evening(games, server.port, thinks=0.2)
        await evening.sit(server.links)
        await evening.arrive()
        evening.counts.forget()
        found: Result = {"games": len(games), "rows": [], "seconds": 0.0}
        for _ in range(points):
            left = longest - found["seconds"]
            lasted_for = await evening.play(left, answers // points)
            found["seconds"] += lasted_for
            counts = evening.counts
            row = {"answers": len(counts.answers), "mib": server.mib}
            row |= {"threads": server.threads, "files": server.open_files}
            row["median"] = quantile(counts.answers[-(answers // points) :], 0.5)
            found["rows"].append(row)
            if found["seconds"] >= longest:
                break
        await evening.stop()
        found |= {"events": counts.events, "pages": len(counts.pages)}
        found |= {"again": evening.begun_again, "faults": [*counts.faults]}
        found["faults"] += growth(found["rows"])
    return found


def growth(rows: Sequence[Result]) -> list[str]:
    """Return that the server holds more and more, if it does."""
    faults = []
    for name, more in (("mib", MIB_MORE), ("threads", 4), ("files", 50)):
        values = [row[name] for row in rows]
        third = len(values) // 3
        if third == 0:
            continue
        first, last = median(values[third : 2 * third]), median(values[2 * third :])
        if last > first * (1 + GROWS) + more:
            faults.append(f"{name} grow: {values}")
    return faults


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each point."""
    (found,) = results
    rows = found["rows"]
    count = rows[-1]["answers"]
    rate = count / found["seconds"]
    third = rows[len(rows) // 3]
    more = rows[-1]["mib"] - third["mib"]
    answers = count - third["answers"]
    lines = [
        f"A day of one table, at which people answer every ten seconds, is "
        f"{DAY_OF_A_TABLE:,} answers; one of 200 games, in each an answer a minute, is "
        f"{DAY:,}. Played were {count:,}, {count / DAY_OF_A_TABLE:.1f} of the first "
        f"and {count / DAY:.1%} of the second, in {found['seconds']:.0f} s, "
        f"{rate:.1f} a second, in {found['games']} games of small packs and of one "
        f"published pack, of which {found['again']:,} began again at their ends; "
        f"{found['pages']:,} pages and {found['events']:,} events besides, on a "
        f"machine with {os.cpu_count()} cores that other work uses, too.",
        "",
        "| answers so far | memory | threads | open files | an answer, median |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        cells = (f"{row['answers']:,}", f"{row['mib']:.1f} MiB", row["threads"])
        more_cells = (row["files"], f"{row['median']:.3f} s")
        lines.append(f"| {' | '.join(map(str, (*cells, *more_cells)))} |")
    if len(rows) < ENOUGH:
        return [*lines, "", "Too few points to say whether it grows over a day."]
    lines += [
        "",
        f"After the first third it took {more:+.1f} MiB in {answers:,} answers. "
        "Not played, but extrapolated: by this line "
        f"{more / max(1, answers) * DAY:+.0f} MiB in a whole day.",
    ]
    return lines

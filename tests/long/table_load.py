"""Two hundred games that one `umpire serve` process serves, played over HTTP."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.web.evenings import SCENARIOS, Evening, begun
from tests.web.live import LiveServer
from tests.web.players import Counts, quantile
from tests.web.wire import finished

Result = dict[str, Any]

GAMES = 200
AS_FAST, AT_A_PACE = 60.0, 90.0  # seconds that are measured of each
A_MINUTE = 60.0
PACES = (
    ("an answer a minute in each game", A_MINUTE, AT_A_PACE),
    ("as fast as the rate of a session allows", 0.2, AS_FAST),
)
"""What players do, for how many seconds they think, and for how many they play."""


def batches() -> int:
    """Return 1: whatever runs beside it would be measured, too."""
    return 1


def run(_: int, __: int) -> Result:
    """Play all games at each pace."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        games = begun(Path(folder), GAMES)
        return finished(loaded(games, PACES))


async def loaded(
    games: Sequence[Path], paces: Sequence[tuple[str, float, float]]
) -> Result:
    """Serve games and play them at each pace; give what was measured."""
    with LiveServer(games) as server:
        found: Result = {
            **{"games": len(games), "seats": len(server.links), "paces": []},
            **{"start": server.seconds, "before": server.mib, "faults": []},
        }
        evening = Evening(games, server.port)
        await evening.sit(server.links)
        for name, thinks, seconds in paces:
            found["paces"].append(await _pace(server, evening, name, thinks, seconds))
            found["faults"] += evening.counts.faults
        found["after"] = server.mib
    return found


async def _pace(
    server: LiveServer, evening: Evening, name: str, thinks: float, seconds: float
) -> Result:
    """Play at a pace, once everybody has seen his page."""
    evening.counts = Counts()
    for player in evening.all_players:
        player.counts = evening.counts
    evening.thinks = thinks
    await evening.arrive()
    evening.counts.forget()
    used = server.processor_seconds
    lasted = await evening.play(seconds)
    counts = evening.counts
    found = {
        **{"name": name, "seconds": lasted, "mib": server.mib},
        **{"answers": len(counts.answers), "pages": len(counts.pages)},
        **{"events": counts.events, "refused": counts.refused},
        **{"stale": counts.stale, "limited": counts.limited, "busy": counts.busy},
        "processor": (server.processor_seconds - used) / lasted,
    }
    for kind, values in (("answer", counts.answers), ("page", counts.pages)):
        found[kind] = [quantile(values, share) for share in (0.5, 0.95)]
    await evening.stop()
    return found


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each pace, and what was measured once."""
    (found,) = results
    lines = [
        f"{found['games']} games, {found['games'] // len(SCENARIOS)} of each of "
        f"{len(SCENARIOS)} scenarios of the published packs, in one process. They have "
        "two seats or three; with the judge and everyone who looks on these are "
        f"{found['seats']} browsers, each with a stream that is open. All of it, "
        f"players too, on one machine with {os.cpu_count()} cores that other work "
        "uses, too: the figures are what was left.",
        "",
        f"Open {found['start']:.1f} s after its start, with {found['before']:.0f} MiB.",
        "",
        "| players | seconds | answers a second | an answer, median | 95 % | a page, "
        "median | 95 % | pages | events | refused, stale, too often, busy | memory "
        "| cores |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for pace in found["paces"]:
        refused = (pace[key] for key in ("refused", "stale", "limited", "busy"))
        spent = (f"{each:.2f} s" for each in (*pace["answer"], *pace["page"]))
        cells = (
            pace["name"],
            f"{pace['seconds']:.0f}",
            f"{pace['answers'] / pace['seconds']:.2f}",
            *spent,
            pace["pages"],
            pace["events"],
            ", ".join(map(str, refused)),
            f"{pace['mib']:.0f} MiB",
            f"{pace['processor']:.2f}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    each = (found["after"] - found["before"]) / found["games"]
    lines += [
        "",
        f"With everybody gone {found['after']:.0f} MiB; each game that was played took "
        f"{each:.1f} MiB more than one that was only opened.",
        "",
        "An answer is timed from its POST until the page that follows is there. The "
        "rates (of a session 5 a second on average, 60 at once; without a session "
        "the same of an address) do not stand in the way of players, who have an "
        "address each; "
        "a thousand people who take their seats from one address, or through a proxy "
        "that does not pass X-Forwarded-For, are let in 5 a second after the first 60.",
    ]
    return lines

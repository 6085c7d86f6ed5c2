"""Games shared among two server processes behind a proxy, against one process."""

import os
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.web.evenings import Evening, begin_again, begun
from tests.web.live import LiveServer, free_port
from tests.web.players import Counts, quantile
from tests.web.proxy import Proxy, configuration, nginx, nginx_before
from tests.web.wire import finished

Result = dict[str, Any]

GAMES = 40
SECONDS = 45.0
THINKS = 0.2


def batches() -> int:
    """Return 1: whatever runs beside it would be measured, too."""
    return 1


def run(_: int, __: int) -> Result:
    """Play the same games through one process and through two."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        games = begun(Path(folder), GAMES)
        return finished(compared(games, SECONDS))


async def compared(games: Sequence[Path], seconds: float, answers: int = 0) -> Result:
    """Play the same games with one process and with two, behind the same proxy, for so
    many seconds or until so many answers were taken (0: no matter how many)."""
    found: Result = {"games": len(games), "rows": [], "faults": []}
    found["proxy"] = "nginx" if nginx() else "a small proxy of ours, in Python"
    for processes in (1, 2):
        for game in games:
            begin_again(game)
        row, faults = await _measured(games, processes, seconds, answers)
        found["rows"].append(row)
        found["faults"] += faults
    return found


async def _measured(
    games: Sequence[Path], processes: int, seconds: float, answers: int
) -> tuple[Result, list[str]]:
    """Return what was measured with so many processes."""
    port = free_port()
    for game in games:  # a link is shown once
        game.with_name(f"{game.name}.seats").unlink(missing_ok=True)
    shares = [games[part::processes] for part in range(processes)]
    with ExitStack() as stack:
        servers = [
            stack.enter_context(LiveServer(share, at=f"http://127.0.0.1:{port}"))
            for share in shares
        ]
        async with before(servers, port, games[0].parent):
            links = {k: v for server in servers for k, v in server.links.items()}
            evening = Evening(games, port, thinks=THINKS)
            await evening.sit(links)
            await evening.arrive()
            evening.counts.forget()
            used = sum(server.processor_seconds for server in servers)
            lasted = await evening.play(seconds, answers)
            used = sum(server.processor_seconds for server in servers) - used
            counts: Counts = evening.counts
            row = {
                **{"processes": processes, "seconds": lasted},
                **{"answers": len(counts.answers), "cores": used / lasted},
                "answer": [quantile(counts.answers, each) for each in (0.5, 0.95)],
                "page": [quantile(counts.pages, each) for each in (0.5, 0.95)],
                "mib": sum(server.mib for server in servers),
            }
            await evening.stop()
    return row, counts.faults


@asynccontextmanager
async def before(
    servers: Sequence[LiveServer], port: int, folder: Path
) -> AsyncIterator[None]:
    """Put a proxy before servers."""
    ports = [server.port for server in servers]
    games = {game.stem: server.port for server in servers for game in server.games}
    if nginx():
        text = configuration(folder, port, ports, games, trusts_clients=True)
        with nginx_before(folder, port, text):
            yield
        return
    async with Proxy(ports, games).serve(port):
        yield


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for one process and one for two."""
    (found,) = results
    lines = [
        f"{found['games']} games of all published packs behind {found['proxy']}, "
        f"players as fast as the rates allow, on one machine with {os.cpu_count()} "
        "cores, which the players, the proxy and other work use, too: two processes "
        "have no second core of their own here.",
        "",
        "| processes | seconds | answers a second | an answer, median | 95 % | a page, "
        "median | 95 % | cores used | memory |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in found["rows"]:
        spent = (f"{each:.2f} s" for each in (*row["answer"], *row["page"]))
        rate = f"{row['answers'] / row['seconds']:.2f}"
        cells = (row["processes"], f"{row['seconds']:.0f}", rate, *spent)
        more = (f"{row['cores']:.2f}", f"{row['mib']:.0f} MiB")
        lines.append(f"| {' | '.join(map(str, (*cells, *more)))} |")
    one, two = (row["answers"] / row["seconds"] for row in found["rows"])
    lines += ["", f"Two processes took {two / max(one, 1e-9):.2f} times the answers."]
    return lines

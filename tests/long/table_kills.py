"""A table that is killed at random moments while it is played."""

import asyncio
import contextlib
import io
import json
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from interpreter import open_game
from interpreter.cli.main import main
from tests.web.evenings import SMALL, Evening, begun
from tests.web.live import LiveServer, free_port
from tests.web.players import Counts, Player
from tests.web.wire import Lost, finished

Result = dict[str, Any]

KILLS, OF_A_BATCH = 100, 10
GAMES = 4
PUBLISHED = (
    ("rulesets/concealment", "three_sides"),
    ("rulesets/limited-intelligence", "two_wings_meet"),
)
SOONEST, LATEST = 0.1, 1.5  # seconds of play before a kill
SESSIONS = 10  # begun last, that must go on; of a link no more than 20 do


def batches() -> int:
    """Return the number of batches."""
    return KILLS // OF_A_BATCH


def run(batch: int, seed: int) -> Result:
    """Kill a table ten times."""
    with tempfile.TemporaryDirectory(prefix="table-") as folder:
        games = begun(Path(folder), GAMES, SMALL + PUBLISHED)
        return finished(killed(games, OF_A_BATCH, f"{seed} {batch}"))


async def killed(games: Sequence[Path], times: int, seed: str) -> Result:
    """Play and kill so many times; after each look at every game and at every seat."""
    found: Result = {
        **{"kills": 0, "answers": 0, "unacknowledged": 0, "seats": 0, "sessions": 0},
        **{"verified": 0, "faults": []},
    }
    random = Random(seed)
    with LiveServer(games, free_port()) as server:
        evening = Evening(games, server.port, thinks=0.05)
        links = {**server.links}
        door = next(iter(links))  # nobody else's: new sessions end old ones
        secret = links.pop(door)
        await evening.sit(links)
        for number in range(times):
            taken = _taken(evening)
            newcomers = _Newcomers(server.port, *door, secret)
            await _until_killed(server, evening, newcomers, random)
            found["kills"] += 1
            found["answers"] += _taken(evening) - taken
            for fault in damage(evening, found):
                found["faults"].append(f"kill {number} of {seed}: {fault}")
            server.start()
            async for fault in _strangers(evening, newcomers, found):
                found["faults"].append(f"kill {number} of {seed}: {fault}")
    return found


def _taken(evening: Evening) -> int:
    return len(evening.counts.acknowledgements)


class _Newcomers:
    """Browsers that take a seat with the same link, one after the other."""

    def __init__(self, port: int, game: str, seat: str, secret: str) -> None:
        self._port, self.game, self.seat = port, game, seat
        self._secret = secret
        self.seated: list[Player] = []

    async def come(self) -> None:
        for number in range(1_000_000):
            player = Player(self._port, self.game, self.seat, Counts(), number)
            with contextlib.suppress(Lost, OSError):
                await player.sits(self._secret)
                self.seated.append(player)
            player.leaves()
            await asyncio.sleep(0.1)


async def _until_killed(
    server: LiveServer, evening: Evening, newcomers: _Newcomers, random: Random
) -> None:
    """Play for a while and kill the server, without a warning."""
    playing = asyncio.create_task(evening.arrive())
    coming = asyncio.create_task(newcomers.come())
    await asyncio.sleep(random.uniform(SOONEST, LATEST))
    server.kill()
    for task in (playing, coming):
        task.cancel()
    await asyncio.gather(playing, coming, return_exceptions=True)
    await evening.stop()


def damage(evening: Evening, found: Result) -> Iterator[str]:
    """Yield what is wrong with the games as they lie there: damage, and answers that
    were acknowledged and are not in them, or are without having been sent."""
    for name, path in evening.paths.items():
        code, said = _verified(path)
        found["verified"] += 1
        if code:
            yield f"{name}: verify ended with {code}: {said}"
        kept = _choices(path)
        for player in evening.players[name]:
            there = kept[player.seat]
            found["seats"] += 1
            if there < player.taken:
                yield (
                    f"{player.path}: {player.taken} answers were acknowledged, "
                    f"{there} are in the game"
                )
            if there > player.sent - player.turned_away:
                yield f"{player.path}: {there} answers, {player.sent} were sent"
            found["unacknowledged"] += max(0, there - player.taken)
            player.sent = player.taken = there
            player.turned_away = 0


def _verified(path: Path) -> tuple[int, str]:
    """Return exit code and talk of `umpire verify`."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        return main(["verify", str(path)]), said.getvalue()


def _choices(path: Path) -> Counter[str]:
    """Return how many answers of people a game has, by seat (rulings of the judge have
    defaults, too); a torn last line was never acknowledged."""
    lines = path.read_bytes().split(b"\n")[:-1]
    events = (json.loads(line) for line in lines)
    return Counter(
        event["seat"]
        for event in events
        if event.get("event") == "choice" and event["by"] == "person"
    )


async def _strangers(
    evening: Evening, newcomers: _Newcomers, found: Result
) -> AsyncIterator[str]:
    """Yield whose session did not outlast the kill, or whose page does not ask what
    the game asks."""
    asked_in = {
        name: open_game(path).questions() for name, path in evening.paths.items()
    }
    for player in evening.all_players:
        page = await player.page()
        player.leaves()
        questions = asked_in[player.game]
        asked = {each.token for each in questions if each.seat == player.seat}
        if page.reply.status != 200:
            yield f"{player.path}: {page.reply.status} after a restart"
        elif {form.token for form in page.forms} != asked:
            yield f"{player.path}: it is not asked what the game asks"
    for player in newcomers.seated[-SESSIONS:]:
        found["sessions"] += 1
        page = await player.page()
        if page.reply.status != 200:
            yield f"{player.path}: a new session is {page.reply.status}"
        player.leaves()


def summary(results: Sequence[Result]) -> list[str]:
    """Return what was done, and how much of it went wrong."""
    total = Counter[str]()
    for each in results:
        total.update({k: v for k, v in each.items() if isinstance(v, int)})
    faults = sum(len(each["faults"]) for each in results)
    return [
        f"{total['kills']} times a table of {GAMES} games was killed (SIGKILL) "
        f"{SOONEST} to {LATEST} seconds after everybody began to play, and started "
        "again with the same games.",
        "",
        "| kills | answers acknowledged | answers kept whose acknowledgement did not "
        "arrive | seats looked at | games verified | sessions begun last that went on "
        "| faults |",
        "|---|---|---|---|---|---|---|",
        f"| {total['kills']} | {total['answers']} | {total['unacknowledged']} "
        f"| {total['seats']} | {total['verified']} | {total['sessions']} | {faults} |",
    ]

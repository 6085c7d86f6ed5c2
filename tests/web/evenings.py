"""Many games that are played at once, by players who keep within what is allowed."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from interpreter import open_ruleset
from tests.web.live import Links
from tests.web.players import A_SECOND, Counts, GaveUp, Player

SCENARIOS = (
    ("rulesets/acks-reconnaissance", "small_war"),
    ("rulesets/acks-reconnaissance", "toward_battle"),
    ("rulesets/concealment", "keen_and_dull"),
    ("rulesets/concealment", "three_sides"),
    ("rulesets/domains-at-war", "skirmish"),
    ("rulesets/domains-at-war", "pitched_battle"),
    ("rulesets/limited-intelligence", "leuthen"),
    ("rulesets/limited-intelligence", "two_wings_meet"),
    ("rulesets/rencounter", "gunfight"),
    ("rulesets/rencounter", "patrol"),
)
"""Two of each published pack; they have two seats or three, so the judge and those who
look on make four or five at each table."""
SMALL = (("tests/packs/couriers", "plain"), ("tests/packs/answering", "table"))
ROOT = Path(__file__).resolve().parents[2]
Beginnings = Mapping[str, Path]


def begun(
    folder: Path, number: int, scenarios: Sequence[tuple[str, str]] = SCENARIOS
) -> list[Path]:
    """Begin so many games in a folder, as many of each scenario as of the next, each
    with dice of its own; beside each lies a copy of its beginning."""
    found: list[Path] = []
    for at, (pack, scenario) in enumerate(scenarios):
        ruleset = open_ruleset(ROOT / pack)
        for count in range(at, number, len(scenarios)):
            path = folder / f"{scenario}-{count:03}.game"
            ruleset.new_game(scenario, path, seed=f"{scenario} {count}")
            shutil.copy(path, path.with_suffix(".beginning"))
            found.append(path)
    return sorted(found)


def begin_again(path: Path) -> None:
    """Put a game back to its beginning, at once: another program may write a game
    file too."""
    part = path.with_suffix(".part")
    shutil.copy(path.with_suffix(".beginning"), part)
    os.replace(part, path)


def _allow_connections(wanted: int) -> None:
    """Let this process have so many connections, and some files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + 200:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + 200, hard), hard))


class Evening:
    """Games that are played through a server.

    Whoever is asked thinks for a while and answers; whoever is not waits until his
    stream says that his page has changed. A game that is at its end, or in which nobody
    finds an answer that is taken, begins again.
    """

    def __init__(
        self,
        games: Iterable[Path],
        port: int,
        *,
        thinks: float = 1 / A_SECOND,
        counts: Counts | None = None,
    ) -> None:
        """A player thinks for `thinks` seconds before he answers, half as much or
        half as much again."""
        self.paths = {path.stem: path for path in games}
        self.port = port
        self.thinks = thinks
        self.counts = Counts() if counts is None else counts
        self.players: dict[str, list[Player]] = {name: [] for name in self.paths}
        self.begun_again = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._changed: dict[Player, asyncio.Event] = {}
        self._writing = {name: asyncio.Lock() for name in self.paths}

    async def sit(self, links: Links) -> None:
        """Let everybody take his seat, one after the other."""
        _allow_connections(2 * len(links))
        for number, ((game, seat), secret) in enumerate(links.items()):
            if game in self.players:
                player = Player(self.port, game, seat, self.counts, number)
                await player.sits(secret)
                self.players[game].append(player)

    @property
    def all_players(self) -> list[Player]:
        """Everybody at every table."""
        return [player for players in self.players.values() for player in players]

    async def arrive(self) -> None:
        """Let everybody read his page and begin to listen and to answer; returns
        when all have it."""
        for player in self.all_players:
            self._changed[player] = asyncio.Event()
            self._tasks.append(asyncio.create_task(self._play(player)))
        wanted = len(self.counts.pages) + len(self.all_players)
        while len(self.counts.pages) < wanted:
            await asyncio.sleep(0.05)
            self._fail()

    async def play(self, seconds: float, answers: int = 0) -> float:
        """Play for so many seconds, or until so many answers more were taken; return
        how long it was."""
        began = time.monotonic()
        wanted = len(self.counts.answers) + answers if answers else 0
        while time.monotonic() - began < seconds:
            if wanted and len(self.counts.answers) >= wanted:
                break
            await asyncio.sleep(0.02)
            self._fail()
        return time.monotonic() - began

    def _fail(self) -> None:
        """Raise what a player failed with."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def stop(self) -> None:
        """Let everybody go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        for player in self.all_players:
            player.leaves()

    async def _play(self, player: Player) -> None:
        """Sit at a table until the evening ends."""
        changed = self._changed[player]
        page = await player.page()
        thinks = self.thinks * player.random.uniform(0, 1)  # since before we came
        listening = asyncio.create_task(player.hears(changed, page.digest))
        try:
            while True:
                if page.forms:
                    changed.clear()
                    await asyncio.sleep(thinks)
                    thinks = self.thinks * player.random.uniform(0.5, 1.5)
                    try:
                        async with self._writing[player.game]:
                            page = await player.answers(page)
                    except GaveUp:
                        await self._again(player)
                        page = await player.page()
                elif page.is_end and player.seat == "judge":
                    await self._again(player)
                    page = await player.page()
                else:
                    await changed.wait()
                    changed.clear()
                    page = await player.page()
        finally:
            listening.cancel()

    async def _again(self, player: Player) -> None:
        async with self._writing[player.game]:
            self.begun_again += 1
            begin_again(self.paths[player.game])
            for other in self.players[player.game]:
                other.sent = other.taken = other.turned_away = 0
        await asyncio.sleep(1)

"""The games that are served, and when the page of a seat has changed.

A game is its file, and other programs may write it too. So a page is made anew from the
file whenever it is asked for, one at a time for each game, and while anybody looks at a
game its file is looked at: a seat is told that its page has changed, and never what or
that another's has.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TypeVar

from interpreter.app.game import AnswerGiven, Game, open_game
from interpreter.app.invitations import Invitations
from interpreter.app.seat_pages import SeatPage
from interpreter.diagnostics import Unusable
from interpreter.reports.map_pages import ReplayFrame
from interpreter.web.pages import seat_html

LOOKS_EACH = 0.3
"""Seconds between two looks at a file."""
Result = TypeVar("Result")


class ServedGame:
    """One game that is served: its file, its links, and one lock for both."""

    def __init__(self, path: Path) -> None:
        """Open it; raises what `open_game` does."""
        self.path = path
        self.name = path.stem
        self.game: Game = open_game(path)
        self.invitations = Invitations(path)
        self._lock = Lock()
        self._moments: dict[str, tuple[object, tuple[ReplayFrame, ...]]] = {}

    async def _alone(self, act: Callable[[], Result]) -> Result:
        """Do something of this game in a thread, while nothing else of it is done."""

        def locked() -> Result:
            with self._lock:
                return act()

        return await asyncio.to_thread(locked)

    async def page(self, seat: str) -> SeatPage:
        """Return what a seat, the judge or everyone is shown."""
        return await self._alone(lambda: self.game.page(seat))

    async def moments(self, seat: str) -> tuple[ReplayFrame, ...]:
        """Return the moments of the game for a seat; worked out once for each event."""

        def moments() -> tuple[ReplayFrame, ...]:
            stamp = self.stamp()
            known = self._moments.get(seat)
            if known is None or known[0] != stamp:
                known = self._moments[seat] = stamp, self.game.moments(seat)
            return known[1]

        return await self._alone(moments)

    async def answer(self, seat: str, token: str, value: AnswerGiven) -> bool:
        """Let a seat answer; False for a question that is not open any more. What is
        not allowed is Unusable, and the game is as it was."""

        def answered() -> bool:
            asked = self.game.questions(seat)
            question = next((each for each in asked if each.token == token), None)
            if question is None:
                return False
            self.game.answer(question, value)
            return True

        return await self._alone(answered)

    async def undo(self) -> None:
        """Take back the last choice, as the judge: everybody's consent is his."""
        await self._alone(lambda: self.game.undo(consent=True))

    def stamp(self) -> tuple[int, int]:
        """Return what is another as soon as anybody has written to the file."""
        status = os.stat(self.path)
        return status.st_mtime_ns, status.st_size


class ServedGames:
    """All games of one server, by name."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Open them; Unusable for two of one name."""
        self._games: dict[str, ServedGame] = {}
        for path in paths:
            game = ServedGame(path)
            if game.name in self._games:
                other = self._games[game.name].path
                raise Unusable(f"'{other}' and '{path}' would have one address")
            self._games[game.name] = game

    def named(self, name: str) -> ServedGame | None:
        """Return a game, or None."""
        return self._games.get(name)

    def of_link(self, secret: str) -> ServedGame | None:
        """Return the game of which a secret is a link; None for no link."""
        every = self._games.values()
        return next((each for each in every if each.invitations.is_link(secret)), None)

    @property
    def every(self) -> Mapping[str, ServedGame]:
        """The games by their names."""
        return self._games


async def changes(game: ServedGame, seat: str) -> AsyncIterator[None]:
    """Yield whenever the page of a seat is another than it was."""
    stamp, digest = game.stamp(), digest_of(await game.page(seat))
    while True:
        await asyncio.sleep(LOOKS_EACH)
        now = await asyncio.to_thread(game.stamp)
        if now == stamp:
            continue
        stamp, before = now, digest
        digest = digest_of(await game.page(seat))
        if digest != before:
            yield


def digest_of(page: SeatPage) -> str:
    """Return what is equal for pages that look alike."""
    return sha256(seat_html(page, address="").encode()).hexdigest()

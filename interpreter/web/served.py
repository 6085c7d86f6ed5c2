"""The games that are served, and when the page of a seat has changed.

A game is its file, and other programs may write it too. While anybody looks at a game,
one task looks at its file, and makes the pages that are looked at anew when it is
another; who asks for a page gets the one that lies there. So nobody waits for what
another did, and how long he waits tells nothing of it. A seat that answers waits until
its own page is made. A seat is told that its page has changed, and never what, or that
another's has.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from interpreter.app.game import AnswerGiven, Game, open_game
from interpreter.app.invitations import Invitations
from interpreter.app.opening.games import SharedRules
from interpreter.app.seat_pages import OpenQuestion, SeatPage
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.reports.map_pages import ReplayFrame
from interpreter.web.pages import seat_html, svg_of

LOOKS_EACH = 0.3
"""Seconds between two looks at a file."""
ASKS_EACH = 1.0
"""Seconds between two looks whether who listens is still admitted."""
BEATS_EACH = 15.0
"""Seconds between two comments in a stream in which nothing changes."""
STOPS_AFTER = 60.0
"""Seconds after which nobody looks any more who has asked for nothing."""
NO_NAMES = frozenset({"", ".", ".."})
Result = TypeVar("Result")


class ShownPage(Struct, frozen=True):
    """A page as it was made, the picture of its map, which takes longest to make, and
    what is equal for pages that look alike."""

    page: SeatPage
    picture: str
    digest: str


class ServedGame:
    """One game that is served: its file, its links, and the pages that are looked
    at."""

    def __init__(self, path: Path, shared: SharedRules | None = None) -> None:
        """Open it, with rules that other games may share; raises what `open_game`
        does, and Unusable for a file whose name cannot stand in an address."""
        self.path = path
        self.name = path.stem
        if self.name in NO_NAMES or not self.name.isprintable():
            raise Unusable(f"'{path}' has no name that can stand in an address")
        self._shared = SharedRules() if shared is None else shared
        self.game: Game = open_game(path, shared=self._shared)
        self.seats = self.game.seats
        self.invitations = Invitations(path)
        # a thread of its own, in which things of this game are done one after the
        # other, so that no other game waits for it; one more for replays
        self._worker = ThreadPoolExecutor(1)
        self._replayer = ThreadPoolExecutor(1)
        self._replayed: dict[str, tuple[str, tuple[ReplayFrame, ...]]] = {}
        self._shown: dict[str, ShownPage] = {}
        self._asked_at: dict[str, float] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._watching: asyncio.Task[None] | None = None
        self._stamp: object = None

    async def _alone(self, act: Callable[[], Result]) -> Result:
        """Do something of this game while nothing else of it is done."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, act)

    async def shown(self, seat: str) -> ShownPage:
        """Return the page of a seat, of the judge or of everyone, as it lies there."""
        loop = asyncio.get_running_loop()
        self._asked_at[seat] = loop.time()
        watching = self._watching
        if watching is None or watching.done() or watching.get_loop() is not loop:
            self._watching = asyncio.create_task(self._watch())
            stamp = self.stamp()
            if stamp != self._stamp:
                self._stamp = stamp
                self._shown.clear()
        if seat not in self._shown:
            self._shown[seat] = await self._alone(lambda: self._made(seat))
        return self._shown[seat]

    def _made(self, seat: str) -> ShownPage:
        page = self.game.page(seat)
        picture = svg_of(page)
        text = seat_html(page, picture, address="")
        return ShownPage(page, picture, sha256(text.encode()).hexdigest())

    async def _watch(self) -> None:
        """Make pages anew while somebody looks at them."""
        loop = asyncio.get_running_loop()
        while True:
            until = loop.time() - STOPS_AFTER
            looked_at = {seat for seat, at in self._asked_at.items() if at > until}
            if not looked_at:
                return
            stamp = self.stamp()
            if stamp != self._stamp:
                self._stamp = stamp
                for seat in [*self._shown]:
                    if seat in looked_at:
                        await self._made_anew(seat)
                    else:
                        del self._shown[seat]
            await asyncio.sleep(LOOKS_EACH)

    async def _made_anew(self, seat: str) -> None:
        before = self._shown.get(seat)
        try:
            after = await self._alone(lambda: self._made(seat))
        except UmpireError:  # damaged, or gone: the next request says so
            self._shown.pop(seat, None)
            return
        self._shown[seat] = after
        if before is not None and before.digest != after.digest:
            self._wake(seat)

    def _wake(self, seat: str) -> None:
        changed = self._changed.pop(seat, None)
        if changed is not None:
            changed.set()

    async def changes(
        self, seat: str, seen: str, is_admitted: Callable[[], bool]
    ) -> AsyncIterator[bool]:
        """Yield True whenever the page of a seat is another than the one that was
        `seen`, by its digest, or than the last; False where nothing was for a while.
        Ends when who listens is not admitted any more."""
        waited = 0.0
        while is_admitted():
            digest = (await self.shown(seat)).digest
            if digest != seen:
                seen, waited = digest, 0.0
                yield True
                continue
            changed = self._changed.setdefault(seat, asyncio.Event())
            try:
                await asyncio.wait_for(changed.wait(), ASKS_EACH)
            except TimeoutError:
                waited += ASKS_EACH
                if waited >= BEATS_EACH:
                    waited = 0.0
                    yield False

    async def answer(
        self,
        seat: str,
        question: OpenQuestion,
        value: AnswerGiven,
        is_admitted: Callable[[], bool],
    ) -> None:
        """Let a seat answer. What is not allowed is Unusable, says no more than the
        seat may hear, and leaves the game as it was."""

        def answered() -> None:
            token = question.token
            self.game.answer_in_private(token, seat, value, is_admitted)

        try:
            await self._alone(answered)
        finally:
            await self._made_anew(seat)

    async def undo(self, after: int) -> None:
        """Take back the last choice, as the judge: everybody's consent is his. Unusable
        where the last event is not number `after`, which he saw as the last."""

        def undone() -> None:
            lines = self.game.log().lines
            if (lines[-1].number if lines else 0) != after:
                raise Unusable("the game has moved on; nothing was taken back")
            self.game.undo(consent=True)

        await self._alone(undone)
        await self._made_anew("judge")

    async def moments(self, seat: str) -> tuple[ReplayFrame, ...]:
        """Return the moments of the game for a seat, worked out anew only when its page
        has changed; in a reading of its own, so that nobody else waits."""
        digest = (await self.shown(seat)).digest

        def replayed() -> tuple[ReplayFrame, ...]:
            known = self._replayed.get(seat)
            if known is None or known[0] != digest:
                frames = open_game(self.path, shared=self._shared).moments(seat)
                known = self._replayed[seat] = digest, frames
            return known[1]

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._replayer, replayed)

    def stamp(self) -> tuple[int, int]:
        """Return what is another as soon as anybody has written to the file."""
        try:
            status = os.stat(self.path)
        except OSError:  # gone; reading it says what is wrong
            return 0, 0
        return status.st_mtime_ns, status.st_size


class ServedGames:
    """All games of one server, by name."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Open them; Unusable for two of one name."""
        self._games: dict[str, ServedGame] = {}
        shared = SharedRules()  # a game of its own would hold some MiB of its ruleset
        for path in paths:
            game = ServedGame(path, shared)
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

    def is_session(self, session: str) -> bool:
        """Tell whether a text is a session of any of the games."""
        return any(game.invitations.seat_of(session) for game in self._games.values())

    @property
    def every(self) -> Mapping[str, ServedGame]:
        """The games by their names."""
        return self._games

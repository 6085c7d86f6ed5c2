"""The games that are served, and when the page of a seat has changed.

A game is its file, and other programs may write it too. While anybody looks at a game,
one task looks at its file, and makes the pages that are looked at anew when it is
another; who asks for a page gets the one that lies there. So nobody waits for what
another did, and how long he waits tells nothing of it. A seat that answers waits until
its own page is made. A letter, a whole log and a reason are worked out when they are
asked for, one after the other with what else is done of the game, and a replay so with
other replays, so these may wait for an act of another. A seat is told that its page has
changed, and never what, or that another's has.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TypeVar

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.game import Game, open_game
from interpreter.app.invitations import Invitations
from interpreter.app.lobby.folder import ENDING, game_named, games_in
from interpreter.app.opening.games import SharedRules
from interpreter.app.seat_pages import SeatPage
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.reports.map_pages import ReplayFrame
from interpreter.reports.outputs.sheets import SheetAudience
from interpreter.values.types import JUDGE_NAME
from interpreter.web.pages import (
    address_of,
    links_of,
    seat_html,
    shown_on_map,
    svg_of,
)

LOOKS_EACH = 0.3
"""Seconds between two looks at a file."""
ASKS_EACH = 1.0
"""Seconds between two looks whether who listens is still admitted."""
BEATS_EACH = 15.0
"""Seconds between two comments in a stream in which nothing changes."""
STOPS_AFTER = 60.0
"""Seconds after which nobody looks any more who has asked for nothing."""
CLOSES_AFTER = 600.0
"""Seconds after which a game of a folder is closed for which nobody asks."""
MOST_OPEN = 32
"""Games of a folder that are open, above which they are closed sooner."""
MOST_GAMES = 2_000
"""Games of a folder whose links open them: the last that were written."""
SETTLED = 2_000_000_000
"""Nanoseconds in which a folder may be written twice with one time."""
NO_DIGEST = Markup("<>")
"""Where that of a page will stand: it cannot be in a text that is escaped."""
NO_NAMES = frozenset({"", ".", ".."})
Result = TypeVar("Result")


class ShownPage(Struct, frozen=True):
    """A page as it was made, the picture of its map, its HTML ("" for the judge, beside
    whose page stands his desk), what is equal for pages that look alike, and what goes
    into that besides the page: whether the game is paused, and for the judge how many
    browsers sit where."""

    page: SeatPage
    picture: str
    html: str
    digest: str
    is_paused: bool
    browsers: tuple[tuple[str, int], ...]


class ServedGame:
    """One game that is served: its file, its links, and the pages that are looked
    at."""

    def __init__(self, path: Path, shared: SharedRules | None = None) -> None:
        """Keep where it lies, and open it when it is first asked for, with rules that
        other games may share; raises Unusable for a file whose name cannot stand in an
        address."""
        self.path = path
        self.name = path.stem
        if self.name in NO_NAMES or not self.name.isprintable():
            raise Unusable(f"'{path}' has no name that can stand in an address")
        self._shared = SharedRules() if shared is None else shared
        self.invitations = Invitations(path)
        self._game: tuple[Game, tuple[str, ...]] | None = None
        self._opening = Lock()
        self._acts = 0
        self._used_at = time.monotonic()
        # a thread of its own, in which things of this game are done one after the
        # other, so that no other game waits for it; one more for what is only read
        self._worker = ThreadPoolExecutor(1)
        self._replayer = ThreadPoolExecutor(1)
        self._judges = ThreadPoolExecutor(1)  # whose questions may take long
        self._readings: dict[ThreadPoolExecutor, Game] = {}
        self._replayed: dict[str, tuple[str, asyncio.Task[Sequence[ReplayFrame]]]] = {}
        self._sheets: dict[tuple[SheetAudience, str], str] = {}
        self._shown: dict[str, ShownPage] = {}
        self._making: dict[str, asyncio.Task[ShownPage]] = {}
        self._asked_at: dict[str, float] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._watching: asyncio.Task[None] | None = None
        self._seen: object = None

    def open(self) -> tuple[Game, tuple[str, ...]]:
        """Return the game and its seats, opened if it is not; raises what `open_game`
        does. A large ruleset takes seconds: `opened` waits for them elsewhere."""
        with self._opening:
            if self._game is None:
                game = open_game(self.path, shared=self._shared)
                self._game = game, game.seats
                self._used_at = time.monotonic()
            return self._game

    async def opened(self) -> None:
        """Open the game where nobody else waits for it."""
        if self._game is None:
            await self._alone(self.open)

    @property
    def game(self) -> Game:
        """The game; raises what `open` does."""
        return self.open()[0]

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of its seats; raises what `open` does."""
        return self.open()[1]

    @property
    def idle(self) -> float | None:
        """For how many seconds nobody has asked for anything of it; None where it is
        not open, or something of it is being done."""
        if self._acts or (self._game is None and not self._readings):
            return None
        return time.monotonic() - self._used_at

    def close(self) -> None:
        """Forget all that can be read again; who asks for it opens it anew."""
        self._game = None
        self._shown.clear()
        self._replayed.clear()
        self._sheets.clear()
        self._readings.clear()
        self._asked_at.clear()
        for worker in (self._worker, self._replayer, self._judges):
            worker.shutdown(wait=False)
        self._worker = ThreadPoolExecutor(1)
        self._replayer = ThreadPoolExecutor(1)
        self._judges = ThreadPoolExecutor(1)

    async def _alone(self, act: Callable[[], Result]) -> Result:
        """Do something of this game while nothing else of it is done."""
        return await self._done_in(self._worker, act)

    async def _done_in(
        self, worker: ThreadPoolExecutor, act: Callable[[], Result]
    ) -> Result:
        self._acts += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(worker, act)
        finally:
            self._acts -= 1
            self._used_at = time.monotonic()

    async def shown(self, seat: str) -> ShownPage:
        """Return the page of a seat, of the judge or of everyone, as it lies there."""
        loop = asyncio.get_running_loop()
        self._used_at = self._asked_at[seat] = time.monotonic()
        watching = self._watching
        if watching is None or watching.done() or watching.get_loop() is not loop:
            self._watching = asyncio.create_task(self._watch())
            state = self._state()
            if state != self._seen:
                self._seen = state
                self._shown.clear()
        if seat in self._shown:
            return self._shown[seat]
        making = self._making.get(seat)
        if making is None or making.done() or making.get_loop() is not loop:
            making = self._making[seat] = loop.create_task(self._first(seat))
        # one who does not wait any more ends it for nobody else
        return await asyncio.shield(making)

    async def _first(self, seat: str) -> ShownPage:
        """Make a page that is not there, once for all who ask for it meanwhile."""
        state = self._state()
        try:
            made = self._shown[seat] = await self._alone(lambda: self._made(seat))
        finally:
            if self._making.get(seat) is asyncio.current_task():
                del self._making[seat]
        if self._state() != state:  # it may show what was before
            self._seen = None
        return made

    def _made(self, seat: str) -> ShownPage:
        game, is_paused = self.game, self.invitations.is_paused
        page = game.page(seat)
        self._game = game, game.seats  # another game may have come under its name
        is_judge = seat == JUDGE_NAME
        browsers = tuple(self.invitations.browsers().items()) if is_judge else ()
        before = self._shown.get(seat)
        if before is None:
            picture = svg_of(page)
        else:
            if page.view == before.page.view:  # in which its text is kept
                page = replace(page, view=before.page.view)
            beside = (before.is_paused, before.browsers)
            if page == before.page and beside == (is_paused, browsers):
                return replace(before, page=page)
            picture = before.picture
            if shown_on_map(page) != shown_on_map(before.page):
                picture = svg_of(page)
        address = address_of(self.name, seat)
        html = seat_html(
            page,
            picture,
            address=address,
            game=self.name,
            digest=NO_DIGEST,
            links=links_of(address, seat),
            is_paused=is_paused and not page.is_finished,
        )
        digest = sha256(f"{html}{browsers}".encode()).hexdigest()
        html = "" if is_judge else html.replace(NO_DIGEST, digest)
        return ShownPage(page, picture, html, digest, is_paused, browsers)

    async def _watch(self) -> None:
        """Make pages anew while somebody looks at them."""
        while True:
            until = time.monotonic() - STOPS_AFTER
            looked_at = {seat for seat, at in self._asked_at.items() if at > until}
            # forgotten whether anything has happened or not: who comes back waits for
            # his page in either case
            for seat in self._shown.keys() - looked_at:
                del self._shown[seat]
            if not looked_at:
                return
            state = self._state()
            if state != self._seen:
                self._seen = state
                for seat in [*self._shown]:
                    await self._made_anew(seat)
            await asyncio.sleep(LOOKS_EACH)

    async def _made_anew(self, seat: str) -> None:
        before = self._shown.get(seat)
        try:
            after = await self._alone(lambda: self._made(seat))
        except Exception:  # the next request meets it again, and says so
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

    async def act(self, seat: str, change: Callable[[Game], Result]) -> Result:
        """Change the game as a seat or the judge, and make his page. What is not
        allowed is Unusable or an OpenStop, and leaves the game as it was."""
        try:
            return await self._alone(lambda: change(self.game))
        finally:
            await self._made_anew(seat)

    async def asked(self, ask: Callable[[Game], Result]) -> Result:
        """Return what the game says, in its turn."""
        return await self._alone(lambda: ask(self.game))

    async def aside(
        self, ask: Callable[[Game], Result], *, is_judge: bool = False
    ) -> Result:
        """Return what a reading of the game of its own says, so that nobody who plays
        waits for it; nor does a seat for what the judge asks."""
        worker = self._judges if is_judge else self._replayer

        def asked() -> Result:
            if worker not in self._readings:
                self._readings[worker] = open_game(self.path, shared=self._shared)
            return ask(self._readings[worker])

        return await self._done_in(worker, asked)

    async def sheet(self, audience: SheetAudience) -> str:
        """Return the quick reference of the ruleset, made once."""

        def made(game: Game) -> str:
            key = audience, game.identity
            if key not in self._sheets:
                self._sheets[key] = game.sheet(audience).html()
            return self._sheets[key]

        return await self.aside(made)

    async def replayed(self, seat: str) -> asyncio.Task[Sequence[ReplayFrame]]:
        """Return what works out the moments of the game for a seat, as long as its page
        stays the same: only then is it known that none has come. A failure is kept
        until it has been asked for once, by who has waited for it."""
        digest = (await self.shown(seat)).digest
        loop, known = asyncio.get_running_loop(), self._replayed.get(seat)
        if known is not None and known[0] == digest:
            task = known[1]
            if task.done() and not task.cancelled():
                if task.exception() is not None:
                    del self._replayed[seat]
                return task
            if task.get_loop() is loop and not task.cancelled():
                return task
        task = asyncio.create_task(self.aside(lambda read: read.moments(seat)))
        self._replayed[seat] = digest, task
        return task

    def _state(self) -> object:
        """Return what is another as soon as pages may be others."""
        try:
            links = self.invitations
            return self.stamp(), links.is_paused, links.browsers()
        except UmpireError:  # a damaged file of links ends them
            return self.stamp()

    @property
    def written(self) -> str:
        """When the game was written last, in words."""
        seconds = self.stamp()[0] / 1_000_000_000
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"

    def stamp(self) -> tuple[int, int]:
        """Return what is another as soon as anybody has written to the file."""
        try:
            status = os.stat(self.path)
        except OSError:  # gone; reading it says what is wrong
            return 0, 0
        return status.st_mtime_ns, status.st_size


class ServedGames:
    """All games of one server, by name: those that were named, or those of a folder,
    also such as come later.

    Of very many, older ones are served to who has a seat in them, but are not listed,
    and their links open nothing.
    A game of a folder is opened when somebody asks for a page of it. It is closed again
    when nobody has for `CLOSES_AFTER` seconds, where more than `MOST_OPEN` are open for
    `STOPS_AFTER`; one that somebody looks at stays open.
    """

    def __init__(self, paths: Iterable[Path] = (), folder: Path | None = None) -> None:
        """Open games; Unusable for two of one name. Of a `folder` none is opened yet;
        Unusable for one that cannot be listed."""
        self._games: dict[str, ServedGame] = {}
        self._unserved: dict[Path, UmpireError] = {}
        self._folder = folder
        self._looked: object = None
        self._older = 0
        # a game of its own would hold some MiB of its ruleset
        self._shared = SharedRules()
        for path in paths:
            game = ServedGame(path, self._shared)
            game.open()
            if game.name in self._games:
                other = self._games[game.name].path
                raise Unusable(f"'{other}' and '{path}' would have one address")
            self._games[game.name] = game
        self.look()

    def look(self) -> None:
        """Find games that have come into the folder, and forget those that are gone."""
        if self._folder is None:
            return
        stamp = _written_at(self._folder)
        if stamp == self._looked and time.time_ns() - stamp > SETTLED:
            return
        paths = games_in(self._folder)
        last = paths[:MOST_GAMES]
        before, games, unserved = self._games, dict[str, ServedGame](), {}
        # of two of one address the one that is named as games are
        for path in sorted(last, key=lambda path: path.suffix != ENDING):
            known = before.get(path.stem)
            try:
                if path.stem in games:
                    other = games[path.stem].path.name
                    message = f"'{other}' and '{path.name}' would have one address"
                    raise Unusable(message, hint="rename one of them")
                game = known if known and known.path == path else None
                game = game or ServedGame(path, self._shared)
            except UmpireError as error:
                unserved[path] = error
                continue
            games[game.name] = game
        for name, game in before.items():
            if name not in games and game_named(self._folder, name) == game.path:
                games[name] = game
        self._games, self._unserved, self._looked = games, unserved, stamp
        self._older = len(paths) - len(last)

    @property
    def unserved(self) -> Mapping[Path, UmpireError]:
        """Files of the folder that look like games and cannot have pages, and why."""
        return self._unserved

    @property
    def older(self) -> int:
        """How many games of the folder are older than those whose links open them."""
        return self._older

    def named(self, name: str) -> ServedGame | None:
        """Return a game, or None."""
        if name not in self._games:
            self.look()
        if name not in self._games and self._folder is not None:
            path = game_named(self._folder, name)
            if path is not None and path not in self._unserved:
                with suppress(UmpireError):  # there is no such page then
                    self._games = {**self._games, name: ServedGame(path, self._shared)}
        self._close_unused()
        return self._games.get(name)

    def _close_unused(self) -> None:
        if self._folder is None:
            return
        idle = [(game.idle, game) for game in self._games.values()]
        opened = [(seconds, game) for seconds, game in idle if seconds is not None]
        longest = STOPS_AFTER if len(opened) > MOST_OPEN else CLOSES_AFTER
        for seconds, game in opened:
            if seconds > longest:
                game.close()

    def of_link(self, secret: str) -> ServedGame | None:
        """Return the game of which a secret is a link; None for no link."""
        self.look()
        every = self._games.values()
        return next((game for game in every if game.invitations.is_link(secret)), None)

    def is_session(self, name: str, session: str) -> bool:
        """Tell whether a text is a session of a game by its name."""
        game = self._games.get(name)
        return game is not None and game.invitations.seat_of(session) is not None

    @property
    def every(self) -> Mapping[str, ServedGame]:
        """The games by their names."""
        return self._games


def _written_at(folder: Path) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:  # gone; listing it says so
        return 0

"""Two worlds that a seat may not tell apart, served over real sockets.

The worlds are those of `tests.secrets`: a game in mid-play, and another in which
everything is different that the seat may not know. The other is no fold of a journal,
so no file has it; both are put where a served game reads its file, and everything above
that is the program itself: pages, addresses, streams, what is said of a wrong answer.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from pathlib import Path
from random import Random
from unittest.mock import patch
from urllib.parse import quote

import uvicorn

from interpreter.app.answering.replies import split, value_of_reply
from interpreter.app.game import AnswerGiven, Game, _returned
from interpreter.app.opening.games import OpenGame
from interpreter.app.playing.handouts import open_questions
from interpreter.diagnostics import Unusable
from interpreter.games.state import GameProgress
from interpreter.web.served import LOOKS_EACH, ServedGames
from interpreter.web.server import application, listening
from tests.secrets.midgame import WRONG, Counts, judged, places
from tests.secrets.others import CANARY, Known, Other
from tests.secrets.sittings import Sitting, Table
from tests.web.live import free_port
from tests.web.players import Page
from tests.web.wire import Reply, Wire, finished, request_bytes

NAME = "evening"
_SESSION = re.compile(rb"(set-cookie: seat=)([A-Za-z0-9_-]{27})(;)")
OURS = {"Sec-Fetch-Site": "same-origin"}
RENEWED_WITHIN = LOOKS_EACH * 8
"""Seconds in which a page of a large pack is made anew, on a busy machine too."""
ELSEWHERE = ("/t/", "/static/")
PAGES = ("/log", "/letter", "/ask", "/ask?dice=2d6", "/static/table.js")
"""What is below a seat, without the replay: the other world has no past. What replays
tell is compared in `tests.secrets.test_replays`."""
TAKEN_OR_NOT = (303, 422)
MOST_WRONG = 4
"""Wrong answers that are tried in a state; `tests.secrets` tries all of them."""


class WorldGame(Game):
    """A game whose state is given, and not that of its file."""

    def __init__(self, path: Path, table: Table, course: GameProgress) -> None:
        super().__init__(path)
        self.table = table
        self.course = course

    def _state(self) -> tuple[OpenGame, GameProgress]:
        course, table = self.course, self.table
        events = ({}, *(each.event for each in course.passed))
        found = OpenGame(Path("x"), {}, events, table.session, course.beginning)
        return found, course

    def answer_in_private(
        self, token: str, seat: str, value: AnswerGiven, admitted: object = None
    ) -> None:
        """Read an answer as the program does, and refuse what it refuses; what it
        would take is refused too, for there is no journal to take it."""
        del seat, admitted
        opened, course = self._state()
        question, shown = open_questions(opened, course, judge=True)[token]
        given = _returned(value)
        for part, _ in enumerate(shown.parts):
            text = given if not isinstance(given, dict) else [*given.values()][part]
            line = text if isinstance(text, str) else ", ".join(text)
            reply = split(shown, part, line)
            value_of_reply(self.table.session, question, shown, part, reply)
        raise Unusable("it would be taken")


class ServedWorld:
    """One of the worlds, at a port of its own."""

    def __init__(self, folder: Path, table: Table, course: GameProgress) -> None:
        """Serve a world from a folder."""
        self.path = folder / f"{NAME}.game"
        self.path.touch()
        self.game = WorldGame(self.path, table, course)
        self.port = free_port()
        self.games = ServedGames([self.path])
        self._server: uvicorn.Server | None = None

    def moves_on(self, course: GameProgress) -> None:
        """Let the game be another, as if somebody had written its file."""
        self.game.course = course
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n")

    @contextmanager
    def open(self) -> Iterator[ServedWorld]:
        """Serve it in a thread."""
        at = listening("127.0.0.1", self.port)
        assert at is not None
        stop = asyncio.Event()
        config = uvicorn.Config(
            application(self.games, stop),
            access_log=False,
            log_level="critical",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        running = threading.Thread(target=server.run, args=([at],))
        running.start()
        try:
            while not server.started:
                time.sleep(0.005)
            yield self
        finally:
            stop.set()  # streams never end themselves
            server.should_exit = True  # closes what is still open, and waits for it
            running.join()
            at.close()


@contextmanager
def served(
    folder: Path, table: Table, courses: Sequence[GameProgress]
) -> Iterator[list[ServedWorld]]:
    """Serve a world each, all of them at once."""
    worlds: list[ServedWorld] = []
    games: dict[Path, WorldGame] = {}
    for number, course in enumerate(courses):
        below = folder / str(number)
        below.mkdir()
        path = below / f"{NAME}.game"
        games[path] = WorldGame(path, table, course)

    def opened(path: Path, *_: object, **__: object) -> WorldGame:
        return games[path]

    with patch("interpreter.web.served.open_game", opened):
        for path, game in games.items():
            world = ServedWorld(path.parent, table, game.course)
            world.game = game
            worlds.append(world)
        with worlds[0].open(), worlds[1].open():
            yield worlds


class Received:
    """All bytes that a seat receives of one world, in the order in which they come."""

    def __init__(self, world: ServedWorld, seat: str) -> None:
        """Sit down; the session is random, and masked."""
        self.world, self.seat = world, seat
        self.path = f"/t/{NAME}/{seat}"
        self.wire, self.ear = Wire(world.port), Wire(world.port)
        self.secret = world.games.every[NAME].invitations.invite(seat)
        self.cookie = ""
        self.parts: list[tuple[str, bytes]] = []
        self._events: list[bytes] = []
        self._listening: asyncio.Task[None] | None = None

    def keep(self, what: str, reply: Reply) -> Reply:
        """Note a reply, without the session in it."""
        raw, count = _SESSION.subn(rb"\1\3", reply.raw)
        self.parts.append((f"{what} ({count} session)", raw))
        return reply

    async def ask(self, method: str, more: str = "", body: bytes = b"") -> Reply:
        """Ask for something below the address of the seat, or elsewhere."""
        headers = {**OURS, "Cookie": f"seat={self.cookie}"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        target = more if more.startswith(ELSEWHERE) else f"{self.path}{more}"
        what = f"{method} {target} {body!r}"
        # the same Host for both: what they are asked is equal to the byte
        request = request_bytes(method, target, "table.test", headers, body)
        return self.keep(what, await self.wire.send(request, method))

    async def sit(self) -> None:
        """Look at the link, and take the seat."""
        target = f"/s/{self.secret}"
        for method in ("GET", "POST"):
            request = request_bytes(method, target, "table.test", OURS)
            reply = self.keep(f"{method} /s/", await self.wire.send(request, method))
        found = _SESSION.search(reply.raw)
        assert found is not None
        self.cookie = found[2].decode()

    async def look(self, others: Sequence[str], ids: Sequence[str]) -> None:
        """Ask for all that there is, and for what there is not."""
        page = Page(await self.ask("GET"))
        await self.ask("HEAD")
        for more in (*PAGES, *(f"/ask?offer={quote(one)}" for one in (*WRONG, *ids))):
            reply = await self.ask("GET", more)
            assert reply.status == 200, (more, reply.head)
        for other in others:
            await self.ask("GET", f"/t/{NAME}/{other}")
            await self.ask("POST", f"/t/{NAME}/{other}/answer", b"token=x&part-0=x")
        old = await self.ask("POST", "/answer", b"token=nothing&part-0=x")
        assert old.status == 409, old.head
        for form in page.forms:
            for wrong in (*WRONG, *ids):
                body = f"token={form.token}&part-0={wrong}".encode()
                reply = await self.ask("POST", "/answer", body)
                assert reply.status in TAKEN_OR_NOT, (wrong, reply.head)

    async def listen(self) -> None:
        """Begin to hear of changes, with the page that is seen now."""
        page = Page(await self.ask("GET"))
        target = f"{self.path}/changes?seen={page.digest}"
        headers = {**OURS, "Cookie": f"seat={self.cookie}"}
        head, events = await self.ear.stream(target, headers)
        self.keep("stream", head)

        async def heard() -> None:
            with suppress(OSError, EOFError, ValueError):
                async for event in events:
                    self._events.append(event)

        self._listening = asyncio.create_task(heard())

    def mark(self, what: str) -> None:
        """Note what was heard since the last time."""
        self.parts.append((f"events {what}", b"|".join(self._events)))
        self._events.clear()

    async def leave(self) -> None:
        """Close the browser."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        self.wire.close()
        self.ear.close()


def told_apart(one: Received, other: Received) -> Iterator[str]:
    """Yield by what a seat can tell two worlds apart, and that it got a secret."""
    for (what, mine), (also, theirs) in zip(one.parts, other.parts, strict=True):
        if (what, mine) != (also, theirs):
            yield f"{one.seat} can tell apart by {what}\n{_unlike(mine, theirs)}"
            return
    for what, theirs in other.parts:
        if CANARY.encode() in theirs:
            yield f"a canary is in what {one.seat} gets by {what}"


def _unlike(one: bytes, other: bytes) -> str:
    lines = zip([*one.split(b"\n"), b""], [*other.split(b"\n"), b""], strict=False)
    return next((f"- {a!r}\n+ {b!r}" for a, b in lines if a != b), "")


async def _compared(
    worlds: Sequence[ServedWorld],
    seat: str,
    stops: Sequence[tuple[GameProgress, GameProgress]],
    ids: Sequence[str],
) -> tuple[int, list[str]]:
    """Return how many bytes a seat received, and by what it tells two games apart,
    which go on from stop to stop."""
    seats = [Received(world, seat) for world in worlds]
    everybody = (*worlds[0].games.every[NAME].seats, "judge", "x")
    others = [other for other in everybody if other != seat]
    try:
        for received in seats:
            await received.sit()
            await received.look(others, ids)
            await received.listen()
        for number, pair in enumerate(stops):
            for world, course in zip(worlds, pair, strict=True):
                world.moves_on(course)
            await asyncio.sleep(RENEWED_WITHIN)
            for received in seats:
                await received.ask("GET")
                received.mark(f"after stop {number}")
        size = sum(len(part) for received in seats for _, part in received.parts)
        return size, [*told_apart(*seats)]
    finally:
        for received in seats:
            await received.leave()


def looked(
    table: Table, number: int, seed: str, folder: Path, later: int = 2
) -> Counts:
    """Compare over the wire so many pairs of games in mid-play, each at the stop at
    which it is looked at and at `later` stops after that."""
    found = Counts()
    for sitting in range(number * 3):
        if found.pairs >= number or found.faults:
            break
        game = Sitting(table, f"{seed} {sitting}")
        stops = [course for course, _ in zip(_kept(game), range(12), strict=False)]
        at = game.random.randrange(max(1, len(stops) - later))
        _look(table, stops[at : at + later + 1], f"{seed} {sitting}", folder, found)
    return found


def _kept(game: Sitting) -> Iterator[GameProgress]:
    """Yield the course at each stop, as it is then: a game goes on with its own."""
    for course in game.stops():
        kept = copy(course)
        kept.passed = [*course.passed]
        kept.given = {**course.given}
        yield kept


def _look(
    table: Table,
    courses: Sequence[GameProgress],
    seed: str,
    folder: Path,
    found: Counts,
) -> None:
    """Compare one pair, if the worlds differ at all."""
    first = courses[0]
    rows = dict(zip(table.declared.kinds, first.game_state, strict=False))
    there = enumerate(rows[table.declared.seat_kind])
    seat = Random(seed).choice([at for at, row in there if row is not None])
    known = Known(table.declared, seat)
    pairs = [
        (course, Other(table, course, known, f"{seed} 0").made()) for course in courses
    ]
    if judged(table, first) == judged(table, pairs[0][1]):
        return
    found.pairs += 1
    found.states += len(pairs)
    found.places.append(places(*pairs[0]))
    name = first.beginning.seat_name(seat)
    ids = [each for known_ids in first.beginning.ids.values() for each in known_ids]
    wrong = Random(seed).sample(ids, min(MOST_WRONG, len(ids)))
    below = folder / seed.replace(" ", "-")
    below.mkdir()
    with served(below, table, pairs[0]) as worlds:
        size, faults = finished(_compared(worlds, name, pairs[1:], wrong))
    found.granted += size
    found.faults += [f"{table.name}, {seed}: {fault}" for fault in faults]

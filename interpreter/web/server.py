"""The table as a server: links, pages, answers, and a stream that says "changed".

Who somebody is comes from his cookie alone, which is sent to the pages of one seat of
one game and to no other. An address at which there is nothing for him looks like one at
which there is nothing at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from socket import socket
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from interpreter.app.seat_pages import SeatPage
from interpreter.diagnostics import UmpireError
from interpreter.values.types import JUDGE_NAME
from interpreter.web.guards import MOST_BODY, Guards
from interpreter.web.pages import (
    STATIC,
    TOKEN,
    Notice,
    answer_in,
    failed_html,
    invitation_html,
    nothing_html,
    replay_html,
    seat_html,
)
from interpreter.web.served import ServedGame, ServedGames, changes

EVERYONE = "everyone"
COOKIE = "seat"
A_YEAR = 365 * 24 * 3600
BEATS_EACH = 15.0
"""Seconds between two comments in a stream, whatever happens in the game."""
STALE = Notice(
    "That question was answered already, or the game has moved on.",
    "This is how it stands now.",
)
PATIENCE = 2  # seconds that open streams have to end
MOST_CONNECTIONS = 1000


class Endpoints:
    """The endpoints, over the games that are served."""

    def __init__(self, games: ServedGames, stop: asyncio.Event) -> None:
        """Serve these games, until `stop` is set."""
        self._games = games
        self._stop = stop

    async def invitation(self, request: Request) -> Response:
        """Show a link without using it, or redeem it."""
        secret = request.path_params["secret"]
        game = self._games.of_link(secret)
        if game is None:
            return _nothing()
        if request.method != "POST":
            return HTMLResponse(invitation_html())
        admission = await asyncio.to_thread(game.invitations.redeem, secret)
        if admission is None:
            return _nothing()
        path = address_of(game.name, admission.seat)
        response = RedirectResponse(path, status_code=303)
        response.set_cookie(
            COOKIE,
            admission.session,
            max_age=A_YEAR,
            path=path,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return response

    async def seat(self, request: Request) -> Response:
        """Show the page of a seat, of the judge, or of those who look on."""
        game = self._admitted(request)
        if game is None:
            return _nothing()
        return await self._page(request, game)

    async def as_seen(self, request: Request) -> Response:
        """Show the judge the page of a seat, by the function that makes it."""
        game = self._admitted(request, JUDGE_NAME)
        seat = request.path_params["other"]
        if game is None or seat not in (*game.game.seats, EVERYONE):
            return _nothing()
        page = await game.page(seat)
        address = address_of(game.name, JUDGE_NAME)
        links = [("back to the judge's desk", address)]
        return HTMLResponse(
            seat_html(page, address=address, links=links, read_only=True)
        )

    async def replay(self, request: Request) -> Response:
        """Show a moment of the game as the seat knew it, the last one unless it is
        said which."""
        game = self._admitted(request)
        if game is None:
            return _nothing()
        seat = request.path_params["seat"]
        frames = await game.moments(seat)
        wanted = request.query_params.get("at", "")
        at = int(wanted) if wanted.isdecimal() and len(wanted) < 9 else len(frames)
        at = max(1, min(at, len(frames)))
        address = address_of(game.name, seat)
        return HTMLResponse(replay_html(await game.page(seat), frames, at, address))

    async def answer(self, request: Request) -> Response:
        """Take an answer, and show the page that it leads to."""
        game = self._admitted(request)
        if game is None:
            return _nothing()
        seat = request.path_params["seat"]
        async with request.form(max_files=0, max_fields=1000) as sent:
            form = {key: [str(v) for v in sent.getlist(key)] for key in sent}
        token = "".join(form.get(TOKEN, ()))
        page = await game.page(seat)
        question = next((q for q in page.questions if q.token == token), None)
        if question is None:
            return await self._page(request, game, STALE, 409)
        try:
            taken = await game.answer(seat, token, answer_in(question, form))
        except UmpireError as error:
            notice = Notice(error.message, error.hint)
            return await self._page(request, game, notice, 422)
        if not taken:
            return await self._page(request, game, STALE, 409)
        return RedirectResponse(address_of(game.name, seat), status_code=303)

    async def undo(self, request: Request) -> Response:
        """Take back the last choice, as the judge."""
        game = self._admitted(request, JUDGE_NAME)
        if game is None:
            return _nothing()
        try:
            await game.undo()
        except UmpireError as error:
            request.path_params["seat"] = JUDGE_NAME
            notice = Notice(error.message, error.hint)
            return await self._page(request, game, notice, 422)
        return RedirectResponse(address_of(game.name, JUDGE_NAME), status_code=303)

    async def changes(self, request: Request) -> Response:
        """Stream the same few bytes whenever the page of a seat has changed."""
        game = self._admitted(request)
        if game is None:
            return _nothing()
        told = self._told(game, request.path_params["seat"])
        headers = {"X-Accel-Buffering": "no"}
        return StreamingResponse(told, media_type="text/event-stream", headers=headers)

    async def _told(self, game: ServedGame, seat: str) -> AsyncIterator[bytes]:
        yield b"retry: 2000\n\n"
        heard: asyncio.Queue[None] = asyncio.Queue(1)

        async def listen() -> None:
            async for _ in changes(game, seat):
                with suppress(asyncio.QueueFull):
                    heard.put_nowait(None)

        listening = asyncio.create_task(listen())
        stopping = asyncio.create_task(self._stop.wait())
        try:
            while not self._stop.is_set() and not listening.done():
                hearing = asyncio.create_task(heard.get())
                waited = {hearing, stopping, listening}
                first = asyncio.FIRST_COMPLETED
                await asyncio.wait(waited, timeout=BEATS_EACH, return_when=first)
                if hearing.done():
                    yield b"data: changed\n\n"
                else:
                    hearing.cancel()
                    yield b": beat\n\n"
        finally:
            listening.cancel()
            stopping.cancel()

    def _admitted(self, request: Request, wanted: str = "") -> ServedGame | None:
        """Return the game of a request whose cookie is of its seat, else None."""
        game = self._games.named(request.path_params["game"])
        session = request.cookies.get(COOKIE, "")
        if game is None:
            return None
        seat = wanted or request.path_params["seat"]
        return game if game.invitations.seat_of(session) == seat else None

    async def _page(
        self,
        request: Request,
        game: ServedGame,
        notice: Notice | None = None,
        status: int = 200,
    ) -> Response:
        seat = request.path_params["seat"]
        page: SeatPage = await game.page(seat)
        address = address_of(game.name, seat)
        others = (*game.game.seats, EVERYONE) if seat == JUDGE_NAME else ()
        links = [(f"as {name}", f"{address}/as/{quote(name)}") for name in others]
        links.append(("replay", f"{address}/replay"))
        text = seat_html(page, address=address, notice=notice, links=links)
        return HTMLResponse(text, status)


def address_of(game: str, seat: str) -> str:
    """Return the path of the page of a seat."""
    return f"/t/{quote(game, safe='')}/{quote(seat, safe='')}"


def _nothing() -> Response:
    return HTMLResponse(nothing_html(), 404)


async def _not_found(request: Request, error: Exception) -> Response:
    del request, error
    return _nothing()


async def _failed(request: Request, error: Exception) -> Response:
    """Say that something went wrong, and nothing of what: it may be another's."""
    del request, error
    return HTMLResponse(failed_html(), 500)


def application(games: ServedGames, stop: asyncio.Event | None = None) -> Starlette:
    """Return the ASGI application of a table; streams end when `stop` is set."""
    ends = Endpoints(games, asyncio.Event() if stop is None else stop)
    seat = "/t/{game}/{seat}"
    paths = [
        Route("/s/{secret}", ends.invitation, methods=["GET", "POST"]),
        Route(seat, ends.seat),
        Route(f"{seat}/answer", ends.answer, methods=["POST"]),
        Route(f"{seat}/changes", ends.changes),
        Route(f"{seat}/replay", ends.replay),
        Route(f"/t/{{game}}/{JUDGE_NAME}/undo", ends.undo, methods=["POST"]),
        Route(f"/t/{{game}}/{JUDGE_NAME}/as/{{other}}", ends.as_seen),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    limits = Middleware(RequestBodyLimitMiddleware, max_body_size=MOST_BODY)
    return Starlette(
        routes=paths,
        middleware=[Middleware(Guards), limits],
        exception_handlers={404: _not_found, 405: _not_found, 500: _failed},
    )


# One process, one address, until it is interrupted.


class _Server(uvicorn.Server):
    """Ends the streams of pages when it is to stop, for they never end themselves."""

    def __init__(
        self, config: uvicorn.Config, stop: asyncio.Event, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._stop, self._ready = stop, ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self._stop.set()
        await super().shutdown(sockets)


def serve(
    games: ServedGames,
    host: str,
    port: int,
    ready: Callable[[], None],
    *,
    has_proxy: bool = False,
) -> bool:
    """Serve games until the process is interrupted, and call `ready` once that is so;
    False where the address is not to be had.

    No log of requests is written: addresses have secrets.
    """

    async def run() -> bool:
        stop = asyncio.Event()
        config = uvicorn.Config(
            application(games, stop),
            host=host,
            port=port,
            access_log=False,
            log_level="critical",
            server_header=False,
            proxy_headers=has_proxy,
            timeout_graceful_shutdown=PATIENCE,
            limit_concurrency=MOST_CONNECTIONS,
        )
        server = _Server(config, stop, ready)
        await server.serve()
        return server.started

    try:
        return asyncio.run(run())
    except SystemExit:  # the library's word for an address that is taken
        return False

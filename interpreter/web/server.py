"""The table as a server: links, pages, answers, and a stream that says "changed".

Who somebody is comes from his cookie alone, which is sent to the pages of one seat of
one game and to no other. An address at which there is nothing for him looks like one at
which there is nothing at all.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from urllib.parse import parse_qs, quote

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
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
from starlette.types import ASGIApp

from interpreter.diagnostics import GameFileError, UmpireError
from interpreter.games.state import EVERYONE_NAME
from interpreter.values.types import JUDGE_NAME
from interpreter.web.guards import COOKIE, MOST_BODY, Guards
from interpreter.web.pages import (
    NOTHING_GIVEN,
    STATIC,
    TOKEN,
    Form,
    Notice,
    answer_in,
    failed_html,
    invitation_html,
    nothing_html,
    replay_html,
    seat_html,
)
from interpreter.web.served import ServedGame, ServedGames

A_YEAR = 365 * 24 * 3600
MOST_STREAMS = 6
"""Of one session: so many tabs of one seat hear of changes."""
FORM = "application/x-www-form-urlencoded"
FORM_WITHIN = 10.0
"""Seconds in which the whole of a form must come."""
BUSY = Notice("The game cannot be written at the moment.", "Send the answer again.")
STALE = Notice(
    "That question was answered already, or the game has moved on.",
    "This is how it stands now.",
)
PATIENCE = 2  # seconds that open streams have to end
MOST_CONNECTIONS = 4000
"""A browser has one for its stream, and one more for some seconds after a request."""
OTHER_FILES = 200
"""That are open beside connections."""


class Endpoints:
    """What is answered at each address, over the games that are served."""

    def __init__(
        self, games: ServedGames, stop: asyncio.Event, *, is_secure: bool
    ) -> None:
        """Serve these games, until `stop` is set; cookies of a table that is
        `is_secure` are for https alone."""
        self._games = games
        self._stop = stop
        self._is_secure = is_secure
        self._streams: dict[str, int] = {}

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
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )
        return response

    async def seat(self, request: Request) -> Response:
        """Show the page of a seat, of the judge, or of those who look on."""
        game = self._admitted(request)
        return _nothing() if game is None else await self._page(request, game)

    async def as_seen(self, request: Request) -> Response:
        """Show the judge the page of a seat, by the function that makes it."""
        game = self._admitted(request, JUDGE_NAME)
        seat = request.path_params["other"]
        if game is None or seat not in (*game.seats, EVERYONE_NAME):
            return _nothing()
        shown = await game.shown(seat)
        address = address_of(game.name, JUDGE_NAME)
        links = [("back to the judge's desk", address)]
        text = seat_html(
            shown.page, shown.picture, address=address, links=links, read_only=True
        )
        return HTMLResponse(text)

    async def replay(self, request: Request) -> Response:
        """Show a moment of the game as the seat knew it, the last one unless it is
        said which."""
        game = self._admitted(request)
        if game is None:
            return _nothing()
        seat = request.path_params["seat"]
        frames = await game.moments(seat)
        wanted = request.query_params.get("at", "")
        is_number = wanted.isascii() and wanted.isdecimal() and len(wanted) < 9
        at = max(1, min(int(wanted) if is_number else len(frames), len(frames)))
        page = (await game.shown(seat)).page
        return HTMLResponse(replay_html(page, frames, at, address_of(game.name, seat)))

    async def answer(self, request: Request) -> Response:
        """Take an answer, and show the page that it leads to."""
        game = self._admitted(request)
        if game is None:
            return _nothing()
        seat = request.path_params["seat"]
        form = await _form(request)
        token = "".join(form.get(TOKEN, ()))
        asked = (await game.shown(seat)).page.questions
        question = next((each for each in asked if each.token == token), None)
        if question is None:
            return await self._page(request, game, STALE, 409)

        def is_admitted() -> bool:
            return self._admitted(request) is game

        try:
            value = answer_in(question, form)
            await game.answer(seat, question, value, is_admitted)
        except GameFileError:
            return await self._page(request, game, BUSY, 503)
        except UmpireError as error:
            if not is_admitted():
                return _nothing()
            asked = (await game.shown(seat)).page.questions
            if token not in {each.token for each in asked}:
                return await self._page(request, game, STALE, 409)
            notice = Notice(error.message, error.hint)
            return await self._page(request, game, notice, 422, form)
        return RedirectResponse(address_of(game.name, seat), status_code=303)

    async def undo(self, request: Request) -> Response:
        """Take back the last choice, as the judge."""
        game = self._admitted(request, JUDGE_NAME)
        if game is None:
            return _nothing()
        request.path_params["seat"] = JUDGE_NAME
        after = "".join((await _form(request)).get("after", ()))
        try:
            await game.undo(int(after) if after.isascii() and after.isdecimal() else -1)
        except GameFileError:
            return await self._page(request, game, BUSY, 503)
        except UmpireError as error:
            notice = Notice(error.message, error.hint)
            return await self._page(request, game, notice, 409)
        return RedirectResponse(address_of(game.name, JUDGE_NAME), status_code=303)

    async def changes(self, request: Request) -> Response:
        """Stream the same few bytes whenever the page of a seat has changed."""
        game = self._admitted(request)
        if game is None:
            return _nothing()
        session = request.cookies.get(COOKIE, "")
        if self._streams.get(session, 0) >= MOST_STREAMS:
            return HTMLResponse(failed_html(), 429)
        stream = self._streamed(request, game, session)
        headers = {"X-Accel-Buffering": "no"}
        kind = "text/event-stream"
        if request.method == "HEAD":
            return Response(media_type=kind, headers=headers)
        return StreamingResponse(stream, media_type=kind, headers=headers)

    async def _streamed(
        self, request: Request, game: ServedGame, session: str
    ) -> AsyncIterator[bytes]:
        self._streams[session] = self._streams.get(session, 0) + 1
        try:
            yield b"retry: 2000\n\n"
            seen = request.query_params.get("seen", "")
            seat = request.path_params["seat"]

            def is_admitted() -> bool:
                return not self._stop.is_set() and self._admitted(request) is game

            async for is_changed in game.changes(seat, seen, is_admitted):
                yield b"data: changed\n\n" if is_changed else b": beat\n\n"
        finally:
            left = self._streams.pop(session) - 1
            if left:
                self._streams[session] = left

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
        given: Form = NOTHING_GIVEN,
    ) -> Response:
        seat = request.path_params["seat"]
        shown = await game.shown(seat)
        address = address_of(game.name, seat)
        others = (*game.seats, EVERYONE_NAME) if seat == JUDGE_NAME else ()
        links = [(f"as {name}", f"{address}/as/{quote(name)}") for name in others]
        links.append(("replay", f"{address}/replay"))
        notes = game.game.notes if seat == JUDGE_NAME else ()
        text = seat_html(
            shown.page,
            shown.picture,
            address=address,
            digest=shown.digest,
            notice=notice,
            links=links,
            notes=notes,
            given=given,
        )
        return HTMLResponse(text, status)


async def _form(request: Request) -> Form:
    """Return the fields of a form; a bad one, or one that takes too long, is a
    HTTPException."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind not in ("", FORM):
        raise HTTPException(415)
    try:
        async with asyncio.timeout(FORM_WITHIN):
            body = await request.body()
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=1000)
    except (TimeoutError, ValueError) as error:
        raise HTTPException(400) from error


def address_of(game: str, seat: str) -> str:
    """Return the path of the page of a seat."""
    return f"/t/{quote(game, safe='')}/{quote(seat, safe='')}"


def _nothing() -> Response:
    return HTMLResponse(nothing_html(), 404)


async def _refused(request: Request, error: Exception) -> Response:
    del request
    status = error.status_code if isinstance(error, HTTPException) else 400
    return _nothing() if status in (404, 405) else HTMLResponse(failed_html(), status)


async def _failed(request: Request, error: Exception) -> Response:
    """Say that something went wrong, and nothing of what: it may be another's."""
    del request, error
    return HTMLResponse(failed_html(), 500)


async def _busy(request: Request, error: Exception) -> Response:
    """Say that the game cannot be read now."""
    del request, error
    return HTMLResponse(failed_html(), 503)


def application(
    games: ServedGames,
    stop: asyncio.Event | None = None,
    *,
    is_secure: bool = False,
) -> ASGIApp:
    """Return the ASGI application of a table; streams end when `stop` is set, and
    cookies of one that is `is_secure` are for https alone."""
    stop = asyncio.Event() if stop is None else stop
    ends = Endpoints(games, stop, is_secure=is_secure)
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
    inner = Starlette(
        routes=paths,
        middleware=[limits],
        exception_handlers={
            HTTPException: _refused,
            GameFileError: _busy,
            500: _failed,
        },
    )
    inner.router.redirect_slashes = False
    return Guards(inner, games.is_session)


# One process, one address, until it is interrupted.


def listening(host: str, port: int) -> socket.socket | None:
    """Return a socket that has an address; None where it is not to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError:
        found.close()
        return None
    return found


def connections_allowed() -> int:
    """Return how many connections there may be at once, after the system was asked for
    as many open files as it lets a process have; more would wait unanswered."""
    try:
        import resource  # not there where open files are not limited so
    except ImportError:
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(1, min(MOST_CONNECTIONS, soft - OTHER_FILES))


class _Server(uvicorn.Server):
    """Ends the streams of pages when it is to stop, for they never end themselves."""

    def __init__(
        self, config: uvicorn.Config, stop: asyncio.Event, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._stop, self._ready = stop, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stop.set()
        await super().shutdown(sockets)


def serve(
    games: ServedGames,
    at: socket.socket,
    ready: Callable[[], None],
    *,
    has_proxy: bool = False,
    is_secure: bool = False,
) -> None:
    """Serve games until the process is interrupted, and call `ready` once that is so.

    No log of requests is written, for addresses have secrets; failures are, on stderr.
    """

    async def run() -> None:
        stop = asyncio.Event()
        config = uvicorn.Config(
            application(games, stop, is_secure=is_secure),
            access_log=False,
            log_level="error",
            server_header=False,
            proxy_headers=has_proxy,
            timeout_graceful_shutdown=PATIENCE,
            limit_concurrency=connections_allowed(),
        )
        await _Server(config, stop, ready).serve([at])

    asyncio.run(run())

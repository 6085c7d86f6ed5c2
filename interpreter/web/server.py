"""The table as a server: one application of all addresses, in one process."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import platform
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from interpreter.diagnostics import UmpireError
from interpreter.values.types import JUDGE_NAME
from interpreter.web.admission import LinkEndpoints, game_at, nothing
from interpreter.web.author import MOST_TEXT, AuthorEndpoints, ServedAuthors, is_authors
from interpreter.web.desk import DeskEndpoints
from interpreter.web.guards import COOKIE, MOST_BODY, Guards
from interpreter.web.hosted import HostedFolder
from interpreter.web.lobby import LobbyEndpoints
from interpreter.web.pages import STATIC, busy_html, failed_html
from interpreter.web.seats import SeatEndpoints
from interpreter.web.served import ServedGames

PATIENCE = 2  # seconds that open streams have to end
MOST_CONNECTIONS = 4000
"""A browser has one for its stream, and one more for some seconds after a request."""
ARENA_MAX = -8
"""The number of `M_ARENA_MAX` in `malloc.h` of glibc."""
OTHER_FILES = 200
"""That are open beside connections."""
COLLECTS_EACH = 60.0
"""Seconds between two collections of garbage, at least."""
RESTS = 100
"""Times as long as the last one took: so no more than a hundredth of the time goes."""


async def _refused(request: Request, error: Exception) -> Response:
    del request
    status = error.status_code if isinstance(error, HTTPException) else 400
    return nothing() if status in (404, 405) else HTMLResponse(failed_html(), status)


async def _failed(request: Request, error: Exception) -> Response:
    """Say that something went wrong, and nothing of what: it may be another's."""
    del request, error
    return HTMLResponse(failed_html(), 500)


def application(
    games: ServedGames,
    stop: asyncio.Event | None = None,
    *,
    is_secure: bool = False,
    base: str = "",
    hosted: HostedFolder | None = None,
    authors: ServedAuthors | None = None,
) -> ASGIApp:
    """Return the ASGI application of a table, with a lobby where the games are those of
    a folder that is `hosted`; streams end when `stop` is set, cookies of one that is
    `is_secure` are for https alone, and new links begin with `base`, "" with what the
    browser asked for. `authors` are the packs that are edited."""
    stop = asyncio.Event() if stop is None else stop
    lobby = None if hosted is None else LobbyEndpoints(hosted, is_secure=is_secure)
    links = LinkEndpoints(games, is_secure=is_secure, elsewhere=lobby)
    seats = SeatEndpoints(games, stop)
    desk = DeskEndpoints(games, seats, base, is_secure=is_secure)
    authors = ServedAuthors(()) if authors is None else authors
    author = AuthorEndpoints(authors, stop, is_secure=is_secure)
    static = Mount("/static", StaticFiles(directory=STATIC))
    lobbies = [] if lobby is None else lobby.addresses
    paths = [*lobbies, *links.addresses, *desk.addresses, *seats.addresses]
    limits = Middleware(_BodyLimits)
    inner = Starlette(
        routes=[*paths, *author.addresses, static],
        middleware=[limits],
        exception_handlers={HTTPException: _refused, 500: _failed},
    )
    inner.router.redirect_slashes = False

    async def busy(request: Request, error: Exception) -> Response:
        """Say that a game or a ruleset cannot be read now, and why, if who asks may
        know all of it."""
        session = request.cookies.get(COOKIE, "")
        game = games.every.get(game_at(request.url.path))
        is_judge = game is not None and game.invitations.seat_of(session) == JUDGE_NAME
        is_host = lobby is not None and lobby.is_session(session)
        knows = is_judge or is_host
        why = error if knows and isinstance(error, UmpireError) else None
        return HTMLResponse(busy_html(why), 503)

    inner.add_exception_handler(UmpireError, busy)

    def is_session(path: str, session: str) -> bool:
        is_host = lobby is not None and lobby.is_session(session)
        is_author = authors.is_session(session)
        return is_host or is_author or games.is_session(game_at(path), session)

    return Guards(inner, is_session)


class _BodyLimits:
    """Middleware: limits the body of a request, at the addresses of authors, whose
    files are longer than any answer, to more than elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._usual = RequestBodyLimitMiddleware(app, max_body_size=MOST_BODY)
        self._authors = RequestBodyLimitMiddleware(app, max_body_size=MOST_TEXT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_long = scope["type"] == "http" and is_authors(scope["path"])
        await (self._authors if is_long else self._usual)(scope, receive, send)


# One process, one address, until it is interrupted.


def listening(host: str, port: int) -> socket.socket | None:
    """Return a socket that has an address; None where it is not to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        return None
    return listener


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


@cache
def _glibc() -> ctypes.CDLL | None:
    """Return the C library where it is glibc; others have other ways with memory."""
    return ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None


def use_one_arena() -> bool:
    """Let all threads take their memory from one arena; tells whether that is so.

    glibc gives threads arenas of their own, up to eight for each core, and what pages
    leave free in one is not used again for others. So a server that held nothing more
    than at its beginning grew by a fifth in a day of answers. Where threads run one at
    a time, none waits for another at the arena.
    """
    library = _glibc()
    return library is not None and bool(library.mallopt(ARENA_MAX, 1))


def give_back_memory() -> bool:
    """Give back to the system what lies free in the heap; tells whether that was
    possible.

    By itself glibc gives back the end of its heap alone, and keeps what lies free
    before anything that is still used: as much as was taken once, when many pages were
    made at a time. It takes some milliseconds.
    """
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)
    return library is not None


async def collected(stop: asyncio.Event, period: float = COLLECTS_EACH) -> None:
    """Collect all garbage every `period` seconds, until `stop` is set, and give back
    the memory that is free then.

    Python itself does so only when a quarter as much has come as a server holds at all.
    What lies about until then keeps the room of what it was made beside, and so a
    server grew by a fifth in a day of answers. Nothing is answered meanwhile: for a
    tenth of a second with small rulesets, longer where large ones are open.
    """
    pause = period
    while not stop.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)
        began = time.monotonic()
        gc.collect()
        give_back_memory()
        pause = max(period, RESTS * (time.monotonic() - began))


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
    base: str = "",
    hosted: HostedFolder | None = None,
    authors: ServedAuthors | None = None,
) -> None:
    """Serve games, and the packs of `authors`, until the process is interrupted, and
    call `ready` once that is so; with a lobby where the games are those of a folder
    that is `hosted`.

    No log of requests is written, for addresses have secrets; failures are, on stderr.
    """
    use_one_arena()
    stop = asyncio.Event()

    async def run(config: uvicorn.Config) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(collected(stop))
            await _Server(config, stop, ready).serve([at])
            stop.set()

    try:
        config = uvicorn.Config(
            application(
                games,
                stop,
                is_secure=is_secure,
                base=base,
                hosted=hosted,
                authors=authors,
            ),
            access_log=False,
            log_level="error",
            server_header=False,
            proxy_headers=has_proxy,
            timeout_graceful_shutdown=PATIENCE,
            limit_concurrency=connections_allowed(),
            http="h11",  # the other one reads headers without an end
        )
        # the loop of uvloop where that is installed
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(run(config))
    finally:
        if authors is not None:
            authors.close()

"""What holds for every request and every response, whatever is asked for.

Nothing may be kept, framed, named to others as a referrer or run but what this server
sends as a file of its own. (Without any referrer a browser would not say from where a
form of ours comes either, on a table without https.)
A request that changes something must come from a page of ours: the browser says where
it comes from (`Sec-Fetch-Site`, else `Origin`), and a link in a chat or a form on
another site does not.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Final = MappingProxyType(
    {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            "connect-src 'self'; form-action 'self'; base-uri 'none'; "
            "frame-ancestors 'none'"
        ),
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Robots-Tag": "noindex",
    }
)
SAFE: Final = frozenset({"GET", "HEAD"})
MOST_BODY = 64 * 1024
COOKIE = "seat"
A_SECOND, AT_ONCE = 5.0, 60.0
"""Changing requests of one session, or of one address without any: so many a second on
average, and so many at once."""
MOST_ADDRESSES = 10_000


class Guards:
    """Middleware: refuses what is not from our pages or comes too often, and puts the
    headers on every response."""

    def __init__(self, app: ASGIApp, is_session: Callable[[str, str], bool]) -> None:
        """Wrap an application; `is_session(path, cookie)` tells whether a cookie is of
        a seat at an address."""
        self._app = app
        self._is_session = is_session
        self._rates = Rates()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["method"] not in SAFE:
            if not is_ours(Headers(scope=scope)):
                await _refuse("This form is not of this table.", 403)(
                    scope, receive, send_guarded
                )
                return
            if not self._rates.may(self._who(scope)):
                await _refuse("Too many answers at once; wait a moment.", 429)(
                    scope, receive, send_guarded
                )
                return
        await self._app(scope, receive, send_guarded)

    def _who(self, scope: Scope) -> str:
        """Return whom a request is counted for: nobody fills the bucket of a seat but
        who sits there."""
        session = Request(scope).cookies.get(COOKIE, "")
        if session and self._is_session(scope["path"], session):
            return f"session {session}"
        client = scope.get("client") or ("",)
        return f"address {client[0]}"


def is_ours(headers: Headers) -> bool:
    """Tell whether a request comes from a page of this server, as the browser says."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def _refuse(why: str, status: int) -> PlainTextResponse:
    return PlainTextResponse(f"{why}\n", status)


class Rates:
    """How often each address may change something: a bucket that fills again. One that
    is full again is like none, and is not kept."""

    def __init__(self) -> None:
        """Begin with full buckets."""
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def may(self, address: str) -> bool:
        """Tell whether an address may act now, and count it."""
        now = time.monotonic()
        left, then = self._left.pop(address, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - then) * A_SECOND)
        may = left >= 1
        self._left[address] = (left - 1 if may else left, now)
        while len(self._left) > MOST_ADDRESSES or self._is_full_again(now):
            self._left.popitem(last=False)
        return may

    def _is_full_again(self, now: float) -> bool:
        """Tell whether the bucket that was used least lately would be full by now."""
        _, then = next(iter(self._left.values()))
        return (now - then) * A_SECOND >= AT_ONCE

    def __len__(self) -> int:
        """Return how many buckets are kept."""
        return len(self._left)

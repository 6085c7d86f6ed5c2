"""Streams that say "changed", and never what: a few bytes, the same each time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from interpreter.diagnostics import UmpireError
from interpreter.web.guards import COOKIE
from interpreter.web.pages import failed_html

MOST_STREAMS = 6
"""Of one session: so many tabs of one page learn of changes."""
KIND = "text/event-stream"
HEADERS: Mapping[str, str] = {"X-Accel-Buffering": "no"}


class Streams:
    """The streams that are open, counted by session."""

    def __init__(self) -> None:
        """Begin with none."""
        self._open: dict[str, int] = {}

    def answer(self, request: Request, changes: AsyncIterator[bool]) -> Response:
        """Return the stream of a request: `changes` gives True where something is
        another, and False from time to time where nothing is."""
        session = request.cookies.get(COOKIE, "")
        if self._open.get(session, 0) >= MOST_STREAMS:
            return HTMLResponse(failed_html(), 429)
        if request.method == "HEAD":
            return Response(media_type=KIND, headers=HEADERS)
        stream = self._counted(session, changes)
        return StreamingResponse(stream, media_type=KIND, headers=HEADERS)

    async def _counted(
        self, session: str, changes: AsyncIterator[bool]
    ) -> AsyncIterator[bytes]:
        if self._open.get(session, 0) >= MOST_STREAMS:  # several were asked for at once
            return
        self._open[session] = self._open.get(session, 0) + 1
        try:
            yield b"retry: 2000\n\n"
            async for is_changed in changes:
                yield b"data: changed\n\n" if is_changed else b": beat\n\n"
        except UmpireError:
            return  # the file is damaged, or gone: the page says so
        finally:
            left = self._open.pop(session) - 1
            if left:
                self._open[session] = left

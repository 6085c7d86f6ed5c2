"""What a seat, the judge and those who look on see and do: the page, answers, changes,
the replay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from interpreter.diagnostics import GameFileError, UmpireError
from interpreter.games.state import EVERYONE_NAME
from interpreter.values.types import JUDGE_NAME
from interpreter.web.admission import address_of, admitted, form_of, nothing
from interpreter.web.guards import COOKIE
from interpreter.web.pages import (
    NOTHING_GIVEN,
    TOKEN,
    Form,
    Notice,
    answer_in,
    failed_html,
    replay_html,
    seat_html,
)
from interpreter.web.served import ServedGame, ServedGames

SEAT = "/t/{game}/{seat}"
MOST_STREAMS = 6
"""Of one session: so many tabs of one seat hear of changes."""
BUSY = Notice("The game cannot be written at the moment.", "Send the answer again.")
STALE = Notice(
    "That question was answered already, or the game has moved on.",
    "This is how it stands now.",
)


class SeatEndpoints:
    """What is answered at the addresses of a seat, over the games that are served."""

    def __init__(self, games: ServedGames, stop: asyncio.Event) -> None:
        """Serve these games, until `stop` is set."""
        self._games = games
        self._stop = stop
        self._streams: dict[str, int] = {}

    @property
    def addresses(self) -> list[Route]:
        """The addresses."""
        return [
            Route(SEAT, self.seat),
            Route(f"{SEAT}/answer", self.answer, methods=["POST"]),
            Route(f"{SEAT}/changes", self.changes),
            Route(f"{SEAT}/replay", self.replay),
        ]

    async def seat(self, request: Request) -> Response:
        """Show the page of a seat, of the judge, or of those who look on."""
        game = admitted(self._games, request)
        return nothing() if game is None else await self.page(request, game)

    async def replay(self, request: Request) -> Response:
        """Show a moment of the game as the seat knew it, the last one unless it is
        said which."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        seat = request.path_params["seat"]
        frames = await game.moments(seat)
        wanted = request.query_params.get("at", "")
        is_number = wanted.isascii() and wanted.isdecimal() and len(wanted) < 9
        at = max(1, min(int(wanted) if is_number else len(frames), len(frames)))
        page = (await game.shown(seat)).page
        return HTMLResponse(replay_html(page, frames, at, address_of(game.name, seat)))

    async def answer(self, request: Request) -> Response:
        """Take an answer, and show the page that it leads to."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        seat = request.path_params["seat"]
        form = await form_of(request)
        token = "".join(form.get(TOKEN, ()))
        asked = (await game.shown(seat)).page.questions
        question = next((each for each in asked if each.token == token), None)
        if question is None:
            return await self.page(request, game, STALE, 409)

        def is_admitted() -> bool:
            return admitted(self._games, request) is game

        try:
            value = answer_in(question, form)
            await game.answer(seat, question, value, is_admitted)
        except GameFileError:
            return await self.page(request, game, BUSY, 503)
        except UmpireError as error:
            if not is_admitted():
                return nothing()
            asked = (await game.shown(seat)).page.questions
            if token not in {each.token for each in asked}:
                return await self.page(request, game, STALE, 409)
            notice = Notice(error.message, error.hint)
            return await self.page(request, game, notice, 422, form)
        return RedirectResponse(address_of(game.name, seat), status_code=303)

    async def changes(self, request: Request) -> Response:
        """Stream the same few bytes whenever the page of a seat has changed."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
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
                return (
                    not self._stop.is_set() and admitted(self._games, request) is game
                )

            async for is_changed in game.changes(seat, seen, is_admitted):
                yield b"data: changed\n\n" if is_changed else b": beat\n\n"
        finally:
            left = self._streams.pop(session) - 1
            if left:
                self._streams[session] = left

    async def page(
        self,
        request: Request,
        game: ServedGame,
        notice: Notice | None = None,
        status: int = 200,
        given: Form = NOTHING_GIVEN,
    ) -> Response:
        """Return the page of the seat of a request, with a notice above it, and what
        was `given` in a form that was refused."""
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

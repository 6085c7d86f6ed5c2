"""What the judge alone does at his desk: he looks at the pages of others, and takes
back."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from interpreter.diagnostics import GameFileError, UmpireError
from interpreter.games.state import EVERYONE_NAME
from interpreter.values.types import JUDGE_NAME
from interpreter.web.admission import address_of, admitted, form_of, nothing
from interpreter.web.pages import Notice, seat_html
from interpreter.web.seats import BUSY, SeatEndpoints
from interpreter.web.served import ServedGames

DESK = f"/t/{{game}}/{JUDGE_NAME}"


class DeskEndpoints:
    """What is answered at the addresses of the judge's desk."""

    def __init__(self, games: ServedGames, seats: SeatEndpoints) -> None:
        """Serve these games; the desk itself is the page that `seats` gives the
        judge."""
        self._games = games
        self._seats = seats

    @property
    def addresses(self) -> list[Route]:
        """The addresses."""
        return [
            Route(f"{DESK}/undo", self.undo, methods=["POST"]),
            Route(f"{DESK}/as/{{other}}", self.as_seen),
        ]

    async def as_seen(self, request: Request) -> Response:
        """Show the judge the page of a seat, by the function that makes it."""
        game = admitted(self._games, request, JUDGE_NAME)
        seat = request.path_params["other"]
        if game is None:
            return nothing()
        await game.opened()
        if seat not in (*game.seats, EVERYONE_NAME):
            return nothing()
        shown = await game.shown(seat)
        address = address_of(game.name, JUDGE_NAME)
        links = [("back to the judge's desk", address)]
        text = seat_html(
            shown.page, shown.picture, address=address, links=links, read_only=True
        )
        return HTMLResponse(text)

    async def undo(self, request: Request) -> Response:
        """Take back the last choice, as the judge."""
        game = admitted(self._games, request, JUDGE_NAME)
        if game is None:
            return nothing()
        request.path_params["seat"] = JUDGE_NAME
        after = "".join((await form_of(request)).get("after", ()))
        try:
            await game.undo(int(after) if after.isascii() and after.isdecimal() else -1)
        except GameFileError:
            return await self._seats.page(request, game, BUSY, 503)
        except UmpireError as error:
            notice = Notice(error.message, error.hint)
            return await self._seats.page(request, game, notice, 409)
        return RedirectResponse(address_of(game.name, JUDGE_NAME), status_code=303)

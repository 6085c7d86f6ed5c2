"""Links and who a request is from, what its form says, and what is answered where
there is nothing.

Who somebody is comes from his cookie alone, which is sent to the pages of one seat of
one game and to no other. An address at which there is nothing for him looks like one at
which there is nothing at all.
"""

from __future__ import annotations

import asyncio
from typing import Protocol
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from interpreter.web.guards import COOKIE
from interpreter.web.pages import (
    TABLE,
    Form,
    address_of,
    invitation_html,
    nothing_html,
    waiting_html,
)
from interpreter.web.served import ServedGame, ServedGames

A_YEAR = 365 * 24 * 3600
LOBBY = "/lobby"
MARK = "lobby"
"""The cookie by which it is known that this browser has a lobby; it opens nothing."""
FORM = "application/x-www-form-urlencoded"
AGAIN = "2"
"""Seconds after which a page of what is under way is asked for again, without a
script."""
MOST_FIELDS = 1000
"""Of a form of a seat; that of the judge has some for each field of an entity."""
FORM_WITHIN = 10.0
"""Seconds in which the whole of a form must come."""


class Elsewhere(Protocol):
    """Where links lead that are of no game."""

    def is_link(self, secret: str) -> bool:
        """Tell whether a text is one; nothing is used up."""

    async def redeem(self, secret: str) -> Response:
        """Begin a session with a link."""


class LinkEndpoints:
    """What is answered where somebody opens his link."""

    def __init__(
        self,
        games: ServedGames,
        *,
        is_secure: bool,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        """Admit to these games; cookies of a table that is `is_secure` are for https
        alone. `elsewhere` admits by links that are of no game."""
        self._games = games
        self._elsewhere = elsewhere
        self._is_secure = is_secure

    @property
    def addresses(self) -> list[Route]:
        """The addresses."""
        return [Route("/s/{secret}", self.invitation, methods=["GET", "POST"])]

    async def invitation(self, request: Request) -> Response:
        """Show a link without using it, or redeem it."""
        secret = request.path_params["secret"]
        game = self._games.of_link(secret)
        elsewhere = self._elsewhere
        if elsewhere is not None and not elsewhere.is_link(secret):
            elsewhere = None
        if game is None and elsewhere is None:
            return nothing()
        if request.method != "POST":
            return HTMLResponse(invitation_html())
        if game is None:
            return nothing() if elsewhere is None else await elsewhere.redeem(secret)
        admission = await asyncio.to_thread(game.invitations.redeem, secret)
        if admission is None:
            return nothing()
        path = address_of(game.name, admission.seat)
        return seated(path, admission.session, is_secure=self._is_secure)


def admitted(games: ServedGames, request: Request) -> ServedGame | None:
    """Return the game of a request whose cookie is of the seat of its address; else
    None."""
    game = games.named(request.path_params["game"])
    session = request.cookies.get(COOKIE, "")
    if game is None:
        return None
    seat = request.path_params["seat"]
    return game if game.invitations.seat_of(session) == seat else None


def seated(path: str, session: str, *, is_secure: bool) -> Response:
    """Return the way to a page whose cookie is a session; `is_secure`: over https
    alone."""
    response = RedirectResponse(path, status_code=303)
    response.set_cookie(
        COOKIE,
        session,
        max_age=A_YEAR,
        path=path,
        secure=is_secure,
        httponly=True,
        samesite="strict",
    )
    return response


async def form_of(request: Request, most: int = MOST_FIELDS) -> Form:
    """Return the fields of a form, `most` of them; a bad one, or one that takes too
    long, is a HTTPException."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind not in ("", FORM):
        raise HTTPException(415)
    try:
        async with asyncio.timeout(FORM_WITHIN):
            body = await request.body()
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=most)
    except (TimeoutError, ValueError, ClientDisconnect) as error:
        raise HTTPException(400) from error


def field_of(form: Form, name: str) -> str:
    """Return what a form says in a field; of one that is there twice, the last."""
    return next(reversed(form.get(name, ())), "")


def game_at(path: str) -> str:
    """Return the name of the game whose page has a path, which is not quoted any more;
    "" for a path of no game."""
    return path.removeprefix(TABLE).partition("/")[0] if path.startswith(TABLE) else ""


def under_way(says: str, address: str, back: tuple[str, str]) -> Response:
    """Return the answer where something takes long: it is asked for again at an
    address, and one may go `back` to what is called so, at its address."""
    text = waiting_html(says, address, back)
    return HTMLResponse(text, 202, headers={"Refresh": AGAIN})


def nothing() -> Response:
    """Return the answer of an address at which there is nothing for somebody."""
    return HTMLResponse(nothing_html(), 404)

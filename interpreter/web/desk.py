"""What the judge alone does at his desk: he types dice, takes back, corrects, gives out
links, and looks at the pages of others and at what the dice at hand can lead to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from interpreter.app.game import Game
from interpreter.diagnostics import OpenStop, UmpireError, Unusable
from interpreter.games.state import EVERYONE_NAME
from interpreter.reports.values import enumerated, spaced
from interpreter.values.types import JUDGE_NAME
from interpreter.web.admission import (
    admitted,
    field_of,
    form_of,
    nothing,
    seated,
)
from interpreter.web.pages import (
    NOTHING_GIVEN,
    TOKEN,
    Form,
    Notice,
    address_of,
    corrections_html,
    seat_html,
    text_html,
)
from interpreter.web.seats import STALE, SeatEndpoints, desk_of
from interpreter.web.served import ServedGame, ServedGames

DESK = f"/t/{{game}}/{JUDGE_NAME}"
IS, WAS = "is-", "was-"
NOT_OVER = Notice("The game is not at its end.", "Its secrets are still in play.")
OVER = Notice("The game is at its end.", "There is nothing to pause.")
OWN_LINK = "your own link is not ended here"
OWN_LINK_HINT = "a new one is made where the table is served, with --invite judge"


class DeskEndpoints:
    """What is answered at the addresses of the judge's desk."""

    def __init__(
        self, games: ServedGames, seats: SeatEndpoints, base: str, *, is_secure: bool
    ) -> None:
        """Serve these games; the desk itself is the page that `seats` gives the judge,
        links begin with `base` ("": with what the browser asked for), and cookies of a
        table that `is_secure` are for https alone."""
        self._games = games
        self._seats = seats
        self._base = base
        self._is_secure = is_secure

    @property
    def addresses(self) -> list[Route]:
        """The addresses."""
        return [
            Route(f"{DESK}/dice", self.dice, methods=["POST"]),
            Route(f"{DESK}/undo", self.undo, methods=["POST"]),
            Route(f"{DESK}/links", self.links, methods=["POST"]),
            Route(f"{DESK}/open", self.open_to_all, methods=["POST"]),
            Route(f"{DESK}/pause", self.pause, methods=["POST"]),
            Route(f"{DESK}/correct", self.corrections),
            Route(f"{DESK}/correct", self.correct, methods=["POST"]),
            Route(f"{DESK}/odds", self.odds),
            Route(f"{DESK}/why", self.why),
            Route(f"{DESK}/as/{{other}}", self.as_seen),
            *(
                Route(f"{DESK}/{form}", self.again)
                for form in ("dice", "undo", "links", "open", "pause")
            ),
        ]

    def _admitted(self, request: Request) -> ServedGame | None:
        """Return the game of a request of its judge, else None."""
        request.path_params["seat"] = JUDGE_NAME
        return admitted(self._games, request)

    async def again(self, request: Request) -> Response:
        """Show the way to the desk, as `SeatEndpoints.again` does to a page."""
        self._admitted(request)
        return await self._seats.again(request)

    async def dice(self, request: Request) -> Response:
        """Take the dice that fell on a table, or what the judge writes."""
        game = self._admitted(request)
        if game is None:
            return nothing()
        form = await form_of(request)
        wanted = (await game.shown(JUDGE_NAME)).page.dice
        if wanted is None or wanted.token != field_of(form, TOKEN):
            return await self._seats.page(request, game, STALE, 409)
        falls = field_of(form, "by") == "secret"

        def change(served: Game) -> None:
            text = "" if falls else field_of(form, "faces").strip()
            if not text and not falls:
                raise Unusable("no dice were typed", hint=f"give {wanted.expected}")
            served.let_fall(wanted, text)

        return await self._seats.acted(request, game, change, given=form)

    async def undo(self, request: Request) -> Response:
        """Take back the last choice; where others could have seen what came of it, only
        when the judge says that they agree."""
        game = self._admitted(request)
        if game is None:
            return nothing()
        form = await form_of(request)
        after, agreed = _number(form, "after"), bool(field_of(form, "agreed"))

        def change(served: Game) -> None:
            served.undo(consent=agreed, after=after)

        async def refuse(error: UmpireError) -> Response:
            notice = Notice(error.message, error.hint)
            asked: tuple[str, ...] = ()
            if isinstance(error, OpenStop):
                asked = await game.asked(Game.who_must_consent)
                ask = "ask them, and say below that they agree"
                notice = Notice(error.message, ask)
            desk = await desk_of(game, must_agree=asked)
            return await self._seats.page(request, game, notice, 409, desk=desk)

        return await self._seats.acted(request, game, change, refuse=refuse)

    async def links(self, request: Request) -> Response:
        """Give a seat a new link, beside those that it has or instead of them, end its
        links, or let the judge sit there himself, in this browser."""
        game = self._admitted(request)
        if game is None:
            return nothing()
        form = await form_of(request)
        seat, act = field_of(form, "of"), field_of(form, "act")
        await game.opened()
        if seat not in (*game.seats, JUDGE_NAME, EVERYONE_NAME):
            return nothing()
        if seat == JUDGE_NAME and act != "add":
            notice = Notice(OWN_LINK, OWN_LINK_HINT)
            return await self._seats.page(request, game, notice, 409)
        if act == "end":
            await asyncio.to_thread(game.invitations.withdraw, seat)
            path = address_of(game.name, JUDGE_NAME)
            return RedirectResponse(path, status_code=303)
        if act == "sit":
            session = await asyncio.to_thread(game.invitations.admit, seat)
            return seated(
                address_of(game.name, seat), session, is_secure=self._is_secure
            )
        if act not in ("add", "renew"):
            return nothing()
        invite = game.invitations.invite
        secret = await asyncio.to_thread(invite, seat, alone=act == "renew")
        base = self._base or f"{request.url.scheme}://{request.url.netloc}"
        desk = await desk_of(game, link=(seat, f"{base}/s/{secret}"))
        return await self._seats.page(request, game, desk=desk)

    async def open_to_all(self, request: Request) -> Response:
        """Let all see all of a game that is at its end."""
        game = self._admitted(request)
        if game is None:
            return nothing()
        await form_of(request)
        if not (await game.shown(JUDGE_NAME)).page.is_finished:
            return await self._seats.page(request, game, NOT_OVER, 409)
        await asyncio.to_thread(game.invitations.open_to_all)
        return RedirectResponse(address_of(game.name, JUDGE_NAME), status_code=303)

    async def pause(self, request: Request) -> Response:
        """Let seats answer nothing for a while, or again."""
        game = self._admitted(request)
        if game is None:
            return nothing()
        form = await form_of(request)
        if (await game.shown(JUDGE_NAME)).page.is_finished:
            return await self._seats.page(request, game, OVER, 409)
        is_paused = field_of(form, "act") == "pause"
        pause = partial(game.invitations.pause, is_paused=is_paused)
        await asyncio.to_thread(pause)
        return RedirectResponse(address_of(game.name, JUDGE_NAME), status_code=303)

    async def corrections(self, request: Request) -> Response:
        """Show what can be corrected of the game where it waits."""
        game = self._admitted(request)
        if game is None:
            return nothing()
        return self._seats.still(request, game, await self._correctable(game))

    async def _correctable(
        self,
        game: ServedGame,
        notice: Notice | None = None,
        status: int = 200,
        of: str = "",
        given: Form = NOTHING_GIVEN,
    ) -> Response:
        page = (await game.shown(JUDGE_NAME)).page
        can = await game.asked(lambda now: (now.correctable(), now.addable()))
        address, last = address_of(game.name, JUDGE_NAME), page.last_event
        text = corrections_html(page.title, address, can, last, notice, of, given)
        return HTMLResponse(text, status)

    async def correct(self, request: Request) -> Response:
        """Correct the game: change fields of a thing, remove it, or add one."""
        game = self._admitted(request)
        if game is None:
            return nothing()
        form = await form_of(request)
        entity, act = field_of(form, "entity"), field_of(form, "act")
        given = {
            name.removeprefix(IS): field_of(form, name)
            for name in form
            if name.startswith(IS)
        }

        def change(served: Game) -> tuple[str, ...]:
            reason = field_of(form, "reason")
            after = _number(form, "after")
            if act == "remove":
                made = served.correct(removes=[entity], reason=reason, after=after)
            elif act == "add":
                values = {name: text for name, text in given.items() if text.strip()}
                adds = [(field_of(form, "kind"), values)]
                made = served.correct(adds=adds, reason=reason, after=after)
            else:
                changes = {
                    f"{entity}.{name}": text
                    for name, text in given.items()
                    if text != field_of(form, f"{WAS}{name}")
                }
                made = served.correct(changes, reason=reason, after=after)
            seen = [spaced(seat) for seat in made.seen_by]
            return (f"{made.text}; whose view changed: {enumerated(seen) or 'nobody'}",)

        async def refuse(error: UmpireError) -> Response:
            notice, of = Notice(error.message, error.hint), field_of(form, "kind")
            return await self._correctable(game, notice, 422, entity or of, form)

        return await self._seats.acted(request, game, change, refuse=refuse)

    async def odds(self, request: Request) -> Response:
        """Say what the dice at hand can lead to."""
        return await self._told(request, "What the dice can lead to", Game.odds_at_hand)

    async def why(self, request: Request) -> Response:
        """Explain what was worked out since the last answer, or since the judge last
        chose something."""
        is_short = request.query_params.get("since") != "choice"
        title = "What came of the last answer" if is_short else "How that came about"
        why = partial(Game.why, since_answer=is_short)
        return await self._told(request, title, why)

    async def _told(
        self, request: Request, title: str, ask: Callable[[Game], str]
    ) -> Response:
        game = self._admitted(request)
        if game is None:
            return nothing()
        address = address_of(game.name, JUDGE_NAME)
        text = await game.aside(ask, is_judge=True)
        page = HTMLResponse(text_html(title, text, address))
        return self._seats.still(request, game, page)

    async def as_seen(self, request: Request) -> Response:
        """Show the judge the page of a seat, by the function that makes it."""
        game = self._admitted(request)
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
        return self._seats.still(request, game, HTMLResponse(text))


def _number(form: Form, name: str) -> int:
    """Return a number of a form; -1, which no event has, for anything else."""
    text = field_of(form, name)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else -1

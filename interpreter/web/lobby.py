"""The lobby of the judge who runs the server: the games of a folder, and new ones.

Its link and sessions are kept in the folder, as those of a seat are beside its game.
Its cookie is sent to the lobby alone; a second one, which opens nothing, only says that
`/` leads there from this browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from interpreter.app.invitations import HOST
from interpreter.app.lobby.beginning import GameForm
from interpreter.app.lobby.folder import GameSummary, free_name
from interpreter.app.lobby.scenarios import PackOffer, ScenarioSheet, why_unusable
from interpreter.app.opening.games import PERSON
from interpreter.diagnostics import UmpireError, UnknownName
from interpreter.games.state import EVERYONE_NAME
from interpreter.reports.colour import clean
from interpreter.reports.values import spaced
from interpreter.values.types import JUDGE_NAME
from interpreter.web.admission import (
    A_YEAR,
    AGAIN,
    LOBBY,
    MARK,
    field_of,
    form_of,
    nothing,
    seated,
    under_way,
)
from interpreter.web.guards import COOKIE
from interpreter.web.hosted import Beginning, HostedFolder
from interpreter.web.kept import is_made
from interpreter.web.lobby_pages import (
    HostedSeat,
    ListedGame,
    ListedPack,
    NewLink,
    begun_html,
    confirm_html,
    form_in,
    hosted_html,
    lobby_html,
    ready_html,
    said_html,
    scenario_html,
)
from interpreter.web.pages import Form, Notice, address_of
from interpreter.web.served import ServedGame

MOST_SHOWN = 200
"""Games that the lobby lists: the last that were written."""
FIRST_TIME = "The first time, a large ruleset takes some seconds"
Value = TypeVar("Value")
SCENARIO = f"{LOBBY}/scenario/{{pack}}/{{scenario}}"
GAME = f"{LOBBY}/game/{{game}}"
BEGUN = f"{LOBBY}/begun/{{key}}"


class LobbyEndpoints:
    """What is answered at the addresses of the lobby, to its host alone."""

    def __init__(self, hosted: HostedFolder, *, is_secure: bool) -> None:
        """Serve a folder; cookies of a table that `is_secure` are for https alone."""
        self._hosted = hosted
        self._is_secure = is_secure

    @property
    def addresses(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/", self.door),
            Route(LOBBY, self.lobby),
            Route(SCENARIO, self.scenario, methods=["GET", "POST"]),
            Route(f"{LOBBY}/picture/{{pack}}/{{scenario}}", self.picture),
            Route(BEGUN, self.begun, methods=["GET", "POST"]),
            Route(GAME, self.game),
            Route(f"{GAME}/desk", self.desk, methods=["POST"]),
            Route(f"{GAME}/link", self.link, methods=["POST"]),
            Route(f"{GAME}/withdraw", self.withdraw, methods=["POST"]),
        ]

    def _is_host(self, request: Request) -> bool:
        session = request.cookies.get(COOKIE, "")
        return self._hosted.invitations.seat_of(session) == HOST

    async def door(self, request: Request) -> Response:
        """Lead the host to the lobby; for others there is nothing."""
        if MARK in request.cookies:
            return RedirectResponse(LOBBY, status_code=303)
        return nothing()

    def is_session(self, session: str) -> bool:
        """Tell whether a text is a session of the host."""
        return self._hosted.invitations.seat_of(session) is not None

    def is_link(self, secret: str) -> bool:
        """Tell whether a text is a link of the lobby."""
        return self._hosted.invitations.is_link(secret)

    async def redeem(self, secret: str) -> Response:
        """Begin a session of the host."""
        links = self._hosted.invitations
        admission = await asyncio.to_thread(links.redeem, secret)
        if admission is None:
            return nothing()
        response = seated(LOBBY, admission.session, is_secure=self._is_secure)
        response.set_cookie(
            MARK,
            "yes",
            max_age=A_YEAR,
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )
        return response

    # --- The games, and what can be played ---

    async def lobby(self, request: Request) -> Response:
        """Show the games of the folder, and the scenarios of all packs."""
        if not self._is_host(request):
            return nothing()
        hosted = self._hosted
        hosted.games.look()
        every = sorted(hosted.games.every.values(), key=_written, reverse=True)
        shown = every[:MOST_SHOWN]
        summaries = [hosted.summary(game) for game in shown]
        packs = hosted.packs
        offers = [hosted.offer(folder) for folder in packs.values()]
        is_whole = await _are_made([*summaries, *offers], hosted.patience)
        for summary in summaries:
            if summary.done() and summary.result().problem:
                hosted.summaries.forget(summary)  # what is wrong may be mended
        games = [
            ListedGame(game.name, _hosted_at(game.name), game.written, _made(summary))
            for game, summary in zip(shown, summaries, strict=True)
        ]
        games += [
            ListedGame(
                name,
                "",
                "",
                GameSummary(name, problem=clean(error.message), hint=clean(error.hint)),
            )
            for path, error in hosted.games.unserved.items()
            for name in [clean(path.name)]
        ]
        listed = [
            ListedPack(name, _made(offer))
            for name, offer in zip(packs, offers, strict=True)
        ]
        more = len(every) - len(shown) + hosted.games.older
        text = lobby_html(hosted.folder, games, more, listed)
        return HTMLResponse(text, headers={} if is_whole else {"Refresh": AGAIN})

    async def picture(self, request: Request) -> Response:
        """Return the map of a scenario as everyone may see it."""
        folder = self._folder_of(request)
        if folder is None:
            return nothing()
        picture = self._hosted.picture(folder, request.path_params["scenario"])
        while not await is_made(picture, self._hosted.patience):
            pass  # an image cannot say that it is under way
        try:
            return Response(picture.result(), media_type="image/svg+xml")
        except UmpireError:
            self._hosted.pictures.forget(picture)
            return nothing()

    def _folder_of(self, request: Request) -> Path | None:
        if not self._is_host(request):
            return None
        return self._hosted.packs.get(request.path_params["pack"])

    # --- A new game ---

    async def scenario(self, request: Request) -> Response:
        """Show a scenario with a form, or begin a game by it."""
        folder = self._folder_of(request)
        if folder is None:
            return nothing()
        pack, scenario = request.path_params["pack"], request.path_params["scenario"]
        given = await form_of(request) if request.method == "POST" else None
        sheet = self._hosted.sheet(folder, scenario)
        while not await is_made(sheet, self._hosted.patience):
            if given is None:
                says = f"The ruleset of '{spaced(scenario)}' is being read"
                return _under_way(says, request.url.path)
        try:
            offered = sheet.result()
        except UmpireError as error:
            self._hosted.sheets.forget(sheet)  # what is wrong may be mended
            return _said("This scenario cannot be played", error, LOBBY)
        if given is None:
            return HTMLResponse(scenario_html(offered, pack, self._untouched(offered)))
        key = self._hosted.begin(offered, form_in(given))
        begun = self._hosted.begun(key)
        if begun is None or not await is_made(begun, self._hosted.patience):
            return RedirectResponse(f"{LOBBY}/begun/{key}", status_code=303)
        return await self._outcome(begun.result(), pack)

    def _untouched(self, sheet: ScenarioSheet) -> GameForm:
        """Return the form of a scenario before anything is chosen."""
        name = free_name(self._hosted.folder, sheet.scenario.name)
        return GameForm(name, {}, {seat.name: PERSON for seat in sheet.scenario.seats})

    async def begun(self, request: Request) -> Response:
        """Show what has come of a form that took long; POST gives out the links."""
        if not self._is_host(request):
            return nothing()
        begun = self._hosted.begun(request.path_params["key"])
        if begun is None:
            return nothing()
        if not await is_made(begun, self._hosted.patience):
            return _under_way("The game is being begun", request.url.path)
        result = begun.result()
        self._hosted.games.look()
        if result.name and self._hosted.game_of(result) is None:
            return nothing()
        if request.method != "POST" and result.name:
            return HTMLResponse(ready_html(result.name, request.url.path))
        folders = self._hosted.packs.items()
        packs = (name for name, pack in folders if pack == result.sheet.pack.folder)
        return await self._outcome(result, next(packs, ""))

    async def _outcome(self, result: Beginning, pack: str) -> Response:
        """Show the links of a game that has begun, or the form with what is wrong."""
        if not result.name:
            problems = result.problems
            text = scenario_html(result.sheet, pack, result.form, problems)
            return HTMLResponse(text, 422)
        game = self._hosted.game_of(result)
        if game is None:
            return nothing()
        seats = (*result.people, JUDGE_NAME, EVERYONE_NAME)
        links = await self._linked(game, seats)
        text = begun_html(
            f"'{game.name}' has begun",
            " ".join(result.notes),
            links,
            game.name,
            _hosted_at(game.name),
            is_here_alone=self._hosted.is_here_alone,
        )
        return HTMLResponse(text, 201)

    # --- A game that is there ---

    async def game(self, request: Request) -> Response:
        """Show how a game stands, and the seats with their links."""
        game = self._game_of(request)
        if game is None:
            return nothing()
        summary = self._hosted.summary(game)
        if not await is_made(summary, self._hosted.patience):
            return _under_way(f"'{game.name}' is being read", request.url.path)
        known, linked = summary.result(), game.invitations.seats
        if known.problem:
            self._hosted.summaries.forget(summary)  # what is wrong may be mended
        seats = [
            HostedSeat(name, policy, name in linked)
            for name, policy in known.seats.items()
        ]
        others = (JUDGE_NAME, EVERYONE_NAME)
        seats += [HostedSeat(name, "", name in linked) for name in others]
        text = hosted_html(known, seats, _hosted_at(game.name))
        return HTMLResponse(text)

    def _game_of(self, request: Request) -> ServedGame | None:
        if not self._is_host(request):
            return None
        return self._hosted.games.named(request.path_params["game"])

    async def desk(self, request: Request) -> Response:
        """Let the host sit down as the judge of a game, in this browser."""
        game = self._game_of(request)
        if game is None:
            return nothing()
        session = await asyncio.to_thread(game.invitations.admit, JUDGE_NAME)
        path = address_of(game.name, JUDGE_NAME)
        return seated(path, session, is_secure=self._is_secure)

    async def link(self, request: Request) -> Response:
        """Make a new link of a seat, and end those before, once that is confirmed."""
        game = self._game_of(request)
        if game is None:
            return nothing()
        form = await form_of(request)
        try:
            seat = await self._seat_in(game, form)
        except UmpireError as error:
            return _said("No link was made", error, _hosted_at(game.name))
        if "confirmed" not in form and seat in game.invitations.seats:
            title = f"A new link of {spaced(seat)}?"
            says = (
                "The links that were given out before end, and who sits there by "
                "one of them loses the seat."
            )
            return _confirm(title, says, "Make a new link", request, seat, game)
        links = await self._linked(game, (seat,), is_new=True)
        title = f"A new link of {spaced(seat)} in '{game.name}'"
        alone, address = self._hosted.is_here_alone, _hosted_at(game.name)
        text = begun_html(title, "", links, game.name, address, is_here_alone=alone)
        return HTMLResponse(text)

    async def withdraw(self, request: Request) -> Response:
        """End the links of a seat, once that is confirmed."""
        game = self._game_of(request)
        if game is None:
            return nothing()
        form = await form_of(request)
        try:
            seat = await self._seat_in(game, form)
        except UmpireError as error:
            return _said("No link has ended", error, _hosted_at(game.name))
        if "confirmed" not in form:
            title = f"End the links of {spaced(seat)}?"
            says = "Who sits there loses the seat, until you give out a new link."
            return _confirm(title, says, "End the links", request, seat, game)
        await asyncio.to_thread(game.invitations.withdraw, seat)
        return RedirectResponse(_hosted_at(game.name), status_code=303)

    async def _seat_in(self, game: ServedGame, form: Form) -> str:
        """Return the seat that a form names; UnknownName where it names none."""
        seat = field_of(form, "seat")
        if seat in (JUDGE_NAME, EVERYONE_NAME):
            return seat
        await game.opened()
        if seat not in game.seats:
            raise UnknownName("seat", seat, game.seats)
        return seat

    async def _linked(
        self, game: ServedGame, seats: Iterable[str], *, is_new: bool = False
    ) -> list[NewLink]:
        """Return links of seats: of those that have none, or `is_new` of all."""

        def made() -> list[NewLink]:
            links = []
            for seat in seats:
                secret = ""
                if is_new or seat not in game.invitations.seats:
                    secret = game.invitations.invite(seat, alone=is_new)
                path = f"/s/{secret}" if secret else ""
                text = f"{self._hosted.base}{path}" if path else ""
                links.append(NewLink(seat, path, text))
            return links

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._hosted.linking, made)


async def _are_made(
    results: Iterable[Future[GameSummary] | Future[PackOffer]], seconds: float
) -> bool:
    """Tell whether all results are there, after so many seconds in all."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    made = [await is_made(result, until - loop.time()) for result in results]
    return all(made)


def _made(result: Future[Value]) -> Value | None:
    return result.result() if result.done() else None


def _under_way(says: str, address: str) -> Response:
    return under_way(f"{says}. {FIRST_TIME}", address, ("the lobby", LOBBY))


def _said(title: str, error: UmpireError, back: str) -> Response:
    notice = Notice(why_unusable(error), clean(error.hint))
    return HTMLResponse(said_html(title, notice, back), 422)


def _confirm(
    title: str, says: str, button: str, request: Request, seat: str, game: ServedGame
) -> Response:
    address, back = request.url.path, _hosted_at(game.name)
    return HTMLResponse(confirm_html(title, says, button, address, seat, back))


def _hosted_at(game: str) -> str:
    return f"{LOBBY}/game/{quote(game, safe='')}"


def _written(game: ServedGame) -> int:
    return game.stamp()[0]

"""What a seat, the judge and those who look on see and do: the page, answers, changes,
the replay."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from interpreter.app.game import Game
from interpreter.app.playing.roll_odds import dice_text
from interpreter.diagnostics import GameFileError, UmpireError, Unusable
from interpreter.games.state import EVERYONE_NAME
from interpreter.values.types import JUDGE_NAME
from interpreter.web.admission import (
    LOBBY,
    MARK,
    admitted,
    field_of,
    form_of,
    nothing,
    under_way,
)
from interpreter.web.guards import COOKIE
from interpreter.web.kept import PATIENCE, is_made
from interpreter.web.pages import (
    NOTHING_GIVEN,
    TOKEN,
    Desk,
    DeskSeat,
    Form,
    Notice,
    address_of,
    answer_in,
    links_of,
    replay_html,
    seat_html,
    text_html,
    whole_page,
)
from interpreter.web.served import ServedGame, ServedGames
from interpreter.web.streams import Streams

SEAT = "/t/{game}/{seat}"
BUSY = Notice("The game cannot be written at the moment.", "Send the answer again.")
MOST_ASKED = 100  # letters
NOTHING_ASKED = "Nothing was written: write dice such as 2d6, or what is not offered."
PAUSED = Notice(
    "The judge has paused the game.",
    "Nothing was written; do it again when he goes on.",
)
REPLAYED = "The game is played over again, and each of its maps drawn"
STALE = Notice(
    "That question was answered already, or the game has moved on.",
    "This is how it stands now.",
)


class _Paused(Unusable):
    """The judge has paused the game."""


class SeatEndpoints:
    """What is answered at the addresses of a seat, over the games that are served."""

    def __init__(self, games: ServedGames, stop: asyncio.Event) -> None:
        """Serve these games, until `stop` is set."""
        self._games = games
        self._stop = stop
        self._streams = Streams()

    @property
    def addresses(self) -> list[Route]:
        """The addresses."""
        return [
            Route(SEAT, self.seat),
            Route(f"{SEAT}/answer", self.answer, methods=["POST"]),
            Route(f"{SEAT}/back", self.back, methods=["POST"]),
            Route(f"{SEAT}/changes", self.changes),
            Route(f"{SEAT}/replay", self.replay),
            Route(f"{SEAT}/sheet", self.sheet),
            Route(f"{SEAT}/letter", self.letter),
            Route(f"{SEAT}/log", self.log),
            Route(f"{SEAT}/ask", self.ask),
            *(Route(f"{SEAT}/{form}", self.again) for form in ("answer", "back")),
        ]

    async def seat(self, request: Request) -> Response:
        """Show the page of a seat, of the judge, or of those who look on."""
        game = admitted(self._games, request)
        return nothing() if game is None else await self.page(request, game)

    async def again(self, request: Request) -> Response:
        """Show the way to the page to who reads again what he has sent a form to."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        path = address_of(game.name, request.path_params["seat"])
        return RedirectResponse(path, status_code=303)

    async def replay(self, request: Request) -> Response:
        """Show a moment of the game as the seat knew it, the last one unless it is
        said which; as another seat or the judge once the game is open to all."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        await game.opened()
        own = request.path_params["seat"]
        every = (*game.seats, JUDGE_NAME, EVERYONE_NAME)
        is_over = (await game.shown(own)).page.is_finished
        is_open = is_over and game.invitations.is_open
        others = every if own == JUDGE_NAME or is_open else (own,)
        seat = request.query_params.get("as", own)
        if seat not in others:
            return nothing()
        replayed = await game.replayed(seat)
        address = address_of(game.name, own)
        if not await is_made(replayed, PATIENCE):
            here = f"{address}/replay?{request.url.query}"
            return under_way(REPLAYED, here, ("the table", address))
        frames = await replayed
        wanted = request.query_params.get("at", "")
        is_number = wanted.isascii() and wanted.isdecimal() and len(wanted) < 9
        at = max(1, min(int(wanted) if is_number else len(frames), len(frames)))
        page = (await game.shown(seat)).page
        text = replay_html(page, frames, at, address, others)
        return self.still(request, game, HTMLResponse(text))

    async def letter(self, request: Request) -> Response:
        """Show all that was told to the seat as a letter."""
        game = admitted(self._games, request)
        seat = request.path_params["seat"]
        if game is None or seat == JUDGE_NAME:
            return nothing()
        letter = await game.asked(lambda read: read.letter(seat))
        page = whole_page(letter, address_of(game.name, seat))
        return self.still(request, game, page)

    async def log(self, request: Request) -> Response:
        """Show all that has happened, as far as the seat may know it."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        seat = request.path_params["seat"]
        log = await game.asked(lambda read: read.log(seat))
        address = address_of(game.name, seat)
        text = text_html("What has happened", log.text(), address)
        return self.still(request, game, HTMLResponse(text))

    async def ask(self, request: Request) -> Response:
        """Say how likely dice are to fall, or why something is not offered."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        seat = request.path_params["seat"]
        dice = request.query_params.get("dice", "").strip()[:MOST_ASKED]
        what = request.query_params.get("offer", "").strip()[:MOST_ASKED]
        if dice:
            title, text = f"The odds of {dice}", dice_text(dice)
        elif not what:
            title, text = "Odds, and why something is not offered", NOTHING_ASKED
        else:
            title = f"Why '{what}' is not offered"
            text = ""
            if seat != EVERYONE_NAME:  # who looks on is asked nothing
                text = await game.asked(lambda read: read.why_not(seat, what))
        text = text or "No single condition keeps it out, or it would tell too much."
        page = text_html(title, text, address_of(game.name, seat))
        return self.still(request, game, HTMLResponse(page))

    async def answer(self, request: Request) -> Response:
        """Take an answer, and show the page that it leads to."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        seat = request.path_params["seat"]
        form = await form_of(request)
        token = field_of(form, TOKEN)
        asked = (await game.shown(seat)).page.questions
        question = next((asks for asks in asked if asks.token == token), None)
        if question is None:
            return await self.page(request, game, STALE, 409)

        def change(served: Game) -> tuple[str, ...]:
            gate, value = self._gate(request, game), answer_in(question, form)
            return served.answer_in_private(token, seat, value, gate)

        return await self.acted(request, game, change, token, form)

    async def back(self, request: Request) -> Response:
        """Take back the last answer of a seat, as far as it may itself."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        token = field_of(await form_of(request), TOKEN)
        seat = request.path_params["seat"]

        def change(served: Game) -> None:
            served.take_back(seat, self._gate(request, game), token=token)

        return await self.acted(request, game, change)

    async def sheet(self, request: Request) -> Response:
        """Show the quick reference of the ruleset, for players or for the judge."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        seat = request.path_params["seat"]
        sheet = await game.sheet("judge" if seat == JUDGE_NAME else "players")
        page = whole_page(sheet, address_of(game.name, seat))
        return self.still(request, game, page)

    def still(self, request: Request, game: ServedGame, page: Response) -> Response:
        """Return what was made for a seat, or nothing if the seat was lost while it was
        made."""
        return page if self._gate(request, game)() else nothing()

    def _gate(self, request: Request, game: ServedGame) -> Callable[[], bool]:
        """Return what tells whether who asks is still admitted."""
        session = request.cookies.get(COOKIE, "")
        seat = request.path_params["seat"]
        # asked in the thread of the game: it looks at nothing but its own links
        return lambda: game.invitations.seat_of(session) == seat

    async def acted(
        self,
        request: Request,
        game: ServedGame,
        change: Callable[[Game], tuple[str, ...] | None],
        token: str = "",
        given: Form = NOTHING_GIVEN,
        refuse: Callable[[UmpireError], Awaitable[Response]] | None = None,
    ) -> Response:
        """Change a game as the seat of a request, and show its page, or why not, which
        `refuse` may do otherwise; `token` is of the question that was answered by what
        was `given`."""
        seat = request.path_params["seat"]

        def unpaused(served: Game) -> tuple[str, ...] | None:
            # asked in the thread of the game: what waited there is held, too
            if seat != JUDGE_NAME and game.invitations.is_paused:
                raise _Paused(PAUSED.text, hint=PAUSED.hint)
            return change(served)

        try:
            notes = await game.act(seat, unpaused)
        except GameFileError:
            return await self.page(request, game, BUSY, 503)
        except _Paused:
            return await self.page(request, game, PAUSED, 409, given)
        except UmpireError as error:
            if not self._gate(request, game)():
                return nothing()
            asked = (await game.shown(seat)).page.questions
            if refuse is not None:
                return await refuse(error)
            if token and token not in {question.token for question in asked}:
                return await self.page(request, game, STALE, 409)
            notice = Notice(error.message, error.hint)
            return await self.page(request, game, notice, 422, given)
        if notes:
            return await self.page(request, game, Notice(" ".join(notes)))
        return RedirectResponse(address_of(game.name, seat), status_code=303)

    async def changes(self, request: Request) -> Response:
        """Stream the same few bytes whenever the page of a seat has changed."""
        game = admitted(self._games, request)
        if game is None:
            return nothing()
        seat, seen = request.path_params["seat"], request.query_params.get("seen", "")

        def is_admitted() -> bool:
            return not self._stop.is_set() and admitted(self._games, request) is game

        changes = game.changes(seat, seen, is_admitted)
        return self._streams.answer(request, changes)

    async def page(
        self,
        request: Request,
        game: ServedGame,
        notice: Notice | None = None,
        status: int = 200,
        given: Form = NOTHING_GIVEN,
        desk: Desk | None = None,
    ) -> Response:
        """Return the page of the seat of a request, with a notice above it, what was
        `given` in a form that was refused, and of the judge his desk; nothing to who
        lost the seat while he waited for it."""
        seat = request.path_params["seat"]
        shown = await game.shown(seat)
        if not self._gate(request, game)():
            return nothing()
        address, is_paused = address_of(game.name, seat), game.invitations.is_paused
        links = links_of(address, seat)
        if seat == JUDGE_NAME:
            if MARK in request.cookies:
                links.append(("lobby", LOBBY))
            desk = desk or await desk_of(game)
        elif game.invitations.is_without_link(request.cookies.get(COOKIE, "")):
            desk_address = address_of(game.name, JUDGE_NAME)
            links.append(("back to the judge's desk", desk_address))
        elif notice is None and not given and is_paused == shown.is_paused:
            return HTMLResponse(shown.html, status)
        text = seat_html(
            shown.page,
            shown.picture,
            address=address,
            game=game.name,
            digest=shown.digest,
            notice=notice,
            links=links,
            desk=desk,
            given=given,
            is_paused=is_paused and not shown.page.is_finished,
        )
        return HTMLResponse(text, status)


async def desk_of(
    game: ServedGame, link: tuple[str, str] = ("", ""), must_agree: Sequence[str] = ()
) -> Desk:
    """Return what the judge's desk has beside a page: who sits where, a new link of a
    seat that is shown this once, and who must agree before something is taken back."""
    page = (await game.shown(JUDGE_NAME)).page
    invited = game.invitations.browsers()
    seats = [
        DeskSeat(
            seat,
            address=f"{address_of(game.name, JUDGE_NAME)}/as/{quote(seat, safe='')}",
            policy=page.policies.get(seat, ""),
            browsers=invited.get(seat),
        )
        for seat in (*game.seats, JUDGE_NAME, EVERYONE_NAME)
    ]
    return Desk(
        tuple(seats),
        tuple(game.game.notes),
        *link,
        tuple(must_agree),
        page.is_finished,
        game.invitations.is_open,
        game.written,
    )

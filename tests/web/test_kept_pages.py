"""What was made of a page is kept while it is the same, and only then."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from starlette.requests import Request

from interpreter import Game, open_game, open_ruleset
from interpreter.app.opening.games import SharedRules
from interpreter.app.playing import roll_odds
from interpreter.web import served as serving
from interpreter.web.guards import COOKIE
from interpreter.web.pages import address_of
from interpreter.web.seats import SeatEndpoints
from interpreter.web.served import ServedGame, ShownPage
from tests.games.playing import NORTH, PACKS, SOUTH, TABLE
from tests.web.browsing import Browser

ROOT = PACKS.parents[1]
LOOKING_ON = ("judge", "everyone")
ANSWERS = 12


class Looker:
    """A server of one game at which everybody looks."""

    def __init__(self, path: Path) -> None:
        """Make all pages once."""
        self.path = path
        self.game = ServedGame(path)
        self.look()

    def look(self) -> dict[str, ShownPage]:
        """Return all pages as they are made while others lie there."""
        for seat in (*self.game.seats, *LOOKING_ON):
            self.game._shown[seat] = self.game._made(seat)
        return dict(self.game._shown)

    def anew(self) -> dict[str, ShownPage]:
        """Return all pages as a server makes them that has just been started."""
        fresh = ServedGame(self.path)
        return {seat: fresh._made(seat) for seat in (*fresh.seats, *LOOKING_ON)}


def played(game: Game, chance: random.Random) -> Iterator[None]:
    """Answer by chance what is asked, as far as it is offered."""
    for _ in range(ANSWERS):
        asked = [each for each in game.questions() if each.parts[0].options]
        if game.is_finished or not asked:
            return
        question = chance.choice(asked)
        options = question.parts[0].options or ()
        many = max(question.least, 1)
        value = ", ".join(chance.sample(options, min(many, len(options))))
        game.answer(question, value)
        yield


@pytest.mark.parametrize(
    ("pack", "scenario"),
    [
        (PACKS / "answering", "table"),
        (PACKS / "couriers", "plain"),
        (PACKS / "outposts", "ridge"),
        (ROOT / "rulesets" / "concealment", "three_sides"),
    ],
)
def test_a_page_made_after_another_is_the_one_that_is_made_alone(
    tmp_path: Path, pack: Path, scenario: str
) -> None:
    path = tmp_path / "evening.game"
    open_ruleset(pack).new_game(scenario, path, seed="one")
    looker = Looker(path)
    count = 0
    for _ in played(open_game(path), random.Random(1)):
        count += 1
        shown, anew = looker.look(), looker.anew()
        assert {s: each.html for s, each in shown.items()} == {
            s: each.html for s, each in anew.items()
        }
        assert {s: each.digest for s, each in shown.items()} == {
            s: each.digest for s, each in anew.items()
        }
    assert count


@pytest.fixture
def looker(tmp_path: Path) -> Looker:
    """A game that was begun."""
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    return Looker(path)


def test_a_page_that_is_as_before_is_not_made_again(
    looker: Looker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither its map is drawn again nor its HTML rendered."""
    before = looker.look()
    monkeypatch.setattr(serving, "svg_of", lambda _: pytest.fail("drawn again"))
    monkeypatch.setattr(
        serving, "seat_html", lambda *_, **__: pytest.fail("rendered again")
    )
    assert {s: each.html for s, each in looker.look().items()} == {
        s: each.html for s, each in before.items()
    }


def test_a_page_says_at_once_that_the_game_is_paused(looker: Looker) -> None:
    """Though nothing else of it is another."""
    before = looker.look()
    looker.game.invitations.pause(is_paused=True)
    paused = looker.look()
    for seat in (NORTH, SOUTH, "everyone", "judge"):
        assert "paused the game" in paused[seat].html or seat == "judge"
        assert paused[seat].digest != before[seat].digest
    looker.game.invitations.pause(is_paused=False)
    assert looker.look() == before


def test_a_page_that_is_asked_for_goes_by_the_pause_of_now(looker: Looker) -> None:
    """Also where the thread of the game is busy, so that pages are made late."""
    games = serving.ServedGames([looker.path])
    game = games.every["evening"]
    pages = SeatEndpoints(games, asyncio.Event())
    session = game.invitations.redeem(game.invitations.invite(NORTH))
    assert session is not None
    scope = {
        "type": "http",
        "method": "GET",
        "path": address_of("evening", NORTH),
        "path_params": {"game": "evening", "seat": NORTH},
        "query_string": b"",
        "headers": [(b"cookie", f"{COOKIE}={session.session}".encode())],
    }

    async def says() -> bool:
        body = (await pages.seat(Request(scope))).body
        return b"paused the game" in bytes(body)

    async def looked() -> list[bool]:
        heard = [await says()]
        is_done = Event()
        busy = asyncio.create_task(game.asked(lambda _: is_done.wait(60)))
        for is_paused in (True, False):
            game.invitations.pause(is_paused=is_paused)
            heard.append(await says())
        is_done.set()
        await busy
        return heard

    assert asyncio.run(looked()) == [False, True, False]


def test_a_game_that_is_closed_keeps_no_page(looker: Looker) -> None:
    """Nor the rules that its questions hold."""
    shared = SharedRules()
    game = ServedGame(looker.path, shared)
    asyncio.run(game.shown(NORTH))
    page = weakref.ref(game._shown[NORTH].page.questions[0]._session)
    game.close()
    gc.collect()
    assert page() is None


def test_odds_that_a_seat_asks_for_are_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How fast they came would tell another seat that somebody had asked."""
    counts = []
    table = roll_odds._table

    def counted(number: int, sides: int) -> str:
        counts.append((number, sides))
        return table(number, sides)

    monkeypatch.setattr(roll_odds, "_table", counted)
    assert roll_odds.dice_text("1d7") == roll_odds.dice_text("1d7")
    assert counts == [(1, 7), (1, 7)]


def test_the_page_that_is_sent_is_the_one_that_was_made(looker: Looker) -> None:
    """With its digest in it, which no text of a pack or of a player can be."""
    games = serving.ServedGames([looker.path])
    page = Browser(games).sits(NORTH).page(NORTH)
    made = looker.look()[NORTH]
    assert page == made.html
    assert page.count(made.digest) == 2
    assert serving.NO_DIGEST not in page
    assert address_of("evening", NORTH) in page

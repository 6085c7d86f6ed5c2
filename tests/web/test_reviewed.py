"""What a review of the table broke, tried again: ways refused halfway, folders that
cannot be listed, rules that are edited, requests that no browser sends."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from pathlib import Path
from threading import current_thread

import pytest

from interpreter import Game, Unusable, open_game, open_ruleset
from interpreter.diagnostics import GameFileError
from interpreter.web import served as serving
from interpreter.web.author import ServedAuthors
from interpreter.web.served import ServedGame, ServedGames, ShownPage
from tests.games.playing import NORTH, PACKS, SOUTH, TABLE
from tests.web.browsing import Browser, token_in
from tests.web.test_desk import back_token, orders

JUDGE = "judge"
MARCHES = PACKS / "marches" / "ruleset.yaml"
DAY = """procedures:
  day:
    steps:
      - for_each: p in every(piece)
        do:
          - move: p
            walk: march(p)
            by: p.owner
            each_step:
              - roll: {breath: d6}
                by: judge
              - require: breath < 3
                rule: BREATH-7
                say: "the die of {p} that has not fallen is {breath}"
"""


def test_no_step_of_a_way_is_refused_in_words_for_the_judge(tmp_path: Path) -> None:
    """Nor a later one: what was not written may be tried again with another."""
    pack = tmp_path / "marches"
    pack.mkdir()
    text = MARCHES.read_text(encoding="utf-8").partition("\ncases:")[0] + "\n"
    text = text.replace("procedures:\n", DAY, 1)
    text = text.replace("  meadow:\n", "  meadow:\n    main: day\n", 1)
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    told = []
    for seed in range(12):
        path = tmp_path / str(seed) / "evening.game"
        path.parent.mkdir()
        open_ruleset(pack).new_game("meadow", path, seed=str(seed))
        seat = Browser(ServedGames([path])).sits("red")
        token = token_in(seat.page("red"))
        _, page = seat.posts("red", "answer", token=token, way="0203 0204 0205")
        told += re.findall(r'class="notice"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert any("left out" in each for each in told)
    assert not any("BREATH" in each or "die of" in each for each in told)


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A game in a folder."""
    path = tmp_path / "games" / "evening.game"
    path.parent.mkdir()
    open_ruleset(TABLE).new_game("table", path, seed="one")
    return path


def test_a_folder_that_cannot_be_listed_loses_no_game(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = ServedGames(folder=evening.parent)
    game = games.named("evening")
    assert game is not None

    def failing(_: Path) -> list[Path]:
        raise GameFileError("too many open files")

    with monkeypatch.context() as patched:
        patched.setattr(serving, "games_in", failing)
        (evening.parent / "other.txt").write_text("x", encoding="utf-8")
        with pytest.raises(GameFileError):
            games.look()
        assert games.every["evening"] is game
    games.look()
    assert games.named("evening") is game


def test_whether_a_seat_is_lost_is_asked_of_its_game_alone(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the thread of the game nobody lists a folder that others list too."""
    seat = Browser(ServedGames(folder=evening.parent)).sits(NORTH)
    token = token_in(seat.page(NORTH))
    threads: list[str] = []
    named = ServedGames.named

    def noted(games: ServedGames, name: str) -> ServedGame | None:
        threads.append(current_thread().name)
        return named(games, name)

    monkeypatch.setattr(ServedGames, "named", noted)
    assert seat.answers(NORTH, "mirror", token) == 303
    assert threads
    assert not [each for each in threads if each.startswith("ThreadPoolExecutor")]


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "", "//"])
def test_a_bad_origin_is_refused_like_any_other(origin: str, evening: Path) -> None:
    seat = Browser(ServedGames([evening])).sits(NORTH)
    before = evening.read_bytes()
    got = seat.client.post(f"/t/evening/{NORTH}/answer", headers={"Origin": origin})
    assert got.status_code == 403
    assert got.headers["Content-Security-Policy"]
    assert evening.read_bytes() == before


def test_who_looks_on_asks_in_vain_and_without_a_fault(evening: Path) -> None:
    watcher = Browser(ServedGames([evening])).sits("everyone")
    assert "No single condition" in watcher.page("everyone", "/ask?offer=crown")
    for query in ("?offer=", ""):
        assert "Nothing was written" in watcher.page("everyone", f"/ask{query}")


def begun_by_own_rules(folder: Path) -> tuple[Path, Path]:
    """Begin a game by a ruleset of a folder; return its file, and that of the
    ruleset."""
    pack, path = folder / "answering", folder / "evening.game"
    shutil.copytree(TABLE, pack)
    open_ruleset(pack).new_game("table", path, seed="one")
    return path, pack / "ruleset.yaml"


def test_a_ruleset_that_is_edited_changes_no_game_that_is_open(tmp_path: Path) -> None:
    """What would be read from its files is refused until they are as they were."""
    path, file = begun_by_own_rules(tmp_path)
    text = file.read_text(encoding="utf-8")
    (game,) = ServedGames([path]).every.values()
    game.game.sheet()
    file.write_text(text.replace("4+: 2", "4+: 3"), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(Unusable, match="is not the one"):
        game.game.sheet()
    with pytest.raises(Unusable, match="is not the one"):
        game.game.correct(adds=[("piece", {"side": SOUTH, "worth": "3"})], reason="one")
    assert path.read_bytes() == before
    game.game.correct({"mirror.worth": "3"}, reason="no file is read for it")
    file.write_text(text, encoding="utf-8")
    game.game.correct(adds=[("piece", {"side": SOUTH, "worth": "3"})], reason="one")


def test_what_the_judge_saw_last_is_checked_when_it_is_written(evening: Path) -> None:
    """Another process may have written since his page was made."""
    mine, other = open_game(evening), open_game(evening)
    last = mine.page(JUDGE).last_event
    (question,) = other.questions(NORTH)
    other.answer(question, "mirror")
    before = evening.read_bytes()
    for act in (
        lambda: mine.undo(consent=True, after=last),
        lambda: mine.correct({"crown.worth": "1"}, reason="late", after=last),
    ):
        with pytest.raises(Unusable, match="moved on"):
            act()
    assert evening.read_bytes() == before


# Files that are damaged, foreign or many.


def test_a_damaged_file_of_links_ends_its_own_links_alone(tmp_path: Path) -> None:
    """Of a game or a pack that is edited: who has one of them finds nothing there, and
    no other seat loses anything."""
    for name in ("evening", "morning"):
        open_ruleset(TABLE).new_game("table", tmp_path / f"{name}.game", seed="one")
    pack = tmp_path / "answering"
    shutil.copytree(TABLE, pack)
    authors = ServedAuthors([pack])
    games = ServedGames([tmp_path / "evening.game", tmp_path / "morning.game"])
    seat = Browser(games, authors=authors).sits(NORTH)
    token = token_in(seat.page(NORTH))
    for name in ("morning.game", "answering"):
        (tmp_path / f"{name}.seats").write_text("x", encoding="utf-8")
    nothing = seat.client.get("/t/nothing/nobody")
    got = seat.client.get(f"/t/morning/{NORTH}")
    assert (got.status_code, got.content) == (404, nothing.content)
    assert seat.client.get("/author/answering").status_code == 404
    assert seat.answers(NORTH, "mirror", token) == 303


def test_the_judge_reads_why_something_cannot_be_shown(tmp_path: Path) -> None:
    """A seat does not, nor who has none."""
    path, file = begun_by_own_rules(tmp_path)
    text = file.read_text(encoding="utf-8")
    browser = Browser(ServedGames([path])).sits(JUDGE).sits(NORTH)
    browser.page(JUDGE)
    file.write_text(text.replace("4+: 2", "4+: 3"), encoding="utf-8")
    for seat, is_told in ((JUDGE, True), (NORTH, False)):
        got = browser.client.get(f"/t/evening/{seat}/sheet")
        assert got.status_code == 503
        assert ("is not the one" in got.text) is is_told


def test_games_that_are_not_listed_are_served(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To who has a seat in them, however many are newer."""
    monkeypatch.setattr(serving, "MOST_GAMES", 2)
    browser = Browser(ServedGames(folder=evening.parent)).sits(NORTH)
    for name in ("noon", "night", "morning"):
        open_ruleset(TABLE).new_game("table", evening.with_stem(name), seed="one")
        os.utime(evening.with_stem(name), (2**33, 2**33))
    browser.served.look()
    assert browser.served.older == 2
    token = token_in(browser.page(NORTH))
    fresh = ServedGames(folder=evening.parent)
    assert "evening" not in fresh.every
    assert fresh.named("evening") is fresh.named("evening") is not None
    assert browser.answers(NORTH, "mirror", token) == 303


def test_a_new_link_ends_none_that_the_host_did_not_give_out(evening: Path) -> None:
    """The host who sits there without a link keeps his seat."""
    links = ServedGame(evening).invitations
    session, first = links.admit(JUDGE), links.invite(JUDGE)
    given = links.redeem(first)
    assert given is not None
    links.invite(JUDGE, alone=True)
    assert links.seat_of(given.session) is None
    assert links.seat_of(session) == JUDGE
    links.withdraw(JUDGE)
    assert links.seat_of(session) is None


MADE = (
    *((NORTH, "/log", "log"), (NORTH, "/letter", "letter"), (NORTH, "/sheet", "sheet")),
    *((NORTH, "/replay", "moments"), (NORTH, "/ask?offer=crown", "why_not")),
    *((JUDGE, "/why", "why"), (JUDGE, "/odds", "odds_at_hand")),
    *((JUDGE, "/correct", "correctable"), (JUDGE, f"/as/{SOUTH}", "page")),
)
"""What is made for a seat, and by which method."""


@pytest.mark.parametrize(("seat", "more", "method"), MADE)
def test_what_was_made_is_not_shown_to_who_has_lost_the_seat(
    seat: str, more: str, method: str, evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it was made."""
    browser = Browser(ServedGames([evening])).sits(seat)
    browser.page(seat)
    links = browser.served.every["evening"].invitations
    make = getattr(Game, method)

    def made(*given: object, **more: object) -> object:
        found = make(*given, **more)
        links.withdraw(seat)
        return found

    monkeypatch.setattr(Game, method, made)
    nothing = browser.client.get("/t/nothing/nobody")
    got = browser.client.get(f"/t/evening/{seat}{more}")
    assert (got.status_code, got.content) == (404, nothing.content)


def test_a_form_sent_twice_takes_one_answer_back(tmp_path: Path) -> None:
    seat = orders(tmp_path, alone=True)
    for value in ("march", "3"):
        assert seat.answers(NORTH, value) == 303
    token = back_token(seat)
    assert seat.posts(NORTH, "back", token=token)[0] == 303
    status, page = seat.posts(NORTH, "back", token=token)
    assert status == 422
    assert "moved on" in page
    assert seat.posts(NORTH, "back")[0] == 422
    assert seat.posts(NORTH, "back", token=back_token(seat))[0] == 303
    for value in ("march", "3"):
        assert seat.answers(NORTH, value) == 303
    assert seat.posts(NORTH, "back", token=token)[0] == 422


# Pages that are made while something else happens.

MADE_ANEW = 3.0  # seconds in which that is so, on a busy machine too


async def until_shown(game: ServedGame, seat: str, token: str) -> bool:
    """Tell whether the page of a seat comes to ask what a token is of."""
    asked: set[str] = set()
    for _ in range(int(MADE_ANEW / 0.1)):
        asked = {each.token for each in (await game.shown(seat)).page.questions}
        if token in asked:
            break
        await asyncio.sleep(0.1)
    return token in asked


def test_a_page_that_was_made_while_another_wrote_is_made_again(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = ServedGame(evening), open_game(evening)
    made, late = ServedGame._made, [True]

    def made_late(self: ServedGame, seat: str) -> ShownPage:
        page = made(self, seat)
        if seat == SOUTH and late:
            late.clear()
            other.answer(other.questions(NORTH)[0], "mirror")
            time.sleep(2 * serving.LOOKS_EACH)  # until that was looked for
        return page

    monkeypatch.setattr(ServedGame, "_made", made_late)

    async def looked() -> bool:
        await game.shown("everyone")  # somebody looks at the game
        await game.shown(SOUTH)
        (asked,) = other.questions(SOUTH)
        return await until_shown(game, SOUTH, asked.token)

    assert asyncio.run(looked())


def test_the_desk_notices_who_sits_down(evening: Path) -> None:
    """Nobody else does."""
    game = ServedGame(evening)
    link = game.invitations.invite(NORTH)

    async def looked() -> None:
        before = {s: (await game.shown(s)).digest for s in (JUDGE, NORTH, "everyone")}
        game.invitations.redeem(link)
        for _ in range(int(MADE_ANEW / 0.1)):
            if (await game.shown(JUDGE)).digest != before[JUDGE]:
                break
            await asyncio.sleep(0.1)
        assert (await game.shown(JUDGE)).digest != before[JUDGE]
        for seat in (NORTH, "everyone"):
            assert (await game.shown(seat)).digest == before[seat]

    asyncio.run(looked())


def test_a_page_that_many_ask_for_at_once_is_made_once(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where one of them does not wait for it."""
    game, made, count = ServedGame(evening), ServedGame._made, [0]

    def counted(self: ServedGame, seat: str) -> ShownPage:
        count[0] += 1
        return made(self, seat)

    monkeypatch.setattr(ServedGame, "_made", counted)

    async def asked() -> None:
        first = asyncio.create_task(game.shown("everyone"))
        others = [asyncio.create_task(game.shown("everyone")) for _ in range(20)]
        await asyncio.sleep(0)
        first.cancel()
        assert len({page.digest for page in await asyncio.gather(*others)}) == 1

    asyncio.run(asked())
    assert count == [1]


def test_a_page_that_cannot_be_made_keeps_no_other_from_being_made(
    evening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor itself, when it is asked for again."""
    game, other = ServedGame(evening), open_game(evening)
    made, fails = ServedGame._made, [False]

    def failing(self: ServedGame, seat: str) -> ShownPage:
        if fails[0] and seat == "everyone":
            raise MemoryError
        return made(self, seat)

    monkeypatch.setattr(ServedGame, "_made", failing)

    async def played() -> None:
        await game.shown("everyone")
        await game.shown(SOUTH)
        fails[0] = True
        other.answer(other.questions(NORTH)[0], "mirror")
        (asked,) = other.questions(SOUTH)
        assert await until_shown(game, SOUTH, asked.token)
        with pytest.raises(MemoryError):
            await game.shown("everyone")
        fails[0] = False
        assert (await game.shown("everyone")).page.seat == "everyone"

    asyncio.run(played())

"""The table over HTTP: who may what, what is answered, and what nobody is told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest
from starlette.testclient import TestClient

from interpreter import Game, Unusable, open_ruleset
from interpreter.app.invitations import MOST_SESSIONS, Invitations
from interpreter.games.state import EVERYONE_NAME as EVERYONE
from interpreter.reports.map_pages import ReplayFrame
from interpreter.web import guards, seats
from interpreter.web.guards import COOKIE, Rates
from interpreter.web.served import LOOKS_EACH, ServedGame, ServedGames
from tests.games.test_conditions import BEHIND_A_DIE, TOGETHER
from tests.web.browsing import HERE, OURS, Browser, token_in

PACK = Path(__file__).resolve().parents[1] / "packs" / "answering"
NORTH, SOUTH, JUDGE = "north_side", "south_side", "judge"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in which the north side is asked first."""
    path = tmp_path / "evening.game"
    open_ruleset(PACK).new_game("table", path, seed="one")
    return path


@pytest.fixture
def served(game: Path) -> ServedGames:
    """A table with that game."""
    return ServedGames([game])


@pytest.fixture
def browser(served: ServedGames) -> Browser:
    return Browser(served)


def test_a_link_is_shown_without_being_used(browser: Browser, game: Path) -> None:
    """A preview tells nothing, and the link opens the seat afterwards and again."""
    links = browser.served.every["evening"].invitations
    secret = links.invite(NORTH)
    before = links.path.read_bytes()
    shown = [browser.client.get(f"/s/{secret}") for _ in range(3)]
    assert {each.status_code for each in shown} == {200}
    assert {each.text for each in shown} == {shown[0].text}
    assert "north" not in shown[0].text
    assert "evening" not in shown[0].text
    assert "set-cookie" not in shown[0].headers
    assert links.path.read_bytes() == before
    for _ in range(2):
        taken = browser.client.post(f"/s/{secret}", headers=OURS)
        cookie = taken.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert f"Path=/t/evening/{NORTH}" in cookie
    assert "asked" in browser.page(NORTH)


def test_only_hashes_of_secrets_are_kept(game: Path) -> None:
    links = Invitations(game)
    secret = links.invite(NORTH)
    admission = links.redeem(secret)
    assert admission is not None
    text = links.path.read_text(encoding="utf-8")
    assert secret not in text
    assert admission.session not in text
    assert Invitations(game).seat_of(admission.session) == NORTH


def test_a_link_that_is_withdrawn_ends_its_sessions(browser: Browser) -> None:
    """At once, also when another process withdraws it."""
    browser.sits(NORTH)
    other = Invitations(browser.served.every["evening"].path)
    other.withdraw(NORTH)
    assert browser.client.get(f"/t/evening/{NORTH}").status_code == 404
    assert browser.client.get("/s/anything").status_code == 404


def test_a_link_has_so_many_sessions(game: Path) -> None:
    """The oldest ends."""
    links = Invitations(game)
    secret = links.invite(NORTH)
    found = [links.redeem(secret) for _ in range(MOST_SESSIONS + 1)]
    sessions = [each.session for each in found if each is not None]
    assert links.seat_of(sessions[0]) is None
    assert links.seat_of(sessions[1]) == NORTH


def test_the_link_of_those_who_look_on_goes_to_many(game: Path) -> None:
    """One who opens it often ends nobody's session soon."""
    links = Invitations(game)
    secret = links.invite(EVERYONE)
    first = links.redeem(secret)
    for _ in range(MOST_SESSIONS + 1):
        links.redeem(secret)
    assert first is not None
    assert links.seat_of(first.session) == EVERYONE


def test_a_seat_opens_nothing_else(browser: Browser) -> None:
    """Each address of another looks like one that nobody has, to the byte."""
    browser.sits(NORTH)
    cookie = {"Cookie": f"{COOKIE}={browser.client.cookies[COOKIE]}"}
    nobody = browser.client.get("/t/nothing/nobody")
    paths = [
        f"/t/evening/{SOUTH}",
        f"/t/evening/{SOUTH}/changes",
        f"/t/evening/{SOUTH}/replay",
        "/t/evening/judge",
        f"/t/evening/judge/as/{SOUTH}",
        f"/t/evening/{EVERYONE}",
        "/t/other/north_side",
        "/t/evening",
        "/s/none",
        "/s/none/",
        f"/t/evening/{NORTH}/",
        "/static",
        "/static/nothing.js",
        "/",
    ]
    for path in paths:
        got = browser.client.get(path, headers=cookie)
        assert (got.status_code, got.content) == (404, nobody.content), path
        assert dict(got.headers) == dict(nobody.headers), path
    for path in (f"/t/evening/{SOUTH}/answer", "/t/evening/judge/undo"):
        got = browser.client.post(path, headers=cookie | OURS)
        assert (got.status_code, got.content) == (404, nobody.content), path


def test_an_answer_is_taken_once(browser: Browser, game: Path) -> None:
    """A second tab, a slow line and a double click are told how it stands now."""
    browser.sits(NORTH)
    page = browser.page(NORTH)
    token = token_in(page)
    assert browser.answers(NORTH, "mirror") == 303
    events = game.read_bytes()
    path = f"/t/evening/{NORTH}/answer"
    again = browser.client.post(
        path, data={"token": token, "part-0": "button"}, headers=OURS
    )
    assert again.status_code == 409
    assert "answered already" in again.text
    assert game.read_bytes() == events


@pytest.mark.parametrize("value", ["crown", "", "<script>alert(1)</script>", "x" * 900])
def test_what_is_not_allowed_changes_nothing(
    value: str, browser: Browser, game: Path
) -> None:
    """It is said in a sentence, escaped, above the same question."""
    browser.sits(NORTH)
    before, token = game.read_bytes(), token_in(browser.page(NORTH))
    data = {"token": token, "part-0": value}
    got = browser.client.post(f"/t/evening/{NORTH}/answer", data=data, headers=OURS)
    assert got.status_code == 422
    assert 'class="notice"' in got.text
    assert token_in(got.text) == token
    assert "<script>alert" not in got.text
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://elsewhere.test"},
        {"Origin": "null"},
    ],
)
def test_a_form_of_another_site_changes_nothing(
    headers: dict[str, str], browser: Browser, game: Path
) -> None:
    browser.sits(NORTH)
    before, token = game.read_bytes(), token_in(browser.page(NORTH))
    data = {"token": token, "part-0": "mirror"}
    path = f"/t/evening/{NORTH}/answer"
    got = browser.client.post(path, data=data, headers=headers)
    assert got.status_code == 403
    assert game.read_bytes() == before
    own = browser.client.post(path, data=data, headers={"Origin": HERE})
    assert own.status_code == 303


def test_getting_a_page_never_writes(browser: Browser, game: Path) -> None:
    """Nor does any other word of the protocol but POST."""
    browser.sits(NORTH)
    Browser(browser.served).sits(JUDGE)
    files = {file: file.read_bytes() for file in game.parent.iterdir()}
    for path in (f"/t/evening/{NORTH}", f"/t/evening/{NORTH}/answer", "/s/x"):
        for verb in ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"):
            browser.client.request(verb, path, headers=OURS)
    assert {file: file.read_bytes() for file in game.parent.iterdir()} == files


def test_every_response_is_guarded(browser: Browser) -> None:
    browser.sits(NORTH)
    replies = [
        browser.client.get(f"/t/evening/{NORTH}"),
        browser.client.get("/nowhere"),
        browser.client.get("/static/table.js"),
        browser.client.post("/s/x", headers=OURS),
        browser.client.post("/s/x"),
    ]
    for reply in replies:
        for name, value in guards.HEADERS.items():
            assert reply.headers[name] == value
    page = replies[0].text
    assert "style=" not in page
    assert "<style" not in page
    assert not re.search(r"\son\w+=", page)


def test_what_is_too_large_or_too_often_is_refused(browser: Browser) -> None:
    browser.sits(NORTH)
    path = f"/t/evening/{NORTH}/answer"
    large = browser.client.post(path, data={"a": "x" * 100_000}, headers=OURS)
    assert large.status_code == 413
    codes = {
        browser.client.post("/s/none", headers=OURS).status_code
        for _ in range(int(guards.AT_ONCE) + 5)
    }
    assert codes == {404, 429}


def test_a_bucket_that_is_full_again_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a table holds no more after a day of sessions than after a minute."""
    clock = [0.0]
    monkeypatch.setattr("interpreter.web.guards.time.monotonic", lambda: clock[0])
    rates = Rates()
    assert all(rates.may("one") for _ in range(60))
    assert not rates.may("one")
    for number in range(1000):
        clock[0] += 0.1
        assert rates.may(f"session {number}")
    assert len(rates) <= 121  # of the last twelve seconds
    assert all(rates.may("one") for _ in range(60))
    assert not rates.may("one")


def test_the_judge_sees_the_page_of_a_seat(browser: Browser) -> None:
    """By the function that makes it, with nothing to answer."""
    browser.sits(JUDGE)
    seat = Browser(browser.served).sits(NORTH)
    own, seen = seat.page(NORTH), browser.page(JUDGE, f"/as/{NORTH}")

    def part(page: str, name: str) -> str:
        found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
        assert found is not None, name
        own_ways = r"<p class=\"row\"><button>Answer</button>.*?</p>|action=\"[^\"]*\""
        return re.sub(own_ways, "", found[0]).strip()

    for name in ("asked", "board", "log"):
        assert part(own, name) == part(seen, name)
    assert "mirror" in part(own, "asked")
    assert "<button>Answer" not in seen


def test_a_seat_replays_what_it_knew(browser: Browser) -> None:
    """Moment by moment; what is no moment is the nearest."""
    browser.sits(NORTH)
    assert "1 of 1" in browser.page(NORTH, "/replay")
    assert browser.answers(NORTH, "mirror") == 303
    last = browser.page(NORTH, "/replay")
    assert "2 of 2" in last
    assert browser.page(NORTH, "/replay?at=2") == last
    assert browser.page(NORTH, "/replay?at=99999999999") == last
    assert browser.page(NORTH, "/replay?at=x") == last
    first = browser.page(NORTH, "/replay?at=1")
    assert "mirror" not in first
    assert first == browser.page(NORTH, "/replay?at=0")
    assert "mirror" in last


def test_a_replay_that_takes_long_is_said_to_be_under_way(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page asks again without a script, and nothing is worked out twice; what has
    come meanwhile is in it."""
    browser.sits(NORTH)
    may, begun = Event(), list[str]()
    moments = Game.moments

    def slowly(game: Game, seat: str = JUDGE) -> Sequence[ReplayFrame]:
        begun.append(seat)
        assert may.wait(60)
        return moments(game, seat)

    monkeypatch.setattr(Game, "moments", slowly)
    monkeypatch.setattr(seats, "PATIENCE", 0.1)
    address = f"/t/evening/{NORTH}"
    with browser.client as client:
        for _ in range(3):
            waiting = client.get(f"{address}/replay?at=1")
            assert (waiting.status_code, waiting.headers["refresh"]) == (202, "2")
            assert f'href="{address}/replay?at=1"' in waiting.text
            assert f'href="{address}"' in waiting.text
        assert begun == [NORTH]
        assert browser.answers(NORTH, "mirror") == 303  # the table goes on
        may.set()
        monkeypatch.setattr(seats, "PATIENCE", 60)
        for _ in range(3):
            assert "2 of 2" in client.get(f"{address}/replay").text
        assert begun == [NORTH, NORTH]


def test_a_replay_that_fails_is_told_and_tried_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it fails while the page says that it is under way."""
    browser.sits(NORTH)
    may, begun = Event(), list[str]()

    def fails(game: Game, seat: str = JUDGE) -> Sequence[ReplayFrame]:
        begun.append(seat)
        assert may.wait(60)
        raise Unusable("its file is damaged")

    monkeypatch.setattr(Game, "moments", fails)
    monkeypatch.setattr(seats, "PATIENCE", 0.1)
    address = f"/t/evening/{NORTH}/replay"
    with browser.client as client:
        assert client.get(address).status_code == 202
        may.set()
        monkeypatch.setattr(seats, "PATIENCE", 60)
        assert client.get(address).status_code == 503
        assert begun == [NORTH]
        monkeypatch.undo()
        assert "1 of 1" in client.get(address).text


def test_a_whole_game_is_played(browser: Browser) -> None:
    """Both seats and the judge answer whatever they are asked."""
    people = {
        each: Browser(browser.served).sits(each) for each in (NORTH, SOUTH, JUDGE)
    }
    for _ in range(40):
        asked = next(
            (who for who, one in people.items() if 'name="token"' in one.page(who)), ""
        )
        if not asked:
            break
        page = people[asked].page(asked)
        value = re.search(r'type="radio" name="part-0" value="([^"]*)"', page)
        assert value is not None
        assert people[asked].answers(asked, value[1]) == 303
    assert "at its end" in people[NORTH].page(NORTH)
    assert "at its end" in people[JUDGE].page(JUDGE)


def test_a_seat_is_told_of_its_own_changes_alone(tmp_path: Path) -> None:
    """What another answers unseen wakes nobody else."""
    path, austrian, prussian = tmp_path / "a.game", "austrian_side", "prussian_side"
    open_ruleset("limited-intelligence").new_game("two_wings_meet", path, seed="one")
    game = ServedGame(path)

    async def heard(seat: str, into: list[str]) -> None:
        seen = (await game.shown(seat)).digest
        async for is_changed in game.changes(seat, seen, lambda: True):
            into.append(seat if is_changed else "")

    async def played() -> list[str]:
        told: list[str] = []
        seats = (prussian, austrian)
        listening = [asyncio.create_task(heard(each, told)) for each in seats]
        await asyncio.sleep(3 * LOOKS_EACH)
        (question,) = (await game.shown(prussian)).page.questions
        await game.act(
            prussian,
            lambda it: it.answer_in_private(question.token, prussian, "yes"),
        )
        for _ in range(50):
            await asyncio.sleep(LOOKS_EACH)
            if told:
                break
        await asyncio.sleep(3 * LOOKS_EACH)
        for task in listening:
            task.cancel()
        return told

    assert asyncio.run(played()) == [prussian]


def test_a_change_that_was_missed_is_told_at_once(served: ServedGames) -> None:
    """Between a page and its stream."""

    async def first() -> bool:
        async for is_changed in served.every["evening"].changes(
            NORTH, "a page of before", lambda: True
        ):
            return is_changed
        return False

    assert asyncio.run(first())


def test_a_stream_ends_with_its_seat(served: ServedGames) -> None:
    game = served.every["evening"]
    game.invitations.invite(NORTH)

    async def all_of_it() -> list[bool]:
        seen = (await game.shown(NORTH)).digest
        stream = game.changes(NORTH, seen, lambda: NORTH in game.invitations.seats)

        async def heard() -> list[bool]:
            return [is_changed async for is_changed in stream]

        listening = asyncio.create_task(heard())
        await asyncio.sleep(LOOKS_EACH)
        assert not listening.done()
        game.invitations.withdraw(NORTH)
        return await asyncio.wait_for(listening, 10)

    assert asyncio.run(all_of_it()) == []


def test_who_lost_his_seat_answers_nothing(served: ServedGames, game: Path) -> None:
    """Though he was admitted when he began to send."""
    before = game.read_bytes()

    async def answered() -> None:
        evening = served.every["evening"]
        (question,) = (await evening.shown(NORTH)).page.questions
        given = (question.token, NORTH, "mirror", lambda: False)
        await evening.act(NORTH, lambda it: it.answer_in_private(*given))

    with pytest.raises(Unusable, match="not yours"):
        asyncio.run(answered())
    assert game.read_bytes() == before


@pytest.mark.parametrize(
    ("written", "moves", "secret"),
    [
        (TOGETHER, [(NORTH, "7"), (SOUTH, "1")], "7"),
        (BEHIND_A_DIE, [(NORTH, "9")], "13"),
    ],
    ids=["what others chose", "a die that has not fallen"],
)
def test_a_refusal_tells_a_seat_no_more_than_its_answer(
    written: str, moves: list[tuple[str, str]], secret: str, tmp_path: Path
) -> None:
    """Else it could try one answer after the other."""
    pack, path = tmp_path / "spending", tmp_path / "evening.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(written, encoding="utf-8")
    open_ruleset(pack).new_game("one", path, seed="one")
    served = ServedGames([path])
    browsers = {seat: Browser(served).sits(seat) for seat in (NORTH, SOUTH)}
    for seat, value in moves[:-1]:
        assert browsers[seat].answers(seat, value) == 303
    seat, value = moves[-1]
    browser, before = browsers[seat], path.read_bytes()
    data = {"token": token_in(browser.page(seat)), "part-0": value}
    got = browser.client.post(f"/t/evening/{seat}/answer", data=data, headers=OURS)
    assert got.status_code == 422
    said = got.text.partition('class="notice" tabindex="-1">')[2].partition("</p>")[0]
    assert said.strip() == "The rules refuse to go on from this answer."
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"token=\xff\xfe", "application/x-www-form-urlencoded", 400),
        (b"a=1&" * 2000, "application/x-www-form-urlencoded", 400),
        (b"--x", "multipart/form-data; boundary=x; charset=undefined", 415),
        (b"{}", "application/json", 415),
    ],
)
def test_a_bad_form_is_refused_on_a_guarded_page(
    body: bytes, kind: str, status: int, browser: Browser, game: Path
) -> None:
    browser.sits(NORTH)
    before = game.read_bytes()
    headers = OURS | {"Content-Type": kind}
    path = f"/t/evening/{NORTH}/answer"
    got = browser.client.post(path, content=body, headers=headers)
    assert got.status_code == status
    assert got.headers["Content-Security-Policy"]
    assert game.read_bytes() == before


def test_a_failure_tells_nothing_and_is_guarded(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page is as guarded as others."""
    browser.sits(NORTH)

    def failing(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(ServedGame, "shown", failing)
    client = TestClient(browser.client.app, HERE, raise_server_exceptions=False)
    client.cookies = browser.client.cookies
    got = client.get(f"/t/evening/{NORTH}")
    assert got.status_code == 500
    assert "a secret" not in got.text
    assert got.headers["Content-Security-Policy"]


def test_who_floods_the_table_keeps_nobody_out_of_his_seat(browser: Browser) -> None:
    """What comes without a seat is counted by its address, a seat by itself."""
    browser.sits(NORTH)
    other = TestClient(browser.client.app, HERE, follow_redirects=False)
    codes = {
        other.post("/s/none", headers=OURS).status_code
        for _ in range(int(guards.AT_ONCE) + 5)
    }
    assert codes == {404, 429}
    assert browser.answers(NORTH, "mirror") == 303


@pytest.mark.parametrize("name", ["...game", "..game", "a\nb.game"])
def test_a_game_without_a_name_for_addresses_is_refused(
    name: str, tmp_path: Path
) -> None:
    open_ruleset(PACK).new_game("table", tmp_path / name, seed="one")
    with pytest.raises(Unusable, match="address"):
        ServedGames([tmp_path / name])


def test_links_of_two_processes_are_all_kept(game: Path) -> None:
    """Each reads the file again before it writes it."""
    one, other = Invitations(game), Invitations(game)
    secrets = [links.invite(NORTH) for _ in range(10) for links in (one, other)]
    assert all(Invitations(game).is_link(each) for each in secrets)
    admission = one.redeem(secrets[0])
    other.withdraw(NORTH)
    assert admission is not None
    assert one.redeem(secrets[1]) is None
    assert one.seat_of(admission.session) is None


def test_two_games_of_one_name_are_refused(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "evening.game"
    other.parent.mkdir()
    open_ruleset(PACK).new_game("table", other, seed="two")
    with pytest.raises(Unusable, match="one address"):
        ServedGames([game, other])

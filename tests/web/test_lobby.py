"""The lobby over HTTP: whose it is, what it shows, begins and refuses."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from interpreter import ScenarioSheet, Unusable, open_game, open_ruleset
from interpreter.app.invitations import HOST, Invitations
from interpreter.app.lobby import scenarios
from interpreter.app.lobby.beginning import GameForm
from interpreter.app.lobby.scenarios import PackOffer, pack_offer
from interpreter.web import guards, hosted, served
from interpreter.web.guards import COOKIE
from interpreter.web.hosted import HostedFolder
from interpreter.web.kept import KeptResults
from interpreter.web.lobby_pages import SEAT
from interpreter.web.server import application

PACKS = Path(__file__).resolve().parents[1] / "packs"
PACK = PACKS / "answering"
NORTH, SOUTH, JUDGE = "north_side", "south_side", "judge"
OURS = {"Sec-Fetch-Site": "same-origin"}
HERE = "http://table.test"
TABLE = "/lobby/scenario/answering/table"
PEOPLE = {f"{SEAT}{NORTH}": "person", f"{SEAT}{SOUTH}": "person"}
NOTHING = "There is nothing at this address for you"


@pytest.fixture(autouse=True)
def no_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer only what a test names: reading all that is published takes seconds."""
    monkeypatch.setattr(scenarios, "pack_folders", lambda: ())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game in which the north side is asked first."""
    games = tmp_path / "games"
    games.mkdir()
    open_ruleset(PACK).new_game("table", games / "evening.game", seed="one")
    return games


@pytest.fixture
def hosting(folder: Path) -> HostedFolder:
    return HostedFolder(folder, (PACK,), HERE, patience=60)


def browser_of(hosting: HostedFolder) -> TestClient:
    """Return a browser that nobody knows."""
    table = application(hosting.games, hosted=hosting)
    return TestClient(table, base_url=HERE, follow_redirects=False)


@pytest.mark.parametrize("name", ["a" * 251, "a" * 4000, quote("é" * 130), "%00"])
def test_a_name_that_no_file_can_have_is_nothing(
    name: str, stranger: TestClient, host: TestClient
) -> None:
    """To who has no link as to the host."""
    nothing = stranger.get("/t/none/judge")
    got = stranger.get(f"/t/{name}/judge")
    assert (got.status_code, got.text) == (404, nothing.text)
    assert host.get(f"/lobby/game/{name}").status_code == 404


@pytest.fixture
def stranger(hosting: HostedFolder) -> TestClient:
    return browser_of(hosting)


@pytest.fixture
def host(hosting: HostedFolder) -> TestClient:
    """The browser of the host."""
    browser = browser_of(hosting)
    secret = hosting.invitations.invite(HOST)
    taken = browser.post(f"/s/{secret}", headers=OURS)
    assert (taken.status_code, taken.headers["location"]) == (303, "/lobby")
    return browser


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def links_in(page: str) -> list[str]:
    """Return the links that a page shows."""
    return re.findall(rf'value="{HERE}(/s/[^"]+)"', page)


# --- Whose it is ---


def test_the_lobby_is_the_hosts_alone(
    hosting: HostedFolder, host: TestClient, stranger: TestClient
) -> None:
    """To others each address of it looks like one that nobody has, to the byte."""
    nobody = stranger.get("/t/nothing/nobody")
    seat = browser_of(hosting)
    links = hosting.games.every["evening"].invitations
    seat.post(f"/s/{links.invite(JUDGE)}", headers=OURS)
    forged = {"Cookie": f"{COOKIE}={links.admit(JUDGE)}"}
    paths = [
        "/lobby",
        TABLE,
        "/lobby/picture/answering/table",
        "/lobby/game/evening",
        "/lobby/begun/none",
    ]
    for path in ["/", *paths]:
        for headers in ({}, forged):
            for browser in (stranger, seat):
                got = browser.get(path, headers=headers)
                assert (got.status_code, got.content) == (404, nobody.content), path
                assert dict(got.headers) == dict(nobody.headers), path
    before = files_in(hosting.folder)
    posts = [TABLE, *(f"/lobby/game/evening/{act}" for act in ACTS)]
    for path in posts:
        got = stranger.post(path, data={**PEOPLE, "name": "x"}, headers=OURS | forged)
        assert (got.status_code, got.content) == (404, nobody.content), path
    assert files_in(hosting.folder) == before
    assert {host.get(path).status_code for path in paths[:-1]} == {200}


ACTS = ("desk", "link", "withdraw")


def test_a_table_without_a_folder_has_no_lobby(folder: Path) -> None:
    games = served.ServedGames([folder / "evening.game"])
    browser = TestClient(application(games), HERE, follow_redirects=False)
    for path in ("/", "/lobby", TABLE):
        assert browser.get(path).status_code == 404


def test_the_cookie_of_the_host_is_for_the_lobby_alone(
    hosting: HostedFolder, stranger: TestClient
) -> None:
    """Another one leads from `/` to it, and opens nothing."""
    secret = hosting.invitations.invite(HOST)
    shown = stranger.get(f"/s/{secret}")
    assert "set-cookie" not in shown.headers
    taken = stranger.post(f"/s/{secret}", headers=OURS)
    cookies = taken.headers.get_list("set-cookie")
    session = next(each for each in cookies if each.startswith(f"{COOKIE}="))
    assert {"HttpOnly", "Path=/lobby", "SameSite=strict"} <= set(session.split("; "))
    mark = next(each for each in cookies if not each.startswith(f"{COOKIE}="))
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(mark.split("; "))
    assert stranger.get("/").headers["location"] == "/lobby"
    name, _, value = mark.partition(";")[0].partition("=")
    other = browser_of(hosting)
    other.cookies.set(name, value)
    assert other.get("/lobby").status_code == 404
    assert secret not in hosting.invitations.path.read_text(encoding="utf-8")


def test_a_host_whose_link_ends_is_a_stranger(
    hosting: HostedFolder, host: TestClient
) -> None:
    assert host.get("/lobby").status_code == 200
    hosting.invitations.withdraw(HOST)
    assert host.get("/lobby").status_code == 404


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "cross-site"}])
def test_forms_of_other_sites_do_nothing(
    headers: dict[str, str], host: TestClient, folder: Path
) -> None:
    before = files_in(folder)
    for path in (TABLE, *(f"/lobby/game/evening/{act}" for act in ACTS)):
        form = {**PEOPLE, "name": "x", "seat": NORTH, "confirmed": "yes"}
        assert host.post(path, data=form, headers=headers).status_code == 403
    assert files_in(folder) == before


def test_getting_pages_writes_nothing(host: TestClient, folder: Path) -> None:
    before = files_in(folder)
    for path in ("/", "/lobby", TABLE, "/lobby/game/evening"):
        for verb in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS"):
            got = host.request(verb, path, headers=OURS)
            for name, value in guards.HEADERS.items():
                assert got.headers[name] == value
    for act in ACTS:
        assert host.get(f"/lobby/game/evening/{act}").status_code == 404
    assert files_in(folder) == before


# --- What it shows ---


def test_games_of_the_folder_are_listed(host: TestClient, folder: Path) -> None:
    """Also one that comes later."""
    page = host.get("/lobby").text
    assert "evening" in page
    assert "The game goes on" in page
    assert "style=" not in page
    assert not re.search(r"\son\w+=", page)
    open_ruleset(PACK).new_game("table", folder / "a <b> c.game", seed="two")
    page = host.get("/lobby").text
    assert "a &lt;b&gt; c" in page
    assert host.get(f"/lobby/game/{quote('a <b> c')}").status_code == 200


def test_a_damaged_and_a_foreign_file_hide_no_other(
    host: TestClient, folder: Path
) -> None:
    """Each is said in words."""
    whole = (folder / "evening.game").read_bytes()
    (folder / "torn.game").write_bytes(whole.replace(b'"table"', b'"chair"', 1))
    (folder / "letter.game").write_text("Dear Hal,\n", encoding="utf-8")
    (folder / "notes.txt").write_text("x", encoding="utf-8")
    (folder / "evening").write_bytes(whole)
    (folder / "lost.game").write_bytes(whole)
    (folder / "lost.game.seats").write_text("{", encoding="utf-8")
    page = unescape(host.get("/lobby").text)
    assert "its first line is damaged" in page
    assert "letter" in page
    assert "notes" not in page
    assert "would have one address" in page
    assert "does not say who may sit where" in page
    assert "The game goes on" in page  # of the file named as games are
    broken = host.get("/lobby/game/torn")
    assert "It cannot be opened" in broken.text
    assert host.post("/lobby/game/torn/desk", headers=OURS).status_code == 303
    assert host.get(f"/t/torn/{JUDGE}").status_code == 503


def test_only_so_many_games_are_listed(
    host: TestClient, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """The last that were written, and how many there are besides."""
    monkeypatch.setattr("interpreter.web.lobby.MOST_SHOWN", 1)
    open_ruleset(PACK).new_game("table", folder / "later.game", seed="two")
    page = host.get("/lobby").text
    assert "1 more games are not listed" in page
    assert "/lobby/game/later" in page
    assert "/lobby/game/evening" not in page


def test_a_scenario_is_shown_as_everyone_may_see_it(host: TestClient) -> None:
    page = unescape(host.get(TABLE).text)
    assert "Begin a game of it" in page
    assert "a person, by a link" in page
    picture = host.get("/lobby/picture/answering/table")
    if picture.text:
        assert picture.headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize(
    "path",
    [
        "/lobby/scenario/nothing/table",
        "/lobby/scenario/answering/nothing",
        "/lobby/scenario/answering/%00%0a",
        "/lobby/scenario/answering/..%2f..",
        f"/lobby/scenario/answering/{'x' * 5000}",
        "/lobby/game/nothing",
        "/lobby/picture/answering/nothing",
    ],
)
def test_what_is_not_there_is_said(path: str, host: TestClient, folder: Path) -> None:
    before = files_in(folder)
    for got in (host.get(path), host.post(path, data=PEOPLE, headers=OURS)):
        assert 400 <= got.status_code < 500
        assert "<h1>" in got.text
    assert files_in(folder) == before


# --- A game is begun ---


def begin(host: TestClient, **more: str) -> tuple[int, str]:
    """Send the form of the scenario; return the status and the page."""
    got = host.post(TABLE, data={"name": "night", **PEOPLE, **more}, headers=OURS)
    return got.status_code, unescape(got.text)


def test_a_game_is_begun_with_a_link_for_each_person(
    hosting: HostedFolder, host: TestClient, folder: Path
) -> None:
    """For the judge, and for those who look on; each is shown once and opens a seat."""
    status, page = begin(host)
    assert status == 201
    links = links_in(page)
    assert len(links) == 4
    seats = (NORTH, SOUTH, JUDGE, "everyone")
    for link, seat in zip(links, seats, strict=True):
        assert f'action="{link}"' in page
        browser = browser_of(hosting)
        taken = browser.post(link, headers=OURS)
        assert taken.headers["location"] == f"/t/night/{seat}"
        assert browser.get(f"/t/night/{seat}").status_code == 200
    game = open_game(folder / "night.game")
    assert (game.scenario, game.policies) == ("table", {})
    assert not [link for link in links if link in host.get("/lobby").text]


def test_links_say_where_they_open(folder: Path) -> None:
    """Who gives one to another machine is told what is missing."""
    for base, is_here_alone in (
        ("http://127.0.0.1:8700", True),
        ("http://localhost:8700", True),
        ("http://[::1]:8700", True),
        ("http://192.168.0.7:8700", False),
        ("https://your.table", False),
    ):
        assert HostedFolder(folder, (), base).is_here_alone is is_here_alone
    hosting = HostedFolder(folder, (PACK,), "http://127.0.0.1:8700", patience=60)
    browser = browser_of(hosting)
    browser.post(f"/s/{hosting.invitations.invite(HOST)}", headers=OURS)
    status, page = begin(browser)
    assert status == 201
    assert "on this machine alone" in page
    assert "--host 0.0.0.0" in page


def test_the_same_form_begins_one_game(host: TestClient, folder: Path) -> None:
    """A double click and a page that is loaded again begin none, and show no links."""
    assert begin(host)[0] == 201
    before = files_in(folder)
    status, page = begin(host)
    assert status == 201
    assert not links_in(page)
    assert "given out already" in page
    assert "on this machine alone" not in page
    assert files_in(folder) == before
    status, page = begin(host, rulings="yes")
    assert status == 422
    assert "There is a game 'night' already" in page
    assert files_in(folder) == before


def test_a_game_that_has_begun_and_is_gone_has_no_links(
    hosting: HostedFolder, host: TestClient, folder: Path
) -> None:
    """It is not said to have begun, either."""
    sheet = hosting.sheet(PACK, "table").result()
    key = hosting.begin(sheet, GameForm("night", {}, {NORTH: "later", SOUTH: "later"}))
    begun = hosting.begun(key)
    assert begun is not None
    begun.result()
    assert "has begun" in host.get(f"/lobby/begun/{key}").text
    (folder / "night.game").unlink()
    assert host.get(f"/lobby/begun/{key}").status_code == 404
    open_ruleset(PACKS / "couriers").new_game("plain", folder / "night.game")
    before = files_in(folder)
    assert host.get(f"/lobby/begun/{key}").status_code == 404
    assert files_in(folder) == before  # nobody was invited to the other game


def test_the_desk_leads_to_the_lobby_where_there_is_one(
    hosting: HostedFolder, host: TestClient
) -> None:
    """For the browser of the host; the page of a seat is as in any other browser."""
    other = browser_of(hosting)
    links = hosting.games.every["evening"].invitations
    for browser in (host, other):
        for seat in (JUDGE, NORTH):
            browser.post(f"/s/{links.invite(seat)}", headers=OURS)
    path = f"/t/evening/{JUDGE}"
    assert 'href="/lobby"' in host.get(path).text
    assert 'href="/lobby"' not in other.get(path).text
    seat = f"/t/evening/{NORTH}"
    assert host.get(seat).content == other.get(seat).content
    assert "game: evening" in host.get(seat).text


def test_policies_and_nobody_have_no_link(host: TestClient, folder: Path) -> None:
    south = {f"{SEAT}{SOUTH}": "policy:random", f"{SEAT}{NORTH}": "later"}
    status, page = begin(host, **south)
    assert status == 201
    assert len(links_in(page)) == 2
    assert open_game(folder / "night.game").policies == {SOUTH: "random"}
    hosted_page = host.get("/lobby/game/night").text
    assert "Played by the program, as random" in hosted_page


def test_dice_and_rulings_are_as_the_form_says(host: TestClient, folder: Path) -> None:
    begin(host, real_dice="yes", rulings="yes")
    first = (folder / "night.game").read_text(encoding="utf-8").splitlines()[0]
    assert '"dice": "real"' in first
    assert '"rulings": true' in first


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "needs a name"),
        ("   ", "needs a name"),
        ("../evil", "no name of a game may have"),
        ("a/b", "no name of a game may have"),
        ("a\\b", "no name of a game may have"),
        ("a\nb", "no name of a game may have"),
        ("a\x00b", "no name of a game may have"),
        ("\u202eabc", "no name of a game may have"),
        ("<script>alert(1)</script>", "no name of a game may have"),
        ("..", "cannot have this name"),
        (".hidden", "cannot have this name"),
        ("CON", "cannot have this name"),
        ("lpt1.old", "cannot have this name"),
        ("ends.", "cannot have this name"),
        ("x" * 61, "too long"),
        ("Evening", "already"),
        ("evening.game", "already"),
    ],
)
def test_a_bad_name_is_refused(
    name: str, says: str, host: TestClient, folder: Path
) -> None:
    """In words beside the field, and nothing is written."""
    before = files_in(folder)
    status, page = begin(host, name=name)
    assert status == 422
    assert says in page
    assert 'id="why-name"' in page
    assert files_in(folder) == before


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("option:nothing", "yes", "There is no option 'nothing'"),
        ("option:" + "x" * 900, "yes", "There is no option 'xxx"),
        ("seat:nobody", "person", "There is no seat 'nobody'"),
        (f"{SEAT}{NORTH}", "policy:nothing", "plays no seat"),
        (f"{SEAT}{NORTH}", "<script>", "plays no seat"),
        (f"{SEAT}{NORTH}", "", "plays no seat"),
    ],
)
def test_what_the_scenario_lacks_is_refused(
    field: str, value: str, says: str, host: TestClient, folder: Path
) -> None:
    before = files_in(folder)
    status, page = begin(host, **{field: value})
    assert status == 422
    assert says in page
    assert files_in(folder) == before


def test_a_form_without_seats_is_refused(host: TestClient, folder: Path) -> None:
    before = files_in(folder)
    got = host.post(TABLE, data={"name": "night"}, headers=OURS)
    assert got.status_code == 422
    assert got.text.count("It is not said who plays") == 4  # above, and at each seat
    assert host.post(TABLE, headers=OURS).status_code == 422
    assert files_in(folder) == before


OPTIONS = """
name: coins
title: Two coins
seats: side
seen_by: everyone
options:
  loud:
    {title: Whether it is loud, values: [yes, no], default: no, requires: brisk,
    rule: C-1}
  brisk: {title: Whether it is brisk, values: [yes, no], default: no, group: pace}
  slow:
    {title: Whether it is slow, values: [yes, no], default: no, conflicts: brisk,
    group: pace}
  broke: {title: Whether no coin is left, values: [yes, no], default: no}
entities:
  side: {}
procedures:
  main:
    steps:
      - {require: 1 > 2, rule: C-2, say: no coin is left, only: broke}
      - for_each: s in every(side)
        do:
          - {choose: sum, from: 1..2, by: s}
scenarios:
  purse:
    title: A purse on a table
    briefing: {everyone: There is a purse., red: It is yours.}
    main: main
    options: {brisk: yes}
    entities: {red: {kind: side}}
"""


@pytest.fixture
def coins(tmp_path: Path, folder: Path) -> HostedFolder:
    """A lobby with a ruleset of options that depend on each other."""
    pack = tmp_path / "coins"
    pack.mkdir()
    text = OPTIONS
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    return HostedFolder(folder, (pack,), HERE, patience=60)


def test_options_that_exclude_each_other_are_told_beside_them(
    coins: HostedFolder, folder: Path
) -> None:
    """In the words of the command line; what was chosen stands in the form again."""
    browser = browser_of(coins)
    browser.post(f"/s/{coins.invitations.invite(HOST)}", headers=OURS)
    path = "/lobby/scenario/coins/purse"
    page = unescape(browser.get(path).text)
    assert "yes (this scenario)" in page
    assert "It requires brisk" in page
    assert "There is a purse." in page
    assert "It is yours" not in page  # the host may sit on the other side
    before = files_in(folder)
    form = {"name": "purse", "seat:red": "person", "option:slow": "yes"}
    got = browser.post(path, data=form, headers=OURS)
    assert got.status_code == 422
    page = unescape(got.text)
    beside = page.partition('id="why-option:slow"')[2].partition("</p>")[0]
    assert "'slow' excludes 'brisk', and both are set" in beside
    slow = page.partition('<select id="option:slow"')[2].partition("</select>")[0]
    assert '<option value="yes" selected>' in slow
    assert files_in(folder) == before
    both = browser.post(path, data=form | {"name": "../x"}, headers=OURS).text
    assert both.count('id="why-name"') == both.count('id="why-option:slow"') == 1
    bad_name = form | {"name": "../x", "option:slow": "no"}
    named = browser.post(path, data=bad_name, headers=OURS)
    assert (named.status_code, "why-option" in named.text) == (422, False)
    assert files_in(folder) == before
    form |= {"option:slow": "no", "option:brisk": "no"}
    assert browser.post(path, data=form, headers=OURS).status_code == 201
    first = (folder / "purse.game").read_text(encoding="utf-8").splitlines()[0]
    assert '"options": {"brisk": "no"}' in first


def test_what_the_rules_refuse_at_the_beginning_is_told_as_to_a_judge(
    coins: HostedFolder, folder: Path
) -> None:
    """With the rule, and no file is left."""
    browser = browser_of(coins)
    browser.post(f"/s/{coins.invitations.invite(HOST)}", headers=OURS)
    before = files_in(folder)
    form = {"name": "purse", "seat:red": "person", "option:broke": "yes"}
    got = browser.post("/lobby/scenario/coins/purse", data=form, headers=OURS)
    assert got.status_code == 422
    assert "C-2" in got.text
    assert "o coin is left" in got.text
    assert files_in(folder) == before


def test_a_ruleset_with_errors_hides_no_other(
    coins: HostedFolder, tmp_path: Path
) -> None:
    (tmp_path / "coins" / "ruleset.yaml").write_text("name: [", encoding="utf-8")
    browser = browser_of(coins)
    browser.post(f"/s/{coins.invitations.invite(HOST)}", headers=OURS)
    page = browser.get("/lobby")
    assert page.status_code == 200
    assert "It cannot be played" in page.text
    got = browser.get("/lobby/scenario/coins/purse")
    assert got.status_code == 422
    assert "This scenario cannot be played" in got.text


def test_links_of_a_deleted_game_open_no_seat_of_a_new_one(
    host: TestClient, folder: Path
) -> None:
    before = Invitations(folder / "night.game")
    secret = before.invite(NORTH)
    before.open_to_all()
    assert begin(host)[0] == 201
    after = Invitations(folder / "night.game")
    assert not after.is_link(secret)
    assert not after.is_open


# --- What takes long ---


@pytest.fixture
def slow(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[HostedFolder, threading.Event]]:
    """A lobby that waits for nothing, where nothing is made before an event."""
    may = threading.Event()
    begun = hosted.begin_from_form

    def slowly(*arguments: object) -> object:
        may.wait(60)
        return begun(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(hosted, "begin_from_form", slowly)
    yield HostedFolder(folder, (PACK,), HERE, patience=60), may
    may.set()


def test_a_game_that_takes_long_is_said_to_be_under_way(
    slow: tuple[HostedFolder, threading.Event], folder: Path
) -> None:
    """The page asks again without a script, and nothing is begun twice."""
    hosting, may = slow
    browser = browser_of(hosting)
    browser.post(f"/s/{hosting.invitations.invite(HOST)}", headers=OURS)
    assert browser.get(TABLE).status_code == 200
    hosting.patience = 0.1
    form = {"name": "night", **PEOPLE}
    sent = [browser.post(TABLE, data=form, headers=OURS) for _ in range(3)]
    assert {each.status_code for each in sent} == {303}
    (where,) = {each.headers["location"] for each in sent}
    waiting = browser.get(where)
    assert waiting.status_code == 202
    assert waiting.headers["refresh"] == "2"
    assert "is being begun" in waiting.text
    assert browser.get("/lobby").status_code == 200  # nobody else waits
    assert not (folder / "night.game").exists()
    may.set()
    hosting.patience = 60
    ready = browser.get(where)
    assert ready.status_code == 200
    assert not links_in(ready.text)
    shown = browser.post(where, headers=OURS)
    assert len(links_in(shown.text)) == 4
    assert not links_in(browser.post(where, headers=OURS).text)


def test_a_form_that_is_refused_late_can_be_sent_again(
    slow: tuple[HostedFolder, threading.Event], folder: Path
) -> None:
    """From the page on which somebody waited for it."""
    hosting, may = slow
    browser = browser_of(hosting)
    browser.post(f"/s/{hosting.invitations.invite(HOST)}", headers=OURS)
    assert browser.get(TABLE).status_code == 200
    hosting.patience = 0.1
    form = {"name": "evening", **PEOPLE}
    where = browser.post(TABLE, data=form, headers=OURS).headers["location"]
    may.set()
    hosting.patience = 60
    told = browser.get(where)
    assert told.status_code == 422
    assert f'action="{TABLE}"' in told.text
    assert not links_in(told.text)
    form["name"] = "night"
    assert browser.post(TABLE, data=form, headers=OURS).status_code == 201


def test_a_ruleset_that_is_read_is_said_to_be(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may = threading.Event()

    def slowly(folder: Path) -> PackOffer:
        may.wait(60)
        return pack_offer(folder)

    monkeypatch.setattr(hosted, "pack_offer", slowly)
    hosting = HostedFolder(folder, (PACK,), HERE, patience=0.1)
    browser = browser_of(hosting)
    browser.post(f"/s/{hosting.invitations.invite(HOST)}", headers=OURS)
    page = browser.get("/lobby")
    assert page.headers["refresh"] == "2"
    assert "This ruleset is being read" in page.text
    may.set()
    hosting.patience = 60
    page = browser.get("/lobby")
    assert "refresh" not in page.headers
    assert "is being read" not in page.text


def test_results_are_made_once_and_failures_until_they_are_told() -> None:
    kept: KeptResults[int] = KeptResults(2)
    made: list[int] = []

    def make(number: int) -> int:
        made.append(number)
        if number == 9:
            raise Unusable("it is bad")
        if number == 10:
            raise MemoryError
        return number

    for number in (1, 1, 2, 3, 1):
        assert kept.asked(number, lambda number=number: make(number)).result() == number
    assert made == [1, 2, 3, 1]
    for _ in range(2):
        bad = kept.asked("bad", lambda: make(9))
        assert bad.exception() is not None
    assert made == [1, 2, 3, 1, 9]
    kept.forget(bad)
    kept.asked("bad", lambda: make(9))
    assert kept.known("bad") is not bad
    for _ in range(2):  # what may not be so the next time
        assert isinstance(kept.asked("10", lambda: make(10)).exception(), MemoryError)
    assert made[-2:] == [10, 10]


# --- A game that is there ---


def test_the_host_sits_down_as_the_judge(host: TestClient) -> None:
    got = host.post("/lobby/game/evening/desk", headers=OURS)
    assert got.headers["location"] == f"/t/evening/{JUDGE}"
    assert f"Path=/t/evening/{JUDGE}" in got.headers["set-cookie"]
    assert host.get(f"/t/evening/{JUDGE}").status_code == 200
    assert host.get(f"/t/evening/{JUDGE}/as/{NORTH}").status_code == 200
    assert host.get(f"/t/evening/{NORTH}").status_code == 404


def test_a_new_link_ends_those_before_once_it_is_confirmed(
    hosting: HostedFolder, host: TestClient
) -> None:
    links = hosting.games.every["evening"].invitations
    path, form = "/lobby/game/evening/link", {"seat": NORTH}
    (first,) = links_in(host.post(path, data=form, headers=OURS).text)  # it had none
    asked = host.post(path, data=form, headers=OURS)
    assert 'name="confirmed"' in asked.text
    assert links.is_link(first.removeprefix("/s/"))
    form["confirmed"] = "yes"
    (second,) = links_in(host.post(path, data=form, headers=OURS).text)
    assert not links.is_link(first.removeprefix("/s/"))
    assert links.is_link(second.removeprefix("/s/"))


def test_links_are_withdrawn_once_it_is_confirmed(
    hosting: HostedFolder, host: TestClient
) -> None:
    links = hosting.games.every["evening"].invitations
    secret = links.invite(NORTH)
    player = browser_of(hosting)
    player.post(f"/s/{secret}", headers=OURS)
    path, form = "/lobby/game/evening/withdraw", {"seat": NORTH}
    assert 'name="confirmed"' in host.post(path, data=form, headers=OURS).text
    assert player.get(f"/t/evening/{NORTH}").status_code == 200
    form["confirmed"] = "yes"
    assert host.post(path, data=form, headers=OURS).status_code == 303
    assert player.get(f"/t/evening/{NORTH}").status_code == 404


@pytest.mark.parametrize("seat", ["", "nobody", "host", "../x", "x" * 3000])
def test_no_link_is_made_of_a_seat_that_is_not_there(
    seat: str, host: TestClient, folder: Path
) -> None:
    before = files_in(folder)
    for act in ("link", "withdraw"):
        form = {"seat": seat, "confirmed": "yes"}
        got = host.post(f"/lobby/game/evening/{act}", data=form, headers=OURS)
        assert got.status_code == 422
        assert "<h1>" in got.text
    assert files_in(folder) == before


# --- Games are opened when they are asked for ---


def test_games_are_opened_late_and_closed_again(
    hosting: HostedFolder, host: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed game is opened anew by who asks for it."""
    game = hosting.games.every["evening"]
    host.get("/lobby")
    assert game.idle is None  # nobody has asked for a page of it
    host.post("/lobby/game/evening/link", data={"seat": NORTH}, headers=OURS)
    hosting.games.named("evening")
    assert game.idle is not None  # it was just opened, to look at its seats
    host.post("/lobby/game/evening/desk", headers=OURS)
    page = host.get(f"/t/evening/{JUDGE}").text
    assert game.idle is not None
    monkeypatch.setattr(served, "CLOSES_AFTER", -1.0)
    hosting.games.named("evening")
    assert game.idle is None
    monkeypatch.setattr(served, "CLOSES_AFTER", 600.0)
    assert host.get(f"/t/evening/{JUDGE}").text == page
    monkeypatch.setattr(served, "MOST_OPEN", 0)
    monkeypatch.setattr(served, "STOPS_AFTER", -1.0)
    hosting.games.named("evening")
    assert game.idle is None


def test_a_game_that_is_gone_has_no_page(
    hosting: HostedFolder, host: TestClient, folder: Path
) -> None:
    (folder / "evening.game").unlink()
    assert "evening" not in host.get("/lobby").text
    assert host.get("/lobby/game/evening").status_code == 404


def test_what_is_wrong_with_a_game_is_told_until_it_is_mended(
    host: TestClient, folder: Path
) -> None:
    """Its own file is the same before and after."""
    (secret,) = folder.glob("*.secret")
    data = secret.read_bytes()
    secret.unlink()
    assert "It cannot be opened" in host.get("/lobby").text
    assert "It cannot be opened" in host.get("/lobby/game/evening").text
    secret.write_bytes(data)
    secret.chmod(0o600)
    assert "The game goes on" in host.get("/lobby/game/evening").text


def test_a_scenario_that_fails_slowly_is_told_of(
    coins: HostedFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for it does not begin it anew."""
    may, made = threading.Event(), list[str]()

    def failing(folder: Path, scenario: str) -> ScenarioSheet:
        del folder
        made.append(scenario)
        may.wait(60)
        raise Unusable("it is broken")

    monkeypatch.setattr(hosted, "scenario_sheet", failing)
    browser = browser_of(coins)
    browser.post(f"/s/{coins.invitations.invite(HOST)}", headers=OURS)
    coins.patience = 0.05
    for _ in range(3):
        waiting = browser.get("/lobby/scenario/coins/purse")
        assert (waiting.status_code, waiting.headers["refresh"]) == (202, "2")
    may.set()
    coins.patience = 60
    told = browser.get("/lobby/scenario/coins/purse")
    assert told.status_code == 422
    assert "It is broken" in told.text
    assert made == ["purse"]

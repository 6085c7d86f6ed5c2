"""What the judge does at his desk, and what a seat may take back itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path
from random import Random

import pytest

from interpreter import open_game, open_ruleset
from interpreter.app.game import Game
from interpreter.app.invitations import MOST_SESSIONS, Invitations
from interpreter.web.guards import COOKIE
from interpreter.web.served import ServedGames, ShownPage
from tests.games.playing import LATER, NORTH, PACKS, SOUTH, TABLE, call, done
from tests.web.browsing import OURS, Browser, token_in

JUDGE = "judge"
ORDERS = """
name: orders
seats: side
seen_by: everyone
entities:
  side:
    fields:
      gold: {type: integer, seen_by: SEEN_BY, start: 3}
      leads: {type: yes or no, seen_by: everyone}
procedures:
  day:
    steps:
      - for_each: north_side in list(s in every(side) where s.leads)
        do:
          - for_each: south_side in list(s in every(side) where not s.leads)
            do:
              - choose: order
                by: north_side
                options: {march: {}, rest: {}}
                seen_by: judge
              EFFECT
              - choose: miles
                by: NEXT
                from: 1..6
                seen_by: judge
              - choose: sure
                by: north_side
                from: 1..2
                seen_by: judge
scenarios:
  one:
    main: day
    entities:
      north_side: {kind: side, leads: yes}
      south_side: {kind: side, leads: no}
"""
ROLL = "- roll: {die: d6}"


def orders(
    tmp_path: Path, effect: str = "", then: str = NORTH, *, alone: bool = False
) -> Browser:
    """Return the browser of the north side in a game of orders; `alone`: a policy plays
    the south side."""
    pack = tmp_path / "orders"
    pack.mkdir()
    text = ORDERS.replace("EFFECT", effect)
    text = text.replace("SEEN_BY", "everyone").replace("NEXT", then)
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    path = tmp_path / "evening.game"
    policies = {SOUTH: "first"} if alone else {}
    open_ruleset(pack).new_game("one", path, seed="one", policies=policies)
    return Browser(ServedGames([path])).sits(NORTH)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in which the north side is asked first."""
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    return path


def events(game: Path) -> list[str]:
    lines = game.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["event"] for line in lines[1:]]


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A game with real dice, in which the north side has chosen, so that a die is to
    fall."""
    path = tmp_path / "evening.game"
    call("play", TABLE, "table", "--real-dice", "--game", path, *LATER)
    game = open_game(path)
    (question,) = game.questions(NORTH)
    game.answer(question, "mirror")
    return path


def test_real_dice_are_typed_at_the_desk(real: Path) -> None:
    desk = Browser(ServedGames([real])).sits(JUDGE)
    token = token_in(desk.page(JUDGE))
    for faces in ("7", "0", "two", "3 3", "", "  "):
        status, page = desk.posts(JUDGE, "dice", token=token, faces=faces, by="table")
        assert status == 422, faces
        assert "one number from 1 to 6" in page
    assert desk.posts(JUDGE, "dice", token="77", faces="5", by="table")[0] == 409
    assert "roll" not in events(real)
    assert desk.posts(JUDGE, "dice", token=token, faces="5", by="table")[0] == 303
    fallen = json.loads(real.read_text(encoding="utf-8").splitlines()[2])
    assert fallen["typed"]
    assert desk.posts(JUDGE, "dice", token=token, faces="5", by="table")[0] == 409


def test_real_dice_may_be_left_to_the_secret(real: Path) -> None:
    desk = Browser(ServedGames([real])).sits(JUDGE)
    token = token_in(desk.page(JUDGE))
    assert desk.posts(JUDGE, "dice", token=token, faces="", by="secret")[0] == 303
    fallen = json.loads(real.read_text(encoding="utf-8").splitlines()[2])
    assert not fallen.get("typed")
    assert "0 of them typed in" in done("verify", real)


def test_the_odds_of_the_dice_at_hand_are_for_the_judge(real: Path) -> None:
    served = ServedGames([real])
    desk, seat = Browser(served).sits(JUDGE), Browser(served).sits(NORTH)
    assert "%" in desk.page(JUDGE, "/odds")
    assert "is asked" not in desk.page(JUDGE, "/why")
    assert 'name="faces"' not in seat.page(NORTH)
    mine = {"Cookie": f"{COOKIE}={seat.client.cookies[COOKIE]}", **OURS}
    for more in ("odds", "why", "links", "dice", "undo", "pause", "open", "correct"):
        path = f"/t/evening/{JUDGE}/{more}"
        got = seat.client.request(
            "GET" if more in ("odds", "why") else "POST", path, headers=mine
        )
        assert got.status_code == 404
        assert seat.client.get(f"/t/evening/judge/{more}").status_code == 404
        assert seat.posts(JUDGE, more)[0] == 404
        assert seat.client.get(f"/t/evening/{NORTH}/{more}").status_code == 404
        assert seat.posts(NORTH, more)[0] == 404


def test_others_agree_before_something_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    served = ServedGames([path])
    seat = Browser(served).sits(NORTH)
    first = token_in(seat.page(NORTH))
    assert seat.answers(NORTH, "mirror") == 303
    desk = Browser(served).sits(JUDGE)
    seen = re.search(r'name="after" value="(\d+)"', desk.page(JUDGE))
    assert seen is not None
    before = path.read_bytes()
    status, page = desk.posts(JUDGE, "undo", after=seen[1])
    assert status == 409
    assert "south side could have seen" in page
    assert path.read_bytes() == before
    assert desk.posts(JUDGE, "undo", after=seen[1], agreed="yes")[0] == 303
    assert token_in(seat.page(NORTH)) != first
    for more in ({"after": seen[1]}, {}, {"after": "x"}):
        assert desk.posts(JUDGE, "undo", agreed="yes", **more)[0] == 409, more
    assert events(path).count("undo") == 1


def test_links_are_given_out_and_ended_at_the_desk(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    served = ServedGames([path])
    desk, seat = Browser(served).sits(JUDGE), Browser(served).sits(NORTH)
    status, page = desk.posts(JUDGE, "links", of=NORTH, act="add")
    assert status == 200
    link = link_in(page)
    assert link not in desk.page(JUDGE)
    other = Browser(served)
    assert other.client.post(link, headers=OURS).status_code == 303
    assert "asked" in other.page(NORTH)
    assert "asked" in seat.page(NORTH)
    status, page = desk.posts(JUDGE, "links", of=NORTH, act="renew")
    assert status == 200
    for one in (seat, other):
        assert one.client.get(f"/t/evening/{NORTH}").status_code == 404
    assert Browser(served).client.post(link, headers=OURS).status_code == 404
    third = Browser(served)
    assert third.client.post(link_in(page), headers=OURS).status_code == 303
    assert "asked" in third.page(NORTH)
    assert desk.page(JUDGE).count("no link") == 2  # of the south, and of everyone
    assert desk.posts(JUDGE, "links", of=NORTH, act="end")[0] == 303
    assert desk.page(JUDGE).count("no link") == 3
    assert third.client.get(f"/t/evening/{NORTH}").status_code == 404
    for form in ({"of": "nobody", "act": "add"}, {"of": NORTH, "act": "x"}, {}):
        assert desk.posts(JUDGE, "links", **form)[0] == 404
    assert desk.posts(JUDGE, "links", of=JUDGE, act="end")[0] == 409
    assert "At the desk" in desk.page(JUDGE)


def link_in(page: str) -> str:
    """Return the path of the link that a page shows."""
    link = re.search(r"http://table\.test(/s/[^<\s]+)", page)
    assert link is not None
    return link[1]


def test_the_desk_says_what_an_undo_takes_back(tmp_path: Path) -> None:
    """The last act of a person, though policies chose after it."""
    path = tmp_path / "evening.game"
    policies = {SOUTH: "careful"}
    open_ruleset(TABLE).new_game("table", path, seed="one", policies=policies)
    served = ServedGames([path])
    desk, seat = Browser(served).sits(JUDGE), Browser(served).sits(NORTH)
    assert "Take back" not in desk.page(JUDGE)
    assert seat.answers(NORTH, "mirror") == 303
    assert events(path).count("choice") > 1
    button = re.search(r"Take back the last choice: ([^<]*)", desk.page(JUDGE))
    assert button is not None
    assert "mirror" in button[1]
    assert "since" in button[1]


def test_dice_of_before_an_undo_are_not_taken(real: Path) -> None:
    """They may have been typed for something else."""
    desk = Browser(ServedGames([real])).sits(JUDGE)
    token = token_in(desk.page(JUDGE))
    assert desk.posts(JUDGE, "dice", token=token, faces="2", by="table")[0] == 303
    game = open_game(real)
    game.undo(1, consent=True)
    before = real.read_bytes()
    assert desk.posts(JUDGE, "dice", token=token, faces="6", by="table")[0] == 409
    assert real.read_bytes() == before


def test_another_game_under_the_name_has_its_own_seats(tmp_path: Path) -> None:
    """And its own rules."""
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    served = ServedGames(folder=tmp_path)
    desk = Browser(served).sits(JUDGE)
    assert "north side" in desk.page(JUDGE)
    first = desk.page(JUDGE, "/sheet")
    for each in tmp_path.iterdir():
        each.unlink()
    open_ruleset(PACKS / "couriers").new_game("plain", path, seed="one")
    desk = Browser(served).sits(JUDGE)
    page = desk.page(JUDGE)
    assert "north side" not in page
    assert desk.posts(JUDGE, "links", of="red", act="add")[0] == 200
    assert desk.page(JUDGE, "/sheet") != first


def test_the_rules_lie_beside_the_page(tmp_path: Path) -> None:
    """With their own style sheet, and nothing else that runs or is fetched."""
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    seat = Browser(ServedGames([path])).sits(NORTH)
    got = seat.client.get(f"/t/evening/{NORTH}/sheet")
    assert "Quick reference for players" in got.text
    policy = got.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "style-src 'sha256-" in policy
    assert f'<a href="/t/evening/{NORTH}">back</a>' in got.text
    assert seat.client.get(f"/t/evening/{SOUTH}/sheet").status_code == 404


def unnumbered(text: str) -> str:
    """Return steps without their numbers."""
    return re.sub(r"(?m)^ *\d+\.", "", text)


def test_the_judge_reads_what_came_of_the_last_answer(tmp_path: Path) -> None:
    """Or of all since his own last choice; he has made none."""
    path = tmp_path / "evening.game"
    game = open_ruleset("rencounter").new_game("gunfight", path, seed="one")
    chance = Random(1)
    for _ in range(12):
        asked = game.questions()[0]
        options = [*(asked.options or ())]
        some = chance.sample(options, max(asked.least, 1))
        game.answer(asked, some if asked.several else some[0])
    whole, last = game.why(), game.why(since_answer=True)
    assert unnumbered(whole).endswith(unnumbered(last))
    assert 0 < len(last) < len(whole) / 4
    desk = Browser(ServedGames([path])).sits(JUDGE)
    assert escape(last) in desk.page(JUDGE, "/why")
    assert escape(whole) in desk.page(JUDGE, "/why?since=choice")


def back_token(seat: Browser) -> str:
    """Return by what the last answer may be taken back."""
    form = seat.page(NORTH).partition("/back")[2].partition("</form>")[0]
    assert "Take back my last answer" in form
    return form_value(form, "token")


def test_a_seat_takes_back_where_policies_play_all_others(tmp_path: Path) -> None:
    """One answer after the other, as long as nothing is known of what came of it."""
    seat = orders(tmp_path, alone=True)
    assert "Take back my last answer" not in seat.page(NORTH)
    assert seat.posts(NORTH, "back")[0] == 422
    for value in ("march", "3"):
        assert seat.answers(NORTH, value) == 303
    for _ in range(2):
        assert seat.posts(NORTH, "back", token=back_token(seat))[0] == 303
    assert 'value="march"' in seat.page(NORTH)
    assert seat.posts(NORTH, "back")[0] == 422
    assert events(tmp_path / "evening.game").count("undo") == 2


def test_what_has_fallen_is_known_and_not_taken_back(tmp_path: Path) -> None:
    """A seat would answer by what it knows; the judge may take it back."""
    seat = orders(tmp_path, ROLL, alone=True)
    assert seat.answers(NORTH, "march") == 303
    assert "Take back my last answer" not in seat.page(NORTH)
    status, page = seat.posts(NORTH, "back")
    assert status == 422
    assert "you know what has come of it" in page.lower()
    assert seat.answers(NORTH, "3") == 303
    assert seat.posts(NORTH, "back", token=back_token(seat))[0] == 303
    assert seat.posts(NORTH, "back")[0] == 422


@pytest.mark.parametrize("judged", [{"real_dice": True}, {"rulings": True}])
def test_where_a_judge_rules_or_rolls_he_takes_back(
    judged: dict[str, bool], tmp_path: Path
) -> None:
    path = tmp_path / "evening.game"
    policies = {SOUTH: "careful"}
    open_ruleset(TABLE).new_game("table", path, policies=policies, **judged)
    seat = Browser(ServedGames([path])).sits(NORTH)
    assert seat.answers(NORTH, "mirror") == 303
    assert "Take back my last answer" not in seat.page(NORTH)
    status, page = seat.posts(NORTH, "back")
    assert status == 422
    assert "he takes back" in page


def test_where_others_play_the_judge_takes_back(tmp_path: Path) -> None:
    """Whether they have acted or not, the answer is the same."""
    seat = orders(tmp_path, then=SOUTH)
    assert seat.answers(NORTH, "march") == 303
    refused = [seat.posts(NORTH, "back")]
    other = Browser(seat.served).sits(SOUTH)
    assert other.answers(SOUTH, "2") == 303
    refused.append(seat.posts(NORTH, "back"))
    assert {status for status, _ in refused} == {422}
    assert all("its umpire takes back" in page for _, page in refused)
    assert "Take back my last answer" not in seat.page(NORTH)
    assert "undo" not in events(tmp_path / "evening.game")


def test_what_a_policy_did_is_taken_back_with_the_answer(tmp_path: Path) -> None:
    """Else the game would wait for the policy, and for nobody who could answer."""
    seat = orders(tmp_path, then=SOUTH, alone=True)
    assert seat.answers(NORTH, "march") == 303
    desk = Browser(seat.served).sits(JUDGE)
    assert "sure" in seat.page(NORTH)
    after = form_value(desk.page(JUDGE), "after")
    assert desk.posts(JUDGE, "undo", after=after, agreed="yes")[0] == 303
    assert 'value="march"' in seat.page(NORTH)


def test_a_new_game_has_none_of_the_links_of_one_before(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    seat = orders(tmp_path)
    seat.served.every["evening"].invitations.open_to_all()
    for file in tmp_path.glob("evening.game*"):
        if not file.name.startswith("evening.game.seats"):
            file.unlink()
    open_ruleset(tmp_path / "orders").new_game("one", path, seed="two")
    again = ServedGames([path]).every["evening"].invitations
    assert not again.seats
    assert not again.is_open


def test_who_reads_a_refusal_again_is_shown_the_page(tmp_path: Path) -> None:
    """A browser asks for the address to which the form was sent."""
    seat = orders(tmp_path)
    assert seat.posts(NORTH, "back")[0] == 422
    for more in ("back", "answer"):
        got = seat.client.get(f"/t/evening/{NORTH}/{more}")
        assert (got.status_code, got.headers["location"]) == (
            303,
            f"/t/evening/{NORTH}",
        )
        assert seat.client.get(f"/t/evening/{SOUTH}/{more}").status_code == 404
    seat.sits(JUDGE)
    for more in ("dice", "undo", "links"):
        got = seat.client.get(f"/t/evening/judge/{more}")
        assert (got.status_code, got.headers["location"]) == (303, "/t/evening/judge")


def corrections(page: str, entity: str) -> dict[str, str]:
    """Return the fields of the form of an entity on the page of corrections."""
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    form = next(each for each in forms if f'name="entity" value="{entity}"' in each)
    fields = dict(re.findall(r'<input [^>]*?name="([^"]+)" value="([^"]*)"', form))
    chosen = re.findall(
        r'<select name="([^"]+)">.*?<option selected>([^<]*)</option>', form, re.DOTALL
    )
    return fields | dict(chosen)


def test_the_judge_corrects_the_game_at_his_desk(tmp_path: Path) -> None:
    """What changes there is seen at once, and taken back like a choice."""
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    served = ServedGames([path])
    desk, seat = Browser(served).sits(JUDGE), Browser(served).sits(NORTH)
    before = path.read_bytes()
    form = corrections(desk.page(JUDGE, "/correct"), "mirror")
    assert form["is-worth"] == form["was-worth"] == "7"
    form["act"] = "set"
    for wrong in (
        {"is-worth": "21", "reason": "a slip"},
        {"is-worth": "5"},
        {"reason": "nothing is another"},
        {"is-worth": "5", "reason": "late", "after": "99"},
        {"is-worth": "5", "reason": "nobody", "entity": "nobody"},
        {"act": "add", "kind": "nothing", "reason": "more"},
    ):
        status, page = desk.posts(JUDGE, "correct", **{**form, **wrong})
        assert status == 422, wrong
        assert 'class="notice"' in page
    assert path.read_bytes() == before
    given = form | {"is-worth": "5", "reason": "it is cracked"}
    assert seat.posts(JUDGE, "correct", **given)[0] == 404
    assert seat.client.get("/t/evening/judge/correct").status_code == 404
    status, page = desk.posts(JUDGE, "correct", **given)
    assert status == 200
    notice = page.partition('class="notice"')[2].partition("</section>")[0]
    assert "worth of mirror from 7 to 5" in notice
    assert "whose view changed: north side" in notice
    assert "it is cracked" in desk.page(JUDGE)
    assert re.search(r"mirror +south side +5", seat.page(NORTH))
    assert "it is cracked" not in seat.page(NORTH)
    after = {"after": form_value(desk.page(JUDGE), "after"), "reason": "as it was"}
    added = {"act": "add", "kind": "piece", "is-side": SOUTH, "is-worth": "3"}
    assert re.search(r"button +south side", seat.page(NORTH))
    assert not re.search(r"south side +3\n", seat.page(NORTH))
    assert desk.posts(JUDGE, "correct", **after, **added)[0] == 200
    assert re.search(r"south side +3\n", seat.page(NORTH))
    after["after"] = form_value(desk.page(JUDGE), "after")
    removed = {"act": "remove", "entity": "button"}
    assert desk.posts(JUDGE, "correct", **after, **removed)[0] == 200
    assert not re.search(r"button +south side", seat.page(NORTH))
    for _ in range(3):
        last = form_value(desk.page(JUDGE), "after")
        assert desk.posts(JUDGE, "undo", after=last, agreed="yes")[0] == 303
    assert re.search(r"mirror +south side +7", seat.page(NORTH))


def test_what_the_rules_keep_for_themselves_is_folded(tmp_path: Path) -> None:
    """Of a kind of which the pack speaks, what it says comes first."""
    path = tmp_path / "evening.game"
    open_ruleset("concealment").new_game("hedge_and_lane", path, seed="one")
    desk = Browser(ServedGames([path])).sits(JUDGE)
    page = desk.page(JUDGE, "/correct")
    entities = open_game(path).correctable()
    mixed = [
        each
        for each in entities
        if {f.is_spoken_of for f in each.fields if f.is_settable} == {True, False}
    ]
    assert mixed
    assert page.count("of which the rules keep account") >= len(mixed)
    every = [field for each in entities for field in each.fields if field.is_settable]
    assert page.count('name="was-') == len(every)


def form_value(page: str, name: str) -> str:
    """Return the value of a hidden field of a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_the_judge_pauses_the_game(game: Path) -> None:
    """What a seat answers meanwhile is kept in its form, and nothing is written."""
    games = ServedGames([game])
    desk, seat = Browser(games).sits(JUDGE), Browser(games).sits(NORTH)
    before = game.read_bytes()
    assert "has paused" not in seat.page(NORTH)
    assert "<button>Answer" in seat.page(NORTH)
    assert desk.posts(JUDGE, "pause", act="pause")[0] == 303
    assert "You have paused the game" in desk.page(JUDGE)
    assert "The judge has paused the game" in seat.page(NORTH)
    assert "<button disabled>Answer" in seat.page(NORTH)
    token = token_in(seat.page(NORTH))
    status, page = seat.posts(NORTH, "answer", token=token, **{"part-0": "mirror"})
    assert status == 409
    assert "Nothing was written" in page
    assert 'value="mirror" required checked' in page
    assert game.read_bytes() == before
    assert Invitations(game).is_paused  # also for a table that is opened anew
    mine = {"Cookie": f"{COOKIE}={seat.client.cookies[COOKIE]}", **OURS}
    path = f"/t/evening/{JUDGE}/pause"
    assert seat.client.post(path, data={"act": "x"}, headers=mine).status_code == 404
    assert Invitations(game).is_paused
    assert desk.posts(JUDGE, "pause", act="go on")[0] == 303
    assert seat.posts(NORTH, "answer", token=token, **{"part-0": "mirror"})[0] == 303
    assert game.read_bytes() != before


def test_the_judge_plays_for_who_is_absent(game: Path) -> None:
    """In his browser, beside his desk; it ends with the links of the seat."""
    desk = Browser(ServedGames([game])).sits(JUDGE)
    assert "Play it here" in desk.page(JUDGE)
    sat = desk.client.post(
        f"/t/evening/{JUDGE}/links", data={"of": NORTH, "act": "sit"}, headers=OURS
    )
    assert sat.headers["location"] == f"/t/evening/{NORTH}"
    assert "back to the judge's desk" in unescape(desk.page(NORTH))
    token = token_in(desk.page(NORTH))
    assert desk.posts(NORTH, "answer", token=token, **{"part-0": "mirror"})[0] == 303
    assert desk.client.get(f"/t/evening/{JUDGE}").status_code == 200
    desk.posts(JUDGE, "links", of=NORTH, act="end")
    assert desk.client.get(f"/t/evening/{NORTH}").status_code == 404


def test_the_judge_in_a_chair_takes_no_place_of_the_player(game: Path) -> None:
    """Nor does the seat count as one whose link was given out."""
    games = ServedGames([game])
    desk, seat = Browser(games).sits(JUDGE), Browser(games).sits(NORTH)
    for _ in range(MOST_SESSIONS + 1):
        desk.posts(JUDGE, "links", of=NORTH, act="sit")
    assert "judge's desk" not in unescape(seat.page(NORTH))
    links = games.every["evening"].invitations
    assert links.browsers()[NORTH] == 1
    desk.posts(JUDGE, "links", of=SOUTH, act="sit")
    assert SOUTH not in links.seats
    assert SOUTH not in links.browsers()


def test_a_pause_holds_what_waited_for_its_turn(game: Path) -> None:
    """An answer that came before the pause, and is not written yet."""
    games = ServedGames([game])
    seat, served = Browser(games).sits(NORTH), games.every["evening"]
    token, before = token_in(seat.page(NORTH)), game.read_bytes()
    act = served.act

    async def late(who: str, change: Callable[[Game], object]) -> object:
        served.invitations.pause(is_paused=True)
        return await act(who, change)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(served, "act", late)
        assert seat.answers(NORTH, "mirror", token) == 409
    assert game.read_bytes() == before


def test_who_loses_the_seat_while_he_answers_sees_nothing(game: Path) -> None:
    games = ServedGames([game])
    seat, served = Browser(games).sits(NORTH), games.every["evening"]
    token = token_in(seat.page(NORTH))
    served.invitations.pause(is_paused=True)
    shown = served.shown

    async def late(who: str) -> ShownPage:
        served.invitations.withdraw(NORTH)
        return await shown(who)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(served, "shown", late)
        for old in (token, "no-token"):
            status, page = seat.posts(NORTH, "answer", token=old, **{"part-0": "x"})
            assert (status, "mirror" in page) == (404, False)


def test_a_game_that_is_over_is_not_paused(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    both = {NORTH: "careful", SOUTH: "careful"}
    open_ruleset(TABLE).new_game("table", path, seed="one", policies=both)
    desk = Browser(ServedGames([path])).sits(JUDGE)
    page = desk.page(JUDGE)
    assert "Pause the game" not in page
    assert "has waited since" not in page
    assert desk.posts(JUDGE, "pause", act="pause")[0] == 409
    assert not Invitations(path).is_paused

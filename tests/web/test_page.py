"""What a page shows beside what it was asked for: offers on the map."""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from pathlib import Path
from random import Random

import pytest

from interpreter import Unusable, open_game, open_ruleset
from interpreter.app.game import Game
from interpreter.app.seat_pages import OpenQuestion, SeatPage
from interpreter.maps.moves import with_moves
from interpreter.web.pages import answer_in, seat_html, svg_of
from interpreter.web.served import ServedGames
from tests.games.playing import LATER, NORTH, SOUTH, TABLE, call
from tests.web.browsing import Browser, token_in
from tests.web.test_desk import orders

JUDGE = "judge"


def test_what_is_offered_lies_on_the_map_with_what_is_said_of_it(
    tmp_path: Path,
) -> None:
    """A hex with its cost, a figure with how hard it is to hit: each leads to its
    option, and nothing else does."""
    bundled = [
        ("limited-intelligence", "two wings meet", "costs"),
        ("rencounter", "gunfight", "inches away"),
    ]
    for name, scenario, said in bundled:
        path = tmp_path / f"{name}.game"
        game = open_ruleset(name).new_game(scenario, path, seed="one")
        chance = Random(1)
        for _ in range(150):
            (asked, *_) = game.questions()
            page = game.page(asked.seat)
            picture = svg_of(page)
            links = dict(
                re.findall(r'href="#offer-([^"]*)"[^>]*aria-label="([^"]*)"', picture)
            )
            assert set(links) <= set(asked.options or ())
            if any(said in each for each in links.values()):
                break
            answer(game, asked, chance)
        else:
            raise AssertionError(f"{name}: nothing on the map says '{said}'")


@pytest.mark.parametrize(
    ("name", "scenario"),
    [("limited-intelligence", "two wings meet"), ("rencounter", "gunfight")],
)
def test_a_page_says_and_draws_what_changed_since_an_earlier_one(
    tmp_path: Path, name: str, scenario: str
) -> None:
    """It is what two pages show side by side on which the seat was asked, so it tells
    no more."""
    path = tmp_path / "evening.game"
    game = open_ruleset(name).new_game(scenario, path, seed="one")
    chance = Random(1)
    former: dict[str, list[SeatPage]] = {}
    told, drawn = Counter[str](), Counter[str]()
    for _ in range(100):
        pages = {seat: game.page(seat) for seat in (*game.seats, "everyone", "judge")}
        for seat, page in pages.items():
            plans, earlier = game.map(seat).plans, former.setdefault(seat, [])
            moves = [plan.moves for plan in page.map.plans]
            compared = [with_moves(plans, each.map.plans) for each in earlier]
            is_one = moves in [[plan.moves for plan in each] for each in compared]
            assert is_one or not any(moves)
            text = " ".join(page.changes)
            assert all(f" {move.name}: " in text for each in moves for move in each)
            assert " and y " not in text  # a place is no record
            told[seat] += bool(page.changes)
            drawn[seat] += any(moves) and not page.is_asked
            if page.is_asked:
                earlier.append(page)
        if game.is_finished:
            break
        answer(game, chance.choice(game.questions()), chance)
    assert all(told[seat] for seat in game.seats)
    assert any(drawn[seat] for seat in game.seats)
    assert not told["everyone"] + told["judge"] + drawn["everyone"] + drawn["judge"]


def test_what_others_did_is_told_until_something_came_of_the_first_answer(
    tmp_path: Path,
) -> None:
    """As long as nothing but its own answers stands in the log of a seat."""
    path = tmp_path / "evening.game"
    game = open_ruleset("domains-at-war").new_game("skirmish", path, seed="one")
    chance = Random(2)
    kept, lost = 0, 0
    for _ in range(200):
        (asked, *_) = game.questions()
        before, lines = game.page(asked.seat).changes, len(game.log(asked.seat))
        answer(game, asked, chance)
        if game.is_finished:
            break
        is_all = len(game.log(asked.seat)) == lines + 1
        if before and is_all:
            is_kept = bool({*before} & {*game.page(asked.seat).changes})
            kept, lost = kept + is_kept, lost + (not is_kept)
    assert kept > 20
    assert lost < kept / 4  # where what had changed is as it was


def test_what_has_happened_since_a_seat_chose_stands_above_its_question(
    tmp_path: Path,
) -> None:
    """From its own log: what others did where it may know that, and what fell."""
    path = tmp_path / "evening.game"
    game = open_ruleset("rencounter").new_game("gunfight", path, seed="one")
    chance = Random(1)
    told: Counter[str] = Counter()
    for _ in range(60):
        for seat in (*game.seats, "everyone", JUDGE):
            page = game.page(seat)
            text = seat_html(page, svg_of(page), address="")
            since = text.partition('<section id="since"')[2].partition("</section>")[0]
            before = page.log.lines[: len(page.log.lines) - len(page.news)]
            assert page.log.lines == (*before, *page.news)
            if seat not in game.seats:
                assert page.news == ()
                continue
            assert not any(
                line.kind == "choice" and line.seat == seat for line in page.news
            )
            assert not before or (before[-1].kind, before[-1].seat) == ("choice", seat)
            for line in page.news[-8:]:
                assert line.brief is None or escape(line.brief.happened) in since
                told[line.kind] += 1
        asked = game.questions()
        if not asked:
            break
        answer(game, asked[0], chance)
    assert told["roll"]
    assert told["said"]


def answer(game: Game, asked: OpenQuestion, chance: Random) -> None:
    """Give some answer that is taken, and say yes to whatever is asked so."""
    options = [*(asked.options or ())]
    for _ in range(100):
        some = chance.sample(options, asked.most if asked.several else 1)
        one = "yes" if "yes" in options else some[0]
        try:
            game.answer(asked, some if asked.several else one)
        except Unusable:
            continue
        return


def test_a_whole_way_may_be_typed(tmp_path: Path) -> None:
    """Beside the next steps that are offered; it goes before one that is chosen."""
    path = tmp_path / "evening.game"
    game = open_ruleset("limited-intelligence").new_game(
        "two wings meet", path, seed="one"
    )
    chance = Random(1)
    for _ in range(150):
        (asked, *_) = game.questions()
        if asked.is_way:
            break
        answer(game, asked, chance)
    assert asked.options is not None
    first = asked.options[0]
    assert answer_in(asked, {"part-0": [first], "way": ["0101 0102"]}) == "0101 0102"
    assert answer_in(asked, {"part-0": [first], "way": [" "]}) == first


def test_hexes_that_are_asked_as_a_list_may_be_pointed_at(tmp_path: Path) -> None:
    """Each hex of that board says which it is, on the page of who is asked alone."""
    path = tmp_path / "evening.game"
    game = open_ruleset("acks-reconnaissance").new_game("toward battle", path, seed="x")
    (order,) = game.questions()
    game.answer(order, "the sides march")
    asked = {each.seat: each for each in game.questions()}
    assert {*asked} == {*game.seats}
    (part,) = asked[game.seats[0]].parts
    assert (part.cells_of, part.is_list, part.options) == ("country", True, None)
    for seat in (*game.seats, "everyone", JUDGE):
        page = game.page(seat)
        text = seat_html(page, svg_of(page), address="")
        labels = re.findall(r'<use [^>]*data-cell="(\d+)"', text)
        if seat in asked:
            assert len(labels) == len({*labels}) == 30 * 24
            assert 'data-cells="country" data-list' in text
            assert text.count('data-cells-of="country"') == 1
        else:
            assert "data-cell" not in text


MUSTER = """
name: muster
seats: side
seen_by: everyone
entities:
  side: {{fields: {{}}}}
  unit: {{fields: {{points: {{type: integer 1.., start: 2, seen_by: everyone}}}}}}
procedures:
  muster:
    takes: {{s: side}}
    steps:
      - choose: force
        by: s
        from: every(unit)
        how_many: 1..3
        such_that: sum(u.points for u in force) <= 4
{}      - set: {{u.points: 1}}
        for_each: u in force
scenarios:
  one:
    main: muster
    entities: {{red: {{kind: side}}, guards: {{kind: unit}}, rifles: {{kind: unit}}}}
"""


def test_what_an_answer_must_satisfy_is_said_in_the_words_of_the_pack(
    tmp_path: Path,
) -> None:
    """Where it has none, as the condition stands there."""
    for number, words in enumerate(("", "        needs: no more than four points\n")):
        pack = tmp_path / f"muster{number}"
        pack.mkdir()
        (pack / "ruleset.yaml").write_text(MUSTER.format(words), encoding="utf-8")
        game = open_ruleset(pack).new_game("one", tmp_path / f"{number}.game", s="red")
        (asked,) = game.questions()
        page = game.page(asked.seat)
        shown = seat_html(page, svg_of(page), address="")
        bare = "<p>Such that sum(u.points for u in force) &lt;= 4.</p>"
        assert (bare in shown) is (number == 0)
        assert ("<p>No more than four points.</p>" in shown) is (number == 1)


def test_a_letter_has_what_the_seat_was_told(tmp_path: Path) -> None:
    seat = orders(tmp_path)
    seat.answers(NORTH, "march")
    got = seat.client.get(f"/t/evening/{NORTH}/letter")
    assert "To north side" in got.text
    for of_files in ("report.txt", "return a file", "token"):
        assert of_files not in got.text
    assert "march" in got.text
    assert not re.search(r"<svg[^>]* style=", got.text)
    assert "unsafe" not in got.headers["Content-Security-Policy"]
    for other in (SOUTH, JUDGE):
        assert seat.client.get(f"/t/evening/{other}/letter").status_code == 404


def test_a_page_of_a_long_game_has_the_last_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the numbers that they have in the whole log, which is a page of its own. The
    last act, which may be taken back, is said though it is not among them."""
    monkeypatch.setattr("interpreter.app.seat_pages.RECENT", slice(-4, None))
    path = tmp_path / "evening.game"
    game = open_ruleset("rencounter").new_game("gunfight", path, seed="one")
    chance = Random(1)
    cut, every = 0, (JUDGE, *game.seats)
    while not game.is_finished:
        for seat in (*every, "everyone"):
            page = game.page(seat)
            whole, log = game.log(seat), page.log
            assert log.lines == whole.lines[-len(log.lines) :]
            cut += not log.is_whole
            assert log.lines == whole.lines or not log.is_whole
            if seat == JUDGE:
                acts = [line.text for line in whole.lines if line.kind == "choice"]
                assert page.undone == (acts[-1] if acts else "")
        answer(game, game.questions()[0], chance)
    assert cut > 20
    assert {game.page(seat).ending.partition(" ")[0] for seat in every} == {"Won"}
    for seat in every:
        browser = Browser(ServedGames([path])).sits(seat)
        is_cut = f"/t/evening/{seat}/log" in browser.page(seat)
        assert is_cut is not game.page(seat).log.is_whole
        text = browser.page(seat, "/log")
        assert all(escape(line.text) in text for line in game.log(seat).lines)
        for other in {*every} - {seat}:
            got = browser.client.get(f"/t/evening/{other}/log")
            assert got.status_code == 404


def test_a_seat_asks_for_odds_and_reasons(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    seat = Browser(ServedGames([path])).sits(NORTH)
    assert "1/36" in seat.page(NORTH, "/ask?dice=2d6")
    assert "are no dice" in seat.page(NORTH, "/ask?dice=<b>")
    assert "&lt;b&gt;" in seat.page(NORTH, "/ask?dice=<b>")
    assert "p.side is not who" in seat.page(NORTH, "/ask?offer=crown")
    assert "knows of is called &#39;nobody&#39;" in seat.page(
        NORTH, "/ask?offer=nobody"
    )
    assert "&#39;button&#39; is offered" in seat.page(NORTH, "/ask?offer=button")
    assert seat.client.get(f"/t/evening/{SOUTH}/ask?dice=2d6").status_code == 404


def test_a_seat_asks_why_it_may_not_go_to_a_hex(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    game = open_ruleset("domains-at-war").new_game("skirmish", path, seed="one")
    chance = Random(1)
    hexes = [f"{column:02}{row:02}" for column in range(1, 14) for row in range(1, 14)]
    for _ in range(150):
        (asked, *_) = game.questions()
        if asked.is_way:
            whys = {label: game.why_not(asked.seat, label) for label in hexes}
            offered = {each for each in hexes if each in (asked.options or ())}
            assert all(whys[each] == f"'{each}' is offered" for each in offered)
            if any("[DAW-" in why for why in whys.values()):
                break
        answer(game, asked, chance)
    else:
        raise AssertionError("no hex had a reason")


def test_a_game_is_replayed_as_others_once_it_is_over_and_open(tmp_path: Path) -> None:
    seat = orders(tmp_path)
    desk = Browser(seat.served).sits(JUDGE)

    def seen(one: Browser, own: str, other: str) -> int:
        path = f"/t/evening/{own}/replay?as={other}"
        return int(one.client.get(path).status_code)

    assert seen(desk, JUDGE, SOUTH) == 200
    assert seen(desk, JUDGE, "nobody") == 404
    assert desk.posts(JUDGE, "open")[0] == 409
    for value in ("march", "3", "1"):
        assert seen(seat, NORTH, SOUTH) == 404
        assert seat.answers(NORTH, value) == 303
    assert seen(seat, NORTH, SOUTH) == 404
    assert seat.posts(JUDGE, "open")[0] == 404
    assert desk.posts(JUDGE, "open")[0] == 303
    for other in (SOUTH, JUDGE, "everyone", NORTH):
        assert seen(seat, NORTH, other) == 200
    after = re.search(r'name="after" value="(\d+)"', desk.page(JUDGE))
    assert after is not None
    assert desk.posts(JUDGE, "undo", after=after[1], agreed="yes")[0] == 303
    assert seen(seat, NORTH, SOUTH) == 404
    assert seen(seat, NORTH, NORTH) == 200
    secret = seat.served.every["evening"].invitations.invite(SOUTH)
    assert seat.client.get(f"/s/{secret}").status_code == 200


RULING = """
name: rulings
seats: side
seen_by: everyone
entities:
  side: {fields: {gold: {type: integer, seen_by: everyone, start: 3}}}
procedures:
  day:
    steps:
      - ask: {weather: integer 1..6}
        of: judge
        default: 4
      - for_each: s in every(side)
        do:
          - set: {s.gold: weather}
          - choose: sure
            by: s
            from: 1..2
scenarios:
  one:
    main: day
    entities: {north_side: {kind: side}, south_side: {kind: side}}
"""


def test_a_ruling_takes_its_default_by_a_button(tmp_path: Path) -> None:
    pack = tmp_path / "rulings"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(RULING, encoding="utf-8")
    path = tmp_path / "evening.game"
    call("play", pack, "one", "--game", path, "--rulings", *LATER)
    desk = Browser(ServedGames([path])).sits(JUDGE)
    page = desk.page(JUDGE)
    assert "Take the default" in page
    token = token_in(page)
    assert desk.posts(JUDGE, "answer", token=token, **{"part-0": "9"})[0] == 422
    assert desk.posts(JUDGE, "answer", token=token, by="default")[0] == 303
    assert re.search(r"north side +4\n", open_game(path).view(NORTH).text())


HIDDEN = """\
name: hidden
title: No game - a choice in secret between two changes that all see
seats: side
seen_by: everyone
entities:
  side: {fields: {pride: {type: integer 0..9, seen_by: everyone, start: 0}}}
  spy:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      cunning: {type: yes or no, seen_by: owner, start: no}
  flag: {fields: {hour: {type: integer 0..99, seen_by: everyone, start: 0}}}
procedures:
  turn:
    takes: {n: side}
    steps:
      - choose: go
        by: n
        from: 1..2
      - set: {f.hour: f.hour + 1}
        for_each: f in every(flag)
      - for_each: s in every(spy)
        do:
          - if: s.cunning
            do:
              - SECRET
      - set: {f.hour: f.hour + 1}
        for_each: f in every(flag)
      - choose: done
        by: n
        from: 1..2
policies:
  plain: {answers: {default: first}}
scenarios:
  with:
    main: turn
    entities:
      north: {kind: side}
      south: {kind: side}
      x: {kind: spy, side: south, cunning: yes}
      pole: {kind: flag}
  without:
    main: turn
    entities:
      north: {kind: side}
      south: {kind: side}
      x: {kind: spy, side: south}
      pole: {kind: flag}
"""


@pytest.mark.parametrize(
    ("secret", "policies"),
    [
        ("{choose: c, by: s.side, seen_by: s.side, from: 1..3}", {SOUTH: "plain"}),
        ("{ask: {c: integer 1..3}, of: judge, default: 2, seen_by: judge}", {}),
    ],
)
def test_what_was_answered_at_once_is_no_pause(
    tmp_path: Path, secret: str, policies: dict[str, str]
) -> None:
    """Nobody could look between two changes, so nobody learns that something was chosen
    there, by a policy or by default."""
    pack = tmp_path / "hidden"
    pack.mkdir()
    text = HIDDEN.replace("SECRET", secret)
    text = text.replace("north:", f"{NORTH}:").replace("south", SOUTH)
    (pack / "ruleset.yaml").write_text(text, encoding="utf-8")
    said = []
    for scenario in ("with", "without"):
        path = tmp_path / f"{scenario}.game"
        game = open_ruleset(pack).new_game(
            scenario, path, seed="one", policies=policies, n=NORTH
        )
        game.answer(game.questions()[0], "1")
        said.append([game.page(seat).changes for seat in ("everyone", NORTH)])
    assert said[0] == said[1] == [(), ("Flag pole: hour 2 (0 before).",)]


ASKING = """\
name: asking
title: No game - the judge writes a word
seats: side
seen_by: everyone
types:
  weather: [bright sun, rain]
entities:
  side: {fields: {}}
procedures:
  day:
    takes: {n: side}
    steps:
      - {ask: {w: weather}, of: judge}
      - {ask: {storm: yes or no}, of: judge}
      - {ask: {miles: integer 1..9}, of: judge}
scenarios:
  one:
    main: day
    entities:
      north: {kind: side}
"""


def test_words_that_may_be_written_are_offered_beside_the_field(tmp_path: Path) -> None:
    pack = tmp_path / "asking"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(ASKING, encoding="utf-8")
    path = tmp_path / "day.game"
    game = open_ruleset(pack).new_game("one", path, seed="one", n="north", rulings=True)
    offered = []
    for _ in range(3):
        page = game.page(JUDGE)
        text = seat_html(page, svg_of(page), address="/t/day/judge")
        offered.append(re.findall(r'<option value="([^"]*)"></option>', text))
        (asked,) = page.questions
        word = next(iter(asked.parts[0].words), "3")
        game.answer(asked, word)
    assert offered == [["bright sun", "rain"], ["yes", "no"], []]

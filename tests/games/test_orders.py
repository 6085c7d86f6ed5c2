"""An order is taken as a whole, with all that it asks, or not at all."""

import json
from pathlib import Path

import jsonschema
import pytest

from interpreter import OpenStop, UmpireError, Unusable, open_game
from interpreter.app.opening.games import ResumableGame, written
from interpreter.app.playing.handouts import open_questions
from interpreter.app.playing.returned_answers import take_answer
from tests.cli.calling import schema
from tests.games.playing import call, done
from tests.ruleset.packs import write

PACK = """
name: orders
seats: side
entities:
  side: {fields: {}}
  unit:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      men: {type: integer 0.., seen_by: owner}
claims:
  news: {about: unit, facts: {men: {type: integer}}}
procedures:
  campaign:
    seen_by: judge
    steps:
      - do:
          - choose: order
            by: judge
            say: What happens next
            options:
              a unit drills:
                do:
                  - choose: who
                    by: judge
                    from: every(unit)
                  - ask: {weeks: integer 1..9}
                    of: judge
                  - ask: {zeal: integer 0..9}
                    of: judge
                    default: 1
                  - require: weeks + zeal <= 10
                    rule: HOUSE-1
                    say: "{who} cannot drill {weeks} weeks with zeal {zeal}"
                  - roll: {die: d6}
                    by: judge
                    for: "{who} drills"
                  - set: {who.men: who.men + die + zeal}
                    say: "{who} is {who.men} now"
                  - tell: news
                    to: who.side
                    about: who
                    facts: {men: who.men}
              all drill:
                do:
                  - for_each: u in every(unit)
                    do:
                      - ask: {weeks: integer 1..9}
                        of: judge
                      - set: {u.men: u.men + weeks}
              sides boast:
                do:
                  - for_each: s in every(side)
                    discloses: that they boast is heard by all
                    do:
                      - ask: {boast: integer 0..9}
                        of: s
              an endless one:
                do:
                  - do:
                      - ask: {again: integer 0..9}
                        of: judge
                        default: 1
                    until: again is 0
              it ends: {}
        until: order is it_ends
scenarios:
  plain:
    main: campaign
    entities:
      red: {kind: side}
      blue: {kind: side}
      reds: {kind: unit, side: red, men: 10}
      blues: {kind: unit, side: blue, men: 20}
"""
DRILL = ("run", "a unit drills", "--with", "who=reds")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game that waits for its first order."""
    pack = write(tmp_path / "orders", {"ruleset.yaml": PACK})
    path = tmp_path / "a.game"
    begun = ("play", pack, "plain", "--game", path, "--seed", "one")
    talk = call(*begun)[2]
    assert "What happens next" in talk
    return path


def men(game: Path) -> dict[str, int]:
    """Return how many each unit has."""
    seen = json.loads(done("view", game, "--as", "judge", "--json"))["sees"]
    return {
        each["id"]: each["fields"]["men"]["value"]
        for each in seen
        if each["kind"] == "unit"
    }


def test_what_has_come_of_it_is_told(game: Path) -> None:
    """The roll, the sentence, what changed and what a side was told; and whom the game
    waits for."""
    told = done(*DRILL, "--with", "weeks=3", "--game", game)
    now = men(game)["reds"]
    assert f"reds is {now} now" in told
    assert "d6 fell" in told
    assert f"unit reds: men {now}" in told
    assert "red was told" in told
    assert "the game waits for judge" in told
    assert call("verify", game)[0] == 0
    assert "zeal: 1 (default)" in done("log", game)


def test_as_data(game: Path) -> None:
    output = json.loads(
        done(*DRILL, "--with", "weeks=3", "--with", "zeal=2", "--game", game, "--json")
    )
    jsonschema.validate(output, schema("run"), jsonschema.Draft202012Validator)
    assert output["waiting"] == ["judge"]
    assert not output["finished"]
    assert [each["event"] for each in output["events"]] == ["roll", "said"]


@pytest.mark.parametrize(
    ("order", "code", "told"),
    [
        ((*DRILL, "--with", "weeks=9", "--with", "zeal=9"), 3, "HOUSE-1"),
        (DRILL, 3, "the order asks for 'weeks'"),
        ((*DRILL, "--with", "weeks=0"), 3, "weeks"),
        ((*DRILL, "--with", "weeks=1", "--with", "when=2"), 3, "asks for who, weeks"),
        (
            ("run", "a unit drills", "--with", "who=greens"),
            3,
            "'greens' is not offered",
        ),
        (("run", "all drills"), 3, "did you mean 'all drill'"),
        (("run", "all drill", "--answer", "weeks=4"), 3, "asks for 'weeks'"),
        (("run", "sides boast", "--with", "boast=4"), 3, "asks for nothing"),
        (("run", "orders", "all drill"), 2, "one name"),
        ((*DRILL, "--seed", "two"), 2, "exclude each other"),
        ((*DRILL, "--explain"), 2, "exclude each other"),
    ],
)
def test_what_is_refused_changes_nothing(
    game: Path, order: tuple[str, ...], code: int, told: str
) -> None:
    """Not a byte, whatever of it was right."""
    before = game.read_bytes()
    found, out, talk = call(*order, "--game", game)
    assert (found, out) == (code, ""), talk
    assert told in talk
    assert game.read_bytes() == before
    assert done(*DRILL, "--with", "weeks=1", "--game", game)


def test_one_answer_after_the_other(game: Path) -> None:
    before = men(game)
    done(
        "run", "all drill", "--answer", "weeks=1", "--answer", "weeks=5", "--game", game
    )
    after = men(game)
    assert {name: after[name] - before[name] for name in after} == {
        "reds": 1,
        "blues": 5,
    }


def test_a_page_of_answers(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.yaml"
    page.write_text("[{weeks: 2}, {weeks: 3}]\n")
    before = men(game)
    done("run", "all drill", "--answers", page, "--game", game)
    after = men(game)
    assert {name: after[name] - before[name] for name in after} == {
        "reds": 2,
        "blues": 3,
    }


def test_a_game_that_waits_for_others(game: Path) -> None:
    """An order goes as far as the judge is asked; then a side is."""
    assert "the game waits for red" in done("run", "sides boast", "--game", game)
    code, _, talk = call("run", "it ends", "--game", game)
    assert code == 1
    assert "it waits for red" in talk


def test_a_game_that_waits_for_a_roll(tmp_path: Path) -> None:
    """With real dice the judge is told which roll it is, and how to type it in; dice in
    a pipe are not taken for an order."""
    pack = write(tmp_path / "orders", {"ruleset.yaml": PACK})
    game = tmp_path / "real.game"
    call("play", pack, "plain", "--game", game, "--real-dice", "--as", "judge")
    told = done(*DRILL, "--with", "weeks=3", "--game", game, text="4")
    roll = "the game waits for a roll (judge rolls d6 for reds drills): type it in with"
    command = f"umpire play --game {game} --as judge"
    assert f"{roll} '{command}'" in told
    code, _, talk = call("run", "all drill", "--game", game)
    assert code == 1
    assert f"{roll} '{command}'" in " ".join(talk.split())
    call(*command.split()[1:], text="4\n")
    assert "the game waits for red" in done("run", "sides boast", "--game", game)


def test_the_end(game: Path) -> None:
    assert "end" in done("run", "it ends", "--game", game)
    code, _, talk = call("run", "it ends", "--game", game)
    assert code == 1
    assert "the game is at its end" in talk


def test_from_python(game: Path) -> None:
    """With values as Python has them; a seat may be asked, too."""
    opened = open_game(game)
    told = opened.run("a unit drills", who="reds", weeks=3)
    assert "reds drills" in told.text()
    with pytest.raises(Unusable, match="asks for 'weeks'"):
        opened.run("a unit drills", who="reds")
    opened.run("sides boast")
    with pytest.raises(OpenStop):
        opened.run("it ends")
    assert opened.waiting_for == ("red",)
    log = opened.run("7", seat="red")
    assert opened.waiting_for == ("blue",)
    assert "boast: 7" in log.text()
    with pytest.raises(UmpireError):
        opened.run("7", seat="green")


def test_a_crash_leaves_a_game_that_goes_on(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised on the way, nothing of the order is kept."""
    before = game.read_bytes()

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.app.playing.orders.is_optional_ruling", broken)
    opened = open_game(game)
    with pytest.raises(KeyboardInterrupt):
        opened.run("a unit drills", who="reds", weeks=3)
    assert game.read_bytes() == before


def test_an_order_without_end_is_refused(game: Path) -> None:
    """One whose rulings never end, each with its default."""
    before = game.read_bytes()
    code, out, talk = call("run", "an endless one", "--game", game)
    assert (code, out) == (4, ""), talk
    assert "10,000" in talk
    assert game.read_bytes() == before


def test_what_is_refused_within_leaves_the_rest(game: Path) -> None:
    """Who asks again after a refusal goes on from what was answered before it."""

    def take(found: ResumableGame, answer: str) -> None:
        (token,) = open_questions(found.opened, found.game.course, judge=True)
        take_answer(found, token, "judge", answer, "person", print, judge=True)

    with written(game, None) as found, found.game.together():
        take(found, "a unit drills")
        take(found, "reds")
        for answer in ("0", "10", "many"):
            with pytest.raises(Unusable):
                take(found, answer)
        take(found, "9")
        with pytest.raises(Unusable):
            take(found, "9")
        take(found, "1")
    assert call("verify", game)[0] == 0
    assert men(game)["reds"] > 11
    assert "9" in done("log", game)

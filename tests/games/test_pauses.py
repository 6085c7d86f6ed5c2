"""When seats could look: what they read then keeps its name and its place, and nothing
tells a seat that a policy chose where nobody could look."""

from pathlib import Path

import pytest

from interpreter import Game, open_game, open_ruleset
from interpreter.journal import secret
from tests.games.playing import NORTH, SOUTH, TABLE, data
from tests.ruleset.packs import write

RED, BLUE = "red", "blue"
TYPED, LEFT = "3", ""  # dice that the judge types, or leaves to the program

PLOTS = """
title: No game - reports of masked counters, and what is chosen in secret between them
seats: side
seen_by: everyone
types:
  face: [round, square]
entities:
  side:
    fields:
      rank: {type: integer 0..9, seen_by: everyone, start: 1}
  counter:
    owner: side
    masks: face
    fields:
      side: {type: side, seen_by: everyone}
      face: {type: face, seen_by: everyone}
      plot: {type: yes or no, seen_by: owner, start: no}
claims:
  sighting:
    about: counter
    say: "{about} was seen"
procedures:
  game:
    steps:
      - let: {sides: every(side)}
      - call: evening(sides[1], sides[2])
  evening:
    takes: {red: side, blue: side}
    steps:
      - for_each: c in list(c in every(counter) where c.side is red)
        do:
        - tell: sighting
          to: blue
          about: c
        - if: c.plot
          do:
            - choose: order
              by: c.side
              options: {march: {}, rest: {}}
              seen_by: c.side
        - roll: {die: d6}
          by: judge
          seen_by: judge
      - choose: answer
        by: blue
        options: {yes: {}, no: {}}
policies:
  plain:
    answers: {default: first}
scenarios:
"""

CAPTIVES = """
title: No game - captives of whom one is met while dice are waited for
seats: side
seen_by: everyone
entities:
  side:
    fields:
      rank: {type: integer 0..9, seen_by: everyone, start: 1}
  captive:
    fields:
      age: {type: integer 0..99, seen_by: everyone, start: 1}
claims:
  news:
    about: captive
    say: "{about} talks"
procedures:
  game:
    steps:
      - let: {sides: every(side)}
      - create: captive
        as: young
        with: {age: 20}
      - roll: {die: d6}
        by: judge
        seen_by: judge
      - create: captive
        as: old
        with: {age: 60}
      - tell: news
        to: sides[2]
        about: old
      - roll: {second: d6}
        by: judge
        seen_by: judge
      - choose: answer
        by: sides[2]
        options: {yes: {}, no: {}}
scenarios:
  room:
    main: game
    entities:
      red: {kind: side}
      blue: {kind: side}
"""

BIDS = """
name: bids
title: No game - bids up to a secret limit, which may be nothing
seats: side
seen_by: everyone
entities:
  side:
    owner: it
    fields:
      first: {type: yes or no, seen_by: everyone}
      limit: {type: integer 0..9, seen_by: owner}
procedures:
  game:
    steps:
      - for_each: s in list(x in every(side) where x.first)
        do:
          - choose: plan
            by: s
            from: 1..2
      - choose: bid
        for_each: s in every(side)
        by: s
        from: 0..s.limit
scenarios:
  room:
    main: game
    entities:
      red: {kind: side, first: yes, limit: 5}
      blue: {kind: side, first: no, limit: 0}
"""


def plots(folder: Path) -> Path:
    """Write the pack with counters that plot or do not."""
    text = "name: plots" + PLOTS
    for name in ("yes", "no"):
        text += f"  plot_{name}:\n    main: game\n    entities:\n"
        text += "      red: {kind: side}\n      blue: {kind: side}\n"
        for counter in ("alpha", "beta", "gamma", "delta"):
            kind = f"kind: counter, side: red, face: round, plot: {name}"
            text += f"      {counter}: {{{kind}}}\n"
    return write(folder / "plots", {"ruleset.yaml": text})


def captives(folder: Path) -> Path:
    """Write the pack with captives."""
    return write(folder / "captives", {"ruleset.yaml": "name: captives" + CAPTIVES})


def log_of(game: Game, seat: str) -> list[str]:
    """Return the lines of the log of a seat."""
    return [line.text for line in game.log(seat).lines]


@pytest.fixture(params=range(3))
def _same_secret(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Give every game the same labels."""
    monkeypatch.setattr(secret, "fresh", lambda: bytes([request.param + 1]) * 32)


@pytest.mark.usefixtures("_same_secret")
def test_a_choice_of_a_policy_in_secret_tells_nothing(tmp_path: Path) -> None:
    """Not by the order of reports: none of them could be read between two choices."""
    ruleset = open_ruleset(plots(tmp_path))
    logs = {}
    for name in ("plot yes", "plot no"):
        path = tmp_path / f"{name}.game"
        game = ruleset.new_game(name, path, seed="one", policies={RED: "plain"})
        assert game.waiting_for == (BLUE,)
        logs[name] = log_of(game, BLUE), game.letter(BLUE).replace(name, "")
    assert logs["plot yes"] == logs["plot no"]
    assert len(logs["plot no"][0]) == 4


@pytest.mark.usefixtures("_same_secret")
@pytest.mark.parametrize("dice", [TYPED, LEFT])
def test_what_is_read_while_dice_are_waited_for_stays(
    dice: str, tmp_path: Path
) -> None:
    """Also where the judge leaves them to the program."""
    path = tmp_path / "a.game"
    game = open_ruleset(plots(tmp_path)).new_game("plot no", path, real_dice=True)
    before: list[str] = []
    while game.dice is not None:
        now = log_of(game, BLUE)
        assert now[: len(before)] == before
        assert len(now) == len(before) + 1
        before = now
        game.let_fall(game.dice, dice)
    assert log_of(game, BLUE) == before
    assert data("verify", path)["events"] == 4


@pytest.mark.parametrize("dice", [TYPED, LEFT])
def test_who_was_met_while_dice_were_waited_for_keeps_his_name(
    dice: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.game"
    game = open_ruleset(captives(tmp_path)).new_game("room", path, real_dice=True)
    assert game.dice is not None
    assert "captive 1: age 20" in game.view(BLUE).text()
    game.let_fall(game.dice, dice)
    assert log_of(game, BLUE) == ["captive 2 talks"]
    assert game.dice is not None
    game.let_fall(game.dice, dice)
    assert log_of(game, BLUE) == ["captive 2 talks"]


def test_a_note_of_a_wait_stands_nowhere_else(tmp_path: Path) -> None:
    """Not at what a person chose, which says it itself."""
    path = tmp_path / "a.game"
    open_ruleset(TABLE).new_game("table", path, seed="one")
    game = open_game(path)
    game.answer(game.questions(NORTH)[0], "mirror")
    assert "waited" not in path.read_text(encoding="utf-8")


def test_policies_go_on_after_a_correction(tmp_path: Path) -> None:
    """Where all that a person could choose is removed, it is the turn of a policy."""
    path = tmp_path / "a.game"
    policies = {SOUTH: "careful"}
    game = open_ruleset(TABLE).new_game("table", path, seed="one", policies=policies)
    game.correct(removes=["button", "mirror"], reason="lost")
    assert game.waiting_for == (NORTH,)
    assert "south side chose target" in game.log().text()


def test_a_policy_has_nothing_drawn_anew_by_an_undo(tmp_path: Path) -> None:
    """What it leaves to chance is the same after the same choice."""
    path = tmp_path / "a.game"
    policies = {SOUTH: "random"}
    game = open_ruleset(TABLE).new_game("table", path, seed="one", policies=policies)
    first = None
    for _ in range(8):
        game.answer(game.questions(NORTH)[0], "mirror")
        lines = [line.text for line in game.log().lines if line.kind == "choice"]
        first = first or lines
        assert lines == first
        game.undo(0, consent=True)
    assert data("verify", path)["torn"] == 0


def test_who_has_one_option_is_no_witness(tmp_path: Path) -> None:
    """It is not asked, sees nothing, and hears nothing of an undo."""
    pack = write(tmp_path / "bids", {"ruleset.yaml": BIDS})
    game = open_ruleset(pack).new_game("room", tmp_path / "a.game", seed="one")
    before = log_of(game, BLUE), game.view(BLUE).text()
    game.answer(game.questions(RED)[0], "1")
    assert game.waiting_for == (RED,)
    assert game.who_must_consent() == ()
    game.undo()
    assert (log_of(game, BLUE), game.view(BLUE).text()) == before

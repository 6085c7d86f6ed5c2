"""The log of a seat: what it chose and was told, and what fell for all to see."""

from pathlib import Path

from interpreter import open_ruleset
from interpreter.reports.game_log import LogLine
from tests.games.playing import CAREFUL, NORTH, SOUTH, TABLE, call, data, done, texts
from tests.ruleset.packs import write

PATROLS = str(Path(__file__).parents[1] / "packs" / "patrols")


def test_what_falls_for_all_to_see_is_in_every_log(tmp_path: Path) -> None:
    """In its place between what a seat chose; by whom others let choose, nobody
    learns."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--seed", "one", "--game", game, *CAREFUL)
    assert texts(game, "--as", NORTH) == [
        "target: mirror",
        "die: d6 fell 6",
        "die: d6 fell 5",
        "bid: north side: 2",
        "die: d3 fell 3",
    ]
    assert texts(game, "--as", SOUTH)[1:3] == ["target: crown", "die: d6 fell 5"]
    assert texts(game, "--as", "everyone") == [
        "die: d6 fell 6",
        "die: d6 fell 5",
        "die: d3 fell 3",
    ]
    events = data("log", game, "--as", SOUTH)["events"]
    assert [(e["number"], e["event"], e["seat"]) for e in events][:2] == [
        (1, "roll", ""),
        (2, "choice", SOUTH),
    ]
    assert "   1. die: d6 fell 6\n" in done("log", game, "--as", SOUTH)


WEATHER = """
name: weather
title: No game - news that all seats are told alike
seats: side
seen_by: everyone
entities:
  side:
    fields:
      number: {type: integer, seen_by: everyone}
claims:
  rain:
    about: side
    say: "it rains on {about}"
procedures:
  game:
    steps:
      - for_each: s in every(side)
        do:
          - for_each: t in every(side)
            tell: rain
            to: t
            about: s
          - roll: {die: d6}
            by: judge
          - choose: plan
            by: s
            from: 1..2
scenarios:
  table:
    main: game
    entities:
      red: {kind: side, number: 1}
      blue: {kind: side, number: 2}
"""


def test_what_all_were_told_stands_where_they_were_told_it(tmp_path: Path) -> None:
    """And keeps its number."""
    pack = write(tmp_path / "weather", {"ruleset.yaml": WEATHER})
    game = open_ruleset(pack).new_game("table", tmp_path / "a.game", seed="one")
    before: tuple[LogLine, ...] = ()
    while not game.is_finished:
        lines = game.log("everyone").lines
        assert lines[: len(before)] == before
        before = lines
        game.answer(game.questions()[0], "1")
    kinds = [(line.number, line.kind) for line in before]
    assert kinds == [(1, "told"), (2, "roll"), (3, "told"), (4, "roll")]


def test_what_all_saw_fall_is_not_taken_back_in_silence(tmp_path: Path) -> None:
    """Also where it changed nothing that the other sees; its log then says so."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--seed", "one", "--game", game, *CAREFUL)
    done("undo", game)  # nobody but policies has chosen
    assert texts(game, "--as", NORTH)[-1].startswith(
        "back: something that you could have"
    )


def test_what_falls_in_secret_is_in_that_of_the_judge_alone(tmp_path: Path) -> None:
    """Of the rustle of a patrol nobody learns."""
    game = tmp_path / "a.game"
    begun = ("play", PATROLS, "wood", "--game", game, "--seed", "one")
    call(*begun, text="0203 0204\nnone\nnone\n")
    assert sum("d2 fell" in each for each in texts(game)) == 2
    for seat in ("red", "blue", "everyone"):
        assert not any("fell" in each for each in texts(game, "--as", seat))

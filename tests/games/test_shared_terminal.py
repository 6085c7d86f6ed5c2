"""What `play` prints where several seats share one terminal: nothing for the judge."""

from pathlib import Path

import pytest

from tests.games.playing import CAREFUL, LATER, NORTH, SOUTH, TABLE, data, done

ANSWERS = "mirror\ncrown\n2\n1\n"
BEGUN = ("play", TABLE, "table", "--seed", "one", "--game")
ENDED = "the game is at its end\n"
RESULT = "the game is at its end: day gives 11\n"
ONE_IS_HERE = ("--seat", f"{SOUTH}=policy:careful")


@pytest.mark.parametrize("others", [(), ONE_IS_HERE])
def test_the_result_is_for_the_judge_alone(
    tmp_path: Path, others: tuple[str, ...]
) -> None:
    """No seat is shown what the main procedure gives, at the end or when the finished
    game is opened again."""
    game = tmp_path / "a.game"
    text = "mirror\n2\n" if others else ANSWERS
    assert done(*BEGUN, game, *others, text=text) == ENDED
    assert done("play", "--game", game) == ENDED
    assert done("play", "--game", game, *LATER) == ENDED
    assert data("play", "--game", game) == {
        "format": 1,
        "game": str(game),
        "finished": True,
        "waiting": [],
    }
    assert done("play", "--game", game, "--as", "judge").startswith(f"{ENDED[:-1]}: ")
    assert "day gives" not in done("log", game, "--as", NORTH)
    assert "day gives" not in done("view", game, "--as", SOUTH)


def test_a_judge_who_sits_down_is_told_the_result(tmp_path: Path) -> None:
    """Alone, with `--as judge`."""
    game = tmp_path / "a.game"
    done(*BEGUN, game, text=ANSWERS)
    assert done("play", "--game", game, "--as", "judge") == RESULT


def test_who_only_watches_policies_is_told_the_result(tmp_path: Path) -> None:
    """No seat sits there: the umpire reads what is printed."""
    game = tmp_path / "a.game"
    told = done(*BEGUN, game, *CAREFUL)
    assert told.startswith(f"{ENDED[:-1]}: day gives ")
    assert done("play", "--game", game) == told


def test_a_judge_who_sits_there_last_is_told_the_result(tmp_path: Path) -> None:
    """He typed the last die, so the terminal is his."""
    game = tmp_path / "a.game"
    play = ("play", TABLE, "table", "--real-dice", "--game", game)
    out = done(*play, text="none\nnone\n2\n1\n3\n")
    assert out == "the game is at its end: day gives 9\n"


def test_the_example_of_the_readme_tells_no_result(tmp_path: Path) -> None:
    """No seat is asked anything, and a policy rules: players sit there all the same."""
    game = tmp_path / "week.game"
    judge = ("--seat", "judge=policy:first")
    play = ("play", "acks-reconnaissance", "elves-and-goblins", "--game", game)
    assert done(*play, *judge) == ENDED
    assert "week gives " in done("play", "--game", game, "--as", "judge")


JOINED = """\
name: joined
seats: side
seen_by: everyone
entities:
  side:
    fields: {gold: {type: integer, seen_by: judge, start: 3}}
procedures:
  day:
    seen_by: judge
    gives: integer
    steps:
      - create: side
        with: {gold: 4}
      - return: sum(s.gold for s in every(side))
scenarios:
  one: {main: day, entities: {north_side: {kind: side}}}
"""


def test_a_seat_that_came_to_be_is_a_player_too(tmp_path: Path) -> None:
    """No policy was named for it, so somebody may sit there for it."""
    (tmp_path / "ruleset.yaml").write_text(JOINED, encoding="utf-8")
    game = tmp_path / "a.game"
    north = ("--seat", f"{NORTH}=policy:first")
    assert done("play", tmp_path, "one", "--game", game, *north) == ENDED
    judge = done("play", "--game", game, "--as", "judge")
    assert judge == "the game is at its end: day gives 7\n"

"""Who plays by a policy is said once: the game keeps it, whichever verb goes on."""

from pathlib import Path

import pytest

from interpreter.engine.dice import secret_of_seed
from interpreter.journal import journal as journals
from tests.games.known_keys import KEY
from tests.games.playing import (
    NORTH,
    SOUTH,
    TABLE,
    answered,
    call,
    done,
    question,
    reply,
    texts,
)

FIRST = ("target: mirror (person)", "die: d6 fell 6")
ITS_OWN = ("target: crown (policy:careful)", "die: d6 fell 5")


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> Path:
    """Begin a game in which the south plays by a policy, and the north later."""
    game = tmp_path / "a.game"
    seats = ("--seat", f"{SOUTH}=policy:careful", "--seat", f"{NORTH}=later")
    done("play", TABLE, "table", "--seed", "one", "--game", game, *seats)
    assert texts(game) == []
    return game


def test_the_next_play_knows_it(game: Path) -> None:
    """And who was to answer later may sit down now."""
    assert "is at its end" in done("play", "--game", game, text="mirror\n2\n")
    assert tuple(texts(game)[:4]) == (*FIRST, *ITS_OWN)


def test_a_seat_that_sits_down_alone_plays_against_it(game: Path) -> None:
    """Without another word."""
    done("play", "--game", game, "--as", NORTH, text="mirror\n2\n")
    assert tuple(texts(game)[:4]) == (*FIRST, *ITS_OWN)


def test_an_answer_from_a_file_is_followed_by_it(game: Path) -> None:
    """The game then waits for the one who answers by files."""
    answered(game, NORTH, "mirror")
    assert tuple(texts(game)[1:4]) == (FIRST[1], *ITS_OWN)
    _, out, _ = reply(game, question(game, NORTH)["token"], 2)
    assert "is at its end" in out
    done("verify", game)
    done("replay", game)


def test_another_word_holds_for_one_command(game: Path) -> None:
    """Then the policy plays again."""
    given = ("--seat", f"{SOUTH}=person")
    code, _, _ = call("play", "--game", game, *given, text="mirror\ncrown\n")
    assert code == 1
    assert texts(game)[2] == "target: crown (person)"
    assert "is at its end" in done("play", "--game", game, text="2\n")
    assert "south side: 1 (policy:careful)" in texts(game)[5]


def test_a_policy_that_comes_to_nothing_leaves_the_answer_taken(tmp_path: Path) -> None:
    """That the game cannot go on is said beside."""
    game = tmp_path / "a.game"
    seats = ("--seat", f"{SOUTH}=policy:bidding(9, 5)", "--seat", f"{NORTH}=later")
    done("play", TABLE, "table", "--seed", "one", "--game", game, *seats)
    code, out, talk = reply(game, question(game, NORTH)["token"], "mirror")
    assert (code, "the answer of north side is taken" in out) == (0, True)
    assert "umpire: the game cannot go on: " in talk
    assert texts(game)[0] == "target: mirror (file)"


def test_a_game_of_before_goes_on(game: Path) -> None:
    """Its first line says nothing of policies, so people play."""
    header = dict(journals.read(game).events[0])
    old = {name: said for name, said in header.items() if name != "seats"}
    path = game.with_name("old.game")
    journals.begun(path, old, secret_of_seed("one") + KEY).close()
    assert "is at its end" in done("play", "--game", path, text="mirror\ncrown\n2\n1\n")
    assert texts(path)[2] == "target: crown (person)"


@pytest.mark.parametrize("seats", ["policy:careful", [1], {SOUTH: 1}, 7])
def test_a_first_line_that_says_it_otherwise(game: Path, seats: object) -> None:
    """Is one that says not what is played."""
    header = {**journals.read(game).events[0], "seats": seats}
    path = game.with_name("other.game")
    journals.begun(path, header, secret_of_seed("one") + KEY).close()
    code, _, talk = call("play", "--game", path)
    assert (code, "does not say what is played" in talk) == (5, True)

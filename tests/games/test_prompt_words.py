"""What may be said at a prompt beside an answer."""

from pathlib import Path

import pytest

from tests.games.playing import TABLE, call, done, texts

WEEK = ("play", "acks-reconnaissance", "campaign-week", "--seed", "one")
PLAY = ("play", TABLE, "table", "--seed", "one", "--game")


def test_words_are_no_answers(tmp_path: Path) -> None:
    """Whatever is asked for in between, the game is the same."""
    games = [tmp_path / name for name in ("a.game", "b.game")]
    done(*PLAY, games[0], text="mirror\ncrown\n2\n1\n")
    text = "help\nmirror\nVIEW\ncrown\nmap\n2\nlog\nhelp\n1\n"
    code, _, talk = call(*PLAY, games[1], text=text)
    assert code == 0
    assert texts(games[0]) == texts(games[1])
    for each in ("help", "view", "map", "log", "quit"):
        assert f"\n  {each} " in talk


@pytest.mark.parametrize("word", ["view", "log"])
def test_a_word_shows_what_its_command_shows(tmp_path: Path, word: str) -> None:
    """To the seat that is asked, which is shown nothing else."""
    game = tmp_path / "a.game"
    call(*PLAY, game, text="mirror\ncrown\n")
    silent = call("play", "--game", game, text="")[2].partition("umpire:")[0]
    talk = call("play", "--game", game, text=f"{word}\n")[2].partition("umpire:")[0]
    shown = done(word, game, "--as", "north_side").partition("\n\nnorth_side holds")[0]
    assert shown
    head, question = silent.rsplit("north_side chooses", 1)
    assert talk == f"{silent}\n{shown}\n\nnorth_side chooses{question}"
    assert "south_side chooses" not in head


def test_the_judge_is_shown_what_he_may_know(tmp_path: Path) -> None:
    game = tmp_path / "week.game"
    talk = call(*WEEK, "--game", game, text="map\nlog\nview\n")[2]
    for word in ("map", "log", "view"):
        shown = done(word, game, "--as", "judge").strip()
        assert shown.splitlines()[-1] in talk


@pytest.mark.parametrize("ending", ["quit\n", "QUIT \n"])
def test_who_leaves_finds_the_game_as_it_was(tmp_path: Path, ending: str) -> None:
    game = tmp_path / "a.game"
    code, _, talk = call(*PLAY, game, text=f"mirror\n{ending}")
    assert code == 0
    assert "the game is kept" in talk
    before = game.read_bytes()
    assert call("play", "--game", game, text=ending)[0] == 0
    assert game.read_bytes() == before
    done("play", "--game", game, text="crown\n2\n1\n")
    assert len(texts(game)) == 7

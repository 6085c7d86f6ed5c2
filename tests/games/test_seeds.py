"""A seed sets the dice of a game and nothing else that a seat could try it by."""

import json
import os
from pathlib import Path

import pytest

from interpreter.journal import secret
from tests.games.playing import (
    CAREFUL,
    PACKS,
    TABLE,
    call_whole,
    done,
    hand,
    question,
    texts,
)

MASKS = str(PACKS / "masks")


@pytest.fixture(autouse=True)
def _random_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use random keys here, as a game does."""
    monkeypatch.setattr(secret, "fresh", lambda: os.urandom(32))


def begun(game: Path) -> dict[str, str]:
    """Begin a game with a seed, and return what a seat that hides nothing is handed."""
    seats = ("--seat", "red=later", "--seat", "blue=later")
    done("play", MASKS, "room", "--game", game, "--seed", "tuesday", *seats)
    return hand(game, "blue") | {"red": json.dumps(question(game, "red"))}


def test_a_seat_cannot_try_seeds(tmp_path: Path) -> None:
    """Who begins the same game with the seed has other labels, another token, another
    commitment: nothing that he gets at the beginning is the same because of it."""
    one, other = begun(tmp_path / "a.game"), begun(tmp_path / "b.game")
    mine, theirs = json.loads(one["report.json"]), json.loads(other["report.json"])
    assert mine["proof"]["commitment"] != theirs["proof"]["commitment"]
    labels = [
        {each["id"] for each in report["sees"] if each["kind"] == "counter"}
        for report in (mine, theirs)
    ]
    assert labels[0] != labels[1]
    assert json.loads(one["red"])["token"] != json.loads(other["red"])["token"]


def test_the_dice_of_a_seed_are_the_same(tmp_path: Path) -> None:
    """That is what it is for."""
    fell = []
    for name in ("a.game", "b.game"):
        game = tmp_path / name
        begin = ("play", TABLE, "table", "--game", game, "--seed", "tuesday")
        code, _, talk = call_whole(*begin, *CAREFUL)
        assert code == 0
        assert talk.startswith("umpire: --seed is for practice")
        fell.append(texts(game))
    assert fell[0] == fell[1]


def test_help_says_that_a_seed_can_be_guessed() -> None:
    """And a game without one says nothing of it."""
    assert "a seed can be guessed" in " ".join(done("help", "play").split())
    assert "guessed" not in done("help", "run")


def test_a_game_without_a_seed_says_nothing_of_it(tmp_path: Path) -> None:
    """Its secret is random as a whole."""
    keys = set()
    for name in ("a.game", "b.game"):
        game = tmp_path / name
        code, _, talk = call_whole("play", TABLE, "table", "--game", game, *CAREFUL)
        assert (code, talk) == (
            0,
            f"'umpire log {game}' tells what happened, 'umpire handout {game} DIR' "
            "writes a letter for each seat\n",
        )
        whole = (tmp_path / f"{name}.secret").read_text().strip()
        keys |= {whole[:64], whole[64:]}
    assert len(keys) == 4

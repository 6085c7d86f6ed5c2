"""Games of format 1, whose secret is one key of 32 bytes, go on as they were."""

import json
import shutil
from pathlib import Path

import pytest

from tests.games.playing import call, data, done, hand

OLD = Path(__file__).with_name("format_1")
PACKS = Path(__file__).with_name("kept_packs")
"""As they were when the games were played."""


def kept(name: str, folder: Path) -> Path:
    """Copy a game with its secret, which is for nobody else."""
    for end in (".game", ".game.secret"):
        shutil.copy(OLD / f"{name}{end}", folder)
    (folder / f"{name}.game.secret").chmod(0o600)
    return folder / f"{name}.game"


@pytest.mark.parametrize(
    ("name", "seat"), [("masks", "blue"), ("answering", "north_side")]
)
def test_a_seat_sees_what_it_saw(name: str, seat: str, tmp_path: Path) -> None:
    """With the same labels; what it can hold comes behind it."""
    game = kept(name, tmp_path)
    before = (OLD / f"{name}-{seat}.txt").read_text("utf-8")
    seen = done("view", game, "--pack", PACKS / name, "--as", seat)
    assert seen.startswith(before)
    called = seat.replace("_", " ")
    assert seen.removeprefix(before).startswith(f"\n{called} holds\n  commitment ")


def test_it_goes_on_and_is_verified(tmp_path: Path) -> None:
    """With the dice of its secret, in its own format, to the end."""
    game = kept("answering", tmp_path)
    pack = PACKS / "answering"
    folder = tmp_path / "hand"
    done("handout", game, "--pack", pack, "--as", "south_side", folder)
    asked = json.loads((folder / "question.json").read_text("utf-8"))
    reply = tmp_path / "reply"
    reply.write_text(f"token: {asked['token']}\nanswer: crown\n", "utf-8")
    done("answer", game, reply, "--pack", pack)
    assert json.loads(game.read_text().splitlines()[0])["umpire game"] == 1
    log = data("log", game, "--pack", pack)["events"]
    assert [e["text"] for e in log if e["event"] == "roll"] == [
        "die: d6 fell 6",
        "die: d6 fell 5",
    ]
    told = data("verify", game, "--pack", pack, "--held", folder)
    assert (told["fault"], told["held"][0]["fault"]) == ("", "")


def test_it_asks_for_no_words(tmp_path: Path) -> None:
    """Only a game that was begun for them does."""
    game = kept("answering", tmp_path)
    words = ("word", game, "owl", "--as", "south_side")
    code, _, talk = call(*words, "--pack", PACKS / "answering")
    assert (code, "this game asks for no words" in talk) == (3, True)


def test_a_new_game_is_of_the_new_format(tmp_path: Path) -> None:
    """Two keys of 32 bytes."""
    game = tmp_path / "a.game"
    seats = ("--seat", "red=later", "--seat", "blue=later")
    done("play", PACKS / "masks", "room", "--game", game, *seats)
    assert json.loads(game.read_text())["umpire game"] == 2
    assert len(bytes.fromhex((tmp_path / "a.game.secret").read_text())) == 64
    assert hand(game, "blue")

"""Games of the pack `crews`, begun and asked as tests need them."""

import json
from pathlib import Path
from typing import Any

from tests.games.playing import PACKS, call, done

CREWS = str(PACKS / "crews")
LATER = ("--seat", "red=later", "--seat", "blue=later")


def begun(folder: Path, *orders: str, seed: str = "one") -> Path:
    """Return a game of two seats by mail in which the umpire gave these orders."""
    game = folder / "a.game"
    text = "".join(f"{order}\n" for order in orders)
    words = ("--game", game, "--seed", seed, *LATER)
    call("play", CREWS, "channel", *words, text=text)
    return game


def question(game: Path, seat: str) -> Any:
    """Return the question that a seat is handed."""
    folder = game.parent / f"for-{seat}"
    done("handout", game, "--as", seat, folder)
    return json.loads((folder / "question.json").read_text("utf-8"))


def answered(game: Path, seat: str, lines: str) -> tuple[int, str, str]:
    """Answer what a seat is asked with the lines of a file after the token."""
    path = game.parent / f"{seat}.yaml"
    path.write_text(f"token: {question(game, seat)['token']}\n{lines}")
    return call("answer", game, path)

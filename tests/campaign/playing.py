"""Plays the campaign of `orders.yaml` by files alone, as a judge and two players would:
orders given with `run --game`, letters with `handout`, answers with `answer`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ruamel.yaml import YAML

from interpreter.journal.secret import KEY_BYTES
from tests.games.playing import call, done

FOLDER = Path(__file__).parent
ORDERS = FOLDER / "orders.yaml"
LETTERS = FOLDER / "letters"
SEATS = ("north_side", "south_side")


def script() -> Mapping[str, Any]:
    """Return the content of `orders.yaml`."""
    found = YAML(typ="safe").load(ORDERS.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def played(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Play the campaign in a folder; yield the letters of both seats as Markdown at
    each moment at which the judge writes them, with the name of the moment."""
    game, written = folder / "campaign.game", script()
    seats = [word for seat in SEATS for word in ("--seat", f"{seat}=later")]
    begin = ("play", written["ruleset"], written["scenario"])
    # labels and tokens follow from a key that no seed gives
    with patch("interpreter.journal.secret.fresh", return_value=bytes(KEY_BYTES)):
        call(*begin, "--game", game, "--seed", written["seed"], *seats)
    for step in written["steps"]:
        if "letters" in step:
            yield step["letters"], letters_of(game, folder / "letters")
        elif "judge" in step:
            _ordered(game, step)
        else:
            (seat,) = step
            _answered(game, seat, step[seat], folder)


def letters_of(game: Path, folder: Path) -> dict[str, str]:
    """Return the letter of each seat, written over those of before."""
    done("handout", game, folder)
    return {seat: (folder / seat / "letter.md").read_text("utf-8") for seat in SEATS}


def _ordered(game: Path, step: Mapping[str, Any]) -> None:
    """Give an order of the judge with its answers."""
    answers = step.get("with", {})
    pairs = answers if isinstance(answers, list) else [answers]
    words = [
        word
        for pair in pairs
        for name, value in pair.items()
        for word in ("--with", f"{name}={value}")
    ]
    done("run", "--game", game, step["judge"], *words)


def _answered(game: Path, seat: str, lines: str, folder: Path) -> None:
    """Send back a file of a seat, with the token that came with its letter."""
    text = (folder / "letters" / seat / "question.json").read_text("utf-8")
    token = YAML(typ="safe").load(text)["token"]
    path = folder / f"{seat}.yaml"
    path.write_text(f"token: {token}\n{lines}", encoding="utf-8")
    code, _, talk = call("answer", game, path)
    assert code == 0, talk

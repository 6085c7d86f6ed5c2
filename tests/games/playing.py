"""Games played in process: begun, answered and looked at as the verbs do."""

import json
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from interpreter.cli.main import main
from interpreter.files.folder import MANIFEST

PACKS = Path(__file__).parents[1] / "packs"
TABLE = str(PACKS / "answering")
NORTH, SOUTH = "north_side", "south_side"
LATER = ("--seat", f"{NORTH}=later", "--seat", f"{SOUTH}=later")
CAREFUL = (
    *("--seat", f"{NORTH}=policy:careful"),
    *("--seat", f"{SOUTH}=policy:careful"),
)


RECEIPT = re.compile(r'(receipt(?: +|": "))[0-9a-f]{64}')


def without_receipts(text: str) -> str:
    """Return a text in which every receipt is the same.

    What is in a receipt hangs on all that happened, and only who has the key can tell;
    that it changes with what the seat knows alone, `test_receipts.py` shows.
    """
    return RECEIPT.sub(lambda found: found[1] + "0" * 64, text)


def call(*given: object, text: str = "") -> tuple[int, str, str]:
    """Return exit code, stdout without receipts, and stderr of a command."""
    code, out, talk = call_whole(*given, text=text)
    return code, without_receipts(out), talk


def call_whole(*given: object, text: str = "") -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of a command; its stdin is a pipe."""
    out, talk = StringIO(), StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(talk),
        patch("sys.stdin", StringIO(text)),
    ):
        code = main([str(each) for each in given])
    assert code != 70, talk.getvalue()
    assert "Traceback" not in talk.getvalue()
    return code, out.getvalue(), talk.getvalue()


def done(*given: object, text: str = "") -> str:
    """Return the stdout of a command that must end well."""
    code, out, talk = call(*given, text=text)
    assert code == 0, talk
    return out


def data(*given: object) -> Any:
    """Return what a command prints as JSON."""
    return json.loads(done(*given, "--json"))


def begin(game: Path, *more: str, pack: str = TABLE, scenario: str = "table") -> None:
    """Begin a game in which nobody of the two sides is here."""
    done("play", pack, scenario, "--game", game, "--seed", "one", *LATER, *more)


def hand(game: Path, seat: str) -> dict[str, str]:
    """Return the files that a seat is handed, by their names, but for the manifest,
    which holds the hashes of what stands in them with the receipts."""
    folder = game.with_name(f"{game.name}-{seat}")
    done("handout", game, "--as", seat, folder)
    return {
        file.name: without_receipts(file.read_text("utf-8"))
        for file in folder.iterdir()
        if file.name != MANIFEST
    }


def question(game: Path, seat: str) -> Any:
    """Return the question that a seat is handed, or None."""
    file = hand(game, seat).get("question.json")
    return None if file is None else json.loads(file)


def reply(game: Path, token: str, answer: object, **more: str) -> tuple[int, str, str]:
    """Give back an answer."""
    file = game.with_name("reply.json")
    file.write_text(json.dumps({"token": token, "answer": answer, **more}), "utf-8")
    return call("answer", game, file)


def answered(game: Path, seat: str, answer: object) -> None:
    """Let a seat answer its open question."""
    code, _, talk = reply(game, question(game, seat)["token"], answer)
    assert code == 0, talk


def texts(game: Path, *more: str) -> Sequence[str]:
    """Return the lines of a log."""
    return [each["text"] for each in data("log", game, *more)["events"]]

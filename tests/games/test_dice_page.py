"""What `interpreter/DICE.md` says: its vectors, its example, its checker."""

import hmac
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.running.keyed_dice import KeyedDice
from tests.games.playing import data
from tests.trial import ROOT

PAGE = (ROOT / "interpreter" / "DICE.md").read_text(encoding="utf-8")
EXAMPLE = Path(__file__).with_name("dice_example")
PACK = Path(__file__).parent / "kept_packs" / "answering"
"""The pack as it was when the example was played."""
HANDOUTS = sorted(path.name for path in EXAMPLE.iterdir() if path.is_dir())
Check = Callable[[bytes, bytes, dict[str, Any]], tuple[list[str], list[str]]]


def block(kind: str) -> str:
    """Return the last block of a kind on the page."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)[-1]


def checker() -> dict[str, Any]:
    """Return the names of the checker on the page."""
    names: dict[str, Any] = {"__name__": "check_dice"}
    exec(compile(block("python"), "check_dice.py", "exec"), names)
    return names


def handouts() -> dict[str, Any]:
    """Return what the seats of the example kept."""
    return {
        f"{name}/{file}": json.loads((EXAMPLE / name / file).read_text("utf-8"))
        for name in HANDOUTS
        for file in ("report.json", "log.json")
    }


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Give a copy of the example, its secret for nobody else."""
    shutil.copytree(EXAMPLE, tmp_path / "day")
    (tmp_path / "day" / "day.game.secret").chmod(0o600)
    return tmp_path / "day" / "day.game"


@pytest.mark.parametrize("at", range(5))
def test_the_vectors_are_those_of_the_program_and_of_the_checker(at: int) -> None:
    """They were made with neither."""
    vector = json.loads(block("json"))["vectors"][at]
    key, fields = bytes.fromhex(vector["key"]), vector["fields"]
    ours, theirs = KeyedDice(key), checker()
    assert ours.key(fields).hex() == vector["hmac"]
    assert theirs["keyed"](key, theirs["encoded"](*fields)).hex() == vector["hmac"]
    if "sides" in vector:
        fell, sides = vector["faces"], vector["sides"]
        assert list(ours.roll(fields, len(fell), sides)) == fell
        assert theirs["faces"](key, fields, len(fell), sides) == fell


@pytest.mark.parametrize("sides", [2, 6, 100, 4096, 4097, 2**28, 2**28 + 1, 10**30])
def test_the_checker_rolls_the_same_dice(sides: int) -> None:
    """Of any number of sides, more than one block of them."""
    path = ["throw.roll.dice", "red", 3]
    ours = KeyedDice(b"key").roll(path, 40, sides)
    assert checker()["faces"](b"key", path, 40, sides) == list(ours)


def test_the_numbers_of_the_text_are_those_of_the_example() -> None:
    """Every whole hash on the page is one of the example or of the vectors."""
    names = checker()
    secret = bytes.fromhex((EXAMPLE / "day.game.secret").read_text())
    events, _, _ = names["read_lines"]((EXAMPLE / "day.game").read_bytes())
    known = (EXAMPLE / "day.game").read_text() + block("json") + secret.hex()
    text = PAGE.partition("## A checker")[0]
    hashes = set(re.findall(r"\b[0-9a-f]{64}\b", text))
    assert len(hashes) >= 5
    assert [each for each in hashes if each not in known] == []
    shortened = re.findall(r"\b([0-9a-f]{6,8})\.{3}([0-9a-f]{6,10})\b", text)
    assert shortened
    for begin, end in shortened:
        assert re.search(rf"\b{begin}[0-9a-f]*{end}\b", known), (begin, end)
    assert [e["faces"] for e in events if "faces" in e] == [[3], [2], [1]]


def test_the_checker_runs_as_the_page_says(game: Path) -> None:
    """With the standard library alone; one changed receipt is found."""
    script = game.with_name("check_dice.py")
    script.write_text(block("python"), encoding="utf-8")
    kept = [f"{name}/report.json" for name in HANDOUTS]
    words = [sys.executable, "-I", "-S", script.name, "day.game", "day.game.secret"]
    done = subprocess.run(
        [*words, *kept], cwd=game.parent, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "10 events, 3 rolls worked out again",
        *(
            f"{name}: nothing up to event {event} was changed since"
            for name, event in zip(kept, (0, 5, 10, 2, 10), strict=True)
        ),
    ]
    other = handouts()
    other["north-2-played/log.json"]["proof"]["receipt"] = "0" * 64
    faults, _ = checker()["check"](
        game.read_bytes(), bytes(range(64)), {**handouts(), **other}
    )
    assert faults == ["north-2-played/log.json: its receipt is of no line of this game"]


def test_verify_says_the_same_of_the_example(game: Path) -> None:
    """Each handout is what the game showed, at its event."""
    held = [word for name in HANDOUTS for word in ("--held", str(game.with_name(name)))]
    told = data("verify", game, "--pack", PACK, *held)
    assert told["fault"] == ""
    assert [each["fault"] for each in told["held"]] == [""] * 5
    assert [each["event"] for each in told["held"]] == [0, 5, 10, 2, 10]


def test_a_receipt_is_hmac() -> None:
    """By the standard library alone, as the page describes it."""
    line = json.loads((EXAMPLE / "day.game").read_text().splitlines()[5])
    fields = ("receipt", "north_side", line["hash"])
    message = b"".join(
        b"t" + len(each).to_bytes(4, "big") + each.encode() for each in fields
    )
    expected = hmac.new(bytes(range(32, 64)), message, "sha256").hexdigest()
    assert handouts()["north-2-played/log.json"]["proof"]["receipt"] == expected

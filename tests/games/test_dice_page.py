"""What `interpreter/DICE.md` says: its vectors, its example, its checker."""

import hmac
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.dice import KeyedDice
from interpreter.journal.journal import BEGINNING, line_of
from interpreter.journal.secret import secret_file
from tests.games.playing import LATER, NORTH, TABLE, answered, call, data, done
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


SECRET = bytes(range(64))
CHOSEN = {"faces": [6]}  # the first roll, event 5, fell 3
WORD = {"event": "word", "seat": "north_side", "word": "mill"}


def forged(at: int, *change: Any, **fields: Any) -> bytes:
    """Return the example with other hashes: fields of an event are changed (None:
    removed), or events stand before it."""
    events = checker()["read_lines"]((EXAMPLE / "day.game").read_bytes())[0]
    events[at] = {
        name: value
        for name, value in {**events[at], **fields}.items()
        if value is not None
    }
    data, before = b"", BEGINNING
    for event in [*events[:at], *change, *events[at:]]:
        line, before = line_of(event, before)
        data += line
    return data


@pytest.mark.parametrize(
    "data",
    [
        forged(5, **CHOSEN),
        forged(5, **CHOSEN, typed=True),
        forged(5, **CHOSEN, typed=1),
        forged(5, typed=True),
        forged(5, **CHOSEN, key=None),
        forged(5, key=None),
        forged(5, **CHOSEN, event="Roll"),
        forged(5, **CHOSEN, event="choice"),
        forged(5, event=None),
        forged(5, event=["roll"]),
        forged(5, sides=0),
        forged(5, sides=-6),
        forged(5, sides=float(6)),
        forged(5, sides=True),
        forged(5, {"event": "draw", "at": "x", "drawn": [1]}),
        forged(4, WORD),
        forged(5, WORD),
        forged(10, WORD),
        forged(2, {**WORD, "seat": "judge"}),
        forged(4, {"event": "word", "seat": "north_side", "sealed": "0" * 64}),
        forged(0, words=["north_side", "south_side", "judge"]),
        forged(0, dice="real"),
        forged(1, *([[]] * 2)),
        forged(0, []),
        forged(1, 5),
    ],
)
def test_the_checker_finds_chosen_dice_without_a_receipt(data: bytes) -> None:
    """Whatever is changed of an event, with new hashes, so that its dice need not
    follow from the secret."""
    faults, _ = checker()["check"](data, SECRET, {})
    assert faults


def test_lines_with_right_hashes_that_are_no_events_are_found() -> None:
    """Neither JSON nor too deep for it: a fault, no traceback."""
    for body in (b"{]}", b"5}", b'{"a":' + b"[" * 100_000 + b"}"):
        digest = sha256(body).hexdigest().encode()
        line = body[:-1] + b', "hash": "' + digest + b'"}\n'
        assert checker()["check"](line, SECRET, {})[0] == ["line 1: it is no event"]


def test_a_game_forged_as_one_of_real_dice_needs_a_receipt(game: Path) -> None:
    """As the table says: neither `verify` nor the checker alone sees it."""
    events = checker()["read_lines"](game.read_bytes())[0]
    data, before = b"", BEGINNING
    for event in events:
        more = {"typed": True} if event.get("event") == "roll" else {}
        more |= {} if "event" in event else {"dice": "real"}
        line, before = line_of({**event, **more}, before)
        data += line
    game.write_bytes(data)
    assert checker()["check"](data, SECRET, {})[0] == []
    code, out, talk = call("verify", game, "--pack", PACK)
    assert (code, "follow each other and the rules" in out) == (0, True), talk
    held = game.with_name("north-2-played")
    assert call("verify", game, "--pack", PACK, "--held", held)[0] == 1
    kept = {name: file for name, file in handouts().items() if "2-played" in name}
    assert len(checker()["check"](data, SECRET, kept)[0]) == len(kept)


def test_the_checker_finds_nothing_in_honest_games(tmp_path: Path) -> None:
    """Not where dice were typed in, and choices taken back."""
    assert checker()["check"](forged(0), SECRET, {})[0] == []
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--game", game, "--real-dice", *LATER)
    answered(game, NORTH, "mirror")
    done("play", "--game", game, "--real-dice", *LATER, text="6\n")
    done("undo", game, "--consent")
    answered(game, NORTH, "button")
    done("play", "--game", game, "--real-dice", *LATER, text="5\n")
    secret = bytes.fromhex(secret_file(game).read_text("ascii"))
    faults, found = checker()["check"](game.read_bytes(), secret, {})
    assert faults == []
    assert found == ["5 events, 0 rolls worked out again"]


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_an_opened_secret_may_be_read_by_all(tmp_path: Path) -> None:
    """A seat saves both files with the mode of any other, and checks them; only what
    writes to a game wants its secret to be private."""
    game, held = tmp_path / "a.game", tmp_path / "held"
    begun = ("play", TABLE, "table", "--game", game, *LATER)
    done(*begun)
    done("handout", game, "--as", NORTH, held)
    secret_file(game).chmod(0o644)
    game.chmod(0o644)
    done("verify", game, "--held", held)
    done("replay", game)
    done("log", game, "--as", "judge")
    done("view", game, "--as", NORTH)
    for words in (
        ("play", "--game", game, *LATER),
        ("play", "--game", game, "--as", NORTH),
        ("word", game, "--as", NORTH, "mill"),
        ("undo", game),
    ):
        code, _, talk = call(*words)
        assert (code, "may be read by others" in talk) == (5, True), words
    answer = tmp_path / "answer.yaml"
    answer.write_text("token: x\nanswer: y\n", encoding="utf-8")
    code, _, talk = call("answer", game, answer)
    assert (code, "may be read by others" in talk) == (5, True)


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

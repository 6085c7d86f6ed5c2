"""What comes from outside and is odd: exit 2, 3, 4 or 5 with a sentence, never 70."""

import json
import signal
import time
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from interpreter.app import alarms
from interpreter.cli.terminal import VERBS
from tests.games.playing import TABLE, begin, call
from tests.games.test_bad import rewritten
from tests.long.inputs import TIMED
from tests.trial import Hangs, at_most

HELLO = str(Path(TABLE).with_name("hello"))
LONG = "x" * 300
FOREVER = """\
name: forever
formulas:
  a0: {is: 1}
"""


def pack(folder: Path, text: str) -> Path:
    """Write a pack of one file."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(text, "utf-8")
    return folder


def endless(folder: Path) -> Path:
    """Write a pack with a formula that takes years."""
    lines = [f"  a{n + 1}: {{is: a{n}() + a{n}()}}\n" for n in range(60)]
    return pack(folder, FOREVER + "".join(lines))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("run", LONG, "weather"), 2),
        (("show", f"{LONG}/x"), 2),
        (("check", "x/" * 3000), 2),
        (("run", HELLO, "weather", "--seed", "\udcff"), 2),
        (("play", TABLE, "table", "--game", "never", "--seed", "\udcff"), 2),
        (("view", "a\0b", "--as", "judge"), 2),
        (("play", TABLE, "table", "--game", "\0"), 2),
        (("view", LONG, "--as", "judge"), 5),
        (("verify", "x/" * 3000), 5),
        (("run", HELLO, "weather", "--answers", LONG), 3),
        (("schemas", LONG), 3),
        (("schemas", "x/" * 2000), 3),
        (("run", HELLO, "weather", "--max-time", "soon"), 3),
        (("run", HELLO, "weather", "--max-time", "0.0"), 3),
        (("check", HELLO, "--workers", "257"), 4),
        (("test", HELLO, "--workers", "9" * 40), 4),
        (("simulate", HELLO, "weather", "--workers", "257"), 4),
        (("test", HELLO, "--workers", "0"), 3),
        (("test", HELLO, "--all", "--changed"), 2),
    ],
)
def test_odd_words(words: tuple[str, ...], code: int) -> None:
    found, out, talk = call(*words)
    assert (found, out) == (code, "")
    assert talk.startswith("umpire: ")


@pytest.mark.parametrize("below", [LONG, "../" * 3000, "./" + LONG, "a\tb", "~"])
def test_a_pack_below_that_cannot_be(tmp_path: Path, below: str) -> None:
    """It is a problem at its line."""
    folder = pack(tmp_path / "a", f"name: a\nextends: {json.dumps(below)}\n")
    code, out, _ = call("check", folder)
    assert code == 3
    assert "ruleset.yaml:2:10: R801" in out


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('"chain": [["', '"chain": [["x", 5], ["'),
        ('"chain": [["', '"chain": [[5, ""], ["'),
        ('"options": {}', '"options": ""'),
        ('"options": {}', '"options": []'),
        ('"seats": {}', '"seats": []'),
    ],
)
def test_an_odd_first_line(tmp_path: Path, one: str, other: str) -> None:
    """Every hash is right, but it says not what is played."""
    game = tmp_path / "a.game"
    begin(game)
    rewritten(game, (0, one, other))
    for words in (
        ("verify", game),
        ("view", game, "--as", "judge"),
        ("log", game),
        ("play", "--game", game),
    ):
        code, out, talk = call(*words)
        assert (code, out) == (5, ""), (words, talk)


# the alarm may ring between a folder is opened and it is closed
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_time_of_a_command(tmp_path: Path) -> None:
    """It ends, says so in one sentence, and stdout stays empty."""
    folder = endless(tmp_path / "a")
    for verb in ("run", "odds", "simulate"):
        code, out, talk = call(verb, folder, "a60", "--max-time", "0.001")
        assert (code, out) == (4, "")
        assert "limit exceeded: seconds of this command, at most 0.001" in talk
    assert call("run", folder, "a3", "--max-time", "20")[0] == 0
    assert TIMED < VERBS


def test_the_alarm_of_a_caller_is_left_as_it_was() -> None:
    """It still rings after a command that had a time of its own; late if need be."""
    rung: list[float] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 100, 7)
        assert call("run", HELLO, "weather", "--max-time", "50")[0] == 0
        left, interval = signal.getitimer(signal.ITIMER_REAL)
        assert (50 < left <= 100, interval) == (True, 7)
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with alarms.at_most(50):
            time.sleep(0.1)
            assert not rung
        time.sleep(0.1)
        assert len(rung) == 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_time_limit_that_fails_is_found() -> None:
    """The long jobs give up a command that swallows the alarm of `--max-time`."""

    def swallow() -> None:
        end = time.monotonic() + 5
        while time.monotonic() < end:
            with suppress(alarms.TimeUp):
                time.sleep(1)

    with pytest.raises(Hangs), at_most(0.3), alarms.at_most(0.1):
        swallow()


def test_memory_that_is_not_there(tmp_path: Path) -> None:
    """It is a limit (4), and nobody's fault."""
    with patch("interpreter.cli.check.folder_of", side_effect=MemoryError):
        code, out, talk = call("check", HELLO)
    assert (code, out) == (4, "")
    assert "there is not enough memory" in talk


def test_many_problems_are_counted(tmp_path: Path) -> None:
    """200 are shown, errors before warnings; then how many more there are."""
    lines = [f"  f{n}: {{is: nobody{n}}}\n" for n in range(250)]
    folder = pack(tmp_path / "a", "name: a\nformulas:\n" + "".join(lines))
    code, out, _ = call("check", folder)
    assert code == 3
    assert out.count("R301") == 200
    assert "\n\n... and 50 more\n" in out
    assert "250 errors" in out
    told = json.loads(call("check", folder, "--json")[1])
    assert (told["count"], len(told["problems"])) == (250, 200)
    code, _, talk = call("run", folder, "f1", "--json")
    told = json.loads(talk.splitlines()[-1])
    assert (code, told["count"], len(told["problems"])) == (3, 250, 200)


def test_a_file_system_that_fails() -> None:
    """Whatever the system says of a file is one sentence, with its name."""
    fault = PermissionError(13, "Permission denied", "some/file")
    with patch("interpreter.cli.check.folder_of", side_effect=fault):
        code, out, talk = call("check", HELLO)
    assert (code, out) == (3, "")
    assert "cannot write or read 'some/file': Permission denied" in talk

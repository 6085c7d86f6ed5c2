"""A person rolls, the program asks."""

import subprocess
import sys
from io import StringIO

import pytest

from interpreter.app.answering.prompts import DiceRequest, Prompt, ask
from interpreter.cli.main import exit_code
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import OpenStop, Unusable
from tests.cli.calling import HELLO, ROOT, call

ROLL = DiceRequest("look.dice", 2, 6, "judge", "a look over the hill", "5 or more")


class Sofa(StringIO):
    """A stdin at which somebody sits."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def terminal(source: StringIO) -> Terminal:
    """Return a terminal with that stdin."""
    return Terminal(StringIO(), StringIO(), source)


def test_it_asks_who_what_and_why() -> None:
    """On stderr, so that stdout stays data."""
    here = terminal(StringIO("5, 3\n"))
    assert ask(ROLL, Prompt(here)) == (5, 3)
    assert isinstance(here.talk, StringIO)
    said = here.talk.getvalue()
    assert "judge rolls 2d6 for a look over the hill, needing 5 or more" in said
    assert isinstance(here.out, StringIO)
    assert not here.out.getvalue()


def test_without_words_of_the_pack_it_names_the_roll() -> None:
    """Nobody is told to roll at a path inside the program."""
    assert DiceRequest("shot.roll.die", 1, 12).sentence == "roll d12 for shot (die)"


@pytest.mark.parametrize(
    "line", ["7 1", "0 1", "5", "1 2 3", "five three", "-1 2", "\n"]
)
def test_an_impossible_roll(line: str) -> None:
    """A person is asked again; a script ends with 3."""
    assert ask(ROLL, Prompt(terminal(Sofa(f"{line}\n5 3\n")))) == (5, 3)
    with pytest.raises(Unusable) as found:
        ask(ROLL, Prompt(terminal(StringIO(f"{line}\n5 3\n"))))
    assert "line 1 of stdin: " in found.value.message
    assert "judge rolls 2d6 for a look over the hill" in found.value.hint
    assert "2 numbers from 1 to 6" in found.value.hint


def test_the_input_ends() -> None:
    """It is said, with exit code 1."""
    for source in (StringIO(""), Sofa("9 9\n")):
        with pytest.raises(OpenStop) as found:
            ask(ROLL, Prompt(terminal(source)))
        assert exit_code(found.value) == 1
        assert "ended" in found.value.message


def test_the_line_of_a_typo_is_counted() -> None:
    """The second roll of a script is its second line."""
    person = Prompt(terminal(StringIO("5 3\n5 x\n")))
    ask(ROLL, person)
    with pytest.raises(Unusable, match=r"line 2 of stdin: 'x' is no number"):
        ask(ROLL, person)


def test_one_die_falls_and_two_fall() -> None:
    """What is told of a roll agrees with how many dice there are."""
    assert DiceRequest("shot.roll.die", 1, 12).clause == "a d12 falls for shot (die)"
    assert DiceRequest("shot.roll.dice", 2, 12).clause == "2d12 fall for shot (dice)"
    assert ROLL.clause.startswith("judge rolls 2d6 for a look")


def test_lines_that_nobody_asked_for_are_told() -> None:
    """On stderr; the run has its result all the same."""
    called = call("run", HELLO, "weather", "--real-dice", text="5 3\n4 4\n\n1 1\n")
    assert called.code == 0
    assert "line 2 of stdin: '4 4', and 1 more was not used" in called.talk
    assert "left over" not in called.out
    called = call("run", HELLO, "weather", "--real-dice", text="5 3\n\n")
    assert "left over" not in called.talk


def test_nobody_waits_for_a_pipe_to_be_closed() -> None:
    """Who talks to us through a pipe may keep it open."""
    command = [sys.executable, "-m", "interpreter", "run", HELLO, "weather"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--real-dice"], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"5 3\n")
        process.stdin.flush()
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("other", [("--dice", "5,3"), ("--seed", "")])
def test_dice_come_from_one_side(other: tuple[str, str]) -> None:
    """A person's dice and others are not mixed in silence."""
    called = call("run", HELLO, "weather", "--real-dice", *other, text="5 3\n")
    assert called.code == 2
    assert f"--real-dice and {other[0]} exclude each other" in called.talk
    assert call("run", HELLO, "weather", "--dice", "5,3", "--seed", "one").code == 0

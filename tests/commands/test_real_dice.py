"""A person rolls, the program asks."""

from io import StringIO

import pytest

from interpreter.commands.real_dice import Wanted, ask
from interpreter.commands.terminal import Terminal
from interpreter.problems import OpenStop, Unusable

ROLL = Wanted("look.dice", 2, 6, "judge", "a look over the hill", "5 or more")


class Person(StringIO):
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
    assert ask(ROLL, here) == (5, 3)
    assert isinstance(here.talk, StringIO)
    said = here.talk.getvalue()
    assert "judge rolls 2d6 for a look over the hill, needing 5 or more" in said
    assert isinstance(here.out, StringIO)
    assert not here.out.getvalue()


def test_without_words_of_the_pack_it_names_the_roll() -> None:
    """Nobody is told to roll at a path inside the program."""
    assert Wanted("shot.roll.die", 1, 12).sentence == "roll d12 for shot (die)"


@pytest.mark.parametrize(
    "line", ["7 1", "0 1", "5", "1 2 3", "five three", "-1 2", "\n"]
)
def test_an_impossible_roll(line: str) -> None:
    """A person is asked again; a script ends with 3."""
    assert ask(ROLL, terminal(Person(f"{line}\n5 3\n"))) == (5, 3)
    with pytest.raises(Unusable):
        ask(ROLL, terminal(StringIO(f"{line}\n5 3\n")))


def test_the_input_ends() -> None:
    """It is said, with exit code 1."""
    for source in (StringIO(""), Person("9 9\n")):
        with pytest.raises(OpenStop) as found:
            ask(ROLL, terminal(source))
        assert found.value.exit_code == 1
        assert "ended" in found.value.message

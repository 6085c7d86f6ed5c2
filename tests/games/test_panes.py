"""A console with panes: what it is handed of a game, and of which seat."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import field

from interpreter.app.output import SeatPanes, ShownQuestion
from interpreter.cli.terminal import Terminal
from tests.games.playing import PACKS, TABLE, call, done, texts

RIDGE = ("play", str(PACKS / "outposts"), "ridge", "--as", "red")
REAL = ("play", TABLE, "table", "--real-dice")


class PaneTerminal(Terminal, frozen=True):
    """A terminal with panes that notes what it is handed; it has the panes that a test
    names."""

    events: list[object] = field(default_factory=list)
    reveals: tuple[str, ...] = ()

    @property
    def panes(self) -> "PaneTerminal":
        """Itself."""
        return self

    def say(self, text: str) -> None:
        """Note a message."""
        self.events.append(text)

    def clear(self) -> None:
        """Note that another seat comes."""
        self.events.append(None)

    def is_person(self) -> bool:
        """Always."""
        return True

    def show(self, panes: SeatPanes | str) -> None:
        """Note what is in the panes, or what is printed at the end."""
        self.events.append(panes)

    def pose(self, question: ShownQuestion) -> None:
        """Note a question."""
        self.events.append(question)

    def reveal(self, command: str) -> bool:
        """Have these panes."""
        return command in self.reveals

    @property
    def shown(self) -> list[SeatPanes]:
        """What was shown in panes, in order."""
        return [each for each in self.events if isinstance(each, SeatPanes)]

    @property
    def questions(self) -> list[ShownQuestion]:
        """What was asked, in order."""
        return [each for each in self.events if isinstance(each, ShownQuestion)]

    @property
    def said(self) -> list[str]:
        """The messages, in order."""
        return [each for each in self.events if isinstance(each, str)]


Played = Callable[..., PaneTerminal]


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """Return what plays a game on a terminal with panes, as far as lines are typed."""

    def play(*given: object, lines: str, reveals: tuple[str, ...] = ()) -> PaneTerminal:
        streams = StringIO(), StringIO(), StringIO(lines)
        terminal = PaneTerminal(*streams, reveals=reveals)
        with patch("interpreter.cli.main.here", return_value=terminal):
            call(*given, "--game", tmp_path / "a.game")
        return terminal

    return play


def test_a_seat_is_handed_its_position_and_its_map(
    tmp_path: Path, played: Played
) -> None:
    """What `view` and `map` print for it, and the question apart from its options."""
    console = played(*RIDGE, lines="")
    game = tmp_path / "a.game"
    (shown,) = console.shown
    assert shown.seat == "red"
    assert done("view", game, "--as", "red").startswith(f"{shown.position}\n")
    assert shown.map == done("map", game, "--as", "red").rstrip("\n")
    (asked,) = console.questions
    assert asked.text.startswith("red chooses ")
    assert asked.options


def test_position_and_map_are_not_said(played: Played) -> None:
    """They are always in view; the log begins with what has happened."""
    console = played(*RIDGE, lines="")
    assert console.said[0].startswith("   1. was told: sighting about blue guns")
    assert not any("red sees" in text for text in console.said)
    assert not any("North is up" in text for text in console.said)


def test_what_is_new_is_said_once(tmp_path: Path, played: Played) -> None:
    """A seat that stays at the keys reads in its log what came of its answer."""
    solo = ("--seat", "south_side=policy:plain")
    typed = "\nmirror\n1\n"
    console = played("play", TABLE, "table", "--seed", "one", *solo, lines=typed)
    assert console.said[1] == "nothing yet"
    assert sum("d6 fell 6" in text for text in console.said) == 1
    assert "nothing yet" not in console.said[2:]


def test_a_command_is_said_unless_a_pane_shows_it(played: Played) -> None:
    """`map` brings its pane forward; without one it prints."""
    silent = played(*RIDGE, lines="map\n", reveals=("map",))
    assert not any("North is up" in text for text in silent.said)
    assert len(silent.questions) == 2
    talking = played(*RIDGE, lines="map\n")
    assert any("North is up" in text for text in talking.said)


def test_a_seat_that_comes_finds_nothing_of_the_other(played: Played) -> None:
    """All is cleared before anything is handed to it, and its log is its own."""
    console = played("play", TABLE, "table", "--seed", "one", lines="\nmirror\n\n")
    cleared = [at for at, event in enumerate(console.events) if event is None]
    assert len(cleared) == 2
    north, south = console.events[cleared[0] : cleared[1]], console.events[cleared[1] :]
    assert [each.seat for each in north if isinstance(each, SeatPanes)] == [
        "north side"
    ]
    assert isinstance(south[1], ShownQuestion)
    assert south[1].text == "south side sits down and presses Enter:"
    assert {each.seat for each in south if isinstance(each, SeatPanes)} == {
        "south side"
    }
    assert not any("chose target" in str(event) for event in south)


def test_players_who_type_their_dice_are_shown_what_all_know(
    tmp_path: Path, played: Played
) -> None:
    """Whoever types the faces is the judge, but here no judge was ever asked anything,
    and players sit there. `view` prints all, as line by line."""
    console = played(*REAL, lines="\nmirror\n\nview\n", reveals=("view",))
    game = tmp_path / "a.game"
    known = done("view", game, "--as", "everyone").partition("\n\neveryone holds")[0]
    (judge,) = (each for each in console.shown if each.seat == "judge")
    assert known.startswith(judge.position)
    assert done("view", game, "--as", "judge").rstrip() in "\n".join(console.said)
    asked = ("--as", "judge")
    alone = played(*REAL, *asked, lines="position\n", reveals=("position",))
    assert alone.shown[0].position.startswith("judge sees\n")
    assert not any("judge sees" in text for text in alone.said)


def test_answers_count_the_same(tmp_path: Path, played: Played) -> None:
    """A game on a console with panes is the game that lines would make."""
    played(
        "play", TABLE, "table", "--seed", "one", lines="\nmirror\n\ncrown\n\n2\n\n1\n"
    )
    other = tmp_path / "b.game"
    text = "mirror\ncrown\n2\n1\n"
    done("play", TABLE, "table", "--seed", "one", "--game", other, text=text)
    assert texts(tmp_path / "a.game") == texts(other)


def test_several_answers_have_their_separator(played: Played) -> None:
    """One answer has none; each option is listed with what chooses it."""
    more = ("--seed", "one", "--with", "who=north_side", "--with", "most=40")
    (several,) = played("play", TABLE, "table", "shares", *more, lines="\n").questions[
        1:
    ]
    assert several.separator == ","
    assert [option.answer for option in several.options[:2]] == ["1", "2"]
    assert several.options[0].text.startswith("1. ")
    assert several.limits[0].startswith("1 to 2 of them, commas between")


def test_one_answer_has_no_separator(played: Played) -> None:
    """Nor has it limits."""
    one = played("play", TABLE, "table", "--seed", "one", lines="\n").questions[1]
    assert (one.separator, one.limits) == ("", ())


def test_a_briefing_begins_the_log(tmp_path: Path, played: Played) -> None:
    """After the panes, with which a screen appears, and before what has happened."""
    console = played("play", "concealment", "hedge and lane", lines="\n")
    kinds = [type(each) for each in console.events if each is not None]
    first = next(each for each in console.events if isinstance(each, str))
    assert "a team of snipers" in " ".join(first.split())
    assert "sergeant with binoculars" not in " ".join(first.split())
    assert kinds.index(SeatPanes) < kinds.index(str)

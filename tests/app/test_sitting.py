"""A game begun and played at one terminal, without a command line."""

from io import StringIO
from pathlib import Path

import pytest

from interpreter.app.opening.games import (
    NewGame,
    OpenGame,
    seat_rests_text,
    unbegun_text,
    unheard,
    words_wanted_text,
)
from interpreter.app.opening.session import opened
from interpreter.app.playing.sitting import begun_here, played_here, rests_text
from interpreter.diagnostics import UsageError
from interpreter.pipeline.opening import open_pack
from tests.games.playing import NORTH, SOUTH, TABLE

CAREFUL = {NORTH: "policy:careful", SOUTH: "policy:careful"}


class Script:
    """A console where nobody sits: what is said, and no lines to read."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.source = StringIO("")
        self.width = 80
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Keep a message."""
        self.said.append(text)

    def clear(self) -> None:
        """Keep what was said."""

    def is_person(self) -> bool:
        """Answer as a script does."""
        return False


def new_game(words: bool = False) -> NewGame:
    """Return a game of the table with a known secret."""
    session = opened(open_pack(Path(TABLE), {}), "table", None, {})
    return NewGame(session, {}, {}, seed=b"k" * 32, words=words)


def unchecked(_: OpenGame) -> None:
    """Check nothing."""


def test_policies_play_to_the_end_and_the_result_is_told(tmp_path: Path) -> None:
    """Nobody reads along, so the last line has what the game gave."""
    path, console = tmp_path / "a.game", Script()
    with begun_here(new_game(), path, None, unchecked, unheard) as found:
        playing = played_here(found, CAREFUL, {}, console, judge_alone=False)
        assert found.game.course.is_finished
        assert not playing.is_shared
        assert rests_text(playing).startswith("the game is at its end")
        assert seat_rests_text(found.game.course, NORTH) == "the game is at its end"


def test_with_the_judge_alone_the_seats_answer_later(tmp_path: Path) -> None:
    """The game waits for them, and the judge reads for whom; a seat does not."""
    path, console = tmp_path / "a.game", Script()
    with begun_here(new_game(), path, "judge", unchecked, unheard) as found:
        playing = played_here(found, {}, {}, console, judge_alone=True)
        assert not found.game.course.is_finished
        assert "the game waits for" in rests_text(playing)
        assert "north side" in rests_text(playing)
        text = seat_rests_text(found.game.course, SOUTH)
        assert text == "south side is asked nothing now; the game waits for others"


def test_what_the_check_raises_leaves_no_file(tmp_path: Path) -> None:
    """The game can be begun with other words."""

    def refuse(_: OpenGame) -> None:
        raise UsageError("not so")

    beginning = begun_here(new_game(), tmp_path / "a.game", None, refuse, unheard)
    with pytest.raises(UsageError, match="not so"), beginning:
        pass
    assert [*tmp_path.iterdir()] == []


def test_a_game_for_words_says_how_it_goes_on(tmp_path: Path) -> None:
    """A command for each seat, with the file as it was written."""
    path = tmp_path / "a.game"
    with begun_here(new_game(True), path, None, unchecked, unheard) as found:
        first, _, *commands = words_wanted_text(found.opened, "./a.game").split("\n")
    assert first.endswith(found.opened.header["secret"])
    assert commands == [
        f"  umpire word ./a.game --as {seat} WORD" for seat in (NORTH, SOUTH)
    ]


def test_a_file_without_a_game_is_explained(tmp_path: Path) -> None:
    """One that is not there needs no word."""
    path = tmp_path / "a.game"
    assert unbegun_text(path) == ""
    path.write_text("", encoding="utf-8")
    assert "was interrupted" in unbegun_text(path)

"""What a side of Rencounter learns of men who hide: not how many, nor who leads them,
nor what they carry and ride."""

import re
from pathlib import Path

from tests.cli.calling import call


def seen_at_the_start(game: Path, seat: str, *played: str) -> str:
    """Return what a seat sees before the first answer of a game."""
    named = ("--game", str(game), "--seed", "a")
    call("play", "rencounter", *played, *named, text="")
    view = call("view", "--as", seat, str(game))
    assert view.code == 0, view.talk
    return view.out


def test_the_ambushed_see_neither_number_nor_leader(tmp_path: Path) -> None:
    view = seen_at_the_start(tmp_path / "a.game", "convoy", "night_ambush")
    bands = set(re.findall(r"(?:grey|black)[ _]\w+", view))
    assert bands == {"grey band", "black band"}
    assert re.search(r"raiders *\n", view)  # and no strength


def test_neither_guns_nor_horses_of_who_hides_are_seen(tmp_path: Path) -> None:
    view = seen_at_the_start(tmp_path / "a.game", "red", "hidden guns", "turn")
    assert "walker" in view
    assert not re.search("(musket|horse)[ _]of", view)

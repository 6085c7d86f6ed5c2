"""A campaign of four weeks, played by files alone, is what it was, letter by letter."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.playing import LETTERS, SEATS, played
from tests.games.playing import data, done

Letters = dict[str, dict[str, str]]
NORTH = "Duke|Alaric|Border Watch|Griffon Tower|Eyrie|Iron Company|Hilde|Odo|Yrsa"
SOUTH = "Skarn|Vex|Ulla|Horde|Riders|Hidden Spears|wolf riders|slingers"
ENEMIES = {"north_side": SOUTH.split("|"), "south_side": NORTH.split("|")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the campaign of this module."""
    return tmp_path_factory.mktemp("campaign")


@pytest.fixture(scope="module")
def letters(folder: Path) -> Letters:
    """Return all letters, by moment and seat."""
    return dict(played(folder))


def without_tokens(text: str) -> str:
    """Return a letter without what follows from the secret of one game."""
    return re.sub(r"token: [0-9a-f]{32}", "token: ...", text)


def kept() -> Iterator[tuple[str, str, str]]:
    """Yield moment, seat and text of each letter that is kept."""
    for file in sorted(LETTERS.glob("*/*.md")):
        yield file.parent.name, file.stem, file.read_text("utf-8")


def test_every_letter_is_kept(letters: Letters) -> None:
    known = {(moment, seat) for moment, seat, _ in kept()}
    assert known == {(moment, seat) for moment in letters for seat in SEATS}


@pytest.mark.parametrize(("moment", "seat", "text"), list(kept()))
def test_a_letter_is_what_it_was(
    letters: Letters, moment: str, seat: str, text: str
) -> None:
    """`python -m tests.campaign --write` writes them anew; read what changed."""
    assert without_tokens(letters[moment][seat]) == text


@pytest.mark.parametrize("seat", SEATS)
def test_no_letter_names_what_the_enemy_calls_his_own(
    letters: Letters, seat: str
) -> None:
    for moment, by_seat in letters.items():
        for name in ENEMIES[seat]:
            assert name not in by_seat[seat], (moment, name)


def test_the_game_can_be_verified_and_replayed(letters: Letters, folder: Path) -> None:
    game = folder / "campaign.game"
    assert "the-end" in letters
    done("verify", game)
    assert data("replay", game)["finished"]
    for seat in SEATS:
        done("verify", game, "--held", folder / "letters" / seat)

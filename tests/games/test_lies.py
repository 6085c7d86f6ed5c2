"""A game in which a watcher may be lied to: nobody is waited for because he fumbled."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.files.folder import MANIFEST
from tests.games.playing import PACKS, answered, data, done, hand, question

HIDERS = str(PACKS.parents[1] / "rulesets" / "concealment")
PATROL, DEFENCE = "patrol_side", "defence_side"
FUMBLE, FAILURE = "1\n6\n", "2\n3\n"  # the watcher's die, and that of who hides
ANSWERS: dict[str, Any] = {  # after the one search nobody does anything
    "target": "none",
    "beside": [],
    "observer": "none",
    "work": "nothing",
    "goal": "none",
    "aimed at": "none",
}
LONGEST = 20


def begun(folder: Path) -> Path:
    """Begin a game with dice on the table; its first search is of the barn."""
    folder.mkdir()
    game = folder / "a.game"
    later = (f"{seat}=later" for seat in (PATROL, DEFENCE, "judge"))
    seats = [part for each in later for part in ("--seat", each)]
    done("play", HIDERS, "hedge and lane", "--game", game, "--real-dice", *seats)
    answered(game, PATROL, "barn")
    return game


def asked(game: Path, seat: str) -> Any:
    """Return the open question of a seat without its token, or None."""
    found = question(game, seat)
    return found and {key: found[key] for key in found if key != "token"}


def moments(game: Path, dice: str, lie: str) -> Iterator[tuple[Any, Any]]:
    """Play on until what hides may act; yield what the two seats are asked."""
    for _ in range(LONGEST):
        patrol, defence = asked(game, PATROL), asked(game, DEFENCE)
        yield patrol, defence
        if patrol is not None:
            answered(game, PATROL, ANSWERS[patrol["name"]])
        elif defence is None:
            done("play", "--game", game, "--as", "judge", text=dice)
        elif defence["name"] == "story":
            answered(game, DEFENCE, lie)
        else:
            assert defence["name"] == "reaction"
            return
    pytest.fail("the bound does not end")


def files(game: Path, seat: str) -> dict[str, str]:
    """Return what a seat is handed, without what each game has of its own: the token
    of its question, the commitment to its secret, and hashes of files with these."""
    marks = (question(game, DEFENCE)["token"], data("verify", game)["commitment"])
    held = {name: text for name, text in hand(game, seat).items() if name != MANIFEST}
    for mark in marks:
        held = {name: text.replace(mark, "own") for name, text in held.items()}
    return held


@pytest.mark.long
def test_a_fumble_is_waited_for_like_any_other_search(tmp_path: Path) -> None:
    """V-CON-10: the same open questions for each seat after each answer, and files."""
    got = []
    for name, dice in (("fumble", FUMBLE), ("failure", FAILURE)):
        game = begun(tmp_path / name)
        waits = tuple(moments(game, dice, "vague suspicion"))
        names = [each["name"] for _, each in waits if each]
        assert names == ["story", "reaction"]
        got.append((waits, [files(game, seat) for seat in (PATROL, DEFENCE)]))
    assert got[0] == got[1]


@pytest.mark.parametrize(
    ("dice", "told"), [(FUMBLE, "nothing learnt"), (FAILURE, "vague suspicion")]
)
def test_the_two_games_are_not_one(tmp_path: Path, dice: str, told: str) -> None:
    """Another lie is believed after the fumble alone."""
    game = begun(tmp_path / "game")
    answered(game, DEFENCE, "nothing")
    answered(game, PATROL, [])
    done("play", "--game", game, "--as", "judge", text=dice)
    claims = data("view", game, "--as", PATROL)["claims"]
    assert [each["label"] for each in claims] == [told]

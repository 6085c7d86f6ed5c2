"""A game in which a watcher may be lied to: nobody is waited for because he fumbled."""

from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from interpreter.files.folder import MANIFEST
from tests.games.playing import PACKS, answered, data, done, hand, question

HIDERS = str(PACKS.parents[1] / "rulesets" / "concealment")
PATROL, DEFENCE = "patrol_side", "defence_side"
FUMBLE, BAD_FAILURE, FAILURE = "1\n6\n", "2\n4\n", "2\n3\n"
"""The watcher's die, and that of who hides."""
ANSWERS: dict[str, Any] = {  # after the one search nobody does anything
    "beside": [],
    "observer": "none",
    "work": "nothing",
    "goal": "none",
    "aimed at": "none",
}
LONGEST = 20
TARGET = "target"


def begun(folder: Path) -> Path:
    """Begin a game with dice on the table; nobody has answered anything."""
    folder.mkdir()
    game = folder / "a.game"
    later = (f"{seat}=later" for seat in (PATROL, DEFENCE, "judge"))
    seats = [part for each in later for part in ("--seat", each)]
    done("play", HIDERS, "hedge and lane", "--game", game, "--real-dice", *seats)
    return game


def asked(game: Path, seat: str) -> Any:
    """Return the open question of a seat without its token, or None."""
    found = question(game, seat)
    return found and {key: found[key] for key in found if key != "token"}


def moments(
    game: Path, dice: str, lie: str, searched: str = "barn"
) -> Iterator[tuple[Any, Any]]:
    """Play on until what hides may act; yield what the two seats are asked. The first
    who may search does so there, or not at all."""
    targets = chain([searched], repeat("none"))
    for _ in range(LONGEST):
        patrol, defence = asked(game, PATROL), asked(game, DEFENCE)
        yield patrol, defence
        if patrol is not None:
            name = patrol["name"]
            answered(game, PATROL, next(targets) if name == TARGET else ANSWERS[name])
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
    answered(game, PATROL, "barn")
    answered(game, PATROL, [])
    done("play", "--game", game, "--as", "judge", text=dice)
    claims = data("view", game, "--as", PATROL)["claims"]
    assert [each["label"] for each in claims] == [told]


def test_whoever_hides_gets_the_same_of_a_game_without_the_search(
    tmp_path: Path,
) -> None:
    """CON-52: what it is asked, its view, log and letter at each question are those of
    a game in which nobody searches, if a search finds nothing."""
    got = []
    for name, searched in (("search", "barn"), ("none", "none")):
        game = begun(tmp_path / name)
        asks: list[Any] = []
        seen: list[dict[str, str]] = []
        for _, defence in moments(game, BAD_FAILURE, "nothing", searched):
            if defence is not None:
                asks.append(defence)
                seen.append(files(game, DEFENCE))
        assert [each["name"] for each in asks] == ["story", "reaction"]
        told = data("view", game, "--as", PATROL)["claims"]
        claims = [claim["label"] for claim in told]
        assert claims == (["nothing learnt"] if searched == "barn" else [])
        got.append((asks, seen))
    assert got[0] == got[1]

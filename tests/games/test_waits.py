"""Games in which calls wait: who knows of them, and that they last."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.playing import PACKS, answered, data, done, hand, question

PACK = str(PACKS / "couriers")
LATER = ("--seat", "red=later", "--seat", "blue=later")


def begin(game: Path) -> None:
    """Begin a game in which nobody of the two sides is here."""
    done("play", PACK, "plain", "--game", game, "--seed", "one", *LATER)


def given(game: Path, seat: str) -> dict[str, Any]:
    """Return all that a seat is handed, without the token, which holds a secret."""
    files = hand(game, seat)
    token = (question(game, seat) or {}).get("token", "-")
    return {name: text.replace(token, "token") for name, text in files.items()}


def waiting(game: Path, seat: str) -> list[str]:
    """Return the lines of a view that say what waits."""
    lines = done("view", game, "--as", seat).splitlines()
    return [each.strip() for each in lines if "waiting" in each]


def test_a_call_that_waits_is_seen_by_whom_it_concerns(tmp_path: Path) -> None:
    """And by the judge, who is told who knows of it."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, "red", "ambush")
    line = "waiting: march(ambush, 2) at turn begins(2)"
    assert waiting(game, "red") == [line]
    assert waiting(game, "blue") == []
    assert f"{line}\n  known to red\n" in done("view", game, "--as", "judge")
    answered(game, "blue", "none")
    assert waiting(game, "red") == []


def test_nobody_else_sees_an_order_wait_or_arrive(tmp_path: Path) -> None:
    """Not even by the numbers of his own calls, behind it among all that wait."""
    games = []
    for name, orders in (("one", ("ambush", "none")), ("other", ("none", "none"))):
        game = tmp_path / name / "a.game"
        game.parent.mkdir()
        begin(game)
        seen = []
        for order in orders:
            answered(game, "red", order)
            seen.append(given(game, "blue"))
            answered(game, "blue", "reserve")
            seen.append(given(game, "blue"))
        games.append((seen, done("view", game, "--as", "red")))
    (one, red), (other, red_too) = games
    assert one == other
    assert red != red_too
    assert any("reserve" in json.dumps(each) for each in one)


def test_what_waits_is_the_same_after_an_undo_and_a_replay(tmp_path: Path) -> None:
    """It follows from the answers alone, so nothing of it is kept elsewhere."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, "red", "vanguard")
    before = done("view", game, "--as", "judge")
    done("undo", game, "--consent")
    assert waiting(game, "red") == []
    answered(game, "red", "vanguard")
    assert done("view", game, "--as", "judge") == before
    answered(game, "blue", "none")
    assert question(game, "blue")["name"] == "fire"  # in the middle of red's move
    answered(game, "blue", "yes")
    assert waiting(game, "blue") == ["waiting: load(pickets) at turn begins(3)"]
    now = data("view", game, "--as", "judge")
    assert data("replay", game)["events"]
    data("verify", game)
    assert data("view", game, "--as", "judge") == now


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_policy_answers_in_the_middle_of_a_move(tmp_path: Path, seat: str) -> None:
    """The game goes on to its end, whoever is played by a policy."""
    game = tmp_path / "a.game"
    both = ("--seat", "red=policy:steady", "--seat", "blue=policy:steady")
    done("play", PACK, "plain", "--game", game, "--seed", "one", *both)
    assert "fire" in done("log", game)
    assert done("view", game, "--as", seat)

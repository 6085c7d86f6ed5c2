"""Receipts: what a seat knows is bound by them, and they tell nothing else."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from interpreter.running.looking import EVERYONE
from tests.games.playing import (
    LATER,
    NORTH,
    SOUTH,
    TABLE,
    answered,
    call_whole,
    data,
    done,
    question,
    reply,
)
from tests.secrets.midgame import Receipts
from tests.secrets.sittings import Sitting, table

PACKS = ("answering table", "hiding meadow", "couriers plain", "masks room")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Begin a game whose two sides are elsewhere."""
    path = tmp_path / "a.game"
    done("play", TABLE, "table", "--game", path, "--seed", "one", *LATER)
    return path


def proof(game: Path, seat: str, verb: str = "view") -> dict[str, Any]:
    """Return what a seat holds."""
    told = call_whole(verb, game, "--as", seat, "--json")[1]
    found: dict[str, Any] = json.loads(told)["proof"]
    return found


def receipts(game: Path) -> list[str]:
    """Return the receipts of both sides and of everyone."""
    return [proof(game, seat)["receipt"] for seat in (NORTH, SOUTH, "everyone")]


@pytest.mark.parametrize("name", PACKS)
@pytest.mark.parametrize("seed", range(4))
def test_a_receipt_changes_only_with_what_its_seat_knows(name: str, seed: int) -> None:
    """Whatever others do in secret; in games that are played at random."""
    played = table(f"tests/packs/{name}")
    seen = Receipts()
    faults = [
        fault
        for course in Sitting(played, f"receipts {seed}").stops()
        for fault in seen.unlike(played, course)
    ]
    assert faults == []
    assert EVERYONE in seen._last


def test_looking_again_shows_the_same(game: Path) -> None:
    """A view, a log and both files of a handout show one thing, as text and JSON."""
    for seat in (NORTH, SOUTH, "everyone"):
        folder = game.with_name(seat)
        done("handout", game, "--as", seat, folder)
        held = [
            *(proof(game, seat, verb) for verb in ("view", "log")),
            *(
                json.loads((folder / name).read_text("utf-8"))["proof"]
                for name in ("report.json", "log.json")
            ),
        ]
        assert held == [held[0]] * 4
        assert held[0]["commitment"] == data("verify", game)["commitment"]
        lines = [call_whole(verb, game, "--as", seat)[1] for verb in ("view", "log")]
        lines += [
            (folder / f"{name}.txt").read_text("utf-8") for name in ("report", "log")
        ]
        for text in lines:
            found = re.search(r"receipt +([0-9a-f]{64})\n", text)
            assert found
            assert found[1] == held[0]["receipt"]
            assert held[0]["commitment"] in text


def test_each_own_answer_brings_another_receipt(game: Path) -> None:
    """Of a seat that answered, and of all who saw what fell; no two are alike."""
    seen = [receipts(game)]
    for seat, answer in ((NORTH, "mirror"), (SOUTH, "crown")):
        answered(game, seat, answer)
        seen.append(receipts(game))
    for before, after in pairwise(seen):
        assert not {*before} & {*after}
    assert len({each for row in seen for each in row}) == 9


def test_who_bids_first_shows_in_no_receipt(game: Path) -> None:
    """The other side has the same one before and after it, and so has everyone."""
    for seat, answer in ((NORTH, "mirror"), (SOUTH, "crown")):
        answered(game, seat, answer)
    before = receipts(game)
    answered(game, NORTH, 2)
    after = receipts(game)
    assert before[1:] == after[1:]
    assert before[0] != after[0]


def test_an_undo_that_a_seat_could_see_brings_a_receipt(game: Path) -> None:
    """And what was taken back stays bound by it."""
    answered(game, NORTH, "mirror")
    held = game.with_name("held")
    done("handout", game, "--as", SOUTH, held)
    before = proof(game, SOUTH)
    done("undo", game, "--consent")
    assert proof(game, SOUTH)["receipt"] != before["receipt"]
    told = data("verify", game, "--held", held, "--holds", before["receipt"][:12])
    assert [each["fault"] for each in told["held"]] == [""]
    assert told["fault"] == ""
    assert told["holds"] == {
        before["receipt"][:12]: f"the receipt of {SOUTH} at event 2"
    }


def test_a_handout_that_shows_something_else_is_found(game: Path) -> None:
    """Its receipt is right; what it says of the game is not."""
    held = game.with_name("held")
    answered(game, NORTH, "mirror")
    done("handout", game, "--as", SOUTH, held)
    assert call_whole("verify", game, "--held", held)[0] == 0
    for name, one, other in (
        ("log.json", "fell 6", "fell 5"),
        ("report.json", '"worth": 9', '"worth": 8'),
        ("question.json", '"token": "', '"token": "0'),
    ):
        text = (held / name).read_text("utf-8")
        assert one in text
        (held / name).write_text(text.replace(one, other), "utf-8")
        code, out, _ = call_whole("verify", game, "--held", held)
        assert (code, f"something else than its {name}" in out) == (1, True)
        (held / name).write_text(text, "utf-8")


def test_what_is_no_handout_is_said(game: Path) -> None:
    """A folder without one, a file that is none, a wrong seat, another game."""
    held = game.with_name("held")
    held.mkdir()
    for content in (None, "{", "[]", "{}", '{"proof": 1}', '{"proof": {"seat": "x"}}'):
        if content is not None:
            (held / "report.json").write_text(content, "utf-8")
        code, out, talk = call_whole("verify", game, "--held", held)
        assert (code, out) == (3, ""), content
        assert "umpire: " in talk
    assert call_whole("verify", game, "--held", held / "none.json")[0] == 3
    other = game.with_name("b.game")
    done("play", TABLE, "table", "--game", other, "--seed", "two", *LATER)
    theirs = game.with_name("theirs")
    done("handout", other, "--as", SOUTH, theirs)
    code, out, _ = call_whole("verify", game, "--held", theirs)
    assert (code, "another secret was committed to" in out) == (1, True)


def test_an_answer_that_is_refused_changes_no_receipt(game: Path) -> None:
    """Nothing was written."""
    before = receipts(game)
    token = question(game, NORTH)["token"]
    assert reply(game, token, "owls")[0] == 3
    assert receipts(game) == before

"""Receipts: what a seat knows is bound by them, and they tell nothing else."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from interpreter.app.opening.games import OpenGame
from interpreter.app.playing.handouts import handed_out
from interpreter.app.playing.verifying import HANDOUT_NAMES, compared
from interpreter.games.receipts import hashes_of
from interpreter.reports import values
from interpreter.views.visibility import ALL_SEATS
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
from tests.sampled import sampled
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
@pytest.mark.parametrize("undos", [0.0, 0.3])
def test_a_receipt_changes_only_with_what_its_seat_knows(
    name: str, seed: int, undos: float
) -> None:
    """Whatever others do in secret; in games that are played at random."""
    played = Sitting(table(f"tests/packs/{name}"), f"receipts {seed}", undos)
    seen = Receipts()
    faults = [fault for _ in played.stops() for fault in seen.unlike(played)]
    assert faults == []
    assert ALL_SEATS in seen._last


def games_with_undos() -> list[Any]:
    """Return (pack and scenario, seed) of the games whose handouts are verified."""
    values = [(name, seed) for name in PACKS for seed in range(8)]
    return sampled(
        values, lambda value: value[1] < 2, lambda value: "-".join(map(str, value))
    )


@pytest.mark.parametrize("game_played", games_with_undos())
def test_every_honest_handout_verifies(game_played: tuple[str, int]) -> None:
    """Those of all seats at every stop, compared with the game at its end, in games
    with random answers and undos."""
    name, seed = game_played
    sitting = Sitting(table(f"tests/packs/{name}"), f"honest {seed}", 0.6)
    handouts: dict[str, None] = {}
    for course in sitting.stops():
        opened = opened_as_file(sitting)
        for seat in (*course.beginning.seats.values(), ALL_SEATS):
            files = handed_out(opened, course, seat, drawn=False)
            read = {
                name: json.loads(files[name]) for name in HANDOUT_NAMES if name in files
            }
            handouts[json.dumps(read)] = None
    assert any(event.get("event") == "undo" for event in sitting.events)
    opened = opened_as_file(sitting)
    held = [compared(opened, "held", json.loads(handout)) for handout in handouts]
    assert [(one.seat, one.event, one.fault) for one in held if one.fault] == []


def opened_as_file(sitting: Sitting) -> OpenGame:
    """Return a game as it stands as if it were opened from a file."""
    events = tuple(sitting.events)
    session, beginning = sitting.table.session, sitting.course.beginning
    hashes = tuple(hashes_of(events))
    return OpenGame(Path("a.game"), events[0], events, session, beginning, hashes)


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


def test_handouts_made_after_an_undo_verify(game: Path) -> None:
    """Of the seat whose choice was taken back, of one that could see it, and of what
    everyone knows: with the undo, and with what was chosen instead."""
    names = []
    for number, act in enumerate(("mirror", None, "button", None, "none")):
        if act is None:
            done("undo", game, "--consent")
        else:
            answered(game, NORTH, act)
        for seat in (NORTH, SOUTH, "everyone"):
            names.append(game.with_name(f"{number} {seat}"))
            done("handout", game, "--as", seat, names[-1])
    held = [text for name in names for text in ("--held", str(name))]
    told = data("verify", game, *held)
    assert [each["fault"] for each in told["held"]] == [""] * len(names)


def test_who_chose_knows_of_the_undo(game: Path) -> None:
    """Though nobody had to consent for it: its receipt binds the undo."""
    before = proof(game, NORTH)["receipt"]
    answered(game, NORTH, "mirror")
    done("undo", game, "--consent")
    receipt = proof(game, NORTH)["receipt"]
    assert receipt != before
    told = data("verify", game, "--holds", receipt)
    assert told["holds"] == {receipt: f"the receipt of {NORTH} at event 3"}


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
        assert (code, f"its {name} differs from what the game shows" in out) == (
            1,
            True,
        )
        (held / name).write_text(text, "utf-8")


@pytest.mark.parametrize("name", ["report.json", "log.json"])
@pytest.mark.parametrize("part", ["seat", "commitment", "receipt", "words", "all"])
def test_files_of_a_handout_with_different_proofs_are_found(
    game: Path, name: str, part: str
) -> None:
    """Whichever of them was changed; one without its proof is no handout of ours."""
    held = game.with_name("held")
    answered(game, NORTH, "mirror")
    done("handout", game, "--as", SOUTH, held)
    text = json.loads((held / name).read_text("utf-8"))
    if part == "all":
        del text["proof"]
    elif part == "words":
        text["proof"][part] = [{"seat": SOUTH, "word": "mill", "sealed": None}]
    else:
        text["proof"][part] = NORTH if part == "seat" else "0" * 64
    (held / name).write_text(json.dumps(text), "utf-8")
    code, out, _ = call_whole("verify", game, "--held", held)
    assert code == 1, out


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
    for name in ("a" * 300, "a" * 5000, "a/" * 5000):
        code, out, talk = call_whole("verify", game, "--held", held / name)
        assert (code, out) == (3, ""), name
        assert "cannot write or read" not in talk
    other = game.with_name("b.game")
    done("play", TABLE, "table", "--game", other, "--seed", "two", *LATER)
    theirs = game.with_name("theirs")
    done("handout", other, "--as", SOUTH, theirs)
    code, out, _ = call_whole("verify", game, "--held", theirs)
    assert (code, "another secret was committed to" in out) == (1, True)


def test_verify_of_a_game_whose_name_leaves_no_room_for_its_secret(game: Path) -> None:
    """Such a secret cannot be there, and that is what is said."""
    code, out, talk = call_whole("verify", game.rename(game.with_name("a" * 250)))
    assert (code, talk) == (1, "")
    assert "the secret of the dice is missing" in out


def test_an_answer_that_is_refused_changes_no_receipt(game: Path) -> None:
    """Nothing was written."""
    before = receipts(game)
    token = question(game, NORTH)["token"]
    assert reply(game, token, "owls")[0] == 3
    assert receipts(game) == before


@pytest.fixture
def older(game: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a handout of the game as it was written when names were printed with
    underscores."""
    held = game.with_name("older")
    answered(game, NORTH, "mirror")
    with monkeypatch.context() as patch:
        patch.setattr(values, "printed", lambda name: name)
        done("handout", game, "--as", SOUTH, held)
    assert SOUTH in json.loads((held / "question.json").read_text("utf-8"))["question"]
    return held


def test_a_handout_of_an_older_version_holds(game: Path, older: Path) -> None:
    """Though the token of its question was made from other words."""
    token = json.loads((older / "question.json").read_text("utf-8"))["token"]
    done("handout", game, "--as", SOUTH, game.with_name("now"))
    now = json.loads((game.with_name("now") / "question.json").read_text("utf-8"))
    assert token != now["token"]
    assert call_whole("verify", game, "--held", older)[0] == 0


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("log.json", "fell 6", "fell 5"),
        ("report.json", '"worth": 9', '"worth": 8'),
        ("report.json", '"id": "north_side"', '"id": "north side"'),
        ("question.json", '"token": "', '"token": "0'),
        ("question.json", '"crown"', '"mirror"'),
    ],
)
def test_an_older_one_that_shows_something_else_is_found(
    game: Path, older: Path, name: str, one: str, other: str
) -> None:
    text = (older / name).read_text("utf-8")
    assert one in text
    (older / name).write_text(text.replace(one, other, 1), "utf-8")
    code, out, _ = call_whole("verify", game, "--held", older)
    assert (code, f"its {name} differs from what the game shows" in out) == (1, True)


def test_a_token_with_words_of_another_version_is_found(game: Path) -> None:
    """One sign that was changed does not make another token pass."""
    held = game.with_name("held")
    answered(game, NORTH, "mirror")
    done("handout", game, "--as", SOUTH, held)
    asked = json.loads((held / "question.json").read_text("utf-8"))
    asked["question"] = asked["question"].replace("south side", "south_side", 1)
    (held / "question.json").write_text(json.dumps(asked), "utf-8")
    assert call_whole("verify", game, "--held", held)[0] == 1

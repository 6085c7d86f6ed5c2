"""An `ask` with `for_each`: all seats are asked at once, and each answer is checked
when it is given."""

from pathlib import Path

import pytest

from tests.games.crews import CREWS, LATER, answered, begun, question
from tests.games.playing import call, data, done
from tests.ruleset.packs import write


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game in which both sides say how far their ships sail."""
    return begun(tmp_path, "all sail")


def where(game: Path) -> dict[str, int]:
    """Return where each ship is."""
    ships = [e for e in data("view", game, "--as", "judge")["sees"] if e["id"] != "red"]
    return {
        each["id"]: each["fields"]["at"]["value"]
        for each in ships
        if each["kind"] == "ship"
    }


def test_both_sides_are_asked_for_their_own(game: Path) -> None:
    red, blue = question(game, "red"), question(game, "blue")
    assert [part["of"] for part in red["parts"]] == ["the Red Rose", "lily"]
    assert len(blue["parts"]) == 2
    assert all(part["options"] is None for part in red["parts"])


def test_nothing_happens_before_all_have_answered(game: Path) -> None:
    before = where(game)
    views = [done("view", game, "--as", "blue")]
    assert answered(game, "red", "answer: {rose: 2, lily: 1}\n")[0] == 0
    views.append(done("view", game, "--as", "blue"))
    assert where(game) == before
    assert views[0] == views[1]
    assert answered(game, "blue", "answer: {gull: 1, tern: 2}\n")[0] == 0
    assert where(game) == {"rose": 5, "lily": 6, "gull": 12, "tern": 17}


def test_what_is_not_answered_takes_the_default(game: Path) -> None:
    assert answered(game, "blue", "answer: {tern: 2}\n")[0] == 0
    assert answered(game, "red", "answer: {}\n")[0] == 0
    assert where(game) == {"rose": 3, "lily": 5, "gull": 11, "tern": 17}


def test_the_names_of_the_pack_may_be_written(game: Path) -> None:
    assert answered(game, "red", "answer: {the Red Rose: 2}\n")[0] == 0
    lines = "answer: {the Grey Gull (gull): 1, the Grey Gull (tern): 2}\n"
    assert answered(game, "blue", lines)[0] == 0
    assert where(game) == {"rose": 5, "lily": 5, "gull": 12, "tern": 17}


@pytest.mark.parametrize("first", ["red", "blue"])
def test_each_is_told_at_once_what_is_wrong_with_its_own(
    game: Path, first: str
) -> None:
    """Also before the others have answered, and never for what they answered."""
    if first == "red":
        assert answered(game, "red", "answer: {rose: 9}\n")[0] == 0
    code, _, talk = answered(game, "blue", "answer: {gull: 9, tern: 6}\n")
    assert code == 3
    assert "for the Grey Gull (tern) it has to be such that s.at + miles" in talk
    assert where(game)["gull"] == 11
    assert answered(game, "blue", "answer: {gull: 9, tern: 5}\n")[0] == 0


def test_what_is_of_another_type_or_for_another_is_refused(game: Path) -> None:
    assert answered(game, "red", "answer: {rose: ten}\n")[0] == 3
    assert answered(game, "red", "answer: {gull: 1}\n")[0] == 3
    assert answered(game, "red", "answer: 3\n")[0] == 3
    assert where(game)["rose"] == 3


def test_a_game_is_the_same_when_it_is_played_again(game: Path) -> None:
    answered(game, "red", "answer: {rose: 2}\n")
    answered(game, "blue", "answer: {gull: 2}\n")
    assert "the game waits" in done("replay", game)
    done("verify", game)
    explained = done("log", game, "--explain")
    assert "miles" in explained


def test_at_one_terminal_each_is_asked_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    text = "all sail\n2\n\n9\n6\n5\n5\n"
    code, _, talk = call(
        "play", CREWS, "channel", "--game", path, "--seed", "one", text=text
    )
    assert code == 3  # a script ends with the answer that is not allowed
    assert "s.at + miles <= 20" in talk
    assert where(path) == {"rose": 3, "lily": 5, "gull": 11, "tern": 15}


def test_a_run_takes_one_answer_for_each() -> None:
    sail = ("run", CREWS, "sail", "--scenario", "channel")
    assert "11 -> 14" in done(*sail, "--answer", "miles=3").replace("→", "->")
    code, _, talk = call(*sail, "--answer", "miles=6")
    assert code == 3
    assert "s.at + miles" in talk


def test_without_an_answer_a_run_takes_the_default() -> None:
    text = done("run", CREWS, "sail", "--scenario", "channel")
    assert "left at the default: miles" in text


def test_what_a_condition_wants_is_read_as_the_pack_says_it(tmp_path: Path) -> None:
    """With the question and with the refusal, and no expression stands there."""
    text = (Path(CREWS) / "ruleset.yaml").read_text("utf-8")
    condition = "such_that: s.at + miles <= 20"
    assert condition in text
    wants = f"{condition}\n        needs: no ship sails beyond the cape"
    pack = write(tmp_path / "crews", {"ruleset.yaml": text.replace(condition, wants)})
    game, lines = tmp_path / "a.game", "all sail\n"
    call("play", pack, "channel", "--game", game, "--seed", "one", *LATER, text=lines)
    done("handout", game, tmp_path / "letters")
    for name in ("letter.md", "question.txt"):
        asked = (tmp_path / "letters" / "red" / name).read_text("utf-8")
        assert "no ship sails beyond the cape" in asked
        assert "<= 20" not in asked
    code, _, talk = answered(game, "red", "answer: {the Red Rose: 9, lily: 9}\n")
    assert code == 0, talk
    code, _, talk = answered(game, "blue", "answer: {gull: 9, tern: 9}\n")
    assert code == 3
    assert "tern" in talk
    assert "no ship sails beyond the cape" in talk
    assert "<= 20" not in talk

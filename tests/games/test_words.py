"""Words of seats: given before anything falls, in every die, and never changed."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.games.playing import (
    CAREFUL,
    NORTH,
    SOUTH,
    TABLE,
    call,
    data,
    done,
    hand,
    question,
    texts,
)

LONG = "seven grey owls on a mill"


def begun(folder: Path, *more: str) -> Path:
    """Begin a game that asks for words; its dice are known."""
    game = folder / "a.game"
    folder.mkdir(exist_ok=True)
    done("play", TABLE, "table", "--game", game, "--seed", "one", "--words", *more)
    return game


def word(game: Path, seat: str, text: str, *more: str) -> tuple[int, str, str]:
    """Let a seat give a word."""
    return call("word", game, "--as", seat, text, *more)


def rolls(game: Path) -> list[str]:
    """Return what fell."""
    return [each for each in texts(game) if "fell" in each]


def played(folder: Path, *words: str) -> list[str]:
    """Return what falls in a game with words, played by policies."""
    game = begun(folder)
    for seat, text in zip((NORTH, SOUTH), words, strict=True):
        assert word(game, seat, text)[0] == 0
    done("play", "--game", game, *CAREFUL)
    assert data("verify", game)["fault"] == ""
    return rolls(game)


def test_nothing_falls_and_nobody_is_asked_before_all_words(tmp_path: Path) -> None:
    """Whoever goes on is told for whom the game waits; a handout asks nothing."""
    game = begun(tmp_path)
    assert json.loads(game.read_text())["words"] == [NORTH, SOUTH]
    assert word(game, NORTH, "mill")[0] == 0
    lines = game.read_text()
    for more in (CAREFUL, ("--as", NORTH), ("--as", "judge"), ()):
        code, _, talk = call("play", "--game", game, *more)
        assert (code, "waits for the words of south side\n" in talk) == (1, True), more
    assert question(game, NORTH) is None
    assert game.read_text() == lines
    assert data("verify", game)["fault"] == ""
    assert word(game, SOUTH, "")[0] == 0
    assert question(game, NORTH) is not None


def test_the_dice_hang_on_every_word(tmp_path: Path) -> None:
    """The same words, the same dice of a seed; any other word, others."""
    fell = [
        played(tmp_path / str(at), *words)
        for at, words in enumerate(
            [("mill", "owl"), ("mill", "owl"), ("mill", "owls"), ("Mill", "owl"),
             ("", "owl"), ("mill", ""), ("", ""), ("millo", "wl")]
        )
    ]  # fmt: skip
    assert fell[0] == fell[1]
    assert len({tuple(each) for each in fell}) >= 5


def test_without_words_the_dice_of_a_seed_stay_as_they_were(tmp_path: Path) -> None:
    """Those of recorded games."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--game", game, "--seed", "one", *CAREFUL)
    assert rolls(game) == ["die: d6 fell 6", "die: d6 fell 5", "die: d3 fell 3"]


def test_a_sealed_word_is_opened_when_all_others_stand(tmp_path: Path) -> None:
    """Not before, not another, not twice; every seat sees the seal."""
    game, seal = begun(tmp_path), sha256(LONG.encode()).hexdigest()
    assert word(game, SOUTH, seal.upper(), "--sealed")[0] == 0
    for text, said in (
        (LONG, "a sealed word is opened when all others stand (wait for the word"),
        (seal, "a sealed word is opened"),
    ):
        code, _, talk = word(game, SOUTH, text)
        assert (code, said.partition(" (")[0] in talk) == (3, True)
    assert f"sealed, {seal}" in hand(game, NORTH)["report.txt"]
    assert word(game, NORTH, "mill")[0] == 0
    code, _, talk = word(game, SOUTH, LONG[:-1])
    assert (code, "not the word that south side has sealed" in talk) == (3, True)
    assert word(game, SOUTH, LONG)[0] == 0
    for text in (LONG, "mill"):
        assert word(game, SOUTH, text)[0] == 3
    done("play", "--game", game, *CAREFUL)
    assert data("verify", game)["fault"] == ""


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ((NORTH, "a\nb"), 3), ((NORTH, "x" * 201), 3), ((NORTH, "a\x1b[2J"), 3),
        ((NORTH, "\udcff"), 3), (("east", "x"), 2), ((NORTH, "abc", "--sealed"), 3),
        (("judge", "x"), 2), (("everyone", "x"), 2),
    ],
)  # fmt: skip
def test_what_is_no_word(given: tuple[str, ...], code: int, tmp_path: Path) -> None:
    """Is refused, and the game stays as it was."""
    game = begun(tmp_path)
    before = game.read_bytes()
    found, out, talk = word(game, *given)
    assert (found, out) == (code, ""), talk
    assert game.read_bytes() == before


def test_all_seats_read_the_words(tmp_path: Path) -> None:
    """In handouts, views and logs, as text and JSON."""
    game = begun(tmp_path)
    word(game, NORTH, "mill")
    expected: list[Any] = [
        {"seat": NORTH, "word": "mill", "sealed": None},
        {"seat": SOUTH, "word": None, "sealed": None},
    ]
    for seat in (NORTH, SOUTH, "everyone"):
        for verb in ("view", "log"):
            assert data(verb, game, "--as", seat)["proof"]["words"] == expected
            assert "word of north side: 'mill'" in done(verb, game, "--as", seat)
        files = hand(game, seat)
        for name in ("report.json", "log.json"):
            assert json.loads(files[name])["proof"]["words"] == expected
    assert texts(game) == ["its word for the dice: mill"]


def test_a_handout_says_what_to_do_about_its_own_word(tmp_path: Path) -> None:
    """Until it is given, and to the seat that is to give it alone."""
    game, seal = begun(tmp_path), sha256(LONG.encode()).hexdigest()
    wanted, to_open = "before you tell the umpire a word", "tell the umpire the word"
    assert wanted in hand(game, NORTH)["report.txt"]
    assert wanted not in hand(game, "everyone")["report.txt"]
    word(game, SOUTH, seal, "--sealed")
    said = hand(game, SOUTH)["report.txt"]
    assert (wanted in said, to_open in said) == (False, True)
    word(game, NORTH, "")
    word(game, SOUTH, LONG)
    for seat in (NORTH, SOUTH):
        said = hand(game, seat)["report.txt"]
        assert (wanted in said, to_open in said) == (False, False)


def test_what_falls_before_the_first_question_falls_with_play(tmp_path: Path) -> None:
    """As the page says: after the last word, and a handout asks only then."""
    game = tmp_path / "a.game"
    done("play", "rencounter", "patrol", "--game", game, "--words")
    for seat in ("patrol", "bands"):
        assert word(game, seat, "mill")[0] == 0
    assert not any(question(game, seat) for seat in ("patrol", "bands"))
    later = [f"--seat={seat}=later" for seat in ("patrol", "bands", "judge")]
    done("play", "--game", game, *later)
    assert any(question(game, seat) for seat in ("patrol", "bands"))


def test_an_undo_takes_no_word_back(tmp_path: Path) -> None:
    """The words stand, and so do the dice."""
    game = begun(tmp_path)
    word(game, NORTH, "mill")
    word(game, SOUTH, "owl")
    done("play", "--game", game, *CAREFUL)
    fell = rolls(game)
    done("undo", game, "--to", 0, "--consent")
    words = data("view", game, "--as", NORTH)["proof"]["words"]
    assert [each["word"] for each in words] == ["mill", "owl"]
    done("play", "--game", game, *CAREFUL)
    assert rolls(game) == fell
    assert data("verify", game)["fault"] == ""


def test_a_seat_that_a_policy_plays_is_not_asked(tmp_path: Path) -> None:
    """Nor does a game ask where no person plays; it says so before it begins."""
    game = begun(tmp_path / "one", "--seat", f"{SOUTH}=policy:careful")
    assert json.loads(game.read_text())["words"] == [NORTH]
    path = tmp_path / "b.game"
    code, _, talk = call("play", TABLE, "table", "--game", path, "--words", *CAREFUL)
    assert (code, "there is no seat that could give a word" in talk) == (2, True)
    assert not path.exists()


def test_words_are_for_a_game_that_begins(tmp_path: Path) -> None:
    """Later it is too late, and one seat alone cannot begin it."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--game", game, *CAREFUL)
    assert call("play", "--game", game, "--words")[0] == 2
    assert word(game, NORTH, "mill")[0] == 3
    given = ("play", TABLE, "table", "--words", "--as", NORTH)
    assert call(*given, "--game", tmp_path / "b.game")[0] == 2

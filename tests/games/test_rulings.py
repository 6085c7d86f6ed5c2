"""A ruling with a default waits for nobody, unless the judge wants to be asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.journal.secret import secret_file
from tests.games.playing import call, done
from tests.games.test_forgeries import bytes_of
from tests.ruleset.packs import write

PACK = """
name: rulings
seats: side
seen_by: everyone
entities:
  side: {fields: {}}
procedures:
  day:
    steps:
      - choose: hour
        by: judge
        options: {morning: {}, evening: {}}
      - for_each: n in 1..3
        do:
          - ask: {wind: integer 0..9}
            of: judge
            default: 1
            say: "How strong the wind is, {n}"
          - ask: {rain: integer 0..9}
            of: judge
            default: 2
      - ask: {cry: text}
        of: every(side)[1]
        default: "'hurrah'"
      - ask: {must: integer 0..9}
        of: judge
scenarios:
  plain:
    main: day
    entities: {red: {kind: side}}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return the folder of the pack."""
    return write(tmp_path / "rulings", {"ruleset.yaml": PACK})


def events(game: Path) -> list[dict[str, Any]]:
    """Return the events of a game after the first line, without their hashes."""
    lines = [json.loads(line) for line in game.read_text().splitlines()[1:]]
    return [{key: line[key] for key in line if key != "hash"} for line in lines]


def answers(game: Path) -> list[tuple[str, object, str]]:
    """Return what was answered, as (question, value, by whom)."""
    return [
        (each["at"].rpartition(".")[2], each["values"][0][1], each["by"])
        for each in events(game)
    ]


def test_a_default_is_taken_without_a_question(pack: Path, tmp_path: Path) -> None:
    """What has none is asked, and so is a seat that is not the judge."""
    game = tmp_path / "a.game"
    talk = call("play", pack, "plain", "--game", game, text="morning\nhuzza\n3\n")[2]
    assert "wind" not in talk
    wind, rain = ("wind", 1, "default"), ("rain", 2, "default")
    told = answers(game)
    assert told[1:-2] == [wind, rain] * 3
    assert told[-2:] == [("cry", "huzza", "person"), ("must", 3, "person")]
    assert call("verify", game)[0] == 0


def test_the_judge_is_asked_where_he_wants(pack: Path, tmp_path: Path) -> None:
    """For one command, or for the whole game if it is begun so."""
    once, always = tmp_path / "a.game", tmp_path / "b.game"
    call("play", pack, "plain", "--game", once, text="")
    call("play", "--game", once, "--rulings", text="morning\n5\n")
    call("play", "--game", once, text="")
    assert answers(once)[1:3] == [("wind", 5, "person"), ("rain", 2, "default")]
    call("play", pack, "plain", "--game", always, "--rulings", text="morning\n")
    call("play", "--game", always, text="5\n\n")
    assert answers(always)[1:] == [("wind", 5, "person"), ("rain", 2, "person")]
    assert call("verify", always)[0] == 0


@pytest.mark.parametrize(
    ("typed", "wind", "rain"),
    [
        ("rest\n", [1, 1, 1], [2, 2, 2]),
        ("4\nrest 7\nrest\n", [4, 1, 1], [7, 7, 7]),
        ("rest 4\nREST 7\n", [4, 4, 4], [7, 7, 7]),
        ("view\nrest 4\n1\n2\n3\n", [4, 4, 4], [1, 2, 3]),
    ],
)
def test_one_answer_for_the_rest(
    pack: Path, tmp_path: Path, typed: str, wind: list[int], rain: list[int]
) -> None:
    """Of one name, or the defaults of all."""
    game = tmp_path / "a.game"
    text = f"morning\n{typed}huzza\n3\n"
    code, _, talk = call("play", pack, "plain", "--game", game, "--rulings", text=text)
    assert code == 0, talk
    found = answers(game)
    assert [value for name, value, _ in found if name == "wind"] == wind
    assert [value for name, value, _ in found if name == "rain"] == rain
    assert call("verify", game)[0] == 0


@pytest.mark.parametrize("word", ["rest 77", "rest none", "rest rest"])
def test_what_is_no_answer_is_none_for_the_rest(
    pack: Path, tmp_path: Path, word: str
) -> None:
    game = tmp_path / "a.game"
    text = f"morning\n{word}\n"
    code, _, talk = call("play", pack, "plain", "--game", game, "--rulings", text=text)
    assert code == 3, talk
    assert "line 2 of stdin" in talk


def test_elsewhere_there_is_no_rest(pack: Path, tmp_path: Path) -> None:
    """A text that is typed is an answer, and a choice has no default."""
    game = tmp_path / "a.game"
    text = "rest\nmorning\nrest\n3\n"
    code, _, talk = call("play", pack, "plain", "--game", game, text=text)
    assert code == 0, talk
    assert ("cry", "rest", "person") in answers(game)


def test_an_answer_that_is_given_wins(pack: Path, tmp_path: Path) -> None:
    game = tmp_path / "a.game"
    given = ("--answer", "wind=8")
    call("play", pack, "plain", "--game", game, *given, text="morning\n")
    found = answers(game)
    assert [value for name, value, _ in found if name == "wind"] == [8, 8, 8]
    assert [value for name, value, _ in found if name == "rain"] == [2, 2, 2]


def test_nobody_has_to_be_there(pack: Path, tmp_path: Path) -> None:
    """A judge who answers later is not waited for."""
    game = tmp_path / "a.game"
    call("play", pack, "plain", "--game", game, text="morning\n")
    call("play", "--game", game, "--seat", "judge=later", "--seat", "red=later")
    assert answers(game)[-1] == ("rain", 2, "default")
    done("handout", game, "--as", "red", tmp_path / "red")
    token = json.loads((tmp_path / "red" / "question.json").read_text())["token"]
    back = tmp_path / "back.yaml"
    back.write_text(f"token: {token}\nanswer: huzza\n")
    assert "judge" in done("answer", game, back)


def test_a_forged_default_is_found(pack: Path, tmp_path: Path) -> None:
    """Another value, or one of a question that has no default."""
    game = tmp_path / "a.game"
    call("play", pack, "plain", "--game", game, text="morning\nhuzza\n3\n")
    head = json.loads(game.read_text().splitlines()[0])
    del head["hash"]
    for at, change in ((1, {"values": [[None, 3]]}), (0, {"by": "default"})):
        forged = events(game)
        forged[at] |= change
        game_copy = tmp_path / f"{at}.game"
        game_copy.write_bytes(bytes_of([head, *forged]))
        secret_file(game_copy).write_bytes(secret_file(game).read_bytes())
        secret_file(game_copy).chmod(0o600)
        assert call("verify", game_copy)[0] == 1, at


LUCK = """      - roll: {die: d6}
        for: luck
        by: judge
"""


def test_who_comes_back_as_judge_is_told_what_is_new(
    pack: Path, tmp_path: Path
) -> None:
    """Not all that has ever fallen."""
    text = PACK.replace("      - for_each: n", f"{LUCK}      - for_each: n")
    text = text.replace(
        "of: every(side)[1]\n        default: \"'hurrah'\"", "of: judge"
    )
    (pack / "ruleset.yaml").write_text(text)
    game = tmp_path / "a.game"
    first = call("play", pack, "plain", "--game", game, text="morning\n")[2]
    assert first.count("fell") == 1
    again = call("play", "--game", game, text="huzza\n")[2]
    assert again.count("fell") == 1
    assert "fell" not in call("play", "--game", game, text="")[2]


def test_no_player_answers_for_the_judge(pack: Path, tmp_path: Path) -> None:
    """What a seat is asked may have a default as well; 'rest' is no answer to it."""
    text = PACK.replace("cry: text", "cry: integer 0..9")
    (pack / "ruleset.yaml").write_text(text.replace("\"'hurrah'\"", "3"))
    game = tmp_path / "a.game"
    code, _, talk = call("play", pack, "plain", "--game", game, text="morning\nrest\n")
    assert code == 1, talk
    assert "no ruling of the judge" in talk
    assert ("cry", 3, "person") not in answers(game)


def test_a_default_that_is_refused_is_asked_for(pack: Path, tmp_path: Path) -> None:
    """Else nobody could go on, for the default is refused each time."""
    text = PACK.replace(
        "          - ask: {rain",
        "          - {require: wind > 1, rule: HOUSE-1, say: too little wind}\n"
        "          - ask: {rain",
    )
    (pack / "ruleset.yaml").write_text(text)
    game = tmp_path / "a.game"
    typed = "morning\n5\n6\n7\nhuzza\n3\n"
    code, _, talk = call("play", pack, "plain", "--game", game, text=typed)
    assert code == 0, talk
    assert [value for name, value, _ in answers(game) if name == "wind"] == [5, 6, 7]
    assert [by for name, _, by in answers(game) if name == "wind"] == ["person"] * 3
    assert call("verify", game)[0] == 0

"""Answers to a question of several parts, as people write them in a file."""

from pathlib import Path

import pytest

from tests.games.crews import begun, question
from tests.games.playing import call, data, done
from tests.ruleset.packs import write

PACK = """
name: parts
seats: side
seen_by: everyone
entities:
  side: {fields: {got: {type: integer, seen_by: everyone, start: 0}}}
procedures:
  each:
    steps:
      - ask: {n: integer 0..9}
        for_each: s in joined([every(side), every(side)])
        of: s
        default: 0
      - set: {s.got: 'sum(n[t] for t in keys(n) where t is s)'}
        for_each: s in every(side)
  own:
    steps:
      - ask: {n: integer 0..9}
        for_each: s in every(side)
        of: s
        default: 0
      - set: {s.got: 'n[s]'}
        for_each: s in every(side)
      - ask: {word: text}
        of: every(side)[1]
        default: The Red
scenarios:
  twice: {main: each, entities: {red: {kind: side}}}
  alone: {main: own, entities: {red: {kind: side}}}
"""


def answered(game: Path, seat: str, lines: str) -> tuple[int, str, str]:
    """Answer what a seat is asked."""
    path = game.parent / "reply.yaml"
    path.write_text(f"token: {question(game, seat)['token']}\n{lines}", "utf-8")
    return call("answer", game, path)


def one(tmp_path: Path, scenario: str) -> Path:
    """Return a game with one seat by mail."""
    pack = write(tmp_path / "parts", {"ruleset.yaml": PACK})
    game = tmp_path / "a.game"
    call("play", pack, scenario, "--game", game, "--seed", "one", "--seat", "red=later")
    return game


@pytest.mark.parametrize("answer", ['""', "[]", "{}", "0", '{rose: ""}'])
def test_nothing_is_the_default_of_all(tmp_path: Path, answer: str) -> None:
    """`0` is the default in words."""
    game = begun(tmp_path, "all sail")
    assert answered(game, "red", f"answer: {answer}\n")[0] == 0


def test_one_word_is_no_answer_for_several(tmp_path: Path) -> None:
    game = begun(tmp_path, "all sail")
    code, _, talk = answered(game, "red", "answer: none\n")
    assert code == 3
    assert "an answer is needed for each" in talk


def test_the_form_in_the_letter_can_be_filled_in(tmp_path: Path) -> None:
    """Whatever a thing is called."""
    name = 'the "Red, [Wolves] {of} Ûr" 🐺: #1'
    game = begun(tmp_path, "one is renamed", "rose", name, "all sail")
    done("handout", game, "--as", "red", tmp_path / "red")
    text = (tmp_path / "red" / "question.txt").read_text("utf-8")
    assert "🐺" in text
    form = text[text.index("token:") : text.index("That is all that is needed")]
    (tmp_path / "form.yaml").write_text(form.replace(": ...", ": 2"), "utf-8")
    done("answer", game, tmp_path / "form.yaml")


def test_a_misspelt_name_says_which_and_what_is_like_it(tmp_path: Path) -> None:
    game = begun(tmp_path, "all sail")
    code, _, talk = answered(game, "red", "answer: {the Red Roze: 2}\n")
    assert code == 3
    assert "'the Red Roze'" in talk
    assert "did you mean 'the Red Rose'" in talk


def test_one_thing_by_two_names_is_answered_once(tmp_path: Path) -> None:
    game = begun(tmp_path, "all sail")
    code, _, talk = answered(game, "red", "answer: {rose: 1, the Red Rose: 2}\n")
    assert code == 3
    assert "answered twice" in talk


def test_the_apostrophe_of_a_mail_program_is_one(tmp_path: Path) -> None:
    game = begun(tmp_path, "one is renamed", "rose", "Rolf's Rose", "all sail")
    lines = 'answer: {"Rolf’s Rose": 2}\n'  # noqa: RUF001
    assert answered(game, "red", lines)[0] == 0


def test_an_element_that_stands_twice_is_answered_by_one_line(tmp_path: Path) -> None:
    game = one(tmp_path, "twice")
    assert answered(game, "red", "answer: {red: 3}\n")[0] == 0
    (red,) = data("view", game, "--as", "judge")["sees"]
    assert red["fields"]["got"]["value"] == 6


def test_a_single_part_of_ones_own_may_be_left_to_its_default(tmp_path: Path) -> None:
    game = one(tmp_path, "alone")
    assert answered(game, "red", "answer: {}\n")[0] == 0


def test_a_text_like_the_default_stays_as_it_is_written(tmp_path: Path) -> None:
    game = one(tmp_path, "alone")
    answered(game, "red", "answer: 1\n")
    assert answered(game, "red", "answer: The_Red\n")[0] == 0
    assert "The_Red" in done("log", game)


def test_two_with_one_name_and_a_third_with_theirs(tmp_path: Path) -> None:
    """None of them is lost, and each can be answered."""
    orders = [
        line
        for which, name in (("rose", "X"), ("lily", "X"), ("gull", "X (rose)"))
        for line in ("one is renamed", which, name)
    ]
    game = begun(tmp_path, *orders)
    names = {each["id"] for each in data("view", game, "--as", "judge")["sees"]}
    assert {"rose", "lily", "gull", "tern"} <= names
    text = done("view", game, "--as", "judge")
    shown = [line for line in text.splitlines() if "(ship" in line]
    assert len({*shown}) == 4

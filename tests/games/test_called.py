"""What the pack calls an entity is read by whom its name may be known, else its id."""

import json
from pathlib import Path

import pytest

from interpreter.app.game import open_game
from interpreter.app.playing.handouts import NOTHING_BEFORE, former_handout
from tests.games.crews import CREWS, LATER, answered, begun, question
from tests.games.playing import call, data, done
from tests.ruleset.packs import write


def test_its_own_side_reads_the_name_and_the_other_the_id(tmp_path: Path) -> None:
    game = begun(tmp_path)
    own, other = (done("view", game, "--as", seat) for seat in ("red", "blue"))
    assert "the Red Rose" in own
    assert "rose" not in own.replace("the Red Rose", "")
    assert "rose" in other
    assert "Red Rose" not in other


def test_the_field_with_the_name_is_not_told_again(tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    done("handout", begun(tmp_path), folder)
    letter = (folder / "red" / "letter.txt").read_text("utf-8")
    assert letter.count("the Red Rose") == 1
    assert "lily" in letter  # a name that is the start of its field is none


def test_two_of_one_name_have_their_ids_beside_it(tmp_path: Path) -> None:
    view = done("view", begun(tmp_path), "--as", "blue")
    assert "the Grey Gull (gull)" in view
    assert "the Grey Gull (tern)" in view


def test_data_has_ids(tmp_path: Path) -> None:
    view = data("view", begun(tmp_path), "--as", "red")
    ships = [each for each in view["sees"] if each["kind"] == "ship"]
    assert [each["id"] for each in ships] == ["rose", "lily", "gull", "tern"]


@pytest.mark.parametrize("answer", ["the Red Rose", "rose", "1"])
def test_an_answer_is_the_name_the_id_or_the_number(
    tmp_path: Path, answer: str
) -> None:
    game = begun(tmp_path, "one takes a prize", answer)
    asked = question(game, "red")
    assert "the Red Rose takes" in asked["question"]
    assert asked["parts"][0]["options"] == ["gull", "tern"]


def test_a_new_name_is_read_from_then_on(tmp_path: Path) -> None:
    game = begun(tmp_path, "one is renamed", "rose", "the Thorn")
    view = done("view", game, "--as", "red")
    assert "the Thorn" in view
    assert "Red Rose" not in view
    assert "the Thorn" not in done("view", game, "--as", "blue")
    assert "What the Thorn is called" in done("log", game)


def test_the_judge_reads_of_a_new_name_what_it_names(tmp_path: Path) -> None:
    text = "one is renamed\nrose\nthe Thorn\n"
    game = tmp_path / "a.game"
    _, _, talk = call("play", CREWS, "channel", "--game", game, *LATER, text=text)
    assert "the Thorn (ship): name the Thorn" in talk
    assert "no more" not in talk


def test_what_comes_to_be_has_its_name(tmp_path: Path) -> None:
    game = begun(tmp_path, "one is launched", "the Heron", "red")
    assert "the Heron" in done("view", game, "--as", "red")
    other = done("view", game, "--as", "blue")
    assert "Heron" not in other
    assert "ship 1" in other
    assert "the Heron (ship ship 5)" in done("view", game, "--as", "judge")


@pytest.mark.parametrize("name", ["none", "judge", "12", "lily", "yes"])
def test_a_name_that_is_a_word_of_an_answer_has_the_id_beside_it(
    tmp_path: Path, name: str
) -> None:
    game = begun(tmp_path, "one is renamed", "rose", name)
    assert f"{name} (rose)" in done("view", game, "--as", "red")


def test_a_name_of_blanks_or_of_marks_is_harmless(tmp_path: Path) -> None:
    game = begun(tmp_path, "one is renamed", "rose", "\x1b[31m<b>&\x07")
    folder = tmp_path / "letters"
    done("handout", game, folder)
    page = (folder / "red" / "letter.html").read_text("utf-8")
    assert "<b>&" not in page
    assert "\x1b" not in page
    assert "\x1b" not in done("view", game, "--as", "red")


def test_the_log_and_a_claim_name_it_alike(tmp_path: Path) -> None:
    game = begun(tmp_path, "one takes a prize", "rose")
    assert answered(game, "red", "answer: tern\n")[0] == 0
    assert "the Red Rose takes tern" in done("log", game, "--as", "red")
    assert "rose takes the Grey Gull (tern)" in done("log", game, "--as", "blue")
    assert "the Red Rose takes the Grey Gull (tern)" in done("log", game)


def test_it_is_so_from_python(tmp_path: Path) -> None:
    game = open_game(begun(tmp_path))
    assert "the Red Rose" in str(game.view("red"))
    assert "the Red Rose" not in str(game.view("blue"))


def test_a_new_name_is_no_news_of_all_lines_with_it(tmp_path: Path) -> None:
    game = begun(tmp_path, "one takes a prize", "rose")
    answered(game, "red", "answer: tern\n")
    folder = tmp_path / "letters"
    done("handout", game, folder)
    first = (folder / "red" / "letter.txt").read_text("utf-8")
    assert "The Red Rose takes tern" in first
    text = "one is renamed\nrose\nthe Thorn\n"
    call("play", CREWS, "channel", "--game", game, *LATER, text=text)
    done("handout", game, folder)
    again = (folder / "red" / "letter.txt").read_text("utf-8")
    assert "Nothing was heard since the last letter." in again
    assert "The Thorn was called the Red Rose before." in again
    text = "one takes a prize\nlily\n"
    call("play", CREWS, "channel", "--game", game, *LATER, text=text)
    assert answered(game, "red", "answer: gull\n")[0] == 0
    done("handout", game, folder)
    news = (folder / "red" / "letter.txt").read_text("utf-8")
    assert "Lily takes gull" in news
    assert "takes tern" not in news


def test_a_letter_of_before_is_read_by_its_lines(tmp_path: Path) -> None:
    lines = [{"number": 1, "text": "a"}, {"number": 2, "text": "b"}]
    report = {"seat": "red", "proof": {"commitment": "c0"}, "sees": []}
    (tmp_path / "report.json").write_text(json.dumps(report))
    (tmp_path / "log.json").write_text(json.dumps({"events": lines}))
    (tmp_path / "letter.json").write_text('{"format": 1, "earlier": 1}')
    former = former_handout(tmp_path)
    assert former.of("red", "c0") is former
    assert former.are_whole
    assert former.earlier_than(lines, []) == 1
    assert former.earlier_than([*lines, {"number": 3, "text": "c"}], []) == 2
    assert former.of("blue", "c0") == NOTHING_BEFORE
    assert former.of("red", "c1") == NOTHING_BEFORE


def test_a_folder_of_another_seat_or_game_tells_no_difference(tmp_path: Path) -> None:
    """What another seat saw would come out as seen no more."""
    game = begun(tmp_path, "one is launched", "the Heron", "red")
    folder = tmp_path / "letters"
    done("handout", game, "--as", "red", folder / "shared")
    done("handout", game, "--as", "blue", folder / "own")
    done("handout", game, "--as", "blue", folder / "shared")
    letters = [
        (folder / name / "letter.txt").read_text("utf-8") for name in ("own", "shared")
    ]
    assert letters[0] == letters[1]
    other = tmp_path / "other"
    other.mkdir()
    done("handout", begun(other, seed="two"), "--as", "blue", folder / "own")
    changed = (folder / "own" / "letter.txt").read_text("utf-8")
    assert "What has changed" not in changed


REFUSING = """
name: refusing
seats: side
seen_by: everyone
entities:
  side: {fields: {}}
  ship:
    owner: side
    called: name
    fields:
      side: {type: side, seen_by: everyone}
      name: {type: text, seen_by: owner}
      near: {type: yes or no, seen_by: everyone, start: yes}
procedures:
  early:
    steps:
      - require: not s.near
        for_each: s in every(ship)
        say: "{s} is too near"
scenarios:
  s:
    main: early
    entities:
      red: {kind: side}
      blue: {kind: side}
      gull: {kind: ship, side: red, name: the Grey Gull}
"""


def test_a_refusal_names_nothing_as_its_side_calls_it(tmp_path: Path) -> None:
    """Players who share a terminal read it, and so does who answers by file."""
    pack = write(tmp_path / "refusing", {"ruleset.yaml": REFUSING})
    code, out, talk = call("play", pack, "s", "--game", tmp_path / "b.game")
    assert code == 3
    assert "gull is too near" in talk
    assert "Grey" not in out + talk


def test_a_new_name_is_news(tmp_path: Path) -> None:
    """In the next letter, once, for whoever may know the name."""
    game, folder = begun(tmp_path), tmp_path / "letters"
    done("handout", game, folder)
    text = "one is renamed\nrose\nthe Thorn\n"
    call("play", "--game", game, "--as", "judge", text=text)
    done("handout", game, folder)
    own, other = (
        (folder / seat / "letter.txt").read_text("utf-8") for seat in ("red", "blue")
    )
    assert own.count("The Thorn was called the Red Rose before.") == 1
    assert "Red Rose" not in other
    assert "Thorn" not in other

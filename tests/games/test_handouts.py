"""Handouts for all seats at once are those that each seat gets for itself."""

import json
from pathlib import Path

import jsonschema
import pytest

from interpreter.app.game import open_game
from interpreter.app.playing.handouts import (
    NOTHING_BEFORE,
    FormerHandout,
    former_handout,
)
from interpreter.diagnostics import UsageError
from interpreter.reports.game_log import EntryText, LogLine, lines_said
from tests.cli.calling import schema
from tests.games.playing import LATER, NORTH, SOUTH, TABLE, call, done
from tests.games.playing import without_receipts as plain
from tests.ruleset.packs import write

REPORTED = f'{{"seat": "{NORTH}", "proof": {{"commitment": "c0"}}, "sees": []}}'
"""A report that belongs to the seat."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game in which both seats are asked by mail."""
    path = tmp_path / "a.game"
    call("play", TABLE, "table", "--seed", "one", "--game", path, *LATER)
    return path


def contents(folder: Path) -> dict[str, str]:
    """Return the text of each file below a folder."""
    return {
        str(each.relative_to(folder)): plain(each.read_text(encoding="utf-8"))
        for each in folder.rglob("*")
        if each.is_file()
    }


def test_each_seat_has_its_own(game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    printed = done("handout", game, folder).splitlines()
    assert sorted(each.name for each in folder.iterdir()) == [NORTH, SOUTH]
    for seat in (NORTH, SOUTH):
        own = tmp_path / f"for-{seat}"
        done("handout", game, "--as", seat, own)
        assert contents(folder / seat) == contents(own)
        assert str(folder / seat / "report.txt") in printed


def test_nobody_else_may_read_them(game: Path, tmp_path: Path) -> None:
    done("handout", game, tmp_path / "letters")
    files = [each for each in (tmp_path / "letters").rglob("*") if each.is_file()]
    assert len(files) > 4
    assert all(each.stat().st_mode & 0o077 == 0 for each in files)


def test_as_data(game: Path, tmp_path: Path) -> None:
    output = json.loads(done("handout", game, tmp_path / "letters", "--json"))
    jsonschema.validate(output, schema("handout"), jsonschema.Draft202012Validator)
    assert f"{NORTH}/report.txt" in output["files"]
    assert f"{SOUTH}/log.json" in output["files"]


def test_what_is_not_asked_any_more_is_taken_away(game: Path, tmp_path: Path) -> None:
    """As it is for one seat."""
    folder = tmp_path / "letters"
    done("handout", game, folder)
    asked = [each for each in contents(folder) if each.endswith("question.json")]
    assert asked
    for each in asked:
        question = json.loads((folder / each).read_text())
        back = tmp_path / "back.json"
        offered = question["parts"][0]["options"][0]
        back.write_text(json.dumps({"token": question["token"], "answer": offered}))
        done("answer", game, back)
    done("handout", game, folder)
    again = [each for each in contents(folder) if each.endswith("question.json")]
    assert again != asked


@pytest.mark.parametrize("seat", [NORTH, SOUTH])
def test_a_folder_of_somebody_else_is_left_alone(
    game: Path, tmp_path: Path, seat: str
) -> None:
    file = tmp_path / "letters" / seat / "report.txt"
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    code, _, talk = call("handout", game, tmp_path / "letters")
    assert code == 3
    assert "move it away" in talk
    assert file.read_text() == "mine"


def test_a_letter_for_obsidian(game: Path, tmp_path: Path) -> None:
    """Each part is a callout, which says line by line what the letter says without."""
    plainly, folded = tmp_path / "plain", tmp_path / "folded"
    done("handout", game, "--as", NORTH, plainly)
    done("handout", game, "--as", NORTH, "--obsidian", folded)
    letter = (folded / "letter.md").read_text("utf-8")
    assert "> [!note] News\n>" in letter
    assert "> [!abstract]- What you know\n>" in letter
    assert "\n## " not in letter
    said = [line.removeprefix(">").strip() for line in letter.splitlines()]
    before = (plainly / "letter.md").read_text("utf-8").splitlines()
    expected = [line.strip() for line in before if not line.startswith("## ")]
    kept = [line for line in said if line and not line.startswith("[!")]
    assert kept == [line for line in expected if line]
    assert contents(plainly).keys() == contents(folded).keys()


def answer_all(game: Path, folder: Path, option: int = 0) -> None:
    """Answer each question that was handed out, by its first or another option."""
    for each in sorted(folder.rglob("question.json")):
        question = json.loads(each.read_text())
        back = folder.parent / "back.json"
        offered = question["parts"][0]["options"][option]
        back.write_text(json.dumps({"token": question["token"], "answer": offered}))
        done("answer", game, back)


def news(folder: Path) -> list[str]:
    """Return the lines of a letter under the heading of what is new."""
    text = (folder / "letter.md").read_text("utf-8")
    return text.partition("## News\n\n")[2].partition("\n\n## ")[0].splitlines()


def told(folder: Path) -> list[str]:
    """Return the lines of the log of a seat."""
    events = json.loads((folder / "log.json").read_text("utf-8"))["events"]
    return [each["text"] for each in events]


def same(news_told: list[str], lines: list[str]) -> bool:
    """Return whether a letter tells these lines of the log, in its own words."""
    pairs = zip(news_told, lines, strict=False)
    plain = ((a.lower().rstrip("."), b.lower().rstrip(".")) for a, b in pairs)
    ends = all(one.endswith(other) for one, other in plain)
    return bool(lines) and len(news_told) == len(lines) and ends


def test_a_letter_tells_what_the_last_one_did_not(game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    done("handout", game, folder)
    before = told(folder / NORTH)
    answer_all(game, folder)
    done("handout", game, folder)
    new = told(folder / NORTH)[len(before) :]
    assert new
    assert same(news(folder / NORTH), new)


def test_one_that_is_written_again_tells_the_same(game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    done("handout", game, folder)
    answer_all(game, folder)
    done("handout", game, folder)
    first = contents(folder)
    done("handout", game, folder)
    assert contents(folder) == first


def test_who_has_no_letter_yet_is_told_all(game: Path, tmp_path: Path) -> None:
    done("handout", game, tmp_path / "letters")
    answer_all(game, tmp_path / "letters")
    done("handout", game, tmp_path / "other")
    assert len(news(tmp_path / "other" / NORTH)) == len(
        told(tmp_path / "other" / NORTH)
    )


def test_what_was_taken_back_is_told_again(game: Path, tmp_path: Path) -> None:
    """New is what differs from the log that the seat has."""
    folder = tmp_path / "letters"
    done("handout", game, folder)
    answer_all(game, folder)
    done("handout", game, folder)
    before = told(folder / NORTH)
    done("undo", game, "--to", "0", "--consent")
    done("handout", game, tmp_path / "asked")
    answer_all(game, tmp_path / "asked", option=-1)
    done("handout", game, folder)
    after = told(folder / NORTH)
    pairs = enumerate(zip(before, after, strict=False))
    first = next(at for at, (one, other) in pairs if one != other)
    assert same(news(folder / NORTH), after[first:])


@pytest.mark.parametrize(
    "text",
    [
        *("", "[", "[]", "{}", "null", "[" * 100_000),
        *('{"earlier": -1}', '{"earlier": "2"}', '{"earlier": true}'),
        '{"earlier": 1e9}',
    ],
)
def test_odd_notes_of_what_was_told_tell_all(tmp_path: Path, text: str) -> None:
    (tmp_path / "log.json").write_text('{"events": [{"number": 1}]}')
    (tmp_path / "letter.json").write_text(text)
    (tmp_path / "report.json").write_text(REPORTED)
    assert former_handout(tmp_path) == NOTHING_BEFORE


@pytest.mark.parametrize("text", ["", "{}", '{"events": 3}', '{"events": null}'])
def test_odd_logs_tell_all(tmp_path: Path, text: str) -> None:
    (tmp_path / "log.json").write_text(text)
    (tmp_path / "letter.json").write_text('{"earlier": 2}')
    (tmp_path / "report.json").write_text(REPORTED)
    assert former_handout(tmp_path) == NOTHING_BEFORE


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"seat": 1}', "null", "[" * 99_999])
def test_odd_reports_tell_all(tmp_path: Path, text: str) -> None:
    (tmp_path / "letter.json").write_text('{"earlier": 2, "lines": []}')
    (tmp_path / "report.json").write_text(text)
    assert former_handout(tmp_path) == NOTHING_BEFORE


def test_a_report_that_lies_deep_in_itself_tells_all(tmp_path: Path) -> None:
    """As nothing that a handout writes does; to read it further could end in itself."""
    deep = f"{'[' * 400}{']' * 400}"
    seen = f'[{{"kind": "piece", "id": "mirror", "fields": {{"worth": {deep}}}}}]'
    report = json.loads(REPORTED) | {"sees": json.loads(seen)}
    (tmp_path / "letter.json").write_text('{"earlier": 2, "lines": []}')
    (tmp_path / "report.json").write_text(json.dumps(report))
    assert former_handout(tmp_path) == NOTHING_BEFORE
    report["sees"] = []
    (tmp_path / "report.json").write_text(json.dumps(report))
    assert former_handout(tmp_path) != NOTHING_BEFORE


def test_more_that_was_told_than_there_is() -> None:
    assert FormerHandout(("a",), 9).earlier_than(["a"], None) == 1
    assert FormerHandout(("a", "b"), 1).earlier_than(["a"], None) == 1
    assert FormerHandout(("a", "b"), 1).earlier_than(["c", "d"], None) == 0


def test_the_judge_gets_none(game: Path, tmp_path: Path) -> None:
    """By the command and from Python."""
    code, _, talk = call("handout", game, "--as", "judge", tmp_path / "x")
    assert (code, "needs no handout" in talk) == (2, True)
    with pytest.raises(UsageError, match="needs no handout"):
        open_game(game).handout(tmp_path / "x", "judge")


def test_python_writes_the_same(game: Path, tmp_path: Path) -> None:
    done("handout", game, tmp_path / "one")
    names = open_game(game).handout(tmp_path / "other")
    assert contents(tmp_path / "one") == contents(tmp_path / "other")
    assert f"{NORTH}/letter.html" in names


@pytest.mark.parametrize(
    ("noted", "known"),
    [
        *(("3", {}), ("[3]", {}), ("[[]]", {}), ("{}", {}), ("null", {})),
        ('[["b", "k", "n"], ["b", "k", "n", "0203"]]', {("b", "k", "n"): "0203"}),
        ("[[1, null, [], {}]]", {("1", "None", "[]"): "{}"}),
    ],
)
def test_odd_notes_of_where_things_stood(
    tmp_path: Path, noted: str, known: dict[tuple[str, str, str], str]
) -> None:
    """Are as if nothing had been on the map."""
    text = f'{{"earlier": 2, "lines": [], "stands": {noted}}}'
    (tmp_path / "letter.json").write_text(text)
    (tmp_path / "report.json").write_text(REPORTED)
    former = former_handout(tmp_path)
    assert former.earlier == 2
    assert former.stands == known


TWICE = """
name: twice
seats: side
entities: {side: {owner: it, fields: {}}}
entry_points: {go: {call: go()}}
procedures:
  go:
    seen_by: everyone
    steps:
      - for_each: s in every(side)
        do:
          - {choose: first course, by: s, from: "[1, 2]", say: Where it goes}
          - {choose: second course, by: s, from: "[1, 2]", say: "And then, as far"}
scenarios: {one: {main: go, entities: {red: {kind: side}}}}
"""


def test_a_letter_names_questions_for_answers_ahead(tmp_path: Path) -> None:
    """No log and no sentence says them."""
    pack = write(tmp_path / "twice", {"ruleset.yaml": TWICE})
    game, folder = tmp_path / "a.game", tmp_path / "letters"
    call("play", pack, "one", "--game", game, text="2\n")
    done("handout", game, folder, "--as", "red")
    letter = (folder / "letter.txt").read_text(encoding="utf-8")
    asked = " ".join((folder / "question.txt").read_text(encoding="utf-8").split())
    assert "You chose 2 (Where it goes)." in letter
    assert "is 'second course'; others that you were asked are first course." in asked
    assert "first course: " not in done("log", game, "--as", "red")


def test_answers_to_one_question_after_each_other_are_one_sentence() -> None:
    """What is said between them, or another question, parts them."""

    def chose(what: str, asked: str = "The way of ann") -> LogLine:
        return LogLine(1, "choice", "red", "", EntryText(what, asked).brief)

    bell = LogLine(1, "said", "", "A bell rings")
    long = f"The way of ann, {'step by step ' * 9}"
    lines = [chose("0101"), chose("0102"), bell, chose("0103"), chose("none", long)]
    assert lines_said([*lines, chose("0101", "The way of bob")]) == [
        "you chose 0101, 0102 (The way of ann)",
        "A bell rings",
        "you chose 0103, none (The way of ann)",
        "you chose 0101 (The way of bob)",
    ]


def test_a_question_is_cut_only_where_it_is_long() -> None:
    short = "Where he believes that it is, should he search the orchard"
    assert EntryText("ditch", short).brief.question == short
    long = f"At 12:30, {'as it is so long ' * 6}"
    assert EntryText("x", long).brief.question == "At 12:30"

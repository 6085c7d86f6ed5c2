"""`import-table` reads what people paste, and says what it guessed."""

import re
from pathlib import Path

import pytest

from interpreter.app.importing.bands import bands_in
from interpreter.app.importing.domains import domain_in
from interpreter.app.importing.results import column_of, name_from, rolls_in
from interpreter.pipeline.loading import load
from interpreter.values.types import writable
from tests.cli.calling import call
from tests.tables_in.expectations import FILES, VERB, expected_of, read

TABLES = [file for file in FILES if expected_of(file) is not None]
NO_TABLES = [file for file in FILES if expected_of(file) is None]


def name_of(file: Path) -> str:
    """Return how a test calls a file."""
    return file.name


@pytest.mark.parametrize("file", TABLES, ids=name_of)
def test_a_file_gives_these_tables(file: Path) -> None:
    """The tables, the exit code, and the line of each remark."""
    _, given = read(file)
    assert given == expected_of(file)


@pytest.mark.parametrize("file", TABLES, ids=name_of)
def test_check_agrees_with_what_was_said(file: Path, tmp_path: Path) -> None:
    """Where no fault was told there is no error, and where one was, `check` has one."""
    expected = expected_of(file)
    assert expected is not None
    text = f"name: mine\n{expected.yaml}"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    problems = [each for each in load(tmp_path).problems if each.code != "R504"]
    assert len(problems) == len(expected.lines["faulty"])


@pytest.mark.parametrize("file", TABLES, ids=name_of)
def test_each_guess_stands_beside_a_row_or_is_said(file: Path) -> None:
    """What is a comment is among the remarks."""
    called = call(VERB, str(file))
    said = " ".join(called.talk.split())
    for comment in re.findall(r"# guessed: (.*)", called.out):
        for guess in comment.split("; "):
            assert guess in said


@pytest.mark.parametrize("file", NO_TABLES, ids=name_of)
def test_what_is_no_table_is_refused(file: Path) -> None:
    """With a sentence and a hint, and nothing on stdout."""
    called = call(VERB, str(file))
    assert called.code == 3
    assert not called.out
    assert "hint:" in called.talk


@pytest.mark.parametrize(
    ("text", "band"),
    [
        ("3", "3"),
        ("03", "3"),
        ("1-2", "1-2"),
        ("1\u20132", "1-2"),
        ("01\u201050", "1-50"),
        ("2-", "2-"),
        ("12+", "12+"),
        ("-3..-1", "-3..-1"),
        ("-2", "-2"),
        ("\u22122", "-2"),
        ("10 or more", "10+"),
        ("3,001 or more", "3001+"),
        ("4.", "4"),
        ("7*", "7"),
        ("2.0", "2"),
        ("3-May", "3-5"),
        ("May-3", "3-5"),
        ("03.05.", "3-5"),
        ("3/5/2026", "3-5"),
        ("2026-05-03", "3-5"),
        ("2026-05-03 00:00:00", "3-5"),
        ("3. Mai", "3-5"),
        ("4, 5, 6", "4-6"),
        ("1;2-4", "12-14"),
        ("word", ""),
        ("5-word", ""),
        ("3-Mayor", ""),
        ("9" * 30, ""),
        ("", ""),
    ],
)
def test_a_band_as_it_is_printed(text: str, band: str) -> None:
    """Dashes, zeros, words, and what a spreadsheet made of it."""
    assert " ".join(each.text for each in bands_in(text)) == band


def test_the_last_digits_of_a_hundred() -> None:
    """Only where dice reach so far."""
    assert [band.text for band in bands_in("96-00", 100)] == ["96-100"]
    assert [band.text for band in bands_in("00", 100)] == ["100"]
    assert [band.text for band in bands_in("0", 10)] == ["10"]
    assert [band.text for band in bands_in("0", 100)] == ["0"]


def test_a_list_of_numbers_apart() -> None:
    """It is as many rows."""
    assert [band.text for band in bands_in("13, 15")] == ["13", "15"]


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("1d20", "d20"),
        ("dice: 2d6", "2d6"),
        ("d%", "d100"),
        ("2W6", "2d6"),
        ("2d6 + level", "2d6 + integer"),
        ("2d6 + integer", "2d6 + integer"),
        ("1d10+5", "integer 6..15"),
        ("d66", "integer 11..66"),
        ("integer 0..", "integer 0.."),
        ("0d6", None),
        ("d0", None),
        ("people", None),
        ("99999999d6", None),
    ],
)
def test_dice_as_they_are_printed(text: str, of: str | None) -> None:
    """None where no table can be read with them."""
    domain = domain_in(text)
    assert (None if domain is None else domain.of) == of


def test_the_types_of_columns() -> None:
    """Numbers, with none for empty cells; words; texts."""
    assert column_of(["1", "+2", "\u22123"]).type == "integer"
    assert column_of(["1", "\u2013"]).type == "integer or none"
    assert column_of(["\u00bd", "2 1/2", "0.5"]).cells == ("1/2", "5/2", "0.5")
    assert column_of(["yes", "No"]).type == "yes or no"
    assert column_of(["big", "small"], is_inline=True).type == "[big, small]"
    assert column_of(["big", "1d6 days"]).type == "text"
    assert column_of(["none", "big"]).type == "text"
    assert column_of(["sum", "big"]).type == "text"


TITLES = (
    "\u00dcberf\u00e4lle",
    "66 doors",
    "sum",
    "d6",
    "\u72d0",
    "and",
    "a" * 200,
    "  ",
)


@pytest.mark.parametrize("title", TITLES)
def test_every_title_makes_a_name(title: str) -> None:
    """Expressions can write it."""
    assert writable(name_from(title, "table"))


def test_texts_that_roll() -> None:
    """Those that say so and nothing else."""
    assert rolls_in("Roll twice") is not None
    assert rolls_in("re-roll") is not None
    assert rolls_in("Roll 3 times on Omens, each different") is not None
    assert rolls_in("Roll") is None
    assert rolls_in("a roll of cloth") is None
    assert rolls_in("Roll on the ground") is not None


def test_dice_given_count_more_than_rows(tmp_path: Path) -> None:
    """They decide, and rows that they do not reach are told."""
    file = tmp_path / "a.csv"
    file.write_text("roll,what\n1,a b\n2,b c\n3,c d\n", encoding="utf-8")
    called, given = read(file, "--dice", "d4")
    assert "of: d4" in given.yaml
    assert given.lines["faulty"]
    assert called.code == 1
    _, given = read(file, "--dice", "2d6 + integer")
    assert "of: 2d6 + integer" in given.yaml


def test_a_name_is_for_one_table(tmp_path: Path) -> None:
    """It must be one that expressions can write."""
    notes = str(FILES[0].parent / "notes.md")
    assert call(VERB, notes, "--name", "omens").code == 2
    file = tmp_path / "a.csv"
    file.write_text("roll,what\n1,a b\n2,b c\n", encoding="utf-8")
    assert "\n  omens:\n" in read(file, "--name", "omens")[1].yaml
    assert call(VERB, str(file), "--name", "d6").code == 2
    assert call(VERB, str(file), "--name", "sum").code == 2


def test_a_table_from_stdin_and_a_wrong_format() -> None:
    """A format that is given is believed."""
    text = "d4 Thing\n1 a rope\n2 a lamp\n3-4 a pot\n"
    called = call(VERB, "-", text=text)
    assert called.code == 0
    assert "1: a rope" in called.out
    assert call(VERB, "-", "--format", "markdown", text=text).code == 3
    assert call(VERB, "-", "--format", "foundry", text=text).code == 3


def test_other_letters(tmp_path: Path) -> None:
    """Files of spreadsheets on Windows, and a file that is not there."""
    file = tmp_path / "a.csv"
    for encoding in ("cp1252", "utf-16"):
        file.write_bytes(
            "roll,what\n1,caf\u00e9 au lait\n2,th\u00e9\n".encode(encoding)
        )
        called, given = read(file)
        assert "caf\u00e9 au lait" in given.yaml
        assert called.code == 0
    assert call(VERB, str(tmp_path / "none.csv")).code == 3
    assert call(VERB, str(tmp_path)).code == 3

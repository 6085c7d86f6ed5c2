"""Which words may be written at a place, also in half a line and a broken file."""

from pathlib import Path

import pytest

from interpreter.app.editing.completions import EditedFile, completions
from tests.editing.packs import HEAD, opened, write_crossing

BODY = "      b.cargo > 4 and\n      not option.ice\n"
CONDITION = "if: flow is calm\n"
LINES = [
    # what is replaced, what is typed instead (^ the cursor), a word that is offered
    (BODY, "      b.^\n", "cargo"),
    (BODY, "      b.cargo > 4 and\n      not option.^\n", "ice"),
    (BODY, "      b.cargo > 4 and sl^\n", "slow"),
    (BODY, "      '🚣' is '🚣' and b.ca^\n", "cargo"),
    (BODY, "      any(x in every(boat) where x.^\n", "cargo"),
    (BODY, "      if b.^\n", "cargo"),
    (CONDITION, "if: flow is ^\n", "swift"),
    (CONDITION, "if: fl^\n", "flow"),
    ('say: "🚣 {b} is slow"', 'say: "🚣 {b.^} is slow"', "cargo"),
    ("gives: water,", "gives: ^,", "water"),
    ("rule: [R-1, R-2]", "rule: [R-1, R-^]", "R-2"),
    ("call: current()", "call: ^", "current"),
    ("      - return: 0\n", "      - ret^\n", "return"),
    ("    title: Whether a boat is slow\n", "    ti^\n", "title"),
    ("        as: flow\n", "        as: flow\n        i^\n", "if"),
    ("formulas:\n", "wal^\nformulas:\n", "walks"),
]


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    return write_crossing(tmp_path)


def offered(folder: Path, text: str, file: str = "ruleset.yaml") -> list[str]:
    """Return the words that are offered at the mark in a text."""
    _, pack = opened(folder, file)
    assert pack.meanings is not None
    good = (folder / file).read_text(encoding="utf-8")
    offset, now = text.index("^"), text.replace("^", "")
    edited = EditedFile(str(folder / file), file, now, good)
    texts = {edited.file: now}
    return [each.label for each in completions(pack.meanings, edited, offset, texts)]


@pytest.mark.parametrize(("old", "typed", "word"), LINES)
def test_a_word_is_offered(crossing: Path, old: str, typed: str, word: str) -> None:
    text = HEAD.replace(old, typed, 1)
    assert "^" in text
    assert word in offered(crossing, text)


@pytest.mark.parametrize("broken", ["zz: [", "\t- {", '"'])
def test_a_word_is_offered_in_a_broken_file(crossing: Path, broken: str) -> None:
    """The line of the cursor is put into the file as it was read last."""
    text = HEAD.replace(BODY, "      b.^\n") + broken
    assert "cargo" in offered(crossing, text)


def test_what_fits_comes_first(crossing: Path) -> None:
    text = HEAD.replace(CONDITION, "if: flow is ^\n")
    assert offered(crossing, text)[:2] == ["calm", "swift"]


def test_keys_that_are_there_are_not_offered_again(crossing: Path) -> None:
    words = offered(crossing, HEAD.replace("        as: flow\n", "        ^\n"))
    assert "as" in words
    assert "call" not in words


def test_the_path_of_a_change_is_offered_part_by_part(crossing: Path) -> None:
    windy = crossing.parent / "windy"
    head = "name: windy\nextends: ../crossing\nchange:\n"
    assert "modifiers" in offered(windy, f"{head}  mod^")
    assert "rowing" in offered(windy, f"{head}  modifiers.^")
    assert "heavy" in offered(windy, f"{head}  modifiers.rowing.groups.load.rows.^")


@pytest.mark.parametrize(
    "text",
    ["^", "^" + "x" * 100_000, "a: " + "(" * 100_000 + "^", "- " * 50_000 + "^", "^\0"],
)
def test_nothing_is_offered_where_nothing_is_known(crossing: Path, text: str) -> None:
    assert isinstance(offered(crossing, text), list)

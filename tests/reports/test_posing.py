"""What stands below a question: its options, and how many of them may be chosen."""

import pytest

from interpreter.reports.questions import Posed, PosedPart, posed_text


@pytest.mark.parametrize(
    ("how_many", "said"),
    [
        ((0, 3), "0 to 2 of them"),
        ((0, 1), "0 to 1 of them"),
        ((2, 3), "2 of them"),
        ((3, 3), "3 of them"),
    ],
    ids=str,
)
def test_no_more_are_said_to_be_wanted_than_there_are(
    how_many: tuple[int, int], said: str
) -> None:
    """But never fewer than the rule asks for."""
    part = PosedPart("", ("point", "rear"))
    asked = Posed("red", "beside", "", "", (part,), how_many, False, None)
    last = posed_text(asked).splitlines()[-1]
    assert last.startswith(f"    {said}, commas between")


def test_yes_and_no_are_words_as_in_an_open_question() -> None:
    """They have no numbers, whatever is said of them."""
    part = PosedPart("", ("yes", "no"))
    asked = Posed("red", "ready", "", "", (part,), None, False, None)
    assert posed_text(asked).splitlines()[1:] == ["    yes or no"]
    part = PosedPart("", ("yes", "no"), ("he goes", ""))
    asked = Posed("red", "ready", "", "", (part,), None, False, None)
    assert posed_text(asked).splitlines()[1:] == ["    yes: he goes", "    no"]
    part = PosedPart("", ("yes", "no", "later"))
    asked = Posed("red", "ready", "", "", (part,), None, False, None)
    assert posed_text(asked).splitlines()[1:] == [
        *("    1. yes", "    2. no", "    3. later"),
    ]

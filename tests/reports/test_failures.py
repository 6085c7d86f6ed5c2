"""What is said of a failure, without a command line."""

import json
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic, Unusable, UsageError
from interpreter.reports.colour import Paint
from interpreter.reports.failures import (
    MOST_CHARACTERS,
    REPORT_TO,
    Failure,
    failure_json,
    failure_of,
    failure_text,
)
from interpreter.source import Source, Span

SPAN = Span(Source("f", "gone"), 0, 4)
PROBLEM = Diagnostic("R301", "error", SPAN, "unknown name 'gone'")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            UsageError("no such verb", "try another"),
            "no such verb\n  hint: try another",
        ),
        (UsageError("no such verb"), "no such verb"),
        (KeyboardInterrupt(), "interrupted"),
        (
            OSError(28, "No space left", "game"),
            "cannot write or read 'game': No space left",
        ),
        (OSError(), "cannot write or read: an input or output error"),
    ],
)
def test_an_error_is_a_sentence_with_its_hint(error: BaseException, text: str) -> None:
    """The hint is on a line of its own."""
    assert failure_text(failure_of(error)) == f"umpire: {text}"


def test_a_fault_names_its_type_and_not_its_text() -> None:
    """Its text may quote a secret; where the traceback is, is the second hint."""
    fault = ZeroDivisionError("secret")
    without, written = failure_of(fault), failure_of(fault, Path("trace.txt"))
    assert without.message == written.message
    assert "R901" in without.message
    assert "(ZeroDivisionError)" in without.message
    assert without.hints[0] == written.hints[0] == REPORT_TO
    assert "UMPIRE_DEBUG=1" in without.hints[1]
    assert written.hints[1] == "the traceback is in trace.txt"


def test_problems_come_before_the_sentence() -> None:
    """With an empty line between."""
    failure = failure_of(Unusable("the pack has problems", (PROBLEM,)))
    problem, sentence = failure_text(failure).split("\n\n")
    assert "R301 unknown name 'gone'" in problem
    assert sentence == "umpire: the pack has problems"


def test_a_long_sentence_loses_its_middle() -> None:
    """The text tells how much; JSON has all of it."""
    failure = Failure("a" * MOST_CHARACTERS + "b" * 1_000, ("c" * MOST_CHARACTERS,))
    text = failure_text(failure)
    assert "[1,000 characters left out]" in text
    assert "c" * MOST_CHARACTERS in text
    assert json.loads(failure_json(failure, 2))["message"] == failure.message


def test_the_json_is_one_line_with_all_hints() -> None:
    """And with the problems as `check` lists them."""
    line = failure_json(Failure("wrong\nhere", ("one", "two"), (PROBLEM,)), 3)
    assert "\n" not in line
    record = json.loads(line)
    assert (record["exit"], record["message"]) == (3, "wrong\nhere")
    assert (record["hint"], record["count"]) == ("one; two", 1)
    assert record["problems"][0]["code"] == "R301"


def test_colour_and_controls() -> None:
    """Only the labels are coloured, and no control character passes."""
    text = failure_text(Failure("a\x1b[2Jb", ("c",)), Paint(True))
    assert text.count("\x1b[1;31m") == text.count("\x1b[36m") == 1
    assert "\x1b[2J" not in text

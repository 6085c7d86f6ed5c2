"""Problems as text and JSON."""

from interpreter.diagnostics import problem
from interpreter.reports.colour import Paint
from interpreter.reports.diagnostics import listed, problems_output, rendered, summary
from interpreter.reports.outputs.encoding import encoded_rows
from interpreter.source import Source, Span

TEXT = 'steps:\n  - let: {reach: "missiles[shot.weapn].long"}\n'
AT = TEXT.index("weapn")
FOUND = problem(
    "R301",
    Span(Source("fire.yaml", TEXT), AT, AT + 5),
    "unknown name 'weapn'",
    expected="weapon, aim or band",
    hint="did you mean 'weapon'?",
)


def test_a_problem_as_text() -> None:
    """Headline, line with its number, caret below the place, expected, hint."""
    assert rendered(FOUND).split("\n") == [
        "fire.yaml:2:33: R301 unknown name 'weapn'",
        '   2 |   - let: {reach: "missiles[shot.weapn].long"}',
        "     |                                 ^^^^^",
        "  expected: weapon, aim or band",
        "  hint: did you mean 'weapon'?",
    ]


def test_colour_changes_nothing_else() -> None:
    """Without its escapes the coloured text is the plain one."""
    coloured = rendered(FOUND, Paint(on=True))
    assert "\x1b[" in coloured
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[1;31m"):
        coloured = coloured.replace(code, "")
    assert coloured == rendered(FOUND)


def test_a_place_beyond_the_text() -> None:
    """An empty file, the end, several lines: a place is always shown somehow."""
    for text, start, end in (("", 0, 0), ("a\nb", 3, 3), ("ab\ncd\n", 1, 5)):
        shown = rendered(problem("R001", Span(Source("x", text), start, end), "no"))
        assert shown.startswith("x:")
    assert rendered(
        problem("R001", Span(Source("x", "ab\ncd\n"), 1, 5), "no")
    ).endswith("|  ^")


def test_a_long_line_is_cut_around_its_place() -> None:
    """The caret still stands below the place."""
    text = "a" * 500 + "bad" + "c" * 500
    shown = rendered(problem("R001", Span(Source("x", text), 500, 503), "no"))
    _, line, caret = shown.split("\n")
    assert len(line) < 200
    assert line[caret.index("^") :].startswith("bad")


def test_controls_are_shown_and_wide_letters_counted() -> None:
    """No escape of a pack reaches a terminal; the caret goes by cells."""
    text = "\x1b[2J 軍 bad"
    start = text.index("bad")
    shown = rendered(problem("R001", Span(Source("x", text), start, start + 3), "\x07"))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    _, line, caret = shown.split("\n")
    assert caret.index("^") == line.index("bad") + 1  # one letter is two cells wide


def test_json_has_every_key() -> None:
    """Lines and columns count from 1; the end is behind the last character."""
    (row,) = encoded_rows(problems_output([FOUND]))
    assert row == {
        "code": "R301",
        "severity": "error",
        "confidence": "certain",
        "file": "fire.yaml",
        "line": 2,
        "column": 33,
        "end_line": 2,
        "end_column": 38,
        "message": "unknown name 'weapn'",
        "expected": "weapon, aim or band",
        "hint": "did you mean 'weapon'?",
        "related": [],
    }


def test_sorted_and_counted() -> None:
    """Whatever the order in which they were found."""
    first = problem("R504", Span(Source("a.yaml", "x"), 0, 1), "unused")
    assert listed([FOUND, first]) == f"{rendered(first)}\n\n{rendered(FOUND)}"
    assert summary([FOUND, first, first]) == "1 error, 2 warnings"
    assert summary([]) == "no problems"


def test_errors_come_last_or_alone() -> None:
    """Above the line that counts, wherever in the files they are."""
    later = problem("R504", Span(Source("z.yaml", "x"), 0, 1), "unused")
    both = f"{rendered(later)}\n\n{rendered(FOUND)}"
    assert listed([FOUND, later]) == listed([later, FOUND]) == both
    assert listed([FOUND, later], errors=True) == rendered(FOUND)
    assert listed([later], errors=True) == ""


def test_a_long_hint_fills_its_lines() -> None:
    """No line is broken twice."""
    words = " ".join(f"word{number}" for number in range(40))
    text = rendered(problem("R504", FOUND.span, "unused", hint=words))
    told = text[text.index("hint:") :].splitlines()
    assert all(len(line) > 70 for line in told[:-1])
    assert " ".join(" ".join(told).split()) == f"hint: {words}"

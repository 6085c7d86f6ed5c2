"""Cases as text and JSON."""

from interpreter.reports.cases import (
    CaseDifference,
    CaseResult,
    Gap,
    UncoveredElement,
    cases_output,
    cases_text,
)
from interpreter.reports.outputs.encoding import encoded
from interpreter.source import Source, Span

AT = Span(Source("cases.yaml", "cases:\n  a: {}\n"), 9, 10)
GOOD = CaseResult("pack", "a", AT)
BAD = CaseResult("pack", "b", AT, ("R-1",), (CaseDifference("result", "rain", "sun"),))
BROKEN = CaseResult("pack", "c", AT, error="judge must choose at look.trick")


def test_failures_say_where_what_and_which_rule() -> None:
    """What passed is only counted."""
    text = cases_text([GOOD, BAD, BROKEN])
    assert "cases.yaml:2:3: failed: b  [R-1]" in text
    assert "    expected: rain\n    found:    sun" in text
    assert "judge must choose" in text
    assert text.endswith("1 passed, 2 failed")


def test_json_counts_and_lists_all() -> None:
    """Coverage stands there only when it was asked for."""
    data = encoded(cases_output([GOOD, BAD]))
    assert (data["passed"], data["failed"]) == (1, 1)
    assert "coverage" not in data
    gap = Gap("p", "formulas", 2, (UncoveredElement("twice", "a.yaml:3:1"),))
    assert encoded(cases_output([], [gap]))["coverage"] == [
        {
            "pack": "p",
            "kind": "formulas",
            "count": 2,
            "untouched": [{"name": "twice", "at": "a.yaml:3:1"}],
        }
    ]
    text = cases_text([], gaps=[gap, Gap("p", "options", 0, ())])
    assert "p: formulas: 1 of 2 touched, not these:\n  twice  a.yaml:3:1" in text
    assert "options" not in text


def test_failures_below_are_laid_to_the_change() -> None:
    """Of packs that extend another; a failure of their own is not."""
    below = CaseResult("house", "b", AT, error="no", below="base")
    own = CaseResult("house", "c", AT, error="no")
    assert cases_text([GOOD, below, own]).splitlines()[-3:] == [
        "1 passed, 2 failed",
        "1 of the 2 that failed belong to base: what house changes may be why",
        "to run only the cases of house itself: --own",
    ]
    assert cases_text([GOOD, own]).endswith("1 passed, 1 failed")
    assert encoded(cases_output([below]))["cases"][0]["below"] == "base"

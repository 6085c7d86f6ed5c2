"""Warnings and notes that their author allows at one place, with a reason."""

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.pipeline.checking import check
from tests.cli.calling import call

PACK = """name: allowed
entry_points: {rest: {takes: {n: integer 0..9}, call: tired(n)}}
options:
  night: {values: [yes, no], default: no}%s
formulas:
%s  tired(n:integer 0..9) gives yes or no: {is: n < 10}%s
"""
REASON = "  # allow R528: kept for the next edition"


def _problems(
    folder: Path,
    option: str = "",
    above: str = "",
    beside: str = "",
    *,
    quick: bool = False,
) -> tuple[Diagnostic, ...]:
    (folder / "ruleset.yaml").write_text(PACK % (option, above, beside))
    return check(folder, quick=quick).problems


def _open(problems: tuple[Diagnostic, ...]) -> list[str]:
    return [problem.code for problem in problems if not problem.allowed]


def test_a_warning_is_allowed_on_its_line(tmp_path: Path) -> None:
    """Only the code that is named, and the reason is kept."""
    problems = _problems(tmp_path, beside=REASON)
    assert _open(problems) == ["R529"]
    reasons = [problem.allowed for problem in problems if problem.allowed]
    assert reasons == ["kept for the next edition"]


def test_a_line_of_its_own_is_about_the_next(tmp_path: Path) -> None:
    """Other comments and empty lines may stand between."""
    above = "  # allow R504, R528: kept\n\n  # a formula\n"
    assert _open(_problems(tmp_path, above=above)) == ["R529"]


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("  # allow R528", ["R528", "R530"]),
        ("  # allow R528:", ["R528", "R530"]),
        ("  # allow R301: for now", ["R528", "R530"]),
        ("  # allow R504: gone meanwhile", ["R528", "R530"]),
        ("  # we allow R528: said in a sentence", ["R528"]),
    ],
)
def test_what_allows_nothing_is_reported(
    tmp_path: Path, comment: str, left: list[str]
) -> None:
    """Without a reason, of an error, or of a problem that is not there."""
    assert sorted(_open(_problems(tmp_path, beside=comment))) == [
        *left[:1],
        "R529",
        *left[1:],
    ]


def test_a_quick_check_does_not_miss_what_others_find(tmp_path: Path) -> None:
    """A problem that only other options have may be allowed too."""
    comment = "  # allow R522: only with an option"
    assert _open(_problems(tmp_path, beside=comment, quick=True)) == ["R529", "R528"]


def test_an_error_stays(tmp_path: Path) -> None:
    """Whatever a comment says."""
    broken = PACK.replace("n < 10", "m < 10") % ("", "", "  # allow R301: later")
    (tmp_path / "ruleset.yaml").write_text(broken)
    assert "R301" in _open(check(tmp_path).problems)


def test_check_counts_what_is_allowed(tmp_path: Path) -> None:
    """It is not listed, is no failure with --strict, and JSON has the reason."""
    option = "  # allow R529: for the campaign"
    _problems(tmp_path, option=option, beside=REASON)
    done = call("check", str(tmp_path), "--strict")
    assert done.code == 0
    assert "R52" not in done.out
    assert "(2 allowed)" in done.out
    listed = call("check", str(tmp_path), "--json").json["problems"]
    assert {each["code"]: each["allowed"] for each in listed} == {
        "R528": "kept for the next edition",
        "R529": "for the campaign",
    }


def test_a_file_of_comments_takes_no_longer(tmp_path: Path) -> None:
    """Each line is read once: 100,000 letters that nearly allow something."""
    text = "# allow R504 , " * 6_000
    (tmp_path / "ruleset.yaml").write_text(f"name: many\n# {text}\n")
    assert [problem.code for problem in check(tmp_path).problems] == ["R530"]


def test_many_comments_one_below_the_other_are_read_once(tmp_path: Path) -> None:
    """Each is about the line below all of them: 40,000 of them."""
    lines = "# allow R504: kept\n" * 40_000
    (tmp_path / "ruleset.yaml").write_text(f"name: many\n{lines}")
    assert {problem.code for problem in check(tmp_path).problems} == {"R530"}

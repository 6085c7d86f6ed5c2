"""Where a pack extends another, its author hears of his own faults, and once."""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load

BASE = """name: base
seen_by: everyone
entry_points:
  go: {call: shoot(n), takes: {n: integer}, gives: integer}
options:
  hard: {values: [yes, no], default: no}
tables:
  sky: {of: 2d6, gives: [rain, sun], rows: {7-: rain, 8+: sun}}
formulas:
  half: {takes: {n: integer}, gives: integer, is: down(n / 2)}
  idle: {is: 4}
  luck: {only: hard, is: 1}
procedures:
  shoot:
    takes: {n: integer}
    gives: integer
    steps:
      - roll: {dice: 2d6}
        by: judge
        for: luck
      - id: last
        return: if sky(sum(dice)) is rain then half(n) else 3
cases:
  one: {run: go(4), dice: {dice: [1, 1]}, expect: {result: 2}}
"""


def said(tmp_path: Path, house: str, base: str = BASE) -> list[str]:
    """Return code, marked text and message of all that `check` says of an overlay."""
    for name, text in (("base", base), ("house", f"extends: ../base\n{house}")):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    return [
        f"{each.span.source.name.split('/')[-2]} {each.code} {each.span.text}"
        for each in check(tmp_path / "house").problems
    ]


HOUSE = "name: house\nchange:\n  "


def test_notes_and_warnings_below_are_not_repeated(tmp_path: Path) -> None:
    """They belong to checking the pack below, but for figures that are not the book's,
    which are no better above it; its own are told."""
    base = BASE.replace("is: 4", "is: 4, status: house")
    assert said(tmp_path, "name: house\n", base) == ["base R511 house"]
    found = [each.code for each in check(tmp_path / "base").problems]
    assert found == ["R504", "R511", "R522"]
    own = "name: house\nformulas:\n  mine: {is: 2, status: house}\n"
    marks = ["base R511 house", "house R511 house"]
    assert said(tmp_path, own, base) == [marks[0], "house R504 mine", marks[1]]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("formulas.half.is: {to: downn(n)}", "R302 downn"),
        ("formulas.half.gives: {to: '[a, b]'}", "R307 '[a, b]'"),
        ("formulas.half.gives: {to: [a, b]}", "R401 formulas.half.gives"),
        ("formulas.half: {to: {takes: {m: text}, is: 3 +}}", "R201 "),
        ("formulas.half: {remove: yes}", "R302 formulas.half"),
        ("tables.sky.rows.7-: {remove: yes}", "R501 tables.sky.rows.7-"),
        ("tables.sky.gives: {to: [fog, sun]}", "R301 tables.sky.gives"),
        ("procedures.shoot.takes: {to: {m: integer}}", "R301 procedures.shoot.takes"),
        ("entry_points.go.takes: {to: {}}", "R301 entry_points.go.takes"),
        ("options.hard: {remove: yes}", "R301 options.hard"),
    ],
)
def test_what_a_change_breaks_is_told_of_the_change(
    tmp_path: Path, change: str, told: str
) -> None:
    """One problem, in the overlay, however much below does not fit any more."""
    assert said(tmp_path, f"{HOUSE}{change}\n") == [f"house {told}"]


def test_each_change_has_its_own_problem(tmp_path: Path) -> None:
    """A mistake of one change does not hide what another breaks."""
    both = "formulas.half.is: {to: m}\n  tables.sky.rows.7-: {remove: yes}\n"
    assert said(tmp_path, HOUSE + both) == [
        "house R301 m",
        "house R501 tables.sky.rows.7-",
    ]


def test_it_says_where_it_shows(tmp_path: Path) -> None:
    """The places below are named beside it."""
    said(tmp_path, f"{HOUSE}formulas.half.gives: {{to: [a, b]}}\n")
    (one,) = check(tmp_path / "house").problems
    assert one == load(tmp_path / "house").problems[0]
    shown = [span.text for span, _ in one.related]
    assert shown == ["down(n / 2)", "half(n)"]


def test_a_case_below_that_cannot_be_any_more(tmp_path: Path) -> None:
    """The cases of the pack below are tried in the overlay too."""
    found = said(tmp_path, f"{HOUSE}formulas.half.is: {{expect: down(n / 2), to: n}}\n")
    assert found == []  # it runs, and 'umpire test' says that another result comes
    takes = "entry_points.go: {to: {call: shoot(3), takes: {}}}\n"
    assert said(tmp_path, HOUSE + takes) == ["house R309 entry_points.go"]


def test_a_pack_below_that_is_broken_itself(tmp_path: Path) -> None:
    """Its errors are told as they are, beside the overlay's own."""
    broken = BASE.replace("down(n / 2)", "downn(n / 2)")
    assert said(tmp_path, "name: house\n", broken) == ["base R302 downn"]
    change = f"{HOUSE}tables.sky.rows.7-: {{to: fog}}\n"
    assert said(tmp_path, change, broken) == ["base R302 downn", "house R301 fog"]


def test_a_declaration_that_reads_an_option_may_be_removed(tmp_path: Path) -> None:
    """What an overlay removed is not read again under other options."""
    base = BASE.replace("luck: {only: hard, is: 1}", "luck: {is: option.hard}")
    assert (
        said(
            tmp_path,
            f"{HOUSE}formulas.luck: {{expect: {{is: option.hard}}, remove: yes}}\n",
            base,
        )
        == []
    )

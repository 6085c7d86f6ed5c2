"""Changes: of overlays and of options."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from interpreter.ruleset.ruleset import Ruleset
from tests.ruleset.packs import held, read, said, write

BASE = """options:
  a: {values: [yes, no], default: no}
tables:
  range:
    of: 2d6
    gives: integer
    rows: {2-: 1, 3-5: 2, -3..-1: 5, 12+: +4}
types:
  grade: {values: [low, high]}
entities:
  thing: {fields: {size: {type: integer, start: 3}}}
procedures:
  go:
    steps:
      - let: {x: 1}
        id: first
      - if: x > 0
        id: branch
        do:
          - call: one()
            id: inner
          - call: two()
      - {roll: {shots: 2d6, wind: d6}, for: A}
      - if: x > 1
        do:
          - {choose: who, by: red, from: all}
        else: [{call: g(), as: had}]
      - {return: x}
  twice: {steps: [{if: x, let: {n: 1}, else: [{let: {n: 2}}]}]}
formulas:
  f: {is: 1}
"""


def changed(
    tmp_path: Path, changes: str, more: str = "", base: str = BASE
) -> tuple[Ruleset, list[str]]:
    """Read an overlay with these changes, each on a line of its own."""
    write(tmp_path / "base", {"a.yaml": base})
    lines = "".join(f"  {line}\n" for line in changes.strip().splitlines())
    head = f"extends: base\nname: house\n{more}change:\n{lines}"
    top = write(tmp_path / "top", {"ruleset.yaml": head})
    ruleset, problems = read(top)
    return ruleset, said(problems)


def at(ruleset: Ruleset, section: str, *keys: str | int) -> Any:
    """Return what stands somewhere."""
    found = held(ruleset, section)
    for key in keys:
        found = found[key]
    return found


RANGE = ("tables", "range", "rows")
STEPS = ("procedures", "go", "steps")


@pytest.mark.parametrize(
    ("change", "where", "expected"),
    [
        ("tables.range.rows.3-5: {expect: 2, to: 7}", (*RANGE, "3-5"), "7"),
        ("tables.range.rows.'-3..-1': {to: 6}", (*RANGE, "-3..-1"), "6"),
        ('tables.range.rows."12+": {expect: 4, add: -1}', (*RANGE, "12+"), "+3"),
        ("tables.range.rows.3-5: {scale: 1/4}", (*RANGE, "3-5"), "1/2"),
        ("tables.range.rows.6-11: {add: 3}", (*RANGE, "6-11"), "3"),
        ("tables.range.of: {replace: 2d8}", ("tables", "range", "of"), "2d8"),
        ("types.grade.values.low: {to: mean}", ("types", "grade", "values", 0), "mean"),
        (
            "entities.thing.fields.weight: {add: {type: integer}}",
            ("entities", "thing", "fields", "weight", "type"),
            "integer",
        ),
        (
            "procedures.go.steps.inner.call: {to: f()}",
            (*STEPS, 1, "do", 0, "call"),
            "f()",
        ),
        (
            "procedures.go.branch: {append: [{return: 2}]}",
            (*STEPS, 1, "do", 2, "return"),
            "2",
        ),
        (
            "procedures.go.steps.first: {insert_before: [{return: 2}]}",
            (*STEPS, 0, "return"),
            "2",
        ),
        (
            "procedures.go.steps.inner: {insert_after: [{return: 2}]}",
            (*STEPS, 1, "do", 1, "return"),
            "2",
        ),
        (
            "procedures.go.steps.inner: {replace: [{return: 2}, {return: 3}]}",
            (*STEPS, 1, "do", 1, "return"),
            "3",
        ),
        ("procedures.go.steps.branch: {remove: yes}", (*STEPS, 3, "return"), "x"),
        (
            "procedures.go.steps.x.let.x: {expect: 1, to: 5}",
            (*STEPS, 0, "let", "x"),
            "5",
        ),
        (
            "procedures.go.steps.shots: {replace: [{return: 2}]}",
            (*STEPS, 2, "return"),
            "2",
        ),
        ("procedures.go.shots.for: {to: B}", (*STEPS, 2, "for"), "B"),
        (
            "procedures.go.steps.who.by: {to: judge}",
            (*STEPS, 3, "do", 0, "by"),
            "judge",
        ),
        (
            "procedures.go.steps.had.call: {to: h()}",
            (*STEPS, 3, "else", 0, "call"),
            "h()",
        ),
        ("formulas.g: {add: {is: 9}}", ("formulas", "g", "is"), "9"),
        ("formulas.f: {to: {is: 9}}", ("formulas", "f", "is"), "9"),
    ],
)
def test_each_verb(
    tmp_path: Path, change: str, where: tuple[str], expected: str
) -> None:
    ruleset, problems = changed(tmp_path, change)
    assert problems == []
    assert at(ruleset, *where) == expected
    assert [each.by for each in ruleset.origins] == ["house"]


def test_a_declaration_is_removed_and_an_option_gets_another_default(
    tmp_path: Path,
) -> None:
    ruleset, problems = changed(
        tmp_path, "formulas.f: {remove: yes}\noptions.a.default: {expect: no, to: yes}"
    )
    assert problems == []
    assert held(ruleset, "formulas") == {}
    assert ruleset.options["a"].value is True


def test_what_was_written_keeps_its_place(tmp_path: Path) -> None:
    ruleset, _ = changed(tmp_path, "tables.range.rows.3-5: {add: 10}")
    node: Any = ruleset.sections["tables"]["range"].node
    row = node.get("rows").get("3-5")
    assert (row.text, row.span.text) == ("12", "10")
    assert row.part(0, 2).text == "10"
    assert str(row.span).startswith(f"{tmp_path}/top/ruleset.yaml:4:")
    (origin,) = ruleset.origins
    assert (origin.before.text, origin.after.text) == ("2", "12")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("table.range.of: {to: 1d6}", "R801 table"),
        ("tables.rage.of: {to: 1d6}", "R801 rage"),
        ("tables.range.rows.4-5: {to: 1}", "R801 4-5"),
        ("tables.range.rows.-3..-1: {to: 6}", "R801 tables.range.rows.-3..-1"),
        ("tables: {remove: yes}", "R801 tables"),
        ("entities.thing.fields.size.strat: {add: 1}", "R801 strat"),
        ("procedures.go.steps.call 2: {remove: yes}", "R801 call 2"),
        ("procedures.go.steps.2: {remove: yes}", "R801 2"),
        ("tables.range.1: {remove: yes}", "R801 1"),
        ("procedures.twice.steps.n.let.n: {to: 3}", "R801 n"),
        ("procedures.go.steps.first: {append: [{return: 1}]}", "R801 "),
        ("tables.range.rows.3-5: {insert_after: [{return: 1}]}", "R801 "),
        ("tables.range.rows.3-5: {expect: 3, to: 1}", "R802 3"),
        ("formulas.f: {expect: {is: 2}, remove: yes}", "R802 {is: 2}"),
        ("tables.range.of: {add: 1}", "R103 "),
        ("tables.range.rows.3-5: {remove: no}", "R105 no"),
    ],
)
def test_what_finds_nothing(tmp_path: Path, change: str, expected: str) -> None:
    ruleset, problems = changed(tmp_path, change)
    assert len(problems) == 1
    assert problems[0].startswith(expected)
    assert ruleset.origins == ()


def test_two_ids_that_are_one(tmp_path: Path) -> None:
    base = BASE.replace("call: two()", "call: two()\n            id: inner")
    _, problems = changed(
        tmp_path, "procedures.go.steps.inner: {remove: yes}", base=base
    )
    assert problems == ["R801 inner"]


def test_only_of_a_change(tmp_path: Path) -> None:
    ruleset, problems = changed(tmp_path, "formulas.f: {only: a, remove: yes}")
    assert problems == []
    assert list(held(ruleset, "formulas")) == ["f"]


def test_an_overlay_may_not_declare_again(tmp_path: Path) -> None:
    _, problems = changed(
        tmp_path, "formulas.f.is: {to: 3}", more="formulas: {f: {is: 2}}\n"
    )
    assert problems == ["R306 f"]


def switches(one: str, two: str) -> str:
    """Return options x and y, on, which make a change each."""
    return "".join(
        f"  {name}:\n    values: [yes, no]\n    default: yes\n"
        f"    change:\n      {change}\n"
        for name, change in (("x", one), ("y", two))
    )


CLASHES = [
    ("tables.range.rows.3-5: {to: 1}", "tables.range.rows.3-5: {to: 3}", True),
    ("tables.range.rows.3-5: {to: 1}", "tables.range.rows.3-5: {to: 1}", False),
    ("tables.range.rows.3-5: {to: 1}", "tables.range.rows.3-5: {add: 3}", True),
    ("tables.range.rows.3-5: {scale: 2}", "tables.range.rows.3-5: {add: 3}", True),
    ("tables.range.rows.3-5: {add: 2}", "tables.range.rows.3-5: {add: 3}", False),
    ("tables.range.rows.3-5: {to: 1}", "tables.range.rows.12+: {to: 1}", False),
    ("tables.range.rows: {remove: yes}", "tables.range.rows.12+: {to: 1}", True),
    ("tables.range: {remove: yes}", "tables.range.rows.12+: {to: 1}", True),
    ("tables.range.rows.6-9: {add: 1}", "tables.range.rows.6-9: {add: 1}", False),
    ("tables.range.rows.6-9: {add: 1}", "tables.range.rows.6-9: {add: 2}", True),
    ("formulas.g: {add: {is: 1}}", "formulas.g: {add: {is: 2}}", True),
    (
        "procedures.go.steps.inner: {insert_after: [{return: 1}]}",
        "procedures.go.steps.inner: {insert_after: [{return: 2}]}",
        True,
    ),
    (
        "procedures.go.steps.inner: {insert_after: [{return: 1}]}",
        "procedures.go.steps.branch: {append: [{return: 2}]}",
        False,
    ),
    (
        "procedures.go.steps.inner: {insert_before: [{return: 1}]}",
        "procedures.go.steps.branch: {remove: yes}",
        True,
    ),
    (
        "procedures.go.steps.inner: {insert_after: [{return: 1, id: new}]}",
        "procedures.go.steps.new: {insert_after: [{return: 2}]}",
        False,
    ),
]


@pytest.mark.parametrize(("one", "two", "clash"), CLASHES)
def test_the_order_never_matters_or_is_a_problem(
    tmp_path: Path, one: str, two: str, clash: bool
) -> None:
    found = []
    for number, pair in enumerate(itertools.permutations((one, two))):
        options = BASE.replace("options:\n", f"options:\n{switches(*pair)}")
        ruleset, problems = read(write(tmp_path / f"pack{number}", {"a.yaml": options}))
        assert [each.code for each in problems] == ["R806"] * clash
        found.append([held(ruleset, each) for each in ("tables", "procedures")])
    assert clash or found[0] == found[1]


def test_an_option_and_an_overlay_on_one_place(tmp_path: Path) -> None:
    change = "tables.range.rows.3-5: {to: 1}"
    base = BASE.replace(
        "options:\n", f"options:\n{switches(change, 'formulas.g: {add: {is: 1}}')}"
    )
    _, problems = changed(tmp_path, "tables.range.rows.3-5: {to: 9}", base=base)
    assert problems == ["R806 tables.range.rows.3-5"]


def test_overlays_on_overlays(tmp_path: Path) -> None:
    changed(tmp_path, "tables.range.rows.3-5: {expect: 2, to: 9}")
    head = "extends: top\nchange:\n  tables.range.rows.3-5: {expect: 9, add: 1}\n"
    ruleset, problems = read(write(tmp_path / "third", {"ruleset.yaml": head}))
    assert problems == []
    assert at(ruleset, *RANGE, "3-5") == "10"
    assert [each.by for each in ruleset.origins] == ["house", "third"]


def test_an_option_off_changes_nothing(tmp_path: Path) -> None:
    two = switches("formulas.f: {remove: yes}", "formulas.g: {add: {is: 1}}")
    options = BASE.replace("options:\n", f"options:\n{two}")
    pack = write(tmp_path / "p", {"a.yaml": options})
    assert list(held(read(pack)[0], "formulas")) == ["g"]
    assert list(held(read(pack, {"x": "no", "y": "no"})[0], "formulas")) == ["f"]


def test_a_list_in_quotes_is_told_from_a_list(tmp_path: Path) -> None:
    """Shown alike, they differ; the hint says in what."""
    base = "types:\n  grade: [low, high]\n"
    write(tmp_path / "base", {"a.yaml": base})
    change = 'change:\n  types.grade: {expect: "[low, high]", to: [low]}\n'
    head = f"extends: base\nname: house\n{change}"
    _, (one,) = read(write(tmp_path / "top", {"ruleset.yaml": head}))
    assert one.code == "R802"
    assert "without quotes" in one.hint


@pytest.mark.parametrize(
    ("expected", "codes"),
    [("a\n+ b", []), ("a   # other\n+ b", []), ("a\n+ c", ["R802"])],
)
def test_comments_of_an_expression_are_not_expected(
    tmp_path: Path, expected: str, codes: list[str]
) -> None:
    """Whoever words a comment of the pack below anew changes no rule."""
    base = "formulas:\n  f:\n    is: |\n      a  # the first\n      + b\n"
    lines = "".join(f"      {line}\n" for line in expected.splitlines())
    change = f"formulas.f.is:\n  to: 2\n  expect: |\n{lines}"
    problems = changed(tmp_path, change, base=base)[1]
    assert [each.split()[0] for each in problems] == codes


def test_a_name_is_expected_in_either_spelling(tmp_path: Path) -> None:
    """A space and an underscore are the same letter of a name, also in 'expect'."""
    base = "types:\n  grade: [quite low, high]\nformulas:\n  far_off: {is: 1}\n"
    write(tmp_path / "base", {"a.yaml": base})
    change = "  types.grade: {expect: [quite_low, high], to: [low]}\n"
    head = f"extends: base\nname: house\nchange:\n{change}"
    _, problems = read(write(tmp_path / "top", {"ruleset.yaml": head}))
    assert problems == []

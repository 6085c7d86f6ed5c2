"""What is said of a change that cannot be made: followed, each hint works."""

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from tests.ruleset.packs import read, write

BASE = """tables:
  sky:
    of: 2d6
    gives: [rain, clouds, sun]
    rows: {5-: rain, 6-8: clouds, 9+: {gives: sun}}
  weight: {of: 1d6, gives: integer, rows: {1-3: 1, 4-6: 2}}
modifiers:
  shot:
    takes: {reach: integer 0.., prone: yes or no}
    groups:
      range: {on: reach, rows: {0-6: 0, 7+: -2}}
      posture:
        rows:
          prone: {if: prone, add: -1, say: whoever lies on the ground is hard to hit}
entities:
  thing: {fields: {size: {type: integer, start: 3}}}
procedures:
  go:
    steps:
      - {return: 1, id: last}
formulas:
  f: {is: 1}
"""
ROWS = "modifiers.shot.groups.posture.rows"
NEW = f"{ROWS}.rain: {{add: {{if: prone, add: -1}}}}"
OWN = f"give it a path of its own: {NEW}"
BANDS = "modifiers.shot.groups.range.rows"


def said(tmp_path: Path, change: str) -> list[Diagnostic]:
    """Return what is said of an overlay with this change."""
    write(tmp_path / "base", {"a.yaml": BASE})
    head = f"extends: base\nname: house\nchange:\n  {change}\n"
    return read(write(tmp_path / "house", {"ruleset.yaml": head}))[1]


MEANT = [
    (f"{ROWS}: {{append: {{rain: {{if: prone, add: -1}}}}}}", OWN, NEW),
    (f"{ROWS}: {{append: [{{rain: {{if: prone, add: -1}}}}]}}", OWN, NEW),
    (f"{ROWS}.prone: {{insert_after: {{rain: {{if: prone, add: -1}}}}}}", OWN, NEW),
    (f"{ROWS}: {{add: {{rain: {{if: prone, add: -1}}}}}}", OWN, NEW),
    (
        f"{ROWS}.prone: {{insert_before: {{if: prone, add: -1}}}}",
        OWN.replace("rain", "NAME"),
        NEW.replace("rain", "NAME"),
    ),
    (
        f"{ROWS}: {{add: {{rain: {{add: -1}}, fog: {{add: -2}}}}}}",
        f"give each a path of its own, first: {ROWS}.rain: {{add: {{add: -1}}}}",
        f"{ROWS}.rain: {{add: {{add: -1}}}}\n  {ROWS}.fog: {{add: {{add: -2}}}}",
    ),
    (
        "entities.thing.fields: {append: {age: {type: integer, start: 1}}}",
        "give it a path of its own: "
        "entities.thing.fields.age: {add: {type: integer, start: 1}}",
        "entities.thing.fields.age: {add: {type: integer, start: 1}}",
    ),
    (
        f"{ROWS}.rain: {{to: {{if: prone, add: -1}}}}",
        "there are: prone; a new part is written with 'add'",
        NEW,
    ),
    (
        f"{ROWS}.rain: {{expect: 0, add: {{if: prone, add: -1}}}}",
        "there are: prone; a new part is written without 'expect'",
        NEW,
    ),
    (
        f"{BANDS}.7+.add: {{expect: -2, to: -3}}",
        "leave '.add' out of the path",
        f"{BANDS}.7+: {{expect: -2, to: -3}}",
    ),
    (
        f"{BANDS}.7+.add: {{expect: -2, add: -1}}",
        "leave '.add' out of the path",
        f"{BANDS}.7+: {{expect: -2, add: -1}}",
    ),
    (
        "tables.weight.rows.1-3.rule: {add: R-1}",
        "change it as a whole with 'to', at tables.weight.rows.1-3",
        "tables.weight.rows.1-3: {to: {gives: 1, rule: R-1}}",
    ),
    (
        f"{ROWS}.prone: {{add: {{if: prone, add: -2}}}}",
        "to change it write 'to' in place of 'add', or change a part of it, at "
        f"{ROWS}.prone.add",
        f"{ROWS}.prone.add: {{expect: -1, to: -2}}",
    ),
    (
        f"{ROWS}.prone: {{expect: -1, to: -2}}",
        "that is in its 'add': end the path with '.add'",
        f"{ROWS}.prone.add: {{expect: -1, to: -2}}",
    ),
    (
        f"{ROWS}.prone: {{add: -2}}",
        "that is in its 'add': end the path with '.add'",
        f"{ROWS}.prone.add: {{add: -2}}",
    ),
    (
        f"{ROWS}.prone: {{expect: {{if: no}}, to: -2}}",
        "end the path with a part of it; there are: if, add, say",
        f"{ROWS}.prone.if: {{expect: prone, to: not prone}}",
    ),
    (
        "tables.sky.rows.6-8: {to: 6-9}",
        "give all rows anew with 'to', at tables.sky.rows",
        "tables.sky.rows: {to: {5-: rain, 6-9: clouds, 10+: sun}}",
    ),
    (
        f"{BANDS}.7+: {{replace: 8+}}",
        f"give all rows anew with 'to', at {BANDS}",
        f"{BANDS}: {{to: {{0-7: 0, 8+: -2}}}}",
    ),
    (
        "formulas.f.is: {append: {x: 1}}",
        "change the whole with 'to'",
        "formulas.f.is: {to: 1 + 1}",
    ),
    (
        "procedures.go.last: {append: [{return: 1}]}",
        "insert it with 'insert_after'",
        "procedures.go.last: {insert_after: [{return: 1}]}",
    ),
]


@pytest.mark.parametrize(("change", "hint", "mended"), MEANT)
def test_a_hint_works_when_it_is_followed(
    tmp_path: Path, change: str, hint: str, mended: str
) -> None:
    (one,) = said(tmp_path / "wrong", change)
    assert one.hint == hint
    assert said(tmp_path / "mended", mended) == []


def test_a_value_that_looks_like_a_band_may_stand_in_quotes(tmp_path: Path) -> None:
    assert said(tmp_path, "tables.weight.rows.1-3: {to: '4-6'}") == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (f"{ROWS}.rain: {{add: {{iff: prone, add: -1}}}}", "R101 iff"),
        (f"{ROWS}.prone: {{to: {{if: prone, ad: -1}}}}", "R101 ad"),
        ("entities.thing.fields.age: {add: {typ: integer}}", "R101 typ"),
        ("formulas.g: {add: {iz: 1}}", "R101 iz"),
        ("procedures.go.steps: {to: [{retrun: 1}]}", "R104 retrun"),
    ],
)
def test_what_a_change_makes_has_the_shape_of_its_place(
    tmp_path: Path, change: str, expected: str
) -> None:
    problems = said(tmp_path, change)
    assert [f"{each.code} {each.span.text}" for each in problems][:1] == [expected]


SWITCHED = "on a level with 'change', a line of its own switches it: "


@pytest.mark.parametrize(
    "change",
    [
        "options.deep snow: yes",
        "options.deep snow: {to: yes}",
        "options.deep snow.default: yes",
        "options: {deep snow: yes}",
    ],
)
def test_an_option_is_switched_by_a_line_of_its_own(
    tmp_path: Path, change: str
) -> None:
    """Whatever a change of it looks like, the short form is told, and works."""
    option = "options:\n  deep snow: {values: [yes, no], default: no}\n"
    write(tmp_path / "base", {"a.yaml": option})

    def house(line: str) -> list[Diagnostic]:
        head = f"extends: base\nname: house\n{line}\n"
        return read(write(tmp_path / "house", {"ruleset.yaml": head}))[1]

    (one,) = house(f"change:\n  {change}")
    assert one.hint.startswith(SWITCHED)
    assert house(one.hint.removeprefix(SWITCHED)) == []


def test_what_stands_there_already_is_not_added(tmp_path: Path) -> None:
    """That is what is wrong, and not that the value is no number."""
    for change in (
        f"{ROWS}.prone: {{add: {{if: prone, add: -2}}}}",
        "tables.sky.rows.6-8: {add: sun}",
    ):
        (one,) = said(tmp_path / str(len(change)), change)
        assert one.code == "R306"
        assert one.message.endswith(" is there already")

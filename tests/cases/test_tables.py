"""Cases as tables: one head, and a row for each case."""

from pathlib import Path

import pytest

from interpreter.diagnostics import LimitExceeded
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from interpreter.yaml import MappingNode, inline
from tests.games.playing import call

PACK = """
name: tabled
seen_by: everyone
types:
  kind: [foot, horse]
formulas:
  needed:
    takes: {throw: integer, kind: kind, far: integer}
    is: throw + far + (if kind is horse then 2 else 0)
  several: {takes: {}, is: "[1, 2]"}
procedures:
  roll:
    takes: {bonus: integer}
    gives: integer
    steps:
      - roll: {die: d6}
        by: judge
        for: luck
      - return: die + bonus
cases:
"""
GOOD = """
  what is needed:
    from: by hand, throw and all
    columns: [the throw, kind, needed]
    run: needed(the throw, kind, 1)
    expect: {result: needed}
    rows:
      - [10, foot, 11]
      - [-3, horse, 0]
      - [4, foot, 5]
  luck:
    from: by hand
    columns: [fell, bonus, sum]
    run: roll(bonus)
    dice: {die: fell}
    expect: {result: sum}
    rows:
      plain: [3, 0, 3]
      with a bonus: [6, 2 * 2, 10]
  a list:
    from: by hand
    columns: [whole]
    run: several()
    expect: {result: whole}
    rows: [[[1, 2]]]
"""


def written(folder: Path, cases: str) -> Path:
    """Write the pack with these cases."""
    (folder / "ruleset.yaml").write_text(PACK + cases, encoding="utf-8")
    return folder


def test_each_row_is_a_case(tmp_path: Path) -> None:
    """With a name of its own; the prose of the head is left as it stands."""
    pack = written(tmp_path, GOOD)
    found = load(pack)
    assert [str(e) for e in found.problems if e.severity == "error"] == []
    assert found.ruleset is not None
    names = [each.name for each in found.ruleset.sections["cases"].values()]
    assert names == [
        *("what is needed, 1", "what is needed, 2", "what is needed, 3"),
        *("luck, plain", "luck, with a bonus", "a list, 1"),
    ]
    code, out, _ = call("test", pack)
    assert code == 0
    assert out.startswith("6 passed, 0 failed")


def test_a_row_that_is_wrong_fails_by_itself(tmp_path: Path) -> None:
    """And is told by its name, at its place."""
    pack = written(tmp_path, GOOD.replace("[6, 2 * 2, 10]", "[6, 2 * 2, 11]"))
    code, out, _ = call("test", pack)
    assert code != 0
    assert "luck, with a bonus" in out
    assert "luck, plain" not in out


@pytest.mark.parametrize("head", ["", "    dice: {die: dice}\n"])
def test_a_column_is_no_part_of_the_value_of_an_option(
    head: str, tmp_path: Path
) -> None:
    """Not even beside a word of the language; so the column is the key it names."""
    cases = f"""
  luck:
    from: by hand
    columns: [dice, sum, lit]
    options: {{with: dice and markers, night: lit}}
    run: roll(0)
{head}    expect: {{result: sum}}
    rows:
      - [{{die: 3}}, 3, yes]
"""
    if head:
        cases = cases.replace("{die: 3}", "3")
    options = "options:\n  with: {values: [dice, dice and markers], default: dice}\n"
    options += "  night: {values: [yes, no], default: no}\n"
    pack = written(tmp_path, cases + options)
    found = load(pack)
    assert [str(e) for e in found.problems if e.severity == "error"] == []
    assert found.ruleset is not None
    (row,) = found.ruleset.sections["cases"].values()
    assert isinstance(row.node, MappingNode)
    chosen = row.node.get("options")
    assert chosen is not None
    assert inline(chosen) == "{with: dice and markers, night: yes}"
    code, out, _ = call("test", pack)
    assert (code, "1 passed" in out) == (0, True)


def test_a_column_is_no_part_of_a_longer_name(tmp_path: Path) -> None:
    """Of an option, an entity or a value; beside words of the language it is itself."""
    cases = """
  who goes:
    from: by hand
    columns: [troops, far]
    scenario: whole troops
    options: {moved: whole troops}
    run: goes(far troops, if far is 1 or far in [2] then far else 0)
    expect: {result: troops, far_troops.size: far}
    rows: [[2, 2]]
"""
    pack = PACK.replace(
        "cases:\n",
        """  goes:
    takes: {g: group, far: integer}
    gives: integer
    steps:
      - return: if option.moved is 'whole troops' then far else 0
entities:
  group: {fields: {size: {type: integer, seen_by: everyone}}}
options:
  moved: {values: [part, whole troops], default: part}
scenarios:
  whole troops: {entities: {far troops: {kind: group, size: 2}}}
cases:
""",
    )
    (tmp_path / "ruleset.yaml").write_text(pack + cases, encoding="utf-8")
    code, out, _ = call("test", tmp_path)
    assert code == 0, out
    assert out.startswith("1 passed, 0 failed")


HEAD = """
  c:
    from: by hand
    columns: [a]
    run: roll(a)
    dice: {die: 3}
    expect: {result: 4}
"""
BAD = {
    HEAD + "    rows:\n      - [1, 2]  #\n": "R102",
    HEAD.replace("c:", "c:  #").replace("    columns: [a]\n", "")
    + "    rows: [[1]]\n": "R102",
    HEAD.replace("[a]", "[a, a]  #") + "    rows: [[1, 1]]\n": "R203",
    HEAD.replace("(a)", "(a + 1)") + "    rows:\n      - [[1, 2]]  #\n": "R103",
    HEAD + "    rows:\n      - [1]\n      - [foot]  #\n": "R402",
    HEAD + "    rows:\n      one: [1]\n  'c, one':  #\n"
    "    from: by hand\n    run: several()\n    expect: {result: [1, 2]}\n": "R306",
}


@pytest.mark.parametrize(("cases", "code"), BAD.items(), ids=range(len(BAD)))
def test_what_is_wrong_is_said_at_its_line(
    cases: str, code: str, tmp_path: Path
) -> None:
    """In the row, where a value is wrong there."""
    found = check(written(tmp_path, cases), quick=False).problems
    lines = (PACK + cases).splitlines()
    wanted = [number for number, line in enumerate(lines, 1) if line.endswith("#")]
    told = [(e.code, e.span.first[0]) for e in found if e.severity == "error"]
    assert told == [(code, *wanted)]


def test_a_table_is_not_written_out_without_end(tmp_path: Path) -> None:
    """A long head and many rows are refused before they take memory."""
    names = ", ".join(f"n{each}: a" for each in range(2000))
    rows = "\n".join("      - [1]" for _ in range(2000))
    cases = HEAD.replace("{die: 3}", f"{{{names}}}") + f"    rows:\n{rows}\n"
    with pytest.raises(LimitExceeded, match="texts of a table"):
        check(written(tmp_path, cases), quick=True)


MAPS = """
  luck:
    run: roll(2)
    rows:
      low:  {from: by hand, rule: X-1, dice: {die: 1}, expect: {result: 3}}
      high: {from: by heart, run: roll(1), dice: {die: 6}, expect: {result: 7}}
  the six:
    from: by hand
    dice: {die: 6}
    rows:
      alone: {run: roll(0), expect: {result: 6}}
      more: {run: roll(1), expect: {result: 7}}
  keys:
    columns: [rule, run, dice, expect]
    from: by hand
    rows:
      one: [X-1, roll(1), {die: 1}, {result: 2}]
      two: [[X-1, X-2], roll(2), {die: 1}, {result: 3}]
  merged:
    run: roll(0)
    expect: {result: 6}
    dice: {die: 6}
    rows:
      as it is: {}
      or not:   {dice: {die: 5}, expect: {result: 5}}
"""


def test_a_row_may_be_a_map_and_a_column_a_key(tmp_path: Path) -> None:
    """What a row says is added to the head, and stands in place of it."""
    pack = written(tmp_path, MAPS)
    found = load(pack)
    assert [str(e) for e in found.problems if e.severity == "error"] == []
    assert found.ruleset is not None
    cases = found.ruleset.sections["cases"]
    assert len(cases) == 8
    row = cases["luck,_high"].node
    assert isinstance(row, MappingNode)
    told = {key.text: inline(node) for key, node in row.entries}
    assert told["run"] == "roll(1)"
    assert told["from"] == "by heart"
    rules = [each.node.get("rule") for each in cases.values()]  # type: ignore[union-attr]
    assert [None if each is None else inline(each) for each in rules] == [
        *("X-1", None, None, None, "X-1", "[X-1, X-2]", None, None)
    ]
    code, out, _ = call("test", pack)
    assert (code, out.split(",")[0]) == (0, "8 passed")


@pytest.mark.parametrize(
    ("row", "code", "word"),
    [
        ("{dice: {die: 1}, expects: {result: 3}}", "R101", "expects"),
        ("{rows: [], dice: {die: 1}, expect: {result: 3}}", "R101", "rows"),
        ("{views: {red: {had: []}}, expect: {result: 3}}", "R101", "had"),
        ("[1, 2]", "R102", "row"),
    ],
)
def test_what_a_row_may_not_say(row: str, code: str, word: str, tmp_path: Path) -> None:
    """Is told at the row."""
    cases = f"  luck:\n    run: roll(2)\n    rows:\n      a row: {row}\n"
    pack = written(tmp_path, cases)
    errors = [each for each in check(pack).problems if each.severity == "error"]
    assert [(each.code, word in each.message + each.expected) for each in errors] == [
        (code, True)
    ]


def test_a_map_of_a_row_is_added_to_that_of_the_head(tmp_path: Path) -> None:
    """Key by key, at any depth."""
    cases = """
  seen:
    run: roll(2)
    dice: {die: 1}
    views: {red: {none: [tale]}}
    rows:
      told: {dice: {luck: 2}, views: {red: {has: [rumour]}, blue: {has: [tale]}}}
"""
    found = load(written(tmp_path, cases))
    assert found.ruleset is not None
    (row,) = found.ruleset.sections["cases"].values()
    assert inline(row.node) == (
        "{run: roll(2), dice: {die: 1, luck: 2}, "
        "views: {red: {none: [tale], has: [rumour]}, blue: {has: [tale]}}}"
    )

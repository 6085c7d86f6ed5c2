"""What cases run through is found out by running, for `run` and for `odds` alike."""

import json
from pathlib import Path

import pytest

from interpreter.cli.main import main

PACK = """
name: covered
seen_by: everyone
types:
  colour: [red, green, blue]
tables:
  fate:
    rule: R-FATE
    of: 1d6 + integer
    gives: colour
    rows: {2-: red, 3-6: green, 7+: blue}
  price:
    key: colour
    columns: {cost: integer}
    rows: {red: {cost: 1}, green: {cost: 2}, blue: {cost: 3}}
  mood:
    takes: {n: integer}
    gives: colour
    hit: first
    rows: {red: n > 5, green: n > 0, blue: else}
modifiers:
  worth:
    takes: {n: integer}
    groups:
      size: {on: n, rows: {0-: -1, 1-5: 0, 6+: +1}}
      luck:
        rows:
          seven: {rule: R-SEVEN, if: n is 7, add: +2}
          rest: {add: option.gift}
formulas:
  twice: {takes: {n: integer}, gives: integer, is: n * 2}
  unused: {takes: {n: integer}, gives: integer, is: n}
options:
  gift: {values: [0, 1, 2], default: 0}
  storm: {values: [yes, no], default: no}
procedures:
  cast:
    rule: R-CAST
    takes: {n: integer}
    gives: integer
    steps:
      - roll: {die: d6}
      - let: {found: fate(die + n)}
      - match: found
        rows:
          red: [{return: 0}]
          green:
            - return: price[found].cost
          blue:
            - return: twice(n) + total(worth(n))
  sail:
    takes: {n: integer}
    gives: integer
    steps:
      - only: storm
        rule: R-STORM
        if: n > 3
        return: 0
      - return: if mood(n) is red then 1 else 2
cases:
"""
INDEX = """
R-LATER: {at: page 9, says: not yet, status: later}
R-NEVER: {at: page 3, says: nothing carries it, status: implemented}
"""
GREEN = """
  green:
    run: cast(0)
    dice: {die: 4}
    expect: {result: 2}
"""
WRONG = """
  wrong:
    run: cast(9)
    dice: {die: 4}
    expect: {result: 100}
"""
ODDS = """
  all of it:
    odds: cast(4)
    expect: {2: 1/3}
"""
GALE = """
  gale:
    run: sail(4)
    options: {storm: yes}
    expect: {result: 0}
"""
STORM = """
  storm:
    run: sail(2)
    options: {storm: yes}
    expect: {result: 2}
"""


def untouched(
    folder: Path, capsys: pytest.CaptureFixture[str], *cases: str, code: int = 0
) -> dict[str, list[str]]:
    """Return what these cases leave untouched, by kind."""
    text = PACK + "".join(cases)
    (folder / "rulebook.yaml").write_text(INDEX, encoding="utf-8")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert main(["test", str(folder), "--coverage", "--json"]) == code, text
    found = json.loads(capsys.readouterr().out)["coverage"]
    return {each["kind"]: [one["name"] for one in each["untouched"]] for each in found}


def test_a_run_touches_what_it_went_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One row of each table, one way of the branch, no formula and no modifier."""
    found = untouched(tmp_path, capsys, GREEN)
    assert found == {
        "rules": ["R-NEVER", "R-SEVEN"],
        "rows of tables": [
            "fate / 2-", "fate / 7+", "price / red", "price / blue",
            "mood / red", "mood / green", "mood / blue",
        ],
        "rows of modifiers": [
            "worth / size / 0-", "worth / size / 1-5", "worth / size / 6+",
            "worth / luck / seven", "worth / luck / rest",
        ],
        "branches of steps": ["cast.match: if red", "cast.match: unless green"],
        "formulas": ["twice", "unused"],
        "options": ["gift = 0", "gift = 1", "gift = 2", "storm = yes", "storm = no"],
    }  # fmt: skip


def test_odds_touch_every_way_that_the_dice_can_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """5..10: green or blue, never red; exact running comes by both."""
    found = untouched(tmp_path, capsys, ODDS)
    assert found["branches of steps"] == ["cast.match: if red"]
    assert found["rows of tables"][:3] == ["fate / 2-", "price / red", "price / blue"]
    assert found["rows of modifiers"] == [
        "worth / size / 0-", "worth / size / 6+", "worth / luck / seven",
    ]  # fmt: skip
    assert found["formulas"] == ["unused"]
    assert found["options"] == ["gift = 1", "gift = 2", "storm = yes", "storm = no"]


def test_a_case_that_fails_touches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ran through something, but shows nothing of it."""
    alone = untouched(tmp_path, capsys, WRONG, code=1)
    assert alone["formulas"] == ["twice", "unused"]
    both = untouched(tmp_path, capsys, WRONG, GREEN, code=1)
    assert both == untouched(tmp_path, capsys, GREEN)


def test_options_are_touched_where_they_are_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With storm: its branch and its value; its rule when the step is done too."""
    found = untouched(tmp_path, capsys, GREEN, STORM)
    assert found["options"] == ["gift = 0", "gift = 1", "gift = 2", "storm = no"]
    assert found["branches of steps"] == [
        "cast.match: if red", "cast.match: unless green", "sail.return: if n > 3",
    ]  # fmt: skip
    assert "R-STORM" in found["rules"]
    found = untouched(tmp_path, capsys, GREEN, GALE)
    assert found["options"] == ["gift = 0", "gift = 1", "gift = 2", "storm = no"]
    assert "R-STORM" not in found["rules"]


def test_rules_are_those_of_the_index_and_those_that_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is to come later is not missed; one that nothing carries is."""
    for cases in ((GREEN,), (GREEN, GALE, ODDS)):
        found = untouched(tmp_path, capsys, *cases)["rules"]
        assert "R-NEVER" in found
        assert "R-LATER" not in found
        assert "R-CAST" not in found


def test_as_text_it_says_how_many_and_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each thing, with its place."""
    (tmp_path / "ruleset.yaml").write_text(PACK + GREEN, encoding="utf-8")
    assert main(["test", str(tmp_path), "--coverage"]) == 0
    text = capsys.readouterr().out
    assert "covered: formulas: 0 of 2 touched, not these:" in text
    line = next(n for n, each in enumerate(PACK.split("\n"), 1) if "twice:" in each)
    assert f"  twice  {tmp_path}/ruleset.yaml:{line}:3" in text


def test_an_accepted_run_touches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what came out, and nobody has compared it with the rules."""
    accepted = GREEN.replace("green:\n", "green:\n    from: accepted run\n")
    nothing = untouched(tmp_path, capsys, WRONG, code=1)
    assert untouched(tmp_path, capsys, accepted) == nothing
    assert untouched(tmp_path, capsys, GREEN) != nothing

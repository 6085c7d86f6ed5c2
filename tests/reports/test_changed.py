"""What overlays and options changed is shown as it is now, and whose change it is."""

import json
import re
from pathlib import Path

import pytest

from interpreter.cli.main import main

BASE = """name: base
seen_by: everyone
seats: side
entities:
  side: {}
  squad:
    fields:
      men: {type: integer 0.., seen_by: everyone, start: 5}  # five
      load: {type: number, seen_by: everyone, start: 1}
    derived:
      fit:
        is: |
          men > 1  # one man flees
          and load < 3
options:
  rain:
    values: [yes, no]
    default: no
    change:
      tables.fire.rows.6-9: {expect: wound, to: miss}
tables:
  fire:
    of: 2d6 + integer
    gives: [miss, wound, kill]
    rows: {5-: miss, 6-9: wound, 10+: kill}
modifiers:
  shot:
    takes: {}
    groups: {always: {rows: {far: {add: -1}, dark: {add: -1}, near: {add: +1}}}}
procedures:
  shoot:
    gives: [miss, wound, kill]
    steps:
      - let: {sums: shot()}
      - {roll: {dice: 2d6}, by: judge, for: a shot}
      - let: {found: fire(sum(dice) + total(sums))}
      - return: found
"""
OVERLAY = """name: house
extends: ../base
change:
  modifiers.shot.groups.always.rows.far.add: {expect: -1, add: -2}
  modifiers.shot.groups.always.rows.dark.add: {expect: -1, scale: 2}
  entities.squad.fields.men.start: {expect: 5, add: 3}
  tables.fire.rows.10+: {expect: kill, to: wound}
"""


@pytest.fixture(name="house")
def _house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, text in (("base", BASE), ("house", OVERLAY)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UMPIRE_CACHE", "off")
    return "./house"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command prints."""
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_numbers_are_shown_as_they_are_added(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = told(capsys, "show", house, "shot")
    assert "-3  far" in page
    assert "-2  dark" in page
    assert "+1  near" in page
    assert "changed by house  house/ruleset.yaml:4" in page
    assert "modifiers.shot.groups.always.rows.far.add: -1 became -3" in page


def test_a_changed_declaration_is_written_anew(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = told(capsys, "show", house, "squad")
    assert "men: {type: integer 0.., seen_by: everyone, start: 8}" in page
    assert "men > 1  # one man flees\n" in page  # the comment ends where its line does
    assert "entities.squad.fields.men.start: 5 became 8" in page
    below = told(capsys, "show", "./base", "squad")
    assert "start: 5}  # five" in below
    assert "changed" not in below


def test_changes_in_json(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, "show", house, "squad", "--json"))
    assert found["shown"][0]["changes"] == [
        {
            "path": "entities.squad.fields.men.start",
            "verb": "add",
            "by": "house",
            "at": "house/ruleset.yaml:6:3",
            "before": "5",
            "after": "8",
        }
    ]


def test_an_option_that_is_on_is_named(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = told(capsys, "show", house, "fire", "--option", "rain=yes")
    assert "tables.fire.rows.6-9: wound became miss" in page
    assert "changed by option rain  base/ruleset.yaml:20" in page


def test_an_explanation_names_the_overlay(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = told(capsys, "run", house, "shoot", "--dice", "6,6", "--explain", "--all")
    lines = page.splitlines()
    far = next(line for line in lines if "always: far" in line)
    near = next(line for line in lines if "always: near" in line)
    assert far.split()[0] == "-3"
    assert far.endswith("changed in house/ruleset.yaml:4")
    assert "changed" not in near


def test_an_option_says_what_it_changes(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Off or on, as its author wrote it; an option without changes says nothing."""
    page = told(capsys, "show", house, "rain")
    assert "  yes changes:\n    tables.fire.rows.6-9: {expect: wound, to: miss}" in page
    assert "changes:" in told(capsys, "show", house, "rain", "--option", "rain=yes")


ROWS = "modifiers.shot.groups.always.rows"


@pytest.mark.parametrize(
    ("change", "row", "place"),
    [
        (f"{ROWS}.near.add: {{expect: +1, to: +2}}", "near", ", changed in "),
        (f"{ROWS}.near.if: {{add: 1 + 1 > 1}}", "near", ", changed in "),
        (f"{ROWS}.near.times: {{add: 1 + 1}}", "near", ", changed in "),
        (f"{ROWS}.fog: {{add: {{add: +1}}}}", "fog", "from "),
        ("modifiers.shot.groups.always.if: {add: 1 < 2}", "near", ", changed in "),
        ("tables.fire.rows.10+: {expect: kill, to: miss}", "10+", ", changed in "),
        ("tables.fire.rows: {to: {5-: miss, 6+: wound}}", "6+", "from "),
    ],
)
def test_whatever_an_overlay_changes_in_a_row_is_named(
    house: str, capsys: pytest.CaptureFixture[str], change: str, row: str, place: str
) -> None:
    """A number, a condition, how often it counts; a row, or all rows, of its own."""
    head = f"name: house\nextends: ../base\nchange:\n  {change}\n"
    Path(house, "ruleset.yaml").write_text(head)
    page = told(capsys, "run", house, "shoot", "--dice", "6,6", "--explain", "--all")
    *lines, _ = page.split(f"{place}house/ruleset.yaml:4\n")
    assert len(lines) == (3 if ".always.if" in change else 1)
    assert any(row in "".join(each.splitlines()[-2:]) for each in lines)
    assert page.count("house/ruleset.yaml:4") == len(lines)
    kept = told(capsys, "show", house, "fire" if "fire" in change else "shot")
    assert "changed by house  house/ruleset.yaml:4" in kept


STEPS = """\
name: base
seats: side
seen_by: everyone
types:
  bow: [short, long]
entities:
  side: {fields: {n: {type: integer, seen_by: everyone, start: 2}}}
scenarios: {one: {entities: {red: {kind: side}}}}
tables:
  bows:
    key: bow
    columns: {reach: integer, cost: integer}
    rows:
      short: {reach: 3, cost: 1}
      long: {reach: 6, cost: 2}
  odds:
    rows: bow
    columns: bow
    gives: integer
    cells:
      short: {short: 5, long: 9}
      long: {short: 4, long: 7}
procedures:
  shoot:
    takes: {s: side, b: bow}
    gives: integer
    steps:
      - let: {reach: "bows[b].reach"}
      - let: {needed: "odds[b, short]"}
      - set: {s.n: s.n + reach}
        id: adds
      - if: needed > 3
        id: asks
        do:
          - roll: {die: d6}
            by: judge
            for: luck
            id: rolls
          - set: {s.n: s.n + die}
            id: ends
      - return: s.n
"""


CELLS = "{short: {short: 5, long: 1}, long: {short: 8, long: 1}}"


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("tables.bows.rows.long.reach: {to: 8}", "bows, row long"),
        ("tables.bows.rows.long.cost: {to: 8}", "bows, row long"),
        ("tables.odds.cells.long.short: {to: 8}", "row long, column short: 8"),
        ("tables.odds.cells: {to: " + CELLS + "}", "row long, column short: 8"),
        ("procedures.shoot.steps.adds.set: {to: {s.n: 9}}", "red.n = 9 (was 2)"),
        ("procedures.shoot.steps.asks.if: {to: needed > 2}", "it is so: needed > 2"),
        ("procedures.shoot.steps.rolls.for: {to: \"{s}'s luck\"}", "red's luck"),
        ("procedures.shoot.steps.ends.set: {to: {s.n: 7 + die}}", "red.n = 11"),
        ("procedures.shoot.steps.ends: {replace: {set: {s.n: 50}}}", "red.n = 50"),
        ("procedures.shoot.steps.ends: {insert_after: [{set: {s.n: 50}}]}", "n = 50"),
    ],
)  # fmt: skip
def test_whatever_an_overlay_changes_in_a_cell_or_a_step_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, line: str
) -> None:
    """A cell of the row that is read, an expression of a step, a step of its own."""
    for name, text in (
        ("base", STEPS),
        ("house", f"name: house\nextends: ../base\nchange:\n  {change}\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    run = ("--scenario", "one", "--with", "s=red", "--dice", "4", "--explain", "--all")
    for bow in ("long", "short"):
        page = told(
            capsys, "run", str(tmp_path / "house"), "shoot", "--with", f"b={bow}", *run
        )
        found = [each for each in points(page) if "house/ruleset.yaml:4" in each]
        reads = bow == "long" or not change.startswith("tables") or "cells: {" in change
        assert bool(found) == reads, page
        if bow == "long":
            assert any(line in each for each in found), page
            place = (
                "from " if "replace" in change or "insert" in change else "changed in "
            )
            assert all(f"{place}house/ruleset.yaml:4" in each for each in found)
            assert len(found) < len(points(page)) - 2


def points(page: str) -> list[str]:
    """Return the points of an explanation, each in a line."""
    return re.sub(r"\n {6,}", " ", page).splitlines()

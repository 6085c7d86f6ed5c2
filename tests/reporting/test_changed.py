"""What overlays and options changed is shown as it is now, and whose change it is."""

import json
from pathlib import Path

import pytest

from interpreter.commands.main import main

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
    page = told(capsys, "run", house, "shoot", "--dice", "6,6", "--explain")
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
    page = told(capsys, "run", house, "shoot", "--dice", "6,6", "--explain")
    *lines, _ = page.split(f"{place}house/ruleset.yaml:4\n")
    assert len(lines) == (3 if ".always.if" in change else 1)
    assert any(row in "".join(each.splitlines()[-2:]) for each in lines)
    assert page.count("house/ruleset.yaml:4") == len(lines)
    kept = told(capsys, "show", house, "fire" if "fire" in change else "shot")
    assert "changed by house  house/ruleset.yaml:4" in kept

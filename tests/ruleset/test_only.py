"""`only`, decided while loading."""

from pathlib import Path

import pytest

from tests.ruleset.packs import held, read, said, write

OPTIONS = """options:
  way: {values: [cards, dice and markers], default: cards}
  number: {values: -1..6, default: 2}
  hold: {values: [yes, no], default: no}
"""


def kept(tmp_path: Path, condition: str) -> tuple[bool, list[str]]:
    """Tell whether a formula with this condition is kept, and what is said."""
    text = f'{OPTIONS}formulas:\n  f:\n    only: "{condition}"\n    is: 1\n'
    ruleset, problems = read(write(tmp_path / "p", {"a.yaml": text}))
    return bool(ruleset.sections["formulas"]), said(problems)


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("hold", False),
        ("not hold", True),
        ("hold is no", True),
        ("hold is not yes", True),
        ("way is cards", True),
        ("cards is way", True),
        ("way is dice_and_markers", False),
        ("way is 'dice and markers'", False),
        ("way in [cards, dice_and_markers]", True),
        ("way not in [cards]", False),
        ("number is 2 and not hold", True),
        ("number in 3..6 or way is cards", True),
        ("number in 3..6", False),
        ("number is -1", False),
        ("number >= 2 and number < 3 and number <= 2", True),
        ("number > 2", False),
    ],
)
def test_conditions(tmp_path: Path, condition: str, value: bool) -> None:
    assert kept(tmp_path, condition) == (value, [])


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("hald", "R301 hald"),
        ("hold or numbr is 3", "R301 numbr"),
        ("option.hold", "R301 option.hold"),
        ("way is card", "R805 card"),
        ("number is 9", "R805 9"),
        ("number", "R401 number"),
        ("way < 3", "R401 way"),
        ("hold and", "R201 "),
        ("count(hold) is 3", "R401 count(hold)"),
        ("way in cards", "R401 cards"),
    ],
)
def test_conditions_without_sense(
    tmp_path: Path, condition: str, expected: str
) -> None:
    found, said_of_it = kept(tmp_path, condition)
    assert found, "what has no sense stays"
    assert [each.strip('"\n') for each in said_of_it] == [expected]


def test_every_kind_of_map_can_be_cut(tmp_path: Path) -> None:
    text = f"""{OPTIONS}procedures:
  gone: {{only: hold, steps: []}}
  p:
    steps:
      - {{only: hold, return: 1, else: [{{return: 2}}]}}
      - if: yes
        do:
          - {{only: not hold, return: 3}}
modifiers:
  m:
    groups:
      g: {{only: hold, rows: {{a: {{add: 1}}}}}}
      h: {{rows: {{a: {{only: hold, add: 1}}, b: {{only: way is cards, add: 2}}}}}}
entities:
  e: {{fields: {{a: {{only: hold, type: integer}}, b: {{type: integer}}}}}}
cases:
  c: {{only: hold, run: p, expect: 1}}
"""
    ruleset, problems = read(write(tmp_path / "p", {"a.yaml": text}))
    assert problems == []
    assert held(ruleset, "procedures") == {
        "p": {"steps": [{"return": "2"}, {"if": "yes", "do": [{"return": "3"}]}]}
    }
    assert held(ruleset, "modifiers") == {
        "m": {"groups": {"h": {"rows": {"b": {"add": "2"}}}}}
    }
    assert held(ruleset, "entities") == {"e": {"fields": {"b": {"type": "integer"}}}}
    assert held(ruleset, "cases") == {}

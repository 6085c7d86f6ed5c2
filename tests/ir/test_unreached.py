"""R522: what no entry point, `main`, trigger or policy leads to, and what it counts."""

import json
from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from tests.cli.calling import call

PACK = """
name: reached
seats: side
seen_by: everyone
options:
  fog: {values: [yes, no], default: no}
events:
  rest: {takes: {}}
  storm: {takes: {}}
types:
  pace: [slow, quick]
entities:
  side: {fields: {}}
  scout:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      skill: {type: integer, seen_by: everyone, start: 0}
      tired: {type: yes or no, seen_by: everyone, start: no, ends_when: rested(skill)}
    derived:
      able: {is: skill > 3}
      idle: {rule: R-IDLE, is: skill < 1}
formulas:
  rested: {takes: {n: integer}, is: n > 5}
  by_policy: {takes: {n: integer}, is: n}
  in_fog: {rule: R-FOG, takes: {n: integer}, gives: integer, is: n - 1}
  alone: {rule: R-ALONE, takes: {n: integer}, gives: integer, is: "deep(n)"}
  deep: {rule: R-DEEP, takes: {n: integer}, gives: integer, is: n + 1}
tables:
  weather: {of: 1d6, gives: pace, rows: {1-3: slow, 4+: quick}}
  orders: {of: 1d6, gives: pace, rows: {1-3: slow, 4+: quick}}
modifiers:
  roads: {rule: R-ROADS, takes: {n: integer}, groups: {road: {rows: {old: {add: n}}}}}
triggers:
  woken: {on: rest, do: [{let: {w: weather(1)}}]}
  blown: {rule: R-BLOWN, on: storm, do: [{let: {w: orders(1)}}]}
procedures:
  main:
    takes: {s: scout}
    gives: integer
    rule: R-MAIN
    steps:
      - happens: rest
      - if: s.able
        set: {s.tired: yes}
      - choose: number
        by: s.side
        seen_by: judge
        from: 1..3
        discloses: rule 1
      - only: fog
        return: in_fog(number)
      - return: number
policies:
  first of all: {answers: {number: by_policy(1)}}
scenarios:
  ford: {main: main, entities: {red: {kind: side}, ann: {kind: scout, side: red}}}
cases:
  alone: {run: alone(1), expect: {result: 2}}
  roads: {run: roads(1), expect: {result: 1}}
"""


def warned(tmp_path: Path, pack: str = PACK, *, quick: bool = False) -> list[str]:
    """Return the messages of R522."""
    (tmp_path / "ruleset.yaml").write_text(pack, encoding="utf-8")
    found = check(tmp_path, quick=quick).problems
    assert [each.message for each in found if each.severity == "error"] == []
    return [each.message for each in found if each.code == "R522"]


def test_what_only_cases_run_is_told_with_what_it_leads_to(tmp_path: Path) -> None:
    """One warning a root; what options, policies, endings and triggers reach is
    reached, and so is what they call."""
    assert warned(tmp_path) == [
        "play never reaches 'scout.idle'",
        "play never reaches 'alone', nor what only it leads to: 'deep'",
        "play never reaches 'roads'",
        "play never reaches 'blown', nor what only it leads to: 'orders'",
    ]


@pytest.mark.parametrize(
    ("case", "rule", "expected"),
    [
        ("tried: {run: set_up(2), expect: {result: 2}}", "", False),
        ("tried: {expect: {result: 2}, rows: {two: {run: set_up(2)}}}", "", False),
        (
            "tried: {columns: [run, result], expect: {result: result}, "
            "rows: {two: [set_up(2), 2]}}",
            "",
            False,
        ),
        (
            "tried: {columns: [expect, run], rows: {two: [{result: 2}, set_up(2)]}}",
            "",
            False,
        ),
        ("tried: {run: set_up(2), expect: {result: 2}}", "rule: R-UP, ", True),
    ],
    ids=["a case", "a row of cases", "a column", "another column", "with a rule"],
)
def test_what_sets_the_scene_for_a_case_may_be_unreached(
    tmp_path: Path, case: str, rule: str, expected: bool
) -> None:
    """A procedure without a rule that a case of its file runs, also in a row."""
    body = f"{{{rule}takes: {{n: integer}}, gives: integer, steps: [{{return: n}}]}}"
    pack = PACK.replace("procedures:\n", f"procedures:\n  set up: {body}\n")
    messages = warned(tmp_path, f"{pack}  {case}\n")
    assert ("play never reaches 'set up'" in messages) is expected


def test_the_quick_check_knows_too_little(tmp_path: Path) -> None:
    """What an option brings may be reached under it, which is not tried."""
    assert warned(tmp_path, quick=True) == []


def test_an_entry_point_is_enough(tmp_path: Path) -> None:
    """What it leads to is reached."""
    entry = "entry_points: {try it: {takes: {n: integer}, call: alone(n)}}\nformulas:"
    said = warned(tmp_path, PACK.replace("formulas:", entry))
    assert not [each for each in said if "'alone'" in each or "'deep'" in each]


def test_a_pack_that_does_not_say_what_is_run_offers_all(tmp_path: Path) -> None:
    """Without entry points and `main` everything is run from outside."""
    assert warned(tmp_path, PACK.replace("main: main, ", "")) == []


@pytest.mark.parametrize("reached", [False, True])
def test_only_what_play_reaches_counts_for_a_rule(
    tmp_path: Path, reached: bool
) -> None:
    """A passing case of a formula that nothing calls exercises no rule."""
    rules = ("R-ALONE", "R-DEEP", "R-MAIN", "R-FOG", "R-ROADS", "R-IDLE", "R-BLOWN")
    index = "".join(f"{each}: {{says: it, kinds: [procedure]}}\n" for each in rules)
    (tmp_path / "rulebook.yaml").write_text(index, encoding="utf-8")
    pack = PACK.replace("- return: number", "- return: alone(number)")
    (tmp_path / "ruleset.yaml").write_text(pack if reached else PACK, encoding="utf-8")
    found = json.loads(call("coverage", str(tmp_path), "--json").out)
    status = {each["id"]: each["status"] for each in found["rules"]}
    alone = "exercised" if reached else "unreached"
    assert status == {
        "R-ALONE": alone,
        "R-DEEP": alone,
        "R-MAIN": "idle",
        "R-FOG": "unreached",  # no case sets the option under which it is reached
        "R-ROADS": "unreached",
        "R-IDLE": "unreached",
        "R-BLOWN": "unreached",
    }
    hints = {each["id"]: each["hint"] for each in found["rules"]}
    assert hints["R-ROADS"].startswith("play never reaches roads / road / old, ")
    assert found["summary"]["standing"]["unreached"] == (4 if reached else 6)

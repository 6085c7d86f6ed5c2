"""Edits that meet an option in a roundabout way, after which nothing is missed.

Each kept a verdict once that was true no longer: what a pass over all tables or
triggers looks at, options that others imply, changes of an overlay under an option,
leaks that are told once, what only a case looks at.
"""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from interpreter.pipeline.combinations import TrialOptions
from tests.cache.strictly import same
from tests.semantics.test_rule_edits import Memory

HEAD = """name: edited
seats: side
seen_by: everyone
entities:
  side: {fields: {luck: {type: integer 0..99, seen_by: everyone, start: 0}}}
  band:
    fields:
      side: {type: side, seen_by: everyone}
      pace: {type: integer 3..4, seen_by: everyone, start: 3}
      strength: {type: integer, seen_by: side, start: 1}
scenarios:
  field: {entities: {red: {kind: side}}}
"""


def looking(options: str, paces: str, lucky: str) -> str:
    """Return the rest of a pack in which one looks at heights by a table."""
    return f"""{options}tables:
  heights:
    takes: {{n: integer {paces}}}
    gives: [low, high]
    hit: first
    rows: {{low: n < 4, high: else}}
formulas:
  lucky: {{is: {lucky}}}
procedures:
  look:
    takes: {{b: band}}
    steps:
      - let: {{n: heights(b.pace)}}
      - say: he sees {{n}} {{lucky()}}
"""


ROLLING = """options:
  fog:
    values: [yes, no]
    default: no
    change:
      tables.sky.rows.4-6: {to: {roll: winds, times: 3, distinct: yes}}
tables:
  sky: {of: d6, gives: integer, rows: {1-3: 7, 4-6: {roll: calm}}}
  calm: {of: d6, gives: integer, rows: {1-3: 1, 4-6: 2}}
  winds: {of: d6, gives: integer, rows: {1-2: 1, 3-4: 2, 5-6: 3}}
procedures:
  weather:
    steps:
      - call: winds()
        as: wind
      - call: sky()
        as: found
      - say: the wind is {wind}, {count(found)}
"""
LEAKING = """options:
  fog:
    values: [yes, no]
    default: no
    conflicts: mist
    change:
      formulas.far.is: {to: b.strength}
  mist:
    values: [yes, no]
    default: no
    change:
      formulas.near.is: {to: b.strength}
formulas:
  far: {takes: {b: band}, gives: integer, is: b.pace}
  near: {takes: {b: band}, gives: integer, is: b.pace}
  same: {takes: {n: integer}, gives: integer, is: n}
  nought: {takes: {n: integer}, gives: integer, is: 0}
  both: {takes: {b: band}, gives: integer, is: same(far(b)) + nought(2)}
procedures:
  look:
    takes: {b: band}
    steps:
      - let: {n: both(b) + near(b)}
      - say: he sees {n}
        seen_by: b.side
"""
IMPLYING = looking(
    """options:
  dusk: {values: [yes, no], default: no, implies: {light: 3}}
  light: {values: 0..20, default: 20}
""",
    "3..4",
    "option.light + 1",
)
REFUSING = """options:
  fog: {values: [yes, no], default: no}
formulas:
  fits: {takes: {n: integer 0..9}, rule: L-1, is: n < 4}
  foggy: {is: if option.fog then 1 else 2}
procedures:
  send:
    takes: {who: side}
    gives: integer
    steps:
      - choose: n
        by: who
        from: list(x in 1..6 where fits(x))
        seen_by: who
      - return: n + foggy()
"""
REFUSED = """cases:
  foggy:
    scenario: field
    options: {fog: yes}
    run: send(red)
    answers: {n: 5}
    expect: {refused: L-1}
"""
ROLLED = """options:
  fog: {values: [yes, no], default: no}
tables:
  winds: {of: d6, gives: integer, rows: {1-2: 1, 3-4: 2, 5-6: 3}}
formulas:
  foggy: {is: if option.fog then 1 else 2}
procedures:
  look:
    takes: {n: integer}
    gives: integer
    steps:
      - call: winds()
        as: wind
      - return: n + wind + foggy()
"""
LOOKED = """cases:
  foggy: {options: {fog: yes}, run: look(1), dice: {winds: 1}, expect: {result: 3}}
"""
ORDERED = """options:
  fog: {values: [yes, no], default: no}
events:
  dawn: {takes: {}}
procedures:
  day:
    takes: {s: side}
    gives: integer
    steps:
      - happens: dawn()
      - return: s.luck
triggers:
  one:
    on: dawn()
    do: [{for_each: s in every(side), set: {s.luck: 1}}]
  two:
    on: dawn()
    do: [{for_each: s in every(side), set: {s.luck: 2}}]
  three:
    only: fog
    on: dawn()
    after: two
    before: one
    do: [{for_each: s in every(side), set: {s.luck: 3}}]
"""
CONFLICTING = looking(
    """options:
  fog:
    values: [yes, no]
    default: no
    change:
      tables.heights.rows.low: {expect: n < 4, to: n < 4 or n is 9}
  mist: {values: [yes, no], default: no}
  dusk: {values: [yes, no], default: no, implies: {fog: yes}, conflicts: mist}
""",
    "0..9",
    "if option.mist or option.dusk then 1 else 2",
)
BELOW = looking(
    """options:
  fog: {values: [yes, no], default: no}
  mist: {values: [yes, no], default: no}
""",
    "0..9",
    "if option.mist or option.fog then 1 else 2",
)
OVERLAY = """name: above
extends: ../below
change:
  tables.heights.rows.low: {only: mist, expect: n < 4, to: n < 3}
"""
Edits = tuple[tuple[str, str], ...]
WAYS: dict[str, tuple[dict[str, str], Edits, str]] = {
    "a table that is rolled on under an option": (
        {"ruleset.yaml": HEAD + ROLLING},
        (("5-6: 3", "5-6: 2"),),
        "R406",
    ),
    "a leak that was told under another option": (
        {"ruleset.yaml": HEAD + LEAKING},
        (
            ("        seen_by: b.side", "        seen_by: everyone"),
            ("same(far(b)) + nought(2)", "same(2) + nought(far(b))"),
        ),
        "R603",
    ),
    "an option that another implies": (
        {"ruleset.yaml": HEAD + IMPLYING},
        (("low: n < 4", "low: n < 4 and n is not option.light"),),
        "R503",
    ),
    "the rule that refuses a case": (
        {"ruleset.yaml": HEAD + REFUSING, "cases.yaml": REFUSED},
        (("rule: L-1", "rule: L-2"),),
        "R301",
    ),
    "a table that only a case looks into": (
        {"ruleset.yaml": HEAD + ROLLED, "cases.yaml": LOOKED},
        (("look(1)", "look(down(12 / min(results(winds))))"), ("1-2: 1", "1-2: 0")),
        "R701",
    ),
    "the order of triggers": (
        {"ruleset.yaml": HEAD + ORDERED},
        (("  one:\n", "  one:\n    before: two\n"),),
        "R520",
    ),
    "options that conflict": (
        {"ruleset.yaml": HEAD + CONFLICTING},
        (("rows: {low: n < 4,", "rows: {low: n < 3,"),),
        "R802",
    ),
    "a change of an overlay under another option": (
        {"../below/ruleset.yaml": HEAD + BELOW, "ruleset.yaml": OVERLAY},
        (("only: mist, expect: n < 4, to: n < 3", "only: fog, to: n < 0"),),
        "R503",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_missed(tmp_path: Path, way: str) -> None:
    files, edits, code = WAYS[way]
    folder, memory = tmp_path / "pack", Memory()
    folder.mkdir()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    found = check(folder, TrialOptions(cache=memory)).problems
    assert all(each.severity != "error" for each in found), found
    for before, after in edits:
        (name,) = (name for name, text in files.items() if text.count(before) == 1)
        files = files | {name: files[name].replace(before, after)}
        (folder / name).write_text(files[name], encoding="utf-8")
        found = check(folder, TrialOptions(cache=memory)).problems
        assert same(found, check(folder).problems)
    assert any(each.code.startswith(code) for each in found), found

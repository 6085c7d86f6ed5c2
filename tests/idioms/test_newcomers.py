"""What newcomers typed is answered with what to write, and that works.

The data are in `newcomers.yaml`: each text is put into a small pack or overlay.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from ruamel.yaml import YAML

from interpreter.app.authoring.fixing import fixed as pack_with_fixes
from tests.idioms.test_idioms import FORMULA, fixed, problems_of

HERE = Path(__file__).parent
UNIT = """name: probe
types: {arm: [light cavalry, heavy foot]}
entities:
  unit:
    fields:
      type: {type: arm, seen_by: everyone}
      called: {type: text, seen_by: everyone}
      marches by night: {type: yes or no, seen_by: everyone}
      strong in woods: {type: yes or no, seen_by: everyone}
"""
PACKS: Mapping[str, str] = MappingProxyType(
    {
        "rows": """name: probe
types: {colour: [red, blue]}
modifiers:
  shot:
    takes: {x: number}
    groups:
      range:
        hit: any
        rows:
          near: {if: x < 2, add: +1}
          TYPED
""",
        "options": """name: probe
options:
  night: {values: [yes, no], default: no}
  light: {values: [day, dusk, night], default: day}
modifiers:
  shot:
    takes: {x: number}
    groups:
      range:
        hit: any
        rows:
          near: {if: x < 2, add: +1}
          far: TYPED
""",
        "title": "name: probe\nformulas:\n  one:\n    title: TYPED\n    is: 1\n",
        "values": "name: probe\ntypes: {colour: TYPED}\n",
        "row": """name: probe
modifiers:
  shot:
    takes: {standing: yes or no}
    groups:
      posture:
        hit: any
        rows:
          low: TYPED
""",
        "steps": """name: probe
procedures:
  main:
    takes: {a: integer}
    gives: integer
    seen_by: everyone
    steps:
      - let: {b: a}
      TYPED
      - return: b
""",
        "of a unit": f"{UNIT}formulas:\n  f: {{takes: {{u: unit}}, is: TYPED}}\n",
        "set": f"{UNIT}procedures:\n  p:\n    takes: {{u: unit}}\n"
        "    seen_by: everyone\n    steps:\n      - set: {TYPED}\n",
        "formula": FORMULA,
        "file": "TYPED\n",
        "change": "name: my house\nextends: ../base\nchange:\n  TYPED\n",
        "to": "name: my house\nextends: ../base\nchange:\n"
        "  formulas.spotting distance.is: TYPED\n",
    }
)
BASE = """name: base
options:
  night: {values: [yes, no], default: no}
formulas:
  spotting distance: {gives: integer, is: 7}
  range: {takes: {x: integer}, is: x + spotting_distance()}
modifiers:
  shot:
    takes: {x: integer}
    groups:
      range:
        hit: any
        rows:
          long way off: {if: x > 2, add: -1}
procedures:
  march:
    takes: {x: integer}
    gives: integer
    seen_by: everyone
    steps:
      - let: {y: x}
      - return: y
"""
DATA: Mapping[str, list[dict[str, Any]]] = YAML(typ="safe", pure=True).load(
    (HERE / "newcomers.yaml").read_text("utf-8")
)
CASES = [(about, case) for about, cases in DATA.items() for case in cases]


def put(case: Mapping[str, str], text: str) -> str:
    """Return the pack of a case with a text in it, indented as its place is."""
    pack = PACKS[case["of"]]
    line = next(each for each in pack.splitlines() if "TYPED" in each)
    indent = " " * (len(line) - len(line.lstrip()))
    return pack.replace("TYPED", text.rstrip().replace("\n", f"\n{indent}"))


@pytest.mark.parametrize(
    "case", [case for _, case in CASES], ids=[f"{a}: {c['typed']}" for a, c in CASES]
)
def test_what_the_hint_says_works(case: Mapping[str, str], tmp_path: Path) -> None:
    """The first problem has the hint, and what it says to write leaves no error."""
    if case["of"] in ("change", "to", "file"):
        assert problems_of(tmp_path / "base", BASE) == []
    errors = problems_of(tmp_path / "typed", put(case, case["typed"]))
    assert errors
    first = errors[0]
    assert case["hint"] in first.hint
    right = put(case, case["right"])
    left = problems_of(tmp_path / "right", right)
    assert [str(each.span) + each.message for each in left] == []
    assert ("fix" in case) <= (first.fix is not None)
    if "fix" in case and first.fix is not None:
        assert first.fix.safe == (case["fix"] == "safe")
        assert fixed(first) == right


@pytest.mark.parametrize(
    "text",
    [
        *("twice: half the men", "night: 50% fewer", "foot & guns: all"),
        *(
            "“a” × b: c",
            "`twice`",
            "& guns",
            "night: 2 # 3",
            "a: twice\n      the cost",
        ),
    ],
)
def test_no_safe_fix_changes_the_words_of_a_text(text: str, tmp_path: Path) -> None:
    """What only people read is no expression, whatever it looks like."""
    folder = tmp_path / "pack"
    problems_of(folder, PACKS["title"].replace("TYPED", text))
    for edit in pack_with_fixes(folder).edits:
        assert edit.after == edit.before.replace(text, f'"{text}"')


@pytest.mark.parametrize("text", ["c ? a : colr", "a plus nosuch", "IF(a;b;c;d)"])
def test_no_safe_fix_writes_what_has_an_error(text: str, tmp_path: Path) -> None:
    """A rewriting that does not check is left to its author."""
    folder = tmp_path / "pack"
    problems_of(folder, FORMULA.replace("TYPED", text))
    assert pack_with_fixes(folder).edits == ()

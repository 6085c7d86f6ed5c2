"""R504: what only another value of an option uses is used."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load

PACK = """name: idle
seen_by: everyone
entry_points:
  go: {call: run(), takes: {}}
options:
  hard: {values: [yes, no], default: no}
  soft:
    values: [yes, no]
    default: no
    change:
      formulas.half.is: {expect: n, to: n + more + added(n)}
      procedures.run.here: {insert_after: [{set: {side.marks: kept}}]}
      modifiers.shot.groups.far.rows: {to: {x: {if: prone > 2, add: 1}}}
entities:
  side: {single: yes, fields: {marks: {type: integer, seen_by: everyone, start: 0}}}
events:
  gale: {takes: {}}
formulas:
  half: {takes: {n: integer, more: integer}, is: n}
  added: {takes: {n: integer}, is: deep(n)}
  deep: {takes: {n: integer}, is: n}
  stepped: {takes: {n: integer}, is: n}
  grouped: {is: 3}
  cut: {only: hard, is: below()}
  below: {is: 4}
modifiers:
  shot:
    takes: {prone: integer, near: integer}
    groups:
      far: {rows: {y: {add: 0}, x: {only: hard, if: near > 2, add: 1}}}
      close: {only: hard, rows: {z: {if: grouped() > 2, add: 2}}}
procedures:
  run:
    steps:
      - let: {kept: 3}
        id: here
      - let: {also: 4}
      - call: walk(2)
      - only: hard
        call: beside_it(cut())
      - set:
          side.marks: |
            half(1, 2) + total(shot(1, 2))
  walk:
    takes: {m: integer}
    steps:
      - only: hard
        set: {side.marks: stepped(m)}
  beside_it:
    takes: {q: integer}
    steps: [{happens: gale()}, {set: {side.marks: q}}]
"""


def idle(tmp_path: Path, text: str) -> list[str]:
    """Return what nothing uses."""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = load(tmp_path).problems
    assert not [each for each in found if each.severity == "error"]
    return [each.message for each in found if each.code == "R504"]


def test_what_options_use_is_used(tmp_path: Path) -> None:
    """By `only`, by a change, directly or through another; the rest is told."""
    assert idle(tmp_path, PACK) == ["nothing uses 'also'"]


@pytest.mark.parametrize(
    ("use", "other", "told"),
    [
        ("n + more + added(n)", "n + added(n)", "the parameter 'more'"),
        ("prone > 2", "3 > 2", "the parameter 'prone'"),
        ("{side.marks: kept}", "{side.marks: 1}", "'kept'"),
        ("near > 2", "3 > 2", "the parameter 'near'"),
        ("stepped(m)", "stepped(1)", "the parameter 'm'"),
        ("stepped(m)", "m", "'stepped'"),
        ("grouped() > 2", "3 > 2", "'grouped'"),
        ("below()", "4", "'below'"),
        ("{happens: gale()}, ", "", "'gale'"),
    ],
)
def test_what_no_option_uses_is_told(
    tmp_path: Path, use: str, other: str, told: str
) -> None:
    """The same name without its only use."""
    assert f"nothing uses {told}" in idle(tmp_path, PACK.replace(use, other))


NUMBER = "integer, seen_by: everyone, start: 0"
NAMES = """name: names
seen_by: everyone
entry_points:
  go: {call: run(), takes: {}}
types:
  stance: [upright, prone]
  shift: {record: {size: integer}}
entities:
  side:
    single: yes
    fields:
      marks: {type: integer, seen_by: everyone, start: 0}
      as: {type: stance, seen_by: everyone, start: upright}
events:
  gale: {takes: {}}
formulas:
  lost: {is: shift(3).size}
procedures:
  run:
    steps:
      - let: {bend: 1}
      - set: {side.marks: bend + lost()}
      - happens: gale()
"""


def test_names_that_are_resolved_are_used(tmp_path: Path) -> None:
    assert idle(tmp_path, NAMES) == []


@pytest.mark.parametrize(
    ("use", "other", "name"),
    [
        ("stance, seen_by: everyone, start: upright", NUMBER, "stance"),
        ("shift(3).size", "3", "shift"),
        ("- happens: gale()", "", "gale"),
    ],
)
def test_a_word_alone_is_no_use(
    tmp_path: Path, use: str, other: str, name: str
) -> None:
    """A local that has the name of a declaration does not use it."""
    text = NAMES.replace(use, other).replace("bend", name)
    assert idle(tmp_path, text) == [f"nothing uses '{name}'"]

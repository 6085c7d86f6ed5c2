"""`if: VALUE as NAME`: what is there is named, and nothing else is done."""

from pathlib import Path

import pytest

from interpreter.engine.once import Engine, initial, start
from interpreter.engine.stops import Finished
from interpreter.pipeline.loading import load, usable

HEAD = """
name: named
seats: side
seen_by: everyone
entities:
  side: {fields: {n: {type: integer, seen_by: everyone, start: 0}}}
  unit:
    fields:
      side: {type: side, seen_by: everyone}
      foe: {type: unit or none, seen_by: everyone, start: none}
      men: {type: integer, seen_by: everyone, start: 2}
formulas:
  strongest:
    takes: {s: side}
    is: first(u in every(unit) where u.side is s and u.men > 3 by -u.men)
  with a foe: {takes: {}, is: "list(u in every(unit) where u.foe is not none)"}
scenarios:
  s:
    entities:
      red: {kind: side}
      blue: {kind: side}
      ann: {kind: unit, side: red, foe: bob, men: 5}
      bob: {kind: unit, side: blue, men: 3}
"""


def pack(folder: Path, steps: str, takes: str = "s: side") -> Path:
    """Write a pack with these steps."""
    lines = steps.strip("\n").replace("\n", "\n      ")
    text = f"procedures:\n  main:\n    takes: {{{takes}}}\n    gives: integer\n"
    body = f"{HEAD}{text}    steps:\n      {lines}\n"
    (folder / "ruleset.yaml").write_text(body, encoding="utf-8")
    return folder


def gives(folder: Path, side: int) -> object:
    """Run it for a side; also fails where the pack has an error."""
    found = load(folder)
    assert [str(e) for e in found.problems if e.severity == "error"] == []
    program = usable(found)
    stop = start(Engine.of(program), "main", (side,), initial(program, "s"))
    assert isinstance(stop, Finished)
    return stop.result


WAYS = {
    "one step": """
- if: strongest(s) as best
  return: best.men
- return: 0
""",
    "a block": """
- if: strongest(s) as best
  do:
    - return: best.men
- return: 0
""",
    "else": """
- if: strongest(s) as best
  return: best.men
  else:
    - return: 0
""",
    "a spaced name": """
- if: strongest(s) as the best
  return: the_best.men
- return: 0
""",
    "what it says": """
- if: strongest(s) as best
  say: "{best} leads"
  set: {s.n: best.men}
- return: s.n
""",
    "a comment": """
- if: |
    s.n is 1   # as many
  return: 9
- if: strongest(s) as b
  return: b.men
- return: 0
""",
}


@pytest.mark.parametrize("steps", WAYS.values(), ids=list(WAYS))
def test_what_is_there_has_a_name(steps: str, tmp_path: Path) -> None:
    """And is no longer something that may be none."""
    folder = pack(tmp_path, steps)
    assert [gives(folder, each) for each in (0, 1)] == [5, 0]


def test_each_of_a_list_that_has_one(tmp_path: Path) -> None:
    """With `for_each` it stands inside; who has none is passed by."""
    steps = """
- for_each: u in every(unit)
  if: u.foe as foe
  say: "{u} has {foe}"
  set: {s.n: s.n + foe.men}
- return: s.n
"""
    assert gives(pack(tmp_path, steps), 0) == 3


BAD = {
    "- if: s.n as n\n  return: n\n- return: 0": "R401",
    "- if: strongest(s) as s\n  return: 1\n- return: 0": "R306",
    "- if: strongest(s) as best\n  set: {s.n: 1}\n- return: best.men": "R301",
    "- if: strongest(s) as best\n  say: so\n  else:\n    - return: best.men\n"
    "- return: 0": "R301",
    "- if: strongest(s) as 3\n  return: 1\n- return: 0": "R203",
    "- if: nobody(s) as best\n  return: best.men\n- return: 0": "R302",
}


@pytest.mark.parametrize(("steps", "code"), BAD.items(), ids=range(len(BAD)))
def test_what_is_wrong_is_said_once(steps: str, code: str, tmp_path: Path) -> None:
    """A name that is bound already or read elsewhere, and what is always there."""
    found = load(pack(tmp_path, steps)).problems
    assert [each.code for each in found if each.severity == "error"] == [code]

"""What a choice is of: options of a declared type, and the order of all."""

from pathlib import Path

import pytest

from interpreter.engine.once import Engine, answer, initial, start
from interpreter.engine.stops import ChoiceStop, Finished
from interpreter.pipeline.loading import load, usable

HEAD = """
name: choices
seats: side
seen_by: everyone
types:
  mode: [stand, march, hustle, charge]
entities:
  side: {fields: {mode: {type: mode, seen_by: everyone, start: stand}}}
  unit:
    fields:
      side: {type: side, seen_by: everyone}
formulas:
  units of: {takes: {s: side}, is: "list(u in every(unit) where u.side is s)"}
scenarios:
  s:
    entities:
      red: {kind: side}
      blue: {kind: side}
      grey: {kind: side}
      ann: {kind: unit, side: red}
      bob: {kind: unit, side: red}
      cid: {kind: unit, side: blue}
"""


def pack(folder: Path, gives: str, steps: str) -> Path:
    """Write a pack with these steps."""
    lines = steps.strip("\n").replace("\n", "\n      ")
    text = f"procedures:\n  main:\n    takes: {{s: side}}\n    gives: {gives}\n"
    whole = f"{HEAD}{text}    steps:\n      {lines}\n"
    (folder / "ruleset.yaml").write_text(whole, encoding="utf-8")
    return folder


MODE = """
- choose: mode
  by: s
  type: mode
  options:
    charge: {}
    stand: {say: stand fast, do: [{set: {s.mode: hustle}}]}
- if: mode is not stand
  set: {s.mode: mode}
- return: s.mode
"""


def test_options_are_values_of_the_type(tmp_path: Path) -> None:
    """In any order, and not all of them; what an option does is its own."""
    found = load(pack(tmp_path, "mode", MODE))
    assert [str(e) for e in found.problems if e.severity == "error"] == []
    program = usable(found)
    stop = start(Engine.of(program), "main", (0,), initial(program, "s"))
    assert isinstance(stop, ChoiceStop)
    assert stop.offered == (3, 0)
    for given, wanted in ((3, 3), (0, 2)):
        end = answer(stop, given)
        assert isinstance(end, Finished)
        assert end.result == wanted


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [("charge: {}", "chrge: {}", "R301"), ("type: mode", "type: integer", "R401")],
)
def test_an_option_that_is_no_value_is_told(
    old: str, new: str, code: str, tmp_path: Path
) -> None:
    """And a type that is no enumeration."""
    found = load(pack(tmp_path, "mode", MODE.replace(old, new))).problems
    assert [each.code for each in found if each.severity == "error"][:1] == [code]


ORDER = """
- choose: order
  by: s
  from: units_of(s)
  how_many: all
  in_order: yes
- return: order
"""


def test_the_order_of_all_is_asked_where_there_are_several(tmp_path: Path) -> None:
    """Of one or none there is no order."""
    program = usable(load(pack(tmp_path, "list of unit", ORDER)))
    engine, state = Engine.of(program), initial(program, "s")
    stop = start(engine, "main", (0,), state)
    assert isinstance(stop, ChoiceStop)
    assert (stop.offered, stop.how_many) == ((0, 1), (2, 2))
    end = answer(stop, (1, 0))
    assert isinstance(end, Finished)
    assert end.result == (1, 0)
    for side, units in ((1, (2,)), (2, ())):
        alone = start(engine, "main", (side,), state)
        assert isinstance(alone, Finished)
        assert alone.result == units

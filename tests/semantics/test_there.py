"""What is known to be there, so that nobody has to ask again whether it is none."""

from pathlib import Path

import pytest

from interpreter.diagnostics import Unusable
from interpreter.engine.once import Engine, initial, start
from interpreter.pipeline.loading import load, usable

HEAD = """
name: there
seats: side
seen_by: everyone
boards:
  field: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}
entities:
  side: {fields: {far: {type: integer, seen_by: everyone, start: 0}}}
  unit:
    fields:
      side: {type: side, seen_by: everyone}
      at: {type: hex of field or none, seen_by: everyone, start: none}
      foe: {type: unit or none, seen_by: everyone, start: none}
    derived:
      placed: at is not none
      able: side.far > 0 and placed
formulas:
  on map: {takes: {u: unit}, is: u.at is not none}
  far or off: {takes: {u: unit}, is: u.at is none or u.side.far > 3}
  ours: {takes: {s: side}, is: "list(u in every(unit) where u.side is s and on_map(u))"}
  some: {takes: {s: side}, is: "if s.far > 1 then ours(s) else []"}
  others: {takes: {s: side}, is: "list(u in every(unit) where u.side is s)"}
  gap: {takes: {h: hex of field}, is: "distance(h, '0101')"}
scenarios:
  s:
    boards: {field: {columns: 01..09, rows: 01..09}}
    entities:
      red: {kind: side, far: 2}
      ann: {kind: unit, side: red, at: 0103, foe: bob}
      bob: {kind: unit, side: red}
"""

KNOWN = {
    "by a formula": "count(u in every(unit) where on_map(u) and gap(u.at) > 1)",
    "by a derived field": "count(u in every(unit) where u.placed and gap(u.at) > 1)",
    "by both": "count(u in every(unit) where u.able and gap(u.at) > 1)",
    "by not": "count(u in every(unit) where not far_or_off(u) and gap(u.at) > 1)",
    "of a list": "count(u in ours(s) where gap(u.at) > 1)",
    "of a list by a branch": "sum(gap(u.at) for u in some(s))",
    "of the first of a list": "sum(gap(u.at) for u in first_of(ours(s), 1))",
    "in a list": "if w in ours(s) then gap(w.at) else 0",
    "in a branch": "if on_map(w) then gap(w.at) else 0",
    "in either branch": (
        "if (if s.far > 0 then on_map(w) else w.able) then gap(w.at) else 0"
    ),
    "in the other branch": "if far_or_off(w) then 0 else gap(w.at)",
}
NOT_KNOWN = {
    "by or": (
        "count(u in every(unit) where (on_map(u) or u.side.far > 1) and gap(u.at) > 1)"
    ),
    "of another list": "count(u in others(s) where gap(u.at) > 1)",
    "of another thing": "count(u in ours(s) where gap(w.at) > 1)",
    "not in the list": "if w not in ours(s) then gap(w.at) else 0",
    "when it is not": "if on_map(w) then 0 else gap(w.at)",
    "in one branch": (
        "if (if s.far > 0 then on_map(w) else w.side.far > 1) then gap(w.at) else 0"
    ),
    "another field": "sum(gap(u.foe.at) for u in ours(s))",
}


def codes(folder: Path, text: str) -> list[str]:
    """Return the codes of the errors of a pack with these declarations."""
    (folder / "ruleset.yaml").write_text(HEAD + text, encoding="utf-8")
    return [each.code for each in load(folder).problems if each.severity == "error"]


def formula(body: str) -> str:
    """Return the section with one formula."""
    return f'formulas:\n  tried: {{takes: {{s: side, w: unit}}, is: "{body}"}}\n'


@pytest.mark.parametrize("body", KNOWN.values(), ids=list(KNOWN))
def test_nobody_asks_again(body: str, tmp_path: Path) -> None:
    """Through formulas, derived fields and gatherings."""
    (tmp_path / "more.yaml").write_text(formula(body), encoding="utf-8")
    assert codes(tmp_path, "") == []


@pytest.mark.parametrize("body", NOT_KNOWN.values(), ids=list(NOT_KNOWN))
def test_what_is_not_sure_is_asked(body: str, tmp_path: Path) -> None:
    """Each is one error, at the value that may be none."""
    (tmp_path / "more.yaml").write_text(formula(body), encoding="utf-8")
    assert set(codes(tmp_path, "")) <= {"R407"}
    assert codes(tmp_path, "")


STEPS = {
    "- for_each: u in ours(s)\n  set: {s.far: gap(u.at)}": [],
    "- for_each: u in others(s)\n  set: {s.far: gap(u.at)}": ["R407"],
    "- require: on_map(w)\n- set: {s.far: gap(w.at)}": [],
    "- choose: x\n  by: s\n  from: ours(s)\n- set: {s.far: gap(x.at)}": [],
    "- choose: x\n  by: s\n  from: others(s)\n- set: {s.far: gap(x.at)}": ["R407"],
    "- set: {w.at: h}\n- set: {s.far: gap(w.at)}": [],
    "- set: {w.at: none}\n- set: {s.far: gap(w.at)}": ["R407"],
    "- require: on_map(w)\n- set: {w.at: none}\n- set: {s.far: gap(w.at)}": ["R407"],
    "- require: on_map(w)\n- set: {w.foe: none}\n- set: {s.far: gap(w.at)}": [],
    "- if: on_map(w)\n  set: {s.far: gap(w.at)}": [],
    "- if: not on_map(w)\n  return: none\n- set: {s.far: gap(w.at)}": [],
}


@pytest.mark.parametrize(("steps", "wanted"), STEPS.items(), ids=range(len(STEPS)))
def test_steps_know_what_they_found_and_set(
    steps: str, wanted: list[str], tmp_path: Path
) -> None:
    """What is set to something is there; what may have been set to none is not."""
    lines = steps.replace("\n", "\n      ")
    head = "procedures:\n  main:\n    takes: {s: side, w: unit, h: hex of field}\n"
    text = f"{head}    steps:\n      {lines}\n"
    (tmp_path / "more.yaml").write_text(text, encoding="utf-8")
    assert codes(tmp_path, "") == wanted


def test_who_goes_stands_somewhere(tmp_path: Path) -> None:
    """A walk reads where its piece stands without asking whether it does."""
    text = """
walks:
  march:
    takes: {w: unit}
    piece: w
    budget: gap(w.at)
    may_step: neighbours(w.at)
    must_stop: gap(w.at) is 1
procedures:
  main:
    takes: {w: unit}
    steps:
      - move: w
        by: w.side
        walk: march(w)
"""
    (tmp_path / "more.yaml").write_text(text, encoding="utf-8")
    assert codes(tmp_path, "") == []


def test_what_changed_since_is_found_out_while_running(tmp_path: Path) -> None:
    """What is called may take away what was there; that is a fault, never a guess."""
    text = """
procedures:
  main:
    takes: {w: unit}
    gives: integer
    steps:
      - require: on_map(w)
      - call: leaves(w)
      - return: gap(w.at)
  leaves:
    takes: {w: unit}
    steps:
      - set: {w.at: none}
"""
    (tmp_path / "more.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "ruleset.yaml").write_text(HEAD, encoding="utf-8")
    program = usable(load(tmp_path))
    engine = Engine.of(program)
    with pytest.raises(Unusable, match="none where a value is needed"):
        start(engine, "main", (0,), initial(program, "s"))


RELIED_ON = """
  a first: {gives: integer, is: "count(u in b_ours() where gap(u.at) > 1)"}
  b ours: {gives: list of unit, is: "list(u in every(unit) where WRONG)"}
  c last: {takes: {w: unit}, is: "if w in b_ours() then gap(w.at) else 0"}
procedures:
  go:
    seen_by: everyone
    steps:
      - for_each: u in b_ours()
        do:
          - if: u.foe as other
            set: {other.at: u.at}
"""


@pytest.mark.parametrize("wrong", ["nowhere_declared", "nowhere_declared(u)", "17"])
def test_nothing_follows_from_what_could_not_be_read(
    tmp_path: Path, wrong: str
) -> None:
    """A condition with a mistake may have made sure of anything: it alone is wrong, and
    not whoever relied on it, in whichever file he stands."""
    formulas, _, procedures = RELIED_ON.partition("procedures:")
    text = HEAD.replace("scenarios:", f"{formulas.strip(chr(10))}\nscenarios:")
    text = f"{text}procedures:{procedures}".replace("WRONG", wrong)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    errors = [each for each in load(tmp_path).problems if each.severity == "error"]
    assert len(errors) == 1, errors
    line = text.splitlines()[errors[0].span.first[0] - 1]
    assert line.strip().startswith("b ours")

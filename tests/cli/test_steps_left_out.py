"""`run --explain` says why each step of a walk, and each facing, is not offered."""

from pathlib import Path

import pytest

from tests.cli.calling import call

PACK = """\
name: marches
seen_by: everyone
seats: side
boards:
  field: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}
entities:
  side: {fields: {}}
  unit:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      at: {type: hex of field, seen_by: everyone}
      facing: {type: corner, seen_by: everyone, start: C0}
formulas:
  unit in: {takes: {h: hex of field}, is: first(u in every(unit) where u.at is h)}
walks:
  march:
    takes: {unit: unit}
    rule: RULE-1
    piece: unit
    budget: 2
    may_step: list(h in neighbours(unit.at) where h is not '0203')
    cost: if to is '0302' then 5 else 1
    may_enter: unit_in(to) is none
    never: to is '0404'
  trapped: {like: march, may_stop: unit_in(unit.at) is none}
  wheel:
    like: march
    may_step: front(unit.at, unit.facing)
    may_turn: values(corner)
    turn_cost: 2 * sixths(unit.facing, new_facing)
procedures:
  goes: {takes: {unit: unit}, steps: [{move: unit, by: unit.side, walk: march(unit)}]}
  stays:
    takes: {unit: unit}
    steps: [{move: unit, by: unit.side, walk: trapped(unit)}]
  turns: {takes: {unit: unit}, steps: [{move: unit, by: unit.side, walk: wheel(unit)}]}
scenarios:
  here:
    boards: {field: {columns: 01..05, rows: 01..05}}
    entities:
      red: {kind: side}
      ann: {kind: unit, side: red, at: 0303}
      bob: {kind: unit, side: red, at: 0304}
"""


def explained(folder: Path, procedure: str, *more: str) -> list[str]:
    """Return the lines of an explained run."""
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    given = ("--scenario", "here", "--with", "unit=ann", "--explain", "--all", *more)
    called = call("run", str(folder), procedure, *given)
    assert called.code == 0, called
    return [line.strip() for line in called.out.splitlines()]


def test_each_condition_of_a_walk(tmp_path: Path) -> None:
    """Those that forbid a hex, and what is left of the budget; read off the walk."""
    lines = explained(tmp_path, "goes", "--answer", "leg=none")
    at = lines.index("not offered:")
    assert lines[at + 1 : at + 5] == [
        "0404: never: to is '0404' [RULE-1]",
        "0304: not so: unit_in(to) is none [RULE-1]",
        "0203: not so: h is not '0203' [RULE-1]",
        "0302: it would have cost 5 of 2 [RULE-1]",
    ]


def test_a_walk_that_finds_no_end(tmp_path: Path) -> None:
    """Nothing is offered, and each hex says what stands against it."""
    lines = explained(tmp_path, "stays")
    at = lines.index("not offered:")
    assert lines[at - 1].startswith("1. leg = none [the only one]")
    ends = "the way could not end after it, by 'may_stop' or 'must_stop'"
    assert lines[at + 1] == f"0403, 0402: {ends}"
    found = call("check", str(tmp_path), "--quick").out
    assert "R525 warning: 'may_stop' is never so, and no step is offered" in found


def test_facings_that_are_not_paid_for(tmp_path: Path) -> None:
    """A sixth costs 2 of 2, two sixths cost 4, three cost 6."""
    lines = explained(tmp_path, "turns", "--answer", "turn=C0", "--answer", "leg=none")
    at = lines.index("not offered:")
    assert lines[at + 1 : at + 3] == [
        "C2, C4: it would have cost 4 of 2",
        "C3: it would have cost 6 of 2",
    ]


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_it_is_said_in_explanations_alone(tmp_path: Path, more: tuple[str]) -> None:
    """A report in short and its JSON stay as they were."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    given = ("--scenario", "here", "--with", "unit=ann", "--answer", "leg=none", *more)
    assert "0404" not in call("run", str(tmp_path), "goes", *given).out

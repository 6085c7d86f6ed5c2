"""Whose rows a rule reads: those of whom it is given, or any."""

from pathlib import Path

from interpreter.ir.effects import ANY, reads_of_rules, rows_of_rules
from interpreter.pipeline.loading import load, usable
from interpreter.semantics.declarations import Declarations

ROOT = Path(__file__).resolve().parents[2]
PACK = """
name: rows
entities:
  man:
    fields:
      at: {type: integer, seen_by: everyone}
      chief: {type: man or none, seen_by: everyone}
      room: {type: integer, seen_by: everyone}
formulas:
  apart: {takes: {a: man, b: man}, gives: integer, is: a.at - b.at}
  back again: {takes: {a: man, b: man}, gives: integer, is: "apart(b, a) + b.room"}
  doubled: {takes: {a: man}, gives: integer, is: "apart(a, a)"}
  of the chief:
    takes: {a: man}
    gives: integer
    is: if a.chief is none then 0 else a.chief.at
  near:
    takes: {a: man}
    gives: integer
    is: count(b in every(man) where apart(a, b) < 3 and b.room > 0)
  both: {takes: {a: man, b: man}, gives: integer, is: "apart(a, b) + near(b)"}
tables:
  first of them:
    takes: {a: man, b: man}
    gives: integer
    hit: first
    rows: {one: {if: a.at > 3, give: b.room}, other: {if: else, give: 0}}
"""


def test_whose_rows(tmp_path: Path) -> None:
    """Also through others, however they are given; who is gathered may be anybody."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    found = {
        name: rows for (_, name), rows in rows_of_rules(declared(tmp_path)).items()
    }
    assert found["apart"] == {("man", "at", 0), ("man", "at", 1)}
    assert found["back_again"] == {*found["apart"], ("man", "room", 1)}
    assert found["doubled"] == {("man", "at", 0)}
    assert found["of_the_chief"] == {("man", "chief", 0), ("man", "at", ANY)}
    anybody = {("man", "", ANY), ("man", "at", ANY), ("man", "room", ANY)}
    assert found["near"] == found["both"] == anybody
    assert found["first_of_them"] == {("man", "at", 0), ("man", "room", 1)}


def declared(folder: Path) -> Declarations:
    return usable(load(folder)).declared


def test_the_same_fields_are_read() -> None:
    """Of every rule of every pack: the rows are told, and nothing is lost."""
    for pack in sorted((ROOT / "rulesets").glob("*/ruleset.yaml")):
        rules = declared(pack.parent)
        fields = reads_of_rules(rules)
        for name, rows in rows_of_rules(rules).items():
            assert {each[:2] for each in rows} == fields[name]

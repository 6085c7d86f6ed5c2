"""Kinds whose fields stand in several files."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load, usable

HEAD = """
name: split
seen_by: everyone
entities:
  unit:
    fields: {men: {type: integer, seen_by: everyone, start: 3}}
    derived: {strong: men > 2}
scenarios:
  s:
    entities: {a: {kind: unit, horses: 1}}
"""
MORE = """
entities:
  unit:
    continues: yes
    fields: {horses: {type: integer, seen_by: everyone, start: 2}}
    derived: {mounted: horses >= men}
    holds: {some left: {if: men > 0}}
"""
LAST = """
entities:
  unit:
    continues: yes
    fields: {guns: {type: integer, seen_by: everyone, start: 0}}
cases:
  mounted: {from: by hand, scenario: s, run: is_mounted(a), expect: {result: no}}
formulas:
  is mounted: {takes: {u: unit}, is: u.mounted}
"""


@pytest.mark.parametrize("more", ["a.yaml", "z.yaml"])
def test_a_kind_may_stand_in_several_files(more: str, tmp_path: Path) -> None:
    """Whichever of them is read first."""
    for name, text in (("ruleset.yaml", HEAD), (more, MORE), ("m.yaml", LAST)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = load(tmp_path)
    assert [str(each) for each in found.problems if each.severity == "error"] == []
    kind = usable(found).declared.kinds["unit"]
    assert {each.name for each in kind.fields} == {"men", "horses", "guns"}
    assert set(kind.derived) == {"strong", "mounted"}


@pytest.mark.parametrize("more", ["a.yaml", "z.yaml"])
def test_a_kind_is_listed_where_it_is_declared(more: str, tmp_path: Path) -> None:
    """Not where another file, read before, continues it."""
    head = "name: order\n"
    kinds = "entities:\n  side: {}\n  unit: {}\n"
    part = "entities:\n  unit: {continues: yes}\n"
    for name, text in (("ruleset.yaml", head), ("kinds.yaml", kinds), (more, part)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [*usable(load(tmp_path)).declared.kinds] == ["side", "unit"]


def test_a_house_rule_reaches_a_field_of_any_part(tmp_path: Path) -> None:
    """By the path of the kind, which is one."""
    pack, house = tmp_path / "split", tmp_path / "house"
    for folder in (pack, house):
        folder.mkdir()
    for name, text in (("ruleset.yaml", HEAD), ("more.yaml", MORE)):
        (pack / name).write_text(text, encoding="utf-8")
    text = "name: house\nextends: ../split\nchange:\n"
    text += "  entities.unit.fields.horses.start: {to: 9}\n"
    (house / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = load(house)
    assert [str(each) for each in found.problems if each.severity == "error"] == []
    kind = usable(found).declared.kinds["unit"]
    (start,) = [each.start for each in kind.fields if each.name == "horses"]
    assert getattr(start, "value", None) == 9

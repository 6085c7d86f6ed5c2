"""Overlays hear which of their changes would not notice a new edition below."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load

BASE = """name: base
seen_by: everyone
options:
  hard:
    values: [yes, no]
    default: yes
    change:
      formulas.march.is: {to: 2}
tables:
  sky:
    title: The sky of the morning
    of: 2d6
    gives: [rain, sun]
    rows: {7-: rain, 8+: sun}
formulas:
  march: {is: 3}
  halt: {is: 3}
"""


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ("formulas.halt.is: {to: 4}", "write 'expect: 3' next to 'to'"),
        ("formulas.halt.is: {add: 1}", "write 'expect: 3' next to 'add'"),
        ("formulas.halt.is: {expect: 3, add: 1}", ""),
        ("formulas.halt: {remove: yes}", "write 'expect: {is: 3}' next to 'remove'"),
        ("formulas.halt.title: {add: Halt}", ""),  # new, so nothing is replaced
        (
            "tables.sky.gives: {to: [rain, sun, fog]}",
            "write 'expect: [rain, sun]' next to 'to'",
        ),
        (
            "tables.sky: {to: {of: 2d6, gives: [rain, sun], rows: {..12: rain}}}",
            "",  # nobody copies a whole table
        ),
        ("formulas.own.is: {to: 4}", ""),  # of the overlay itself
    ],
)
def test_who_is_told(tmp_path: Path, change: str, hint: str) -> None:
    """A value of the pack below that is replaced; and the hint can be copied."""
    house = f"""name: house
extends: ../base
options: {{hard: no}}
formulas: {{own: {{is: 3}}}}
change:
  {change}
"""
    for name, text in (("base", BASE), ("house", house)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    notes = [e for e in load(tmp_path / "house").problems if e.severity == "note"]
    assert [each.hint for each in notes] == ([hint] if hint else [])
    assert not load(tmp_path / "base").problems
    assert {each.code for each in notes} <= {"R807"}
    assert {each.span.text for each in notes} <= {change.split(":")[0]}


def test_the_hint_can_be_copied(tmp_path: Path) -> None:
    """With what it says, nothing is told any more."""
    house = "name: house\nextends: ../base\nchange:\n  types.sky: {to: [rain, sun]}\n"
    base = "name: base\ntypes:\n  sky: [rain, 'fine, dry', \"1: low\"]\n"
    for name, text in (("base", base), ("house", house)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    (one,) = load(tmp_path / "house").problems
    told = one.hint.removeprefix("write '").removesuffix("' next to 'to'")
    better = house.replace("{to", f"{{{told}, to")
    (tmp_path / "house" / "ruleset.yaml").write_text(better, encoding="utf-8")
    assert not load(tmp_path / "house").problems

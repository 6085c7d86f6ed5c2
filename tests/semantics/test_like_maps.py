"""Maps of scenarios that differ in nothing but the order of what lies on them."""

from pathlib import Path

import pytest

from interpreter import open_ruleset

TABLE = """\
name: heaps
boards:
  table: {cells: plane, ground: soil}
types:
  soil: [open, wood, water]
formulas:
  there: {takes: {spot: place}, is: ground_at(spot)}
scenarios:
"""
SCENARIO = """\
  {name}:
    boards:
      table:
        size: 24 x 18
        ground: open
        areas:
          {areas}
    entities: {{}}
"""
COPSE = "copse: {ground: wood, corners: [[4, 6], [12, 6], [12, 12], [4, 12]]}"
POND = "pond: {ground: water, circle: {at: '10, 9', across: 6}}"
ORDERS = {"pond above": (COPSE, POND), "copse above": (POND, COPSE)}
UPPER = {"pond above": "water", "copse above": "wood"}


def pack(folder: Path, *names: str) -> Path:
    """Write a pack with these scenarios, in this order."""
    scenarios = (
        SCENARIO.format(name=name, areas=("\n" + 10 * " ").join(ORDERS[name]))
        for name in names
    )
    (folder / "ruleset.yaml").write_text(TABLE + "".join(scenarios), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "names", [("pond above", "copse above"), ("copse above", "pond above")]
)
def test_of_two_areas_the_later_lies_above(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    """Also where another scenario has the same areas in another order."""
    ruleset = open_ruleset(pack(tmp_path, *names))
    for name in names:
        there = ruleset.run("there", scenario=name, spot="10, 9")
        assert there.value == UPPER[name]

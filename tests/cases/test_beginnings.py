"""What must hold where a scenario begins: of men, guns and weapons of Rencounter."""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from tests.cli.calling import ROOT

PACK = f"""
name: crowded
extends: {ROOT}/rulesets/rencounter
scenarios:
  crowd:
    boards:
      table:
        size: 24 x 24
        ground: open ground
        areas:
          oak: {{ground: trunk, circle: {{at: [6, 6], across: 2}}}}
    entities:
      battle: {{kind: battle}}
      red: {{kind: side}}
      blue: {{kind: side}}
      reds: {{kind: unit, side: red, leader: ann}}
      blues: {{kind: unit, side: blue, leader: ben, hidden: yes}}
      ann: {{kind: figure, unit: reds, at: [6, 7], experience: 4}}
      abe: {{kind: figure, unit: reds, at: [9, 9], experience: 4}}
      ben: {{kind: figure, unit: reds, at: [10, 9], experience: 4}}
      bob: {{kind: figure, unit: blues, at: [9, 9.5], experience: 4}}
      colt: {{kind: firearm, bearer: abe, type: machine pistol, loaded: 21}}
      spare: {{kind: firearm, bearer: abe, type: machine pistol, loaded: 20}}
      gun: {{kind: firearm, bearer: ann, type: magazine rifle, magazine: 8, loaded: 9}}
"""


@pytest.mark.long
def test_what_no_rule_allows_is_told(tmp_path: Path) -> None:
    """A gun too full, a man in a tree, two on one spot though one hides, a leader of
    others; men in contact and a full gun are nothing."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    lines = PACK.splitlines()
    found = {
        lines[each.span.first[0] - 1].strip().split(":")[0]: each.message
        for each in check(tmp_path, quick=True).problems
        if each.severity == "error"
    }
    assert found == {
        "ann": "'ann' does not meet 'free ground': a trunk or a wall stands there",
        "bob": "'bob' does not meet 'room of his own': another man stands there",
        "blues": "'blues' does not meet 'a leader of its own': "
        "he belongs to another unit",
        "colt": "'colt' does not meet 'no more rounds than it takes'",
        "gun": "'gun' does not meet 'no more rounds than it takes'",
    }


def test_the_ranges_of_a_weapon_stand_in_order(tmp_path: Path) -> None:
    """A house rule that mistypes one is told at its change."""
    change = "  tables.missile weapons.rows.long bow.short: {expect: 12, to: 25}"
    pack = f"name: far\nextends: {ROOT}/rulesets/rencounter\nchange:\n{change}\n"
    (tmp_path / "ruleset.yaml").write_text(pack, encoding="utf-8")
    (found,) = (e for e in load(tmp_path).problems if e.severity == "error")
    assert found.message == "'long bow' does not meet 'ranges in order'"
    assert found.span.first[0] == 4

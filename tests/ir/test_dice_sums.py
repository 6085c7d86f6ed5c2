"""What is added to dice: through locals, formulas and calls, with the right sign."""

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter import open_ruleset
from interpreter.ir.dice_sums import DieComparison, RolledSum, SummedDice, dice_sums
from interpreter.pipeline.opening import open_pack

RULES = """name: sums
seen_by: everyone
modifiers:
  raised: {takes: {n: integer 0..1}, groups: {g: {rows: {one: {if: n is 1, add: +1}}}}}
  lowered: {takes: {n: integer 0..1}, groups: {g: {rows: {one: {if: n is 1, add: +1}}}}}
  either: {takes: {n: integer 0..1}, groups: {g: {rows: {one: {if: n is 1, add: +1}}}}}
  apart: {takes: {n: integer 0..1}, groups: {g: {rows: {one: {if: n is 1, add: +1}}}}}
  deep: {takes: {n: integer 0..1}, groups: {g: {rows: {one: {if: n is 1, add: +1}}}}}
tables:
  result: {of: integer, gives: [bad, good], rows: {6-: bad, 7+: good}}
formulas:
  lessened: {takes: {n: integer 0..1}, gives: integer, is: 3 - total(lowered(n))}
procedures:
  high:
    takes: {n: integer 0..1}
    gives: yes or no
    steps:
      - roll: {die: d6}
      - return: die + total(raised(n)) >= 4
  low:
    takes: {n: integer 0..1}
    gives: yes or no
    steps:
      - let: {sums: lessened(n)}
      - call: at_most(sums)
        as: found
      - return: found
  at most:
    takes: {needed: integer}
    gives: yes or no
    steps:
      - roll: {die: d6}
      - return: die <= needed
  both:
    takes: {n: integer 0..1}
    gives: yes or no
    steps:
      - roll: {die: d6}
      - {if: die + total(either(n)) > 3, return: yes}
      - {if: total(either(n)) - die > 3, return: no}
      - return: yes
  not added:
    takes: {n: integer 0..1}
    gives: yes or no
    steps:
      - roll: {die: d6}
      - return: die * total(apart(n)) > 3
  read:
    takes: {n: integer 0..1}
    gives: [bad, good]
    steps:
      - roll: {dice: 2d6}
      - let: {sums: deep(n)}
      - return: result(sum(dice) + total(sums) - 1)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules as a pack."""
    place = tmp_path_factory.mktemp("sums")
    (place / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    return place


def test_what_is_added_and_compared(folder: Path) -> None:
    """A test and another one of the same modifiers are both there; what is multiplied
    is in none."""
    found = dice_sums(open_pack(folder, {}).program)
    assert found.compared["raised"] == (DieComparison(6, low=False, change=1),)
    assert found.compared["lowered"] == (DieComparison(6, low=True, change=-1),)
    assert len(found.compared["either"]) == 2
    assert "apart" not in found.compared
    dice = SummedDice(2, 6)
    assert found.tables["result"] == (RolledSum(dice, (("deep", 1),), other=False),)


@pytest.mark.parametrize(("name", "change"), [("high", 1), ("low", -1)])
def test_the_change_is_the_one_of_the_odds(
    folder: Path, name: str, change: int
) -> None:
    """One face of the die, more or less."""
    pack = open_ruleset(str(folder))
    without, with_it = (pack.odds(name, n=n)[True] for n in (0, 1))
    assert with_it - without == Fraction(change, 6)

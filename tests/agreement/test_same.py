"""What is told to be the same under a setting runs the same program as the defaults."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.agreement.same import Sameness
from tests.agreement.targets import every_setting, loaded, program, targets
from tests.agreement.ways import Ways

PACKS = ("tests/packs/hidden-rolls", "tests/pieces/05-activation")


@pytest.mark.parametrize("pack", PACKS)
def test_the_defaults_are_the_same_as_themselves(pack: str) -> None:
    """All of their targets."""
    sameness = Sameness(pack, ())
    assert all(map(sameness.same, targets(pack)))


@pytest.mark.parametrize("pack", PACKS)
def test_a_setting_changes_something_and_what_is_the_same_runs_alike(
    pack: str,
) -> None:
    """On the same answers: the same questions, results and ends."""
    ours, alike = Ways(program(pack)), 0
    for options in every_setting(pack)[1:]:
        if loaded(pack, options).program is None:
            continue
        sameness, theirs = Sameness(pack, options), Ways(program(pack, options))
        told = {target: sameness.same(target) for target in targets(pack, options)}
        assert not all(told.values()), options
        for target in [target for target, is_same in told.items() if is_same][:40]:
            twin = replace(target, options=())
            assert ours.once("once", twin, 3) == theirs.once("once", target, 3)
            alike += 1
    assert alike


SMALL = """\
name: small
seen_by: judge
options:
  harder: {values: [yes, no], default: no}
formulas:
  bonus: {gives: integer, is: if option.harder then 2 else 1}
  bonus_and_one: {gives: integer, is: bonus() + 1}
  twice: {takes: {n: integer}, gives: integer, is: n * 2}
procedures:
  early:
    gives: integer
    steps:
      - only: harder
        roll: {more: d6}
      - return: 3
  needs bonus:
    gives: integer
    steps:
      - roll: {r: d6}
      - return: r + bonus_and_one()
  through:
    gives: integer
    steps:
      - call: needs_bonus()
        as: r
      - return: r
  apart:
    gives: integer
    steps:
      - roll: {r: d6}
      - roll: {again: d6}
      - return: twice(r) + again
  calls apart:
    gives: integer
    steps:
      - call: apart()
        as: r
      - return: r + 1
"""


def test_what_is_reached_decides(tmp_path: Path) -> None:
    """Through formulas and calls; steps that are added elsewhere change nothing."""
    (tmp_path / "ruleset.yaml").write_text(SMALL, encoding="utf-8")
    pack, options = str(tmp_path), (("harder", "yes"),)
    sameness = Sameness(pack, options)
    told = {each.entry: sameness.same(each) for each in targets(pack, options)}
    assert told == {
        "bonus": False,
        "bonus_and_one": False,
        "twice": True,
        "early": False,
        "needs_bonus": False,
        "through": False,
        "apart": True,
        "calls_apart": True,
    }

"""What an answer does not hang on is left out, but not its faults."""

from pathlib import Path

import pytest

from interpreter.diagnostics import UmpireError
from interpreter.engine.exact.program import odds
from interpreter.engine.once import initial
from interpreter.pipeline.loading import load, usable

PACK = """
name: shares
seats: side
entities:
  side: {fields: {strength: {type: integer, seen_by: everyone}}}
claims:
  note: {facts: {share: {type: number, may_be: []}}}
procedures:
  report:
    takes: {to: side}
    gives: integer
    seen_by: judge
    steps:
      - roll: {d: 1d6}
      - tell: note
        to: to
        facts: {share: SHARE}
      - return: 1
scenarios:
  two: {entities: {red: {kind: side, strength: 1}}}
"""


@pytest.mark.parametrize(("share", "fails"), [("d", False), ("1 / (d - 6)", True)])
def test_a_claim_that_nobody_reads_keeps_its_fault(
    tmp_path: Path, share: str, fails: bool
) -> None:
    """Without a fault not even its die is rolled."""
    (tmp_path / "ruleset.yaml").write_text(PACK.replace("SHARE", share))
    program = usable(load(tmp_path))
    state = initial(program, "two")
    if fails:
        with pytest.raises(UmpireError, match="division by zero"):
            odds(program, "report", (0,), state)
    else:
        assert odds(program, "report", (0,), state).denominator == 1


NESTED = """
name: shares
entities:
  unit: {fields: {marks: {type: integer, seen_by: everyone}}}
procedures:
  guarded:
    takes: {u: unit}
    gives: integer
    seen_by: everyone
    steps:
      - roll: {d: 1d6}
      - if: d > 1
        do:
          - if: 6 / (d - 1) > 4
            set: {u.marks: 1}
      - return: d
  in_a_loop:
    takes: {u: unit}
    gives: integer
    seen_by: everyone
    steps:
      - roll: {d: 1d6}
      - for_each: x in [1, 2]
        do:
          - if: 6 / (d - 1) > 4
            set: {u.marks: x}
      - return: d
scenarios:
  one: {entities: {u: {kind: unit, marks: 0}}}
"""


@pytest.mark.parametrize("every_write", [False, True])
@pytest.mark.parametrize(("name", "fails"), [("guarded", False), ("in_a_loop", True)])
def test_a_condition_that_can_fail_is_asked_where_it_stands(
    tmp_path: Path, name: str, fails: bool, every_write: bool
) -> None:
    """What it decides is left out: then it is asked neither more often nor less."""
    (tmp_path / "ruleset.yaml").write_text(NESTED)
    program = usable(load(tmp_path))
    state = initial(program, "one")
    if fails:
        with pytest.raises(UmpireError, match="division by zero"):
            odds(program, name, (0,), state, every_write=every_write)
    else:
        found = odds(program, name, (0,), state, every_write=every_write)
        assert found.denominator == len(found.outcomes) == 6

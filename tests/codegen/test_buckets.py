"""Bucket functions give the odds that functions give which run state by state."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from interpreter.app.ruleset import open_ruleset
from interpreter.codegen.generating import emit
from interpreter.codegen.source import BUCKET
from interpreter.engine.exact.model import exact_model
from interpreter.engine.exact.program import ExactProgram, ExactResult
from interpreter.engine.once import initial
from interpreter.ir.instructions import Program
from tests.codegen.building import (
    again,
    ap,
    back,
    c,
    call,
    each,
    field,
    let,
    procedure,
    program,
    put,
    roll,
    when,
)
from tests.ruleset.packs import write

HITS = procedure(
    "hits", "U n",
    roll("die", 6),
    let("lead", ap("-", ap("+", "die", field("u", "size")), "n")),
    when(ap("is", "lead", 0), [back(0)]),
    roll("cut", 3),
    when(ap(">", "lead", 0), [
        put("u", "loss", ap("+", field("u", "loss"), "cut")),
        when(ap(">", "cut", 2), [back(7)]),
        back("cut"),
    ]),
    back(c(-1)),
)  # fmt: skip
"""A truth that is bound early, states that are written and states that are not."""

LOOP = procedure(
    "loop", "n",
    let("sum", 0),
    again(
        call("hits", c(0), "n", to="got"),
        when(ap("is", "got", 0), [back(100)]),
        call("hits", c(1), 9, to="got"),
        let("sum", ap("+", "sum", "got")),
        roll("die", 4),
        when(ap("is", "die", 4), [back("sum")]),
        times=2,
    ),
    back(field(c(0), "loss")),
)  # fmt: skip
"""Calls in a loop: callers in different states, a local that is bound again."""

UNTIL = procedure(
    "until", "n",
    let("sum", 0),
    again(
        roll("die", 6),
        when(ap("<", "sum", 3), [let("sum", ap("+", "sum", 1))]),
        until=ap("is", "die", "n"),
    ),
    back("sum"),
)  # fmt: skip
"""A cycle, whose states are collected where a pass stops."""

INSIDE = procedure(
    "inside", "n",
    roll("die", 4),
    each("i", (1, 2, 3), when(ap("is", "i", "die"), [back("i")])),
    call("until", "n", to="got"),
    roll("some", 2, ap("+", "got", 1)),
    back(ap("+", 10, "got")),
)  # fmt: skip
"""A return inside a loop that never stops: that function has no bucket function."""

GIVEN = program(HITS, LOOP, UNTIL, INSIDE)
OBSERVED = (("unit", "loss"),)


def one_by_one(given: ExactProgram) -> ExactProgram:
    """Return the same, run by the functions of single states."""
    compiled, model = given.compiled, given.engine

    def function(name: str) -> Any:
        return model.points[name].function

    plain = exact_model(compiled.emitted.functions, function, reset=model.reset)
    assert not any(plain.points[name].bucket for name in compiled.emitted.functions)
    return replace(given, engine=replace(plain, kinds=model.kinds))


def both(given: Program, name: str, *arguments: Any, **limits: Any) -> ExactResult:
    """Return the odds, the same in both ways."""
    exact = ExactProgram.of(given, OBSERVED)
    state = initial(given)
    found = exact.distribution(name, arguments, state, **limits)
    assert one_by_one(exact).distribution(name, arguments, state, **limits) == found
    return found


@pytest.mark.parametrize("name", ["loop", "until", "inside"])
def test_the_odds_are_the_same(name: str) -> None:
    """Outcomes, weights, denominator and method."""
    assert len(both(GIVEN, name, 3).outcomes) > 2
    assert both(GIVEN, name, 3, left_over=Fraction(1, 1000)).left_over < 1


def test_where_there_is_none() -> None:
    """Not where a loop is left, and not where code is marked."""
    units = emit(GIVEN, "exact").units
    assert f"s_inside__1{BUCKET}" not in units["inside"][0]
    assert f"s_inside__2{BUCKET}" in units["inside"][0]
    marked = emit(GIVEN, "exact", marked=True).units
    assert not any(BUCKET in text for text, _ in marked.values())


def test_answers_that_lead_to_one_state_are_added_first() -> None:
    """Where states differ in no more than the truth of a comparison, by that."""
    source = emit(GIVEN, "exact").units["hits"][0]
    assert "b_sum0 += b_weight" in source
    assert "b_by1[h_early" in source


def test_a_row_is_read_once() -> None:
    """Not for each answer, if no answer changes it."""
    source = emit(GIVEN, "exact").units["hits"][0]
    assert "rv_u = W[0][v_u]" in source


LIKE_CODE = """
name: texts
entities:
  fighter: {fields: {points: {type: integer 0..8, seen_by: everyone, start: 8}}}
procedures:
  duel:
    seen_by: everyone
    takes: {a: fighter}
    gives: text
    steps:
      - roll: {mine: d6}
      - let:
          said: "if mine + a.points > 12 then 'W[0][v_a][1] v_mine = 3' else 'no'"
      - if: said is 'W[0][v_a][1] v_mine = 3'
        return: said
      - if: mine is 1
        return: "'for v_mine in h_early0: b_sum1'"
      - return: "'no'"
entry_points:
  duel: {call: duel(a), takes: {a: fighter}, gives: text}
scenarios:
  yard: {entities: {ann: {kind: fighter}}}
"""


def test_a_text_that_looks_like_code_stays_a_text(tmp_path: Path) -> None:
    """Nothing is looked for in it, nor put in the place of a part of it."""
    pack = write(tmp_path / "texts", {"ruleset.yaml": LIKE_CODE})
    found = open_ruleset(pack).odds("duel", scenario="yard", a="ann")
    assert {each: found[each] for each in found} == {
        "W[0][v_a][1] v_mine = 3": Fraction(1, 3),
        "for v_mine in h_early0: b_sum1": Fraction(1, 6),
        "no": Fraction(1, 2),
    }

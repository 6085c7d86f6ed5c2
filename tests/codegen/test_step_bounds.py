"""No run takes more steps than its bound, and what has none is not given one."""

from itertools import pairwise
from typing import Any

import pytest

from interpreter.codegen.step_bounds import StepBounds
from interpreter.expressions.typed import Apply, Collect, Local
from interpreter.ir.instructions import Instruction
from interpreter.values.types import INTEGER, ListOf
from tests.codegen.building import (
    again,
    ap,
    at_least,
    back,
    c,
    call,
    declared,
    each,
    let,
    procedure,
    roll,
    v,
    when,
)

LIST = ListOf(INTEGER)


def every(name: str) -> Local:
    """Return a local that is a list."""
    return v(name, LIST)


def counted(source: Any) -> Collect:
    """Count the elements of a list that are 1."""
    return Collect("count", v("x"), "x", source, ap("is", "x", 1), (), INTEGER)


@pytest.mark.parametrize(
    ("body", "most"),
    [
        ([roll("a", 6), back("a")], 1),
        ([roll("dice", 6, 5), let("n", at_least("dice", 3)), back("n")], 6),
        ([again(roll("a", 6), times=c(3)), back(1)], 4),
        ([again(again(roll("a", 6), times=c(3)), times=c(2)), back(1)], 9),
        ([each("i", (1, 2), roll("a", 6)), back(1)], 3),
        ([when(ap("is", "n", 1), [again(times=c(5))], [again(times=c(2))])], 6),
        ([again(roll("a", 6), until=ap("is", "a", 6))], None),
        ([again(roll("a", 6), times="n")], None),
        ([each("i", every("n"), roll("a", 6))], None),
        ([call("other", to="x"), back("x")], None),
        ([let("a", Apply("joined", (c(()),), LIST)), let("n", counted(every("a")))],
         None),
    ],
)  # fmt: skip
def test_bounds(body: list[Instruction], most: int | None) -> None:
    """By structure alone."""
    assert StepBounds(declared()).of(procedure("p", "n", *body)) == most


def test_lists_that_are_handed_on_in_a_loop() -> None:
    """The longest arrives at the last name after several passes."""
    names = "edcba"
    begun = [let(name, c((1,) * (2 if name != "a" else 50))) for name in names]
    passed = [let(one, every(other)) for one, other in pairwise(names)]
    body = [*begun, again(*passed, let("n", counted(every("e"))), times=c(9))]
    found = StepBounds(declared()).of(procedure("p", "", *body))
    assert found is None or found >= 9 * 50

"""No value of an expression is below its bound, whatever the names that are unknown."""

from itertools import product
from typing import Any

import pytest

from interpreter.expressions.typed import Apply, IfElse, Typed, Use
from interpreter.ir.lower_bounds import UNKNOWN, least, value_of
from interpreter.semantics.declarations import (
    DecisionRow,
    DecisionTable,
    Formula,
    Parameter,
)
from interpreter.values.types import INTEGER, Boolean
from tests.codegen.building import SPAN, ap, c, program, v

X, Y, Z = v("x"), v("y"), v("z", Boolean())


def _either(condition: Typed, then: Typed, other: Typed) -> IfElse:
    return IfElse(condition, then, other, INTEGER)


ROWS = (
    (ap("in", X, c((1, 2))), c(5)),
    (ap("and", ap("is", X, c(3)), Z), c(2)),
    (ap("or", ap("is", X, c(3)), Z), c(4)),
    (None, c(9)),
)
TABLE = DecisionTable(
    "rank",
    (Parameter("x", INTEGER), Parameter("z", Boolean())),
    INTEGER,
    "first",
    tuple(DecisionRow(str(i), row[0], row[1], SPAN) for i, row in enumerate(ROWS)),
    SPAN,
)
FORMULA = Formula("odd", (Parameter("x", INTEGER),), Boolean(), ap("is", X, c(1)), SPAN)
DECLARED = program(tables={"rank": TABLE}, formulas={"odd": FORMULA}).declared
RANK = Use("tables", "rank", (X, Z), INTEGER)
ODD = Use("formulas", "odd", (X,), Boolean())
AT_LEAST = {0: 4, 1: 5, 2: 5, 3: 2, 4: 4}


@pytest.mark.parametrize(("x", "bound"), AT_LEAST.items())
def test_the_least_row_that_may_apply(x: int, bound: int) -> None:
    assert least(RANK, {"x": x}, DECLARED) == bound
    both = [least(RANK, {"x": x, "z": z}, DECLARED) for z in (False, True)]
    assert bound == min(each for each in both if each is not None)


def test_the_value_where_one_row_alone_may_apply() -> None:
    """Of the first row that is true; where more may be, or none is asked for by its
    number, it is unknown."""
    found = {x: value_of(RANK, {"x": x}, DECLARED) for x in AT_LEAST}
    assert found == {0: UNKNOWN, 1: 5, 2: 5, 3: UNKNOWN, 4: UNKNOWN}
    assert value_of(RANK, {"x": 0, "z": False}, DECLARED) == 9
    assert value_of(RANK, {}, DECLARED) is UNKNOWN


def test_a_branch_that_is_known() -> None:
    node = _either(ODD, c(1), _either(Z, c(7), c(3)))
    assert least(node, {"x": 1}, DECLARED) == 1
    assert least(node, {"x": 2}, DECLARED) == 3
    assert least(node, {"x": 2, "z": True}, DECLARED) == 7
    assert least(node, {}, DECLARED) == 1
    assert least(_either(Z, Y, c(3)), {}, DECLARED) is None
    assert least(ap("+", X, c(1)), {"x": 2}, DECLARED) is None


CONDITIONS: tuple[Typed, ...] = (
    ap("and", ap("is", X, c(1)), ap("not", Z)),
    ap("or", ap("is_not", X, c(1)), Z),
    ap("not", ap("or", ap("in", X, c((1, 3))), ap("and", Z, ODD))),
    ap("not_in", X, Apply("list", (c(2), X), TABLE.gives)),
)


@pytest.mark.parametrize("node", CONDITIONS)
def test_what_is_known_of_some_is_so_for_all(node: Typed) -> None:
    """A value that is known without a name is the same for each value of the name."""
    for x, z in product((1, 2, 3), (False, True)):
        every: Any = value_of(node, {"x": x, "z": z}, DECLARED)
        assert every is not UNKNOWN
        for known in ({"x": x}, {"z": z}, {}):
            assert value_of(node, known, DECLARED) in (UNKNOWN, every)

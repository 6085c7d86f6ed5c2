"""A short formula is written where it is used, and gives the same."""

from interpreter.codegen.generating import emit
from interpreter.expressions.typed import Collect, Every, IfElse, Typed, Use
from interpreter.ir.instructions import Program, Remove
from interpreter.semantics.declarations import Formula, Parameter
from interpreter.values.types import INTEGER, Boolean, ListOf
from tests.codegen.building import (
    SPAN,
    UNIT,
    agree,
    ap,
    back,
    c,
    field,
    let,
    procedure,
    program,
    put,
    roll,
    site,
    v,
)

BODY = IfElse(ap("is", field("u", "loss"), 0), field("u", "size"), v("n"), INTEGER)


def _program(body: Typed, *more: Remove) -> Program:
    takes = (Parameter("u", UNIT), Parameter("n", INTEGER))
    found = Formula("rank", takes, INTEGER, body, SPAN)

    def rank(unit: Typed, number: Typed) -> Use:
        return Use("formulas", "rank", (unit, number), INTEGER)

    turn = procedure(
        "turn",
        "N U",
        roll("die", 2),
        put("u", "loss", ap("-", "die", 1)),
        let("a", rank(v("u", UNIT), v("die"))),
        *more,
        back(ap("+", ap("*", "a", 100), rank(c(1), c(7)))),
    )
    return program(turn, formulas={"rank": found})


def test_it_is_written_in_place() -> None:
    """With the arguments for its names, whatever these are called elsewhere."""
    given = _program(BODY)
    for form in ("once", "exact", "direct"):
        units = emit(given, form).units
        assert not any("d0(" in units[each][0] for each in units if each == "turn")
    assert set(agree(given, "turn", 2, 0)) == {503, 203}


def test_what_may_fail_is_called() -> None:
    """So a fault is told at its place: of a division, and of who may be gone."""
    for given in (
        _program(ap("/", field("u", "size"), v("n"))),
        _program(BODY, Remove(site(), "unit", c(2))),
    ):
        assert "d0(" in emit(given, "direct").units["turn"][0]


def test_short_first_conditions_are_tested_before_the_call() -> None:
    """Of a memoised formula, for simulation alone: not whether something is there."""
    others = Every("unit", ListOf(UNIT))
    same = ap("is", field("x", "size"), v("n"))
    known = Collect("any", c(True), "x", others, same, (), Boolean())
    first = ap("is", field("u", "loss"), 0)
    body = ap("and", ap("and", first, ap("is_not", v("n"), 2)), known)
    takes = (Parameter("u", UNIT), Parameter("n", INTEGER))
    found = Formula("fits", takes, Boolean(), body, SPAN)

    def fits(unit: Typed, number: Typed) -> Use:
        return Use("formulas", "fits", (unit, number), Boolean())

    turn = procedure(
        "turn",
        "N U",
        roll("die", 6),
        put("u", "loss", ap("-", "die", 3)),
        let("a", fits(v("u", UNIT), v("die"))),
        let("b", IfElse(fits(c(1), c(3)), c(10), c(20), INTEGER)),
        back(IfElse(v("a", Boolean()), v("b"), ap("+", "b", 1), INTEGER)),
    )
    given = program(turn, formulas={"fits": found})
    assert len(set(agree(given, "turn", 2, 0))) > 1
    for form, tested in (("direct", True), ("once", False), ("exact", False)):
        text = emit(given, form).units["turn"][0]
        assert ("and d0(" in text) is tested

"""What is worked out before a list is what was worked out for each element."""

from interpreter.codegen.generating import emit
from interpreter.expressions.typed import Collect, Every, Typed, Use
from interpreter.ir.invariants import hoisted
from interpreter.semantics.declarations import Formula, Parameter
from interpreter.values.types import INTEGER, Boolean, ListOf, Number
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
    v,
)

EVERY = Every("unit", ListOf(UNIT))


def _any(body: Typed) -> Collect:
    marks = field("u", "deck", ListOf(INTEGER))
    return Collect("any", body, "x", marks, None, (), Boolean())


def _formula(where: Typed) -> Formula:
    """Count the units for which something holds, beside one."""
    body = Collect("count", v("e", UNIT), "e", EVERY, where, (), INTEGER)
    return Formula("found", (Parameter("u", UNIT),), INTEGER, body, SPAN)


def test_a_list_of_a_field_is_made_once() -> None:
    formula = _formula(_any(ap("is", v("x"), field("e", "size"))))
    found = hoisted(formula.body, {"u"})
    ((name, node),) = found.bound
    assert isinstance(node, Collect)
    assert (name.type, node.reducer) == (ListOf(INTEGER), "list")
    given = program(
        procedure(
            "tells",
            "U",
            roll("die", 6),
            put("u", "deck", ap("list", "die", 5, 7)),
            let("a", Use("formulas", "found", (v("u", UNIT),), INTEGER)),
            put("u", "deck", ap("list", 4)),
            back(
                ap(
                    "+",
                    ap("*", "a", 10),
                    Use("formulas", "found", (v("u", UNIT),), INTEGER),
                )
            ),
        ),
        formulas={"found": formula},
    )
    assert "h_same0 = " in emit(given, "direct").units["declaration 0"][0]
    assert "h_same0 = " not in emit(given, "trace").units["declaration 0"][0]
    assert len(set(agree(given, "tells", 0))) > 1


def test_what_may_fail_or_hangs_on_the_element_stays() -> None:
    half = ap("/", c(1), field("u", "size"))
    for body in (
        ap("is", ap("+", "x", half), field("e", "size")),
        ap("is", v("x"), ap("/", field("e", "size"), field("u", "size"))),
        ap("<", v("x"), field("e", "size")),
    ):
        assert hoisted(_any(body), {"u", "e"}).bound == ()
    product = Collect(
        *("list", v("e", UNIT), "e", EVERY),
        ap("<", ap("+", field("e", "size"), 1), 3),
        *((), ListOf(UNIT)),
    )
    assert hoisted(product, {"u"}).bound == ()


def test_a_sum_that_is_not_whole_is_added_once() -> None:
    more = ap("+", field("u", "share", Number()), 1)
    whole = Collect(
        *("count", v("e", UNIT), "e", EVERY),
        ap("<", field("e", "size"), type(more)("+", more.arguments, Number())),
        *((), INTEGER),
    )
    ((_, node),) = hoisted(whole, {"u"}).bound
    assert node == type(more)("+", more.arguments, Number())

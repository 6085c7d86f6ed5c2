"""What the direct target does otherwise than resumable functions changes no result."""

from typing import Any

from interpreter.codegen.generating import emit
from interpreter.ir.instructions import Create, Remove
from tests.codegen.building import (
    UNIT,
    agree,
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
    site,
    v,
    when,
)

GROW = procedure("grow", "U", put("u", "size", ap("+", field("u", "size"), 1)))
TURN: tuple[Any, ...] = (
    roll("die", 6),
    put("u", "size", ap("+", field("u", "size"), "die")),
    call("grow", v("u", UNIT)),
    when(ap(">", "die", 3), [put("u", "loss", field("u", "size"))]),
    call("grow", c(1)),
    back(ap("+", field("u", "size"), field("u", "loss"))),
)


def test_a_row_that_is_read_once_is_seen_to_change() -> None:
    """By what is written here, in what is called, and where an entity is added."""
    created = Create(site(), "new", "unit", (c(1), c(0), c(())))
    given = program(GROW, procedure("turn", "U", created, *TURN))
    assert "ru = W" not in emit(given, "direct").units["grow"][0]
    source = emit(given, "direct").units["turn"][0]
    assert source.count("W[0][v_u]") == 1
    assert len(set(agree(given, "turn", 0))) == 6
    assert len(set(agree(given, "turn", 1))) == 6


def test_rows_that_may_go_or_be_others_are_read_each_time() -> None:
    """Where entities of the kind are removed, and where the name is bound again."""
    gone = (Remove(site(), "unit", c(2)), *TURN)
    given = program(GROW, procedure("turn", "U", *gone))
    assert emit(given, "direct").units["turn"][0].count("W[0][v_u]") > 1
    agree(given, "turn", 0)
    again = let("u", v("other", UNIT))
    given = program(GROW, procedure("turn", "U OTHER", again, *TURN))
    assert "rv_u" not in emit(given, "direct").units["turn"][0]
    loop = each("u", c((0, 1)), put("u", "size", ap("+", field("u", "size"), 1)))
    given = program(GROW, procedure("turn", "U", *TURN[:-1], loop, TURN[-1]))
    assert "rv_u" not in emit(given, "direct").units["turn"][0]
    agree(given, "turn", 0)

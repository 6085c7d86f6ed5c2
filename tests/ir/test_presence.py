"""A check that a value is there is left out only where a condition has told so."""

from itertools import count

import pytest

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Typed,
    Use,
)
from interpreter.ir.presence import without_sure_checks
from interpreter.ir.walking import nodes
from interpreter.semantics.declarations import Formula, Parameter
from interpreter.values.types import INTEGER, Boolean, ListOf, Maybe, Nothing
from tests.codegen.building import SPAN, UNIT, ap, c, field, program, v

PERHAPS = Maybe(INTEGER)
NONE = Constant(None, Nothing())
EVERY = Every("unit", ListOf(UNIT))


def _read(of: str) -> FieldRead:
    return field(of, "size", PERHAPS)


def _sure(of: str) -> Apply:
    return Apply("present", (_read(of),), INTEGER)


def _there(of: str) -> Apply:
    return ap("is_not", _read(of), NONE)


def _big(of: str) -> Apply:
    return ap(">", _sure(of), 2)


def _those(name: str, where: Typed | None, source: Typed = EVERY) -> Collect:
    kind = ListOf(UNIT)
    return Collect("list", v(name, UNIT), name, source, where, (), kind)


def _total(source: Typed, where: Typed | None = None) -> Collect:
    return Collect("sum", _sure("e"), "e", source, where, (), INTEGER)


def _checks(body: Typed, *formulas: tuple[str, Typed]) -> int:
    """Return how many checks are left of the body of a formula."""
    takes = (Parameter("u", UNIT), Parameter("o", UNIT))
    found = {
        name: Formula(name, takes, each.type, each, SPAN)
        for name, each in (("f", body), *formulas)
    }
    changed = without_sure_checks(program(formulas=found)).declared.formulas["f"].body
    return sum(isinstance(n, Apply) and n.name == "present" for n in nodes(changed))


SURE = (
    ap("and", _there("u"), _big("u")),
    ap("and", ap("and", _there("u"), ap("is", c(1), 1)), _big("u")),
    ap("or", ap("is", _read("u"), NONE), _big("u")),
    IfElse(_there("u"), _sure("u"), c(0), INTEGER),
    IfElse(ap("is", _read("u"), NONE), c(0), _sure("u"), INTEGER),
    IfElse(ap("not", _there("u")), c(0), _sure("u"), INTEGER),
    _total(EVERY, _there("e")),
    _total(_those("x", _there("x"))),
    _total(_those("y", ap(">", c(2), 1), _those("x", _there("x")))),
    ap("and", _there("u"), Collect("any", _big("u"), "e", EVERY, None, (), Boolean())),
)
UNSURE = (
    _big("u"),
    ap("and", _big("u"), _there("u")),
    ap("and", _there("o"), _big("u")),
    ap("and", ap("is", _read("u"), NONE), _big("u")),
    ap("or", _there("u"), _big("u")),
    ap("and", ap("or", _there("u"), _there("o")), _big("u")),
    IfElse(_there("u"), c(0), _sure("u"), INTEGER),
    _total(EVERY, _there("u")),
    _total(_those("x", _there("u"))),
    ap("and", _there("u"), Collect("any", _big("u"), "u", EVERY, None, (), Boolean())),
)


@pytest.mark.parametrize("body", SURE, ids=count())
def test_it_is_left_out_where_the_value_is_there(body: Typed) -> None:
    assert _checks(body) == 0


@pytest.mark.parametrize("body", UNSURE, ids=count())
def test_it_stays_where_the_value_may_be_none(body: Typed) -> None:
    """A condition after it, of something else, or in the other case, tells nothing; nor
    does one of a local of the same name that is bound again."""
    assert _checks(body) == 1


def test_the_elements_of_a_formula_are_what_it_filters() -> None:
    """Also where that filters another formula; not where it only ends in a choice."""
    use = Use("formulas", "near", (v("u", UNIT), v("o", UNIT)), ListOf(UNIT))
    on_map = Use("formulas", "on", (v("u", UNIT), v("o", UNIT)), ListOf(UNIT))
    on = ("on", _those("x", _there("x")))
    near = ("near", _those("y", ap(">", c(2), 1), on_map))
    assert _checks(_total(use), near, on) == 0
    either = IfElse(ap(">", c(2), 1), on_map, EVERY, ListOf(UNIT))
    assert _checks(_total(use), ("near", either), on) == 1

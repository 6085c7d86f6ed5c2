"""Choices that are given the candidates and a test instead of a list of offers."""

from msgspec import Struct

from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.filters import CANDIDATES, TEST, filter_in, filter_of
from interpreter.codegen.source import local
from interpreter.expressions.typed import Use
from interpreter.ir.instructions import Choice


class LazyOffers(Struct, frozen=True):
    """Sources: of the list of candidates, and of the function that tells of one
    whether it is offered."""

    candidates: str
    test: str


def lazy_offers(to: ExpressionWriter, one: Choice) -> LazyOffers | None:
    """Return what a choice of one seat offers as a filter; None if it is none."""
    node = one.offered
    if node is None or one.each or one.how_many or one.open_type:
        return None
    found = filter_in(node)
    if found is not None:
        collect, condition = found
        test = f"lambda {local(collect.variable)}: {to.of(condition)}"
        return LazyOffers(to.of(collect.source), test)
    found = filter_of(to.declared, node)
    if found is None or not isinstance(node, Use):
        return None
    to.filters[node.name] = None
    given = [to.of(each) for each in node.arguments]
    element = local(found[0].variable)
    test = f"lambda {element}: {to.call_of(node, TEST, [*given, element])}"
    return LazyOffers(to.call_of(node, CANDIDATES, given), test)


def any_offered(to: ExpressionWriter, one: Choice) -> str | None:
    """Return the source of whether a choice without a condition offers anything, where
    a list would be made for that alone; None elsewhere."""
    found = filter_in(one.offered)
    if found is None or one.such_that or one.each or one.how_many:
        return None
    collect, condition = found
    tail = f"for {local(collect.variable)} in _walk({to.of(collect.source)})"
    return f"_any(True {tail} if {to.of(condition)})"

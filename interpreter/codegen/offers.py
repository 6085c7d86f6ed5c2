"""Choices that are given the candidates and a test instead of a list of offers, and the
orders by which policies take the first that is offered."""

from msgspec import Struct

from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.filters import (
    BOUNDS,
    CANDIDATES,
    FIXED,
    RANK,
    TEST,
    filter_in,
    filter_of,
    ranked_offers,
)
from interpreter.codegen.source import SourceLines, local, several
from interpreter.expressions.typed import Collect, Use
from interpreter.ir.instructions import Choice
from interpreter.ir.lower_bounds import least, value_of
from interpreter.semantics.declarations import EntryPoint
from interpreter.values.types import Enumeration


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


def emit_ranks(
    to: ExpressionWriter, lines: SourceLines, start: str, rule: EntryPoint
) -> None:
    """Emit what belongs to a rule that takes the first of what is offered by an order;
    nothing for other rules."""
    found = ranked_offers(rule)
    if found is None:
        return
    given = [found.variable, *(each.name for each in rule.takes[1:])]
    if len({*given}) < len(given):
        return
    with lines.block(f"def {start}{RANK}({', '.join(['W', *map(local, given)])}):"):
        keys = several([to.of(each) for each in found.by])
        passing = "" if found.where is None else f" if {to.of(found.where)} else None"
        lines.add(f"return {keys}{passing}")
    _emit_bounds(to, lines, start, found)


def _emit_bounds(
    to: ExpressionWriter, lines: SourceLines, start: str, found: Collect
) -> None:
    """Emit what the first key cannot be below for each value of an enumeration, and for
    which values it is all that orders them; nothing where no bound is known of one."""
    kind = found.body.type
    if not found.by or not isinstance(kind, Enumeration):
        return
    key, ranks = found.by[0], range(len(kind.values))
    bounds = [least(key, {found.variable: rank}, to.declared) for rank in ranks]
    if None in bounds:
        return
    lines.add(f"{start}{BOUNDS} = {several([to.literal(each) for each in bounds])}")
    if found.by[1:] or found.where is not None:
        return
    values = [value_of(key, {found.variable: rank}, to.declared) for rank in ranks]
    fixed = [str(rank) for rank in ranks if values[rank] == bounds[rank]]
    lines.add(f"{start}{FIXED} = {several(fixed)}")

"""What a choice offers, as source, and whether any of it is legal."""

from interpreter.emission.expressions import Expressions
from interpreter.emission.names import local, several
from interpreter.program.instructions import Choice


def offering(to: Expressions, one: Choice, optional: bool) -> str:
    """Return the source of what is offered, of several seats as triples."""
    offered = "None" if one.offered is None else to.of(one.offered)
    if optional and one.offered is not None:
        offered = f"(*{offered}, None)"
    if one.each is None:
        return offered
    name, items = one.each
    by = "None" if one.by is None else to.of(one.by)
    triple = f"({local(name)}, {by}, {offered})"
    return f"_tuple([{triple} for {local(name)} in _walk({to.of(items)})])"


def counts_of(to: Expressions, one: Choice) -> str:
    """Return the source of how many may be chosen."""
    if one.how_many is None:
        return "None"
    return several([to.of(each) for each in one.how_many])


def feasible(to: Expressions, one: Choice) -> str:
    """Return the source of whether there is a legal answer."""
    alone = one.each is None
    offered = offering(to, one, one.optional and not alone)
    legal = "None"
    if one.such_that is not None:
        legal = f"lambda {local(one.name)}: {to.of(one.such_that)}"
    given = [offered, counts_of(to, one), str(one.in_order), str(not alone), legal]
    return f"_feasible({one.site.path!a}, {', '.join(given)})"

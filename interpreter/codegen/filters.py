"""Lists that are what passes a test, of which not all need be worked out.

What is offered is mostly a filter, `list(x in candidates where test)`, written at the
choice or in a formula. The driver is given the candidates and the test, and tries as
many as it takes to know the answer; whether there is an answer at all is known when one
candidate passes. A list of which only the length is compared with a constant is worked
out as far as that length, where nothing else needs the list.

A candidate that no answer needs is not tried. So an error of the test for it, or the
steps that the test takes, are not met, as in `first` and `any`. Only code for
simulation is written so.
"""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from interpreter.expressions.typed import Apply, Collect, Constant, Local, Typed, Use
from interpreter.ir.effects import every_expression
from interpreter.ir.instructions import (
    HIDDEN,
    Choice,
    Feasible,
    Instruction,
    Program,
    Return,
)
from interpreter.ir.walking import free, instructions, nodes
from interpreter.semantics.declarations import Declarations, EntryPoint
from interpreter.values.types import Boolean, Enumeration, ListOf, Moment, Number

CANDIDATES, TEST, LENGTH = "o", "a", "n"
"""Endings of the names of the functions that belong to a formula that is a filter."""

RANK, BOUNDS, FIXED = "k", "b", "f"
"""Endings of the names of what belongs to a rule of a policy that takes the first of
what is offered, by some order: the function that gives the keys of one element (none:
it is not taken), what the first key cannot be below, by the rank of an element, and
the ranks of the elements that are always taken, by that key and no other."""

MOST_COUNTED = 3
"""The greatest length to which a list is worked out for the sake of that alone."""

_COMPARED: Mapping[str, int] = MappingProxyType(
    {"is": 1, "is_not": 1, ">": 1, "<=": 1, ">=": 0, "<": 0}
)
"""Comparisons of a length with n, and how many elements more than n must be known."""


def filter_in(node: Typed | None) -> tuple[Collect, Typed] | None:
    """Return a list of what passes a test, and the test; None of other expressions."""
    if not isinstance(node, Collect) or node.reducer != "list" or node.by:
        return None
    itself = isinstance(node.body, Local) and node.body.name == node.variable
    return (node, node.where) if itself and node.where is not None else None


def filter_of(
    declared: Declarations, node: Typed | None
) -> tuple[Collect, Typed] | None:
    """Return the filter that is the body of a formula, of a use of it by names."""
    if not isinstance(node, Use) or node.section != "formulas":
        return None
    formula = declared.formulas[node.name]
    found = filter_in(formula.body)
    if found is None or found[0].variable in {each.name for each in formula.takes}:
        return None
    plain = all(isinstance(each, (Local, Constant)) for each in node.arguments)
    return found if plain else None


def has_order(key: Typed) -> bool:
    """Tell whether any two values of a key can be compared, so that sorting cannot fail
    where it is not done."""
    return isinstance(key.type, Number | Enumeration | Boolean | Moment)


def ranked_offers(rule: EntryPoint) -> Collect | None:
    """Return the order in which a rule of a policy takes the first that is offered;
    None of a rule that needs to see all offers."""
    offered = rule.takes[0].name
    match rule.call:
        case Apply(name="first", arguments=(Local(type=ListOf() as kind) as source,)):
            element = Local(f"{HIDDEN}x", kind.item)
            found = Collect("first", element, element.name, source, None, (), kind.item)
        case Collect(reducer="first", body=Local(), source=Local()) as found:
            pass
        case _:
            return None
    assert isinstance(found.body, Local)
    assert isinstance(found.source, Local)
    plain = found.body.name == found.variable and found.source.name == offered
    reads = free(*found.by, *(() if found.where is None else (found.where,)))
    ordered = all(map(has_order, found.by))
    return found if plain and ordered and offered not in reads else None


def compared_length(node: Typed) -> tuple[Use, int] | None:
    """Return the list whose length is compared with a constant, and how many elements
    of it must be known; None where it is another expression, or many elements."""
    if not isinstance(node, Apply) or node.name not in _COMPARED:
        return None
    match node.arguments:
        case (
            Apply(name="count", arguments=(Use() as use,)),
            Constant(value=int() as n),
        ):
            most = n + _COMPARED[node.name]
            return (use, most) if 0 < most <= MOST_COUNTED else None
    return None


def counted_filters(program: Program) -> frozenset[str]:
    """Return the formulas whose lists nothing reads but choices, comparisons of their
    length, and who asks for no more than the list."""
    every: Counter[str] = Counter()
    harmless: Counter[str] = Counter()
    for node in nodes(*every_expression(program)):
        if isinstance(node, Use) and node.section == "formulas":
            every[node.name] += 1
        found = compared_length(node)
        if found is not None:
            harmless[found[0].name] += 1
    for procedure in program.procedures.values():
        for one in instructions(procedure.body):
            whole = _read_once(one)
            if isinstance(whole, Use):
                harmless[whole.name] += 1
    return frozenset(name for name, times in every.items() if harmless[name] == times)


def _read_once(one: Instruction) -> Typed | None:
    """Return what an instruction offers, or gives at the end of a procedure."""
    match one:
        case Choice(offered=whole) | Feasible(choice=Choice(offered=whole)):
            return whole
        case Return(value=whole):
            return whole
    return None

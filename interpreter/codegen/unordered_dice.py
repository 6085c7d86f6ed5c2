"""Which rolls are read only in ways that do not depend on the order of the dice.

Abstract interpretation over three values: of an expression that reads the dice, the
result may be the same whatever their order (FIXED), a list that is then the same but
for the order of its elements (SHUFFLED), or anything else (OPEN). An operator of FIXED
operands is FIXED, the dice are SHUFFLED, and a few functions take SHUFFLED lists:
reducers and sorting make them FIXED, filters and maps over the elements keep them
SHUFFLED. All other expressions with a SHUFFLED operand are OPEN: comparing lists, the
first element, an element at an index, calls of rules of the pack.

A local that is bound to a SHUFFLED value is SHUFFLED too; such locals are added until
none is left, and there are finitely many. A roll is unordered if then no instruction
but such a binding reads anything that is not FIXED. Exact odds answer it with the
sorted faces, one for all orders, and sort what is bound to a SHUFFLED list of numbers,
so that equal multisets are equal states.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from interpreter.expressions.typed import Apply, Collect, IfElse, Local, Typed, children
from interpreter.ir.effects import safe
from interpreter.ir.instructions import ForEach, Instruction, Let, Procedure
from interpreter.ir.walking import (
    Body,
    LocalNames,
    expressions,
    instructions,
    with_blocks,
)
from interpreter.values.types import ListOf, Number

FIXED, SHUFFLED, OPEN = 0, 1, 2

_REDUCERS = frozenset({"sum", "count", "min", "max", "any", "all", "sorted"})
_KEPT = frozenset({"list", "distinct"})


def unordered(procedure: Procedure, name: str) -> LocalNames:
    """Return the locals that hold the dice of a roll, or lists made of them, in an
    order that nothing reads; none if something may read it."""
    every = tuple(instructions(procedure.body))
    gathered = {i.gathers[1] for i in every if isinstance(i, ForEach) and i.gathers}
    found = {name}
    while True:
        more = {
            one.name
            for one in every
            if isinstance(one, Let) and _order(one.value, found) == SHUFFLED
        }
        if more <= found:
            break
        found |= more
    if found & gathered or not all(_reads_no_order(one, found) for one in every):
        return LocalNames()
    return frozenset(found)


def with_sorted(body: Body, names: LocalNames) -> Body:
    """Return instructions that sort the lists of numbers bound to some locals."""
    done: list[Instruction] = []
    for one in body:
        if isinstance(one, Let) and one.name in names:
            kind = one.value.type
            if isinstance(kind, ListOf) and isinstance(kind.item, Number):
                one = replace(one, value=Apply("sorted", (one.value,), kind))
        done.append(with_blocks(one, lambda block: with_sorted(block, names)))
    return tuple(done)


def _reads_no_order(one: Instruction, names: Iterable[str]) -> bool:
    allowed = SHUFFLED if isinstance(one, Let) and one.name in names else FIXED
    given = expressions(one, texts=False)
    return all(_order(node, names) <= allowed for node in given)


def _order(node: Typed, names: Iterable[str]) -> int:
    """Return what the order of the dice in some locals changes in a value."""
    if isinstance(node, Local):
        return SHUFFLED if node.name in names else FIXED
    if isinstance(node, Apply) and node.name == "joined":
        (lists,) = node.arguments
        if isinstance(lists, Apply) and lists.name == "list":  # one after the other
            return max([_order(each, names) for each in lists.arguments], default=FIXED)
    orders = [_order(each, names) for each in children(node)]
    if max(orders, default=FIXED) == FIXED:
        return FIXED
    match node:
        case Collect():
            return _of_collect(node, orders)
        case Apply():
            return _of_apply(node, orders)
        case IfElse() if orders[0] == FIXED:
            return max(orders)
        case _:
            return OPEN


def _of_collect(node: Collect, orders: list[int]) -> int:
    """Of a comprehension: what is made of each element must be FIXED. `any` and `all`
    end early, so that which element fails first must not matter."""
    source, *others = orders
    if source == OPEN or max(others) != FIXED:
        return OPEN
    if node.by:
        return SHUFFLED if _groups_equals(node) else OPEN
    if node.reducer in ("any", "all"):
        inside = (node.body,) if node.where is None else (node.body, node.where)
        return FIXED if all(safe(each, nested=True) for each in inside) else OPEN
    if node.reducer in _REDUCERS:
        return FIXED
    return SHUFFLED if node.reducer in _KEPT else OPEN


def _groups_equals(node: Collect) -> bool:
    """Tell whether the elements of each group are equal, so that it has no order."""
    element = (node.body, *node.by)
    return node.reducer == "groups" and all(
        isinstance(each, Local) and each.name == node.variable for each in element
    )


def _of_apply(node: Apply, orders: list[int]) -> int:
    first, *others = orders
    match node.name:
        case name if name in _REDUCERS and not others:
            return FIXED if first == SHUFFLED else OPEN
        case "matches":
            return FIXED if orders == [SHUFFLED, FIXED] else OPEN
        case "highest" | "lowest" | "in" | "not_in":
            return FIXED if orders == [FIXED, SHUFFLED] else OPEN
        case "distinct":
            return first
        case "without" | "repeated":
            return SHUFFLED if orders == [SHUFFLED, FIXED] else OPEN
        case "+" if isinstance(node.type, ListOf):
            return max(orders)
        case _:
            return OPEN

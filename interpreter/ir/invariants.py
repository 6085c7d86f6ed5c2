"""What is the same for all elements of a list is worked out once, before the list.

Only what cannot fail and uses no other declaration (`effects.safe`), since it is worked
out though a list is empty, or a condition before it false; and only what takes no
longer than a list that a field holds: products and sums that are not whole, and lists
made of one in a field. `any(f(x) is e for x in L)` becomes `e in list(f(x) for x in
L)`, where f cannot fail: that list may be the same for all elements of one outside.
"""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Collect,
    FieldRead,
    Local,
    ReachSearch,
    Typed,
)
from interpreter.ir.effects import safe
from interpreter.ir.instructions import HIDDEN
from interpreter.ir.walking import free, nodes, rewritten, rewritten_inside_out
from interpreter.values.types import ListOf, Number


class Hoisted(Struct, frozen=True):
    """An expression, and what is bound before it, in order."""

    bound: tuple[tuple[Local, Typed], ...]
    body: Typed


def hoisted(body: Typed, given: Collection[str]) -> Hoisted:
    """Bind what is the same for all elements of the lists in an expression; `given` are
    the names that it may read. A search reads other states, and stays as it is."""
    if any(isinstance(node, ReachSearch) for node in nodes(body)):
        return Hoisted((), body)
    found: dict[Typed, Local] = {}

    def inside(node: Typed) -> Typed | None:
        if not (_takes_time(node) and free(node) <= {*given}):
            return None
        if not safe(node, nested=True):
            return None
        name = Local(f"{HIDDEN}same{len(found)}", node.type)
        return found.setdefault(node, name)

    def outside(node: Typed) -> Typed | None:
        if not isinstance(node, Collect):
            return None
        return replace(
            node,
            source=rewritten(node.source, outside),
            where=rewritten(node.where, inside),
            by=rewritten(node.by, inside),
            body=rewritten(node.body, inside),
        )

    changed = rewritten(rewritten_inside_out(body, _as_membership), outside)
    return Hoisted(tuple([(name, node) for node, name in found.items()]), changed)


def _takes_time(node: Typed) -> bool:
    match node:
        case Collect():
            return isinstance(node.source, FieldRead)
        case Apply(name="+" | "-" | "*", type=Number(whole=False)):
            return True
    return False


def _as_membership(node: Typed) -> Typed:
    match node:
        case Collect(
            reducer="any",
            body=Apply(name="is", arguments=(of, value)),
            variable=variable,
            source=FieldRead(),
            where=None,
        ):
            if variable in free(value):
                of, value = value, of
            plain = safe(of, nested=True) and safe(value, nested=True)
            if not plain or variable in free(value) or variable not in free(of):
                return node
            kind = ListOf(of.type)
            made = replace(node, reducer="list", body=of, type=kind)
            return Apply("in", (value, made), node.type, node.span)
    return node

"""Comparisons made before a stop, where only their outcome is needed after it.

After `let: {lead: mine - yours}`, a roll and `if: lead > 0`, the states that await the
roll differ in `lead`, though only its sign is asked. Bound as a truth beside `lead`, it
is all that they keep, and they join. For exact odds alone, where states are joined.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from interpreter.codegen.substitution import Body, refilled, rewritten
from interpreter.expressions.typed import (
    Apply,
    Constant,
    Local,
    RecordRead,
    Typed,
    children,
)
from interpreter.ir.instructions import HIDDEN, Instruction, Let, Procedure
from interpreter.ir.walking import (
    LocalNames,
    blocks,
    bound,
    expressions,
    free,
    instructions,
    nodes,
)
from interpreter.values.types import Boolean, Enumeration, Number

Stops = Callable[[Instruction], bool]

_COMPARED = frozenset({"is", "is_not", "<", "<=", ">", ">="})
EARLY = f"{HIDDEN}early"
"""Begins the names of locals that are bound for exact odds alone."""


def compared_early(procedure: Procedure, stops: Stops) -> Procedure:
    """Return a procedure whose comparisons are bound before stops where that helps.

    `stops` tells whether an instruction, or one inside it, stops.
    """
    takes = frozenset(each.name for each in procedure.takes)
    return replace(procedure, body=_Early(stops).block(procedure.body, takes))


def is_early(one: Instruction) -> bool:
    """Tell whether an instruction is such a binding: the pack has none there."""
    return isinstance(one, Let) and one.name.startswith(EARLY)


class _Early:
    def __init__(self, stops: Stops) -> None:
        self._stops = stops
        self._made = 0

    def block(self, body: Body, known: LocalNames) -> Body:
        """Return a block with its comparisons early; `known` is bound before it."""
        done: list[Instruction] = []
        while body:
            one, body = body[0], body[1:]
            inside = tuple(self.block(each, known | bound(one)) for each in blocks(one))
            done.append(refilled(one, inside) if inside else one)
            known |= bound(one)
            for name in sorted(bound(one)):
                early, body = self._early(one, name, body, known)
                done += early
        return tuple(done)

    def _early(
        self, one: Instruction, name: str, rest: Body, known: LocalNames
    ) -> tuple[list[Let], Body]:
        """Return what to bind behind the binding of a local, and what follows."""
        stop = next((at for at, each in enumerate(rest) if self._stops(each)), None)
        if stop is None:
            return [], rest
        before, after = rest[: stop + 1], rest[stop + 1 :]
        again = LocalNames().union(*(bound(each) for each in instructions(rest)))
        found = [
            each
            for each in dict.fromkeys(_comparisons(after))
            if name in free(each) <= known - again
        ]
        if not found:
            return [], rest
        names = {
            each: f"{EARLY}{number}" for number, each in enumerate(found, self._made)
        }

        def change(node: Typed) -> Typed | None:
            return Local(names[node], Boolean()) if node in names else None

        changed: Body = rewritten(after, change)
        if not free(*found) - _read(changed):
            return [], rest
        self._made += len(found)
        lets = [Let(one.site, names[each], each) for each in found]
        return lets, (*before, *changed)


def _read(body: Body) -> LocalNames:
    every = instructions(body)
    return frozenset(name for one in every for name in free(*expressions(one, False)))


def _comparisons(body: Body) -> Iterator[Typed]:
    for one in instructions(body):
        for node in nodes(*expressions(one, texts=False)):
            compares = isinstance(node, Apply) and node.name in _COMPARED
            if compares and all(map(_sure, children(node))):
                yield node


def _sure(node: Typed) -> bool:
    """Tell whether a value is the same before and after a stop, and cannot fail."""
    match node:
        case Constant() | Local():
            return isinstance(node.type, Number | Enumeration | Boolean)
        case RecordRead():
            return isinstance(node.of, Local) and isinstance(node.type, Number)
        case Apply():
            return node.name in ("+", "-") and all(map(_sure, node.arguments))
        case _:
            return False

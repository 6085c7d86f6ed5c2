"""Expressions in other words: parts of them exchanged for others."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from interpreter.language.typed import (
    Apply,
    Collect,
    FieldRead,
    IfElse,
    Local,
    Reach,
    RecordRead,
    SumPart,
    Typed,
    Use,
)


def exchanged(node: Typed, parts: Mapping[Typed, Typed]) -> Typed:
    """Return the expression with each part exchanged; what is put in stays."""
    found = parts.get(node)
    if found is not None:
        return found
    match node:
        case FieldRead() | RecordRead() | SumPart():
            return replace(node, of=exchanged(node.of, parts))
        case IfElse():
            return replace(
                node,
                condition=exchanged(node.condition, parts),
                then=exchanged(node.then, parts),
                other=exchanged(node.other, parts),
            )
        case Apply() | Use():
            given = tuple(exchanged(each, parts) for each in node.arguments)
            return replace(node, arguments=given)
        case _:
            return node


def translation(parts: Mapping[Typed, Typed]) -> Callable[[Typed], Typed | None]:
    """Return how expressions are said where only the exchanged parts are known.

    What still reads a local of the old place afterwards cannot be said (None), nor what
    gathers, since its own names could mean something else there.
    """
    marked = {one: Local(f"{number} ", one.type) for number, one in enumerate(parts)}
    back: dict[Typed, Typed] = {marked[one]: other for one, other in parts.items()}

    def said(node: Typed) -> Typed | None:
        now = exchanged(node, marked)
        return exchanged(now, back) if _only(now, back) else None

    return said


def _only(node: Typed, known: Mapping[Typed, Typed]) -> bool:
    match node:
        case Local():
            return node in known
        case Collect() | Reach():
            return False
        case FieldRead() | RecordRead() | SumPart():
            return _only(node.of, known)
        case IfElse():
            parts = (node.condition, node.then, node.other)
            return all(_only(each, known) for each in parts)
        case Apply() | Use():
            return all(_only(each, known) for each in node.arguments)
        case _:
            return True

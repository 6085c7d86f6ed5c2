"""Instructions and expressions made again with some parts replaced."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from operator import is_
from typing import Any, get_args

from interpreter.expressions.typed import Constant, Local, Template, Typed
from interpreter.ir.instructions import Block, ForEach, Instruction, Repeat, Site, When
from interpreter.source import Span

_TYPED = get_args(Typed)
Body = tuple[Instruction, ...]


def refilled(one: Instruction, inside: tuple[Body, ...]) -> Instruction:
    """Return an instruction with other blocks inside."""
    match one:
        case When():
            return replace(one, then=inside[0], other=inside[1])
        case ForEach() | Repeat() | Block():
            return replace(one, body=inside[0])
        case _:
            return one


def substituted(node: Typed, name: str, by: Typed) -> Typed:
    """Return an expression with another in the place of a local."""
    changed: Typed = rewritten(
        node, lambda each: by if isinstance(each, Local) and each.name == name else None
    )
    return changed


def rewritten(value: Any, change: Callable[[Typed], Typed | None]) -> Any:
    """Return an instruction or expression with some replaced, outermost first."""
    changed = change(value) if isinstance(value, _TYPED) else None
    if changed is not None:
        return changed
    if isinstance(value, tuple):
        items = tuple([rewritten(each, change) for each in value])
        return value if all(map(is_, items, value)) else items
    if isinstance(value, (Template, Site, Constant, Span)) or not is_dataclass(value):
        return value
    if type(value).__module__.endswith("values.types"):
        return value
    now = {each.name: getattr(value, each.name) for each in fields(value)}
    then = {name: rewritten(each, change) for name, each in now.items()}
    same = all(now[name] is then[name] for name in now)
    return value if same else replace(value, **then)  # type: ignore[type-var]

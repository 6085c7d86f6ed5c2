"""The arguments of a call, read by position."""

from collections.abc import Sequence

from interpreter.checked.declared import Parameter
from interpreter.checked.place import spoken
from interpreter.checked.reader import Reader
from interpreter.checked.scope import Scope
from interpreter.language import tree
from interpreter.language.typed import Typed


def arguments(
    reading: Reader,
    node: tree.Call,
    takes: Sequence[Parameter],
    scope: Scope,
) -> tuple[Typed, ...] | None:
    """Read arguments by position; None (and a problem) when their number is another."""
    least = sum(each.default is None for each in takes)
    if not least <= len(node.arguments) <= len(takes):
        listed = ", ".join(f"{each.name}: {spoken(each.type)}" for each in takes)
        message = f"'{node.name.name}' takes {len(takes)}, not {len(node.arguments)}"
        reading.place.say("R309", node.at, message, listed or "no arguments")
        return None
    given = [
        reading.read(each, scope, wanted.type)
        for each, wanted in zip(node.arguments, takes, strict=False)
    ]
    rest = [each.default for each in takes[len(given) :] if each.default is not None]
    return (*given, *rest)

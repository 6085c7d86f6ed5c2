"""How the function of a declaration begins: its name, and the rows that it reads."""

from interpreter.checked.declared import Parameter
from interpreter.emission.expressions import Expressions
from interpreter.emission.lines import Lines
from interpreter.emission.names import local
from interpreter.language.typed import FieldRead, Local, Typed
from interpreter.program.walking import nodes
from interpreter.values.types import Entity


def head(
    to: Expressions, section: str, name: str, takes: tuple[Parameter, ...]
) -> tuple[str, str]:
    """Return the start of a function's name and its parameters."""
    given = [local(each.name) for each in takes]
    if to.traced or (section, name) in to.analysis.world:
        given = ["W", *given]
    return f"d{to.numbers[section, name]}", ", ".join(given)


def hoist(
    to: Expressions, takes: tuple[Parameter, ...], read: tuple[Typed, ...]
) -> Expressions:
    """Return an emitter that reads the rows of entities taken from locals.

    Only of those read more than once; reading a row has no fault of its own, so it may
    come before the conditions that guard its fields.
    """
    counts: dict[str, int] = {}
    for node in nodes(*read):
        if isinstance(node, FieldRead) and isinstance(node.of, Local):
            counts[node.of.name] = counts.get(node.of.name, 0) + 1
    found = {
        each.name: f"r{local(each.name)}"
        for each in takes
        if isinstance(each.type, Entity) and counts.get(each.name, 0) > 1
    }
    return to.inside(hoisted=found)


def rows_of(to: Expressions, lines: Lines, takes: tuple[Parameter, ...]) -> None:
    """Write the reading of the hoisted rows."""
    for each in takes:
        if each.name in to.hoisted and isinstance(each.type, Entity):
            at = to.kind(each.type.kind)
            lines.add(f"{to.hoisted[each.name]} = W[{at}][{local(each.name)}]")

"""A program in its exact form, and what is read of a world at the end."""

from collections.abc import Sequence

from interpreter.checked.declared import Declared
from interpreter.commands.drivers import NotBuilt
from interpreter.problems import UnknownName
from interpreter.program.program import Program
from interpreter.running.exact import Observed, column
from interpreter.running.exact_engine import Engine
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Type, maybe


def observing(
    names: Sequence[str], declared: Declared
) -> tuple[list[tuple[str, Type]], list[Observed]]:
    """Return names and types of fields (`kind.field`, or a field of one kind alone)."""
    types: list[tuple[str, Type]] = []
    readers: list[Observed] = []
    known = {
        f"{kind}.{each.name}": (number, slot, each.type)
        for number, (kind, made) in enumerate(declared.kinds.items())
        for slot, each in enumerate(made.fields)
    }
    for name in names:
        wanted = plain(name)
        found = [key for key in known if wanted in (key, key.partition(".")[2])]
        if len(found) != 1:
            raise UnknownName("field", name, found or known)
        number, slot, kind_of = known[found[0]]
        types.append((found[0], ListOf(maybe(kind_of))))
        readers.append(column(number, slot))
    return types, readers


def engine(program: Program, observed: Sequence[str]) -> Engine:
    """Return the program in its exact form."""
    raise NotBuilt("work out odds")

"""How the function of a declaration begins: its name, and the rows that it reads."""

from collections import Counter

from msgspec.structs import replace

from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.source import SourceLines, local
from interpreter.expressions.typed import FieldRead, Local, Typed, Use
from interpreter.ir.instructions import Assign, Procedure
from interpreter.ir.walking import LocalNames, bound, expressions, instructions, nodes
from interpreter.semantics.declarations import Parameter
from interpreter.values.types import Entity


def head(
    to: ExpressionWriter, section: str, name: str, takes: tuple[Parameter, ...]
) -> tuple[str, str]:
    """Return the start of a function's name and its parameters."""
    given = [local(each.name) for each in takes]
    if to.traced or (section, name) in to.analysis.reads_state:
        given = ["W", *given]
    return f"d{to.numbers[section, name]}", ", ".join(given)


def hoist(
    to: ExpressionWriter, takes: tuple[Parameter, ...], read: tuple[Typed, ...]
) -> ExpressionWriter:
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


def hoist_rows(to: ExpressionWriter, procedure: Procedure) -> ExpressionWriter:
    """Return what writes a procedure that reads the rows of entities it takes once, for
    the direct target: a row is a list there, and stays the same one.

    Only of entities that are read or written more than once, by names that are not
    bound again, and of kinds of which none is ever removed.
    """
    every = tuple(instructions(procedure.body))
    again = LocalNames().union(*map(bound, every))
    counts: Counter[str] = Counter()
    for one in every:
        changes = one.changes if isinstance(one, Assign) else ()
        read = [n.of for n in nodes(*expressions(one)) if isinstance(n, FieldRead)]
        entities = [*read, *(change.of for change in changes)]
        counts.update(each.name for each in entities if isinstance(each, Local))
    return replace(
        to,
        hoisted={
            each.name: f"r{local(each.name)}"
            for each in procedure.takes
            if isinstance(each.type, Entity)
            and each.type.kind not in to.analysis.removed
            and each.name not in again
            and counts[each.name] > 1
        },
    )


def rows_of(
    to: ExpressionWriter, lines: SourceLines, takes: tuple[Parameter, ...]
) -> None:
    """Write the reading of the hoisted rows."""
    for each in takes:
        if each.name in to.hoisted and isinstance(each.type, Entity):
            at = to.kind(each.type.kind)
            lines.add(f"{to.hoisted[each.name]} = W[{at}][{local(each.name)}]")


# Where declarations count a step, so that no pack works without end.


def count_uses(lines: SourceLines, *inside: Typed) -> None:
    """Write that a step is counted, in a declaration that uses several others: each
    level of such could double the work."""
    if sum(isinstance(node, Use) for node in nodes(*inside)) > 1:
        lines.add("_step()")

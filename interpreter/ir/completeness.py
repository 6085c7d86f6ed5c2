"""Whether a program was read completely: no expression in it is `Invalid`.

Whatever cannot be read has a diagnostic, and a ruleset with an error has no program; so
this finds nothing unless a diagnostic was lost, which is a fault of the engine. It is
then better to stop than to run a rule that is not the one that was written.
"""

from collections.abc import Iterator

from interpreter.expressions.typed import Invalid, Typed
from interpreter.ir.effects import parts
from interpreter.ir.instructions import Program
from interpreter.ir.walking import expressions, instructions, nodes


class IncompleteProgram(Exception):
    """An expression that could not be read was about to be run."""


def ensure_complete(program: Program) -> None:
    """Raise IncompleteProgram if an expression of the program could not be read."""
    for expression in _expressions(program):
        for node in nodes(expression):
            if isinstance(node, Invalid):
                raise IncompleteProgram(f"{node.span}: this was never read")


def _expressions(program: Program) -> Iterator[Typed]:
    for _, found in parts(program.declared):
        yield from found
    for procedure in program.procedures.values():
        for instruction in instructions(procedure.body):
            yield from expressions(instruction)
    for entry in (*program.entries.values(), *program.rules.values()):
        yield from (entry.call,) if entry.call is not None else ()
        yield from entry.arguments

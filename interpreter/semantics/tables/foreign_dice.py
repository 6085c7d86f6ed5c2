"""Dice in the notation of dice rollers and books as those by which a table is read."""

import re

from interpreter.diagnostics import problem
from interpreter.foreign.dice_notations import dice_written
from interpreter.foreign.idioms import Rewriting
from interpreter.foreign.rereading import reread
from interpreter.semantics.names import Names
from interpreter.source import printed
from interpreter.yaml.nodes import ScalarNode
from interpreter.yaml.scalar_edits import edited

_ROLL = re.compile(r"roll: \{(\w+): (\d*d\d+)\}\Z")
_ADDED = re.compile(r"(?:sum\(\w+\)|\w+) ([+-]) (.+)\Z", re.DOTALL)


def of_foreign(names: Names, table: str, node: ScalarNode) -> bool:
    """Report the `of` of a table that is dice in another notation, or dice and more;
    False if it is neither."""
    text = node.text
    dice = dice_written(text)
    if dice is not None:
        fix = edited(node, 0, len(text), dice)
        message, hint = f"'{text}' are no dice", f"write '{dice}'"
        names.problems.append(problem("R206", node.span, message, hint=hint, fix=fix))
        return True
    rewriting = reread(text)
    if rewriting is None or not rewriting.rolls:
        return False
    message, hint = f"'{text}' is more than dice", _hint(printed(table), rewriting)
    names.problems.append(problem("R206", node.span, message, hint=hint))
    return True


def _hint(table: str, rewriting: Rewriting) -> str:
    """Return how the table and the step that reads it are written."""
    rolls = rewriting.rolls
    roll = _ROLL.match(rolls[0]) if len(rolls) == 1 else None
    added = _ADDED.match(rewriting.line)
    if roll is not None and added is not None:
        sign = "" if added[1] == "+" else "-"
        return (
            f"write '{roll[2]} + integer'; what is added is the argument where a step "
            f"rolls on it: call: {table}({sign}{added[2]})"
        )
    steps = " and ".join(rolls)
    call = f"{table}({rewriting.line})"
    return (
        f"write 'integer'; a step throws the dice and reads the table: {steps}, "
        f"then '{call}'"
    )

"""Which parts of a calculation an explanation shows the values of.

The traced form of generated code works these values out where the step or the look-up
is run, and puts them into the trace in the order of these functions. A report walks the
same functions for the words and types that go with the values, and evaluates nothing.
"""

from interpreter.expressions.typed import Apply, Constant, Typed, Use
from interpreter.ir.instructions import (
    HIDDEN,
    Block,
    Choice,
    Create,
    Draw,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Repeat,
    Require,
    Return,
    Roll,
    Tell,
    When,
)
from interpreter.ir.walking import expressions, free, is_hidden, nodes
from interpreter.semantics.declarations import WAITING, ModifierGroup, ModifierRow

COMPARISONS = frozenset(
    ("is", "is_not", "<", "<=", ">", ">=", "in", "not_in"),
)
BEATEN = -1000
"""Code of a modifier row that does not count because an earlier one does, where only
one may."""
OWN = ""
"""Key of the values of a step's own expression in `step_values`; no table is so
named."""


def conjuncts(given: Typed | None) -> tuple[Typed, ...]:
    """Return the operands of a condition's top-level `and`, in order."""
    if given is None or given == Constant(True, given.type):
        return ()
    if isinstance(given, Apply) and given.name == "and":
        return tuple(each for one in given.arguments for each in conjuncts(one))
    return (given,)


def compared(condition: Typed | None) -> tuple[Typed, ...]:
    """Return the operands that a condition compares, each once, without constants."""
    operands: dict[Typed, None] = {}
    open_ends = [condition]
    while open_ends:
        each = open_ends.pop(0)
        if not isinstance(each, Apply):
            continue
        if each.name in COMPARISONS:
            sides = (side for side in each.arguments if not isinstance(side, Constant))
            operands.update(dict.fromkeys(sides))
        elif each.name in ("and", "or", "not"):
            open_ends += each.arguments
    return tuple(operands)


def terms(node: Typed) -> tuple[Typed, ...]:
    """Return the terms that an expression adds up; the expression itself if it is no
    sum."""
    if isinstance(node, Apply) and node.name == "+":
        return tuple(each for one in node.arguments for each in terms(one))
    return (node,)


# Rows of modifiers.


def is_banded(group: ModifierGroup, row: ModifierRow) -> bool:
    """Return whether a row counts for some numbers of its group alone."""
    return group.on is not None and (row.low is not None or row.high is not None)


def failing(failed: int, group: ModifierGroup, row: ModifierRow) -> Typed | None:
    """Return the condition that failed; None for a band or an earlier row."""
    if failed == BEATEN:
        return None
    if failed < 0:
        operands, place = conjuncts(group.condition), -1 - failed
    else:
        operands = conjuncts(row.condition)
        place = failed - is_banded(group, row)
    return operands[place] if 0 <= place < len(operands) else None


def failures(group: ModifierGroup, row: ModifierRow) -> dict[int, Typed]:
    """Return each condition of a row and of its group, by the code with which it
    fails."""
    last = len(conjuncts(row.condition)) + is_banded(group, row)
    codes = range(-len(conjuncts(group.condition)), last)
    found = {code: failing(code, group, row) for code in codes}
    return {code: node for code, node in found.items() if node is not None}


def holding(group: ModifierGroup, row: ModifierRow) -> Typed | None:
    """Return the condition by which a row counts: its own, otherwise that of its
    group."""
    if row.condition is not None or group.on is not None or row.times is not None:
        return row.condition
    return group.condition


def read_with(group: ModifierGroup, row: ModifierRow) -> tuple[Typed, ...]:
    """Return the number of a banded group, and how often a row counts."""
    return tuple(node for node in (group.on, row.times) if node is not None)


# Steps.

_WITHOUT_LINE = (ForEach, Repeat, Block, Invoke)
"""Steps whose look-ups are reported with the step that is run next."""


def look_ups(one: Instruction) -> dict[tuple[str, str], Use]:
    """Return the look-ups that are in a step itself, by section and name."""
    return {
        (node.section, node.name): node
        for node in nodes(*expressions(one, texts=False))
        if isinstance(node, Use)
    }


def step_values(one: Instruction) -> dict[str, tuple[Typed, ...]]:
    """Return what is shown of a step: under OWN the operands of its condition or the
    terms of its sum; by the name of a table the terms of the number it is read with.

    A local that lowering made has no name in the pack, so nothing that reads one is
    shown.
    """
    if isinstance(one, (*_WITHOUT_LINE, Tell)) or is_stop(one) or is_hidden(one):
        return {}
    found: dict[str, tuple[Typed, ...]] = {}
    match one:
        case When() | Require():
            found[OWN] = compared(one.condition)
        case Let() | Return():
            found[OWN] = several_terms(one.value)
    for (section, name), use in look_ups(one).items():
        if section == "tables" and len(use.arguments) == 1:
            found[name] = several_terms(use.arguments[0])
    known = _named(one)
    return {
        name: parts for name, parts in found.items() if parts and known >= free(*parts)
    }


def several_terms(node: Typed) -> tuple[Typed, ...]:
    """Return the terms of a sum; nothing for an expression that is none."""
    found = terms(node)
    return found if len(found) > 1 else ()


def _named(one: Instruction) -> frozenset[str]:
    """Return the locals of the pack that a calculation or a condition reads."""
    if not isinstance(one, (Let, Require, When, Return)):
        return frozenset()
    names = free(*expressions(one, texts=False))
    return frozenset(name for name in names if not name.startswith(HIDDEN))


def is_stop(one: Instruction) -> bool:
    """Return whether a step is answered from outside."""
    return isinstance(one, (Roll, Draw, Choice))


def shows_look_ups(one: Instruction) -> bool:
    """Return whether the look-ups of a step are shown with it, or with the step that
    is run next: of an answer, a message, a call that is put off and a step that
    lowering made for itself they are not."""
    if isinstance(one, _WITHOUT_LINE):
        return True
    if is_stop(one) or isinstance(one, Tell) or is_hidden(one):
        return False
    return not (isinstance(one, Create) and one.kind == WAITING)

"""Calls that wait, of which a seat may know some: those that it may not are others, or
none, or more in the other game of a pair.

Who may know of one is asked of the audience on the flag of the procedure that it calls;
views ask what is `shown` of each part of its row.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from interpreter.ir.effects import analyse, reads_of
from interpreter.ir.instructions import Program
from interpreter.semantics.audience import Audience
from interpreter.semantics.declarations import WAITING, Declarations
from interpreter.semantics.sections.waiting_calls import CALL, flag

Row = tuple[Any, ...]
May = Callable[[Audience, int], bool]
"""Whether an audience has a seat, of a row by its number."""


def known_calls(
    declared: Declarations, rows: Sequence[Row], may: May
) -> frozenset[int]:
    """Return the numbers of the calls that a seat may know of."""
    if WAITING not in declared.kinds:
        return frozenset()
    kind = declared.kinds[WAITING]
    call = kind.slot(CALL)
    fields = {each.name: each for each in kind.fields}
    return frozenset(
        number
        for number, row in enumerate(rows)
        if may(fields[flag(row[call])].audience, number)
    )


def loose(program: Program, procedure: str) -> list[int]:
    """Return the slots of what a call of a procedure is given, and of what it waits
    for, without those on which it hangs who may know of it."""
    kind = program.declared.kinds[WAITING]
    fields = {each.name: each for each in kind.fields}
    terms = fields[flag(procedure)].audience.terms
    held = reads_of(analyse(program).declared_reads, *terms)
    return [
        slot
        for slot, each in enumerate(kind.fields)
        if each.name.startswith((f"{procedure}.", "on."))
        if (WAITING, each.name) not in held
    ]


def other_calls(
    program: Program, row: Row, seed: str, value: Callable[[Any, Random], Any]
) -> list[Row]:
    """Return what waits instead of a call: nothing, another, or two."""
    random = Random(f"{seed} {row}")
    kind = program.declared.kinds[WAITING]
    slots = loose(program, row[kind.slot(CALL)])
    found = []
    for _ in range(random.choice((0, 1, 1, 2))):
        made = list(row)
        for slot in slots:
            if made[slot] is not None and made[slot] != ():
                made[slot] = value(kind.fields[slot].type, random)
        found.append(tuple(made))
    return found

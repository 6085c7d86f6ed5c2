"""Numbers the instructions of a procedure, so that they can be named without identity.

Example: of `sum:` with the instructions [Roll, When(then [Let], other []), Return] the
Roll gets 0, the When 1, the Let 2 and the Return 3. Lowering may put one object into
several places, such as the End of a movement into each of its exits; each place gets a
number of its own.
"""

from collections.abc import Mapping
from itertools import accumulate, count

from msgspec.structs import replace

from interpreter.ir.instructions import Instruction, Procedure
from interpreter.ir.walking import Body, blocks, instructions, refilled


def numbered(procedure: Procedure) -> Procedure:
    """Return a procedure whose instructions are numbered from 0, in the order in which
    `instructions` yields them."""
    return replace(procedure, body=_numbered(procedure.body, count()))


def _numbered(body: Body, numbers: "count[int]") -> Body:
    return tuple([_with_number(instruction, numbers) for instruction in body])


def _with_number(instruction: Instruction, numbers: "count[int]") -> Instruction:
    own = replace(instruction, number=next(numbers))
    inside = tuple(_numbered(block, numbers) for block in blocks(own))
    return refilled(own, inside) if inside else own


def first_sites(procedures: Mapping[str, Procedure]) -> dict[str, int]:
    """Return the site of the first instruction of each procedure: sites number the
    instructions of all procedures in turn, so that of any instruction is this one and
    its own number."""
    sizes = [sum(1 for _ in instructions(each.body)) for each in procedures.values()]
    return dict(zip(procedures, accumulate([0, *sizes]), strict=False))

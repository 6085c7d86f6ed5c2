"""Where a procedure may stop: its rolls and choices, by the names people give them."""

from collections.abc import Iterator, Sequence

from interpreter.program.instructions import (
    Block,
    Choice,
    Draw,
    ForEach,
    Instruction,
    Invoke,
    Repeat,
    Roll,
    When,
)
from interpreter.program.program import Program
from interpreter.values.names import plain


def reached(program: Program, procedure: str) -> Iterator[Instruction]:
    """Yield every instruction of a procedure and of those that it may call."""
    waiting, seen = [procedure], {procedure}
    while waiting:
        for each in inside(program.procedures[waiting.pop()].body):
            yield each
            if isinstance(each, Invoke) and each.procedure not in seen:
                seen.add(each.procedure)
                waiting.append(each.procedure)


def inside(body: Sequence[Instruction]) -> Iterator[Instruction]:
    """Yield instructions and those within them, in order."""
    for each in body:
        yield each
        if isinstance(each, When):
            yield from inside((*each.then, *each.other))
        elif isinstance(each, (ForEach, Repeat, Block)):
            yield from inside(each.body)


def chances(program: Program, procedure: str) -> dict[str, Roll | Draw]:
    """Return rolls and draws by label, and by path."""
    found: dict[str, Roll | Draw] = {}
    for each in reached(program, procedure):
        if isinstance(each, (Roll, Draw)):
            found.setdefault(plain(each.label), each)
            found.setdefault(plain(each.site.path), each)
    return found


def choices(program: Program, procedure: str) -> dict[str, Choice]:
    """Return choices and rulings by label, and by path."""
    found: dict[str, Choice] = {}
    for each in reached(program, procedure):
        if isinstance(each, Choice):
            found.setdefault(plain(each.label), each)
            found.setdefault(plain(each.site.path), each)
    return found

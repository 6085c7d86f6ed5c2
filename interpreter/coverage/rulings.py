"""What procedures do themselves, and what they only ask the judge for."""

from collections.abc import Iterable, Iterator
from enum import Enum

from interpreter.expressions.typed import (
    Apply,
    Constant,
    IfElse,
    Local,
    RecordRead,
    Typed,
    Use,
)
from interpreter.ir.instructions import (
    Assign,
    Block,
    Choice,
    End,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Program,
    Repeat,
    Require,
    Return,
    Say,
    When,
)
from interpreter.ir.walking import blocks, expressions, instructions, nodes

ElementNames = frozenset[str]
CALLED = frozenset({"formulas", "tables", "modifiers"})


class Work(Enum):
    """What an element does for the rule that it names.

    PASSES: it hands on or compares what is there already, such as a ruling.
    """

    DOES = "does"
    ASKS = "asks"
    PASSES = "passes"


def most(found: Iterable[Work]) -> Work:
    """Return what several do together: one that does is enough, then one that asks."""
    seen = set(found)
    return next((each for each in Work if each in seen), Work.PASSES)


class Rulings:
    """Tells what instructions and procedures of one program do."""

    def __init__(self, program: Program) -> None:
        """Begin with nothing looked at."""
        self._program = program
        self._found: dict[str, Work] = {}

    def of_procedure(self, name: str) -> Work:
        """Return what a procedure does, with all that it calls."""
        if name not in self._found:
            self._found[name] = Work.PASSES  # what calls itself does no more by that
            given = self._program.procedures[name]
            asked = ruled(given)
            self._found[name] = most(self.of(one, asked) for one in given.body)
        return self._found[name]

    def of(self, one: Instruction, asked: ElementNames) -> Work:
        """Return what an instruction does, with all inside it; `asked` are the locals
        of its procedure that hold rulings."""
        return most([self.clause(one, asked), *self._inside(one, asked)])

    def _inside(self, one: Instruction, asked: ElementNames) -> Iterator[Work]:
        for block in blocks(one):
            yield from (self.of(each, asked) for each in block)

    def clause(self, one: Instruction, asked: ElementNames) -> Work:
        """Return what an instruction does without what is inside it."""
        match one:
            case Choice(open_type=kind) if kind is not None:
                return Work.ASKS
            case Let() | Return() | Assign() | When() | ForEach() | Repeat():
                return self._worked_out(expressions(one), asked)
            case Require() if _only_ruled(one.condition, asked):
                return Work.PASSES
            case Invoke(procedure=name):
                mine = self._worked_out(one.arguments, asked)
                return most([mine, self.of_procedure(name)])
            case Say() | Block() | End():
                return Work.PASSES
            case _:
                return Work.DOES

    def _worked_out(self, given: tuple[Typed, ...], asked: ElementNames) -> Work:
        """Return DOES where something is looked up, or worked out from more than
        rulings and constants."""
        for each in nodes(*given):
            if isinstance(each, Use) and each.section in CALLED:
                return Work.DOES
            if isinstance(each, (Apply, IfElse)) and not _only_ruled(each, asked):
                return Work.DOES
        return Work.PASSES


def _only_ruled(node: Typed, asked: ElementNames) -> bool:
    plain = (Constant, Apply, IfElse, RecordRead)
    return all(
        each.name in asked if isinstance(each, Local) else isinstance(each, plain)
        for each in nodes(node)
    )


def ruled(given: Procedure) -> ElementNames:
    """Return the locals of a procedure that hold rulings or constants alone."""
    found: set[str] = set()
    lets: list[Let] = []
    for one in instructions(given.body):
        match one:
            case Choice(name=name, open_type=kind) if kind is not None:
                found.add(name)
            case Let(name=name, value=value):
                lets.append(one)
                if _only_ruled(value, frozenset(found)):
                    found.add(name)
    while other := {
        each.name
        for each in lets  # one that changes may become something else
        if each.name in found and not _only_ruled(each.value, frozenset(found))
    }:
        found -= other
    return frozenset(found)

"""What an answer does not hang on, left out: a program that has the same law.

Left out are claims that nobody reads, writes to fields that nobody reads, and then all
that only these needed: what was calculated, rolled, drawn or asked for them. It goes on
until nothing more is found. Every instruction keeps its number: in the place of one
that is left out stands an empty block. A fault of what is left out is left out with it.
"""

from collections.abc import Mapping
from dataclasses import replace

from interpreter.language.typed import Constant
from interpreter.program.analysis import Analysis, Fields, analyse
from interpreter.program.instructions import (
    Assign,
    Block,
    Choice,
    Create,
    Draw,
    End,
    Feasible,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Repeat,
    Return,
    Roll,
    Tell,
    When,
)
from interpreter.program.program import Program
from interpreter.program.walking import Names, instructions, used
from interpreter.values.claims import STORE
from interpreter.values.types import Truth

Body = tuple[Instruction, ...]
_HARMLESS = (Let, When, ForEach, Block, End, Return, Feasible)


def sliced(program: Program, observed: Fields, asked: str = "") -> Program:
    """Return a program that gives the same results and ends with the same observed
    fields; with `asked` only when that procedure is run."""
    while True:
        found = analyse(program)
        idle = _idle(program, found)
        kept = observed | (found.reads[asked] if asked else found.read)
        made = {
            name: replace(each, body=_Slice(each.body, kept, idle).body(each.body))
            for name, each in program.procedures.items()
        }
        if made == program.procedures:
            return program
        program = replace(program, procedures=made)


def _idle(program: Program, found: Analysis) -> Names:
    """Return the procedures that do nothing but give a result, and surely end."""
    return frozenset(
        name
        for name, each in program.procedures.items()
        if not found.calls[name]
        and all(isinstance(one, _HARMLESS) for one in instructions(each.body))
    )


class _Slice:
    """One pass over a procedure."""

    def __init__(self, body: Body, kept: Fields, idle: Names) -> None:
        every = tuple(instructions(body))
        reads = frozenset[str]().union(*(used(one, texts=False) for one in every))
        gathers = [each.gathers for each in every if isinstance(each, ForEach)]
        self.gathered: Mapping[str, str] = dict(pair for pair in gathers if pair)
        self.reads = reads.union(i for m, i in self.gathered.items() if m in reads)
        self.kept = kept
        self.kinds = {kind for kind, _ in kept}
        self.idle = idle

    def body(self, given: Body) -> Body:
        """Return a block with what is dead replaced."""
        return tuple([self.one(each) for each in given])

    def one(self, one: Instruction) -> Instruction:
        """Return an instruction, or an empty block for one that is dead."""
        if self.dead(one):
            return Block(one.site, "", ())
        match one:
            case Assign():
                changes = [c for c in one.changes if (c.kind, c.field) in self.kept]
                return replace(one, changes=tuple(changes))
            case When():
                then, other = self.body(one.then), self.body(one.other)
                asked = one.condition if _does((*then, *other)) else _YES
                return replace(one, condition=asked, then=then, other=other)
            case ForEach():
                return self.loop(one)
            case Block() | Repeat():
                return replace(one, body=self.body(one.body))
            case _:
                return one

    def loop(self, one: ForEach) -> ForEach:
        """Return a loop; one that does nothing goes over nothing."""
        body = self.body(one.body)
        wanted = one.gathers is not None and one.gathers[0] in self.reads
        gathers = one.gathers if wanted else None
        source = one.source
        if not wanted and not _does(body):
            source = Constant((), source.type)
        return replace(one, source=source, body=body, gathers=gathers)

    def dead(self, one: Instruction) -> bool:
        """Tell whether nothing that matters hangs on an instruction."""
        match one:
            case Tell():
                return (STORE, one.claim) not in self.kept and self.unread(one.name)
            case Assign():
                pairs = [(each.kind, each.field) for each in one.changes]
                return not any(pair in self.kept for pair in pairs)
            case Create():
                return one.kind not in self.kinds and self.unread(one.name)
            case Let() | Roll() | Choice() | Feasible():
                return self.unread(one.name)
            case Draw():
                return one.deck is None and self.unread(one.name)
            case Invoke():
                unread = one.name is None or self.unread(one.name)
                return unread and one.procedure in self.idle
            case _:
                return False

    def unread(self, name: str) -> bool:
        """Tell whether nothing reads a local."""
        return name not in self.reads


def _does(body: Body) -> bool:
    """Tell whether there is more in a block than what was left out."""
    return any(
        not isinstance(each, (Block, When, ForEach)) for each in instructions(body)
    )


_YES = Constant(True, Truth())

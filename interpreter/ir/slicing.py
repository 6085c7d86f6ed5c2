"""Program slicing: removes what the observed results do not depend on.

A backward slice over the structured IR. Removed are claims that nobody reads, writes to
fields that nobody reads, and then everything that only these needed: computations,
rolls, draws and choices whose local is unread. Removing one use can make another
instruction dead, so passes repeat until one changes nothing; every other pass makes the
program smaller, which bounds their number.

The distribution of the remaining results is unchanged, and so are faults: of a removed
write, claim or draw, the expressions that can fail are still evaluated. Every
instruction keeps its number, since a removed one is replaced by an empty block.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from interpreter.expressions.typed import Apply, Constant, Typed
from interpreter.ir.effects import (
    Analysis,
    Fields,
    analyse,
    reached_from,
    reads_of,
    safe,
)
from interpreter.ir.instructions import (
    HIDDEN,
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
    Program,
    Repeat,
    Return,
    Roll,
    Say,
    Shuffle,
    Tell,
    When,
)
from interpreter.ir.walking import LocalNames, expressions, instructions, used
from interpreter.values.log import STORE
from interpreter.values.types import Boolean, ListOf, Unknown

Body = tuple[Instruction, ...]
_HARMLESS = (Let, When, ForEach, Block, End, Return, Feasible)


def sliced(program: Program, observed: Fields, asked: str = "") -> Program:
    """Return a program with the same results and final values of the observed fields.

    With `asked` this holds for runs of that procedure only; procedures that it does not
    reach stay unchanged.
    """
    rules = [each.call for each in program.rules.values() if each.call is not None]
    if any(kind == STORE for kind, _ in observed):
        observed = observed.union((STORE, each) for each in program.declared.claims)
    every = program.procedures
    run = {name: every[name] for name in reached_from(program, asked)} if asked else {}
    part = replace(program, procedures=run or every)
    found = analyse(part)
    always = reads_of(found.declared_reads, *rules)
    while True:
        idle = _idle(part, found)
        kept = observed | always | (found.reads[asked] if asked else found.read)
        made = {
            name: replace(each, body=_Slice(each.body, kept, idle).body(each.body))
            for name, each in part.procedures.items()
        }
        if made == part.procedures:
            return replace(program, procedures={**every, **made})
        part = replace(part, procedures=made)
        found = analyse(part, found.declared_reads)


def _idle(program: Program, found: Analysis) -> LocalNames:
    """Return the pure procedures: they have no effect, cannot fail, and terminate."""
    return frozenset(
        name
        for name, each in program.procedures.items()
        if not found.calls[name]
        and all(
            isinstance(one, _HARMLESS) and _safe(*expressions(one, texts=False))
            for one in instructions(each.body)
        )
    )


class _Slice:
    """One slicing pass over a procedure."""

    def __init__(self, body: Body, kept: Fields, idle: LocalNames) -> None:
        every = tuple(instructions(body))
        reads = frozenset[str]().union(*map(_reads, every))
        gathers = [each.gathers for each in every if isinstance(each, ForEach)]
        self.gathered: Mapping[str, str] = dict(pair for pair in gathers if pair)
        self.reads = reads.union(i for m, i in self.gathered.items() if m in reads)
        self.kept = kept
        self.kinds = {kind for kind, _ in kept}
        self.idle = idle

    def body(self, given: Body) -> Body:
        """Return a block with dead instructions replaced."""
        return tuple([self.one(each) for each in given])

    def one(self, one: Instruction) -> Instruction:
        """Return an instruction, or for a dead one what of it can fail."""
        if self.dead(one):
            return _risk(one)
        match one:
            case Assign():
                changes = [
                    each
                    for each in one.changes
                    if (each.kind, each.field) in self.kept
                    or not _safe(each.of, each.value)
                ]
                return replace(one, changes=tuple(changes))
            case When():
                then, other = self.body(one.then), self.body(one.other)
                kept = _does((*then, *other)) or not _safe(one.condition)
                asked = one.condition if kept else _YES
                return replace(one, condition=asked, then=then, other=other)
            case ForEach():
                return self.loop(one)
            case Block() | Repeat():
                return replace(one, body=self.body(one.body))
            case _:
                return one

    def loop(self, one: ForEach) -> ForEach:
        """Return a loop; one without effects gets an empty list."""
        body = self.body(one.body)
        wanted = one.gathers is not None and one.gathers[0] in self.reads
        gathers = one.gathers if wanted else None
        source = one.source
        if not wanted and not _does(body) and _safe(source):
            source = Constant((), source.type)
        return replace(one, source=source, body=body, gathers=gathers)

    def dead(self, one: Instruction) -> bool:
        """Return whether no observed result depends on an instruction."""
        match one:
            case Tell():
                return (STORE, one.claim) not in self.kept and self.unread(one.name)
            case Say() | Shuffle():  # output only; nothing else reads labels
                return True
            case Assign():
                pairs = [(each.kind, each.field) for each in one.changes]
                return not any(pair in self.kept for pair in pairs)
            case Create():
                return one.kind not in self.kinds and self.unread(one.name)
            case Let() | Feasible():
                return self.unread(one.name) and _safe(*expressions(one, texts=False))
            case Roll():
                return self.unread(one.name) and _is_sure(one)
            case Choice():
                return self.unread(one.name) and one.name[:1] == HIDDEN
            case Draw():
                return one.deck is None and self.unread(one.name) and _is_full(one)
            case Invoke():
                unread = one.name is None or self.unread(one.name)
                return unread and one.procedure in self.idle and _safe(*one.arguments)
            case _:
                return False

    def unread(self, name: str) -> bool:
        """Return whether nothing reads a local."""
        return name not in self.reads


def _reads(one: Instruction) -> LocalNames:
    """Return the locals that an instruction reads. A local that is used only in its own
    reassignment, such as a counter in a loop, does not count as read."""
    read = used(one, texts=False)
    return read - {one.name} if isinstance(one, Let) else read


def _risk(one: Instruction) -> Instruction:
    """Return the replacement of a dead instruction: a binding of all its expressions
    that can fail, or an empty block."""
    given = one.changes if isinstance(one, Assign) else ()
    found = [each for pair in given for each in (pair.of, pair.value)]
    found = found or list(expressions(one, texts=False))
    risky = tuple(each for each in found if not _safe(each))
    if not risky:
        return Block(one.site, "", (), one.number)
    value = Apply("list", risky, ListOf(Unknown()))
    return Let(one.site, f"{HIDDEN}risk", value, number=one.number)


def _safe(*given: Typed) -> bool:
    return all(safe(each, nested=True) for each in given)


def _is_sure(one: Roll) -> bool:
    """Return whether a roll cannot fail."""
    return all(isinstance(each, Constant) for each in (one.dice.number, one.dice.sides))


def _is_full(one: Draw) -> bool:
    """Return whether a draw cannot fail; a false report always has options."""
    if one.weights is not None:
        return False
    constant = isinstance(one.source, Constant) and bool(one.source.value)
    return constant or one.name[:1] == HIDDEN


def _does(body: Body) -> bool:
    """Return whether a block has an effect or can fail. A condition that can fail
    counts, since it may be evaluated only under an enclosing condition."""
    return any(
        not isinstance(each, (Block, When, ForEach))
        or not _safe(*expressions(each, texts=False))
        for each in instructions(body)
    )


_YES = Constant(True, Boolean())

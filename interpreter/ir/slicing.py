"""What an answer does not hang on, left out: a program that has the same law.

Left out are claims that nobody reads, writes to fields that nobody reads, and then all
that only these needed: what was calculated, rolled, drawn or asked for them. It goes on
until nothing more is found. Every instruction keeps its number: in the place of one
that is left out stands an empty block. What can fail is not left out: of a write, a
claim or a draw what it would have worked out stays, so that its fault does.
"""

from collections.abc import Mapping
from dataclasses import replace

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
    """Return a program that gives the same results and ends with the same observed
    fields; with `asked` only when that procedure is run, and nothing is left out of
    procedures that it does not come by."""
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
    """Return the procedures that do nothing but give a result, and surely end."""
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
    """One pass over a procedure."""

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
        """Return a block with what is dead replaced."""
        return tuple([self.one(each) for each in given])

    def one(self, one: Instruction) -> Instruction:
        """Return an instruction, or for one that is dead an empty block or its risk."""
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
        """Return a loop; one that does nothing goes over nothing."""
        body = self.body(one.body)
        wanted = one.gathers is not None and one.gathers[0] in self.reads
        gathers = one.gathers if wanted else None
        source = one.source
        if not wanted and not _does(body) and _safe(source):
            source = Constant((), source.type)
        return replace(one, source=source, body=body, gathers=gathers)

    def dead(self, one: Instruction) -> bool:
        """Tell whether nothing that matters hangs on an instruction."""
        match one:
            case Tell():
                return (STORE, one.claim) not in self.kept and self.unread(one.name)
            case Say() | Shuffle():  # for people; nothing else reads labels
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
        """Tell whether nothing reads a local."""
        return name not in self.reads


def _reads(one: Instruction) -> LocalNames:
    """Return what an instruction reads for others: a local that goes into nothing but
    itself, pass after pass of a loop, is read by nobody."""
    read = used(one, texts=False)
    return read - {one.name} if isinstance(one, Let) else read


def _risk(one: Instruction) -> Instruction:
    """Return what stands in the place of an instruction that is left out: all of its
    that can fail, or nothing."""
    given = one.changes if isinstance(one, Assign) else ()
    found = [each for pair in given for each in (pair.of, pair.value)]
    found = found or list(expressions(one, texts=False))
    risky = tuple(each for each in found if not _safe(each))
    if not risky:
        return Block(one.site, "", ())
    value = Apply("list", risky, ListOf(Unknown()))
    return Let(one.site, f"{HIDDEN}risk", value)


def _safe(*given: Typed) -> bool:
    return all(safe(each, nested=True) for each in given)


def _is_sure(one: Roll) -> bool:
    """Tell whether dice can surely be rolled."""
    return all(isinstance(each, Constant) for each in (one.dice.number, one.dice.sides))


def _is_full(one: Draw) -> bool:
    """Tell whether there is surely something to draw, as there is for a lie."""
    if one.weights is not None:
        return False
    constant = isinstance(one.source, Constant) and bool(one.source.value)
    return constant or one.name[:1] == HIDDEN


def _does(body: Body) -> bool:
    """Tell whether there is more in a block than what was left out; what is asked there
    counts if it can fail, for it may be asked only when something around it lets it."""
    return any(
        not isinstance(each, (Block, When, ForEach))
        or not _safe(*expressions(each, texts=False))
        for each in instructions(body)
    )


_YES = Constant(True, Boolean())

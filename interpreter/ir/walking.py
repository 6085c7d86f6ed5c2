"""Walks over instructions and typed expressions: what is inside, bound, free, live.

They number the instructions of a procedure too, so that these can be named without
identity: of `sum:` with [Roll, When(then [Let], other []), Return] the Roll gets 0, the
When 1, the Let 2 and the Return 3. Lowering may put one object into several places,
such as the End of a movement into each of its exits; each gets a number of its own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, count
from operator import is_
from types import MappingProxyType
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    Every,
    FieldRead,
    IfElse,
    Local,
    ReachSearch,
    RecordRead,
    SumPart,
    Template,
    Typed,
    Use,
    children,
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
    Happen,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Program,
    Remove,
    Repeat,
    Require,
    Return,
    Roll,
    Say,
    Shuffle,
    Site,
    Tell,
    When,
)
from interpreter.source import Span
from interpreter.values.types import ListOf, SumOf, Type

LocalNames = frozenset[str]


def nodes(*given: Typed) -> Iterator[Typed]:
    """Yield expressions and all inside them."""
    open_ends = list(reversed(given))
    while open_ends:
        each = open_ends.pop()
        yield each
        open_ends += reversed(children(each))


def free(*given: Typed) -> LocalNames:
    """Return the locals that expressions read and do not bind themselves."""
    found: set[str] = set()
    for each in given:
        if isinstance(each, Local):
            found.add(each.name)
        elif isinstance(each, Collect):
            inside = free(*children(each)[1:]) - {each.variable}
            found |= inside | free(each.source)
        elif isinstance(each, ReachSearch):
            found |= free(*children(each)) - {*each.own}
        else:
            found |= free(*children(each))
    return frozenset(found)


def is_hidden(one: Instruction) -> bool:
    """Tell whether lowering made a step for itself, within one that was written."""
    asked = free(one.condition) if isinstance(one, When) else LocalNames()
    return any(name[:1] == HIDDEN for name in (*bound(one), *asked))


def blocks(one: Instruction) -> tuple[tuple[Instruction, ...], ...]:
    """Return the blocks inside an instruction."""
    match one:
        case When():
            return (one.then, one.other)
        case ForEach() | Repeat() | Block():
            return (one.body,)
        case _:
            return ()


def instructions(body: tuple[Instruction, ...]) -> Iterator[Instruction]:
    """Yield instructions and all inside them, in the order of the pack."""
    for each in body:
        yield each
        for block in blocks(each):
            yield from instructions(block)


def sites_of(program: Program) -> tuple[tuple[str, Instruction], ...]:
    """Return every instruction of a program, with its procedure, by its site, which
    is the same in every emission of the program."""
    return tuple(
        (name, one)
        for name, procedure in program.procedures.items()
        for one in instructions(procedure.body)
    )


def crossed(body: tuple[Instruction, ...], label: str) -> bool:
    """Tell whether a block is left from inside another Python loop."""
    for one in body:
        if isinstance(one, (ForEach, Repeat, Block)):
            inside = instructions(one.body)
            if any(isinstance(i, End) and i.label == label for i in inside):
                return True
        if isinstance(one, When) and any(crossed(b, label) for b in blocks(one)):
            return True
    return False


def leaves(body: tuple[Instruction, ...]) -> bool:
    """Tell whether nothing behind a block can be reached through it."""
    match body[-1] if body else None:
        case Return() | End():
            return True
        case When(then=then, other=other):
            return leaves(then) and leaves(other)
        case _:
            return False


def bound(one: Instruction) -> LocalNames:
    """Return the locals that an instruction itself binds."""
    match one:
        case Let() | Roll() | Draw() | Choice() | Feasible() | Create() | Tell():
            return frozenset((one.name,))
        case Invoke():
            return frozenset(() if one.name is None else (one.name,))
        case ForEach():
            gathered = () if one.gathers is None else one.gathers[:1]
            return frozenset((one.variable, *gathered))
        case _:
            return frozenset()


def in_template(given: Template | None) -> tuple[Typed, ...]:
    """Return the expressions of a template."""
    if given is None:
        return ()
    return tuple(each for each in given.parts if not isinstance(each, str))


def option_values(one: Choice) -> tuple[Typed, ...]:
    """Return, for each expression in the text beside each option, the list of its
    values for the options in their order.

    As expressions over the whole list they are read, proved and generated like all
    others, for the options bind their local.
    """
    if one.option_says is None or one.offered is None:
        return ()
    local, offered = one.option_says[0], one.offered
    return tuple(listed(node, local, offered) for node in in_template(one.beside))


def listed(body: Typed, local: str, source: Typed) -> Typed:
    """Return the list of the values of an expression for each element of a list."""
    kind = ListOf(body.type)
    return Collect("list", body, local, source, None, (), kind, body.span)


def expressions(one: Instruction, texts: bool = True) -> tuple[Typed, ...]:
    """Return the expressions of an instruction itself; `texts`: also of its
    templates."""
    found = READ_BY[type(one)](one)
    return tuple(
        each
        for each in (*found, *(_templates(one) if texts else ()))
        if each is not None
    )


def _templates(one: Instruction) -> Iterator[Typed]:
    match one:
        case Roll():
            yield from (*in_template(one.purpose), *in_template(one.needs))
        case Draw():
            yield from in_template(one.purpose)
        case Choice():
            yield from (each for _, text in one.texts for each in in_template(text))
            yield from (*option_values(one), *in_template(one.part_says))
        case _:
            pass


def _of_choice(one: Choice) -> Iterator[Typed | None]:
    yield from (one.by, one.offered, one.must, one.such_that, one.default)
    yield from one.how_many or ()
    yield one.each[1] if one.each is not None else None


READ_BY: Mapping[type, Callable[..., Iterable[Typed | None]]] = MappingProxyType(
    {
        Say: lambda _: (),
        Block: lambda _: (),
        End: lambda _: (),
        Let: lambda one: (one.value,),
        Return: lambda one: (one.value,),
        Assign: lambda one: (e for c in one.changes for e in (c.of, c.value)),
        Roll: lambda one: (one.dice.number, one.dice.sides, one.by),
        Draw: lambda one: (
            *(one.source, one.weights, one.how_many, one.by),
            None if one.deck is None else one.deck[0],
        ),
        Choice: _of_choice,
        Feasible: lambda one: _of_choice(one.choice),
        Invoke: lambda one: one.arguments,
        Create: lambda one: one.values,
        Remove: lambda one: (one.of,),
        Shuffle: lambda one: (one.of,),
        Happen: lambda one: one.arguments,
        Tell: lambda one: (one.to, one.about, one.label, one.facts),
        Require: lambda one: (one.condition, *one.figures, *one.read),
        When: lambda one: (one.condition,),
        ForEach: lambda one: (one.source,),
        Repeat: lambda one: (one.times, one.until),
    }
)
"""The expressions that each instruction reads, apart from those in its prose."""


def used(one: Instruction, texts: bool = True) -> LocalNames:
    """Return the locals that an instruction itself reads before it binds its own."""
    found = free(*expressions(one, texts))
    choice = one.choice if isinstance(one, Feasible) else one
    if isinstance(choice, Choice):
        each = () if choice.each is None else choice.each[:1]
        found -= {choice.name, *each}
    return found


Reads = Callable[[Instruction], LocalNames]


def live(
    body: tuple[Instruction, ...],
    after: LocalNames,
    labels: Mapping[str, LocalNames],
    reads: Reads = used,
    hooks: Mapping[str, LocalNames] | None = None,
) -> LocalNames:
    """Return the locals needed before a block, given those needed behind it.

    `labels` says what is needed where each enclosing block ends; `reads` what an
    instruction itself reads; `hooks` which locals are read as soon as a local is bound.
    """
    return needs(body, after, labels, reads, hooks)[0]


def needs(
    body: tuple[Instruction, ...],
    after: LocalNames,
    labels: Mapping[str, LocalNames],
    reads: Reads = used,
    hooks: Mapping[str, LocalNames] | None = None,
) -> list[LocalNames]:
    """Return the locals needed before each instruction of a block, and at its end."""
    found = [after]
    for one in reversed(body):
        found.append(_before(one, found[-1], labels, reads, hooks or {}))
    return found[::-1]


def _before(
    one: Instruction,
    now: LocalNames,
    labels: Mapping[str, LocalNames],
    reads: Reads,
    hooks: Mapping[str, LocalNames],
) -> LocalNames:
    match one:
        case Return():
            now = frozenset()
        case End():
            now = labels[one.label]
        case When():
            then = live(one.then, now, labels, reads, hooks)
            now = then | live(one.other, now, labels, reads, hooks)
        case Block():
            now = live(one.body, now, {**labels, one.label: now}, reads, hooks)
        case ForEach():
            now = around(one, now, labels, reads, hooks)
        case Repeat():  # `until` is read inside
            now = around(one, now, labels, reads, hooks)
            return now if one.times is None else now | free(one.times)
        case _:
            now = _unbound(now, bound(one), hooks)
    return now | reads(one)


def _unbound(
    now: LocalNames, own: LocalNames, hooks: Mapping[str, LocalNames]
) -> LocalNames:
    return now.union(*(hooks[each] for each in own if each in hooks)) - own


def around(
    loop: ForEach | Repeat,
    after: LocalNames,
    labels: Mapping[str, LocalNames],
    reads: Reads = used,
    hooks: Mapping[str, LocalNames] | None = None,
) -> LocalNames:
    """Return the locals needed at the head of a loop, without its hidden ones."""
    own = bound(loop)
    until = (
        free(loop.until) if isinstance(loop, Repeat) and loop.until else LocalNames()
    )
    # What a pass needs is a fixed set and some of what is needed behind it, so what is
    # needed at the head again adds nothing: once around is enough.
    inside = live(loop.body, after | until, labels, reads, hooks)
    return (after | inside) - own


def totals(procedure: Procedure) -> LocalNames:
    """Return the labelled sums among the locals of which only the total is read."""
    every = tuple(instructions(procedure.body))
    sums = {
        i.name for i in every if isinstance(i, Let) and isinstance(i.value.type, SumOf)
    }
    say = [e for i in every for e in in_template(i.site.say)]
    given = [e for i in every for e in expressions(i)] + say
    reads = [n for n in nodes(*given) if isinstance(n, Local) and n.name in sums]
    asked = [
        n.of
        for n in nodes(*given)
        if isinstance(n, SumPart) and n.name == "total" and isinstance(n.of, Local)
    ]
    gathered = {i.gathers[1] for i in every if isinstance(i, ForEach) and i.gathers}
    all_reads = Counter(each.name for each in reads)
    of_total = Counter(each.name for each in asked)
    return frozenset(n for n in sums - gathered if all_reads[n] == of_total[n])


# Expressions in other words: parts of them exchanged for others.


def exchanged(node: Typed, parts: Mapping[Typed, Typed]) -> Typed:
    """Return the expression with each part exchanged; what is put in stays."""
    found = parts.get(node)
    if found is not None:
        return found
    match node:
        case FieldRead() | RecordRead() | SumPart():
            return replace(node, of=exchanged(node.of, parts))
        case IfElse():
            return replace(
                node,
                condition=exchanged(node.condition, parts),
                then=exchanged(node.then, parts),
                other=exchanged(node.other, parts),
            )
        case Apply() | Use():
            given = tuple(exchanged(each, parts) for each in node.arguments)
            return replace(node, arguments=given)
        case _:
            return node


def translation(parts: Mapping[Typed, Typed]) -> Callable[[Typed], Typed | None]:
    """Return how expressions are said where only the exchanged parts are known.

    What still reads a local of the old place afterwards cannot be said (None), nor what
    gathers, since its own names could mean something else there.
    """
    marked = {one: Local(f"{number} ", one.type) for number, one in enumerate(parts)}
    back: dict[Typed, Typed] = {marked[one]: other for one, other in parts.items()}

    def said(node: Typed) -> Typed | None:
        now = exchanged(node, marked)
        return exchanged(now, back) if _only(now, back) else None

    return said


def _only(node: Typed, known: Mapping[Typed, Typed]) -> bool:
    match node:
        case Local():
            return node in known
        case Collect() | ReachSearch():
            return False
        case FieldRead() | RecordRead() | SumPart():
            return _only(node.of, known)
        case IfElse():
            parts = (node.condition, node.then, node.other)
            return all(_only(each, known) for each in parts)
        case Apply() | Use():
            return all(_only(each, known) for each in node.arguments)
        case _:
            return True


# Instructions and expressions made again with some parts replaced.

_TYPED = get_args(Typed)
_WITHOUT_PARTS = (Template, Site, Constant, Local, Every, Span)
_SIMPLE = (str, int, Span, Site, *get_args(Type), type(None))
Body = tuple[Instruction, ...]


def refilled(one: Instruction, inside: tuple[Body, ...]) -> Instruction:
    """Return an instruction with other blocks inside."""
    match one:
        case When():
            return replace(one, then=inside[0], other=inside[1])
        case ForEach() | Repeat() | Block():
            return replace(one, body=inside[0])
        case _:
            return one


def with_blocks(one: Instruction, change: Callable[[Body], Body]) -> Instruction:
    """Return an instruction with the blocks inside it changed."""
    return refilled(one, tuple([change(block) for block in blocks(one)]))


def substituted(node: Typed, name: str, by: Typed) -> Typed:
    """Return an expression with another in the place of a local."""
    changed: Typed = rewritten(
        node, lambda each: by if isinstance(each, Local) and each.name == name else None
    )
    return changed


def rewritten(value: object, change: Callable[[Typed], Typed | None]) -> Any:
    """Return an instruction or expression with some replaced, outermost first."""
    changed = change(value) if isinstance(value, _TYPED) else None
    if changed is not None:
        return changed
    return _with_parts(value, lambda part: rewritten(part, change))


def rewritten_inside_out(value: object, change: Callable[[Typed], Typed]) -> Any:
    """Return an instruction or expression in which each expression is changed after
    those inside it."""
    found = _with_parts(value, lambda part: rewritten_inside_out(part, change))
    return change(found) if isinstance(found, _TYPED) else found


def _with_parts(value: object, change: Callable[[object], Any]) -> Any:
    """Return a value with its parts changed; itself if none is another afterwards."""
    if isinstance(value, tuple):
        items = tuple([change(each) for each in value])
        return value if all(map(is_, items, value)) else items
    if isinstance(value, _WITHOUT_PARTS) or not isinstance(value, Struct):
        return value
    if type(value).__module__.endswith("values.types"):
        return value
    then: dict[str, Any] = {}
    for name in value.__struct_fields__:
        part = getattr(value, name)
        if isinstance(part, _SIMPLE):
            continue
        changed = change(part)
        if changed is not part:
            then[name] = changed
    return replace(value, **then) if then else value


def numbered(procedure: Procedure) -> Procedure:
    """Return a procedure whose instructions are numbered from 0, in the order in which
    `instructions` yields them."""
    return replace(procedure, body=_numbered(procedure.body, count()))


def _numbered(body: Body, numbers: "count[int]") -> Body:
    return tuple([_with_number(instruction, numbers) for instruction in body])


def _with_number(instruction: Instruction, numbers: "count[int]") -> Instruction:
    own = replace(instruction, number=next(numbers))
    return with_blocks(own, lambda block: _numbered(block, numbers))


def first_sites(procedures: Mapping[str, Procedure]) -> dict[str, int]:
    """Return the site of the first instruction of each procedure: sites number the
    instructions of all procedures in turn, so that of any instruction is this one and
    its own number."""
    sizes = [sum(1 for _ in instructions(each.body)) for each in procedures.values()]
    return dict(zip(procedures, accumulate([0, *sizes]), strict=False))

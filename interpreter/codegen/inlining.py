"""Procedures written into the procedure that calls them, for code that never stops.

A call costs Python more than most of what rules do. `inlined` returns a procedure with
no call left in it: locals and labels of a callee get a number of their own, a parameter
stands for its argument where that is a local or a constant, and `Return` binds the
result. Where what follows a branch is reached from one side only, it moves into that
side, so that no jump is needed; else (a return inside a loop, or on some ways through
a branch) the callee is a block that is left by its label.

Rolls of few dice become one roll for each die, and what counts, adds or asks all of
them becomes an expression of the dice: no list is made where nothing else reads it.
The dice of a stream are the same, since each number of sides is read in order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from interpreter.codegen.flattening import flattened, is_free_of_faults
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    DiceExpression,
    IfElse,
    Local,
    ReachSearch,
    Typed,
)
from interpreter.ir.instructions import (
    HIDDEN,
    Assign,
    Block,
    End,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Program,
    Repeat,
    Return,
    Roll,
    Say,
    Site,
    When,
)
from interpreter.ir.walking import (
    Body,
    blocks,
    bound,
    expressions,
    instructions,
    leaves,
    nodes,
    refilled,
    rewritten,
    substituted,
    with_blocks,
)
from interpreter.semantics.declarations import Parameter
from interpreter.values.types import INTEGER, Boolean, ListOf, Nothing

RESULT = f"{HIDDEN}result"
"""The local that the result of an inlined procedure is bound to."""

MOST_INSTRUCTIONS = 300
MOST_LOOPS = 8
"""Inside each other; Python allows 20."""
MOST_DICE = 6
"""Of a roll that becomes single dice."""
_DEEPEST = 30

_CLOSED = (Assign, Block, End, ForEach, Invoke, Let, Repeat, Return, Roll, Say, When)

Give = Callable[[Site, Typed], Body]
"""What is done with the value of a return."""


class _NotInlined(Exception):
    """A procedure cannot be written in another place."""


class _NeedsBlock(Exception):
    """A return is where only a jump leads to the end."""


class ClosedProcedures:
    """The procedures of a program that ask nobody, with those that they call."""

    def __init__(self, procedures: Mapping[str, Procedure]) -> None:
        """Begin with nothing known."""
        self._procedures = procedures
        self._sizes: dict[str, int | None] = {}
        self._rolls: set[str] = set()

    def rolls(self, name: str) -> bool:
        """Tell whether a procedure is closed, rolls, and is small enough to inline."""
        size = self._size(name)
        return size is not None and size <= MOST_INSTRUCTIONS and name in self._rolls

    def _size(self, name: str) -> int | None:
        """Return how many instructions a procedure has with its calls; None of one
        that is not closed, or comes back to itself."""
        if name not in self._sizes:
            self._sizes[name] = None
            every = tuple(instructions(self._procedures[name].body))
            if every and all(isinstance(one, _CLOSED) for one in every):
                callees = [each.procedure for each in every if isinstance(each, Invoke)]
                sizes = [self._size(callee) for callee in callees]
                if None not in sizes:
                    self._sizes[name] = sum(map(int, filter(None, sizes)), len(every))
                rolls = any(isinstance(one, Roll) for one in every)
                if rolls or self._rolls.intersection(callees):
                    self._rolls.add(name)
        return self._sizes[name]


def inlined(program: Program, name: str, closed: ClosedProcedures) -> Procedure | None:
    """Return a procedure without calls that rolls, binds RESULT and never returns;
    None if there is no such procedure."""
    if not closed.rolls(name):
        return None
    given = program.procedures[name]
    try:
        body = _Inliner(program).body(given, _bound_to(RESULT))
    except _NotInlined:
        return None
    body = _named_result(_single_dice(body))
    body = flattened(body, program.declared, RESULT)
    fits = sum(1 for _ in instructions(body)) <= MOST_INSTRUCTIONS
    return replace(given, body=body) if fits and _fits(body, 0, 0) else None


def _fits(body: Body, loops: int, depth: int) -> bool:
    if loops > MOST_LOOPS or depth > _DEEPEST:
        return False
    return all(
        _fits(block, loops + (not isinstance(one, When)), depth + 1)
        for one in body
        for block in blocks(one)
    )


def _bound_to(name: str | None) -> Give:
    def give(site: Site, value: Typed) -> Body:
        if name is None:
            return () if is_free_of_faults(value) else (Let(site, RESULT, value),)
        return (Let(site, name, value),)

    return give


class _Inliner:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._calls = 0

    def body(self, given: Procedure, give: Give) -> Body:
        """Return what a procedure does, with the calls in it, and `give` at its end."""
        try:
            found = self._falling(given.body, give, given.body[-1].site)
        except _NeedsBlock:
            self._calls += 1
            found = self._block(given.body, give, f"{HIDDEN}end{self._calls}")
        return self._with_calls(found)

    def _falling(self, body: Body, give: Give, site: Site) -> Body:
        """Return instructions that fall through where others return."""
        for at, one in enumerate(body):
            before, after = body[:at], body[at + 1 :]
            match one:
                case Return():
                    return (*before, *give(one.site, one.value))
                case When() if _returns(one):
                    then, other = one.then, one.other
                    if not leaves(then) and not leaves(other):
                        if after:
                            raise _NeedsBlock
                    elif not leaves(other):
                        other += after
                    elif not leaves(then):
                        then += after
                    inside = tuple(
                        self._falling(side, give, one.site) for side in (then, other)
                    )
                    return (*before, refilled(one, inside))
                case _ if _returns(one):
                    raise _NeedsBlock
        if leaves(body):  # by the end of a block around it
            return body
        return (*body, *give(site, Constant(None, Nothing())))

    def _block(self, body: Body, give: Give, label: str) -> Body:
        """Return a block that is left in the place of each return."""

        def leaving(given: Body) -> Body:
            done: list[Instruction] = []
            for one in given:
                if isinstance(one, Return):
                    done += (*give(one.site, one.value), End(one.site, label))
                    break
                done.append(with_blocks(one, leaving))
            return tuple(done)

        found = leaving(body)
        if isinstance(found[-1], End) and found[-1].label == label:
            found = found[:-1]  # the end of the block comes there by itself
        elif not leaves(found):
            found += give(body[-1].site, Constant(None, Nothing()))
        return (Block(body[0].site, label, found),)

    def _with_calls(self, body: Body) -> Body:
        done: list[Instruction] = []
        for one in body:
            if isinstance(one, Invoke):
                done += self._call(one)
                continue
            done.append(with_blocks(one, self._with_calls))
        return tuple(done)

    def _call(self, one: Invoke) -> Body:
        callee = self._program.procedures[one.procedure]
        self._calls += 1
        begins, renamed = _renamed(callee, one, f"__{self._calls}")
        return (*begins, *self.body(renamed, _bound_to(one.name)))


def _returns(one: Instruction) -> bool:
    every = (i for block in blocks(one) for i in instructions(block))
    return isinstance(one, Return) or any(isinstance(i, Return) for i in every)


def _renamed(callee: Procedure, one: Invoke, ending: str) -> tuple[Body, Procedure]:
    """Return the bindings of parameters before a callee, and the callee with names
    that nothing else has."""
    every = tuple(instructions(callee.body))
    rebound = frozenset[str]().union(*map(bound, every))
    own = {name: f"{name}{ending}" for name in rebound}
    read = nodes(*(node for each in every for node in expressions(each)))
    variables = {n.variable for n in read if isinstance(n, Collect)}
    searches = any(
        isinstance(node, ReachSearch)
        for node in nodes(*(n for each in every for n in expressions(each)))
    )
    takes = {each.name for each in callee.takes}
    if searches or variables & (rebound | takes):
        raise _NotInlined
    begins: list[Instruction] = []
    values: dict[str, Typed] = {}
    for parameter, argument in zip(callee.takes, one.arguments, strict=True):
        name = parameter.name
        if name not in rebound and _stands_for(argument, parameter):
            values[name] = argument
            continue
        own[name] = f"{name}{ending}"
        begins.append(Let(one.site, own[name], argument))

    def change(node: Typed) -> Typed | None:
        if not isinstance(node, Local):
            return None
        found = values.get(node.name)
        return found or replace(node, name=own.get(node.name, node.name))

    body = _rebound(rewritten(callee.body, change), own, ending)
    return tuple(begins), replace(callee, body=body)


def _stands_for(argument: Typed, parameter: Parameter) -> bool:
    simple = isinstance(argument, (Local, Constant))
    return simple and type(argument.type) is type(parameter.type)


def _rebound(body: Body, own: Mapping[str, str], ending: str) -> Body:
    """Return instructions that bind other names, and leave blocks of other labels."""
    done: list[Instruction] = []
    for one in body:
        one = with_blocks(one, lambda block: _rebound(block, own, ending))
        match one:
            case Let() | Roll():
                one = replace(one, name=own.get(one.name, one.name))
            case Invoke() if one.name is not None:
                one = replace(one, name=own.get(one.name, one.name))
            case ForEach():
                one = replace(one, variable=own.get(one.variable, one.variable))
                if one.gathers is not None:
                    into, inner = (own.get(name, name) for name in one.gathers)
                    one = replace(one, gathers=(into, inner))
            case Block() | End():
                one = replace(one, label=f"{one.label}{ending}")
        done.append(one)
    return tuple(done)


def _named_result(body: Body) -> Body:
    """Return instructions that bind RESULT where they would bind what it is bound to
    at their end."""
    last = body[-1]
    if not isinstance(last, Let) or not isinstance(last.value, Local):
        return body
    name = last.value.name
    every = tuple(instructions(body))
    read = nodes(*(node for one in every for node in expressions(one)))
    reads = sum(isinstance(node, Local) and node.name == name for node in read)
    binds = any(name in bound(one) and not isinstance(one, ForEach) for one in every)
    return _rebound(body[:-1], {name: RESULT}, "") if binds and reads == 1 else body


# Few dice as single ones.


class _Dice(Struct, frozen=True):
    faces: tuple[Local, ...]
    """The dice of a list."""

    def read(self, node: Typed, name: str) -> Typed | None:
        """Return what reads all dice as an expression of them; None of others."""
        match node:
            case Apply(name="sum", arguments=(Local() as of,)) if of.name == name:
                return self._joined("+", self.faces, node)
            case Collect(source=Local() as of, by=()) if of.name == name:
                return self._collected(node)
        return None

    def _collected(self, node: Collect) -> Typed | None:
        one, body = Constant(1, INTEGER), node.body
        match node.reducer:
            case "count" if isinstance(body, (Local, Constant)):
                return self._joined("+", self._if([one] * len(self.faces), node), node)
            case "sum":
                return self._joined("+", self._if(self._bodies(node), node), node)
            case "any" | "all" if node.where is None:
                operator = "or" if node.reducer == "any" else "and"
                return self._joined(operator, self._bodies(node), node)
        return None

    def _if(self, parts: Sequence[Typed], node: Collect) -> Sequence[Typed]:
        """Return parts that are 0 for dice that do not count."""
        if node.where is None:
            return parts
        zero = Constant(0, INTEGER)
        return [
            IfElse(substituted(node.where, node.variable, face), part, zero, node.type)
            for face, part in zip(self.faces, parts, strict=True)
        ]

    def _bodies(self, node: Collect) -> list[Typed]:
        return [substituted(node.body, node.variable, face) for face in self.faces]

    def _joined(self, operator: str, parts: Iterable[Typed], node: Typed) -> Typed:
        kind = Boolean() if operator in ("or", "and") else node.type
        return reduce(lambda one, other: Apply(operator, (one, other), kind), parts)


def _single_dice(body: Body) -> Body:
    """Return instructions in which few dice are rolled one by one."""
    times = Counter(name for one in instructions(body) for name in bound(one))
    for roll in [one for one in instructions(body) if isinstance(one, Roll)]:
        match roll.dice.number:
            case Constant(value=int() as number) if 1 <= number <= MOST_DICE:
                if not roll.dice.single and times[roll.name] == 1:
                    body = _rolled_singly(body, roll, number)
    return body


def _rolled_singly(body: Body, roll: Roll, number: int) -> Body:
    dice = _Dice(tuple(Local(f"{roll.name}__{at}", INTEGER) for at in range(number)))
    changed: Body = rewritten(body, lambda node: dice.read(node, roll.name))
    single = DiceExpression(Constant(1, INTEGER), roll.dice.sides, single=True)
    rolls: list[Instruction] = [
        replace(roll, name=face.name, dice=single) for face in dice.faces
    ]
    every = tuple(instructions(changed))
    read = nodes(*(node for one in every for node in expressions(one)))
    if any(isinstance(node, Local) and node.name == roll.name for node in read):
        listed = Apply("list", dice.faces, ListOf(INTEGER))
        rolls.append(Let(roll.site, roll.name, listed))
    return _put_instead(changed, roll.name, tuple(rolls))


def _put_instead(body: Body, name: str, rolls: Body) -> Body:
    done: list[Instruction] = []
    for one in body:
        if isinstance(one, Roll) and one.name == name:
            done += rolls
            continue
        done.append(with_blocks(one, lambda block: _put_instead(block, name, rolls)))
    return tuple(done)

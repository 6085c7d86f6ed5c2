"""Which rolls are read only in ways that do not tell one die from another.

Such a roll is fused for exact odds: instead of its faces the answer is a tuple of
readings (how many, the sum, the greatest ...), each with a contribution per face.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    IfElse,
    Local,
    RecordRead,
    Typed,
    children,
)
from interpreter.ir.effects import Analysis, reads_of, safe, writes
from interpreter.ir.instructions import (
    Assign,
    ForEach,
    Instruction,
    Invoke,
    Procedure,
    Roll,
)
from interpreter.ir.walking import (
    LocalNames,
    blocks,
    bound,
    expressions,
    free,
    instructions,
    nodes,
    refilled,
    rewritten,
    substituted,
)
from interpreter.values.types import INTEGER, Boolean, ListOf

FACE = "\0face"
Body = tuple[Instruction, ...]


class PoolUse(Struct, frozen=True):
    """How the dice are joined, and what a die gives, as an expression of its face."""

    operator: str
    gives: Typed


def fuse(
    procedure: Procedure, analysis: Analysis
) -> tuple[Procedure, dict[str, tuple[PoolUse, ...]]]:
    """Return a procedure with rolls fused, and their readings by the roll's name."""
    found: dict[str, tuple[PoolUse, ...]] = {}
    before = frozenset(each.name for each in procedure.takes)
    every = tuple(instructions(procedure.body))
    gathered = {i.gathers[1] for i in every if isinstance(i, ForEach) and i.gathers}
    reads = Counter(name for one in every for name in _locals(one))
    body = _block(procedure.body, before, _Around(reads, gathered, analysis), found)
    return replace(procedure, body=body), found


class _Around(Struct, frozen=True):
    reads: Counter[str]
    gathered: set[str]
    analysis: Analysis


def _block(
    body: Body,
    before: LocalNames,
    around: _Around,
    found: dict[str, tuple[PoolUse, ...]],
) -> Body:
    done = list(body)
    known = before
    for at in range(len(done)):
        one = done[at]
        if isinstance(one, Roll) and not one.dice.single:
            window = _window(one.name, done, at + 1, around.reads[one.name])
            readings = _readings(one, window, known, around)
            if readings:
                found[one.name] = tuple(readings.values())
                change = _change(one.name, list(readings))
                end = at + 1 + len(window)
                done[at + 1 : end] = [rewritten(each, change) for each in window]
        inside = tuple(
            _block(block, known | bound(one), around, found) for block in blocks(one)
        )
        if inside:
            done[at] = refilled(one, inside)
        known = known | bound(one)
    return tuple(done)


def _locals(one: Instruction) -> Iterator[str]:
    """Yield the locals that an instruction itself reads, each as often as it does."""
    for node in nodes(*expressions(one, texts=False)):
        if isinstance(node, Local):
            yield node.name


def _window(name: str, body: list[Instruction], start: int, reads: int) -> Body:
    """Return the instructions up to the last read; none when some are elsewhere."""
    left = reads
    for at in range(start, len(body)):
        for one in instructions((body[at],)):
            left -= sum(each == name for each in _locals(one))
        if left <= 0:
            return tuple(body[start : at + 1]) if reads else ()
    return ()


def _readings(
    roll: Roll, within: Body, known: LocalNames, around: _Around
) -> dict[Typed, PoolUse] | None:
    """Return the readings by the expression that reads them; None when not fusible."""
    name = roll.name
    if name in around.gathered or not within:
        return None
    uses = [_uses(one, name) for one in within]
    between = within[:-1] if isinstance(within[-1], Assign) else within
    written = _written(between, around.analysis)
    changed = LocalNames().union(*(bound(each) for each in instructions(within)))
    fixed = isinstance(roll.dice.number, Constant) and roll.dice.number.value
    found: dict[Typed, PoolUse] = {}
    for nested, node, count in (each for one in uses for each in one):
        reading = _reading(node, name, bool(fixed)) if count == 1 else None
        if reading is None or not free(reading.gives) <= (known | {FACE}) - changed:
            return None
        if not safe(reading.gives, nested):
            return None
        if reads_of(around.analysis.declared_reads, reading.gives) & written:
            return None
        found[node] = reading
    return found


def dice_readings(
    every: Iterable[Instruction], name: str
) -> dict[Typed, PoolUse] | None:
    """Return the readings of a list of dice by the expression that reads them, of which
    none needs a die; None where it is read in another way."""
    found: dict[Typed, PoolUse] = {}
    for one in every:
        for given in expressions(one, texts=False):
            for node, count in _around(given, name):
                reading = _reading(node, name, some=False) if count == 1 else None
                if reading is None:
                    return None
                found[node] = reading
    return found


_Use = tuple[bool, Typed, int]


def _uses(one: Instruction, name: str) -> list[_Use]:
    """Return (inside a block, the smallest reading around the local, how often)."""
    found: list[_Use] = []
    for each in instructions((one,)):
        for given in expressions(each, texts=False):
            found += ((each is not one, *use) for use in _around(given, name))
    return found


def _around(node: Typed, name: str) -> Iterator[tuple[Typed, int]]:
    count = sum(isinstance(n, Local) and n.name == name for n in nodes(node))
    if not count:
        return
    direct = [
        each for each in children(node) if isinstance(each, Local) and each.name == name
    ]
    if direct or isinstance(node, Local):
        yield node, count
        return
    for each in children(node):
        yield from _around(each, name)


def _reading(node: Typed, name: str, some: bool) -> PoolUse | None:
    if isinstance(node, Apply):
        return _applied(node, some)
    if not isinstance(node, Collect) or node.by or not isinstance(node.source, Local):
        return None
    face = Local(FACE, INTEGER)
    one = substituted(node.body, node.variable, face)
    where = None if node.where is None else substituted(node.where, node.variable, face)
    if node.reducer in ("sum", "count"):
        gives = one if node.reducer == "sum" else Constant(1, INTEGER)
        if where is not None:
            gives = IfElse(where, gives, Constant(0, INTEGER), gives.type)
        return PoolUse("+", gives)
    if node.reducer == "any":
        return PoolUse(
            "any", one if where is None else Apply("and", (where, one), Boolean())
        )
    if node.reducer == "all":
        if where is not None:
            one = Apply("or", (Apply("not", (where,), Boolean()), one), Boolean())
        return PoolUse("all", one)
    if node.reducer in ("min", "max") and where is None and some:
        return PoolUse(node.reducer, one)
    return None


def _applied(node: Apply, some: bool) -> PoolUse | None:
    face = Local(FACE, INTEGER)
    match node.name, node.arguments:
        case "sum", (Local(),):
            return PoolUse("+", face)
        case "count", (Local(),):
            return PoolUse("+", Constant(1, INTEGER))
        case (("min" | "max"), (Local(),)) if some:
            return PoolUse(node.name, face)
        case "matches", (Local(), value):
            same = Apply("is", (face, value), Boolean())
            gives = IfElse(same, Constant(1, INTEGER), Constant(0, INTEGER), INTEGER)
            return PoolUse("+", gives)
        case _:
            return None


def _written(body: Body, analysis: Analysis) -> frozenset[tuple[str, str]]:
    inside = tuple(instructions(body))
    called = (each.procedure for each in inside if isinstance(each, Invoke))
    return writes(inside).union(*(analysis.writes[each] for each in called))


def _change(name: str, readings: list[Typed]) -> Callable[[Typed], Typed | None]:
    dice = Local(name, ListOf(INTEGER))

    def change(node: Typed) -> Typed | None:
        if node in readings:
            return RecordRead(dice, readings.index(node), "", node.type)
        return None

    return change

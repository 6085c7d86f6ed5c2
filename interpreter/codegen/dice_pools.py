"""Which rolls are read only in ways that do not tell one die from another.

Such a roll is fused for exact odds: instead of its faces the answer is a tuple of
readings (how many, the sum, the greatest ...), each with a contribution per face: of
all dice, of the highest or lowest n, or of one die of each face that shows.
`values.pools` works out all readings of a roll together. Where one is none of these,
but none depends on the order of the dice (`codegen.unordered_dice`), the answer is the
sorted faces.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from interpreter.codegen.unordered_dice import unordered, with_sorted
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
    bound,
    expressions,
    free,
    instructions,
    nodes,
    rewritten,
    substituted,
    with_blocks,
)
from interpreter.values.types import INTEGER, Boolean, ListOf, Number

FACE = "\0face"
Body = tuple[Instruction, ...]


class PoolUse(Struct, frozen=True):
    """How the dice are joined, and what a die gives, as an expression of its face.

    `selection` says which dice count, as in `values.pools`; `how_many` of them, where
    they are the highest or the lowest.
    """

    operator: str
    gives: Typed
    selection: str = "all"
    how_many: Typed = Constant(0, INTEGER)

    @property
    def reads(self) -> LocalNames:
        """The locals that it reads when the roll is made."""
        return free(self.gives, self.how_many) - {FACE}


class FusedRoll(Struct, frozen=True):
    """A roll that is answered with readings; with sorted faces, if there are none.

    `again` are the faces that are rolled again and how many times at most, where all
    readings join the dice of the further rolls too.
    """

    uses: tuple[PoolUse, ...] = ()
    again: tuple[Typed, Typed] | None = None

    @property
    def reads(self) -> LocalNames:
        """The locals that are read when the roll is made."""
        again = free(*self.again) if self.again is not None else LocalNames()
        return again.union(*(each.reads for each in self.uses))


DicePools = dict[str, FusedRoll]
"""By the name of the roll."""


def fuse(
    procedure: Procedure, analysis: Analysis, known: DicePools
) -> tuple[Procedure, DicePools]:
    """Return a procedure with rolls fused; `known` are those that are so already."""
    found = dict(known)
    before = frozenset(each.name for each in procedure.takes)
    every = tuple(instructions(procedure.body))
    gathered = {i.gathers[1] for i in every if isinstance(i, ForEach) and i.gathers}
    reads = Counter(name for one in every for name in _locals(one))
    body = _block(procedure.body, before, _Around(reads, gathered, analysis), found)
    procedure = replace(procedure, body=body)
    for one in every:
        if isinstance(one, Roll) and not one.dice.single and one.name not in found:
            names = unordered(procedure, one.name)
            if names:
                found[one.name] = FusedRoll()
                body = with_sorted(procedure.body, names)
                procedure = replace(procedure, body=body)
    return procedure, found


class _Around(Struct, frozen=True):
    reads: Counter[str]
    gathered: set[str]
    analysis: Analysis


def _block(
    body: Body,
    before: LocalNames,
    around: _Around,
    found: DicePools,
) -> Body:
    done = list(body)
    known = before
    for at in range(len(done)):
        one = done[at]
        if isinstance(one, Roll) and not one.dice.single and one.name not in found:
            window = _window(one.name, done, at + 1, around.reads[one.name])
            readings = _readings(one, window, known, around)
            if readings:
                found[one.name] = FusedRoll(tuple(readings.values()))
                change = replaced_readings(one.name, list(readings))
                end = at + 1 + len(window)
                done[at + 1 : end] = [rewritten(each, change) for each in window]
        known = known | bound(one)
        within = partial(_block, before=known, around=around, found=found)
        done[at] = with_blocks(one, within)
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
    if roll.name in around.gathered or not within:
        return None
    pool = _Pool(roll.name, roll.dice.number)
    between = within[:-1] if isinstance(within[-1], Assign) else within
    written = _written(between, around.analysis)
    changed = LocalNames().union(*(bound(each) for each in instructions(within)))
    found: dict[Typed, PoolUse] = {}
    for nested, node, reading in (use for one in within for use in _uses(one, pool)):
        if reading is None or not reading.reads <= known - changed:
            return None
        given = (reading.gives, reading.how_many)
        if not all(safe(each, nested) for each in given):
            return None
        if reads_of(around.analysis.declared_reads, *given) & written:
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
            for node, reading in _readings_in(given, _Pool(name, None)):
                if reading is None:
                    return None
                found[node] = reading
    return found


class _Pool(Struct, frozen=True):
    """A list of dice; `number` of them, None where it may grow."""

    name: str
    number: Typed | None

    @property
    def some(self) -> bool:
        """Whether there is certainly a die."""
        return isinstance(self.number, Constant) and bool(self.number.value)


_Use = tuple[bool, Typed, PoolUse | None]


def _uses(one: Instruction, pool: _Pool) -> Iterator[_Use]:
    """Yield (inside a block, the expression that reads dice, its reading)."""
    for each in instructions((one,)):
        for given in expressions(each, texts=False):
            for node, reading in _readings_in(given, pool):
                yield each is not one, node, reading


def _readings_in(node: Typed, pool: _Pool) -> Iterator[tuple[Typed, PoolUse | None]]:
    """Yield the largest parts of an expression that are readings of the dice, and with
    None those that read them in another way."""
    if not _times_read(node, pool):
        return
    reading = _reading(node, pool)
    inside = children(node)
    if reading is not None or not inside or any(_is_dice(e, pool) for e in inside):
        yield node, reading
        return
    for each in inside:
        yield from _readings_in(each, pool)


def _is_dice(node: Typed, pool: _Pool) -> bool:
    return isinstance(node, Local) and node.name == pool.name


def _times_read(node: Typed, pool: _Pool) -> int:
    return sum(_is_dice(each, pool) for each in nodes(node))


def _reading(node: Typed, pool: _Pool) -> PoolUse | None:
    """Return what an expression reads of the dice, if `values.pools` has it."""
    match node:
        case Apply(name="-", arguments=(whole, part)):
            return _rest(_reading(whole, pool), _reading(part, pool), pool)
        case Apply(name="matches", arguments=(source, value)):
            same = Apply("is", (Local(FACE, INTEGER), value), Boolean())
            one = IfElse(same, Constant(1, INTEGER), Constant(0, INTEGER), INTEGER)
            found = PoolUse("+", one)
        case Apply(name="sum", arguments=(source,)):
            found = PoolUse("+", Local(FACE, INTEGER))
        case Apply(name="count", arguments=(source,)):
            found = PoolUse("+", Constant(1, INTEGER))
        case Apply(name="min" | "max", arguments=(source,)):
            found = PoolUse(node.name, Local(FACE, INTEGER))
        case Collect(by=()):
            source, joined = node.source, _collected(node)
            if joined is None:
                return None
            found = joined
        case _:
            return None
    selected = _selected(source, pool)
    if selected is None or _times_read(node, pool) != 1:
        return None
    found = replace(found, selection=selected[0], how_many=selected[1])
    return found if found.operator not in ("min", "max") or _some(found, pool) else None


def _collected(node: Collect) -> PoolUse | None:
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
    if node.reducer in ("min", "max") and where is None:
        return PoolUse(node.reducer, one)
    return None


def _some(use: PoolUse, pool: _Pool) -> bool:
    """Tell whether a reading certainly counts a die."""
    if not pool.some or use.selection not in ("highest", "lowest"):
        return pool.some
    wanted = use.how_many
    return (
        isinstance(wanted, Constant)
        and isinstance(wanted.value, int)
        and wanted.value > 0
    )


def _rest(whole: PoolUse | None, part: PoolUse | None, pool: _Pool) -> PoolUse | None:
    """Return the reading of all dice less the highest or lowest of them: of the others,
    which is one reading and not two."""
    if whole is None or part is None or pool.number is None:
        return None
    others = {"highest": "lowest", "lowest": "highest"}.get(part.selection)
    same = whole.operator == part.operator == "+" and whole.gives == part.gives
    if not same or whole.selection != "all" or others is None:
        return None
    left = Apply("-", (pool.number, part.how_many), INTEGER)
    if not safe(left, nested=True):
        return None
    return replace(whole, selection=others, how_many=left)


def _selected(source: Typed, pool: _Pool) -> tuple[str, Typed] | None:
    """Return which dice a list has, and how many; None if it is no selection."""
    if _is_dice(source, pool):
        return "all", Constant(0, INTEGER)
    if pool.number is None:
        return None
    match source:
        case Apply(name="sorted", arguments=(dice,)):
            found: tuple[str, Typed] = ("all", Constant(0, INTEGER))
        case Apply(name="distinct", arguments=(dice,)):
            found = ("distinct", Constant(0, INTEGER))
        case Apply(name="highest" | "lowest", arguments=(wanted, dice)):
            found = (source.name, wanted)
        case Apply(
            name="first_of" | "last_of",
            arguments=(Apply(name="sorted", arguments=(dice,)), wanted),
        ):
            found = ("lowest" if source.name == "first_of" else "highest", wanted)
        case _:
            return None
    kind = found[1].type
    whole = isinstance(kind, Number) and kind.whole
    return found if whole and _is_dice(dice, pool) else None


def _written(body: Body, analysis: Analysis) -> frozenset[tuple[str, str]]:
    inside = tuple(instructions(body))
    called = (each.procedure for each in inside if isinstance(each, Invoke))
    return writes(inside).union(*(analysis.writes[each] for each in called))


def replaced_readings(
    name: str, readings: list[Typed]
) -> Callable[[Typed], Typed | None]:
    """Return what replaces readings of a roll by parts of its answer."""
    dice = Local(name, ListOf(INTEGER))

    def change(node: Typed) -> Typed | None:
        if node in readings:
            return RecordRead(dice, readings.index(node), "", node.type)
        return None

    return change

"""A program as Python source: its declarations and the functions of its procedures.

A roll with `again` binds one list that each further roll lengthens: `pool = joined
([pool, more])`. For exact odds every order of faces would be a state of its own. Where
all that is ever read of the list joins its dice (`count`, `sum`, `any` ...), a local
for each reading stands for the list: begun with the reading of the first dice, and
joined with that of each further roll. The rolls themselves are then fused as any other
(`codegen.dice_pools`), and a state is a few small numbers. Where no roll of the loop is
asked for anything else, there is no loop at all: a die that is rolled again does not
depend on the others, and `values.pools` has the distribution of one such die.

Nothing is changed where a reading could fail, reads the state of the game, or a local
that is not known, and the same, from before the list begins to its last read.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from interpreter.codegen.declarations import emit_declarations, memoised
from interpreter.codegen.dice_pools import (
    FACE,
    DicePools,
    FusedRoll,
    PoolUse,
    dice_readings,
    fuse,
    replaced_readings,
)
from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.filters import counted_filters
from interpreter.codegen.functions import EARLY
from interpreter.codegen.offers import emit_ranks
from interpreter.codegen.resumable import DirectWriter, ResumableWriter
from interpreter.codegen.signatures import head
from interpreter.codegen.source import (
    DECLARATIONS,
    FORMS,
    SETTLE,
    CodeUnit,
    GeneratedCode,
    SourceLines,
    direct,
    local,
    point,
    several,
)
from interpreter.codegen.trials import TrialFunctions
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    Local,
    RecordRead,
    Typed,
    children,
)
from interpreter.ir.effects import (
    CLOCK,
    Analysis,
    Fields,
    analyse,
    parts,
    reached_from,
    reads_of,
    safe,
)
from interpreter.ir.instructions import (
    HIDDEN,
    UNNUMBERED,
    Choice,
    Draw,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Program,
    Repeat,
    Roll,
    When,
)
from interpreter.ir.presence import without_sure_checks
from interpreter.ir.simplifying import simplified
from interpreter.ir.slicing import sliced
from interpreter.ir.walking import (
    Body,
    LocalNames,
    blocks,
    bound,
    expressions,
    first_sites,
    free,
    instructions,
    nodes,
    rewritten,
    sites_of,
    substituted,
    totals,
    with_blocks,
)
from interpreter.semantics.declarations import EntryPoint
from interpreter.values.log import shape
from interpreter.values.types import INTEGER, Boolean, Enumeration, Number

# Comparisons made before a stop, where only their outcome is needed after it.  After
# `let: {lead: mine - yours}`, a roll and `if: lead > 0`, the states that await the
# roll differ in `lead`, though only its sign is asked. Bound as a truth beside
# `lead`, it is all that they keep, and they join. For exact odds alone, where states
# are joined.

Stops = Callable[[Instruction], bool]

_COMPARED = frozenset({"is", "is_not", "<", "<=", ">", ">="})


def compared_early(procedure: Procedure, stops: Stops) -> Procedure:
    """Return a procedure whose comparisons are bound before stops where that helps.

    `stops` tells whether an instruction, or one inside it, stops.
    """
    takes = frozenset(each.name for each in procedure.takes)
    return replace(procedure, body=_Early(stops).block(procedure.body, takes))


class _Early:
    def __init__(self, stops: Stops) -> None:
        self._stops = stops
        self._made = 0

    def block(self, body: Body, known: LocalNames) -> Body:
        """Return a block with its comparisons early; `known` is bound before it."""
        done: list[Instruction] = []
        while body:
            one, body = body[0], body[1:]
            done.append(with_blocks(one, partial(self.block, known=known | bound(one))))
            known |= bound(one)
            for name in sorted(bound(one)):
                early, body = self._early(one, name, body, known)
                done += early
        return tuple(done)

    def _early(
        self, one: Instruction, name: str, rest: Body, known: LocalNames
    ) -> tuple[list[Let], Body]:
        """Return what to bind after the binding of a local, and what follows."""
        stop = next((at for at, each in enumerate(rest) if self._stops(each)), None)
        if stop is None:
            return [], rest
        before, after = rest[: stop + 1], rest[stop + 1 :]
        again = LocalNames().union(*(bound(each) for each in instructions(rest)))
        found = [
            each
            for each in dict.fromkeys(_comparisons(after))
            if name in free(each) <= known - again
        ]
        if not found:
            return [], rest
        names = {
            each: f"{EARLY}{number}" for number, each in enumerate(found, self._made)
        }

        def change(node: Typed) -> Typed | None:
            return Local(names[node], Boolean()) if node in names else None

        changed: Body = rewritten(after, change)
        if not free(*found) - _read(changed):
            return [], rest
        self._made += len(found)
        lets = [Let(one.site, names[each], each) for each in found]
        return lets, (*before, *changed)


def _read(body: Body) -> LocalNames:
    every = instructions(body)
    return frozenset(name for one in every for name in free(*expressions(one, False)))


def _comparisons(body: Body) -> Iterator[Typed]:
    for one in instructions(body):
        for node in nodes(*expressions(one, texts=False)):
            compares = isinstance(node, Apply) and node.name in _COMPARED
            if compares and all(map(_sure, children(node))):
                yield node


def _sure(node: Typed) -> bool:
    """Tell whether a value is the same before and after a stop, and cannot fail."""
    match node:
        case Constant() | Local():
            return isinstance(node.type, Number | Enumeration | Boolean)
        case RecordRead():
            return isinstance(node.of, Local) and isinstance(node.type, Number)
        case Apply():
            return node.name in ("+", "-") and all(map(_sure, node.arguments))
        case _:
            return False


class _List(Struct, frozen=True):
    """A list that grows: how it begins, and how it is read."""

    begins: Let
    grows: Let
    more: Local
    readings: dict[Typed, PoolUse]
    steady: LocalNames


def accumulated(
    procedure: Procedure, analysis: Analysis, marked: bool
) -> tuple[Procedure, DicePools]:
    """Return a procedure that keeps readings in the place of lists that grow, and the
    rolls that are made with all further rolls at once; none where steps are marked."""
    pools: DicePools = {}
    for name in _growing(procedure):
        found = _found(name, procedure, analysis)
        if found is None:
            continue
        body = procedure.body if marked else _at_once(procedure.body, found, pools)
        if name in pools:
            body = rewritten(body, replaced_readings(name, list(found.readings)))
        else:
            body = _kept(procedure.body, found)
        procedure = replace(procedure, body=body)
    return procedure, pools


def _at_once(body: Body, found: _List, pools: DicePools) -> Body:
    """Return instructions with one roll in the place of a roll and its further rolls,
    and put it into `pools`; the same instructions if there is no such roll."""
    for at in range(len(body) - 3):
        if body[at + 1] is found.begins:
            roll, again = body[at], _again(body[at : at + 4], found)
            if again is None or not isinstance(roll, Roll):
                return body
            name, dice = found.begins.name, replace(roll.dice, single=False)
            pools[name] = FusedRoll(tuple(found.readings.values()), again)
            whole = replace(roll, name=name, dice=dice)
            return (*body[:at], whole, *body[at + 4 :])
    done: list[Instruction] = []
    for one in body:
        done.append(with_blocks(one, lambda block: _at_once(block, found, pools)))
    return tuple(done)


def _again(steps: Body, found: _List) -> tuple[Typed, Typed] | None:
    """Return the faces that are rolled again and how many times at most, if steps are
    those that a roll with `again` is lowered to (`lowering.chance`)."""
    match steps:
        case (
            Roll(name=first),
            Let(),
            Let(name=left),
            When(
                then=(
                    Repeat(
                        body=(
                            Roll(name=more),
                            Let() as grows,
                            Let(
                                name=remains,
                                value=Collect(
                                    where=Apply(name="in", arguments=(_, faces))
                                ),
                            ),
                        ),
                        times=most,
                    ),
                ),
                other=(),
            ),
        ) if grows is found.grows and more == found.more.name and left == remains:
            ours = all(name[:1] == HIDDEN for name in (first, left, more))
        case _:
            return None
    if not ours or most is None or not free(faces, most) <= found.steady:
        return None
    return (faces, most) if safe(faces, True) and safe(most, True) else None


def _growing(procedure: Procedure) -> list[str]:
    every = tuple(instructions(procedure.body))
    gathered = {i.gathers[1] for i in every if isinstance(i, ForEach) and i.gathers}
    lets = [each for each in every if isinstance(each, Let)]
    counts = Counter(each.name for each in lets)
    return [
        each.name
        for each in lets
        if _added(each) is not None
        and counts[each.name] == 2
        and each.name not in gathered
    ]


def _added(one: Let) -> Local | None:
    """Return the list by which a list is lengthened; None for any other binding."""
    match one.value:
        case Apply(
            name="joined",
            arguments=(
                Apply(name="list", arguments=(Local() as own, Local() as more)),
            ),
        ) if own.name == one.name != more.name:
            return more
    return None


def _found(name: str, procedure: Procedure, analysis: Analysis) -> _List | None:
    """Return a list that grows, if all that is read of it can be kept instead."""
    every = tuple(instructions(procedure.body))
    begins, grows = (i for i in every if isinstance(i, Let) and i.name == name)
    more = _added(grows)
    if more is None or _added(begins) is not None:
        return None
    others = tuple(one for one in every if one is not grows and one is not begins)
    readings = dice_readings(others, name)
    if not readings:
        return None
    times = Counter(each for one in every for each in bound(one))
    times.update(each.name for each in procedure.takes)
    known = _known_at(procedure.body, begins, {each.name for each in procedure.takes})
    steady = {each for each in known or () if times[each] == 1} | {FACE}
    for reading in readings.values():
        fixed = free(reading.gives) <= steady
        if not fixed or not safe(reading.gives, nested=True):
            return None
        if reads_of(analysis.declared_reads, reading.gives):
            return None
    return _List(begins, grows, more, readings, frozenset(steady))


def _known_at(body: Body, wanted: Instruction, known: set[str]) -> set[str] | None:
    """Return the locals that are bound when an instruction is come to."""
    for one in body:
        if one is wanted:
            return known
        for block in blocks(one):
            found = _known_at(block, wanted, known | bound(one))
            if found is not None:
                return found
        known = known | bound(one)
    return None


def _kept(body: Body, found: _List) -> Body:
    name = found.begins.name
    kept = {
        node: Local(f"{HIDDEN}grown_{name}_{at}", node.type)
        for at, node in enumerate(found.readings)
    }
    done: list[Instruction] = []
    for one in body:
        if one is found.begins:
            begun = found.begins.value
            done += _instead(
                one,
                {own: substituted(node, name, begun) for node, own in kept.items()},
            )
        elif one is found.grows:
            done += _instead(
                one, {own: _joined(node, own, found) for node, own in kept.items()}
            )
        else:
            whole = with_blocks(one, lambda block: _kept(block, found))
            done.append(rewritten(whole, kept.get))
    return tuple(done)


def _instead(one: Instruction, values: Mapping[Local, Typed]) -> Iterator[Let]:
    """Yield bindings in the place of an instruction: the first has its number."""
    for at, (own, value) in enumerate(values.items()):
        number = UNNUMBERED if at else one.number
        yield Let(one.site, own.name, value, number=number)


def _joined(node: Typed, own: Local, found: _List) -> Typed:
    """Return a reading of the longer list, from those of its parts."""
    added = substituted(node, found.begins.name, found.more)
    operator = found.readings[node].operator
    if operator == "+":
        return Apply("+", (own, added), node.type)
    if operator in ("any", "all"):
        return Apply("or" if operator == "any" else "and", (own, added), Boolean())
    return Apply(operator, (own, added), INTEGER)


# What becomes of the log: `forget` drops what is too old, `settle` ranks moments.


def emit_forgetting(to: ExpressionWriter, lines: SourceLines) -> None:
    """Emit `forget(W)`: the log without the events before their `kept_since`."""
    kept = [each for each in to.declared.events.values() if each.since is not None]
    if not kept:
        return
    with lines.block("def forget(W):"):
        lines.add(f"now, entries, births, labels = {to.log}")
        lines.add("left = []")
        with lines.block("for at, name, took in _walk(entries):"):
            for each in kept:
                lines.span = each.span
                start, given = head(to, "events", each.name, each.takes)
                state = "W, " if given.startswith("W") else ""
                with lines.block(f"if name == {each.name!a}:"):
                    lines.add(
                        f"if at >= {start}({state}*took): left += ((at, name, took),)"
                    )
        lines.add("return (now, _tuple(left), births, labels)")


def emit_settling(to: ExpressionWriter, lines: SourceLines) -> None:
    """Emit `settle(W)`, for a program whose moments all lie in the state."""
    fields = tuple(
        (to.kind(kind.name), slot, where)
        for kind in to.declared.kinds.values()
        for slot, each in enumerate(kind.fields)
        if (where := shape(each.type)) is not None
    )
    events = tuple(
        (each.name, where)
        for each in to.declared.events.values()
        if (where := shape(each.record)) is not None
    )
    with lines.block(f"def {SETTLE}(W):"):
        lines.add(f"return _ranked(W, {to.literal(fields)}, {to.literal(events)})")


def settles(to: ExpressionWriter, observed: Fields) -> bool:
    """Tell whether moments are read at all, and none is observed."""
    types = {
        (kind.name, each.name): each.type
        for kind in to.declared.kinds.values()
        for each in kind.fields
    }
    seen = any(shape(types[each]) is not None for each in observed if each in types)
    return CLOCK in to.analysis.read and not seen


def holds(procedure: Procedure, live: LocalNames) -> bool:
    """Tell whether a moment is held outside the state where the procedure stops.

    `live` are the locals that its functions take. What is drawn, chosen or returned is
    held between the stop and the answer.
    """
    if shape(procedure.gives) is not None:
        return True
    every = tuple(instructions(procedure.body))
    reads = (n for one in every for n in nodes(*expressions(one)))
    held = {n.name for n in reads if isinstance(n, Local) and shape(n.type) is not None}
    return bool(held & live) or any(_answered(one, held) for one in every)


def _answered(one: Instruction, held: set[str]) -> bool:
    if isinstance(one, ForEach):
        return shape(one.source.type) is not None
    return isinstance(one, (Draw, Choice, Invoke)) and bool(held & bound(one))


def emit(
    program: Program,
    form: str,
    *,
    observed: Fields | None = None,
    asked: str = "",
    analysis: Analysis | None = None,
    fusing: bool = True,
    marked: bool = False,
) -> GeneratedCode:
    """Emit a program in one of FORMS.

    With `observed`, exact only: what neither the result nor those fields hang on is
    left out (`slicing`), and moments are ranked where that is safe; with `asked` for
    runs of that procedure alone. Without `fusing` every roll of
    exact is answered by faces. `marked`, not direct: the driver's `mark` is told
    what is run through, by ("steps", "then" or "else", site, -1) or (section, name,
    row or -1); nothing is sliced then.
    """
    if form not in FORMS:
        raise ValueError(f"no form '{form}'")
    sites = sites_of(program)  # of the whole program: passes keep their numbers
    numbered_from = first_sites(program.procedures)
    only = (asked,) if form == "exact" and asked and not marked else None
    if form != "trace" and not marked:
        program = simplified(program, _reachable(program, only))
    if form == "direct" and not marked:
        program = without_sure_checks(program)
    if observed is not None and form == "exact" and not marked:
        program, analysis = sliced(program, observed, asked), None
    found = analysis or analyse(program)
    keep = None
    if observed is not None:
        rules = [each.call for each in program.rules.values() if each.call is not None]
        keep = observed.union(found.read, reads_of(found.declared_reads, *rules))
    names = [name for name, _ in parts(program.declared)]
    numbers = {name: number for number, name in enumerate(names)}
    to = ExpressionWriter(program.declared, found, numbers, form == "trace", marked)
    to = replace(to, memoised=memoised(to), partial=form == "direct")
    to = replace(to, counted=counted_filters(program) if to.partial else frozenset())
    maker = UnitWriter(program, form, to, keep, fusing)
    maker.settles = observed is not None and settles(to, observed)
    maker.sites, maker.first_sites = sites, numbered_from
    wanted = _reachable(program, only)
    units: dict[str, CodeUnit] = {}
    for name in program.procedures:
        if name in wanted:
            units[name] = maker.procedure(name)
    entries = maker.entries()
    head = emit_declarations(to)
    emit_forgetting(to, head)
    if maker.settles:
        emit_settling(to, head)
    head.join(maker.lines)
    split = head.split()
    units |= {part: code_unit(lines) for part, lines in split.items()}
    units.setdefault(DECLARATIONS, ("", ()))
    declared = {each: part for part in split if part for each in split[part].functions}
    fractions = tuple(to.fractions)
    return GeneratedCode(
        form, units, maker.functions, entries, fractions, sites, declared
    )


def all_removable(program: Program) -> Analysis:
    """Return the analysis of a program of whose entities any may be missing, for code
    that is run where others than its rules remove some."""
    every = frozenset(program.declared.kinds)
    return replace(analyse(program), removed=every)


def _reachable(program: Program, procedures: Collection[str] | None) -> Collection[str]:
    """Return the procedures that a run of some can come to; of None, all."""
    if procedures is None:
        return program.procedures
    return {name for each in procedures for name in reached_from(program, each)}


def code_unit(lines: SourceLines) -> CodeUnit:
    """Return lines as plain data."""
    spans = tuple(
        None if each is None else (each.source.name, each.start, each.end)
        for each in lines.spans
    )
    return lines.source, spans


class UnitWriter:
    """Writes the code units of procedures, entry points and rules of policies."""

    def __init__(
        self,
        program: Program,
        form: str,
        to: ExpressionWriter,
        keep: Fields | None,
        fusing: bool,
    ) -> None:
        self.program = program
        self.form = form
        self.to = to
        self.keep = keep
        self.fusing = fusing
        self.functions: dict[str, tuple[str, int, str, tuple[str, ...]]] = {}
        self.lines = SourceLines()
        self.first_sites: Mapping[str, int] = {}
        self.settles = False
        self.sites: Sequence[tuple[str, Instruction]] = ()
        self.trials = TrialFunctions(program, to)

    def procedure(self, name: str) -> CodeUnit:
        """Emit one procedure."""
        given = self.program.procedures[name]
        pools: DicePools = {}
        if self.form == "exact" and self.fusing:
            marked = self.to.marked
            given, pools = accumulated(given, self.to.analysis, marked)
            given, pools = fuse(given, self.to.analysis, pools)
            given = compared_early(given, self.to.analysis.waits)
        to = self.to.inside(totals=totals(given))
        if self.form == "direct":
            self.functions[direct(name)] = (name, 0, "entry", ())
            writer = DirectWriter(to, self.first_sites[name], given)
            writer.sites = self.sites
            lines = writer.procedure_source()
            lines.join(self.trials.of(name))
            return code_unit(lines)
        return self.segments(given, pools, to)

    def segments(
        self,
        given: Procedure,
        pools: DicePools,
        to: ExpressionWriter,
    ) -> CodeUnit:
        """Emit the segments of one procedure."""
        gives = {name: each.gives for name, each in self.program.procedures.items()}
        site = self.first_sites[given.name]
        maker = ResumableWriter(to, site, given, self.form, self.keep, gives)
        maker.pools = pools
        maker.sites = self.sites
        lines, points = maker.procedure_source()
        names = LocalNames().union(*(each.live for each in points))
        self.settles = self.settles and not holds(given, names)
        for each in points:
            live = tuple(local(name) for name in each.live)
            named = point(given.name, each.number)
            self.functions[named] = (given.name, each.number, each.kind, live)
        return code_unit(lines)

    def entries(self) -> dict[str, tuple[str, str]]:
        """Emit what entry points call, and the rules of policies."""
        found = {}
        for number, (name, entry) in enumerate(called_by_name(self.program).items()):
            emit_entry(self.to, self.lines, f"e{number}", entry)
            if self.form == "direct" and name in self.program.rules:
                emit_ranks(self.to, self.lines, f"e{number}", entry)
            found[name] = (f"e{number}", "" if entry.call else entry.procedure)
        return found


def called_by_name(program: Program) -> dict[str, EntryPoint]:
    """Return entry points and the rules of policies, in the order of their numbers."""
    return {**program.entries, **program.rules}


def emit_entry(
    to: ExpressionWriter, lines: SourceLines, name: str, entry: EntryPoint
) -> None:
    """Emit what an entry point or a rule gives, or the arguments of its procedure."""
    given = ", ".join(["W", *(local(each.name) for each in entry.takes)])
    lines.span = entry.span
    with lines.block(f"def {name}({given}):"):
        if entry.call is not None:
            lines.add(f"return {to.of(entry.call)}")
        else:
            value = several([to.of(each) for each in entry.arguments])
            lines.add(f"return {value}")


__all__ = [
    "DECLARATIONS",
    "FORMS",
    "CodeUnit",
    "GeneratedCode",
    "code_unit",
    "emit",
]

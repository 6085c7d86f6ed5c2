"""A program as Python source."""

from collections.abc import Collection, Mapping

from interpreter.codegen.declarations import emit_declarations
from interpreter.codegen.dice_pools import PoolUse, fuse
from interpreter.codegen.direct import DirectWriter
from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.resumable import ResumableWriter
from interpreter.codegen.source import (
    DECLARATIONS,
    FORMS,
    Chunk,
    GeneratedCode,
    SourceLines,
    direct,
    local,
    point,
    several,
)
from interpreter.codegen.state_reduction import (
    accumulated,
    compared_early,
    emit_forgetting,
    emit_settling,
    holds,
    is_early,
    settles,
)
from interpreter.ir.effects import (
    Analysis,
    Fields,
    analyse,
    parts,
    reached_from,
    reads_of,
)
from interpreter.ir.instructions import Instruction, Procedure, Program
from interpreter.ir.slicing import sliced
from interpreter.ir.walking import LocalNames, instructions, totals


def sites_of(program: Program) -> tuple[tuple[str, Instruction], ...]:
    """Number every instruction of a program: its place here."""
    return tuple(
        (name, one)
        for name, procedure in program.procedures.items()
        for one in instructions(procedure.body)
    )


def emit(
    program: Program,
    form: str,
    *,
    observed: Fields | None = None,
    asked: str = "",
    reachable_from: Collection[str] | None = None,
    analysis: Analysis | None = None,
    fusing: bool = True,
    marked: bool = False,
) -> GeneratedCode:
    """Emit a program in one of FORMS.

    With `observed`, exact only: what neither the result nor those fields hang on is
    left out (`slicing`), and moments are ranked where that is safe; with `asked` for
    runs of that procedure alone. With `reachable_from` only those procedures and what
    they call are written; all others are unknown to a run. Without `fusing` every roll
    of exact is answered by faces. `marked`, not direct: the driver's `mark` is told
    what is run through, by ("steps", "then" or "else", site, -1) or (section, name,
    row or -1); nothing is sliced then.
    """
    if form not in FORMS:
        raise ValueError(f"no form '{form}'")
    if observed is not None and form == "exact" and not marked:
        program, analysis = sliced(program, observed, asked), None
    sites = sites_of(program)
    found = analysis or analyse(program)
    keep = None
    if observed is not None:
        rules = [each.call for each in program.rules.values() if each.call is not None]
        keep = observed.union(found.read, reads_of(found.declared_reads, *rules))
    names = [name for name, _ in parts(program.declared)]
    numbers = {name: number for number, name in enumerate(names)}
    to = ExpressionWriter(program.declared, found, numbers, form == "trace", marked)
    maker = _Maker(program, form, to, keep, fusing)
    maker.settles = observed is not None and settles(to, observed)
    if form == "exact" and asked and not marked:
        reachable_from = (asked,)
    wanted = _reachable(program, reachable_from)
    chunks: dict[str, Chunk] = {}
    for name in program.procedures:
        if name in wanted:
            chunks[name] = maker.procedure(name)
        else:
            maker.pass_by(name)
    entries = maker.entries()
    head = emit_declarations(to)
    emit_forgetting(to, head)
    if maker.settles:
        emit_settling(to, head)
    head.join(maker.lines)
    split = head.split()
    chunks |= {part: chunk(lines) for part, lines in split.items()}
    chunks.setdefault(DECLARATIONS, ("", ()))
    declared = {each: part for part in split if part for each in split[part].functions}
    fractions = tuple(to.fractions)
    return GeneratedCode(
        form, chunks, maker.functions, entries, fractions, sites, declared
    )


def _reachable(program: Program, procedures: Collection[str] | None) -> Collection[str]:
    """Return the procedures that a run of some can come to; of None, all."""
    if procedures is None:
        return program.procedures
    return {name for each in procedures for name in reached_from(program, each)}


def chunk(lines: SourceLines) -> Chunk:
    """Return lines as plain data."""
    spans = tuple(
        None if each is None else (each.source.name, each.start, each.end)
        for each in lines.spans
    )
    return lines.source, spans


class _Maker:
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
        self.next = 0
        self.settles = False

    def pass_by(self, name: str) -> None:
        """Leave out a procedure; its steps have their numbers all the same."""
        self.next += sum(1 for _ in instructions(self.program.procedures[name].body))

    def procedure(self, name: str) -> Chunk:
        """Emit one procedure."""
        given = self.program.procedures[name]
        pools: dict[str, tuple[PoolUse, ...]] = {}
        if self.form == "exact" and self.fusing:
            given = accumulated(given, self.to.analysis)
            given, pools = fuse(given, self.to.analysis)
            given = compared_early(given, self.to.analysis.waits)
        # What is ours has no number: all emissions number the pack's steps alike.
        every = [one for one in instructions(given.body) if not is_early(one)]
        numbers = {id(one): number for number, one in enumerate(every, self.next)}
        self.next += len(every)
        to = self.to.inside(totals=totals(given))
        if self.form == "direct":
            self.functions[direct(name)] = (name, 0, "entry", ())
            return chunk(DirectWriter(to, numbers, given).procedure_source())
        return self.segments(given, numbers, pools, to)

    def segments(
        self,
        given: Procedure,
        numbers: dict[int, int],
        pools: Mapping[str, tuple[PoolUse, ...]],
        to: ExpressionWriter,
    ) -> Chunk:
        """Emit the segments of one procedure."""
        gives = {name: each.gives for name, each in self.program.procedures.items()}
        maker = ResumableWriter(to, numbers, given, self.form, self.keep, gives)
        maker.pools = pools
        lines, points = maker.procedure_source()
        names = LocalNames().union(*(each.live for each in points))
        self.settles = self.settles and not holds(given, names)
        for each in points:
            live = tuple(local(name) for name in each.live)
            named = point(given.name, each.number)
            self.functions[named] = (given.name, each.number, each.kind, live)
        return chunk(lines)

    def entries(self) -> dict[str, tuple[str, str]]:
        """Emit what entry points call, and the rules of policies."""
        found = {}
        every = {**self.program.entries, **self.program.rules}
        for number, (name, entry) in enumerate(every.items()):
            given = ", ".join(["W", *(local(each.name) for each in entry.takes)])
            self.lines.span = entry.span
            with self.lines.block(f"def e{number}({given}):"):
                if entry.call is not None:
                    self.lines.add(f"return {self.to.of(entry.call)}")
                else:
                    value = several([self.to.of(each) for each in entry.arguments])
                    self.lines.add(f"return {value}")
            found[name] = (f"e{number}", "" if entry.call else entry.procedure)
        return found


__all__ = [
    "DECLARATIONS",
    "FORMS",
    "Chunk",
    "GeneratedCode",
    "chunk",
    "emit",
    "sites_of",
]

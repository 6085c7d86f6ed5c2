"""Code of a traced program of which each unit is generated when it is first called.

`generating.emit` writes a whole program; a test case runs a few of its procedures, and
many cases have a program of their own, under other options. Here a program is analysed
as a whole, for what is written of a procedure depends on what others do; but a unit is
written when `codegen.loading` first reads it. What is written is the same, only that
each entry point, and each function that sums some rows of modifiers, is a unit of its
own, since which sums are wanted is known only when all units are written.
"""

from collections.abc import Iterator
from types import CodeType

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.codegen.declarations import (
    emit_declaration,
    emit_total,
    traced_functions,
)
from interpreter.codegen.expressions import ExpressionWriter, total_form
from interpreter.codegen.generating import (
    UnitWriter,
    called_by_name,
    code_unit,
    emit_entry,
    emit_forgetting,
)
from interpreter.codegen.source import (
    DECLARATIONS,
    CodeUnit,
    FunctionFacts,
    GeneratedCode,
    SourceLines,
    UnitNeeds,
    UnitsOnDemand,
    declaration,
    point,
)
from interpreter.ir.effects import KnownFacts, RuleName, analyse, names_of
from interpreter.ir.instructions import Program
from interpreter.ir.walking import first_sites, sites_of

FORM = "trace"


class TracedUnits(UnitsOnDemand):
    """The code units of a program; `functions` grows with each procedure written."""

    def __init__(
        self,
        program: Program,
        marked: bool,
        known: KnownFacts,
        compiled: dict[tuple[str, str], CodeType],
    ) -> None:
        """Analyse the program, and write nothing."""
        self.compiled = compiled
        self._program = program
        analysis = analyse(program, known=known)
        self._names = tuple(names_of(program.declared))
        numbers = {name: number for number, name in enumerate(self._names)}
        to = ExpressionWriter(program.declared, analysis, numbers, True, marked)
        self._to = to
        self._first_sites = first_sites(program.procedures)
        self.sites = sites_of(program)
        self.functions: dict[str, FunctionFacts] = {
            point(name, 0): (name, 0, "entry", ()) for name in program.procedures
        }
        self._entries = {
            f"e{number}": entry
            for number, entry in enumerate(called_by_name(program).values())
        }
        self._rules: dict[str, RuleName] = {}
        self.declared: dict[str, str] = {each: each for each in self._entries}
        for name, number in numbers.items():
            unit = declaration(number)
            self._rules[unit] = name
            self.declared |= dict.fromkeys(traced_functions(to, name), unit)
        self._totals: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._written: dict[str, tuple[CodeUnit, UnitNeeds]] = {}

    def __getitem__(self, unit: str) -> CodeUnit:
        """Return a unit, which is written now if it has not been read before."""
        return self._unit(unit)[0]

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all units that are known: of sums those of units that were
        written."""
        yield from self._program.procedures
        yield DECLARATIONS
        yield from (*self._rules, *self._entries, *self._totals)

    def __len__(self) -> int:
        """Return the number of units that are known."""
        return sum(1 for _ in self)

    def needs(self, unit: str) -> UnitNeeds:
        """Return what must be in the namespace before a unit is loaded."""
        return self._unit(unit)[1]

    def _unit(self, unit: str) -> tuple[CodeUnit, UnitNeeds]:
        if unit not in self._written:
            to = replace(self._to, wanted={}, fractions={})
            code = self._code(unit, to)
            self._written[unit] = code, self._needs(to)
        return self._written[unit]

    def _code(self, unit: str, to: ExpressionWriter) -> CodeUnit:
        if unit in self._program.procedures:
            writer = UnitWriter(self._program, FORM, to, None, fusing=False)
            writer.sites, writer.first_sites = self.sites, self._first_sites
            code = writer.procedure(unit)
            self.functions |= writer.functions
            return code
        lines = SourceLines()
        if unit == DECLARATIONS:
            emit_forgetting(to, lines)
        elif unit in self._rules:
            emit_declaration(to, lines, self._rules[unit])
        elif unit in self._entries:
            emit_entry(to, lines, unit, self._entries[unit])
        else:
            emit_total(to, lines, *self._totals[unit])
        return code_unit(lines)

    def _needs(self, to: ExpressionWriter) -> UnitNeeds:
        sums = {}
        for name, rows in to.wanted:
            form = total_form(rows, len(to.declared.modifiers[name].rows))
            sums[f"d{to.numbers['modifiers', name]}{form}"] = name, rows
        self._totals |= sums
        return UnitNeeds(tuple(to.fractions), tuple(sums))


class CodeOnDemand(Struct):
    """Makes code of programs that have much in common, as those of a pack under other
    options; what is known of one is used for the next."""

    known: KnownFacts = field(default_factory=KnownFacts)
    compiled: dict[tuple[str, str], CodeType] = field(default_factory=dict)

    def code(self, program: Program, *, marked: bool = False) -> GeneratedCode:
        """Return the code of a program for a traced run, marked as `generating.emit`
        has it."""
        units = TracedUnits(program, marked, self.known, self.compiled)
        entries = {
            name: (f"e{number}", "" if entry.call else entry.procedure)
            for number, (name, entry) in enumerate(called_by_name(program).items())
        }
        return GeneratedCode(
            FORM, units, units.functions, entries, (), units.sites, units.declared
        )

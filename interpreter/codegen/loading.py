"""Emitted source made callable, each code unit when one of its functions is called."""

from collections.abc import Callable, Mapping
from types import CodeType, TracebackType

from interpreter.codegen.memoisation import MemoStore, size
from interpreter.codegen.runtime import Counted, constants, namespace
from interpreter.codegen.source import (
    DECLARATIONS,
    GeneratedCode,
    StoredUnits,
    UnitsOnDemand,
)
from interpreter.diagnostics import LimitExceeded, UmpireError, Unusable, problem
from interpreter.expressions.functions import FUNCTIONS
from interpreter.expressions.functions.plane import COMPARISONS
from interpreter.ir.instructions import Assign
from interpreter.source import Source, Span
from interpreter.values.faults import Fault, Unmet
from interpreter.values.types import Value

DEEPEST_CALL = 64
DEEPEST_LOOP = 20  # what Python allows in one function
_FILE = "<umpire:"


class RunForbidden(Unusable):
    """The rules forbid a run: a requirement of a step does not hold (exit 3).

    `unmet` is what there is to say of it; `commands` says it in the pack's words.
    `at_once`: it follows from the answer before it alone, with no dice in between.
    """

    def __init__(
        self,
        message: str,
        at: Span,
        unmet: Unmet,
        hint: str = "",
        at_once: bool = True,
    ) -> None:
        """Keep the sentence, the place of the step and the hint."""
        super().__init__(message, (problem(unmet.code, at, message, hint=hint),), hint)
        self.unmet = unmet
        self.at_once = at_once


class CompiledCode:
    """The functions of an emission in one namespace; `steps` counts what a run does."""

    def __init__(
        self,
        emitted: GeneratedCode,
        sources: Mapping[str, Source] | None = None,
        given: Mapping[str, Callable[..., Value]] | None = None,
    ) -> None:
        """Prepare; `sources` are the pack's, for spans; `given` the driver's callables.

        A direct form needs die, dice, draw, choose, choose_of, deeper and back (named
        without the underscore); a traced one trace, look, shown and hush.
        """
        self.emitted = emitted
        self.sources = sources or {}
        self.steps = Counted()
        self.kept = MemoStore(self.steps)
        self.names = namespace(self.steps, emitted.fractions, given or {})
        self.names |= {"_kept": self.kept, "_found": self.kept.found, "_size": size}
        self.load(DECLARATIONS)
        for name, function in FUNCTIONS.items():
            if function.later is not None:
                self.names[f"f_{name}"] = self._later(f"f_{name}", function.later)
        for name, comparison in COMPARISONS.items():
            self.names[f"f_{name}"] = self._later(f"f_{name}", comparison)
        for name, declaration in emitted.declared.items():
            self.names[name] = self._stub(name, declaration)
        for name, (procedure, *_) in emitted.functions.items():
            self.names[name] = self._stub(name, procedure)

    def reset(self) -> None:
        """Begin another run: all its steps, and nothing kept."""
        self.steps.reset()
        self.kept.forget()

    def load(self, unit: str) -> None:
        """Compile a code unit and put its functions into the namespace."""
        known = self.emitted.compiled
        code = known.get(unit)
        if code is None:
            code = known[unit] = self._code_of(unit)
        units = self.emitted.units
        if isinstance(units, UnitsOnDemand):
            needs = units.needs(unit)
            self.names |= constants(needs.fractions)
            for name in needs.functions:
                self.names.setdefault(name, self._stub(name, name))
        exec(code, self.names)  # source of ours, from checked trees only

    def _code_of(self, unit: str) -> CodeType:
        units = self.emitted.units
        if isinstance(units, UnitsOnDemand):
            key = unit, units[unit][0]
            if key not in units.compiled:
                units.compiled[key] = self._compile(unit)
            return units.compiled[key]
        if not isinstance(units, StoredUnits):
            return self._compile(unit)
        code = units.byte_code(unit)
        if code is None:
            code = self._compile(unit)
            units.note(unit, code)
        return code

    def _compile(self, unit: str) -> CodeType:
        name = f"{_FILE}{unit}>"
        try:
            return compile(self.emitted.units[unit][0], name, "exec", 0, True)
        except SyntaxError as error:
            if "too many" not in str(error):
                raise
            hint = "give the inner steps a procedure of their own"
            limit = LimitExceeded("loops inside loops", DEEPEST_LOOP, hint)
            raise limit.at(self._span_of(name, error.lineno or 1)) from None

    def _stub(self, name: str, unit: str) -> Callable[..., Value]:
        def first(*given: Value) -> Value:
            if self.names[name] is first:  # who kept it pays for loading once
                self.load(unit)
            return self.names[name](*given)

        return first

    def _later(self, name: str, found: Callable[[], Value]) -> Callable[..., Value]:
        def first(*given: Value) -> Value:
            self.names[name] = found()
            return self.names[name](*given)

        return first

    def rule(self, name: str, state: Value, arguments: tuple[Value, ...]) -> Value:
        """Return what a rule of a policy says in a state; a fault is a problem R7."""
        function, _ = self.emitted.entries[name]
        try:
            return self.names[function](state, *arguments)
        except Exception as error:
            raise self.explained(error) from error

    def explained(self, error: Exception) -> Exception:
        """Return what to raise for an error of emitted code: a problem R7, a limit
        with its place, or itself."""
        span = self.span(error.__traceback__)
        if isinstance(error, RecursionError):
            return LimitExceeded("calls inside calls", DEEPEST_CALL).at(span)
        if isinstance(error, LimitExceeded):
            return error.at(span)
        if isinstance(error, Unmet):
            at = self.emitted.sites[error.site][1].site.span
            return RunForbidden(error.message, at, error)
        found = _fault(error)
        if found is None or span is None:
            return error
        code, message, hint = found
        message = self._with_step(message, span)
        return Unusable(message, (problem(code, span, message, hint=hint),))

    def fault_at(self, site: int, error: Fault | LimitExceeded) -> UmpireError:
        """Return the problem of a fault at the step that has a site's number."""
        span = self.emitted.sites[site][1].site.span
        if isinstance(error, LimitExceeded):
            return error.at(span)
        message = self._with_step(error.message, span)
        found = problem(error.code, span, message, hint=error.hint)
        return Unusable(message, (found,))

    def _with_step(self, message: str, span: Span) -> str:
        """Add to a message what the step there would set, and its rule, or where there
        is none the step: the place alone says neither to somebody who only plays."""
        file = span.source.name
        at = [
            each
            for _, each in self.emitted.sites
            if (each.site.span.start, each.site.span.end) == (span.start, span.end)
            and each.site.span.source.name == file
        ]
        if not at:
            return message
        step = at[-1]  # a loop around one step stands at the same place, before it
        changes = step.changes if isinstance(step, Assign) else ()
        names = dict.fromkeys(f"'{each.kind}.{each.field}'" for each in changes)
        fields = f"{' or '.join(names)}: " if names else ""
        return f"{fields}{message} [{step.site.rule or step.site.path}]"

    def limit_in(
        self, function: Callable[..., Value], limit: LimitExceeded
    ) -> LimitExceeded:
        """Return a limit at the line where it was met, else at the first step of the
        function that is to go on."""
        code = function.__code__
        lines = (line for *_, line in code.co_lines() if line is not None)
        spans = [self._span_of(code.co_filename, line) for line in lines]
        steps = (each for each in spans if each not in (None, spans[0]))
        return limit.at(self.span(limit.__traceback__) or next(steps, spans[0]))

    def span(self, trace: TracebackType | None) -> Span | None:
        """Return the place in the pack of the innermost emitted line of a traceback."""
        found = None
        while trace is not None:
            name, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            found = self._span_of(name, line) or found
            trace = trace.tb_next
        return found

    def _span_of(self, name: str, line: int) -> Span | None:
        """Return the place in the pack of a line of emitted source; None of others."""
        if not name.startswith(_FILE):
            return None
        stretch = self.emitted.units[name[len(_FILE) : -1]][1][line - 1]
        if stretch is None:
            return None
        file, start, end = stretch
        return Span(self.sources.get(file) or Source(file, ""), start, end)


def _fault(error: Exception) -> tuple[str, str, str] | None:
    if isinstance(error, Fault):
        return error.code, error.message, error.hint
    if isinstance(error, ZeroDivisionError):
        return "R703", "division by zero", ""
    if isinstance(error, TypeError) and "None" in str(error):
        return "R704", "there is none where a value is needed", ""
    return None


def compile_emitted(
    emitted: GeneratedCode,
    sources: Mapping[str, Source] | None = None,
    given: Mapping[str, Callable[..., Value]] | None = None,
) -> CompiledCode:
    """Make an emission callable."""
    return CompiledCode(emitted, sources, given)


def depth_counter() -> tuple[Callable[[], None], Callable[[], None]]:
    """Return `deeper` and `back` for the direct form."""
    depth = 0

    def deeper() -> None:
        nonlocal depth
        depth += 1
        if depth >= DEEPEST_CALL:
            depth = 0
            raise LimitExceeded("calls inside calls", DEEPEST_CALL)

    def back() -> None:
        nonlocal depth
        depth -= 1

    return deeper, back

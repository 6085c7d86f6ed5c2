"""Emitted source made callable, each chunk when one of its functions is called."""

from collections.abc import Callable, Mapping
from types import CodeType, TracebackType
from typing import Any

from interpreter.emission.chunks import DECLARATIONS, Emitted
from interpreter.emission.keeping import Kept, size
from interpreter.emission.runtime import Counted, namespace
from interpreter.problems import LimitExceeded, Unusable, problem
from interpreter.source import Source, Span
from interpreter.values.faults import Fault, Unmet

DEEPEST_CALL = 64
DEEPEST_LOOP = 20  # what Python allows in one function
_FILE = "<umpire:"


class Forbidden(Unusable):
    """The rules forbid a run: a requirement of a step does not hold (exit 3).

    `unmet` is what there is to say of it; `commands` says it in the pack's words.
    """

    def __init__(self, message: str, at: Span, unmet: Unmet, hint: str = "") -> None:
        """Keep the sentence, the place of the step and the hint."""
        super().__init__(message, (problem(unmet.code, at, message, hint=hint),), hint)
        self.unmet = unmet


class Compiled:
    """The functions of an emission in one namespace; `steps` counts what a run does."""

    def __init__(
        self,
        emitted: Emitted,
        sources: Mapping[str, Source] | None = None,
        given: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        """Prepare; `sources` are the pack's, for spans; `given` the driver's callables.

        A direct form needs die, dice, draw, choose, deeper and back (named without the
        underscore); a traced one trace and look.
        """
        self.emitted = emitted
        self.sources = sources or {}
        self.steps = Counted()
        self.kept = Kept(self.steps, announced=emitted.form == "direct")
        self.names = namespace(self.steps, emitted.fractions, given or {})
        self.names |= {"_kept": self.kept, "_found": self.kept.found, "_size": size}
        self._code: dict[str, CodeType] = {}
        self.load(DECLARATIONS)
        for name, declaration in emitted.declared.items():
            self.names[name] = self._stub(name, declaration)
        for name, (procedure, *_) in emitted.functions.items():
            self.names[name] = self._stub(name, procedure)

    def reset(self) -> None:
        """Begin another run: all its steps, and nothing kept."""
        self.steps.reset()
        self.kept.forget()

    def load(self, chunk: str) -> None:
        """Compile a chunk and put its functions into the namespace."""
        code = self._code.get(chunk)
        if code is None:
            source = self.emitted.chunks[chunk][0]
            code = _code(source, f"{_FILE}{chunk}>")
            self._code[chunk] = code
        exec(code, self.names)  # source of ours, from checked trees only

    def _stub(self, name: str, chunk: str) -> Callable[..., Any]:
        def first(*given: Any) -> Any:
            if self.names[name] is first:  # who kept it pays for loading once
                self.load(chunk)
            return self.names[name](*given)

        return first

    def rule(self, name: str, world: Any, arguments: tuple[Any, ...]) -> Any:
        """Return what a rule of a policy says in a world; a fault is a problem R7."""
        function, _ = self.emitted.entries[name]
        try:
            return self.names[function](world, *arguments)
        except Exception as error:
            raise self.explained(error) from error

    def explained(self, error: Exception) -> Exception:
        """Return what to raise for an error of emitted code: a problem R7 or itself."""
        if isinstance(error, RecursionError):
            return LimitExceeded("calls inside calls", DEEPEST_CALL)
        if isinstance(error, Unmet):
            at = self.emitted.sites[error.site][1].site.span
            return Forbidden(error.message, at, error)
        found = _fault(error)
        span = self.span(error.__traceback__)
        if found is None or span is None:
            return error
        code, message = found
        return Unusable(message, (problem(code, span, message),))

    def fault_at(self, site: int, fault: Fault) -> Unusable:
        """Return the problem of a fault at the step that has a site's number."""
        span = self.emitted.sites[site][1].site.span
        return Unusable(fault.message, (problem(fault.code, span, fault.message),))

    def span(self, trace: TracebackType | None) -> Span | None:
        """Return the place in the pack of the innermost emitted line of a traceback."""
        found = None
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            if name.startswith(_FILE):
                spans = self.emitted.chunks[name[len(_FILE) : -1]][1]
                found = spans[trace.tb_lineno - 1] or found
            trace = trace.tb_next
        if found is None:
            return None
        name, start, end = found
        return Span(self.sources.get(name) or Source(name, ""), start, end)


def _code(source: str, name: str) -> CodeType:
    try:
        return compile(source, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        if "too many" not in str(error):
            raise
        hint = "give the inner steps a procedure of their own"
        raise LimitExceeded("loops inside loops", DEEPEST_LOOP, hint) from None


def _fault(error: Exception) -> tuple[str, str] | None:
    if isinstance(error, Fault):
        return error.code, error.message
    if isinstance(error, ZeroDivisionError):
        return "R703", "division by zero"
    if isinstance(error, TypeError) and "None" in str(error):
        return "R704", "there is none where a value is needed"
    return None


def compile_emitted(
    emitted: Emitted,
    sources: Mapping[str, Source] | None = None,
    given: Mapping[str, Callable[..., Any]] | None = None,
) -> Compiled:
    """Make an emission callable."""
    return Compiled(emitted, sources, given)


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

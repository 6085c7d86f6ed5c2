"""A problem as data."""

from dataclasses import dataclass
from typing import Literal

from interpreter.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a pack author (or a caller) did, with its place and what would be
    right."""

    code: str
    severity: Severity
    span: Span
    message: str
    expected: str = ""
    hint: str = ""
    related: tuple[tuple[Span, str], ...] = ()

    @property
    def order(self) -> tuple[bool, str, int, str]:
        """The order in which problems are shown: first errors of form (R0, R1) and of
        types, for others may follow from them; then file, place, code."""
        cause = self.code[:2] in ("R0", "R1") or self.code in ("R202", "R307")
        first = self.severity == "error" and cause
        return (not first, self.span.source.name, self.span.start, self.code)


def problem(
    code: str,
    span: Span,
    message: str,
    *,
    expected: str = "",
    hint: str = "",
    related: tuple[tuple[Span, str], ...] = (),
) -> Problem:
    """Make a problem of a catalogued code; a code not in the catalogue is a
    KeyError."""
    # the catalogue is long, and most runs have nothing to say
    from interpreter.problems.catalogue import CODES

    severity = CODES[code].severity
    return Problem(code, severity, span, message, expected, hint, related)

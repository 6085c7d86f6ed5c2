"""A problem as data."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from interpreter.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
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
) -> Diagnostic:
    """Make a problem of a catalogued code; a code not in the catalogue is a
    KeyError."""
    # the catalogue is long, and most runs have nothing to say
    from interpreter.diagnostics.catalogue import CODES

    severity = CODES[code].severity
    return Diagnostic(code, severity, span, message, expected, hint, related)


# The problems of a pack while it is read: they can be added, never taken away.  Those
# of a part can be reworded, one by one, before they are added.


class Diagnostics:
    """The problems found in a pack, in the order in which they were found.

    An expression that is read only to learn its type is read `apart`: its problems are
    reported when it is read in earnest. A declaration is read on demand and once, so
    it is always read `in_earnest`, from wherever it was needed first.
    """

    def __init__(self, problems: list[Diagnostic] | None = None) -> None:
        """Add to a list, which is the caller's, or to a new one."""
        self._kept: list[Diagnostic] = [] if problems is None else problems
        self._target = self._kept
        self.errors = 0
        """How many errors were found in the part that is being read."""

    def __iter__(self) -> Iterator[Diagnostic]:
        """Yield what was found in the part that is being read."""
        return iter(tuple(self._target))

    def append(self, found: Diagnostic) -> None:
        """Add a problem."""
        self._target.append(found)
        self.errors += found.severity == "error"

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Add problems."""
        for problem in found:
            self.append(problem)

    @contextmanager
    def into(self, problems: list[Diagnostic]) -> Iterator[list[Diagnostic]]:
        """Add what is found to another list meanwhile."""
        outer, self._target = self._target, problems
        errors, self.errors = self.errors, 0
        try:
            yield problems
        finally:
            self._target, self.errors = outer, errors

    @contextmanager
    def apart(self) -> Iterator[list[Diagnostic]]:
        """Collect what is found meanwhile; only for what is read once more."""
        with self.into([]) as found:
            yield found

    @contextmanager
    def in_earnest(self) -> Iterator[None]:
        """Add what is found meanwhile to the pack's problems, also within `apart`."""
        with self.into(self._kept):
            yield

    @contextmanager
    def part(
        self, reword: Callable[[Diagnostic], Diagnostic] | None = None
    ) -> Iterator[Collection[Diagnostic]]:
        """Give the problems of a part while it is read, for the caller to look at; at
        its end each is added, in the words that `reword` gives it."""
        problems: list[Diagnostic] = []
        try:
            with self.into(problems):
                yield problems
        finally:
            self.extend(map(reword, problems) if reword else problems)


__all__ = ["Diagnostics"]


# The nearest known name to a misspelt one, or which there are.

FEW = 8  # names listed where none is near


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, or None when none is near."""
    from difflib import get_close_matches  # only a mistake needs it

    plain = {each.replace("_", " ").lower(): each for each in known}
    wanted = name.replace("_", " ").lower()
    found = get_close_matches(wanted, list(plain), n=1)
    if not found and wanted.isalpha():  # `fo` looks like no other word, yet is `of`
        found = [each for each in plain if sorted(each) == sorted(wanted)]
    return plain[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint `did you mean 'x'?`, or "" when nothing is near."""
    found = nearest(name, known)
    return f"did you mean '{found}'?" if found else ""


def there_are(known: Iterable[str]) -> str:
    """Return a hint `there are: a, b`, shortened, or "" when there are none."""
    names = list(dict.fromkeys(known))
    more = " ..." if names[FEW:] else ""
    return f"there are: {', '.join(names[:FEW])}{more}" if names else ""

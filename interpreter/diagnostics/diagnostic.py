"""A problem with its place and its code; the exceptions that carry problems."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal, Self

from msgspec import Struct

from interpreter.source import Span

Severity = Literal["error", "warning", "note"]


class Fix(Struct, frozen=True):
    """A change of a text that removes a problem: write `replacement` for the characters
    of `span`. `safe`: the text then means what was meant, wherever it was typed; else
    its author should read it first."""

    span: Span
    replacement: str
    safe: bool = True


class Diagnostic(Struct, frozen=True):
    """Something a pack author (or a caller) did, with its place and what would be
    right."""

    code: str
    severity: Severity
    span: Span
    message: str
    expected: str = ""
    hint: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    fix: Fix | None = None
    allowed: str = ""
    """Why its author allows it at this place (`pipeline.allowed`)."""

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
    fix: Fix | None = None,
) -> Diagnostic:
    """Make a problem of a catalogued code; a code not in the catalogue is a
    KeyError."""
    # the catalogue is long, and most runs have nothing to say
    from interpreter.diagnostics.catalogue import CODES

    severity = CODES[code].severity
    if fix is None and isinstance(hint, NearName):
        fix = hint.fix(span)
    text = str(hint)
    return Diagnostic(code, severity, span, message, expected, text, related, fix)


# The problems of a pack while it is read: they can be added, never taken away.  Those
# of a part can be reworded, one by one, before they are added.


MOST_EXPLAINED = 400
"""Problems of a pack for which hints that take work are looked for."""


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
        self.is_apart = False
        """Whether what is found is not reported."""

    def __iter__(self) -> Iterator[Diagnostic]:
        """Yield what was found in the part that is being read."""
        return iter(tuple(self._target))

    @property
    def every(self) -> list[Diagnostic]:
        """The list of all problems of the pack."""
        return self._kept

    @property
    def wants_hints(self) -> bool:
        """Whether a hint that takes work is worth it: the problem will be reported, and
        not after very many others."""
        return not self.is_apart and len(self._kept) < MOST_EXPLAINED

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
        outer, self.is_apart = self.is_apart, True
        try:
            with self.into([]) as found:
                yield found
        finally:
            self.is_apart = outer

    @contextmanager
    def in_earnest(self) -> Iterator[None]:
        """Add what is found meanwhile to the pack's problems, also within `apart`."""
        outer, self.is_apart = self.is_apart, False
        try:
            with self.into(self._kept):
                yield
        finally:
            self.is_apart = outer

    @contextmanager
    def part(
        self, reword: Callable[[Diagnostic], Diagnostic] | None = None
    ) -> Iterator[Collection[Diagnostic]]:
        """Give the problems of a part while it is read, for the caller to look at; at
        its end each is added, in the words that `reword` gives it."""
        problems: list[Diagnostic] = []
        outer, self._target = self._target, problems  # as `into`, but entered often
        errors, self.errors = self.errors, 0
        try:
            yield problems
        finally:
            self._target, self.errors = outer, errors
            self.extend(map(reword, problems) if reword else problems)


__all__ = ["Diagnostics"]


# The nearest known name to a misspelt one, or which there are.

FEW = 8  # names listed where none is near


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, or None when none is near."""
    found = _near(name, known)
    return found[0] if found else None


def _near(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are like `name`, the nearest first, at most two."""
    from difflib import get_close_matches  # only a mistake needs it

    plain = {each.replace("_", " ").lower(): each for each in known}
    wanted = name.replace("_", " ").lower()
    found = get_close_matches(wanted, list(plain), n=2)
    if not found and wanted.isalpha():  # `fo` looks like no other word, yet is `of`
        found = [each for each in plain if sorted(each) == sorted(wanted)]
    return [plain[each] for each in found[:2]]


_NAME = re.compile(r"[^\W_][\w ]*", re.ASCII)  # what is written without quotes anywhere


class NearName(str):
    """A hint that names the one known name that is near a misspelt one."""

    name: str
    meant: str

    def __new__(cls, name: str, meant: str) -> Self:
        """Make the hint from the misspelt name and the one that was meant."""
        hint = super().__new__(cls, f"did you mean '{meant}'?")
        hint.name, hint.meant = name, meant
        return hint

    def __reduce__(self) -> tuple[type["NearName"], tuple[str, str]]:
        """Return how it is made again in another process."""
        return NearName, (self.name, self.meant)

    def __str__(self) -> str:
        """Return the sentence alone."""
        return str.__str__(self)

    def fix(self, span: Span) -> Fix | None:
        """Return the fix that writes the name that was meant, if the misspelt one is at
        one place of the span, as a word of its own."""
        form = r"[ _]+".join(map(re.escape, re.split(r"[ _]+", self.name.strip(" _"))))
        places = list(re.finditer(rf"(?<![\w-]){form}(?![\w-])", span.text))
        if len(places) != 1 or not _NAME.fullmatch(self.meant):
            return None
        start, end = (span.start + at for at in places[0].span())
        return Fix(Span(span.source, start, end), self.meant, safe=False)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint `did you mean 'x'?`, or "" when nothing is near; if one name alone
    is, a `problem` with this hint has the fix that writes it."""
    near = _near(name, known)
    if len(near) == 1:
        return NearName(name, near[0])
    return f"did you mean '{near[0]}'?" if near else ""


def there_are(known: Iterable[str]) -> str:
    """Return a hint `there are: a, b`, shortened, or "" when there are none."""
    names = list(dict.fromkeys(known))
    more = " ..." if names[FEW:] else ""
    return f"there are: {', '.join(names[:FEW])}{more}" if names else ""


MOST_OFFERED = 12  # names in a hint, when none is near


class UmpireError(Exception):
    """A failure that a person can read: one sentence (`message`), perhaps a `hint`, and
    what is wrong where in a pack (`problems`)."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the sentence and the hint."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.problems: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        """Return the sentence, also where one was made more exact later."""
        return self.message


class OpenStop(UmpireError):
    """A run needs an answer that nobody gave."""


class UnknownName(UmpireError):
    """A pack, procedure, scenario, option, seat or argument that is not there."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        """Name what was not found and offer the nearest."""
        names = sorted(known)
        super().__init__(f"unknown {what} '{name}'", did_you_mean(name, names))
        self.name = name
        if not self.hint:
            self.hint = _offered(names)


def _offered(names: list[str]) -> str:
    if not names:
        return "there are none"
    more = f" and {len(names) - MOST_OFFERED} more" if names[MOST_OFFERED:] else ""
    return f"there are: {', '.join(names[:MOST_OFFERED])}{more}"


class UsageError(UmpireError):
    """What was asked for cannot be asked so: an argument is missing, or two exclude
    each other."""


class NoPack(UmpireError):
    """A path without a pack."""


class Unusable(UmpireError):
    """A pack with problems, or a value that does not fit."""

    def __init__(
        self, message: str, problems: tuple[Diagnostic, ...] = (), hint: str = ""
    ) -> None:
        """Keep the problems, in the order in which they are shown."""
        super().__init__(message, hint)
        self.problems = tuple(sorted(problems, key=lambda each: each.order))


class LeftOver(Unusable):
    """Faces or draws were given that the run did not come to."""


class GameFileError(UmpireError):
    """A game file that is busy, damaged, none, or cannot be written."""


class Unavailable(UmpireError):
    """Something outside of Umpire that was asked for is missing, or does not answer."""


class LimitExceeded(UmpireError):
    """More than the documented limit was asked for; where a rule did, the
    problem says which."""

    def __init__(self, what: str, allowed: float | None, hint: str = "") -> None:
        """Name the limit and its number; None where no number says it."""
        most = "" if allowed is None else f", at most {allowed:,}"
        super().__init__(f"limit exceeded: {what}{most}", hint)
        self.what = what
        self.allowed = allowed

    @classmethod
    def of_nesting(cls) -> Self:
        """Return it for what nests more deeply than Python can follow; how deep that is
        hangs on what is nested, so it has no number."""
        hint = (
            "break the chain: let one of them take as an argument what the next gives"
        )
        return cls("declarations that need each other in a row", None, hint)

    @classmethod
    def of_equal_calls(cls, procedure: str) -> Self:
        """Return it for odds that depend on themselves, however deep one looks."""
        hint = (
            "give it an argument that counts down to an end, or return what the inner "
            "call gives with no step after it; 'umpire simulate' gives an estimate"
        )
        what = f"'{procedure}' waits for an equal call of itself in its own odds"
        return cls(what, None, hint)

    def at(self, span: Span | None) -> Self:
        """Return it at the place of the rule that ran; the first place stays."""
        if span is not None and not self.problems:
            self.problems = (problem("R711", span, self.message, hint=self.hint),)
        return self

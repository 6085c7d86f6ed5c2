"""The errors that a person or a caller can do something about: one family."""

from collections.abc import Iterable
from typing import Self

from interpreter.diagnostics.diagnostic import Diagnostic, did_you_mean, problem
from interpreter.source import Span

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

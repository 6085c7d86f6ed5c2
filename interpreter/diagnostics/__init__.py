"""Diagnostics with codes and positions, and the errors that end a command.

A `Diagnostic` is data: a code of the `catalogue`, a span, what was expected, a hint.
`Diagnostics` collects them while a pack is read; `errors` is the family of exceptions
that a caller or a user meets.

Invariants: the severity follows from the code; one mistake gives one diagnostic. Codes
outlive wording, so tests, editors and people can rely on them.
To add a code: a row in a module of `catalogue` with a bad and a good example, and a
folder in `tests/bad/`.
"""

from interpreter.diagnostics.diagnostic import (
    Diagnostic,
    Diagnostics,
    Fix,
    GameFileError,
    LeftOver,
    LimitExceeded,
    NoPack,
    OpenStop,
    UmpireError,
    Unavailable,
    UnknownName,
    Unusable,
    UsageError,
    did_you_mean,
    nearest,
    problem,
    there_are,
)

__all__ = [
    "Diagnostic",
    "Diagnostics",
    "Fix",
    "GameFileError",
    "LeftOver",
    "LimitExceeded",
    "NoPack",
    "OpenStop",
    "UmpireError",
    "Unavailable",
    "UnknownName",
    "Unusable",
    "UsageError",
    "did_you_mean",
    "nearest",
    "problem",
    "there_are",
]

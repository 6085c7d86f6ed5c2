"""What can be said against a ruleset, a value or a run: one catalogue of codes.

Holds: `Code` and the catalogue, `Problem` (data, never without a span), `Diagnostics`
(where problems go while a pack is read), `nearest` (did you mean), and the errors that
end a command with a documented exit code.
May import: source.
Invariants: a problem's severity comes from the catalogue; one mistake makes one
problem.
How to add: a row in the family's module under `catalogue/`, with a good and a bad
example, and a file in `tests/bad/` that shows it.
Why: codes outlive wording, so tests, editors and people can rely on them.
"""

from interpreter.diagnostics.diagnostic import (
    Diagnostic,
    Diagnostics,
    did_you_mean,
    nearest,
    problem,
    there_are,
)
from interpreter.diagnostics.errors import (
    GameFileError,
    LeftOver,
    LimitExceeded,
    NoPack,
    OpenStop,
    UmpireError,
    UnknownName,
    Unusable,
)

__all__ = [
    "Diagnostic",
    "Diagnostics",
    "GameFileError",
    "LeftOver",
    "LimitExceeded",
    "NoPack",
    "OpenStop",
    "UmpireError",
    "UnknownName",
    "Unusable",
    "did_you_mean",
    "nearest",
    "problem",
    "there_are",
]

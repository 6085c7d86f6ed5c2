"""Leaks let in on purpose, one function each: the pairs must see every one of them.

`seams` installs a leak in place of a function of the engine; the other modules hold the
leaks by what they change: `visibility` (which fields a seat sees), `viewing` (names and
numbers of a view), `labels`, `dice`, `rules` (what the rules are translated to),
`reports`, `questions` and `handouts`. `trying` plays pairs with one installed.
README.md has the table of the channels.

To add a leak: a function with `@leak(next number, channels)`, whose docstring says in
one sentence what it shows, and its number in the table. A leak must not break the
program, or it would be seen for another reason; where the engine has no seam for it,
extract a small function there.
"""

from functools import cache

from tests.secrets.leaks import (
    dice,
    handouts,
    labels,
    questions,
    reports,
    rules,
    viewing,
    visibility,
)
from tests.secrets.leaks.seams import Leak

MODULES = (visibility, viewing, labels, dice, rules, reports, questions, handouts)


@cache
def leaks() -> tuple[Leak, ...]:
    """Return all leaks, in the order of their numbers."""
    found = (
        value
        for module in MODULES
        for value in vars(module).values()
        if isinstance(value, Leak)
    )
    return tuple(sorted(found, key=lambda leak: leak.number))


def leak_by_name(text: str) -> Leak:
    """Return a leak by its number, its name or both; raises KeyError."""
    for leak in leaks():
        if text in (str(leak.number), leak.name, leak.title):
            return leak
    raise KeyError(text)

"""Names of several words that were joined with hyphens: in an expression, a minus."""

import re
from collections.abc import Iterator

from interpreter.checked.names import Names
from interpreter.language.tree import At
from interpreter.values.names import plain

CODES = frozenset({"R301", "R302", "R308", "R402"})
"""What is said of a word whose meaning is not known."""

_JOINED = re.compile(r"[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+")


def hyphenated(names: Names, text: str, at: At) -> tuple[At, str] | None:
    """Return where hyphens join the word at a place to a name that there is, and how
    that is written; None where they do not."""
    for found in _JOINED.finditer(text):
        if found.start() <= at[0] and at[1] <= found.end():
            name = plain(found[0].replace("-", "_"))
            known = {plain(each): each for each in _all(names)}
            return (found.span(), known[name]) if name in known else None
    return None


def _all(names: Names) -> Iterator[str]:
    for each in names.enumerations():
        yield from each.values
        yield from (name for name, _ in each.groups)
    for section in ("formulas", "tables", "modifiers", "kinds"):
        yield from names.listed(section)
    for fields in names.fields.values():
        yield from fields
    yield from (name for _, name in names.derived)

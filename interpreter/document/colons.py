"""A text in which a colon was forgotten: its key and its value."""

import re
from collections.abc import Collection

LONGEST = 500  # characters of an entry on a line; no longer text was meant as one
_BAND = re.compile(r"(-?\d+(?:(?:-|\.\.)-?\d*|\+)?|\.\.-?\d+)\s+(\S.*)\Z", re.DOTALL)
_SIGN = re.compile(r"([A-Za-z_][\w .]*?)\s*(?<![<>!=]):?=(?!=)\s*(\S.*)\Z", re.DOTALL)
_CLOSE = re.compile(r"([\w.+-]+):(?!//)([^\s:].*)\Z", re.DOTALL)


def meant(text: str, known: Collection[str] = ()) -> tuple[str, str] | None:
    """Return the key and the value of an entry that was surely meant to be one.

    It begins with one of the keys that are `known` there, or with a band; or another
    sign stands instead of the colon; or no blank stands behind it.
    """
    if len(text) > LONGEST:
        return None
    first, _, rest = text.partition(" ")
    if first in known and rest.strip():
        return first, rest.strip()
    for form in (_BAND, _CLOSE, _SIGN):
        if (found := form.match(text)) is not None:
            return found[1], found[2]
    return None


def asked(text: str) -> str:
    """Return the hint that asks for a colon behind the first of some words, or ""."""
    first, _, rest = text[:LONGEST].partition(" ")
    return f"is a ': ' missing behind '{first}'?" if rest.strip() else ""

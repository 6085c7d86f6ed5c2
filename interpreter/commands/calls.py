"""Calls as people write them: a name, and perhaps arguments in brackets."""

import re
from collections.abc import Iterator

_CALL = re.compile(r"\s*([^()]+?)\s*(?:\((.*)\))?\s*\Z", re.DOTALL)


def call_of(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the name and the texts of the arguments; None for what is no call."""
    found = _CALL.match(text)
    return None if found is None else (found[1], tuple(_split(found[2] or "")))


def _split(text: str) -> Iterator[str]:
    """Yield what stands between the commas that are in no bracket and no quotes."""
    depth, quoted, start = 0, False, 0
    for at, letter in enumerate(text):
        if letter == "'":
            quoted = not quoted
        elif not quoted:
            depth += (letter in "([") - (letter in ")]")
            if letter == "," and depth == 0:
                yield text[start:at].strip()
                start = at + 1
    if text[start:].strip():
        yield text[start:].strip()

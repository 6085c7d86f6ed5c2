"""Endings of the pictures that can be asked for."""

from pathlib import Path

from interpreter.problems import Unusable

PICTURE, TEXT = ".svg", ".txt"
"""Endings of what can be written; other ones would promise what nobody draws."""


def ending(given: str | None, *known: str) -> str:
    """Return the ending of a file that is to be written, "" where it has none; raises
    Unusable for one that is not known."""
    found = "" if given in (None, "-") else Path(str(given)).suffix.lower()
    if found and found not in known:
        what = {PICTURE: "a picture (SVG)", TEXT: "text"}
        hint = f"write {' or '.join(f'{each} for {what[each]}' for each in known)}"
        raise Unusable(f"--out '{given}': nothing is written as {found}", hint=hint)
    return found

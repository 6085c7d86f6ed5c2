"""Names of emitted code: none is a name of the pack, and no two are alike."""

import re
from collections.abc import Sequence

from interpreter.program.instructions import HIDDEN

SETTLE = "settle"
"""The function, in the exact form, that makes a world of its equals the same."""

_PLAIN = re.compile(r"[a-z0-9_]{1,60}\Z")


def slug(name: str) -> str:
    """Return a part of a Python name; another for every name."""
    return f"_{name}" if _PLAIN.match(name) else f"u{name.encode('utf-8').hex()}"


def local(name: str) -> str:
    """Return the Python name of a local of the pack, or of a hidden one."""
    if name[:1] == HIDDEN:
        return f"h_{name[1:]}"
    return f"v{slug(name)}"


def point(procedure: str, number: int) -> str:
    """Return the name of a resumable function."""
    return f"s{slug(procedure)}__{number}"


def direct(procedure: str) -> str:
    """Return the name of a direct function."""
    return f"p{slug(procedure)}"


def declaration(number: int) -> str:
    """Return the name of a declaration's chunk; no procedure's holds a space."""
    return f"declaration {number}"


def several(given: Sequence[str]) -> str:
    """Return the source of a tuple."""
    return f"({', '.join(given)},)" if given else "()"

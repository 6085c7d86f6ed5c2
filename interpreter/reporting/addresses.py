"""Where a change of an overlay finds a row: the path of the first as an example."""

from interpreter.document import Mapping
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import plain

HOLDING = ("rows", "cells", "weights", "groups")
"""Keys below which the parts of a table, or of modifiers, stand by their names."""
WORTH = ("give", "gives", "add")
"""Keys of what a row says."""
BESIDE = ("rule", "only", "say", "status")
"""Keys that say when a row counts and what it carries."""


def address(each: Declaration, section: str) -> str:
    """Return the path of what the first row of a table, or of modifiers, says; "" where
    there is none."""
    parts, node = [section, each.key], each.node
    while isinstance(node, Mapping):
        name = _held(node) or (_named(node) if parts[2:] else "")
        inner = node.get(name)
        if inner is None:
            break
        parts.append(f"'{name}'" if "." in name else plain(name))
        node = inner
    return ".".join(parts) if parts[2:] else ""


def _held(node: Mapping) -> str:
    found = (each for each in HOLDING if isinstance(node.get(each), Mapping))
    return next(found, "")


def _named(node: Mapping) -> str:
    names = [key.text for key, _ in node.entries if key.text not in BESIDE]
    worth = [each for each in WORTH if each in names]
    return next(iter([*worth, *names]), "")

"""What the tables of every kind have: rows, and a type of what they give."""

import re

from interpreter.checked.figures import text_of
from interpreter.checked.from_types import type_of
from interpreter.checked.names import Names
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Span
from interpreter.values.types import (
    INTEGER,
    Enumeration,
    Truth,
    Type,
)


def rows_of(node: Mapping, key: str = "rows") -> tuple[tuple[Scalar, Node], ...]:
    """Return the rows of a table as they are written."""
    found = node.get(key)
    return found.entries if isinstance(found, Mapping) else ()


def gives_of(names: Names, node: Mapping, values: list[Node]) -> Type:
    """The declared type, or the enumeration of what the rows give."""
    declared = node.get("gives")
    if declared is not None:
        return type_of(names, declared)
    texts = [text_of(value) for value in values]
    if all(re.match(r"[+-]?\d+\Z", text) for text in texts):
        return INTEGER
    if set(texts) <= {"yes", "no"}:
        return Truth()
    return Enumeration("", tuple(dict.fromkeys(text for text in texts if text)))


def place_of(each: Declaration, node: Mapping, key: str) -> Span:
    """Return where the rows begin: their key, or the name where there is none."""
    found = node.key(key)
    return each.span if found is None else found.span

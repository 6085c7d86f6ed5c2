"""Source texts, spans of them, and the names in them.

A `Source` is a named text; a `Span` is a range of it. Offsets count characters from 0,
lines and columns from 1. A `Name` is a name in its normal form.
"""

from interpreter.source.names import (
    Name,
    normalised,
    printed,
    rule_names,
    same_name,
    written_names,
)
from interpreter.source.text import Source, Span

__all__ = [
    "Name",
    "Source",
    "Span",
    "normalised",
    "printed",
    "rule_names",
    "same_name",
    "written_names",
]

"""Source texts and spans of them.

A `Source` is a named text; a `Span` is a range of it. Offsets count characters from 0,
lines and columns from 1.
"""

from interpreter.source.text import Source, Span

__all__ = ["Source", "Span"]

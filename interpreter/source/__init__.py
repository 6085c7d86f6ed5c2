"""Text and where it stands.

Holds: `Source` (a named text) and `Span` (a stretch of it).
May import: nothing of ours.
Invariants: offsets count characters from 0; lines and columns count from 1.
Why: every later record carries a span, so that a problem always points at a place.
"""

from interpreter.source.text import Source, Span

__all__ = ["Source", "Span"]

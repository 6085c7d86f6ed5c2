"""A labelled sum in JSON, within the values of a pack."""

from msgspec import Struct

from interpreter.reports.outputs.encoding import ExactNumber


class ModifierRowOutput(Struct, frozen=True, kw_only=True):
    """A row of modifiers."""

    group: str
    """The group."""
    row: str
    """The row."""
    value: ExactNumber | None
    """What it added, or would have added; null if that is not known."""
    applied: bool
    """Whether it counts."""
    why: str
    """Why it does not count: the condition that failed, and what it compared; else
    empty."""
    rule: str
    """The rule that it names, or an empty text."""
    at: str
    """Its place: file:line:column."""


class SumOutput(Struct, frozen=True, kw_only=True):
    """A labelled sum."""

    total: ExactNumber
    """The sum of the rows that count."""
    rows: tuple[ModifierRowOutput, ...]
    """All rows, applied or refused."""

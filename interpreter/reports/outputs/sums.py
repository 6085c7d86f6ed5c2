"""A labelled sum in JSON, within the values of a pack."""

from dataclasses import dataclass

from interpreter.reports.outputs.encoding import ExactNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierRowOutput:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SumOutput:
    """A labelled sum."""

    total: ExactNumber
    """The sum of the rows that count."""
    rows: tuple[ModifierRowOutput, ...]
    """All rows, applied or refused."""

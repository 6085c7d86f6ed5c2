"""What `odds --sensitivity` prints with `--json`."""

from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.encoding import VerbOutput


class StepFigureOutput(Struct, frozen=True, kw_only=True):
    """A figure that counts."""

    name: str
    """An outcome, whose probability it is; or `mean`, `deviation`, a quantile."""
    unit: Literal["chance", "number"]
    """Whether it is a probability from 0 to 1, or a number."""
    value: float | None
    """What it is now, rounded; null where it has no meaning."""


class RowEffectOutput(Struct, frozen=True, kw_only=True):
    """What one step of a row does."""

    path: str
    """The row, as an overlay writes it; of a roll table the edge above the row."""
    rule: str
    """The rules of the source that it carries, or empty."""
    at: str
    """Its place: file:line."""
    less: tuple[float | None, ...]
    """By how much each figure changes with one step less; empty where the rules then
    refuse to run."""
    more: tuple[float | None, ...]
    """The same with one step more."""
    refused: str
    """Why the rules refuse to run after a step, or empty."""


class SensitivityOutput(VerbOutput, frozen=True, kw_only=True):
    """By how much one step of each row moves the odds."""

    title: str
    """What was run."""
    figures: tuple[StepFigureOutput, ...]
    """The figures that count."""
    rows: tuple[RowEffectOutput, ...]
    """Every row that a run can reach, the largest effect first: of one figure its
    change, of the chances of several outcomes how much of all probability moves."""

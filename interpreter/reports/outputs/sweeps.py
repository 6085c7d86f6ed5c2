"""What `odds` and `simulate` print with `--json` of several settings or two sides."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.encoding import ABSENT, Absent, VerbOutput
from interpreter.reports.outputs.outcomes import OddsOutput, SimulationOutput


class AxisOutput(Struct, frozen=True, kw_only=True):
    """What was varied."""

    group: Literal["option", "argument", "field"]
    """What it is: an option of the pack, an argument, or a field of an entity."""
    name: str
    """Its name."""
    values: tuple[str, ...]
    """Its values, as they are typed."""


class StatisticOutput(Struct, frozen=True, kw_only=True):
    """A figure of both sides."""

    name: str
    """An outcome, whose probability it is; or `mean`, `deviation`, a quantile."""
    unit: Literal["chance", "number"]
    """Whether it is a probability from 0 to 1, or a number."""
    value: float | None
    """The figure, rounded; null where it has no meaning."""
    exact: Fraction | None
    """The same exactly; null of an estimate."""
    low: float | Absent = ABSENT
    """Of an estimate the low end of its interval of 95 %, if it has one."""
    high: float | Absent = ABSENT
    """The high end."""
    against: float | Absent | None = ABSENT
    """Of a comparison the same figure of the other side."""
    against_exact: Fraction | Absent | None = ABSENT
    """The same exactly; null of an estimate."""
    difference: float | Absent | None = ABSENT
    """Of a comparison this side less the other one."""
    difference_low: float | Absent = ABSENT
    """Of two estimates the low end of the interval of 95 % of the difference."""
    difference_high: float | Absent = ABSENT
    """The high end."""


class SweepCellOutput(Struct, frozen=True, kw_only=True):
    """One combination of values."""

    values: Mapping[str, str]
    """The value of each axis by its name."""
    figures: tuple[StatisticOutput, ...]
    """The figures that the table shows."""
    distribution: OddsOutput | SimulationOutput
    """Every outcome, as without a range."""
    against: OddsOutput | SimulationOutput | Absent = ABSENT
    """Of a comparison every outcome of the other side."""
    same: bool | Absent = ABSENT
    """Of a comparison whether both are proved to be the same distribution."""


class SweepOutput(VerbOutput, frozen=True, kw_only=True):
    """Odds or estimates of several settings, or of two sides beside each other."""

    title: str
    """What was run."""
    axes: tuple[AxisOutput, ...]
    """What was varied, the last changing fastest; empty where two sides alone were
    compared."""
    sides: tuple[str, ...]
    """Of a comparison what tells the two sides apart; else empty."""
    cells: tuple[SweepCellOutput, ...]
    """Each combination in order."""

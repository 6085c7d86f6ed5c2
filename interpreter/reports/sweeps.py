"""Several distributions, over what varies and of two sides, and their differences.

Cells stand in the order of their axes, the last axis changing fastest. A comparison
has the first side and by how much it differs from the second: chances in points of
percent, numbers as they are.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from fractions import Fraction
from io import StringIO
from math import sqrt
from typing import Literal, TypeAlias

from msgspec import Struct

from interpreter.engine.simulation.estimates import wilson
from interpreter.reports.colour import clean
from interpreter.reports.distributions import figure
from interpreter.reports.odds import OddsReport, odds_output
from interpreter.reports.outputs.encoding import ABSENT, Absent
from interpreter.reports.outputs.outcomes import OddsOutput, SimulationOutput
from interpreter.reports.outputs.sweeps import (
    AxisOutput,
    StatisticOutput,
    SweepCellOutput,
    SweepOutput,
)
from interpreter.reports.simulation import simulation_output
from interpreter.reports.sweep_statistics import (
    Measured,
    Statistic,
    is_same_distribution,
    statistics_for,
)
from interpreter.reports.values import spaced

SweepGroup: TypeAlias = Literal["option", "argument", "field"]


class SweepAxis(Struct, frozen=True):
    """What a sweep varies: an option, an argument or a field, with its values as they
    are printed."""

    group: SweepGroup
    name: str
    labels: tuple[str, ...]

    @property
    def title(self) -> str:
        """Its name as it is printed."""
        return spaced(self.name)

    def numbers(self) -> list[Fraction] | None:
        """Return its values if all are numbers; else None."""
        try:
            return [Fraction(label) for label in self.labels]
        except (ValueError, ZeroDivisionError):
            return None


def value_text(value: object) -> str:
    """Return a value of an axis as it is printed: as it would be typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        pairs = (f"{name}: {value_text(part)}" for name, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(value_text, value))}]"
    return "none" if value is None else clean(str(value))


class SweepCell(Struct, frozen=True):
    """One combination of values, as they are printed, with what it gives; of a
    comparison also what the other side gives."""

    values: tuple[str, ...]
    measured: Measured
    against: Measured | None = None

    @property
    def both(self) -> tuple[Measured, ...]:
        """What it gives, of each side."""
        return (
            (self.measured,) if self.against is None else (self.measured, self.against)
        )


class SweepReport(Struct, frozen=True):
    """What a sweep gives: its axes, a cell for each combination of their values, and of
    a comparison what tells the two sides apart."""

    title: str
    axes: tuple[SweepAxis, ...]
    cells: tuple[SweepCell, ...]
    sides: tuple[str, str] | None = None

    @property
    def turned(self) -> SweepReport:
        """A comparison with its sides exchanged."""
        if self.sides is None:
            return self
        cells = tuple(
            SweepCell(cell.values, cell.against or cell.measured, cell.measured)
            for cell in self.cells
        )
        return SweepReport(self.title, self.axes, cells, self.sides[::-1])

    @property
    def every(self) -> list[Measured]:
        """Everything that was measured."""
        return [measured for cell in self.cells for measured in cell.both]

    @property
    def is_exact(self) -> bool:
        """Tell whether all figures are exact, not estimates."""
        return all(measured.is_exact for measured in self.every)

    def statistics(self, chosen: Sequence[str] = ()) -> list[Statistic]:
        """Return the figures that are shown (`statistics_for`)."""
        return statistics_for(self.every, chosen)


def single(title: str, measured: Measured) -> SweepReport:
    """Return one distribution as a sweep in which nothing varies."""
    return SweepReport(title, (), (SweepCell((), measured),))


class SideDifference(Struct, frozen=True):
    """By how much a figure of the first side is larger than that of the second, and of
    estimates the ends of the interval of 95 %."""

    value: Fraction
    low: float | None = None
    high: float | None = None

    def text(self, statistic: Statistic) -> str:
        """Return it as it is printed: chances in points of percent."""
        if statistic.unit == "chance":
            return points(self.value)
        return signed(self.value)

    @property
    def is_certain(self) -> bool:
        """Tell whether it is exact, or its interval does not hold 0."""
        if self.low is None or self.high is None:
            return self.value != 0
        return self.low > 0 or self.high < 0


def points(value: Fraction) -> str:
    """Return a difference of chances in points of percent, with its sign; one that is
    not 0 is never rounded to it."""
    hundreds = value * 100
    if value and abs(hundreds) < Fraction(1, 200):
        return f"{'+' if value > 0 else '-'}<0.01"
    return f"{float(hundreds):+.2f}" if value else "="


def signed(value: Fraction) -> str:
    """Return a difference of numbers with its sign."""
    return f"{'+' if value > 0 else ''}{figure(value)}" if value else "="


def difference(cell: SweepCell, statistic: Statistic) -> SideDifference | None:
    """Return the difference of the two sides of a cell; None where a figure has no
    meaning on one of them.

    The interval is Newcombe's for two independent shares, and from the normal
    distribution for two means: each side's own interval, combined by squares.
    """
    if cell.against is None:
        return None
    one, other = statistic.figure(cell.measured), statistic.figure(cell.against)
    if one is None or other is None:
        return None
    value = one - other
    mine, theirs = statistic.interval(cell.measured), statistic.interval(cell.against)
    if mine is None and theirs is None:
        return SideDifference(value)
    low, high = mine or (float(one), float(one))
    other_low, other_high = theirs or (float(other), float(other))
    below = sqrt((float(one) - low) ** 2 + (other_high - float(other)) ** 2)
    above = sqrt((high - float(one)) ** 2 + (float(other) - other_low) ** 2)
    return SideDifference(value, float(value) - below, float(value) + above)


# As data.


def sweep_csv(report: SweepReport) -> str:
    """Return every outcome of every cell as CSV, one a line: the values of the axes,
    the side, the outcome, its probability as a decimal and as two whole numbers; of
    estimates the ends of the interval of 95 %."""
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    table = sweep_columns(report)
    writer.writerow(table)
    writer.writerows(zip(*table.values(), strict=True))
    return written.getvalue()


def sweep_columns(report: SweepReport) -> dict[str, list[object]]:
    """Return the same as columns by their names, all of one length.

    A column `side` is there for a comparison, `low` and `high` for estimates.
    """
    names = [axis.title for axis in report.axes]
    sides = report.sides or ("",)
    table: dict[str, list[object]] = {name: [] for name in names}
    extra = ["side"] if report.sides else []
    extra += ["outcome", "probability", "numerator", "denominator"]
    is_estimate = not report.is_exact
    extra += ["low", "high"] if is_estimate else []
    for name in extra:
        table[name] = []
    axis_numbers = [axis.numbers() for axis in report.axes]
    places = [
        dict(zip(axis.labels, numbers or axis.labels, strict=True))
        for axis, numbers in zip(report.axes, axis_numbers, strict=True)
    ]
    for cell in report.cells:
        for side, measured in zip(sides, cell.both, strict=True):
            for row in measured.outcomes:
                chance = Fraction(row.weight, measured.total)
                for name, value, known in zip(names, cell.values, places, strict=True):
                    table[name].append(_plain_number(known[value]))
                if report.sides:
                    table["side"].append(side)
                outcome = row.value if measured.is_number else row.label
                table["outcome"].append(_plain_number(outcome))
                table["probability"].append(float(chance))
                table["numerator"].append(row.weight)
                table["denominator"].append(measured.total)
                if is_estimate:
                    ends = _ends(measured, row.weight)
                    table["low"].append(ends[0])
                    table["high"].append(ends[1])
    return table


def _ends(measured: Measured, weight: int) -> tuple[float, float]:
    share = weight / measured.total
    return (share, share) if measured.is_exact else wilson(weight, measured.total)


def _plain_number(value: object) -> object:
    """Return a fraction that is whole as an integer, another as a text."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value


def sweep_output(report: SweepReport, chosen: Sequence[str] = ()) -> SweepOutput:
    """Return the sweep as the record for JSON."""
    statistics = report.statistics(chosen)
    return SweepOutput(
        title=report.title,
        axes=tuple(
            AxisOutput(group=axis.group, name=axis.title, values=axis.labels)
            for axis in report.axes
        ),
        sides=report.sides or (),
        cells=tuple(
            SweepCellOutput(
                values={
                    axis.title: value
                    for axis, value in zip(report.axes, cell.values, strict=True)
                },
                figures=tuple(
                    figure_output(cell, statistic) for statistic in statistics
                ),
                distribution=distribution_output(cell.measured),
                against=ABSENT
                if cell.against is None
                else distribution_output(cell.against),
                same=ABSENT
                if cell.against is None
                else is_same_distribution(cell.measured, cell.against),
            )
            for cell in report.cells
        ),
    )


def distribution_output(measured: Measured) -> OddsOutput | SimulationOutput:
    """Return every outcome of one distribution as the record for JSON."""
    report = measured.report
    if isinstance(report, OddsReport):
        return odds_output(report, measured.names)
    return simulation_output(report, measured.names)


def figure_output(cell: SweepCell, statistic: Statistic) -> StatisticOutput:
    """Return one figure of a cell as the record for JSON."""
    value = statistic.figure(cell.measured)
    interval = statistic.interval(cell.measured)
    found = difference(cell, statistic)
    other = None if cell.against is None else statistic.figure(cell.against)
    is_compared = cell.against is not None

    def exact(figure: Fraction | None, measured: Measured) -> Fraction | None:
        # a deviation is a root, which no fraction is
        return figure if measured.is_exact and statistic.is_exact else None

    return StatisticOutput(
        name=statistic.title,
        unit=statistic.unit,
        value=_rounded(value),
        exact=exact(value, cell.measured),
        low=ABSENT if interval is None else interval[0],
        high=ABSENT if interval is None else interval[1],
        against=_rounded(other) if is_compared else ABSENT,
        against_exact=ABSENT if cell.against is None else exact(other, cell.against),
        difference=_rounded(found.value if found else None) if is_compared else ABSENT,
        difference_low=_end(found.low if found else None),
        difference_high=_end(found.high if found else None),
    )


def _end(value: float | None) -> float | Absent:
    return ABSENT if value is None else value


def _rounded(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 9)

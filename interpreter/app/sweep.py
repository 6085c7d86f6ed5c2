"""Several distributions of the public API: over values that vary, or of two sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from interpreter.app.results import Distribution, Simulation
from interpreter.diagnostics import UnknownName, UsageError
from interpreter.maps.plots import Curve, CurvePoint, Scale, curves_picture
from interpreter.reports.colour import clean
from interpreter.reports.distributions import percent
from interpreter.reports.html import text_html
from interpreter.reports.odds import OddsReport
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.simulation import SimulationReport
from interpreter.reports.sweep_pictures import sweep_picture
from interpreter.reports.sweep_statistics import Measured, is_same_distribution
from interpreter.reports.sweep_text import sweep_text
from interpreter.reports.sweeps import (
    SweepCell,
    SweepReport,
    difference,
    sweep_columns,
    sweep_csv,
    sweep_output,
    value_text,
)
from interpreter.values.exact_numbers import numbers_of_any_length

Result: TypeAlias = "Distribution | Simulation"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sweep(Mapping[object, Result]):
    """Distributions or estimates, one for each combination of the values that vary.

    A mapping by the value where one thing varies, by a tuple of values where several
    do, in the order given, the last changing fastest; the key `()` where two
    distributions alone are compared. A value is looked up as it was given or as it is
    printed.
    """

    _report: SweepReport

    def __getitem__(self, key: object) -> Result:
        """Return what was worked out for a value, or for a tuple of them."""
        return result_of(self._cell(key).measured)

    def __iter__(self) -> Iterator[object]:
        """Yield the values as they are printed, numbers as numbers."""
        numbers = [axis.numbers() for axis in self._report.axes]
        places = [
            dict(zip(axis.labels, known or axis.labels, strict=True))
            for axis, known in zip(self._report.axes, numbers, strict=True)
        ]
        for cell in self._report.cells:
            key = tuple(
                place[value] for place, value in zip(places, cell.values, strict=True)
            )
            yield key[0] if len(key) == 1 else key

    def __len__(self) -> int:
        """Return how many combinations there are."""
        return len(self._report.cells)

    @property
    def axes(self) -> Mapping[str, tuple[str, ...]]:
        """What varies, with its values as they are printed."""
        return {axis.title: axis.labels for axis in self._report.axes}

    @property
    def sides(self) -> tuple[str, ...]:
        """Of a comparison what the two sides are called; else empty."""
        return self._report.sides or ()

    @property
    def same(self) -> bool:
        """Whether both sides of a comparison are proved to be the same distribution for
        each combination; never of estimates."""
        return all(
            is_same_distribution(cell.measured, cell.against)
            for cell in self._report.cells
            if cell.against is not None
        )

    def against(self, other: Sweep, names: tuple[str, str] | None = None) -> Sweep:
        """Return the comparison with a sweep over the same values; UsageError where the
        values differ, or where one is a comparison already."""
        given: object = other  # who writes Python without types gives anything
        if not isinstance(given, Sweep):
            hint = "give another sweep; 'compare' takes distributions"
            raise UsageError(f"a {type(other).__name__} is no sweep", hint)
        if self._report.sides or other._report.sides:
            raise UsageError("a comparison cannot be compared again")
        mine, theirs = self._report.cells, other._report.cells
        if [cell.values for cell in mine] != [cell.values for cell in theirs]:
            raise UsageError("the two sweeps have different values")
        cells = tuple(
            SweepCell(cell.values, cell.measured, beside.measured)
            for cell, beside in zip(mine, theirs, strict=True)
        )
        title = self._report.title
        if title != other._report.title:
            title = ""
        return Sweep(
            replace(self._report, title=title, cells=cells, sides=names or SIDES)
        )

    def difference(self, outcome: str, key: object = ()) -> float | None:
        """Return by how much a figure of the first side of a comparison is larger: of
        an outcome its probability (from -1 to 1), or the mean. `outcome` is written as
        after `--outcome`; None where the figure has no meaning."""
        if not self._report.sides:
            raise UsageError("only a comparison has differences")
        (statistic,) = self._report.statistics([outcome])
        found = difference(self._cell(key), statistic)
        return None if found is None else float(found.value)

    def chances(self, outcome: str) -> dict[object, Fraction]:
        """Return the chance of an outcome, written as after `--outcome`, by the values
        of the sweep; UsageError for a figure that is no chance."""
        (statistic,) = self._report.statistics([outcome])
        if statistic.unit != "chance":
            raise UsageError(f"'{outcome}' is no chance")
        figures = (statistic.figure(cell.measured) for cell in self._report.cells)
        return {
            key: Fraction(figure or 0)
            for key, figure in zip(self, figures, strict=True)
        }

    def text(self, *, outcomes: Sequence[str] = (), plot: str | None = None) -> str:
        """Return it as the command line prints it; `outcomes` and `plot` are what
        `--outcome` and `--plot` take."""
        with numbers_of_any_length():
            return sweep_text(self._report, chosen=outcomes, plot=plot)

    def svg(self, *, outcomes: Sequence[str] = (), plot: str | None = None) -> str:
        """Return it as a picture: curves, heat maps, or two sides beside each other."""
        with numbers_of_any_length():
            return sweep_picture(self._report, outcomes, plot)

    def csv(self) -> str:
        """Return every outcome of every combination, one a line."""
        return sweep_csv(self._report)

    def columns(self) -> dict[str, list[object]]:
        """Return the same as columns of one length, by their names: `DataFrame(...)` of
        pandas or polars takes them as they are."""
        return sweep_columns(self._report)

    def to_json(self) -> dict[str, object]:
        """Return what `--json` prints."""
        with numbers_of_any_length():
            return encoded(sweep_output(self._report))

    def _cell(self, key: object) -> SweepCell:
        values = key if isinstance(key, tuple) else (key,)
        wanted = tuple(map(value_text, values))
        for cell in self._report.cells:
            if cell.values == wanted:
                return cell
        known = [", ".join(cell.values) for cell in self._report.cells]
        raise UnknownName("combination of values", ", ".join(wanted), known)

    def __repr__(self) -> str:
        """Return what varies."""
        axes = ", ".join(f"{name}: {len(values)}" for name, values in self.axes.items())
        return f"Sweep({self._report.title!r}, {axes or self.sides})"

    def _repr_html_(self) -> str:
        return text_html(self.text())


def result_of(measured: Measured) -> Result:
    """Return a distribution or an estimate as the public API has it."""
    report = measured.report
    if isinstance(report, OddsReport):
        return Distribution.of(report, measured.names)
    assert isinstance(report, SimulationReport)
    return Simulation.of(report, measured.names, "", "")


SIDES = ("first", "second")
"""What the two sides of a comparison are called where nobody says."""


def compare(one: Result, other: Result, names: tuple[str, str] = SIDES) -> Sweep:
    """Return two distributions or estimates, of whatever rulesets, beside each other
    with the differences; outcomes are the same where they are printed so."""
    given: tuple[object, ...] = (one, other)
    for result in given:
        if not isinstance(result, Distribution | Simulation):
            hint = "compare two distributions or estimates; a sweep has 'against'"
            raise UsageError(f"a {type(result).__name__} cannot be compared", hint)
    cell = SweepCell((), one.measured, other.measured)
    return Sweep(SweepReport("", (), (cell,), names))


def draw_curves(
    title: str,
    along: str,
    curves: Mapping[str, Mapping[int, Fraction]],
    notes: Sequence[str] = (),
) -> str:
    """Return a picture of chances, of whatever rulesets: each curve by its name, its
    chances by a whole number of what is `along`; `notes` are written below."""
    if not any(curves.values()):
        raise UsageError("there is nothing to draw", "give a curve with a chance")
    numbers = sorted({number for curve in curves.values() for number in curve})
    scale = Scale(clean(along), tuple((float(n), str(n)) for n in numbers))
    drawn = [
        Curve(
            clean(name),
            tuple(_point(n, chance) for n, chance in sorted(curve.items())),
        )
        for name, curve in curves.items()
    ]
    return curves_picture(clean(title), scale, drawn, notes, are_chances=True)


def _point(number: int, chance: Fraction) -> CurvePoint:
    """Return a chance without an interval, at a number."""
    height = float(chance)
    return CurvePoint(float(number), height, height, height, percent(chance))

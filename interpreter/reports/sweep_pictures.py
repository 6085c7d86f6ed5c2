"""A sweep as a picture: curves, heat maps, or two sides beside each other."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from interpreter.maps.plots import (
    Curve,
    CurvePoint,
    HeatCell,
    HeatGrid,
    Pair,
    PairGroup,
    Scale,
    curves_picture,
    heat_picture,
    pairs_picture,
)
from interpreter.reports.colour import clean
from interpreter.reports.sweep_statistics import Measured, Statistic
from interpreter.reports.sweep_text import (
    difference_texts,
    figure_grid,
    foot_lines,
    grid_text,
    plot_of,
    title_of_sweep,
)
from interpreter.reports.sweeps import SweepCell, SweepReport, difference

MOST_GRIDS = 12


def sweep_picture(
    report: SweepReport, chosen: Sequence[str] = (), plot: str | None = None
) -> str:
    """Return a sweep as self-contained SVG.

    As asked for by `plot`; else a heat map for two axes, curves for one axis of
    numbers, and shaded figures for one of names or more than two. Raises UsageError as
    the text does.
    """
    statistics = report.statistics(chosen)
    form = plot_of(report, statistics, plot)
    title, foot = clean(title_of_sweep(report)), list(foot_lines(report, statistics))
    if not report.axes and report.sides is not None:
        return _pairs(report, statistics, title, foot)
    if plot is None and len(report.axes) == 2:
        form = "heat"
    if plot is None and len(report.axes) == 1 and report.axes[0].numbers() is not None:
        form = "curves"
    if form == "curves":
        return _curves(report, statistics, title, foot)
    if form == "heat":
        grids = [_grid(report, statistic) for statistic in statistics[:MOST_GRIDS]]
        return heat_picture(title, grids, foot)
    return heat_picture(title, [_table_grid(report, statistics)], foot)


def _pairs(
    report: SweepReport,
    statistics: Sequence[Statistic],
    title: str,
    foot: Sequence[str],
) -> str:
    pairs, numbers = pairs_of(report, statistics)
    groups = [PairGroup("", tuple(pairs), tuple(numbers))]
    return pairs_picture(title, report.sides or ("", ""), groups, foot)


def pairs_of(
    report: SweepReport, statistics: Sequence[Statistic]
) -> tuple[list[Pair], list[str]]:
    """Return the chances of a comparison without axes, and lines for its numbers."""
    (cell,) = report.cells
    pairs: list[Pair] = []
    numbers: list[str] = []
    for statistic in statistics:
        values = [statistic.figure(measured) for measured in cell.both]
        texts = " to ".join(statistic.text(value) for value in values[::-1])
        change, interval = difference_texts(cell, statistic)
        words = f"{texts}: {change}" + (f" ({interval})" if interval else "")
        if statistic.unit == "chance":
            first, second = (float(value or 0) for value in values)
            pairs.append(Pair(clean(statistic.title), first, second, words))
        else:
            numbers.append(f"{statistic.title}: {words}")
    return pairs, numbers


def _curves(
    report: SweepReport,
    statistics: Sequence[Statistic],
    title: str,
    foot: Sequence[str],
) -> str:
    """Return curves along the last axis: one for each figure, combination of the other
    axes, and side. Chances and numbers have no scale in common: where both are there,
    chances are drawn."""
    along = report.axes[-1]
    places = [*map(float, along.numbers() or range(len(along.labels)))]
    scale = Scale(along.title, tuple(zip(places, along.labels, strict=True)))
    are_chances = any(statistic.unit == "chance" for statistic in statistics)
    shown = [
        statistic
        for statistic in statistics
        if not are_chances or statistic.unit == "chance"
    ]
    if not are_chances and len(shown) > 1:
        # a deviation is no place on the scale of the numbers
        shown = [statistic for statistic in shown if statistic.title != "deviation"]
    curves = []
    wide = len(along.labels)
    for start in range(0, len(report.cells), wide):
        cells = report.cells[start : start + wide]
        for statistic in shown:
            for side, side_name in enumerate(report.sides or ("",)):
                others = zip(report.axes[:-1], cells[0].values[:-1], strict=True)
                names = [f"{axis.title} {value}" for axis, value in others]
                names.append(side_name)
                names += [statistic.title] if len(shown) > 1 else []
                curves.append(
                    Curve(
                        clean(", ".join(filter(None, names))) or statistic.title,
                        tuple(_points(statistic, places, cells, side)),
                    )
                )
    if len(shown) == 1:
        title = f"{title}: {clean(shown[0].title)}"
    return curves_picture(title, scale, curves, foot, are_chances=are_chances)


def _points(
    statistic: Statistic, places: Sequence[float], cells: Sequence[SweepCell], side: int
) -> Iterator[CurvePoint]:
    for place, cell in zip(places, cells, strict=True):
        measured: Measured = cell.both[side]
        value = statistic.figure(measured)
        if value is not None:
            low, high = statistic.interval(measured) or (float(value), float(value))
            yield CurvePoint(place, float(value), low, high, statistic.text(value))


def _grid(report: SweepReport, statistic: Statistic) -> HeatGrid:
    """Return a figure over two axes, shaded by its part of the largest."""
    down, across = report.axes
    figures = figure_grid(report, statistic)
    most = _most(value for row in figures for value in row)
    rows = tuple(
        tuple(
            HeatCell(grid_text(report, statistic, value), float((value or 0) / most))
            for value in row
        )
        for row in figures
    )
    names = (down.title, across.title, down.labels, across.labels)
    return HeatGrid(clean(statistic.title), *names, rows)


def _table_grid(report: SweepReport, statistics: Sequence[Statistic]) -> HeatGrid:
    """Return a row for each cell and a column for each figure; chances are shaded by
    themselves, numbers by their part of the largest of their column."""
    columns = []
    for statistic in statistics:
        values = [_shown(cell, statistic) for cell in report.cells]
        is_share = statistic.unit == "chance" and report.sides is None
        most = Fraction(1) if is_share else _most(values)
        columns.append(
            [
                HeatCell(
                    grid_text(report, statistic, value), float((value or 0) / most)
                )
                for value in values
            ]
        )
    return HeatGrid(
        "",
        ", ".join(axis.title for axis in report.axes),
        "change" if report.sides else "",
        tuple(", ".join(cell.values) for cell in report.cells),
        tuple(clean(statistic.title) for statistic in statistics),
        tuple(zip(*columns, strict=True)),
    )


def _shown(cell: SweepCell, statistic: Statistic) -> Fraction | None:
    """Return the figure of a cell; of a comparison its difference."""
    if cell.against is None:
        return statistic.figure(cell.measured)
    found = difference(cell, statistic)
    return None if found is None else found.value


def _most(values: Iterator[Fraction | None] | Sequence[Fraction | None]) -> Fraction:
    return max((abs(value) for value in values if value), default=Fraction(1))

"""A sweep as text: a table, a heat map or curves, alone or beside another side."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from interpreter.diagnostics import UsageError
from interpreter.reports.colour import PLAIN, Paint
from interpreter.reports.distributions import bar
from interpreter.reports.sweep_statistics import (
    Statistic,
    is_same_distribution,
    labels_of,
)
from interpreter.reports.sweeps import (
    SweepCell,
    SweepReport,
    difference,
    points,
    signed,
)
from interpreter.reports.text_layout import WIDTH, columns, width

PLOTS = ("table", "heat", "curves")
BAR = 12  # cells of the bar beside a row
_BLOCKS = " ▁▂▃▄▅▆▇█"
_DIGITS = " 123456789"


class TextStyle(Struct, frozen=True):
    """How text is drawn: its colour, whether with plain letters, and how wide."""

    paint: Paint = PLAIN
    plain: bool = False
    cells: int = WIDTH


PLAIN_STYLE = TextStyle()


def plot_of(
    report: SweepReport, statistics: Sequence[Statistic], plot: str | None
) -> str:
    """Return how a sweep is shown: as asked for, else a heat map of one figure over two
    axes, else a table. UsageError for a form that its axes do not allow."""
    if plot == "heat" and len(report.axes) != 2:
        raise UsageError(
            f"a heat map needs two things that vary; here are {len(report.axes)}",
            "give a range or a list to two of them, or --plot table",
        )
    if plot == "curves" and not report.axes:
        raise UsageError("curves need something that varies", "give a range or a list")
    if plot is not None:
        return plot
    return "heat" if len(report.axes) == 2 and len(statistics) == 1 else "table"


def sweep_text(
    report: SweepReport,
    *,
    chosen: Sequence[str] = (),
    plot: str | None = None,
    style: TextStyle = PLAIN_STYLE,
) -> str:
    """Return a sweep as a table, heat map or curves; a comparison with differences and
    what they come to."""
    statistics = report.statistics(chosen)
    form = plot_of(report, statistics, plot)
    lines = [style.paint.bold(title_of_sweep(report)), ""]
    if form == "heat":
        for statistic in statistics:
            lines += [*_heat(report, statistic, style), ""]
    elif form == "curves":
        lines += [*_curves(report, statistics, style), ""]
    elif not report.axes and report.sides is None:
        lines += [*_alone(report, statistics, style), ""]
    elif not report.axes:
        lines += [*_side_by_side(report, statistics, style), ""]
    else:
        lines += [*_table(report, statistics, style), ""]
    return "\n".join([*lines, *_foot(report, statistics, style)])


def title_of_sweep(report: SweepReport) -> str:
    """Return what was run, and of a comparison what is compared."""
    sides = " against ".join(report.sides or ())
    return ", ".join(filter(None, (report.title, sides)))


def _table(
    report: SweepReport, statistics: Sequence[Statistic], style: TextStyle
) -> list[str]:
    """Return a row for each cell and a column for each figure; of one chance also a
    bar. A comparison of one figure shows both sides, one of several each figure with
    its difference, or where these have no room the differences."""
    head = [axis.title for axis in report.axes]
    alone = statistics[0] if len(statistics) == 1 else None
    right = frozenset(range(len(head), len(head) + len(statistics) + 3))
    if report.sides is None and alone is not None and alone.unit == "chance":
        rows = [[*head, alone.title, ""]]
        for cell in report.cells:
            share = alone.figure(cell.measured) or Fraction(0)
            drawn = bar(share, BAR, style.plain)
            rows.append([*cell.values, alone.text(share), drawn])
        return columns(rows, right=frozenset([len(head)]), cells=style.cells)
    if report.sides is not None and alone is not None:
        rows = [[*head, *report.sides[::-1], *_difference_heads(report)]]
        for cell in report.cells:
            both = _texts_of_sides(cell, alone)
            differences = _difference_cells(report, cell, alone)
            rows.append([*cell.values, *both, *differences])
        heading = style.paint.bold(alone.title)
        return [heading, *columns(rows, right=right, cells=style.cells)]
    lines = _figures(report, statistics, _with_difference)
    if max(map(width, lines)) <= style.cells:
        return lines
    if report.sides is None:
        return _turned(report, statistics, _with_difference, style)
    heading = "changes; --outcome NAME shows both sides"
    lines = _figures(report, statistics, _short_difference)
    if max(map(width, lines)) > style.cells:
        lines = _turned(report, statistics, _short_difference, style)
    return [heading, *lines]


CellText: TypeAlias = Callable[[SweepCell, Statistic], str]


def _figures(
    report: SweepReport, statistics: Sequence[Statistic], text: CellText
) -> list[str]:
    """Return a row for each cell with a text for each figure."""
    head = [axis.title for axis in report.axes]
    rows = [[*head, *(statistic.title for statistic in statistics)]]
    rows += [
        [*cell.values, *(text(cell, statistic) for statistic in statistics)]
        for cell in report.cells
    ]
    return columns(rows, right=frozenset(range(len(head), len(rows[0]))))


def _turned(
    report: SweepReport,
    statistics: Sequence[Statistic],
    text: CellText,
    style: TextStyle,
) -> list[str]:
    """Return a row for each figure with a text for each cell, as many beside each other
    as have room."""
    title = ", ".join(axis.title for axis in report.axes)
    rows = [[title, *(", ".join(cell.values) for cell in report.cells)]]
    rows += [
        [statistic.title, *(text(cell, statistic) for cell in report.cells)]
        for statistic in statistics
    ]
    return beside(rows, style.cells)


def beside(rows: Sequence[Sequence[str]], cells: int) -> list[str]:
    """Return a table whose columns stand beside each other as far as a line has room,
    and go on below with the first column again."""
    first = max(width(row[0]) for row in rows) + 2
    wide = max(width(text) for row in rows for text in row[1:]) + 2
    fit = max((cells - first) // wide, 1)
    lines: list[str] = []
    for start in range(1, len(rows[0]), fit):
        part = [[row[0], *row[start : start + fit]] for row in rows]
        right = frozenset(range(1, len(part[0])))
        lines += [*([""] if lines else []), *columns(part, right=right)]
    return lines


def _short_difference(cell: SweepCell, statistic: Statistic) -> str:
    found = difference(cell, statistic)
    return "" if found is None else found.text(statistic)


def _texts_of_sides(cell: SweepCell, statistic: Statistic) -> list[str]:
    """Return what it is compared with, then itself: the change goes from left to
    right."""
    return [statistic.text(statistic.figure(measured)) for measured in cell.both[::-1]]


def difference_texts(cell: SweepCell, statistic: Statistic) -> list[str]:
    """Return the difference of the two sides, and of estimates its interval; "" where
    there is none."""
    found = difference(cell, statistic)
    if found is None:
        return ["", ""]
    if found.low is None or found.high is None:
        return [found.text(statistic), ""]
    if statistic.unit == "chance":
        low, high = (f"{100 * end:+.1f}" for end in (found.low, found.high))
    else:
        low, high = (signed(Fraction(end)) for end in (found.low, found.high))
    return [found.text(statistic), f"{low} to {high}"]


def _difference_heads(report: SweepReport) -> list[str]:
    return ["change"] if report.is_exact else ["change", INTERVAL]


def _difference_cells(
    report: SweepReport, cell: SweepCell, statistic: Statistic
) -> list[str]:
    return difference_texts(cell, statistic)[: len(_difference_heads(report))]


INTERVAL = "95 % interval"


def _with_difference(cell: SweepCell, statistic: Statistic) -> str:
    """Return a figure, with its difference from the other side if there is one."""
    text = statistic.text(statistic.figure(cell.measured))
    found = difference(cell, statistic)
    return text if found is None else f"{text} ({found.text(statistic)})"


def _alone(
    report: SweepReport, statistics: Sequence[Statistic], style: TextStyle
) -> list[str]:
    """Return a row for each figure of one distribution, estimates with intervals."""
    (cell,) = report.cells
    rows = [["outcome", "", *([] if report.is_exact else [INTERVAL])]]
    for statistic in statistics:
        interval = statistic.interval(cell.measured)
        ends = [statistic.text(Fraction(end)) for end in interval or ()]
        text = statistic.text(statistic.figure(cell.measured))
        rows.append([statistic.title, text, *([" to ".join(ends)] if ends else [])])
    return columns(rows, right=frozenset((1, 2)), cells=style.cells)


def _side_by_side(
    report: SweepReport, statistics: Sequence[Statistic], style: TextStyle
) -> list[str]:
    """Return a row for each figure of a comparison without axes."""
    (cell,) = report.cells
    sides = report.sides or ("", "")
    rows = [["outcome", *sides[::-1], *_difference_heads(report)]]
    for statistic in statistics:
        texts = _texts_of_sides(cell, statistic)
        rows.append(
            [statistic.title, *texts, *_difference_cells(report, cell, statistic)]
        )
    return columns(rows, right=frozenset((1, 2, 3, 4)), cells=style.cells)


def changed_outcomes(
    report: SweepReport, style: TextStyle, *, every: bool = False
) -> list[str]:
    """Return a row for each figure of a comparison without axes that differs, or with
    `every` for all; then what it comes to."""
    statistics = report.statistics()
    (cell,) = report.cells
    shown = [
        statistic
        for statistic in statistics
        if every or ((found := difference(cell, statistic)) and found.is_certain)
    ]
    lines = _side_by_side(report, shown, style) if shown else []
    rest = len(statistics) - len(shown)
    if rest and shown:
        what = "the same" if report.is_exact else "without a certain difference"
        lines.append(f"  and {rest} {what}")
    return [*lines, *(f"  {line}" for line in foot_lines(report, statistics))]


def certain_outcomes(report: SweepReport) -> tuple[str, str] | None:
    """Return the outcomes of the two sides of a comparison without axes, where each
    side can have only one; else None."""
    (cell,) = report.cells
    sides = [[row.label for row in one.outcomes if row.weight] for one in cell.both]
    if [len(side) for side in sides] != [1, 1] or not report.is_exact:
        return None
    return sides[0][0], sides[1][0]


def _heat(report: SweepReport, statistic: Statistic, style: TextStyle) -> list[str]:
    """Return a figure over two axes: the first goes down, the second across. Cells are
    shaded by the figure; a comparison shows its differences. What is wider than a line
    goes on below."""
    down, across = report.axes
    shown = figure_grid(report, statistic)
    sizes = [abs(value) for row in shown for value in row if value is not None]
    most = max(sizes, default=Fraction(0)) or Fraction(1)
    texts = [
        [
            f"{_heat_text(report, statistic, value)} "
            f"{_shade(abs(value or Fraction(0)) / most, style.plain)}"
            for value in row
        ]
        for row in shown
    ]
    unit = ", in percent" if statistic.unit == "chance" else ""
    if report.sides is not None:
        unit = ", change in points" if unit else ", change"
    rows = [[down.title, *across.labels]]
    rows += [[label, *row] for label, row in zip(down.labels, texts, strict=True)]
    heading = f"{style.paint.bold(statistic.title + unit)}, {across.title} across"
    return [heading, *beside(rows, style.cells)]


def _heat_text(
    report: SweepReport, statistic: Statistic, value: Fraction | None
) -> str:
    """Return a figure in a cell of a heat map: a chance without its sign."""
    if report.sides is None and value is not None:
        return statistic.text(value).removesuffix("%")
    return grid_text(report, statistic, value)


def figure_grid(
    report: SweepReport, statistic: Statistic
) -> list[list[Fraction | None]]:
    """Return the figures over two axes, row by row; of a comparison the differences."""
    wide = len(report.axes[1].labels)
    figures: list[Fraction | None] = []
    for cell in report.cells:
        if report.sides is None:
            figures.append(statistic.figure(cell.measured))
        else:
            found = difference(cell, statistic)
            figures.append(None if found is None else found.value)
    return [figures[start : start + wide] for start in range(0, len(figures), wide)]


def grid_text(report: SweepReport, statistic: Statistic, value: Fraction | None) -> str:
    """Return a figure, or of a comparison a difference, as it is printed."""
    if value is None:
        return ""
    if report.sides is None:
        return statistic.text(value)
    return points(value) if statistic.unit == "chance" else signed(value)


def _shade(part: Fraction, plain: bool) -> str:
    """Return a letter that fills as much of its cell as the part of the largest."""
    letters = _DIGITS if plain else _BLOCKS
    return letters[min(round(part * (len(letters) - 1)), len(letters) - 1)]


def _curves(
    report: SweepReport, statistics: Sequence[Statistic], style: TextStyle
) -> list[str]:
    """Return a line of blocks for each figure along the last axis; with more axes for
    each combination of the others. Chances are as high as their part of the largest of
    all, numbers of the largest of their line."""
    *others, along = report.axes
    wide = len(along.labels)
    runs = [
        report.cells[start : start + wide]
        for start in range(0, len(report.cells), wide)
    ]
    heads = [axis.title for axis in others]
    chances = (
        statistic.figure(measured) or Fraction(0)
        for statistic in statistics
        if statistic.unit == "chance"
        for measured in report.every
    )
    top = max(chances, default=Fraction(1))
    span = f"{along.title} {along.labels[0]} to {along.labels[-1]}"
    rows = [[*heads, "", span, "lowest", "highest"]]
    thick = 2 if 2 * wide <= style.cells // 3 else 1
    for cells in runs:
        for statistic in statistics:
            for side, name in enumerate(report.sides or ("",)):
                values = [statistic.figure(cell.both[side]) for cell in cells]
                known = [value for value in values if value is not None]
                if not known:
                    continue
                most = top if statistic.unit == "chance" else max(map(abs, known))
                drawn = "".join(
                    _shade(abs(value or Fraction(0)) / (most or 1), style.plain) * thick
                    for value in values
                )
                title = f"{statistic.title}, {name}" if name else statistic.title
                ends = [statistic.text(min(known)), statistic.text(max(known))]
                rows.append([*cells[0].values[:-1], title, drawn, *ends])
    right = frozenset(range(len(rows[0]) - 2, len(rows[0])))
    return columns(rows, right=right, cells=style.cells)


def _foot(
    report: SweepReport, statistics: Sequence[Statistic], style: TextStyle
) -> Iterator[str]:
    """Yield the lines below, with what was left over marked."""
    left_out = len(labels_of(report.every)) - len(statistics)
    if all(statistic.unit == "chance" for statistic in statistics) and left_out > 1:
        yield "  the other outcomes are not shown; --json and --csv have each"
    for line in foot_lines(report, statistics):
        is_odd = line.startswith(TRUNCATED)
        yield f"  {style.paint.odd(line) if is_odd else line}"


TRUNCATED = "truncated"


def foot_lines(report: SweepReport, statistics: Sequence[Statistic]) -> Iterator[str]:
    """Yield what is said below: how exact it is, and what a comparison comes to."""
    every = report.every
    if report.sides is not None:
        yield from _verdict(report, statistics)
    if not all(measured.is_whole for measured in every):
        yield f"{TRUNCATED}: each probability is a lower bound"
    elif report.is_exact:
        yield "exact"
    trials = sorted({one.total for one in every if not one.is_exact})
    if trials:
        counts = " or ".join(f"{number:,}" for number in trials)
        yield f"estimates from {counts} trials each"


def _verdict(report: SweepReport, statistics: Sequence[Statistic]) -> Iterator[str]:
    """Yield what a comparison comes to: in how many cells both sides are the same, and
    where they differ most."""
    same = sum(
        is_same_distribution(cell.measured, cell.against)
        for cell in report.cells
        if cell.against is not None
    )
    count = len(report.cells)
    if same == count:
        yield (
            "the same distribution, proved"
            if count == 1
            else f"the same distribution in all {count}, proved"
        )
        return
    if count > 1 and same:
        yield f"the same distribution in {same} of {count}, proved"
    certain = [
        (abs(found.value), statistic, cell, found)
        for cell in report.cells
        for statistic in statistics
        if (found := difference(cell, statistic)) is not None and found.is_certain
    ]
    if not certain:
        yield (
            "the figures shown are equal, other outcomes are not"
            if report.is_exact
            else "no difference that so many trials could show"
        )
        return
    for unit in ("chance", "number") if count > 1 else ():
        of_unit = [each for each in certain if each[1].unit == unit]
        if of_unit:
            _, statistic, cell, found = max(of_unit, key=lambda each: each[0])
            where = ", ".join(
                f"{axis.title} {value}"
                for axis, value in zip(report.axes, cell.values, strict=True)
            )
            what = " points" if unit == "chance" else ""
            yield f"largest: {statistic.title} {found.text(statistic)}{what} at {where}"
            break

"""What one step of each row does to odds, ranked, as text and as data."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from interpreter.reports.outputs.sensitivity import (
    RowEffectOutput,
    SensitivityOutput,
    StepFigureOutput,
)
from interpreter.reports.sweep_statistics import Statistic
from interpreter.reports.sweep_text import PLAIN_STYLE, TextStyle
from interpreter.reports.sweeps import points, signed
from interpreter.reports.text_layout import columns, folded

SHOWN = 30  # rows that are printed


class StepEffect(Struct, frozen=True):
    """By how much each figure changes (None: it has no meaning then), or why the rules
    refuse to run."""

    changes: tuple[Fraction | None, ...] = ()
    refused: str = ""

    @property
    def is_change(self) -> bool:
        """Tell whether any figure changes."""
        return any(self.changes)


class RowEffect(Struct, frozen=True):
    """What one step less and one step more of a row do: its path as overlays write it,
    the rule, and the place."""

    path: str
    rule: str
    place: str
    less: StepEffect
    more: StepEffect

    @property
    def is_change(self) -> bool:
        """Tell whether one of the steps changes a figure."""
        return self.less.is_change or self.more.is_change


class SensitivityReport(Struct, frozen=True):
    """The figures of what was run, and what one step of each row does to them.

    Rows are ranked by the change of the one figure, or where chances of several
    outcomes are shown by how much of all probability moves from some to others: half
    the sum of all changes.
    """

    title: str
    statistics: tuple[Statistic, ...]
    figures: tuple[Fraction | None, ...]
    rows: tuple[RowEffect, ...]

    @property
    def is_of_all(self) -> bool:
        """Tell whether the chances of several outcomes count together."""
        return len(self.statistics) > 1 and self.statistics[0].unit == "chance"

    def size(self, effect: StepEffect) -> Fraction:
        """Return how large the effect of a step is."""
        changes = [abs(change or Fraction(0)) for change in effect.changes]
        if not self.is_of_all:
            return changes[0] if changes else Fraction(0)
        pairs = zip(self.statistics, changes, strict=False)
        of_chances = (
            change for statistic, change in pairs if statistic.unit == "chance"
        )
        return sum(of_chances, Fraction(0)) / 2

    def ranked(self) -> list[RowEffect]:
        """Return the rows, the largest effect first."""

        def largest(row: RowEffect) -> Fraction:
            return max(self.size(row.less), self.size(row.more))

        return sorted(self.rows, key=lambda row: -largest(row))


def sensitivity_text(
    report: SensitivityReport, *, every: bool = False, style: TextStyle = PLAIN_STYLE
) -> str:
    """Return a table of rows, the largest effect first: what one step less and one step
    more of each does, in points of percent for chances. Rows without any effect are
    counted; `every` shows more than SHOWN."""
    statistic, figure = report.statistics[0], report.figures[0]
    lines = [style.paint.bold(report.title), ""]
    if report.is_of_all:
        what = "how much of 100 percent goes to other outcomes with one step of a row"
        lines += [*folded(what, style.cells, "  "), ""]
    else:
        now = (
            f"{statistic.title} is {statistic.text(figure)}, and with one step of a row"
        )
        lines += [*folded(now, style.cells, "  "), ""]
    moving = [row for row in report.ranked() if row.is_change or _refused(row)]
    shown = moving if every else moving[:SHOWN]
    table = [["one less", "one more", "row"]]
    table += [
        [_text(report, row.less), _text(report, row.more), _named(row)] for row in shown
    ]
    if shown:
        lines += columns(table, right=frozenset((0, 1)), cells=style.cells)
    if len(shown) < len(moving):
        lines.append(f"  and {len(moving) - len(shown)} more rows; --all has each")
    still = len(report.rows) - len(moving)
    changes = "row changes" if still == 1 else "rows change"
    lines += ["", f"  {still} other {changes} nothing here; exact"]
    return "\n".join(lines)


def _refused(row: RowEffect) -> bool:
    return bool(row.less.refused or row.more.refused)


def _named(row: RowEffect) -> str:
    return f"{row.path}  [{row.rule}]" if row.rule else row.path


def _text(report: SensitivityReport, effect: StepEffect) -> str:
    if effect.refused:
        return "refused"
    if report.is_of_all:
        size = report.size(effect)
        return points(size).removeprefix("+")
    change = effect.changes[0] if effect.changes else None
    if change is None:
        return ""
    is_chance = report.statistics[0].unit == "chance"
    return points(change) if is_chance else signed(change)


def sensitivity_output(report: SensitivityReport) -> SensitivityOutput:
    """Return the report as the record for JSON."""
    return SensitivityOutput(
        title=report.title,
        figures=tuple(
            StepFigureOutput(
                name=statistic.title,
                unit=statistic.unit,
                value=None if figure is None else round(float(figure), 9),
            )
            for statistic, figure in zip(report.statistics, report.figures, strict=True)
        ),
        rows=tuple(
            RowEffectOutput(
                path=row.path,
                rule=row.rule,
                at=row.place,
                less=_rounded(row.less),
                more=_rounded(row.more),
                refused=row.less.refused or row.more.refused,
            )
            for row in report.ranked()
        ),
    )


def _rounded(effect: StepEffect) -> tuple[float | None, ...]:
    changes: Sequence[Fraction | None] = effect.changes
    return tuple(None if each is None else round(float(each), 9) for each in changes)

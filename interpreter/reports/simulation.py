"""A simulation's estimate as text and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from shlex import quote

from interpreter.engine.simulation.estimates import wilson
from interpreter.maps.bars import Bar, Section, bars_picture
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.distributions import (
    at_least,
    band_text,
    bands,
    bars,
    cumulated,
    deviation,
    every_value,
    figure,
    law_of,
    parted,
    spread_lines,
    taken,
    value_order,
)
from interpreter.reports.text_layout import WIDTH, columns
from interpreter.reports.values import ValueNames, to_json, to_text
from interpreter.values.types import Number, Type, Value

NORMAL = 1.959963984540054  # quantile of the normal law, for an interval of 95 %


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """How often each result came, in how many trials (at least 1), by which way.

    `asked` is how many trials there should have been; None where it was as many.
    """

    gives: Type
    counts: Mapping[Value, int]
    trials: int
    rung: str
    seed: str
    asked: int | None = None

    @property
    def interrupted(self) -> bool:
        """Whether there were fewer trials than asked."""
        return self.asked is not None and self.trials < self.asked


@dataclass(frozen=True, slots=True)
class ResultFrequency:
    """A result, its count, its share, and the ends of Wilson's interval of 95 %."""

    value: Value
    count: int
    share: float
    low: float
    high: float


def shares(estimate: SimulationReport) -> Sequence[ResultFrequency]:
    """Return each result in order, those of an enumeration that never came too."""
    counts = dict(estimate.counts)
    for value in every_value(estimate.gives):
        counts.setdefault(value, 0)
    return [
        ResultFrequency(
            value,
            counts[value],
            counts[value] / estimate.trials,
            *wilson(counts[value], estimate.trials),
        )
        for value in value_order(list(counts))
    ]


def parts(
    estimate: SimulationReport, names: ValueNames
) -> list[tuple[str, SimulationReport]]:
    """Return a result as it is told: a record field by field, each under its name with
    what was counted of it alone."""
    return [
        (name, replace(estimate, gives=kind, counts=counts))
        for name, kind, counts in parted(estimate.gives, estimate.counts, names)
    ]


def estimate_text(
    estimate: SimulationReport,
    names: ValueNames,
    paint: Paint = PLAIN,
    *,
    plain_bars: bool = False,
    cells: int = WIDTH,
) -> str:
    """Return the results with counts, shares, intervals, at least that, and bars; of a
    record those of each field."""
    lines: list[str] = []
    for name, part in parts(estimate, names):
        lines += [paint.bold(name)] if name else []
        lines += _table(part, names, cells, plain_bars)
        lines += [*below(part, names), ""]
    told, again = _foot(estimate)
    return "\n".join([*lines, f"  {told}", f"  {paint.faint(again)}"])


def estimate_picture(title: str, estimate: SimulationReport, names: ValueNames) -> str:
    """Return the same as a picture with bars."""
    sections = [
        Section(
            name,
            tuple(
                Bar(said, count / part.trials, *wilson(count, part.trials))
                for said, count in told_of(part, names)
            ),
            tuple(below(part, names)),
        )
        for name, part in parts(estimate, names)
    ]
    return bars_picture(clean(title), sections, _foot(estimate))


def _foot(estimate: SimulationReport) -> tuple[str, str]:
    trials = f"{estimate.trials:,} trials"
    if estimate.interrupted:
        trials = f"{estimate.trials:,} of {estimate.asked:,} trials, interrupted"
    return f"{trials} ({estimate.rung}); an estimate, not exact", _again(estimate)


def _table(
    estimate: SimulationReport, names: ValueNames, cells: int, plain_bars: bool
) -> Sequence[str]:
    told, whole = told_of(estimate, names), estimate.trials
    rows = [["outcome", "count", "share", "95 % interval"]]
    for name, count in told:
        low, high = wilson(count, whole)
        interval = f"{low:.2%} to {high:.2%}"
        rows.append([name, f"{count:,}", f"{count / whole:.2%}", interval])
    if len(told) > 2 and cumulated(estimate.gives):
        none = to_text(None, estimate.gives, names)
        some = [None if name == none else Fraction(n, whole) for name, n in told]
        for row, said in zip(rows, ["at least", *at_least(some)], strict=True):
            row.append(said)
    drawn = bars([count for _, count in told], taken(rows), cells, plain_bars)
    for row, said in zip(rows, ["", *drawn], strict=True):
        row.append(said)
    right = frozenset(range(1, len(rows[0]) - 1))
    return columns(rows, right=right, cells=cells)


def told_of(estimate: SimulationReport, names: ValueNames) -> list[tuple[str, int]]:
    """Return what is in a table with its counts: values, or bands of many
    numbers."""
    found, kind = shares(estimate), estimate.gives
    many = law_of((each.value, each.count) for each in found)
    if many is None or not isinstance(kind, Number):
        return [(to_text(each.value, kind, names), each.count) for each in found]
    return [(band_text(each, kind, names), each.weight) for each in bands(many)]


def below(estimate: SimulationReport, names: ValueNames) -> list[str]:
    """Return what is said below a table: the mean of numbers, and where most of many
    lie."""
    found, kind = shares(estimate), estimate.gives
    many = law_of((each.value, each.count) for each in found)
    if many is None or not isinstance(kind, Number):
        return _mean(estimate)
    return [*_mean(estimate), *spread_lines(many, kind, names)]


def _again(estimate: SimulationReport) -> str:
    seed = clean(quote(estimate.seed))
    # what was interrupted is repeated by as many trials, not by as many as were asked
    trials = f"--trials {estimate.trials} " if estimate.interrupted else ""
    return f"seed {seed} (the same estimate again: {trials}--seed {seed})"


def _mean(estimate: SimulationReport) -> list[str]:
    """Return a line with the mean of numbers and its interval of 95 %."""
    kind = estimate.gives
    if not isinstance(kind, Number) or estimate.trials < 2:
        return []
    law = [
        (Fraction(value), count)
        for value, count in estimate.counts.items()
        if isinstance(value, (int, Fraction))
    ]
    mean = sum((v * n for v, n in law), Fraction(0)) / estimate.trials
    error = Fraction(NORMAL / sqrt(estimate.trials - 1)) * Fraction(deviation(law))
    low, high = mean - error, mean + error
    ends = f"{figure(low)} to {figure(high)}"
    return [f"  mean {figure(mean)} (95 % interval {ends})"]


def estimate_json(estimate: SimulationReport, names: ValueNames) -> dict[str, object]:
    """Return the estimate as JSON; of a record also each field alone."""
    return {
        "format": 1,
        "outcomes": _outcomes(estimate, names),
        "fields": [
            {"field": name, "outcomes": _outcomes(part, names)}
            for name, part in parts(estimate, names)
            if name
        ],
        "trials": estimate.trials,
        "asked": estimate.trials if estimate.asked is None else estimate.asked,
        "interrupted": estimate.interrupted,
        "rung": estimate.rung,
        "exact": False,
        "seed": estimate.seed,
    }


def _outcomes(estimate: SimulationReport, names: ValueNames) -> list[object]:
    return [
        {
            "value": to_json(each.value, estimate.gives, names),
            "count": each.count,
            "share": each.share,
            "low": each.low,
            "high": each.high,
        }
        for each in shares(estimate)
    ]

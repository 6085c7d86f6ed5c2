"""The estimate of a simulation as text, as JSON and as a picture."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from shlex import quote

from msgspec import Struct
from msgspec.structs import replace

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
    many_numbers,
    parted,
    spread_lines,
    taken,
    value_order,
)
from interpreter.reports.outputs.outcomes import (
    SimulatedField,
    SimulatedOutcome,
    SimulationOutput,
)
from interpreter.reports.text_layout import WIDTH, columns
from interpreter.reports.values import ValueNames, to_json, to_text
from interpreter.values.types import Number, Type, Value

NORMAL = 1.959963984540054  # quantile of the normal distribution for 95 %


class SimulationReport(Struct, frozen=True):
    """How often each result came in `trials` (at least 1), and the strategy
    that ran them.

    `asked` is the number of trials asked for if the simulation was interrupted.
    """

    gives: Type
    counts: Mapping[Value, int]
    trials: int
    strategy: str
    seed: str
    asked: int | None = None

    @property
    def interrupted(self) -> bool:
        """Whether fewer trials were run than asked for."""
        return self.asked is not None and self.trials < self.asked


class ResultFrequency(Struct, frozen=True):
    """A result, its count, its frequency, and its Wilson interval of 95 %."""

    value: Value
    count: int
    frequency: float
    low: float
    high: float


def frequencies(estimate: SimulationReport) -> Sequence[ResultFrequency]:
    """Return the frequency of each result in order, values of an enumeration that never
    came included."""
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
    """Return the marginal estimates of a record by the names of its fields; of any
    other result itself under ""."""
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
    """Return a table of counts, frequencies, intervals, cumulated percents and bars; of
    a record one for each field."""
    lines: list[str] = []
    for name, part in parts(estimate, names):
        lines += [paint.bold(name)] if name else []
        lines += _table(part, names, cells, plain_bars)
        lines += [*below(part, names), ""]
    summary, repetition = _foot(estimate)
    return "\n".join([*lines, f"  {summary}", f"  {paint.faint(repetition)}"])


def estimate_picture(title: str, estimate: SimulationReport, names: ValueNames) -> str:
    """Return the same as an SVG picture with bars."""
    sections = [
        Section(
            name,
            tuple(
                Bar(label, count / part.trials, wilson(count, part.trials))
                for label, count in counted_rows(part, names)
            ),
            tuple(below(part, names)),
        )
        for name, part in parts(estimate, names)
    ]
    return bars_picture(clean(title), sections, _foot(estimate))


def _foot(estimate: SimulationReport) -> tuple[str, str]:
    trials = f"{estimate.trials:,} trial{'' if estimate.trials == 1 else 's'}"
    if estimate.interrupted:
        trials = f"{estimate.trials:,} of {estimate.asked:,} trials, interrupted"
    return f"{trials} ({estimate.strategy}); an estimate, not exact", _again(estimate)


def _table(
    estimate: SimulationReport, names: ValueNames, cells: int, plain_bars: bool
) -> Sequence[str]:
    counted, whole = counted_rows(estimate, names), estimate.trials
    rows = [["outcome", "count", "share", "95 % interval"]]
    for name, count in counted:
        low, high = wilson(count, whole)
        interval = f"{low:.2%} to {high:.2%}"
        rows.append([name, f"{count:,}", f"{count / whole:.2%}", interval])
    if len(counted) > 2 and cumulated(estimate.gives):
        none = to_text(None, estimate.gives, names)
        cumulable = [
            None if name == none else Fraction(n, whole) for name, n in counted
        ]
        for row, cell in zip(rows, ["at least", *at_least(cumulable)], strict=True):
            row.append(cell)
    drawn = bars([count for _, count in counted], taken(rows), cells, plain_bars)
    for row, cell in zip(rows, ["", *drawn], strict=True):
        row.append(cell)
    right = frozenset(range(1, len(rows[0]) - 1))
    return columns(rows, right=right, cells=cells)


def counted_rows(
    estimate: SimulationReport, names: ValueNames
) -> list[tuple[str, int]]:
    """Return the rows of a table with their counts: values, or bands of many
    numbers."""
    results, kind = frequencies(estimate), estimate.gives
    many = many_numbers((row.value, row.count) for row in results)
    if many is None or not isinstance(kind, Number):
        return [(to_text(row.value, kind, names), row.count) for row in results]
    return [(band_text(row, kind, names), row.weight) for row in bands(many)]


def below(estimate: SimulationReport, names: ValueNames) -> list[str]:
    """Return the lines below a table: the mean of numbers, and the spread of many."""
    results, kind = frequencies(estimate), estimate.gives
    many = many_numbers((row.value, row.count) for row in results)
    if many is None or not isinstance(kind, Number):
        return _mean(estimate)
    return [*_mean(estimate), *spread_lines(many, kind, names)]


def _again(estimate: SimulationReport) -> str:
    seed = clean(quote(estimate.seed))
    # an interrupted run is repeated with the trials that were run, not those asked for
    trials = f"--trials {estimate.trials} " if estimate.interrupted else ""
    return f"seed {seed} (the same estimate again: {trials}--seed {seed})"


def _mean(estimate: SimulationReport) -> list[str]:
    """Return a line with the mean of numbers and its interval of 95 %."""
    kind = estimate.gives
    if not isinstance(kind, Number) or estimate.trials < 2:
        return []
    weighted = [
        (Fraction(value), count)
        for value, count in estimate.counts.items()
        if isinstance(value, (int, Fraction))
    ]
    mean = sum((v * n for v, n in weighted), Fraction(0)) / estimate.trials
    error = Fraction(NORMAL / sqrt(estimate.trials - 1)) * Fraction(deviation(weighted))
    low, high = mean - error, mean + error
    ends = f"{figure(low)} to {figure(high)}"
    return [f"  mean {figure(mean)} (95 % interval {ends})"]


def simulation_output(
    estimate: SimulationReport, names: ValueNames
) -> SimulationOutput:
    """Return the estimate as the record for JSON; of a record also each field."""
    return SimulationOutput(
        outcomes=_outcomes(estimate, names),
        fields=tuple(
            SimulatedField(field=name, outcomes=_outcomes(part, names))
            for name, part in parts(estimate, names)
            if name
        ),
        trials=estimate.trials,
        asked=estimate.trials if estimate.asked is None else estimate.asked,
        interrupted=estimate.interrupted,
        strategy=estimate.strategy,
        exact=False,
        seed=estimate.seed,
    )


def _outcomes(
    estimate: SimulationReport, names: ValueNames
) -> tuple[SimulatedOutcome, ...]:
    return tuple(
        SimulatedOutcome(
            value=to_json(row.value, estimate.gives, names),
            count=row.count,
            share=row.frequency,
            low=row.low,
            high=row.high,
        )
        for row in frequencies(estimate)
    )

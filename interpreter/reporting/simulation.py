"""A simulation's estimate as text and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from interpreter.reporting.layout import WIDTH, columns
from interpreter.reporting.odds import (
    at_least,
    bars,
    cumulated,
    every_value,
    taken,
    value_order,
)
from interpreter.reporting.paint import PLAIN, Paint, clean
from interpreter.reporting.values import Edge, to_json, to_text
from interpreter.running.simulate import wilson
from interpreter.values.types import Number, Type, Value

NORMAL = 1.959963984540054  # quantile of the normal law, for an interval of 95 %


@dataclass(frozen=True, slots=True)
class Estimate:
    """How often each result came, in how many trials (at least 1), by which way."""

    gives: Type
    counts: Mapping[Value, int]
    trials: int
    rung: str
    seed: str


@dataclass(frozen=True, slots=True)
class Share:
    """A result, its count, its share, and the ends of Wilson's interval of 95 %."""

    value: Value
    count: int
    share: float
    low: float
    high: float


def shares(estimate: Estimate) -> Sequence[Share]:
    """Return each result in order, those of an enumeration that never came too."""
    counts = dict(estimate.counts)
    for value in every_value(estimate.gives):
        counts.setdefault(value, 0)
    return [
        Share(
            value,
            counts[value],
            counts[value] / estimate.trials,
            *wilson(counts[value], estimate.trials),
        )
        for value in value_order(list(counts))
    ]


def estimate_text(
    estimate: Estimate,
    names: Edge,
    paint: Paint = PLAIN,
    *,
    plain_bars: bool = False,
    cells: int = WIDTH,
) -> str:
    """Return the results with counts, shares, intervals, at least that, and bars."""
    found = shares(estimate)
    rows = [["outcome", "count", "share", "95 % interval"]]
    rows += [
        [
            to_text(each.value, estimate.gives, names),
            f"{each.count:,}",
            f"{each.share:.2%}",
            f"{each.low:.2%} to {each.high:.2%}",
        ]
        for each in found
    ]
    if len(found) > 2 and cumulated(estimate.gives):
        whole = estimate.trials
        some = [None if e.value is None else Fraction(e.count, whole) for e in found]
        for row, said in zip(rows, ["at least", *at_least(some)], strict=True):
            row.append(said)
    drawn = bars([each.count for each in found], taken(rows), cells, plain_bars)
    for row, said in zip(rows, ["", *drawn], strict=True):
        row.append(said)
    right = frozenset(range(1, len(rows[0]) - 1))
    said = f"{estimate.trials:,} trials ({estimate.rung}); an estimate, not exact"
    lines = [*columns(rows, right=right, cells=cells), "", f"  {said}"]
    return "\n".join([*lines, *_mean(estimate), f"  {paint.faint(_again(estimate))}"])


def _again(estimate: Estimate) -> str:
    seed = clean(estimate.seed)
    return f"seed {seed} (the same estimate again: --seed {seed})"


def _mean(estimate: Estimate) -> list[str]:
    """Return a line with the mean of numbers and its interval of 95 %."""
    kind = estimate.gives
    if not isinstance(kind, Number) or estimate.trials < 2:
        return []
    pairs = [
        (float(value), count)
        for value, count in estimate.counts.items()
        if isinstance(value, (int, Fraction))
    ]
    mean = sum(value * count for value, count in pairs) / estimate.trials
    spread = sum(count * (value - mean) ** 2 for value, count in pairs)
    error = NORMAL * sqrt(spread / (estimate.trials - 1) / estimate.trials)
    low, high = mean - error, mean + error
    return [f"  mean {mean:.4g} (95 % interval {low:.4g} to {high:.4g})"]


def estimate_json(estimate: Estimate, names: Edge) -> dict[str, object]:
    """Return the estimate as JSON."""
    return {
        "format": 1,
        "outcomes": [
            {
                "value": to_json(each.value, estimate.gives, names),
                "count": each.count,
                "share": each.share,
                "low": each.low,
                "high": each.high,
            }
            for each in shares(estimate)
        ],
        "trials": estimate.trials,
        "rung": estimate.rung,
        "exact": False,
        "seed": estimate.seed,
    }

"""A simulation's estimate as text and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from interpreter.reporting.layout import columns
from interpreter.reporting.odds import bar, every_value, value_order
from interpreter.reporting.paint import PLAIN, Paint
from interpreter.reporting.values import Edge, to_json, to_text
from interpreter.running.simulate import wilson
from interpreter.values.types import Type, Value


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
    estimate: Estimate, names: Edge, paint: Paint = PLAIN, *, plain_bars: bool = False
) -> str:
    """Return the results as a table with counts, shares and intervals."""
    found = shares(estimate)
    longest = max((each.count for each in found), default=0) or 1
    rows = [["outcome", "count", "share", "95 % interval", ""]]
    rows += [
        [
            to_text(each.value, estimate.gives, names),
            f"{each.count:,}",
            f"{each.share:.2%}",
            f"{each.low:.2%} to {each.high:.2%}",
            bar(Fraction(each.count, longest), plain=plain_bars),
        ]
        for each in found
    ]
    said = f"{estimate.trials:,} trials ({estimate.rung}); an estimate, not exact"
    seed = f"seed {estimate.seed}"
    lines = columns(rows, right=frozenset({1, 2, 3}))
    return "\n".join([*lines, "", f"  {said}", f"  {paint.faint(seed)}"])


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

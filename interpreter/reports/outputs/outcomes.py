"""What `odds` and `simulate` print with `--json`."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.encoding import (
    ABSENT,
    Absent,
    Count,
    Frequency,
    Ordinal,
    PackValue,
    Percent,
    VerbOutput,
)


class OddsOutcome(Struct, frozen=True, kw_only=True):
    """A result and its exact probability."""

    value: PackValue
    """The result."""
    probability: Fraction
    """Its exact probability."""
    ways: Count
    """How many of the equally likely ways give it: its weight over the denominator."""
    percent: Percent
    """Its probability in percent, rounded to six decimal places."""
    observed: Mapping[str, PackValue] | Absent = ABSENT
    """With `--observe`: the observed values that came with the result, by name."""


class OddsOutput(VerbOutput, frozen=True, kw_only=True):
    """The exact probability distribution of a result."""

    outcomes: tuple[OddsOutcome, ...]
    """In order; of an enumeration every value, those of weight 0 too."""
    denominator: Ordinal
    """The number of all ways: the smallest over which each probability is whole."""
    observed: tuple[str, ...]
    """The names of the observed fields."""
    method: str
    """How it was calculated."""
    exact: bool
    """false: some probability is truncated, and that of each outcome is a lower
    bound."""
    left_over: Fraction
    """The truncated probability mass."""


class SimulatedOutcome(Struct, frozen=True, kw_only=True):
    """A result and how often it came, with its Wilson interval of 95 %."""

    value: PackValue
    """The result."""
    count: Count
    """How often it came."""
    share: Frequency
    """Its frequency: the count divided by the trials."""
    low: Frequency
    """The low end of the interval."""
    high: Frequency
    """The high end of the interval."""


class SimulatedField(Struct, frozen=True, kw_only=True):
    """The outcomes of one field of a record, or of one key of a map."""

    field: str
    """The name of the field; of one inside another both."""
    outcomes: tuple[SimulatedOutcome, ...]
    """Every value of it that came."""


class SimulationOutput(VerbOutput, frozen=True, kw_only=True):
    """An estimate of the distribution of a result."""

    outcomes: tuple[SimulatedOutcome, ...]
    """Every result that came; of a record all its fields together."""
    fields: tuple[SimulatedField, ...]
    """Of a record each field alone, of a map each key; else empty."""
    trials: Ordinal
    """How many trials there were."""
    asked: Ordinal
    """How many were asked for; more than there were if interrupted."""
    interrupted: bool
    """Whether it ended before all trials; the same seed with as many trials as there
    were gives the same estimate."""
    strategy: str
    """The strategy that ran the trials: `vectorised`, `direct` or `resumable`."""
    exact: Literal[False]
    """An estimate is never exact."""
    seed: str
    """The seed that gives the same estimate again."""

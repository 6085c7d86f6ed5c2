"""Figures of a distribution, exact or estimated: chances, mean, spread, quantiles.

A `Statistic` is one such figure. `statistics_for` chooses those that a table of several
distributions shows, the same for all of them; outcomes are compared by their printed
text, since two packs may number the values of one enumeration differently. A result
that is a record or a map has figures for each of its parts, from its marginal
distribution.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import UnknownName, UsageError
from interpreter.engine.simulation.estimates import wilson
from interpreter.reports.distributions import (
    WeightedNumbers,
    cumulated,
    deviation,
    figure,
    numbers_of,
    parted,
    percent,
)
from interpreter.reports.odds import OddsReport, Outcome, ordered
from interpreter.reports.simulation import NORMAL, SimulationReport, frequencies
from interpreter.reports.values import ValueNames, to_text
from interpreter.source import same_name
from interpreter.values.types import Boolean, Nothing, Number, Value, present

MOST_OUTCOMES = 10  # that have a column each
QUANTILES = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))
Unit: TypeAlias = Literal["chance", "number"]


class WeighedOutcome(Struct, frozen=True):
    """An outcome as it is printed, the value that it is, and its weight."""

    label: str
    value: Value
    weight: int


class Measured(Struct, frozen=True, dict=True):
    """A distribution, exact or estimated, with the names of its values."""

    report: OddsReport | SimulationReport
    names: ValueNames

    @property
    def is_exact(self) -> bool:
        """Tell whether its figures are exact, not estimates."""
        return isinstance(self.report, OddsReport)

    @property
    def total(self) -> int:
        """The weight of all outcomes, with what was left over."""
        report = self.report
        return report.denominator if isinstance(report, OddsReport) else report.trials

    @property
    def is_whole(self) -> bool:
        """Tell whether no probability mass was left over."""
        return not (isinstance(self.report, OddsReport) and self.report.left_over)

    @property
    def is_number(self) -> bool:
        """Tell whether each outcome is a number, alone."""
        report = self.report
        is_observed = isinstance(report, OddsReport) and bool(report.observed)
        return isinstance(report.gives, Number) and not is_observed

    @cached_property
    def parts(self) -> Mapping[str, "Measured"]:
        """The marginal distributions of a record or a map by the names of its parts; of
        anything else itself by ""."""
        report, names = self.report, self.names
        if isinstance(report, SimulationReport):
            weights = report.counts
        elif report.observed:
            return {"": self}
        else:
            weights = {outcome.value: outcome.weight for outcome in report.outcomes}
        parts: dict[str, Measured] = {}
        for name, kind, marginal in parted(report.gives, weights, names):
            if not name:
                return {"": self}
            part: OddsReport | SimulationReport
            if isinstance(report, SimulationReport):
                part = replace(report, gives=kind, counts=marginal)
            else:
                outcomes = tuple(Outcome(value, n) for value, n in marginal.items())
                part = replace(report, gives=kind, outcomes=outcomes)
            parts[name] = Measured(part, names)
        return parts or {"": self}

    @cached_property
    def outcomes(self) -> Sequence[WeighedOutcome]:
        """The outcomes in display order, of an enumeration all its values."""
        report, names = self.report, self.names
        if isinstance(report, SimulationReport):
            return [
                WeighedOutcome(
                    to_text(row.value, report.gives, names), row.value, row.count
                )
                for row in frequencies(report)
            ]
        weighed = []
        for outcome in ordered(report):
            is_nothing = isinstance(report.gives, Nothing) and bool(report.observed)
            texts = [] if is_nothing else [to_text(outcome.value, report.gives, names)]
            pairs = zip(report.observed, outcome.observed, strict=True)
            texts += [
                f"{name} {to_text(value, kind, names)}" for (name, kind), value in pairs
            ]
            label = ", ".join(texts)
            weighed.append(WeighedOutcome(label, outcome.value, outcome.weight))
        return weighed

    def numbers(self) -> WeightedNumbers:
        """Return the outcomes that are numbers, in ascending order, with weights."""
        pairs = ((row.value, row.weight) for row in self.outcomes if row.weight)
        return numbers_of(pairs) or []


class Statistic(Struct, frozen=True):
    """A figure of a distribution: its name, whether it is a chance or a number, and how
    it is worked out (None where it has no meaning); `part` is the part of a result that
    it is of, "" for the whole."""

    name: str
    unit: Unit
    rule: Callable[[Measured], Fraction | None]
    part: str = ""

    @property
    def title(self) -> str:
        """What it is called, with the part that it is of."""
        return f"{self.part}: {self.name}" if self.part else self.name

    @property
    def is_exact(self) -> bool:
        """Tell whether it is exact of an exact distribution; a root is not."""
        return self.name != DEVIATION

    def figure(self, measured: Measured) -> Fraction | None:
        """Return the figure; None where it has no meaning."""
        part = measured.parts.get(self.part) if self.part else measured
        return None if part is None else self.rule(part)

    def interval(self, measured: Measured) -> tuple[float, float] | None:
        """Return the interval of 95 % of an estimated chance or mean; None of what is
        exact, or has none."""
        value = self.figure(measured)
        if measured.is_exact or value is None:
            return None
        if self.unit == "chance":
            return wilson(round(value * measured.total), measured.total)
        if self.name != MEAN or measured.total < 2:
            return None
        part = measured.parts[self.part] if self.part else measured
        error = NORMAL * float(deviation(part.numbers()))
        error /= sqrt(measured.total - 1)
        return float(value) - error, float(value) + error

    def text(self, value: Fraction | None) -> str:
        """Return a figure as it is printed; "" for none."""
        if value is None:
            return ""
        return percent(value) if self.unit == "chance" else figure(value)


MEAN, DEVIATION = "mean", "deviation"


def mean_of(measured: Measured) -> Fraction | None:
    """Return the mean; None where there are no numbers, or mass was left over."""
    numbers = measured.numbers()
    if not numbers or not measured.is_whole:
        return None
    weight = sum(weight for _, weight in numbers)
    return sum((value * weight for value, weight in numbers), Fraction(0)) / weight


def _deviation(measured: Measured) -> Fraction | None:
    numbers = measured.numbers()
    return Fraction(deviation(numbers)) if numbers and measured.is_whole else None


def _quantile(part: Fraction) -> Callable[[Measured], Fraction | None]:
    """Return what gives the least number that at least this part of all reach."""

    def quantile(measured: Measured) -> Fraction | None:
        numbers = measured.numbers()
        if not measured.is_whole:
            return None
        wanted, total = part * measured.total, 0
        for value, weight in numbers:
            total += weight
            if total >= wanted:
                return value
        return None

    return quantile


def _chance(
    fits: Callable[[WeighedOutcome, Measured], bool],
) -> Callable[[Measured], Fraction]:
    def chance(measured: Measured) -> Fraction:
        weights = (row.weight for row in measured.outcomes if fits(row, measured))
        return Fraction(sum(weights), measured.total)

    return chance


def chance_of(label: str) -> Statistic:
    """Return the chance of the outcome that is printed so."""
    return Statistic(label, "chance", _chance(lambda row, _: row.label == label))


MEAN_STATISTIC = Statistic(MEAN, "number", mean_of)
SPREAD = (
    MEAN_STATISTIC,
    Statistic(DEVIATION, "number", _deviation),
    *(Statistic(f"{float(part):.0%}", "number", _quantile(part)) for part in QUANTILES),
)


def labels_of(every: Iterable[Measured]) -> list[str]:
    """Return the outcomes of several distributions by their texts: numbers by size,
    others in the order of the first, each further one after what it follows there."""
    numbers: dict[str, Fraction] = {}
    merged: list[str] = []
    for measured in every:
        before = -1
        for row in measured.outcomes:
            if measured.is_number and isinstance(row.value, int | Fraction):
                numbers[row.label] = Fraction(row.value)
            if row.label in merged:
                before = merged.index(row.label)
            else:
                before += 1
                merged.insert(before, row.label)
    if len(numbers) == len(merged):
        return sorted(merged, key=lambda label: numbers[label])
    return merged


def statistics_for(
    every: Sequence[Measured], chosen: Sequence[str] = ()
) -> list[Statistic]:
    """Return the figures that a table of distributions shows.

    Those of `chosen`, if there are any: an outcome as it is printed, `5+`, `5-` and
    `3..5` of numbers, `success+` of an ordered enumeration, or `mean`, with `PART: ` in
    front where several parts have such an outcome; UnknownName for another. Otherwise:
    of yes and no the chance of yes; of many different numbers mean, deviation and
    quantiles; else the chance of each outcome (the most likely MOST_OUTCOMES of more),
    with the mean of numbers. Of numbers in a part the mean alone.
    """
    names = dict.fromkeys(name for measured in every for name in measured.parts)
    parts = {
        name: [one.parts[name] for one in every if name in one.parts] for name in names
    }
    if chosen:
        return [_chosen(text, parts) for text in chosen]
    if list(names) == [""]:
        return _of_whole(every)
    statistics: list[Statistic] = []
    for name, of_part in parts.items():
        is_number = all(measured.is_number for measured in of_part)
        shown = [MEAN_STATISTIC] if is_number else _of_whole(of_part)
        statistics += [replace(statistic, part=name) for statistic in shown]
    return statistics


def _of_whole(every: Sequence[Measured]) -> list[Statistic]:
    """Return the figures of distributions whose results have no parts."""
    if all(isinstance(present(one.report.gives), Boolean) for one in every):
        labels = labels_of(every)
        if set(labels) <= {"yes", "no"}:
            return [chance_of("yes")]
    labels = labels_of(every)
    is_number = all(measured.is_number for measured in every)
    if len(labels) > MOST_OUTCOMES and is_number:
        return list(SPREAD)
    if len(labels) > MOST_OUTCOMES:
        likely = {label: chance_of(label) for label in labels}
        best = sorted(
            labels,
            key=lambda label: -max(likely[label].figure(one) or 0 for one in every),
        )[:MOST_OUTCOMES]
        return [likely[label] for label in labels if label in best]
    chances = [chance_of(label) for label in labels]
    return [*chances, MEAN_STATISTIC] if is_number else chances


_FROM = re.compile(r"(.+?)\s*(\+|-|\s+or\s+more|\s+or\s+less)\Z")
_BETWEEN = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)\Z")


def _chosen(text: str, parts: Mapping[str, Sequence[Measured]]) -> Statistic:
    """Return the figure that a text names: of a part where it names one, or where only
    one has such an outcome."""
    fits: list[Statistic] = []
    for name, every in parts.items():
        # a part of a part has a colon of its own: `losses: red: 0`
        is_named = bool(name) and same_name(text[: len(name) + 1], f"{name}:")
        found = _in_part(text[len(name) + 1 :] if is_named else text, every)
        if found is not None and is_named:
            return replace(found, part=name)
        if found is not None:
            fits.append(replace(found, part=name))
    if len(fits) == 1:
        return fits[0]
    if not fits:
        known = [
            f"{name}: {label}" if name else label
            for name, every in parts.items()
            for label in labels_of(every)
        ]
        raise UnknownName("outcome", text, known)
    raise UsageError(
        f"several parts of the result have an outcome '{text}'",
        f"write {' or '.join(repr(statistic.title) for statistic in fits)}",
    )


def _in_part(text: str, every: Sequence[Measured]) -> Statistic | None:
    """Return the figure that a text names of distributions; None for none."""
    labels = labels_of(every)
    for label in labels:
        if same_name(label, text):
            return chance_of(label)
    if same_name(text, MEAN) and all(measured.is_number for measured in every):
        return MEAN_STATISTIC
    title = text.strip()
    if (between := _BETWEEN.match(title)) and all(one.is_number for one in every):
        low, high = int(between[1]), int(between[2])
        return Statistic(
            title, "chance", _chance(lambda row, _: _is_in(row.value, low, high))
        )
    if found := _FROM.match(title):
        is_up = found[2].split() in (["+"], ["or", "more"])
        if all(one.is_number for one in every) and re.fullmatch(r"-?\d+", found[1]):
            edge = int(found[1])
            return Statistic(title, "chance", _chance(_beyond_number(edge, is_up)))
        edges = [one for one in labels if same_name(one, found[1])]
        if edges and all(cumulated(one.report.gives) for one in every):
            return Statistic(title, "chance", _chance(_beyond_label(edges[0], is_up)))
    return None


def _is_in(value: Value, low: int, high: int) -> bool:
    return isinstance(value, int | Fraction) and low <= value <= high


def _beyond_number(
    edge: int, is_up: bool
) -> Callable[[WeighedOutcome, Measured], bool]:
    def fits(row: WeighedOutcome, _: Measured) -> bool:
        value = row.value
        if not isinstance(value, int | Fraction):
            return False
        return value >= edge if is_up else value <= edge

    return fits


def _beyond_label(
    label: str, is_up: bool
) -> Callable[[WeighedOutcome, Measured], bool]:
    """Return whether an outcome is this one, or after (`is_up`) or before it in the
    order of its own enumeration."""

    def fits(row: WeighedOutcome, measured: Measured) -> bool:
        labels = [one.label for one in measured.outcomes if one.value is not None]
        if row.label not in labels or label not in labels:
            return False
        here, edge = labels.index(row.label), labels.index(label)
        return here >= edge if is_up else here <= edge

    return fits


def is_same_distribution(one: Measured, other: Measured) -> bool:
    """Tell whether two exact distributions give each outcome, by its text, the same
    probability; estimates are never called the same."""
    if not (one.is_exact and other.is_exact and one.is_whole and other.is_whole):
        return False
    return _probabilities(one) == _probabilities(other)


def _probabilities(measured: Measured) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for row in measured.outcomes:
        if row.weight:
            part = Fraction(row.weight, measured.total)
            found[row.label] = found.get(row.label, Fraction(0)) + part
    return found

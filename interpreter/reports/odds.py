"""An exact probability distribution as text and as JSON."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from interpreter.maps.bars import Bar, Section, bars_picture
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.distributions import (
    NumberRange,
    WeightedNumbers,
    at_least,
    band_text,
    bands,
    bars,
    counted,
    cumulated,
    every_value,
    figure,
    key_of,
    many_numbers,
    numbers_of,
    parted,
    percent,
    spread_lines,
    tailed,
    taken,
)
from interpreter.reports.outputs.encoding import ABSENT
from interpreter.reports.outputs.outcomes import OddsOutcome, OddsOutput
from interpreter.reports.text_layout import WIDTH, columns, width
from interpreter.reports.values import ValueNames, to_json, to_text
from interpreter.values.types import MapOf, Number, Record, Type, Value

LONGEST = 20  # digits of the longest fraction that is printed in full
MOST_ROWS = 40  # outcomes of a record that are listed one by one


class Outcome(Struct, frozen=True):
    """A result with the observed values that came with it, and its integer weight."""

    value: Value
    weight: int
    observed: tuple[Value, ...] = ()


class OddsReport(Struct, frozen=True):
    """Outcomes whose weights are over one denominator.

    `left_over` is the truncated probability mass; `observed` are the names and types of
    the values observed with each result.
    """

    gives: Type
    outcomes: tuple[Outcome, ...]
    denominator: int
    left_over: Fraction = Fraction(0)
    method: str = "states"
    observed: tuple[tuple[str, Type], ...] = ()


def ordered(distribution: OddsReport) -> tuple[Outcome, ...]:
    """Return the outcomes in display order; of an enumeration all its values, those
    that cannot come with weight 0."""
    if distribution.observed:
        return tuple(
            sorted(distribution.outcomes, key=lambda outcome: key_of(outcome.value))
        )
    by_value = {_tagged(outcome.value): outcome for outcome in distribution.outcomes}
    for value in every_value(distribution.gives):
        by_value.setdefault(_tagged(value), Outcome(value, 0))
    return tuple(sorted(by_value.values(), key=lambda outcome: key_of(outcome.value)))


def _tagged(value: Value) -> tuple[str, Value]:
    # yes and 1 are equal in Python, but not here
    return (type(value).__name__, value)


def distribution_text(
    distribution: OddsReport,
    names: ValueNames,
    paint: Paint = PLAIN,
    *,
    every: bool = False,
    plain_bars: bool = False,
    cells: int = WIDTH,
) -> str:
    """Return the distribution as a table: weight, fraction, percent, cumulated percent,
    bar.

    Many numbers are grouped into bands, and a record with many outcomes is split into
    its fields, unless `every` outcome is wanted.
    """
    how = (names, plain_bars, cells)
    shown = ordered(distribution)
    numbers = isinstance(distribution.gives, Number) and not distribution.observed
    many = many_numbers((e.value, e.weight) for e in shown) if numbers else None
    if every or (many is None and not _is_long(distribution)):
        lines = [
            *_table(distribution, *how, every),
            "",
            *_ending(distribution, paint),
            *_mean(distribution),
        ]
        lines += [] if every else _gathered(distribution, "; --all has each")
    elif many is not None:
        lines = [
            *_banded(distribution, many, *how),
            "",
            *_ending(distribution, paint),
            *_mean(distribution),
        ]
        lines += spread_lines(
            many, distribution.gives, names, distribution.left_over, "--all"
        )
    else:
        lines = [*_fields(distribution, *how, paint), *_ending(distribution, paint)]
        lines.append(f"  {len(shown):,} outcomes, here field by field; --all has each")
    return "\n".join(lines)


def _is_long(distribution: OddsReport) -> bool:
    """Return whether a distribution is shown field by field."""
    parts = (
        isinstance(distribution.gives, (Record, MapOf)) and not distribution.observed
    )
    return parts and len(distribution.outcomes) > MOST_ROWS


def _fields(
    distribution: OddsReport, names: ValueNames, plain: bool, cells: int, paint: Paint
) -> Iterator[str]:
    """Yield the lines of the marginal distribution of each field, under its name."""
    weights = {outcome.value: outcome.weight for outcome in distribution.outcomes}
    for name, kind, marginal in parted(distribution.gives, weights, names):
        outcomes = tuple(Outcome(value, weight) for value, weight in marginal.items())
        part = replace(distribution, gives=kind, outcomes=outcomes)
        many = many_numbers((e.value, e.weight) for e in ordered(part))
        yield paint.bold(name)
        if many is not None and isinstance(kind, Number):
            yield from _banded(part, many, names, plain, cells)
        else:
            yield from (*_table(part, names, plain, cells), *_gathered(part))
        yield from (*_mean(part), "")


def _tailed(distribution: OddsReport) -> list[NumberRange] | None:
    """Return the rows of a table of numbers, with rare ones at the ends joined; None if
    the results are not numbers."""
    if distribution.observed or not isinstance(distribution.gives, Number):
        return None
    numbers = numbers_of(
        (outcome.value, outcome.weight) for outcome in ordered(distribution)
    )
    return None if numbers is None else tailed(numbers)


def _gathered(distribution: OddsReport, more: str = "") -> list[str]:
    """Return a line that says that a row stands for several outcomes, and `more`;
    nothing if none does."""
    count, rows = len(distribution.outcomes), _tailed(distribution)
    if rows is None or len(rows) == count:
        return []
    return [f"  {count} outcomes, the rarest together{more}"]


def _weighted_rows(
    distribution: OddsReport, names: ValueNames, every: bool
) -> Iterator[tuple[Value, list[str], int]]:
    """Yield (value, cells, weight) of each row."""
    ranges = None if every else _tailed(distribution)
    if ranges is not None:
        for band in ranges:
            yield band, [band_text(band, distribution.gives, names)], band.weight
        return
    for outcome in ordered(distribution):
        cells = [
            to_text(outcome.value, distribution.gives, names),
            *_observed_cells(distribution, outcome, names),
        ]
        yield outcome.value, cells, outcome.weight


def _table(
    distribution: OddsReport,
    names: ValueNames,
    plain: bool,
    cells: int,
    every: bool = False,
) -> Sequence[str]:
    """Return a line for each outcome; rare numbers at the ends share one unless `every`
    outcome is wanted."""
    weighted = list(_weighted_rows(distribution, names, every))
    probabilities = [
        Fraction(weight, distribution.denominator) for *_, weight in weighted
    ]
    head = ["outcome", *(name for name, _ in distribution.observed)]
    rows = [[*head, "ways", "fraction", "percent"]]
    for (_, row_cells, weight), probability in zip(
        weighted, probabilities, strict=True
    ):
        rows.append(
            [
                *row_cells,
                counted(weight),
                _short(probability, "long"),
                percent(probability),
            ]
        )
    if (
        len(weighted) > 2
        and not distribution.observed
        and not distribution.left_over
        and cumulated(distribution.gives)
    ):
        cumulable = [
            None if value is None else probability
            for (value, *_), probability in zip(weighted, probabilities, strict=True)
        ]
        for row, above in zip(rows, ["at least", *at_least(cumulable)], strict=True):
            row.append(above)
    drawn = bars([weight for *_, weight in weighted], taken(rows), cells, plain)
    for row, drawing in zip(rows, ["", *drawn], strict=True):
        row.append(drawing)
    right = frozenset(range(len(head), len(rows[0]) - 1))
    return columns(rows, right=right, cells=cells)


def _ending(distribution: OddsReport, paint: Paint) -> list[str]:
    ways = f"  {counted(distribution.denominator)} ways in all"
    if not distribution.left_over:
        return [f"{ways}; exact"]
    mass = f"{float(distribution.left_over):.3g}"
    note = f"truncated: a probability of {mass}, not in the table"
    return [f"{ways}; each probability is a lower bound", f"  {paint.odd(note)}"]


def _banded(
    distribution: OddsReport,
    many: WeightedNumbers,
    names: ValueNames,
    plain: bool,
    cells: int,
) -> Sequence[str]:
    """Return numbers that are too many for a table as bands of them."""
    ranges = bands(many)
    probabilities = [Fraction(band.weight, distribution.denominator) for band in ranges]
    rows = [["outcome", "percent", "at least"]]
    above = (
        [""] * len(probabilities) if distribution.left_over else at_least(probabilities)
    )
    for band, probability, bar in zip(ranges, probabilities, above, strict=True):
        rows.append(
            [band_text(band, distribution.gives, names), percent(probability), bar]
        )
    drawn = bars([band.weight for band in ranges], taken(rows), cells, plain)
    for row, bar in zip(rows, ["", *drawn], strict=True):
        row.append(bar)
    return columns(rows, right=frozenset((0, 1, 2)), cells=cells)


def _observed_cells(
    distribution: OddsReport, outcome: Outcome, names: ValueNames
) -> list[str]:
    pairs = zip(distribution.observed, outcome.observed, strict=True)
    return [to_text(value, kind, names) for (_, kind), value in pairs]


def _short(fraction: int | Fraction, otherwise: str) -> str:
    """Return a fraction, or `otherwise` if it has more than LONGEST digits."""
    return str(fraction) if width(str(fraction)) <= LONGEST else otherwise


def _mean(distribution: OddsReport) -> list[str]:
    """Return a line with the expected value of numbers; nothing if mass was
    truncated."""
    kind = distribution.gives
    if (
        not isinstance(kind, Number)
        or distribution.left_over
        or not distribution.outcomes
    ):
        return []
    weighted = (
        Fraction(outcome.value) * outcome.weight
        for outcome in distribution.outcomes
        if isinstance(outcome.value, (int, Fraction))
    )
    mean = sum(weighted, Fraction(0)) / distribution.denominator
    if mean.denominator == 1:
        return [f"  expected value {mean}"]
    rounded = figure(mean)
    decimal = rounded if Fraction(rounded) == mean else f"about {rounded}"
    return [f"  expected value {_short(mean, 'a long fraction')} ({decimal})"]


def distribution_picture(
    title: str, distribution: OddsReport, names: ValueNames
) -> str:
    """Return the distribution as an SVG picture with bars, as the text groups it."""
    whole, kind = distribution.denominator, distribution.gives
    sections = []
    if _is_long(distribution):
        weights = {outcome.value: outcome.weight for outcome in distribution.outcomes}
        for name, of, marginal in parted(kind, weights, names):
            outcomes = tuple(Outcome(value, n) for value, n in marginal.items())
            part = replace(distribution, gives=of, outcomes=outcomes)
            sections.append(Section(name, _bars(part, names, whole)))
    else:
        sections.append(Section("", _bars(distribution, names, whole)))
    foot = [*_ending(distribution, PLAIN), *_mean(distribution)]
    foot = [line.strip() for line in foot]
    return bars_picture(clean(title), sections, foot)


def _bars(distribution: OddsReport, names: ValueNames, whole: int) -> tuple[Bar, ...]:
    """Return the bars of a distribution: outcomes, or bands of many numbers."""
    many = None
    if not distribution.observed and isinstance(distribution.gives, Number):
        many = many_numbers((e.value, e.weight) for e in ordered(distribution))
    if many is not None:
        rows = [
            (band_text(band, distribution.gives, names), band.weight)
            for band in bands(many)
        ]
    else:
        rows = [
            (", ".join(cells), weight)
            for _, cells, weight in _weighted_rows(distribution, names, False)
        ]
    shares = [(label, Fraction(weight, whole)) for label, weight in rows]
    return tuple(
        Bar(label, float(share), None, f"{percent(share)} ({_short(share, 'long')})")
        for label, share in shares
    )


def odds_output(distribution: OddsReport, names: ValueNames) -> OddsOutput:
    """Return the distribution as the record for JSON."""
    return OddsOutput(
        outcomes=tuple(
            _outcome_output(distribution, outcome, names)
            for outcome in ordered(distribution)
        ),
        denominator=distribution.denominator,
        observed=tuple(name for name, _ in distribution.observed),
        method=distribution.method,
        exact=not distribution.left_over,
        left_over=distribution.left_over,
    )


def _outcome_output(
    distribution: OddsReport, outcome: Outcome, names: ValueNames
) -> OddsOutcome:
    probability = Fraction(outcome.weight, distribution.denominator)
    pairs = zip(distribution.observed, outcome.observed, strict=True)
    observed = {name: to_json(value, kind, names) for (name, kind), value in pairs}
    return OddsOutcome(
        value=to_json(outcome.value, distribution.gives, names),
        probability=probability,
        ways=outcome.weight,
        percent=round(float(probability * 100), 6),
        observed=observed if distribution.observed else ABSENT,
    )

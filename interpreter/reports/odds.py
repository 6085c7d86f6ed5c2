"""An exact law of outcomes as text and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from interpreter.reports.colour import PLAIN, Paint
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
    law_of,
    numbers_of,
    parted,
    percent,
    spread_lines,
    tailed,
    taken,
)
from interpreter.reports.text_layout import WIDTH, columns, width
from interpreter.reports.values import ValueNames, to_json, to_text
from interpreter.values.types import MapOf, Number, Record, Type, Value

LONGEST = 20  # digits of a number that is told whole
MOST_ROWS = 40  # outcomes of a record that are told one by one


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result with what was observed next to it, and its weight."""

    value: Value
    weight: int
    observed: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class OddsReport:
    """Outcomes over one denominator; what is missing to it is `left_over`.

    `observed` are the names and types of what stands next to the result.
    """

    gives: Type
    outcomes: tuple[Outcome, ...]
    denominator: int
    left_over: Fraction = Fraction(0)
    method: str = "states"
    observed: tuple[tuple[str, Type], ...] = ()


def ordered(law: OddsReport) -> tuple[Outcome, ...]:
    """Return the outcomes in order: of an enumeration all its values, weight 0 too."""
    if law.observed:
        return tuple(sorted(law.outcomes, key=lambda each: key_of(each.value)))
    found = {_tagged(each.value): each for each in law.outcomes}
    for value in every_value(law.gives):
        found.setdefault(_tagged(value), Outcome(value, 0))
    return tuple(sorted(found.values(), key=lambda each: key_of(each.value)))


def _tagged(value: Value) -> tuple[str, Value]:
    # yes and 1 are equal in Python, but not here
    return (type(value).__name__, value)


def law_text(
    law: OddsReport,
    names: ValueNames,
    paint: Paint = PLAIN,
    *,
    every: bool = False,
    plain_bars: bool = False,
    cells: int = WIDTH,
) -> str:
    """Return the outcomes with ways, fraction, percent, at least that, and a bar; of
    many numbers bands and of a record with many each field alone, unless `every` one is
    wanted."""
    how = (names, plain_bars, cells)
    shown = ordered(law)
    numbers = isinstance(law.gives, Number) and not law.observed
    many = law_of((e.value, e.weight) for e in shown) if numbers else None
    if every or (many is None and not _is_long(law)):
        lines = [*_table(law, *how, every), "", *_ending(law, paint), *_mean(law)]
        lines += [] if every else _gathered(law, "; --all has each")
    elif many is not None:
        lines = [*_banded(law, many, *how), "", *_ending(law, paint), *_mean(law)]
        lines += spread_lines(many, law.gives, names, law.left_over, "--all")
    else:
        lines = [*_fields(law, *how, paint), *_ending(law, paint)]
        lines.append(f"  {len(shown):,} outcomes, here field by field; --all has each")
    return "\n".join(lines)


def _is_long(law: OddsReport) -> bool:
    """Return whether a distribution is better printed field by field."""
    parts = isinstance(law.gives, (Record, MapOf)) and not law.observed
    return parts and len(law.outcomes) > MOST_ROWS


def _fields(
    law: OddsReport, names: ValueNames, plain: bool, cells: int, paint: Paint
) -> Iterator[str]:
    """Yield the lines of each field of a record alone, under its name."""
    weights = {each.value: each.weight for each in law.outcomes}
    for name, kind, found in parted(law.gives, weights, names):
        outcomes = tuple(Outcome(value, weight) for value, weight in found.items())
        part = replace(law, gives=kind, outcomes=outcomes)
        many = law_of((e.value, e.weight) for e in ordered(part))
        yield paint.bold(name)
        if many is not None and isinstance(kind, Number):
            yield from _banded(part, many, names, plain, cells)
        else:
            yield from (*_table(part, names, plain, cells), *_gathered(part))
        yield from (*_mean(part), "")


def _tailed(law: OddsReport) -> list[NumberRange] | None:
    """Return the rows of a table of numbers, of which one may stand for several; None
    of all else."""
    if law.observed or not isinstance(law.gives, Number):
        return None
    numbers = numbers_of((each.value, each.weight) for each in ordered(law))
    return None if numbers is None else tailed(numbers)


def _gathered(law: OddsReport, more: str = "") -> list[str]:
    """Return a line that says that a row of a table stands for several outcomes, and
    `more`."""
    count, found = len(law.outcomes), _tailed(law)
    if found is None or len(found) == count:
        return []
    return [f"  {count} outcomes, the rarest together{more}"]


def _told(
    law: OddsReport, names: ValueNames, every: bool
) -> Iterator[tuple[Value, list[str], int]]:
    """Yield the value, words and weight of each row."""
    found = None if every else _tailed(law)
    if found is not None:
        for band in found:
            yield band, [band_text(band, law.gives, names)], band.weight
        return
    for each in ordered(law):
        said = [to_text(each.value, law.gives, names), *_beside(law, each, names)]
        yield each.value, said, each.weight


def _table(
    law: OddsReport, names: ValueNames, plain: bool, cells: int, every: bool = False
) -> Sequence[str]:
    """Return a line for each outcome; of many numbers one for those that hardly come,
    unless `every` one is wanted."""
    told = list(_told(law, names, every))
    shares = [Fraction(weight, law.denominator) for *_, weight in told]
    head = ["outcome", *(name for name, _ in law.observed)]
    rows = [[*head, "ways", "fraction", "percent"]]
    for (_, said, weight), share in zip(told, shares, strict=True):
        rows.append([*said, counted(weight), _short(share, "long"), percent(share)])
    if (
        len(told) > 2
        and not law.observed
        and not law.left_over
        and cumulated(law.gives)
    ):
        some = [
            None if value is None else share
            for (value, *_), share in zip(told, shares, strict=True)
        ]
        for row, above in zip(rows, ["at least", *at_least(some)], strict=True):
            row.append(above)
    drawn = bars([weight for *_, weight in told], taken(rows), cells, plain)
    for row, drawing in zip(rows, ["", *drawn], strict=True):
        row.append(drawing)
    right = frozenset(range(len(head), len(rows[0]) - 1))
    return columns(rows, right=right, cells=cells)


def _ending(law: OddsReport, paint: Paint) -> list[str]:
    ways = f"  {counted(law.denominator)} ways in all"
    if not law.left_over:
        return [f"{ways}; exact"]
    said = f"truncated: a probability of {float(law.left_over):.3g}, not in the table"
    return [f"{ways}; each probability is a lower bound", f"  {paint.odd(said)}"]


def _banded(
    law: OddsReport, many: WeightedNumbers, names: ValueNames, plain: bool, cells: int
) -> Sequence[str]:
    """Return numbers that are too many for a table as bands of them."""
    found = bands(many)
    shares = [Fraction(each.weight, law.denominator) for each in found]
    rows = [["outcome", "percent", "at least"]]
    above = [""] * len(shares) if law.left_over else at_least(shares)
    for each, share, said in zip(found, shares, above, strict=True):
        rows.append([band_text(each, law.gives, names), percent(share), said])
    drawn = bars([each.weight for each in found], taken(rows), cells, plain)
    for row, said in zip(rows, ["", *drawn], strict=True):
        row.append(said)
    return columns(rows, right=frozenset((0, 1, 2)), cells=cells)


def _beside(law: OddsReport, outcome: Outcome, names: ValueNames) -> list[str]:
    pairs = zip(law.observed, outcome.observed, strict=True)
    return [to_text(value, kind, names) for (_, kind), value in pairs]


def _short(share: int | Fraction, else_said: str) -> str:
    """Return a fraction, or what is said instead of one of many digits."""
    return str(share) if width(str(share)) <= LONGEST else else_said


def _mean(law: OddsReport) -> list[str]:
    """Return a line with the mean of a law of numbers."""
    kind = law.gives
    if not isinstance(kind, Number) or law.left_over or not law.outcomes:
        return []
    weighted = (
        Fraction(each.value) * each.weight
        for each in law.outcomes
        if isinstance(each.value, (int, Fraction))
    )
    mean = sum(weighted, Fraction(0)) / law.denominator
    short = _short(mean, "a long fraction")
    return [
        f"  expected value {short} (about {figure(mean)})"
        if mean.denominator != 1
        else f"  expected value {mean}"
    ]


def law_json(law: OddsReport, names: ValueNames) -> dict[str, object]:
    """Return the law as JSON."""
    outcomes = [_outcome_json(law, each, names) for each in ordered(law)]
    return {
        "format": 1,
        "outcomes": outcomes,
        "denominator": law.denominator,
        "observed": [name for name, _ in law.observed],
        "method": law.method,
        "exact": not law.left_over,
        "left_over": str(law.left_over),
    }


def _outcome_json(
    law: OddsReport, outcome: Outcome, names: ValueNames
) -> dict[str, object]:
    share = Fraction(outcome.weight, law.denominator)
    said: dict[str, object] = {
        "value": to_json(outcome.value, law.gives, names),
        "probability": str(share),
        "ways": outcome.weight,
        "percent": round(float(share * 100), 6),
    }
    if law.observed:
        pairs = zip(law.observed, outcome.observed, strict=True)
        said["observed"] = {n: to_json(v, kind, names) for (n, kind), v in pairs}
    return said

"""An exact law of outcomes as text and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from interpreter.reporting.layout import WIDTH, columns, width
from interpreter.reporting.paint import PLAIN, Paint
from interpreter.reporting.parting import parted
from interpreter.reporting.shares import (
    at_least,
    band_text,
    bars,
    cumulated,
    every_value,
    key_of,
    percent,
    spread_lines,
    taken,
)
from interpreter.reporting.spread import (
    Weighted,
    bands,
    counted,
    figure,
    law_of,
)
from interpreter.reporting.values import Edge, to_json, to_text
from interpreter.values.types import (
    MapOf,
    Number,
    Record,
    Type,
    Value,
)

LONGEST = 20  # digits of a number that is told whole
MOST_ROWS = 40  # outcomes of a record that are told one by one


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result with what was observed beside it, and its weight."""

    value: Value
    weight: int
    observed: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Law:
    """Outcomes over one denominator; what is missing to it is `left_over`.

    `observed` are the names and types of what stands beside the result.
    """

    gives: Type
    outcomes: tuple[Outcome, ...]
    denominator: int
    left_over: Fraction = Fraction(0)
    method: str = "states"
    observed: tuple[tuple[str, Type], ...] = ()


def ordered(law: Law) -> tuple[Outcome, ...]:
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
    law: Law,
    names: Edge,
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
        lines = [*_table(law, *how), "", *_ending(law, paint), *_mean(law)]
    elif many is not None:
        lines = [*_banded(law, many, *how), "", *_ending(law, paint), *_mean(law)]
        lines += spread_lines(many, law.gives, names, law.left_over, "--all")
    else:
        lines = [*_fields(law, *how, paint), *_ending(law, paint)]
        lines.append(f"  {len(shown):,} outcomes, here field by field; --all has each")
    return "\n".join(lines)


def _is_long(law: Law) -> bool:
    """Tell whether a law is better told field by field."""
    parts = isinstance(law.gives, (Record, MapOf)) and not law.observed
    return parts and len(law.outcomes) > MOST_ROWS


def _fields(
    law: Law, names: Edge, plain: bool, cells: int, paint: Paint
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
            yield from _table(part, names, plain, cells)
        yield from (*_mean(part), "")


def _table(law: Law, names: Edge, plain: bool, cells: int) -> Sequence[str]:
    """Return a line for each outcome."""
    shown = ordered(law)
    shares = [Fraction(each.weight, law.denominator) for each in shown]
    head = ["outcome", *(name for name, _ in law.observed)]
    rows = [[*head, "ways", "fraction", "percent"]]
    for each, share in zip(shown, shares, strict=True):
        told = [to_text(each.value, law.gives, names), *_beside(law, each, names)]
        rows.append(
            [*told, counted(each.weight), _short(share, "long"), percent(share)]
        )
    if (
        len(shown) > 2
        and not law.observed
        and not law.left_over
        and cumulated(law.gives)
    ):
        some = [
            None if e.value is None else p for e, p in zip(shown, shares, strict=True)
        ]
        for row, said in zip(rows, ["at least", *at_least(some)], strict=True):
            row.append(said)
    drawn = bars([each.weight for each in shown], taken(rows), cells, plain)
    for row, said in zip(rows, ["", *drawn], strict=True):
        row.append(said)
    right = frozenset(range(len(head), len(rows[0]) - 1))
    return columns(rows, right=right, cells=cells)


def _ending(law: Law, paint: Paint) -> list[str]:
    lines = [f"  {counted(law.denominator)} ways in all; exact"]
    if law.left_over:
        said = f"left over: {float(law.left_over):.3g}, not in the table"
        lines.append(f"  {paint.odd(said)}")
    return lines


def _banded(
    law: Law, many: Weighted, names: Edge, plain: bool, cells: int
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


def _beside(law: Law, outcome: Outcome, names: Edge) -> list[str]:
    pairs = zip(law.observed, outcome.observed, strict=True)
    return [to_text(value, kind, names) for (_, kind), value in pairs]


def _short(share: int | Fraction, else_said: str) -> str:
    """Return a fraction, or what is said instead of one of many digits."""
    return str(share) if width(str(share)) <= LONGEST else else_said


def _mean(law: Law) -> list[str]:
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


def law_json(law: Law, names: Edge) -> dict[str, object]:
    """Return the law as JSON."""
    outcomes = [_outcome_json(law, each, names) for each in ordered(law)]
    return {
        "format": 1,
        "outcomes": outcomes,
        "denominator": law.denominator,
        "observed": [name for name, _ in law.observed],
        "method": law.method,
        "exact": True,
        "left_over": str(law.left_over),
    }


def _outcome_json(law: Law, outcome: Outcome, names: Edge) -> dict[str, object]:
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

"""An exact law of outcomes as text and as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from interpreter.reporting.layout import WIDTH, columns, width
from interpreter.reporting.paint import PLAIN, Paint
from interpreter.reporting.spread import (
    Band,
    Weighted,
    bands,
    counted,
    deviation,
    figure,
    law_of,
    middles,
)
from interpreter.reporting.values import Edge, to_json, to_text
from interpreter.values.types import (
    Maybe,
    Number,
    Part,
    Type,
    Value,
    enumeration_of,
)

BAR = 24  # cells of the longest bar
LONGEST = 20  # digits of a number that is told whole
LEAST_BAR = 8  # a shorter one shows nothing
_EIGHTHS = " ▏▎▍▌▋▊▉█"


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
        return tuple(sorted(law.outcomes, key=lambda each: _key(each.value)))
    found = {_tagged(each.value): each for each in law.outcomes}
    for value in every_value(law.gives):
        found.setdefault(_tagged(value), Outcome(value, 0))
    return tuple(sorted(found.values(), key=lambda each: _key(each.value)))


def every_value(kind: Type) -> tuple[Value, ...]:
    """Return all values of a type of few named values, in order; else nothing."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is None:
        return ()
    return inner.ranks if isinstance(inner, Part) else tuple(range(len(words.values)))


def _tagged(value: Value) -> tuple[str, Value]:
    # yes and 1 are equal in Python, but not here
    return (type(value).__name__, value)


def _key(value: Value) -> tuple[object, ...]:
    """Return what values are sorted by: numbers by size, then the rest, none last."""
    if value is None:
        return (2,)
    if isinstance(value, (int, Fraction)):
        return (0, value)
    if isinstance(value, tuple):
        return (1, 0, len(value), tuple(_key(each) for each in value))
    return (1, 1, str(value))


def percent(share: Fraction) -> str:
    """Return a share as percent; what is neither 0 nor 100 is not rounded to it."""
    if 0 < share < Fraction(1, 20000):
        return "<0.01%"
    if Fraction(19999, 20000) < share < 1:
        return ">99.99%"
    return f"{float(share * 100):.2f}%"


def bar(share: Fraction, cells: int = BAR, plain: bool = False) -> str:
    """Return a bar for a share of the longest; `plain` draws it in ASCII."""
    if plain:
        return "#" * max(round(share * cells), int(share > 0))
    eighths = max(round(share * cells * 8), int(share > 0))
    full, rest = divmod(eighths, 8)
    return ("█" * full + _EIGHTHS[rest]).rstrip()


def cumulated(kind: Type) -> bool:
    """Tell whether "at least" means something: of numbers, and of named types, which
    are in order; of a list of values in place nobody says so."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    return isinstance(inner, Number) if words is None else bool(words.name)


def at_least(shares: Sequence[Fraction | None]) -> list[str]:
    """Return for each share, in order, how much is at or above it; "" for None."""
    said: list[str] = []
    above = Fraction(0)
    for each in reversed(shares):
        above += each or 0
        said.append("" if each is None else percent(above))
    return said[::-1]


def bars(weights: Sequence[int], taken: int, cells: int, plain: bool) -> list[str]:
    """Return a bar for each weight, as long as a line has room behind what is taken."""
    longest = max(weights, default=0) or 1
    room = min(BAR, cells - taken - 4)
    if room < LEAST_BAR:
        return ["" for _ in weights]
    return [bar(Fraction(each, longest), room, plain) for each in weights]


def law_text(
    law: Law,
    names: Edge,
    paint: Paint = PLAIN,
    *,
    plain_bars: bool = False,
    cells: int = WIDTH,
) -> str:
    """Return the outcomes with ways, fraction, percent, at least that, and a bar."""
    shown = ordered(law)
    many = None
    if isinstance(law.gives, Number) and not law.observed:
        many = law_of((each.value, each.weight) for each in shown)
    if many is not None:
        return _spread_text(law, many, names, paint, plain_bars, cells)
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
    drawn = bars([each.weight for each in shown], taken(rows), cells, plain_bars)
    for row, said in zip(rows, ["", *drawn], strict=True):
        row.append(said)
    count = len(head)
    right = frozenset(range(count, len(rows[0]) - 1))
    lines = columns(rows, right=right, cells=cells)
    return "\n".join([*lines, "", *_ending(law, paint), *_mean(law)])


def _ending(law: Law, paint: Paint) -> list[str]:
    lines = [f"  {counted(law.denominator)} ways in all; exact"]
    if law.left_over:
        said = f"left over: {float(law.left_over):.3g}, not in the table"
        lines.append(f"  {paint.odd(said)}")
    return lines


def _spread_text(
    law: Law, many: Weighted, names: Edge, paint: Paint, plain: bool, cells: int
) -> str:
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
    lines = columns(rows, right=frozenset((0, 1, 2)), cells=cells)
    lines += ["", *_ending(law, paint), *_mean(law)]
    return "\n".join([*lines, *spread_lines(many, law.gives, names, law.left_over)])


def band_text(band: Band, kind: Type, names: Edge) -> str:
    """Return the numbers of a band: `..9`, `10..19`, `20+`; `<` before an open end."""
    low = "" if band.low is None else to_text(band.low, kind, names)
    high = "" if band.high is None else to_text(band.high, kind, names)
    if not high or low == high:
        return low if high else f"{low}+"
    if band.open:
        return f"{low} to <{high}" if low else f"<{high}"
    return f"{low}..{high}"


def spread_lines(
    many: Weighted, kind: Type, names: Edge, left_over: Fraction = Fraction(0)
) -> list[str]:
    """Return the lines below bands: how many from where to where, and the middle."""

    def said(value: Fraction) -> str:
        return to_text(value, kind, names)

    lines = []
    if not left_over:
        middle = [
            f"{float(share):.0%} in {said(low)}..{said(high)}"
            for share, low, high in middles(many)
        ]
        lines = [
            f"  standard deviation {figure(deviation(many))}",
            f"  in the middle {', '.join(middle)}",
        ]
    ends = f"from {said(many[0][0])} to {said(many[-1][0])}"
    return [
        *lines,
        f"  {len(many):,} outcomes {ends}, here in bands; --json has each",
    ]


def taken(rows: Sequence[Sequence[str]]) -> int:
    """Return how wide a table is, with the blanks between its columns."""
    return max(map(width, columns(rows, heading=False)), default=0)


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


def value_order(values: Sequence[Value]) -> tuple[Value, ...]:
    """Return values in the order in which outcomes are shown."""
    return tuple(sorted(values, key=_key))

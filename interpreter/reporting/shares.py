"""Laws and estimates as lines: the order of values, shares as text, bars, bands."""

from collections.abc import Sequence
from fractions import Fraction

from interpreter.reporting.layout import columns, width
from interpreter.reporting.spread import Band, Weighted, deviation, figure, middles
from interpreter.reporting.values import Edge, to_text
from interpreter.values.types import (
    Maybe,
    Number,
    Part,
    Type,
    Value,
    enumeration_of,
)

BAR = 24  # cells of the longest bar
LEAST_BAR = 8  # a shorter one shows nothing
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def every_value(kind: Type) -> tuple[Value, ...]:
    """Return all values of a type of few named values, in order; else nothing."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is None:
        return ()
    return inner.ranks if isinstance(inner, Part) else tuple(range(len(words.values)))


def value_order(values: Sequence[Value]) -> tuple[Value, ...]:
    """Return values in the order in which outcomes are shown."""
    return tuple(sorted(values, key=key_of))


def key_of(value: Value) -> tuple[object, ...]:
    """Return what values are sorted by: numbers by size, then the rest, none last."""
    if value is None:
        return (2,)
    if isinstance(value, (int, Fraction)):
        return (0, value)
    if isinstance(value, tuple):
        return (1, 0, len(value), tuple(key_of(each) for each in value))
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
    """Tell whether "at least" means something: of numbers, and of named types that are
    in order; of a list of values in place nobody says so."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is None:
        return isinstance(inner, Number)
    return bool(words.name) and words.ordered


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
    many: Weighted,
    kind: Type,
    names: Edge,
    left_over: Fraction = Fraction(0),
    each: str = "--json",
) -> list[str]:
    """Return the lines below bands: how many from where to where, the middle, and what
    has `each` of them."""

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
        f"  {len(many):,} outcomes {ends}, here in bands; {each} has each",
    ]


def taken(rows: Sequence[Sequence[str]]) -> int:
    """Return how wide a table is, with the blanks between its columns."""
    return max(map(width, columns(rows, heading=False)), default=0)

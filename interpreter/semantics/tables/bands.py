"""Printed bands (`2-`, `3-5`, `-3..-1`, `12+`, `7`) and the proof that they cover a
domain once."""

import re
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic, Diagnostics, did_you_mean, problem
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.conversions import ranks
from interpreter.values.types import Number, Type, Unknown, enumeration_of
from interpreter.yaml.nodes import ScalarNode

_FORMS = (
    (re.compile(r"([+-]?\d+)\+\Z"), (1, 0)),
    (re.compile(r"([+-]?\d+)-\Z"), (0, 1)),
    (re.compile(r"([+-]?\d+)-(\d+)\Z"), (1, 2)),
    (re.compile(r"([+-]?\d+)\.\.([+-]?\d+)\Z"), (1, 2)),
    (re.compile(r"([+-]?\d+)\.\.\Z"), (1, 0)),
    (re.compile(r"\.\.([+-]?\d+)\Z"), (0, 1)),
    (re.compile(r"([+-]?\d+)\Z"), (1, 1)),
)
LONGEST = 12


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers between bounds (None: open)."""

    low: int | None
    high: int | None
    span: Span
    key: str

    def overlaps(self, other: "Range") -> bool:
        """Return whether a number is in both."""
        return _at_most(self.low, other.high) and _at_most(other.low, self.high)


def _at_most(low: int | None, high: int | None) -> bool:
    return low is None or high is None or low <= high


def read_band(
    key: ScalarNode, problems: list[Diagnostic] | Diagnostics
) -> Range | None:
    """Read a band as printed; a problem R205 and None when it is none."""
    text = key.text.strip().replace(" ", "").replace("−", "-").replace("–", "-")
    for form, (low_at, high_at) in _FORMS:
        found = form.match(text)
        if found and all(
            each is None or len(each) <= LONGEST for each in found.groups()
        ):
            low = int(found[low_at]) if low_at else None
            high = int(found[high_at]) if high_at else None
            if not _at_most(low, high):
                break
            return Range(low, high, key.span, key.text)
    expected = "2-, 3-5, -3..-1, 12+ or 7"
    problems.append(
        problem("R205", key.span, f"'{key.text}' is no band", expected=expected)
    )
    return None


def prove(
    rows: list[Range],
    low: int | None,
    high: int | None,
    at: Span,
    problems: list[Diagnostic] | Diagnostics,
) -> None:
    """Append a problem for each overlap, each gap in low..high and each row out of
    reach; a gap is shown at the row before it, or `at` the rows where there is none."""
    domain = Range(low, high, at, "")
    ordered = sorted(rows, key=lambda row: (row.low is not None, row.low or 0))
    farthest = ordered[0] if ordered else domain
    for row in ordered[1:]:
        if farthest.overlaps(row):
            message = f"the rows {farthest.key} and {row.key} overlap"
            related = ((farthest.span, "the other row"),)
            problems.append(problem("R502", row.span, message, related=related))
        if row.high is None or not _at_most(row.high, farthest.high):
            farthest = row
    for row in rows:
        if not row.overlaps(domain):
            expected = f"{_side(low)}..{_side(high)}"
            message = f"the row {row.key} can never be reached"
            problems.append(problem("R503", row.span, message, expected=expected))
    for gap, before in gaps(ordered, low, high):
        span = at if before is None else before.span
        problems.append(
            problem("R501", span, f"no row for {gap}", expected="a row for it")
        )


def beyond(rows: list[Range], low: int | None, high: int | None) -> list[Diagnostic]:
    """Return a warning for each row that is reached, but not to an end that is written
    at it."""
    found: list[Diagnostic] = []
    domain = f"{_side(low)}..{_side(high)}"
    for row in rows:
        below = low is not None and row.low is not None and row.low < low
        above = high is not None and row.high is not None and row.high > high
        if (below or above) and row.overlaps(Range(low, high, row.span, "")):
            message = f"the row {row.key} goes beyond what can come"
            found.append(problem("R518", row.span, message, expected=domain))
    return found


def _side(bound: int | None) -> str:
    return "" if bound is None else str(bound)


def gaps(
    ordered: list[Range], low: int | None, high: int | None
) -> list[tuple[str, Range | None]]:
    """Name the stretches of low..high that no row holds, each with the row before it;
    rows by their low bound."""
    found: list[tuple[str, Range | None]] = []
    if low is None and (not ordered or ordered[0].low is not None):
        first = f"less than {ordered[0].low}" if ordered else "any number"
        found.append((first, None))
        if not ordered:
            return found
    before: Range | None = None
    start = low if low is not None else None
    for row in ordered:
        if row.low is not None and start is not None and row.low > start:
            end = row.low - 1 if high is None else min(row.low - 1, high)
            if start <= end:
                found.append((_stretch(start, end), before))
        if row.high is None:
            return found
        beyond = row.high + 1
        if start is None or beyond > start:
            start, before = beyond, row
    if high is None:
        found.append((f"{start} and more", before))
    elif start is not None and start <= high:
        found.append((_stretch(start, high), before))
    return found


def _stretch(start: int, end: int) -> str:
    return str(start) if start == end else f"{start} to {end}"


# Keys of rows over a type, and the proof that an enumeration is covered once.


def bands_of(names: Names, key: ScalarNode, of: Type) -> list[Range]:
    """Read a row's key: a band of numbers, or names (with commas) as ranks."""
    if isinstance(of, Unknown):
        return []
    if isinstance(of, Number):
        band = read_band(key, names.problems)
        return [] if band is None else [band]
    enumeration = enumeration_of(of)
    result = []
    for name in key.text.split(","):
        rank = enumeration.rank(name) if enumeration else None
        if rank is None:
            known = enumeration.values if enumeration else ()
            message = f"'{name.strip()}' is no {spoken(of)}"
            hint = did_you_mean(name.strip(), known)
            names.problems.append(
                problem("R301", key.span, message, expected=", ".join(known), hint=hint)
            )
        else:
            result.append(Range(rank, rank, key.span, name.strip()))
    return result


def prove_ranks(names: Names, of: Type, found: list[Range], at: Span) -> None:
    """Say which values of an enumeration have no row, and which have two."""
    enumeration = enumeration_of(of)
    seen: dict[int, Range] = {}
    for row in found:
        rank = row.low if row.low is not None else 0
        if rank in seen:
            related = ((seen[rank].span, "the other row"),)
            message = f"two rows for '{row.key}'"
            names.problems.append(problem("R502", row.span, message, related=related))
        seen[rank] = row
    missing = [rank for rank in ranks(of) if rank not in seen]
    if missing and enumeration is not None and found:
        listed = ", ".join(enumeration.values[rank] for rank in missing)
        message = f"no row for {listed}"
        names.problems.append(problem("R501", at, message, expected="a row for each"))

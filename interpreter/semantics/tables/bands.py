"""Printed bands (`2-`, `3-5`, `-3..-1`, `12+`, `7`), and proofs that they cover a
domain.

Proved: no two rows overlap (R502), every number of low..high has a row (R501), every
row can be reached (R503).

How: rows are sorted by lower bound and swept once. A row overlaps an earlier one
exactly if it overlaps the earlier row with the greatest upper bound, so only that one
is compared; a gap begins after the greatest upper bound so far. Open ends are None.
Cost: sorting and one pass, O(n log n). Rows over an enumeration are compared by rank
(`prove_ranks`).
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, Diagnostics, did_you_mean, problem
from interpreter.foreign.printed_bands import printed_band
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.conversions import ranks
from interpreter.values.types import Number, Type, Unknown, enumeration_of
from interpreter.yaml.nodes import ScalarNode
from interpreter.yaml.scalar_edits import edited

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
ANY_NUMBER = Number(None, None, whole=True)


class Range(Struct, frozen=True):
    """A band of whole numbers (None: open)."""

    low: int | None
    high: int | None
    span: Span
    key: str

    def overlaps(self, other: "Range") -> bool:
        """Return whether some number is in both."""
        return _at_most(self.low, other.high) and _at_most(other.low, self.high)


def _at_most(low: int | None, high: int | None) -> bool:
    return low is None or high is None or low <= high


def read_band(
    key: ScalarNode,
    problems: list[Diagnostic] | Diagnostics,
    beside: Sequence[ScalarNode] = (),
    of: Number = ANY_NUMBER,
) -> Range | None:
    """Read a printed band; None and a problem R205 if it is none.

    `beside` are the other keys of the rows, and `of` is what all of them cover: the
    problem of a row such as `all others` names the band that is left.
    """
    found = _band(key)
    if found is None:
        problems.append(_no_band(key, beside, of))
    return found


def _band(key: ScalarNode) -> Range | None:
    if key.text.strip() in ("00", "000"):  # the last digits of 100
        return None
    text = key.text.strip().replace(" ", "").replace("−", "-").replace("–", "-")
    for form, (low_at, high_at) in _FORMS:
        match = form.match(text)
        if match and all(
            digits is None or len(digits) <= LONGEST for digits in match.groups()
        ):
            low = int(match[low_at]) if low_at else None
            high = int(match[high_at]) if high_at else None
            if not _at_most(low, high):
                break
            return Range(low, high, key.span, key.text)
    return None


def _no_band(key: ScalarNode, beside: Sequence[ScalarNode], of: Number) -> Diagnostic:
    message = f"'{key.text}' is no band"
    printed = printed_band(key.text)
    if printed is None:
        expected = "2-, 3-5, -3..-1, 12+ or 7"
        return problem("R205", key.span, message, expected=expected)
    here = printed.here or _left_over(key, beside, of)
    write = f"write '{here}'" if here else f"write {printed.idiom.here}"
    hint = f"{write}; {key.text} is {printed.idiom.meaning}"
    if printed.note:
        hint = f"{hint}; {printed.note}"
    fix = edited(key, 0, len(key.text), here, safe=not printed.note) if here else None
    return problem("R205", key.span, message, hint=hint, fix=fix)


def _left_over(key: ScalarNode, beside: Sequence[ScalarNode], of: Number) -> str:
    """Return the band that the other rows leave, "" if there is none or several."""
    others = [_band(other) for other in beside if other.span != key.span]
    ranges = [other for other in others if other is not None]
    if not ranges or len(ranges) < len(others):
        return ""
    low = None if of.low is None else int(of.low)
    high = None if of.high is None else int(of.high)
    ordered = sorted(ranges, key=lambda row: (row.low is not None, row.low or 0))
    left = [text for text, _ in gaps(ordered, low, high)]
    if len(left) != 1:
        return ""
    (only,) = left
    printed = printed_band(only)
    return only if only.lstrip("-").isdigit() else printed.here if printed else ""


def prove(
    rows: list[Range],
    low: int | None,
    high: int | None,
    at: Span,
    problems: list[Diagnostic] | Diagnostics,
) -> None:
    """Append a problem for each overlap, each gap in low..high and each unreachable
    row.

    A gap is reported at the row before it, or `at` the rows if there is none.
    """
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
    """Return a warning for each reachable row with an end outside the domain."""
    warnings: list[Diagnostic] = []
    domain = f"{_side(low)}..{_side(high)}"
    for row in rows:
        below = low is not None and row.low is not None and row.low < low
        above = high is not None and row.high is not None and row.high > high
        if (below or above) and row.overlaps(Range(low, high, row.span, "")):
            message = f"the row {row.key} goes beyond what can come"
            warnings.append(problem("R518", row.span, message, expected=domain))
    return warnings


def _side(bound: int | None) -> str:
    return "" if bound is None else str(bound)


def gaps(
    ordered: list[Range], low: int | None, high: int | None
) -> list[tuple[str, Range | None]]:
    """Return the parts of low..high that no row covers, as text, each with the row
    before it; rows must be sorted by lower bound."""
    uncovered: list[tuple[str, Range | None]] = []
    if low is None and (not ordered or ordered[0].low is not None):
        first = f"less than {ordered[0].low}" if ordered else "any number"
        uncovered.append((first, None))
        if not ordered:
            return uncovered
    before: Range | None = None
    start = low if low is not None else None
    for row in ordered:
        if row.low is not None and start is not None and row.low > start:
            end = row.low - 1 if high is None else min(row.low - 1, high)
            if start <= end:
                uncovered.append((_stretch(start, end), before))
        if row.high is None:
            return uncovered
        beyond = row.high + 1
        if start is None or beyond > start:
            start, before = beyond, row
    if high is None:
        uncovered.append((f"{start} and more", before))
    elif start is not None and start <= high:
        uncovered.append((_stretch(start, high), before))
    return uncovered


def _stretch(start: int, end: int) -> str:
    return str(start) if start == end else f"{start} to {end}"


def bands_of(
    names: Names, key: ScalarNode, of: Type, beside: Sequence[ScalarNode] = ()
) -> list[Range]:
    """Read the key of a row: a band of numbers, or names of an enumeration, separated
    by commas, as ranks; `beside` are the keys of all rows."""
    if isinstance(of, Unknown):
        return []
    if isinstance(of, Number):
        band = read_band(key, names.problems, beside, of)
        return [] if band is None else [band]
    enumeration = enumeration_of(of)
    result = []
    for name, text in key.listed:
        rank = enumeration.rank(name) if enumeration else None
        if rank is None:
            known = enumeration.values if enumeration else ()
            message = f"'{text}' is no {spoken(of)}"
            hint = did_you_mean(text, known)
            names.problems.append(
                problem("R301", key.span, message, expected=", ".join(known), hint=hint)
            )
        else:
            result.append(Range(rank, rank, key.span, text))
    return result


def prove_ranks(names: Names, of: Type, rows: list[Range], at: Span) -> None:
    """Append a problem for values of an enumeration without a row, and for values with
    two."""
    enumeration = enumeration_of(of)
    seen: dict[int, Range] = {}
    for row in rows:
        rank = row.low if row.low is not None else 0
        if rank in seen:
            related = ((seen[rank].span, "the other row"),)
            message = f"two rows for '{row.key}'"
            names.problems.append(problem("R502", row.span, message, related=related))
        seen[rank] = row
    missing = [rank for rank in ranks(of) if rank not in seen]
    if missing and enumeration is not None and rows:
        listed = ", ".join(enumeration.values[rank] for rank in missing)
        message = f"no row for {listed}"
        names.problems.append(problem("R501", at, message, expected="a row for each"))

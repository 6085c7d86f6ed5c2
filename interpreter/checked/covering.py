"""Keys of rows over a type, and the proof that an enumeration is covered once."""

from interpreter.checked.bands import Range, read_band
from interpreter.checked.names import Names
from interpreter.checked.place import spoken
from interpreter.document.nodes import Scalar
from interpreter.problems import did_you_mean, problem
from interpreter.source import Span
from interpreter.values.fit import ranks
from interpreter.values.types import Number, Type, Unknown, enumeration_of


def bands_of(names: Names, key: Scalar, of: Type) -> list[Range]:
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

"""Values in an order."""

from interpreter.language.functions.function import Function, Mismatch
from interpreter.values.types import Number, Type, Unknown, enumeration_of, whole


def _shift(kinds: tuple[Type, ...]) -> Type:
    found = enumeration_of(kinds[0])
    if found is None:
        if isinstance(kinds[0], Unknown):
            return kinds[0]
        raise Mismatch(0, "a value of an enumeration")
    if not isinstance(kinds[1], (Number, Unknown)):
        raise Mismatch(1, "a whole number")
    return found


def _last(kinds: tuple[Type, ...]) -> tuple[int, ...]:
    found = enumeration_of(kinds[0])
    return (len(found.values) - 1 if found else 0,)


def _rank(kinds: tuple[Type, ...]) -> Type:
    found = enumeration_of(kinds[0])
    if found is None and not isinstance(kinds[0], Unknown):
        raise Mismatch(0, "a value of an enumeration")
    return whole(1, len(found.values) if found else None)


ENUMERATIONS = (
    Function(
        "shift",
        2,
        2,
        _shift,
        lambda v, n, last: min(max(v + n, 0), last),
        "n places along; stops at the ends",
        extra=_last,
    ),
    Function("rank", 1, 1, _rank, lambda v: v + 1, "its place in the order, from 1"),
)

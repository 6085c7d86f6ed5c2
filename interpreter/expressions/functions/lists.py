"""Lists."""

from collections.abc import Callable

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.functions.operators import (
    LONGEST_LIST,
    Function,
    Mismatch,
    always,
)
from interpreter.values.conversions import fit, join
from interpreter.values.faults import Fault
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    Boolean,
    Cell,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Type,
    Unknown,
    Value,
    enumeration_of,
    maybe,
    present,
    whole,
)


def _list(kinds: tuple[Type, ...], index: int = 0) -> ListOf:
    kind = kinds[index]
    if isinstance(kind, Unknown):
        return ListOf(Unknown())
    if not isinstance(kind, ListOf):
        raise Mismatch(index, "a list")
    return kind


def _count(kinds: tuple[Type, ...]) -> Type:
    _list(kinds)
    return whole(0)


def _sum(kinds: tuple[Type, ...]) -> Type:
    item = _list(kinds).item
    if not isinstance(item, (Number, Unknown)):
        raise Mismatch(0, "a list of numbers")
    low = (
        0
        if isinstance(item, Number) and item.low is not None and item.low >= 0
        else None
    )
    return Number(low, None, isinstance(item, Number) and item.whole)


def _extreme(kinds: tuple[Type, ...]) -> Type:
    for index, kind in enumerate(kinds):
        item = kind.item if isinstance(kind, ListOf) else kind
        if isinstance(present(item), Cell):
            raise Mismatch(index, "values in an order; of hexes first(h in L by h)")
    if len(kinds) == 1:
        return _list(kinds).item
    found = kinds[0]
    for index, kind in enumerate(kinds):
        joined = join(found, kind)
        if joined is None:
            raise Mismatch(index, "values of one type")
        found = joined
    return found


def _may_be_empty(kinds: tuple[Type, ...]) -> bool:
    """Return whether the extreme is one of a list."""
    return len(kinds) == 1


def _truths(kinds: tuple[Type, ...]) -> Type:
    if not isinstance(_list(kinds).item, (Boolean, Unknown)):
        raise Mismatch(0, "a list of yes or no")
    return Boolean()


def _ordered(kinds: tuple[Type, ...]) -> Type:
    if isinstance(present(_list(kinds).item), Cell):
        raise Mismatch(0, "a list in an order; of hexes sorted(h in L by h)")
    return _same(kinds)


def _first(kinds: tuple[Type, ...]) -> Type:
    return maybe(_list(kinds).item)


def _or_else(kinds: tuple[Type, ...]) -> Type:
    joined = join(present(kinds[0]), kinds[1])
    if joined is None:
        raise Mismatch(1, "a value of the same type")
    return joined


def _same(kinds: tuple[Type, ...]) -> Type:
    return ListOf(_list(kinds).item)


def _without(kinds: tuple[Type, ...]) -> Type:
    listed = _list(kinds)
    other = kinds[1].item if isinstance(kinds[1], ListOf) else kinds[1]
    if fit(other, listed.item) == "no" and fit(listed.item, other) == "no":
        raise Mismatch(1, "an element of the list, or a list of such")
    return ListOf(listed.item)


def _place(kinds: tuple[Type, ...]) -> Type:
    _list(kinds)
    return Maybe(whole(1))


def _joined(kinds: tuple[Type, ...]) -> Type:
    inner = _list(kinds).item
    if isinstance(inner, Unknown):
        return ListOf(inner)
    if not isinstance(inner, ListOf):
        raise Mismatch(0, "a list of lists")
    return ListOf(inner.item)


def _prefer(kinds: tuple[Type, ...]) -> Type:
    joined = join(_list(kinds), _list(kinds, 1))
    if joined is None:
        raise Mismatch(1, "a list of the same type")
    return joined


def _map_part(key: bool) -> Callable[[tuple[Type, ...]], Type]:
    def typing(kinds: tuple[Type, ...]) -> Type:
        if not isinstance(kinds[0], MapOf):
            raise Mismatch(0, "a map")
        return ListOf(kinds[0].key if key else kinds[0].value)

    return typing


def _take_away(values: tuple[Value, ...], taken: Value) -> tuple[Value, ...]:
    gone = taken if isinstance(taken, tuple) and taken not in values else (taken,)
    return tuple(each for each in values if each not in gone)


def repeat(values: tuple[Value, ...], number: int) -> tuple[Value, ...]:
    """Return the list so often in a row."""
    if len(values) * max(number, 0) > LONGEST_LIST:
        raise LimitExceeded("elements of a list", LONGEST_LIST)
    return values * max(number, 0)


def _extreme_of(choose: Callable[..., Value], what: str) -> Callable[..., Value]:
    def python(*values: Value) -> Value:
        pool = values[0] if len(values) == 1 else values
        if not pool:
            raise Fault("R705", f"an empty list has no {what} value")
        return choose(pool)

    return python


LISTS = (
    Function("count", 1, 1, _count, len, "how many"),
    Function("sum", 1, 1, _sum, sum, "the sum"),
    Function(
        "min",
        1,
        None,
        _extreme,
        _extreme_of(min, "least"),
        "the minimum",
        like=0,
        fails=_may_be_empty,
    ),
    Function(
        "max",
        1,
        None,
        _extreme,
        _extreme_of(max, "greatest"),
        "the maximum",
        like=0,
        fails=_may_be_empty,
    ),
    Function("any", 1, 1, _truths, any, "whether at least one is true"),
    Function("all", 1, 1, _truths, all, "whether all are true"),
    Function(
        "first", 1, 1, _first, lambda v: v[0] if v else None, "the first, or none"
    ),
    Function("last", 1, 1, _first, lambda v: v[-1] if v else None, "the last, or none"),
    Function(
        "or_else",
        2,
        2,
        _or_else,
        lambda v, w: w if v is None else v,
        "x, or y if x is none",
        like=0,
    ),
    Function("first_of", 2, 2, _same, lambda v, n: v[: max(n, 0)], "the first n"),
    Function(
        "last_of",
        2,
        2,
        _same,
        lambda v, n: v[max(len(v) - max(n, 0), 0) :],
        "the last n",
    ),
    Function(
        "without",
        2,
        2,
        _without,
        _take_away,
        "L without an element or the elements of a list",
        like=0,
    ),
    Function(
        "distinct", 1, 1, _same, lambda v: tuple(dict.fromkeys(v)), "each element once"
    ),
    Function(
        "position",
        2,
        2,
        _place,
        lambda v, x: v.index(x) + 1 if x in v else None,
        "the index of x in L, from 1, or none",
        like=0,
    ),
    Function(
        "joined",
        1,
        1,
        _joined,
        lambda v: tuple(x for each in v for x in each),
        "lists concatenated",
    ),
    Function(
        "sorted", 1, 1, _ordered, lambda v: tuple(sorted(v)), "in ascending order"
    ),
    Function("repeated", 2, 2, _same, repeat, "the list n times", fails=always),
    Function(
        "prefer",
        2,
        2,
        _prefer,
        lambda v, w: w or v,
        "M, or L if M is empty",
        like=0,
    ),
    Function(
        "keys", 1, 1, _map_part(True), lambda m: tuple(k for k, _ in m), "a map's keys"
    ),
    Function(
        "values",
        1,
        1,
        _map_part(False),
        lambda m: tuple(v for _, v in m),
        "a map's values",
    ),
)


# Values in an order.


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


def _around(kinds: tuple[Type, ...], index: int = 0) -> Type:
    found = enumeration_of(kinds[index])
    if found not in (CORNER, DIRECTION):
        if isinstance(kinds[index], Unknown):
            return kinds[index]
        raise Mismatch(index, "a corner or a direction")
    return found


def _rotated(kinds: tuple[Type, ...]) -> Type:
    by = kinds[1]
    if not isinstance(by, Unknown) and not (isinstance(by, Number) and by.whole):
        raise Mismatch(1, "a whole number")
    return _around(kinds)


def _sixths(kinds: tuple[Type, ...]) -> Type:
    if _around(kinds) != _around(kinds, 1):
        raise Mismatch(1, "the same as the first: two corners or two directions")
    return whole(0, 3)


ENUMERATIONS = (
    Function(
        "rotated",
        2,
        2,
        _rotated,
        lambda v, n: (v + n) % 6,
        "a corner or direction, n sixths clockwise of it",
    ),
    Function(
        "sixths",
        2,
        2,
        _sixths,
        lambda a, b: min((a - b) % 6, (b - a) % 6),
        "the sixths from one to the other, 0 to 3",
        like=0,
    ),
    Function(
        "shift",
        2,
        2,
        _shift,
        lambda v, n, last: min(max(v + n, 0), last),
        "the value n places further; stops at the ends",
        extra=_last,
    ),
    Function("rank", 1, 1, _rank, lambda v: v + 1, "its place in the order, from 1"),
)

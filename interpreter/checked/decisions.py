"""The proof of decision tables: over a closed domain, which rows may be chosen."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from math import ceil, floor

from interpreter.checked.declared import Decision, Parameter
from interpreter.checked.names import Names
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Every,
    FieldRead,
    Local,
    Now,
    Remembered,
    Typed,
    Use,
    children,
)
from interpreter.problems import LimitExceeded, problem
from interpreter.source import Span
from interpreter.values.faults import Fault
from interpreter.values.fit import ranks
from interpreter.values.types import (
    Maybe,
    Number,
    Truth,
    Type,
    Unknown,
    Value,
    enumeration_of,
    present,
)

MOST = 20_000
WIDEST = 64
_COMPARING = frozenset({"is", "is_not", "<", "<=", ">", ">=", "in", "not_in"})


def prove(names: Names, table: Decision, at: Span) -> None:
    """Append a problem for a row behind `else`, and what trying every value shows;
    that a row is missing `at` the rows."""
    for number, row in enumerate(table.rows):
        if row.condition is None and number < len(table.rows) - 1:
            message = "rows behind 'else' can never be chosen"
            behind = table.rows[number + 1].span
            names.problems.append(problem("R503", behind, message))
            return
    domain = closed_domain(table)
    if domain is not None:
        with suppress(LimitExceeded):  # then running tells
            _try(names, table, domain, at)


def _try(
    names: Names,
    table: Decision,
    domain: Iterator[tuple[Value, ...]],
    at: Span,
) -> None:
    """Say which values have no row or two, and which rows none."""
    chosen: set[int] = set()
    for values in domain:
        locals_ = dict(zip((each.name for each in table.takes), values, strict=True))
        true = [
            number
            for number, row in enumerate(table.rows)
            if _holds(row.condition, locals_)
        ]
        matched = [n for n in true if table.rows[n].condition is not None] or true
        if not true:
            shown = _shown(table.takes, values)
            names.problems.append(problem("R501", at, f"no row fits when {shown}"))
            return
        if table.hit == "unique" and len(matched) > 1:
            shown = _shown(table.takes, values)
            message = f"two rows fit when {shown}"
            related = ((table.rows[matched[0]].span, "the other row"),)
            names.problems.append(
                problem("R502", table.rows[matched[1]].span, message, related=related)
            )
            return
        chosen.update(matched if table.hit == "any" else matched[:1])
    for number, row in enumerate(table.rows):
        if number not in chosen:
            message = f"the row '{row.key}' can never be chosen"
            names.problems.append(problem("R503", row.span, message))


def closed_domain(table: Decision) -> Iterator[tuple[Value, ...]] | None:
    """Every value of the arguments, or None when the rows look at anything else.

    A number of too many values stands for itself by the constants with which it is
    compared, and their neighbours; so the rows may do nothing with it but compare it.
    """
    wide = {each.name for each in table.takes if _wide(each.type)}
    narrow = {each.name for each in table.takes} - wide
    constants: set[int] = set()
    for row in table.rows:
        if row.condition and not _closed(row.condition, narrow, wide, constants):
            return None
    near = sorted({value + step for value in constants for step in (-1, 0, 1)})
    axes = [_axis(each.type, near) for each in table.takes]
    size = 1
    for axis in axes:
        if axis is None:
            return None
        size *= len(axis)
    if not 0 < size <= MOST:
        return None
    return product(*(axis for axis in axes if axis is not None))


def _wide(kind: Type) -> bool:
    """Tell whether a number has more values than are tried."""
    inner = present(kind)
    if not isinstance(inner, Number):
        return False
    return inner.low is None or inner.high is None or inner.high - inner.low >= WIDEST


def _closed(node: Typed, narrow: set[str], wide: set[str], constants: set[int]) -> bool:
    """Tell whether trying the values of the arguments shows all that an expression may
    be; adds what wide numbers are compared with."""
    if isinstance(node, Local):
        return node.name in narrow
    if isinstance(node, (Use, Collect, FieldRead, Every, Now, Remembered, ClaimsTo)):
        return False
    if isinstance(node.type, Unknown):  # a problem that is said already
        return False
    if isinstance(node, Apply) and node.name in _COMPARING:
        for one, other in (node.arguments, node.arguments[::-1]):
            if _local(one) in wide:
                found = _fixed(other)
                constants |= found or set()
                return found is not None
    return all(_closed(each, narrow, wide, constants) for each in children(node))


def _local(node: Typed) -> str:
    """Return the name of an argument that stands there by itself, or ""."""
    if isinstance(node, Apply) and node.name == "present":
        node = node.arguments[0]
    return node.name if isinstance(node, Local) else ""


def _fixed(node: Typed) -> set[int] | None:
    """Return the whole numbers at which a value without arguments lies, or between
    which; None when it hangs on anything, or is no number and no list of them."""
    if not _closed(node, set(), set(), set()):
        return None
    try:
        value = evaluate(node, Setting({}, {}, {}, _none))
    except (Fault, LimitExceeded):
        return None
    listed = value if isinstance(value, tuple) else (value,)
    if len(listed) > WIDEST:
        return None
    return {near(each) for each in listed if each is not None for near in (floor, ceil)}


def _axis(kind: Type, near: list[int]) -> tuple[Value, ...] | None:
    if isinstance(kind, Maybe):
        inner = _axis(kind.item, near)
        return None if inner is None else (*inner, None)
    if isinstance(kind, Truth):
        return (False, True)
    if enumeration_of(kind) is not None:
        return ranks(kind)
    if not isinstance(kind, Number) or not kind.whole:
        return None
    low, high = kind.low, kind.high
    if low is not None and high is not None and not _wide(kind):
        return tuple(range(int(low), int(high) + 1))
    points = {0, *near}
    points |= {int(end) for end in (low, high) if end is not None}
    return tuple(
        sorted(
            p
            for p in points
            if (low is None or p >= low) and (high is None or p <= high)
        )
    )


def _holds(condition: Typed | None, locals_: dict[str, Value]) -> bool:
    if condition is None:
        return True
    try:
        return bool(evaluate(condition, Setting(locals_, {}, {}, _none)))
    except Fault:
        return False


def _none(use: Use, arguments: tuple[Value, ...]) -> Value:
    raise Fault("R702", use.name)


def _shown(takes: tuple[Parameter, ...], values: tuple[Value, ...]) -> str:
    shown = []
    for each, value in zip(takes, values, strict=True):
        enumeration = enumeration_of(each.type)
        if enumeration is not None and isinstance(value, int):
            value = enumeration.values[value]
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        shown.append(f"{each.name} is {'none' if value is None else value}")
    return ", ".join(shown)

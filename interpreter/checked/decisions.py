"""The proof of decision tables: over a closed domain, which rows may be chosen."""

from collections.abc import Iterator
from itertools import islice, product

from interpreter.checked.declared import Decision, Parameter
from interpreter.checked.names import Names
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import (
    Apply,
    Collect,
    Constant,
    Every,
    FieldRead,
    Local,
    Now,
    Remembered,
    Typed,
    Use,
    children,
)
from interpreter.problems import problem
from interpreter.source import Span
from interpreter.values.faults import Fault
from interpreter.values.fit import ranks
from interpreter.values.types import Maybe, Number, Truth, Type, Value, enumeration_of

MOST = 20_000
WIDEST = 64


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
    if domain is None:
        return
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

    An unbounded number stands for itself by the constants it is compared with, and
    their neighbours.
    """
    conditions = [row.condition for row in table.rows if row.condition is not None]
    names = {each.name for each in table.takes}
    constants: set[int] = set()
    for condition in conditions:
        if not _closed(condition, names, constants):
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
    return islice(product(*(axis for axis in axes if axis is not None)), MOST)


def _closed(node: Typed, names: set[str], constants: set[int]) -> bool:
    if isinstance(node, (Use, Collect, FieldRead, Every, Now, Remembered)):
        return False
    if isinstance(node, Local) and node.name not in names:
        return False
    if isinstance(node, Apply) and node.name in ("*", "/", "remainder", "+", "-"):
        bounded = all(_bounded(each.type) for each in node.arguments)
        if not bounded:
            return False
    if isinstance(node, Constant) and isinstance(node.value, int):
        constants.add(node.value)
    return all(_closed(each, names, constants) for each in children(node))


def _bounded(kind: Type) -> bool:
    return not isinstance(kind, Number) or (
        kind.low is not None and kind.high is not None
    )


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
    if low is not None and high is not None and high - low < WIDEST:
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

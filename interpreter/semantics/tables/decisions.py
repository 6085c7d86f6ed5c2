"""Proofs that rows with conditions cover every case, and that exclusive rows exclude.

Proved of decision tables: some row fits for all arguments (R501), at most one fits if
rows are `unique` (R502), no row is unreachable (R503). Proved of modifiers of which
only one row may apply: no two do (R502).

How: by exhaustive evaluation over the product of the argument domains. Booleans,
enumerations and whole numbers with at most MAX_AXIS values are enumerated. A wider
whole number is sampled at each constant that it is compared with, that constant's two
neighbours, 0 and its bounds: the conditions may do nothing with it but compare it with
constants, so they cannot change between two neighbouring samples, and the samples are
complete.

No proof is tried if a condition reads the state, the log or another declaration, if a
domain is open, or if the product exceeds MAX_DOMAIN; a missing row is then reported
when it is met while running.

Termination and cost: at most MAX_DOMAIN evaluations of each row, each under the step
limit of expressions; one that exceeds it ends the proof without a result.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from math import ceil, floor

from interpreter.diagnostics import Diagnostic, LimitExceeded, problem
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import (
    Apply,
    ClaimsTo,
    Collect,
    Every,
    FieldRead,
    Local,
    Now,
    ReachSearch,
    Remembered,
    Typed,
    Use,
    children,
)
from interpreter.semantics.declarations import DecisionTable, ModifierGroup, Parameter
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.conversions import ranks
from interpreter.values.faults import Fault
from interpreter.values.types import (
    Boolean,
    Maybe,
    Number,
    Type,
    Unknown,
    Value,
    enumeration_of,
    present,
)

MAX_DOMAIN = 20_000
MAX_AXIS = 64
_COMPARING = frozenset({"is", "is_not", "<", "<=", ">", ">=", "in", "not_in"})


def prove(names: Names, table: DecisionTable, at: Span) -> None:
    """Append the problems of a decision table; a missing row is reported `at` the
    rows."""
    for number, row in enumerate(table.rows):
        if row.condition is None and number < len(table.rows) - 1:
            message = "rows behind 'else' can never be chosen"
            unreachable = table.rows[number + 1].span
            names.problems.append(problem("R503", unreachable, message))
            return
    conditions = [row.condition for row in table.rows if row.condition is not None]
    domain = closed_domain(table.takes, conditions)
    if domain is not None:
        with suppress(LimitExceeded):  # then running tells
            _prove_exhaustively(names, table, domain, at)


def prove_apart(
    names: Names, takes: tuple[Parameter, ...], group: ModifierGroup
) -> None:
    """Append a problem if two rows of a group can apply, of which only one may."""
    rows = [row.condition for row in group.rows]
    conditions = [item for item in (group.condition, *rows) if item is not None]
    read = {name for item in conditions for name in _locals(item)}
    takes = tuple(item for item in takes if item.name in read)
    domain = closed_domain(takes, conditions)
    if domain is None:
        return
    with suppress(LimitExceeded):  # then running tells
        for values in domain:
            locals_ = _named(takes, values)
            if not _holds(group.condition, locals_):
                continue
            true = [row for row in group.rows if _holds(row.condition, locals_)]
            if len(true) > 1:
                spans = (true[0].span, true[1].span)
                names.problems.append(_two_rows(takes, values, *spans))
                return


def _prove_exhaustively(
    names: Names,
    table: DecisionTable,
    domain: Iterator[tuple[Value, ...]],
    at: Span,
) -> None:
    """Append the first values for which no row or two rows fit, otherwise the rows that
    are never chosen."""
    chosen: set[int] = set()
    for values in domain:
        locals_ = _named(table.takes, values)
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
            spans = (table.rows[matched[0]].span, table.rows[matched[1]].span)
            names.problems.append(_two_rows(table.takes, values, *spans))
            return
        chosen.update(matched if table.hit == "any" else matched[:1])
    for number, row in enumerate(table.rows):
        if number not in chosen:
            message = f"the row '{row.key}' can never be chosen"
            names.problems.append(problem("R503", row.span, message))


def _two_rows(
    takes: tuple[Parameter, ...], values: tuple[Value, ...], one: Span, other: Span
) -> Diagnostic:
    message = f"two rows fit when {_shown(takes, values)}"
    return problem("R502", other, message, related=((one, "the other row"),))


def _locals(node: Typed) -> Iterator[str]:
    if isinstance(node, Local):
        yield node.name
    for each in children(node):
        yield from _locals(each)


def _named(takes: tuple[Parameter, ...], values: tuple[Value, ...]) -> dict[str, Value]:
    return dict(zip((each.name for each in takes), values, strict=True))


def closed_domain(
    takes: tuple[Parameter, ...], conditions: list[Typed]
) -> Iterator[tuple[Value, ...]] | None:
    """Return every combination of argument values, or None if it is open or too large.

    Wide numbers are represented by samples, see the module.
    """
    wide = {each.name for each in takes if _wide(each.type)}
    narrow = {each.name for each in takes} - wide
    constants: set[int] = set()
    if not all(_closed(each, narrow, wide, constants) for each in conditions):
        return None
    near = sorted({value + step for value in constants for step in (-1, 0, 1)})
    axes = [_samples(each.type, near) for each in takes]
    size = 1
    for axis in axes:
        if axis is None:
            return None
        size *= len(axis)
    if not 0 < size <= MAX_DOMAIN:
        return None
    return product(*(axis for axis in axes if axis is not None))


def _wide(kind: Type) -> bool:
    """Return whether a number has too many values to try all."""
    inner = present(kind)
    if not isinstance(inner, Number):
        return False
    return inner.low is None or inner.high is None or inner.high - inner.low >= MAX_AXIS


_STATE_DEPENDENT = (
    Use,
    Collect,
    ReachSearch,
    FieldRead,
    Every,
    Now,
    Remembered,
    ClaimsTo,
)
"""Expressions that depend on more than arguments, or iterate over values of their
own."""


def _closed(node: Typed, narrow: set[str], wide: set[str], constants: set[int]) -> bool:
    """Return whether an expression depends on nothing but the arguments, and on wide
    ones only by comparison with constants, which are added to `constants`."""
    if isinstance(node, Local):
        return node.name in narrow
    if isinstance(node, _STATE_DEPENDENT):
        return False
    if isinstance(node.type, Unknown):  # reported already
        return False
    if isinstance(node, Apply) and node.name in _COMPARING:
        for one, other in (node.arguments, node.arguments[::-1]):
            if _local(one) in wide:
                found = _fixed(other)
                constants |= found or set()
                return found is not None
    return all(_closed(each, narrow, wide, constants) for each in children(node))


def _local(node: Typed) -> str:
    """Return the name of an argument that is read by itself, or ""."""
    if isinstance(node, Apply) and node.name == "present":
        node = node.arguments[0]
    return node.name if isinstance(node, Local) else ""


def _fixed(node: Typed) -> set[int] | None:
    """Return the whole numbers at or next to the values of a constant expression; None
    if it is not constant or no number and no list of numbers."""
    if not _closed(node, set(), set(), set()):
        return None
    try:
        value = evaluate(node, Environment({}, {}, {}, _none))
    except (Fault, LimitExceeded):
        return None
    listed = value if isinstance(value, tuple) else (value,)
    if len(listed) > MAX_AXIS:
        return None
    return {
        near(figure)
        for figure in listed
        if figure is not None
        for near in (floor, ceil)
    }


def _samples(kind: Type, near: list[int]) -> tuple[Value, ...] | None:
    if isinstance(kind, Maybe):
        inner = _samples(kind.item, near)
        return None if inner is None else (*inner, None)
    if isinstance(kind, Boolean):
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
        return bool(evaluate(condition, Environment(locals_, {}, {}, _none)))
    except Fault:
        return False


def _none(use: Use, arguments: tuple[Value, ...], setting: Environment) -> Value:
    raise Fault("R702", use.name)


def _shown(takes: tuple[Parameter, ...], values: tuple[Value, ...]) -> str:
    shown = []
    for parameter, value in zip(takes, values, strict=True):
        enumeration = enumeration_of(parameter.type)
        if enumeration is not None and isinstance(value, int):
            value = enumeration.values[value]
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        shown.append(f"{parameter.name} is {'none' if value is None else value}")
    return ", ".join(shown)

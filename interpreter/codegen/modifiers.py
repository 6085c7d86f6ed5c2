"""Modifiers as Python functions, in four forms.

`total` sums some rows and makes no labels; `values` gives for each row what it is worth
or None, the value of a labelled sum; `why` gives for each row (value or None, failed).
`failed` is None for a row that counts; n >= 0: operand n of the row's condition (its
top-level `and`; 0 for a band) is false; -1 - n: operand n of the group's condition;
BEATEN: an earlier row counts where only one may. Nothing behind a failure is evaluated.
A traced run asks `shown`, which adds to each row of `why` the values that an
explanation shows of it (`ir.explained`).
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from interpreter.codegen.expressions import ExpressionWriter, total_form
from interpreter.codegen.signatures import count_uses
from interpreter.codegen.source import SourceLines, local, several
from interpreter.expressions.typed import Constant, Typed
from interpreter.ir.effects import expressions_of
from interpreter.ir.explained import (
    BEATEN,
    compared,
    conjuncts,
    failures,
    holding,
    read_with,
)
from interpreter.semantics.declarations import ModifierGroup, ModifierRow, Modifiers
from interpreter.values.types import Entity, Enumeration, Number, Type

Head = tuple[str, str]
WHY = "w"
"""The ending of the name of the function that `emit_why` writes."""
_LONGEST_ROW = 400


def emit_totals(
    to: ExpressionWriter,
    lines: SourceLines,
    head: Head,
    given: Modifiers,
    rows: tuple[int, ...],
) -> None:
    """Write the function that sums some rows."""
    lines.span = given.span
    with lines.block(f"def {head[0]}{total_form(rows, len(given.rows))}({head[1]}):"):
        _begin(to, lines, given)
        lines.add("t = 0")
        chosen = [given.rows[row][1] for row in rows]
        whole = all(_is_whole(row) for row in chosen)

        def worth(row: int, value: str) -> str:
            return f"t += {value}" if row in rows and value != "0" else "pass"

        def write(group: ModifierGroup, number: int) -> None:
            cells = _cells(to, group, [n for n in rows if n >= number], number)
            if cells is None or to.marked:
                _group(to, lines, given, group, number, worth)
            else:
                lines.add(f"t += {cells}")

        _groups(to, lines, given, write)
        lines.add("return t" if whole else "return _tidy(t)")


def emit_values(
    to: ExpressionWriter, lines: SourceLines, head: Head, given: Modifiers
) -> None:
    """Write the function that gives the labelled sum."""
    lines.span = given.span
    with lines.block(f"def {head[0]}({head[1]}):"):
        _begin(to, lines, given)
        lines.add(f"o = [None] * {len(given.rows)}")

        def write(group: ModifierGroup, number: int) -> None:
            _group(
                to,
                lines,
                given,
                group,
                number,
                lambda row, value: f"o[{row}] = {value}",
            )

        _groups(to, lines, given, write)
        lines.add("return _tuple(o)")


def emit_why(
    to: ExpressionWriter, lines: SourceLines, head: Head, given: Modifiers
) -> None:
    """Write the function that also says which condition failed."""
    lines.span = given.span
    with lines.block(f"def {head[0]}{WHY}({head[1]}):"):
        count_uses(lines, *expressions_of(given))
        lines.add(f"o = [(None, 0)] * {len(given.rows)}")
        number = 0
        for group in given.groups:
            size = len(group.rows)
            lines.span = group.span
            lines.add("c = False")
            operands = conjuncts(group.condition)
            for i, each in enumerate(operands):
                with lines.block(f"{'elif' if i else 'if'} not {to.of(each)}:"):
                    lines.add(
                        f"o[{number}:{number + size}] = [(None, {-1 - i})] * {size}"
                    )
            if operands:
                with lines.block("else:"):
                    _why_rows(to, lines, group, number)
            else:
                _why_rows(to, lines, group, number)
            number += size
        lines.add("return _tuple(o)")


def emit_shown(
    to: ExpressionWriter, lines: SourceLines, head: Head, given: Modifiers
) -> None:
    """Write the function that also gives the values that an explanation shows.

    For each row `_row_values` gets functions of: what the row adds, the operands of its
    condition, what it is read with, what the condition compares by which it counts, and
    by the code of each condition that may fail what that one compares.
    """
    with lines.block(f"def {head[0]}n({head[1]}):"):
        lines.add(f"return _row_values({head[0]}{WHY}({head[1]}), (")
        for group, row in given.rows:
            lines.span = row.span
            own = [_later(to, [each]) for each in conjuncts(row.condition)]
            failing = ", ".join(
                f"{code}: {_later(to, compared(node))}"
                for code, node in failures(group, row).items()
            )
            parts = (
                f"lambda: ({_worth(to, row)},)",
                several(own if group.hit != "collect" else []),
                _later(to, read_with(group, row)),
                _later(to, compared(holding(group, row))),
                f"{{{failing}}}",
            )
            lines.add(f" {several(parts)},")
        lines.add("))")


def _later(to: ExpressionWriter, read: Sequence[Typed]) -> str:
    """Return the source of a function that gives the values of some expressions."""
    return f"lambda: {several([to.of(node) for node in read])}"


def _begin(to: ExpressionWriter, lines: SourceLines, given: Modifiers) -> None:
    """Write what comes before the groups."""
    count_uses(lines, *expressions_of(given))
    for each in given.takes:
        if each.name in to.hoisted and isinstance(each.type, Entity):
            at = to.kind(each.type.kind)
            lines.add(f"{to.hoisted[each.name]} = W[{at}][{local(each.name)}]")


def _is_whole(row: ModifierRow) -> bool:
    given = [row.add.type] + ([] if row.times is None else [row.times.type])
    return all(isinstance(each, Number) and each.whole for each in given)


def _worth(to: ExpressionWriter, row: ModifierRow) -> str:
    if row.times is None:
        return to.of(row.add)
    if not _is_whole(row):
        return f"_tidy({to.of(row.add)} * {to.of(row.times)})"
    if _number(row.add) == -1:
        return f"(-{to.of(row.times)})"
    return f"({to.of(row.add)} * {to.of(row.times)})"


def _band(to: ExpressionWriter, lines: SourceLines, group: ModifierGroup) -> None:
    """Write the number that the rows of a banded group are read with."""
    if group.on is not None:
        found = to.of(group.on)
        if group.between:
            found = f"f_{'up' if group.between == 'up' else 'down'}({found})"
        lines.add(f"n = {found}")


def _test(to: ExpressionWriter, group: ModifierGroup, row: ModifierRow) -> str | None:
    """Return the source of a row's condition; None when it always counts."""
    if group.on is None:
        return None if row.condition is None else to.of(row.condition)
    tests = [] if row.low is None else [f"n >= {row.low}"]
    tests += [] if row.high is None else [f"n <= {row.high}"]
    tests += [] if row.condition is None else [to.of(row.condition)]
    return " and ".join(tests) or None


def _groups(
    to: ExpressionWriter,
    lines: SourceLines,
    given: Modifiers,
    write: Callable[[ModifierGroup, int], None],
) -> None:
    number = 0
    for group in given.groups:
        lines.span = group.span
        if group.condition is None:
            write(group, number)
        else:
            with lines.block(f"if {to.of(group.condition)}:"):
                write(group, number)
        number += len(group.rows)


def _group(
    to: ExpressionWriter,
    lines: SourceLines,
    given: Modifiers,
    group: ModifierGroup,
    number: int,
    worth: Callable[[int, str], str],
) -> None:
    _band(to, lines, group)
    strict = group.hit in ("unique", "any")
    if strict:
        lines.add("c = None")
    single = group.hit == "first" or _apart(group)
    where = f"{given.name}.{group.name}"
    for at, row in enumerate(group.rows, number):
        lines.span = row.span
        test, word = _test(to, group, row), "elif" if single and at > number else "if"
        if test is None and word == "if" and not to.marked:
            _counts(to, lines, where, group, row, worth, at)
            continue
        with lines.block(f"{word} {test or 'True'}:"):
            if to.marked:
                lines.add(to.mark("modifiers", given.name, at))
            _counts(to, lines, where, group, row, worth, at)


def _apart(group: ModifierGroup) -> bool:
    """Tell whether no number lies in the bands of two rows."""
    if group.on is None or any(row.low is None for row in group.rows[1:]):
        return False
    pairs = pairwise(group.rows)
    return all(
        one.high is not None and other.low is not None and one.high < other.low
        for one, other in pairs
    )


def _cells(
    to: ExpressionWriter, group: ModifierGroup, wanted: list[int], number: int
) -> str | None:
    """Return what some rows of a group come to, read in a tuple by its number.

    Of constants alone, one or none for each number; else None.
    """
    bounds = None if group.on is None or group.between else _bounds(group.on.type)
    if group.on is None or bounds is None or not _apart(group):
        return None
    low, high = bounds
    found = ["0"] * (high - low + 1)
    for at, row in enumerate(group.rows, number):
        if row.condition or row.times or _number(row.add) is None:
            return None
        first = low if row.low is None else max(row.low, low)
        last = high if row.high is None else min(row.high, high)
        if at in wanted and first <= last:
            found[first - low : last - low + 1] = [to.of(row.add)] * (last - first + 1)
    place = to.of(group.on) if not low else f"{to.of(group.on)} - {low}"
    return f"{several(found)}[{place}]"


def _number(node: Typed) -> int | None:
    """Return a whole number as it is written, with or without a minus; else None."""
    if isinstance(node, Constant) and type(node.value) is int:
        return node.value
    return None


def _bounds(kind: Type) -> tuple[int, int] | None:
    """Return the least and the greatest number of a short type."""
    if isinstance(kind, Enumeration):
        return 0, len(kind.values) - 1
    if not isinstance(kind, Number) or kind.low is None or kind.high is None:
        return None
    low, high = int(kind.low), int(kind.high)
    return (low, high) if kind.whole and high - low < _LONGEST_ROW else None


def _counts(
    to: ExpressionWriter,
    lines: SourceLines,
    where: str,
    group: ModifierGroup,
    row: ModifierRow,
    worth: Callable[[int, str], str],
    at: int,
) -> None:
    value, key = _worth(to, row), f"{row.key!a}"
    if group.hit == "unique":
        lines.add(f"if c is not None: _two_rows({where!a}, c, {key})")
        lines.add(f"c = {key}")
    elif group.hit == "any":
        lines.add(f"x = {value}")
        lines.add(f"if c is None: {worth(at, 'x')}; c = x; r = {key}")
        lines.add(f"elif c != x: _two_rows({where!a}, r, {key})")
        return
    lines.add(worth(at, value))


def _why_rows(
    to: ExpressionWriter, lines: SourceLines, group: ModifierGroup, number: int
) -> None:
    _band(to, lines, group)
    single = group.hit != "collect"
    for at, row in enumerate(group.rows, number):
        lines.span = row.span
        tests: list[str] = []
        if group.on is not None and (row.low is not None or row.high is not None):
            bounds = [] if row.low is None else [f"n >= {row.low}"]
            bounds += [] if row.high is None else [f"n <= {row.high}"]
            tests.append(f"({' and '.join(bounds)})")
        tests += [to.of(each) for each in conjuncts(row.condition)]
        word = "if"
        if single:
            lines.add(f"if c: o[{at}] = (None, {BEATEN})")
            word = "elif"
        for i, test in enumerate(tests):
            lines.add(f"{word} not {test}: o[{at}] = (None, {i})")
            word = "elif"
        with lines.block("else:" if word == "elif" else "if True:"):
            lines.add(f"o[{at}] = ({_worth(to, row)}, None)")
            lines.add("c = True")

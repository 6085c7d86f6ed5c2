"""Modifiers as Python functions, in three forms.

`total` sums some rows and makes no labels; `values` gives for each row what it is worth
or None, the value of a labelled sum; `why` gives for each row (value or None, failed).
`failed` is None for a row that counts; n >= 0: operand n of the row's condition (its
top-level `and`; 0 for a band) is false; -1 - n: operand n of the group's condition;
BEATEN: an earlier row counts where only one may. Nothing behind a failure is evaluated.
"""

from collections.abc import Callable

from interpreter.checked.declared import ModifierGroup, ModifierRow, Modifiers
from interpreter.emission.expressions import Expressions, total_form
from interpreter.emission.failures import BEATEN, conjuncts
from interpreter.emission.lines import Lines
from interpreter.emission.names import local
from interpreter.values.types import Entity, Number

Head = tuple[str, str]


def emit_totals(
    to: Expressions, lines: Lines, head: Head, given: Modifiers, rows: tuple[int, ...]
) -> None:
    """Write the function that sums some rows."""
    lines.span = given.span
    with lines.block(f"def {head[0]}{total_form(rows, len(given.rows))}({head[1]}):"):
        _rows(to, lines, given)
        lines.add("t = 0")
        chosen = [given.rows[row][1] for row in rows]
        whole = all(_is_whole(row) for row in chosen)

        def worth(row: int, value: str) -> str:
            return f"t += {value}" if row in rows else "pass"

        _groups(to, lines, given, worth)
        lines.add("return t" if whole else "return _tidy(t)")


def emit_values(to: Expressions, lines: Lines, head: Head, given: Modifiers) -> None:
    """Write the function that gives the labelled sum."""
    lines.span = given.span
    with lines.block(f"def {head[0]}({head[1]}):"):
        _rows(to, lines, given)
        lines.add(f"o = [None] * {len(given.rows)}")
        _groups(to, lines, given, lambda row, value: f"o[{row}] = {value}")
        lines.add("return _tuple(o)")


def emit_why(to: Expressions, lines: Lines, head: Head, given: Modifiers) -> None:
    """Write the function that also says which condition failed."""
    lines.span = given.span
    with lines.block(f"def {head[0]}w({head[1]}):"):
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


def _rows(to: Expressions, lines: Lines, given: Modifiers) -> None:
    for each in given.takes:
        if each.name in to.hoisted and isinstance(each.type, Entity):
            at = to.kind(each.type.kind)
            lines.add(f"{to.hoisted[each.name]} = W[{at}][{local(each.name)}]")


def _is_whole(row: ModifierRow) -> bool:
    given = [row.add.type] + ([] if row.times is None else [row.times.type])
    return all(isinstance(each, Number) and each.whole for each in given)


def _worth(to: Expressions, row: ModifierRow) -> str:
    if row.times is None:
        return to.of(row.add)
    found = f"({to.of(row.add)} * {to.of(row.times)})"
    return found if _is_whole(row) else f"_tidy({found})"


def _band(to: Expressions, lines: Lines, group: ModifierGroup) -> None:
    """Write the number that the rows of a banded group are read with."""
    if group.on is not None:
        found = to.of(group.on)
        if group.between:
            found = f"f_{'up' if group.between == 'up' else 'down'}({found})"
        lines.add(f"n = {found}")


def _test(to: Expressions, group: ModifierGroup, row: ModifierRow) -> str | None:
    """Return the source of a row's condition; None when it always counts."""
    if group.on is None:
        return None if row.condition is None else to.of(row.condition)
    tests = [] if row.low is None else [f"n >= {row.low}"]
    tests += [] if row.high is None else [f"n <= {row.high}"]
    tests += [] if row.condition is None else [to.of(row.condition)]
    return " and ".join(tests) or None


def _groups(
    to: Expressions,
    lines: Lines,
    given: Modifiers,
    worth: Callable[[int, str], str],
) -> None:
    number = 0
    for group in given.groups:
        lines.span = group.span
        if group.condition is None:
            _group(to, lines, group, number, worth)
        else:
            with lines.block(f"if {to.of(group.condition)}:"):
                _group(to, lines, group, number, worth)
        number += len(group.rows)


def _group(
    to: Expressions,
    lines: Lines,
    group: ModifierGroup,
    number: int,
    worth: Callable[[int, str], str],
) -> None:
    _band(to, lines, group)
    strict = group.hit in ("unique", "any")
    if strict:
        lines.add("c = None")
    for at, row in enumerate(group.rows, number):
        lines.span = row.span
        word = "elif" if group.hit == "first" and at > number else "if"
        with lines.block(f"{word} {_test(to, group, row) or 'True'}:"):
            _counts(to, lines, group, row, worth, at)


def _counts(
    to: Expressions,
    lines: Lines,
    group: ModifierGroup,
    row: ModifierRow,
    worth: Callable[[int, str], str],
    at: int,
) -> None:
    value = _worth(to, row)
    if group.hit == "unique":
        lines.add(f"if c is not None: _two_rows({group.name!a})")
        lines.add("c = True")
    elif group.hit == "any":
        lines.add(f"x = {value}")
        lines.add(f"if c is None: {worth(at, 'x')}; c = x")
        lines.add(f"elif c != x: _two_rows({group.name!a})")
        return
    lines.add(worth(at, value))


def _why_rows(to: Expressions, lines: Lines, group: ModifierGroup, number: int) -> None:
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

"""Tables that are read by keys: look-ups by one, cross tables by two."""

from interpreter.checked.declared import (
    Cross,
    Lookup,
)
from interpreter.checked.expressions import expression
from interpreter.checked.figures import figure, naming_rule, rule_of
from interpreter.checked.from_holds import prove_rows
from interpreter.checked.from_types import type_of
from interpreter.checked.names import Names
from interpreter.checked.place import spoken
from interpreter.checked.rows import place_of, rows_of
from interpreter.checked.takes import scope_of
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language.typed import Constant, Invalid, Typed
from interpreter.problems import did_you_mean, nearest, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Span
from interpreter.values.fit import ranks
from interpreter.values.names import plain
from interpreter.values.types import (
    Enumeration,
    Number,
    Type,
    Unknown,
    Value,
    enumeration_of,
)


def lookup(names: Names, each: Declaration, node: Mapping) -> Lookup:
    """Read a table with columns: a row for every key, once."""
    rows = rows_of(node)
    key_node = node.get("key")
    key: Type = Enumeration(each.key, tuple(name.text for name, _ in rows))
    if isinstance(key_node, Scalar):
        key = type_of(names, key_node)
    columns = tuple(
        (plain(name.text), type_of(names, kind))
        for name, kind in rows_of(node, "columns")
    )
    read = []
    with naming_rule(names, rule_of(node)) as problems:
        for name, value in rows:
            key_value = value_of_key(names, name, key)
            meant = _unknown_columns(names, value, [column for column, _ in columns])
            cells = tuple(_cell(names, value, *column, meant) for column in columns)
            read.append((key_value, cells))
    at = place_of(each, node, "rows")
    given = [value for value, _ in read]
    if not problems:
        cells_of = [cells for _, cells in read]
        lines = [(*row, cells) for row, cells in zip(rows, cells_of, strict=True)]
        prove_rows(names, node, columns, lines)
    prove_once(names, [name for name, _ in rows], given)
    _prove_keys(names, at, key, given)
    rules = tuple(rule_of(value) for _, value in rows)
    return Lookup(each.key, key, columns, tuple(read), each.span, rule_of(node), rules)


def _cell(
    names: Names, row: Node, column: str, kind: Type, meant: set[str | None]
) -> Typed:
    value = row.get(column) if isinstance(row, Mapping) else None
    if value is None and column in meant:
        return Invalid(row.span)
    if value is None:
        names.problems.append(
            problem(
                "R508",
                row.span,
                f"the cell '{column}' is missing",
                expected=spoken(kind),
            )
        )
        return Invalid(row.span)
    return figure(names, value, kind)


def _unknown_columns(names: Names, row: Node, known: list[str]) -> set[str | None]:
    """Report the columns that are none, and return those that were meant."""
    meant = set()
    for key, _ in row.entries if isinstance(row, Mapping) else ():
        if plain(key.text) not in [*known, "rule", "say", "status", "title"]:
            meant.add(nearest(key.text, known))
            hint = did_you_mean(key.text, known)
            message = f"there is no column '{key.text}'"
            names.problems.append(
                problem("R308", key.span, message, expected=", ".join(known), hint=hint)
            )
    return meant


def value_of_key(names: Names, key: Scalar, kind: Type) -> Value:
    """Return what the key of a row stands for; None, and a problem, for nothing."""
    enumeration = enumeration_of(kind)
    if enumeration is not None:
        found = enumeration.rank(key.text)
        if found is None:
            message, values = f"'{key.text}' is no {spoken(kind)}", enumeration.values
            expected, hint = ", ".join(values), did_you_mean(key.text, values)
            names.problems.append(
                problem("R301", key.span, message, expected=expected, hint=hint)
            )
        return found
    given = expression(names, key, scope_of(()), kind)
    return given.value if isinstance(given, Constant) else None


def prove_once(names: Names, keys: list[Scalar], given: list[Value]) -> None:
    """Say which keys are one number written in two ways."""
    seen: dict[Value, Scalar] = {}
    for key, value in zip(keys, given, strict=True):
        first = seen.setdefault(value, key)
        if first is not key and value is not None:
            related = ((first.span, "the other row"),)
            message = f"two rows for {value}"
            names.problems.append(problem("R502", key.span, message, related=related))


def _prove_keys(
    names: Names, at: Span, key: Type, given: list[Value], row: str = ""
) -> None:
    """Say which rows are missing, or in which row which cells."""
    enumeration = enumeration_of(key)
    wanted: tuple[Value, ...] = ranks(key)
    if isinstance(key, Number) and key.low is not None and key.high is not None:
        wanted = tuple(range(int(key.low), min(int(key.high), int(key.low) + 1000) + 1))
    there = set(given)
    missing = [value for value in wanted if value not in there]
    if missing and None not in there:  # a key that could not be read is shown already
        shown = [
            enumeration.values[value]
            if enumeration and isinstance(value, int)
            else str(value)
            for value in missing
        ]
        message, expected = f"no row for {', '.join(shown)}", "a row for each"
        hint = ""
        if row:
            message = f"the row '{row}' has no cell for {', '.join(shown)}"
            expected = "a cell for each"
            hint = "or 'missing' in the table says what a cell gives that is not there"
        names.problems.append(
            problem("R501", at, message, expected=expected, hint=hint)
        )


def cross(names: Names, each: Declaration, node: Mapping) -> Cross:
    """Read a table of cells, each by its row and its column."""
    row, column = (_axis(names, node, key) for key in ("rows", "columns"))
    declared = node.get("gives")
    gives = type_of(names, declared) if declared is not None else Unknown()
    missing_node = node.get("missing")
    missing = None if missing_node is None else figure(names, missing_node, gives)
    cells = []
    places: dict[Value, Scalar] = {}
    lines = rows_of(node, "cells")
    row_values = [value_of_key(names, row_key, row) for row_key, _ in lines]
    prove_once(names, [row_key for row_key, _ in lines], row_values)
    for row_value, (row_key, line) in zip(row_values, lines, strict=True):
        places.setdefault(row_value, row_key)
        entries = line.entries if isinstance(line, Mapping) else ()
        given = [value_of_key(names, column_key, column) for column_key, _ in entries]
        prove_once(names, [column_key for column_key, _ in entries], given)
        for column_value, (_, value) in zip(given, entries, strict=True):
            cells.append((row_value, column_value, figure(names, value, gives)))
    if missing is None:
        at = place_of(each, node, "cells")
        _prove_keys(names, at, row, [cell[0] for cell in cells])
        columns: dict[Value, list[Value]] = {}
        for row_value, column_value, _ in cells:
            columns.setdefault(row_value, []).append(column_value)
        for row_value, line_of in columns.items():
            at, called = places[row_value].span, places[row_value].text
            _prove_keys(names, at, column, line_of, called)
    return Cross(
        each.key, row, column, gives, tuple(cells), missing, each.span, rule_of(node)
    )


def _axis(names: Names, node: Mapping, key: str) -> Type:
    found = node.get(key)
    return Unknown() if found is None else type_of(names, found)

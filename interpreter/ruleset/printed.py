"""Rows of tables as they are printed: a list of values in the order of the columns.

They become maps before anything else reads them, so that a house rule finds a cell by
the name of its column. What is printed so in a change becomes a map once it is made.
"""

from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import replace

from interpreter.document import Mapping, Node, Scalar, Sequence
from interpreter.problems import Problem, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import plain


def unfold(
    tables: dict[str, Declaration],
    types: Map[str, Declaration],
    problems: list[Problem],
) -> None:
    """Give every value of a listed row the name of its column."""
    for key, each in tables.items():
        if not isinstance(each.node, Mapping):
            continue
        for section in ("rows", "cells"):
            rows = each.node.get(section)
            if not isinstance(rows, Mapping) or not _is_listed(rows):
                continue
            columns = tuple(_columns(each.node.get("columns"), types))
            if columns:
                entries = tuple(
                    (name, _named(row, columns, problems)) for name, row in rows.entries
                )
                node = _put(each.node, section, replace(rows, entries=entries))
                tables[key] = replace(each, node=node)


def _is_listed(rows: Mapping) -> bool:
    return any(isinstance(row, Sequence) for _, row in rows.entries)


def _put(node: Mapping, section: str, rows: Mapping) -> Mapping:
    entries = (
        (key, rows if plain(key.text) == section else value)
        for key, value in node.entries
    )
    return replace(node, entries=tuple(entries))


def _columns(node: Node | None, types: Map[str, Declaration]) -> Iterator[str]:
    """Yield the names of columns: those that are declared, or the values of a type."""
    match node:
        case Mapping():
            values = node.get("values")
            if isinstance(values, Sequence):
                yield from _columns(values, types)
            else:
                yield from (key.text for key, _ in node.entries)
        case Sequence():
            yield from (each.text for each in node.items if isinstance(each, Scalar))
        case Scalar() if plain(node.text) in types:
            named = types[plain(node.text)].node
            if not isinstance(named, Scalar):  # a name of a name may lead in a circle
                yield from _columns(named, types)


def _named(row: Node, columns: tuple[str, ...], problems: list[Problem]) -> Node:
    """Return a listed row as a map; any other as it is."""
    if not isinstance(row, Sequence):
        return row
    for cell in row.items[len(columns) :][:1]:  # what is missing, its table reports
        message = f"this is one value more than there are columns ({len(columns)})"
        expected = ", ".join(columns)
        problems.append(problem("R101", cell.span, message, expected=expected))
    pairs = zip(columns, row.items, strict=False)
    entries = tuple((Scalar(name, cell.span, ""), cell) for name, cell in pairs)
    return Mapping(entries, row.span)


def as_printed(row: Mapping) -> Sequence | None:
    """Return the list that a row was; None where it was written as a map."""
    if not row.entries or any(key.span != value.span for key, value in row.entries):
        return None
    return Sequence(tuple(value for _, value in row.entries), row.span)

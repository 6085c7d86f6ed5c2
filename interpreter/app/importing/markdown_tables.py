"""Tables of Markdown: those of note programs, whose first head names the dice
(`dice: 1d20`), and those that a printed page becomes when it is converted.

The latter may have an empty head, its title as a row of one cell, and its heads after
that; one that a page break cut goes on under another empty head.
"""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.importing.bands import bands_in
from interpreter.app.importing.domains import domain_in
from interpreter.app.importing.printed import (
    COLUMNS,
    ROWS,
    TABLES,
    PrintedRow,
    PrintedTable,
    Remark,
    of_markdown,
    without_marks,
)
from interpreter.diagnostics import LimitExceeded

_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*\Z")
_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*\Z")
_BLOCK = re.compile(r"\^([A-Za-z0-9-]+)\s*\Z")
_FIGURE = re.compile(r"[+-]?\d")
_NAMED_LINK = re.compile(r"(\[\[[^\[\]|\\]{0,200})\|(?=[^\[\]|]{0,200}\]\])")
"""A link with another text, whose bar parts no cells."""
_CELL = re.compile(r"(?:[^|\\]|\\.)*", re.DOTALL)


class _Line(Struct, frozen=True):
    """A line of a table: its cells."""

    number: int
    cells: tuple[str, ...]

    @property
    def filled(self) -> int:
        """How many cells have a text."""
        return sum(map(bool, self.cells))


def is_markdown(text: str) -> bool:
    """Return whether a text has a table of Markdown: a line of hyphens and bars."""
    lines = text.split("\n")
    return any("|" in line and _RULE.match(line[:2000]) for line in lines)


def markdown_tables(text: str) -> list[PrintedTable]:
    """Return the tables of a text, in its order."""
    lines = text.split("\n")
    tables: list[PrintedTable] = []
    title, number = "", 0
    while number < len(lines):
        line = lines[number]
        if number + 1 < len(lines) and "|" in line and _is_rule(lines[number + 1]):
            end = number + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            _add(tables, _table(lines, number, end, title))
            number, title = end, ""
            continue
        if (block := _BLOCK.match(line.strip())) is not None and tables:
            if not tables[-1].title:
                tables[-1] = replace(tables[-1], title=block[1].replace("-", " "))
        elif line.strip():
            heading = _HEADING.match(line.strip())
            title = of_markdown(heading[1]) if heading else _short(line)
        number += 1
    return tables


def _short(line: str) -> str:
    """Return a line that may be a title, "" for a sentence."""
    text = without_marks(line[:200])
    return text if len(text) <= 60 and not text.endswith((".", ",", ";")) else ""


def _is_rule(line: str) -> bool:
    return len(line) <= 2000 and bool(_RULE.match(line))


def _cells(line: str) -> tuple[str, ...]:
    """Return the cells of a line; a bar after a backslash is a letter."""
    line = _NAMED_LINK.sub(r"\1\|", line.strip())
    line = line.removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    if line.count("|") > COLUMNS + line.count("\\|"):
        raise LimitExceeded("columns of a table", COLUMNS)
    cells: list[str] = []
    at = 0
    while at <= len(line):
        found = _CELL.match(line, at)
        assert found is not None  # it may be empty
        end = found.end()
        if end < len(line) and line[end] == "\\":  # the last character
            end += 1
        cells.append(of_markdown(line[at:end]))
        at = end + 1
    return tuple(cells)


def _table(lines: Sequence[str], start: int, end: int, title: str) -> PrintedTable:
    if end - start > ROWS:
        raise LimitExceeded("rows of a table", ROWS)
    head = _Line(start + 1, _cells(lines[start]))
    body = [
        _Line(number + 1, _cells(lines[number]))
        for number in range(start + 2, end)
        if not _is_rule(lines[number])
    ]
    body = [line for line in body if line.filled]
    if head.filled == 0:
        title, head, body = _head_within(title, body)
    elif head.filled == 1 and len(head.cells) > 1 and _begins_with_heads(body):
        title = next(filter(None, head.cells))
        head, body = body[0], body[1:]
    if len(body) > 1 and body[0].filled > 1 and not body[0].cells[0]:
        head, body = _two_heads(head, body[0]), body[1:]
    width = max((len(line.cells) for line in (head, *body)), default=1)
    corner = head.cells[0] if head.cells else ""
    heads = (*head.cells[1:], *[""] * (width - max(len(head.cells), 1)))
    dice = _dice(corner)
    own = heads[0] if dice and len(heads) == 1 else ""
    rows = tuple(
        PrintedRow(line.cells[0], line.cells[1:], line.number)
        for line in body
        if line.cells
    )
    title = own or title or ("" if dice else corner)
    return PrintedTable(title, rows, start + 1, dice, corner, heads)


def _two_heads(head: _Line, below: _Line) -> _Line:
    """Return the heads of two lines as one; a head of the first line goes on over the
    empty cells after it, if there are heads below them."""
    heads: list[str] = []
    wide = ""
    for place in range(max(len(head.cells), len(below.cells))):
        upper = head.cells[place] if place < len(head.cells) else ""
        lower = below.cells[place] if place < len(below.cells) else ""
        wide = upper or (wide if lower else "")
        heads.append(f"{wide} {lower}".strip())
    return _Line(head.number, tuple(heads))


def _dice(corner: str) -> str:
    """Return the dice that the head of the first column names, or ""."""
    return corner if domain_in(corner) is not None else ""


def _begins_with_heads(body: Sequence[_Line]) -> bool:
    """Return whether the first line has heads, and no row."""
    return len(body) > 1 and _has_heads(body[0])


def _head_within(title: str, body: list[_Line]) -> tuple[str, _Line, list[_Line]]:
    """Return title, heads and rows of a table with an empty head: lines of one cell
    are its title, unless rows follow them as they do headings."""
    above = 0
    while above + 1 < len(body) and _is_alone(body[above]):
        above += 1
    if above:
        title = next(filter(None, body[0].cells))
        body = body[above:]
    if body and _has_heads(body[0]):
        return title, body[0], body[1:]
    return title, _Line(body[0].number if body else 0, ()), body


def _has_heads(line: _Line) -> bool:
    """Return whether a line has heads, and no row: nothing in it is a number."""
    is_row = bands_in(line.cells[0]) or any(map(_FIGURE.match, line.cells[1:]))
    return line.filled > 1 and not is_row


def _is_alone(line: _Line) -> bool:
    return line.filled == 1 and not bands_in(line.cells[0])


def _add(tables: list[PrintedTable], table: PrintedTable) -> None:
    """Append a table, or its rows to the one before that it goes on."""
    before = tables[-1] if tables else None
    if before is not None and _goes_on(before, table):
        text = "these rows have no head: they are read as more of the table before"
        remarks = (*before.remarks, Remark("guessed", table.line, text))
        tables[-1] = replace(before, rows=before.rows + table.rows, remarks=remarks)
        return
    if len(tables) >= TABLES:
        raise LimitExceeded("tables of a file", TABLES)
    if table.rows:
        tables.append(table)


def _goes_on(before: PrintedTable, table: PrintedTable) -> bool:
    """Return whether a table without heads begins with the number after the last one of
    another, and has as many columns."""
    if any(table.heads) or table.corner or not before.rows or not table.rows:
        return False
    ends = [bands_in(before.rows[-1].key), bands_in(table.rows[0].key)]
    if not all(ends) or len(before.rows[-1].cells) != len(table.rows[0].cells):
        return False
    last, first = ends[0][-1].high, ends[1][0].low
    return last is not None and first == last + 1

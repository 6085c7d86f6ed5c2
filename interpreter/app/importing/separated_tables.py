"""Tables of spreadsheets: cells between commas, semicolons or tabs.

The first line has the heads, unless it begins with a number. Two columns `from` and
`to` are a band; an empty one of them is an end that is open.
"""

import csv
from collections.abc import Sequence
from io import StringIO

from msgspec import Struct

from interpreter.app.importing.bands import bands_in
from interpreter.app.importing.domains import domain_in
from interpreter.app.importing.printed import (
    COLUMNS,
    ROWS,
    PrintedRow,
    PrintedTable,
    cleaned,
)
from interpreter.diagnostics import LimitExceeded

_SIGNS = (";", "\t", ",", "|")
_LOW = frozenset("from low min minimum start von".split())
_HIGH = frozenset("to high max maximum end bis".split())
_ROLL = frozenset("roll dice die d range result_range number wurf".split())


_LONG = 4_000  # characters of a line, of which more is not needed to find the sign


class _Record(Struct, frozen=True):
    """A line of a spreadsheet."""

    line: int
    cells: tuple[str, ...]


def separator_of(text: str) -> str:
    """Return the character between the cells of a text, "" if there is none: that which
    the first lines have equally often."""
    lines = [line[:_LONG] for line in text.split("\n", 20)[:20] if line.strip()][:6]
    if lines and lines[0].lower().startswith("sep=") and len(lines[0].strip()) == 5:
        return lines[0].strip()[4]
    for sign in _SIGNS:
        counts = {len(cells) for cells in csv.reader(lines, delimiter=sign)}
        if len(lines) > 1 and len(counts) == 1 and counts.pop() > 1:
            return sign
    heads = (
        {part.strip().lower().strip('"') for part in lines[0].split(",")}
        if lines
        else set()
    )
    return "," if len(heads) > 1 and heads & (_LOW | _ROLL) else ""


def separated_tables(text: str, title: str) -> list[PrintedTable]:
    """Return the table of a spreadsheet, called `title`; none if it has no rows."""
    sign = separator_of(text) or ","
    records = _records(text, sign)
    if records and records[0].cells[0].lower().startswith("sep="):
        records = records[1:]
    if not records:
        return []
    head: tuple[str, ...] = ()
    first = records[0]
    if not bands_in(first.cells[0]) or domain_in(first.cells[0]) is not None:
        head, records = first.cells, records[1:]
    names = [name.lower() for name in head[:2]]
    if len(names) == 2 and names[0] in _LOW and names[1] in _HIGH:
        rows = [_from_to(record) for record in records]
        return [PrintedTable(title, tuple(rows), first.line, heads=head[2:])]
    corner = head[0] if head else ""
    dice = corner if domain_in(corner) is not None else ""
    rows = [PrintedRow(each.cells[0], each.cells[1:], each.line) for each in records]
    return [PrintedTable(title, tuple(rows), first.line, dice, corner, head[1:])]


def _records(text: str, sign: str) -> list[_Record]:
    records: list[_Record] = []
    reader = csv.reader(StringIO(text), delimiter=sign)
    try:
        for cells in reader:
            if len(cells) > COLUMNS:
                raise LimitExceeded("columns of a table", COLUMNS)
            if len(records) >= ROWS:
                raise LimitExceeded("rows of a table", ROWS)
            plain = tuple(map(cleaned, cells))
            if any(plain):
                records.append(_Record(reader.line_num, plain))
    except csv.Error:
        raise LimitExceeded("characters of a cell", csv.field_size_limit()) from None
    return records


def _from_to(record: _Record) -> PrintedRow:
    """Return a row whose band is in two cells."""
    low, high, cells = _padded(record.cells)
    ends = [_whole(low), _whole(high)]
    line = record.line
    if low and not high:
        return PrintedRow(f"{ends[0]}+", cells, line)
    if high and not low:
        key = f"{ends[1]}-" if not ends[1].startswith("-") else f"..{ends[1]}"
        return PrintedRow(key, cells, line)
    return PrintedRow(f"{ends[0]}..{ends[1]}" if low else "", cells, line)


def _padded(cells: Sequence[str]) -> tuple[str, str, tuple[str, ...]]:
    padded = (*cells, "", "")
    return padded[0], padded[1], tuple(cells[2:])


def _whole(text: str) -> str:
    """Return a number as a spreadsheet shows it without its empty fraction."""
    bands = bands_in(text, 100)
    if len(bands) == 1 and bands[0].low is not None and bands[0].low == bands[0].high:
        return str(bands[0].low)
    return text

"""From a printed table to a table of a pack: its kind, its domain, its types.

A table whose first column is numbers is a roll table; with several columns of results
it gives a record of them. A first column of words makes a look-up table, or a cross
table where the corner names both sides (`ground \\ season`) or the heads are numbers.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.importing.bands import (
    ABOVE,
    BELOW,
    REST,
    Band,
    bands_in,
    extent,
    without_units,
)
from interpreter.app.importing.domains import (
    TableDomain,
    domain_in,
    domain_of_rows,
    with_modifier,
    without_gaps_of_digits,
)
from interpreter.app.importing.printed import (
    PrintedRolls,
    PrintedRow,
    PrintedTable,
    Remark,
)
from interpreter.app.importing.results import (
    ResultColumn,
    column_of,
    distinct_names,
    key_of,
    name_from,
    rolls_in,
    row_name,
)
from interpreter.diagnostics import Diagnostic
from interpreter.semantics.tables.bands import beyond, prove
from interpreter.semantics.tables.rolled_rows import MOST_TIMES
from interpreter.source import Source, Span
from interpreter.yaml.writing import scalar

_AXES = re.compile(r"\s*(?:\\+|\u2572)\s*")
_WHOLE = re.compile(r"-?\d{1,6}\Z")
_NUMERIC_SHARE = 2 / 3
"""Which part of the rows must begin with numbers, for the others to be mistakes."""


class ShapedRow(Struct, frozen=True):
    """A row as YAML: its key, its value, its line, and what was guessed of it."""

    key: str
    value: str
    line: int
    guesses: tuple[str, ...] = ()


class ShapedTable(Struct, frozen=True):
    """A table of a pack as YAML: what stands above its rows, and under which key they
    are. `record` names the type of its results, which has these `fields`; "": none."""

    name: str
    title: str
    kind: Literal["roll", "look-up", "cross"]
    head: tuple[tuple[str, str], ...]
    rows_key: str
    rows: tuple[ShapedRow, ...]
    line: int
    remarks: tuple[Remark, ...] = ()
    record: str = ""
    fields: tuple[tuple[str, str], ...] = ()


class _BandRow(Struct, frozen=True):
    """A row of numbers that was read."""

    band: Band
    row: PrintedRow


def shaped(table: PrintedTable, name: str, dice: str = "") -> ShapedTable | None:
    """Return a printed table as a table of a pack, None if no row can be read. `dice`
    are those that its reader gave, "" for those that are printed."""
    remarks = list(table.remarks)
    table = _even(table, remarks)
    printed = dice or table.dice
    domain = domain_in(printed) if printed else None
    if printed and domain is None:
        text = f"'{printed}' are no dice that a table can have; the rows decide"
        remarks.append(Remark("guessed", table.line, text))
    axes = [part for part in _AXES.split(table.corner) if part]
    if len(axes) == 2 and not dice:
        made = _cross(table, name, remarks)
    elif (rows := _numbered(table, domain, bool(printed), remarks)) is not None:
        if not printed and _are_apart(rows):
            made = _looked_up(table, name, remarks, is_by_number=True)
        else:
            made = _rolled(table, name, rows, domain, remarks)
    elif len(table.heads) > 1 and all(map(_WHOLE.match, table.heads)):
        made = _cross(table, name, remarks)
    else:
        made = _looked_up(table, name, remarks)
    if made is None:
        return None
    remarks += (
        Remark("guessed", row.line, f"row {row.key}: {guess}")
        for row in made.rows
        for guess in row.guesses
    )
    return replace(made, remarks=tuple(remarks))


def _even(table: PrintedTable, remarks: list[Remark]) -> PrintedTable:
    """Return a table in which every row has as many cells as there are heads; rows
    that have more are left out, and headings between rows."""
    width = len(table.heads) or max((len(row.cells) for row in table.rows), default=1)
    rows: list[PrintedRow] = []
    for row in table.rows:
        if row.rolls is None and not any(row.cells):
            if row.key and not bands_in(row.key):
                text = f"'{row.key}' is read as a heading between rows and left out"
                remarks.append(Remark("guessed", row.line, text))
            elif row.key:
                text = f"the row '{row.key}' has no result"
                remarks.append(Remark("unread", row.line, text))
            continue
        if len(row.cells) > width:
            text = f"the row '{row.key}' has {len(row.cells) + 1} cells of {width + 1}"
            remarks.append(Remark("unread", row.line, text))
            continue
        cells = row.cells + ("",) * (width - len(row.cells))
        rows.append(replace(row, cells=cells))
    heads = table.heads or ("",) * width
    return replace(table, rows=tuple(rows), heads=heads)


# Rows of numbers: a roll table.


def _numbered(
    table: PrintedTable,
    domain: TableDomain | None,
    has_dice: bool,
    remarks: list[Remark],
) -> list[_BandRow] | None:
    """Return the rows with their bands; None if too few begin with numbers."""
    top = (domain.high if domain is not None else 0) or 0
    if not top and any(row.key.strip("*_ ").endswith("00") for row in table.rows):
        top = 100
    keys = [row.key for row in table.rows]
    bands = [bands_in(key, top) for key in keys]
    bare = [bands_in(key, top) for key in without_units(keys)]
    if sum(map(bool, bare)) > sum(map(bool, bands)):
        bands = bare
        text = "words that stand beside the numbers of every row are left out"
        remarks.append(Remark("guessed", table.line, text))
    numeric = sum(map(bool, bands))
    wanted = 1 if has_dice else max(2, _NUMERIC_SHARE * len(keys))
    if numeric < wanted or all(band == (REST,) for band in bands if band):
        return None
    rows: list[_BandRow] = []
    for row, found in zip(table.rows, bands, strict=True):
        rows += (_BandRow(band, row) for band in found)
        if not found:
            text = f"'{row.key}' is no number or band: the row is left out"
            remarks.append(Remark("unread", row.line, text))
    return rows


def _rolled(
    table: PrintedTable,
    name: str,
    rows: list[_BandRow],
    printed: TableDomain | None,
    remarks: list[Remark],
) -> ShapedTable | None:
    """Return a roll table."""
    plain = [row.band for row in rows if row.band not in (REST, ABOVE, BELOW)]
    if not plain:
        return None
    head = f"{table.corner} {table.title}"
    domain = with_modifier(printed or domain_of_rows(plain, table.corner), plain, head)
    if any(row.band == ABOVE for row in rows) and domain.is_dice:
        guess = f"a row above the others: a number is added to {domain.of}"
        domain = TableDomain(f"{domain.of} + integer", None, None, guess=guess)
    rows = list(_placed(rows, plain, domain, remarks))
    if domain.digits:
        extended = without_gaps_of_digits([row.band for row in rows])
        ordered = sorted(rows, key=lambda row: row.band.low or 0)
        rows = [
            _BandRow(band, row.row) for band, row in zip(extended, ordered, strict=True)
        ]
    if domain.guess:
        remarks.append(Remark("guessed", table.line, domain.guess))
    rows = list(_once(rows, remarks))
    remarks += _faults(rows, domain)
    head_lines = [("of", domain.of)]
    if len(table.heads) == 1:
        gives, shaped_rows = _single(table, name, rows, domain, remarks)
        head_lines += [("gives", gives)] if gives else []
        return ShapedTable(
            name,
            table.title,
            "roll",
            tuple(head_lines),
            "rows",
            shaped_rows,
            table.line,
        )
    record = name_from(f"{name} row", "row")
    fields, columns = _columns([row.row for row in rows], table.heads)
    values = _listed(columns, len(rows))
    made = [
        ShapedRow(row.band.text, value, row.row.line, (*_guesses(row), *more))
        for row, (value, more) in zip(rows, values, strict=True)
    ]
    return ShapedTable(
        name,
        table.title,
        "roll",
        (*head_lines, ("gives", record)),
        "rows",
        tuple(made),
        table.line,
        record=record,
        fields=fields,
    )


def _are_apart(rows: list[_BandRow]) -> bool:
    """Return whether the rows are single numbers, of which most do not follow each
    other: a table that is looked up, not one of dice."""
    bands = [row.band for row in rows]
    if any(band.low is None or band.low != band.high for band in bands):
        return False
    numbers = sorted(band.low for band in bands if band.low is not None)
    steps = [after - before for before, after in pairwise(numbers)]
    return sum(step > 1 for step in steps) * 2 > len(steps)


def _placed(
    rows: list[_BandRow], plain: list[Band], domain: TableDomain, remarks: list[Remark]
) -> Iterator[_BandRow]:
    """Yield the rows, those of `others` and `higher` with the numbers that are left."""
    low, top = extent(plain)
    for row in rows:
        band: Band | None = row.band
        if row.band == ABOVE:
            band = None if top is None else Band(top + 1, None, f"above {top}")
        elif row.band == BELOW:
            band = None if low is None else Band(None, low - 1, f"below {low}")
        elif row.band == REST:
            band = _rest(plain, domain)
        if band is None:
            text = f"which numbers '{row.row.key}' means is not clear"
            remarks.append(Remark("unread", row.row.line, text))
        else:
            yield _BandRow(band, row.row)


def _rest(plain: list[Band], domain: TableDomain) -> Band | None:
    """Return the numbers that other rows leave below or above them, if it is one
    band."""
    low, high = extent(plain)
    left: list[Band] = []
    if low is not None and (domain.low is None or domain.low < low):
        left.append(Band(domain.low, low - 1, "what no other row has"))
    if high is not None and (domain.high is None or domain.high > high):
        left.append(Band(high + 1, domain.high, "what no other row has"))
    return left[0] if len(left) == 1 else None


def _once(rows: list[_BandRow], remarks: list[Remark]) -> Iterator[_BandRow]:
    """Yield the rows, the first of those with equal numbers."""
    seen: set[str] = set()
    for row in rows:
        if row.band.text in seen:
            text = f"a second row for {row.band.text}: it is left out"
            remarks.append(Remark("unread", row.row.line, text))
        else:
            seen.add(row.band.text)
            yield row


def _faults(rows: list[_BandRow], domain: TableDomain) -> Iterator[Remark]:
    """Yield the gaps and overlaps of the rows, and rows that no number reaches, as
    `check` finds them."""
    problems: list[Diagnostic] = []
    ranges = [row.band.range(row.row.line) for row in rows]
    at = Span(Source("", ""), rows[0].row.line if rows else 0, 0)
    prove(ranges, domain.low, domain.high, at, problems)
    problems += beyond(ranges, domain.low, domain.high)
    for problem in problems:
        read_with = f"read with {domain.of}, " if problem.code != "R502" else ""
        yield Remark("faulty", problem.span.start, f"{read_with}{problem.message}")


def _single(
    table: PrintedTable,
    name: str,
    rows: list[_BandRow],
    domain: TableDomain,
    remarks: list[Remark],
) -> tuple[str, tuple[ShapedRow, ...]]:
    """Return the type of one column of results, and its rows; those that roll on this
    table, if dice alone read it, and some row does not."""
    rolls = [_own_rolls(row.row, table, name, domain, remarks) for row in rows]
    plain = {
        row.row.cells[0] for row, each in zip(rows, rolls, strict=True) if not each
    }
    rolls = [each if _gives(each, len(plain)) else None for each in rolls]
    texts = [
        row.row.cells[0] for row, each in zip(rows, rolls, strict=True) if each is None
    ]
    column = column_of(texts)
    values = iter(zip(column.cells, column.guesses, strict=True))
    made: list[ShapedRow] = []
    for row, rolled in zip(rows, rolls, strict=True):
        if rolled is not None:
            text = row.row.cells[0]
            guess = f"'{text}' is read as a roll on this table" if text else ""
            value, more = _roll_value(rolled, name), guess
        else:
            value, more = next(values)
        guesses = (*_guesses(row), *([more] if more else []))
        made.append(ShapedRow(row.band.text, value, row.row.line, guesses))
    return column.type, tuple(made)


def _gives(rolls: PrintedRolls | None, results: int) -> bool:
    """Return whether a table with so many results has what a row of it rolls."""
    if rolls is None:
        return False
    return results >= (rolls.times if rolls.distinct else 1)


def _own_rolls(
    row: PrintedRow,
    table: PrintedTable,
    name: str,
    domain: TableDomain,
    remarks: list[Remark],
) -> PrintedRolls | None:
    """Return what a row rolls on its own table; None for a result."""
    rolls = row.rolls or rolls_in(row.cells[0])
    if rolls is None:
        return None
    own = {"", *(key_of(text) for text in (name, table.title))}
    is_own = key_of(rolls.table) in own and rolls.times <= MOST_TIMES
    if is_own and domain.is_dice:
        return rolls
    on = f" on {rolls.table}" if rolls.table else ""
    text = f"'{row.cells[0] or 'a roll'}' is kept as a text"
    if domain.is_dice and on:
        text += f"; to roll{on}, write {{roll: NAME, times: {rolls.times}}}"
    remarks.append(Remark("guessed", row.line, text))
    return None


def _roll_value(rolls: PrintedRolls, name: str) -> str:
    times = f", times: {rolls.times}" if rolls.times > 1 else ""
    distinct = ", distinct: yes" if rolls.distinct else ""
    return f"{{roll: {scalar(name)}{times}{distinct}}}"


def _guesses(row: _BandRow) -> tuple[str, ...]:
    return (*row.row.guesses, *([row.band.guess] if row.band.guess else []))


# Rows of words: look-up and cross tables.


def _columns(
    rows: Sequence[PrintedRow], heads: Sequence[str]
) -> tuple[tuple[tuple[str, str], ...], list[ResultColumn]]:
    """Return names and types of the columns of results, and the columns."""
    names = distinct_names(heads, "result" if len(heads) == 1 else "column")
    columns = [
        column_of([row.cells[place] for row in rows], is_inline=True)
        for place in range(len(heads))
    ]
    fields = zip(names, (column.type for column in columns), strict=True)
    return tuple(fields), columns


def _listed(
    columns: Sequence[ResultColumn], rows: int
) -> list[tuple[str, tuple[str, ...]]]:
    """Return for each row the list of its cells, and what was guessed of them."""
    return [
        (
            f"[{', '.join(column.cells[row] for column in columns)}]",
            tuple(column.guesses[row] for column in columns if column.guesses[row]),
        )
        for row in range(rows)
    ]


def _named(
    table: PrintedTable, remarks: list[Remark]
) -> tuple[list[PrintedRow], list[str], list[tuple[str, ...]]]:
    """Return rows with names that a pack can have, these names, and what was guessed;
    a row whose name another one has is left out."""
    seen: set[str] = set()
    rows: list[PrintedRow] = []
    names: list[str] = []
    guesses: list[tuple[str, ...]] = []
    for row in table.rows:
        name = row_name(row.key, "row")
        if key_of(name) in seen or not row.key:
            what = f"a second row '{name}'" if row.key else "the row has no name"
            remarks.append(Remark("unread", row.line, f"{what}: it is left out"))
            continue
        seen.add(key_of(name))
        changed = [f"printed '{row.key}'"] if name != row.key else []
        rows.append(row)
        names.append(name)
        guesses.append((*row.guesses, *changed))
    return rows, names, guesses


def _by_number(
    table: PrintedTable, remarks: list[Remark]
) -> tuple[list[PrintedRow], list[str], list[tuple[str, ...]]]:
    """Return rows with their numbers, and what was guessed, as `_named` does."""
    seen: dict[str, PrintedRow] = {}
    for row in table.rows:
        number = next((band.text for band in bands_in(row.key)), "")
        if number in seen or not number:
            text = f"a second row for {number}: it is left out"
            remarks.append(Remark("unread", row.line, text))
        else:
            seen[number] = row
    return list(seen.values()), list(seen), [row.guesses for row in seen.values()]


def _looked_up(
    table: PrintedTable,
    name: str,
    remarks: list[Remark],
    *,
    is_by_number: bool = False,
) -> ShapedTable | None:
    """Return a look-up table, None without rows."""
    named = _by_number if is_by_number else _named
    rows, names, guesses = named(table, remarks)
    if not rows:
        return None
    fields, columns = _columns(rows, table.heads)
    types = ", ".join(f"{scalar(field)}: {kind}" for field, kind in fields)
    key = name_from(table.corner, "row") if table.corner else f"{name} row"
    values = _listed(columns, len(rows))
    made = tuple(
        ShapedRow(
            called if is_by_number else scalar(called),
            value,
            row.line,
            (*guess, *more),
        )
        for row, called, guess, (value, more) in zip(
            rows, names, guesses, values, strict=True
        )
    )
    kind = "integer" if is_by_number else scalar(name_from(key, "row"))
    head = (("key", kind), ("columns", f"{{{types}}}"))
    return ShapedTable(name, table.title, "look-up", head, "rows", made, table.line)


def _cross(table: PrintedTable, name: str, remarks: list[Remark]) -> ShapedTable | None:
    """Return a cross table, None without rows."""
    if table.rows and all(_WHOLE.match(row.key) for row in table.rows):
        rows, names = list(table.rows), [str(int(row.key)) for row in table.rows]
        guesses: list[tuple[str, ...]] = [row.guesses for row in rows]
    else:
        rows, names, guesses = _named(table, remarks)
    if not rows or len(set(names)) < len(names):
        return _looked_up(table, name, remarks)
    are_numbers = all(map(_WHOLE.match, table.heads))
    heads = (
        tuple(str(int(head)) for head in table.heads)
        if are_numbers
        else distinct_names(table.heads, "column")
    )
    if len(set(heads)) < len(heads):
        return _looked_up(table, name, remarks)
    cells = column_of([cell for row in rows for cell in row.cells], is_inline=True)
    made: list[ShapedRow] = []
    for place, (called, guess) in enumerate(zip(names, guesses, strict=True)):
        start, end = place * len(heads), (place + 1) * len(heads)
        pairs = zip(heads, cells.cells[start:end], strict=True)
        value = (
            f"{{{', '.join(f'{head}: {cell}' for head, cell in pairs)}}}"
            if are_numbers
            else f"[{', '.join(cell for _, cell in pairs)}]"
        )
        more = tuple(text for text in cells.guesses[start:end] if text)
        key = called if _WHOLE.match(called) else scalar(called)
        made.append(ShapedRow(key, value, rows[place].line, (*guess, *more)))
    head = (
        ("rows", _axis(names)),
        ("columns", _axis(heads)),
        ("gives", cells.type),
    )
    return ShapedTable(
        name, table.title, "cross", head, "cells", tuple(made), table.line
    )


def _axis(names: Sequence[str]) -> str:
    """Return the type of the keys of rows or columns."""
    if all(map(_WHOLE.match, names)):
        numbers = sorted(int(name) for name in names)
        return f"integer {numbers[0]}..{numbers[-1]}"
    return f"[{', '.join(map(scalar, names))}]"

"""Tables of a pack in formats of other programs: Markdown, CSV, JSON of Foundry and of
Datasworn.

Every format is written from a `PlainTable`, in which results are texts; `import-table`
makes the same rows of what is written. What a format cannot say is refused with the
reason (`CannotBeWritten`): nothing is left out in silence.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from io import StringIO
from string import ascii_letters, digits
from typing import Any, Literal

from msgspec import Struct

from interpreter.expressions.typed import Apply, Constant, Typed
from interpreter.reports.colour import json_text
from interpreter.reports.source_text import written
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    LookupTable,
    RollBand,
    RollTable,
    RowRoll,
    Table,
)
from interpreter.values.types import Number, Record, Type, Value, spoken

TableFileFormat = Literal["markdown", "obsidian", "csv", "foundry", "datasworn"]
FORMATS: tuple[TableFileFormat, ...] = (
    "markdown",
    "obsidian",
    "csv",
    "foundry",
    "datasworn",
)
AXES = " \\ "
"""Between the two sides of a cross table, in its corner."""
_LARGEST = 10**9
_TEXT_KEYS = ("text", "text2", "text3")


class CannotBeWritten(Exception):
    """Why a table cannot be written in a format, as a sentence without a subject."""


class PlainRow(Struct, frozen=True):
    """A row: a band of numbers (None: open) or a name, and its results as texts. If it
    `rolls`, its results are "": the names of tables, how often, whether all differ."""

    low: int | None
    high: int | None
    name: str
    cells: tuple[str, ...]
    rolls: RowRoll | None = None


class PlainTable(Struct, frozen=True):
    """A table whose results are texts. `of` says what it is read with; `dice` that this
    is dice alone, so that every band has two ends; `is_named` that rows have names."""

    name: str
    of: str
    dice: bool
    is_named: bool
    heads: tuple[str, ...]
    rows: tuple[PlainRow, ...]


def plain_table(table: Table, names: ValueNames) -> PlainTable:
    """Return a table with its results as texts; CannotBeWritten if it has conditions,
    weights or formulas."""
    match table:
        case RollTable(rows=()) | LookupTable(rows=()) | CrossTable(cells=()):
            raise CannotBeWritten("it has no row")
        case RollTable():
            return _plain_roll_table(table, names)
        case LookupTable():
            return _plain_look_up(table, names)
        case CrossTable():
            return _plain_cross(table, names)
        case DecisionTable():
            raise CannotBeWritten("its rows are conditions, which no other format has")
        case _:
            raise CannotBeWritten("it has weights to draw by, and no rows to read")


def _plain_roll_table(table: RollTable, names: ValueNames) -> PlainTable:
    if table.between:
        reason = "it says where a fraction between two rows is read"
        raise CannotBeWritten(reason)
    fields = table.gives.fields if isinstance(table.gives, Record) else ()
    heads = tuple(spaced(name) for name, _ in fields) or (spaced(table.name),)
    is_named = not isinstance(table.of, Number)
    ends = _bounds(table.of)
    rows = tuple(_roll_row(row, table, ends, names) for row in table.rows)
    dice = table.dice is not None and not table.plus
    return PlainTable(spaced(table.name), _of(table), dice, is_named, heads, rows)


def _bounds(of: Type) -> tuple[int | None, int | None]:
    """Return the lowest and the highest number of a domain (None: open)."""
    if not isinstance(of, Number):
        return None, None
    low = None if of.low is None else int(of.low)
    return low, None if of.high is None else int(of.high)


def _of(table: RollTable) -> str:
    if table.dice is None:
        return spoken(table.of)
    count, sides = table.dice
    dice = f"{'' if count == 1 else count}d{sides}"
    return f"{dice} + integer" if table.plus else dice


def _roll_row(
    row: RollBand,
    table: RollTable,
    ends: tuple[int | None, int | None],
    names: ValueNames,
) -> PlainRow:
    """Return a row; an open end is that of the domain, if it has one."""
    low, high, name = row.low, row.high, ""
    if isinstance(table.of, Number):
        low = ends[0] if low is None else low
        high = ends[1] if high is None else high
    else:
        low, high, name = None, None, spaced(row.key)
    if row.rolls is not None:
        return PlainRow(low, high, name, ("",), row.rolls)
    if not isinstance(table.gives, Record):
        return PlainRow(low, high, name, (_cell(row.gives, names),))
    values = _fields(row.gives, table.gives)
    return PlainRow(low, high, name, tuple(_cell(value, names) for value in values))


def _fields(node: Typed, record: Record) -> Sequence[Typed]:
    """Return the fields of a record as they are given."""
    if isinstance(node, Apply) and node.name == "record":
        return node.arguments
    if isinstance(node, Constant) and isinstance(node.value, tuple):
        kinds = [kind for _, kind in record.fields]
        pairs = zip(node.value, kinds, strict=True)
        return [Constant(value, kind) for value, kind in pairs]
    raise CannotBeWritten("one of its rows works its result out")


def _cell(node: Typed, names: ValueNames) -> str:
    """Return a result as a text on one line; CannotBeWritten if it is worked out."""
    if not _is_plain(node):
        text = " ".join(written(node, names).split())
        raise CannotBeWritten(f"one of its results is worked out: {text}")
    if isinstance(node, Constant):
        return _value(node.value, node.type, names)
    return " ".join(written(node, names).split())


def _value(value: Value, kind: Type, names: ValueNames) -> str:
    text = value if isinstance(value, str) else to_text(value, kind, names)
    return " ".join(text.split())


def _is_plain(node: Typed) -> bool:
    """Return whether a result is a value, or a list or record of values."""
    if isinstance(node, Apply) and node.name in ("list", "record"):
        return all(map(_is_plain, node.arguments))
    return isinstance(node, Constant)


def _plain_look_up(table: LookupTable, names: ValueNames) -> PlainTable:
    rows = [
        _keyed(key, table.key, tuple(_cell(cell, names) for cell in cells), names)
        for key, cells in table.rows
    ]
    heads = tuple(spaced(name) for name, _ in table.columns)
    return _of_keys(table.name, spoken(table.key), table.key, heads, rows)


def _plain_cross(table: CrossTable, names: ValueNames) -> PlainTable:
    row_values = list(dict.fromkeys(row for row, _, _ in table.cells))
    columns = list(dict.fromkeys(column for _, column, _ in table.cells))
    cells = {(row, column): _cell(cell, names) for row, column, cell in table.cells}
    missing = "" if table.missing is None else _cell(table.missing, names)
    rows = [
        _keyed(
            row,
            table.row,
            tuple(cells.get((row, column), missing) for column in columns),
            names,
        )
        for row in row_values
    ]
    heads = tuple(to_text(column, table.column, names) for column in columns)
    axes = [_axis(kind) for kind in (table.row, table.column)]
    return _of_keys(table.name, AXES.join(axes), table.row, heads, rows)


def _axis(kind: Type) -> str:
    """Return what one side of a cross table is called."""
    if isinstance(kind, Number):
        return "number"
    words = spoken(kind).partition(" (")[0]
    return "row" if words.startswith("[") else words


def _keyed(
    key: Value, kind: Type, cells: tuple[str, ...], names: ValueNames
) -> PlainRow:
    if isinstance(kind, Number):
        if not isinstance(key, int):
            raise CannotBeWritten("it has a fraction as the key of a row")
        return PlainRow(key, key, "", cells)
    return PlainRow(None, None, to_text(key, kind, names), cells)


def _of_keys(
    name: str, of: str, key: Type, heads: tuple[str, ...], rows: Iterable[PlainRow]
) -> PlainTable:
    is_named = not isinstance(key, Number)
    of = "row" if of.startswith("[") else of
    return PlainTable(spaced(name), of, False, is_named, heads, tuple(rows))


# Bands and rolls as texts.


def _band(row: PlainRow) -> str:
    """Return the first cell of a row."""
    if row.name:
        return row.name
    if row.low is None:
        high = row.high or 0
        return f"{high}-" if high >= 0 else f"..{high}"
    if row.high is None:
        return f"{row.low}+"
    if row.low == row.high:
        return str(row.low)
    return f"{row.low}-{row.high}" if row.low >= 0 else f"{row.low}..{row.high}"


def _rolled(rolls: RowRoll, own: str) -> str:
    """Return in words what a row rolls, as `import-table` reads it."""
    times = "again" if rolls.times == 1 else f"{rolls.times} times"
    tables = [spaced(name) for name in rolls.tables if spaced(name) != own]
    on = f" on {' and '.join(tables)}" if tables else ""
    return f"Roll {times}{on}{', each different' if rolls.distinct else ''}"


def _cells(row: PlainRow, table: PlainTable) -> tuple[str, ...]:
    return row.cells if row.rolls is None else (_rolled(row.rolls, table.name),)


# Markdown.

_MARKS = re.compile(r"[\\|*_`#\[\]<>~]")


def _escaped(text: str) -> str:
    """Return a text in which no sign means something to Markdown."""
    return _MARKS.sub(lambda mark: f"\\{mark[0]}", text)


def markdown(table: PlainTable, *, has_block_id: bool = False) -> str:
    """Return a table of Markdown. That of dice alone can be rolled in programs for
    notes: its first head names the dice, the second the table. `has_block_id`: a line
    follows by which other notes of Obsidian can name it."""
    corner = f"dice: {table.of}" if table.dice else table.of
    head = (_escaped(corner), *map(_escaped, table.heads))
    lines = [_line(head), _line(["---"] * len(head))]
    for row in table.rows:
        cells = (_band(row), *_cells(row, table))
        lines.append(_line(map(_escaped, cells)))
    if table.is_named or table.heads != (table.name,):
        lines = [f"## {_escaped(table.name)}", "", *lines]
    if has_block_id:
        lines += ["", f"^{'-'.join(table.name.split()).lower()}"]
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


# CSV.


def comma_separated(table: PlainTable) -> str:
    """Return a table for a spreadsheet: bands are two columns, because it would turn
    `3-5` into a date; an open end is empty."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if table.is_named or AXES in table.of:
        writer.writerow([table.of, *table.heads])
    else:
        writer.writerow(["from", "to", *table.heads])
    for row in table.rows:
        if row.name or AXES in table.of:
            ends = [_band(row)]
        else:
            ends = ["" if end is None else str(end) for end in (row.low, row.high)]
        writer.writerow([*ends, *_cells(row, table)])
    return out.getvalue()


# JSON of Foundry.

_LETTERS = ascii_letters + digits


def _id(text: str) -> str:
    """Return 16 letters and digits made of a text, the same ones each time."""
    number = int.from_bytes(sha256(text.encode()).digest())
    letters: list[str] = []
    for _ in range(16):
        number, place = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[place])
    return "".join(letters)


def foundry_table(table: PlainTable) -> dict[str, Any]:
    """Return a roll table of Foundry; CannotBeWritten for a table that is not of dice
    alone, or that gives several results at once."""
    _need_dice(table, "Foundry")
    if len(table.heads) > 1:
        raise CannotBeWritten("Foundry has one text a result, and this has several")
    return {
        "_id": _id(table.name),
        "name": table.name,
        "description": "",
        "formula": table.of if table.of[0].isdigit() else f"1{table.of}",
        "replacement": True,
        "displayRoll": True,
        "results": [
            _foundry_result(row, table, number) for number, row in enumerate(table.rows)
        ],
    }


def _foundry_result(row: PlainRow, table: PlainTable, number: int) -> dict[str, Any]:
    """Return a result. Until version 12 its text was `text`, and then `description`."""
    (text,) = _cells(row, table)
    low, high = _ends(row)
    return {
        "_id": _id(f"{table.name} {number}"),
        "type": "text",
        "name": "",
        "description": escape(text, quote=False),
        "text": escape(text, quote=False),
        "weight": high - low + 1,
        "range": [low, high],
        "drawn": False,
    }


def _need_dice(table: PlainTable, program: str) -> None:
    if not table.dice:
        reason = f"it is read with {table.of}, and {program} rolls dice alone"
        raise CannotBeWritten(reason)


def _ends(row: PlainRow) -> tuple[int, int]:
    assert row.low is not None  # rows of dice have both ends
    assert row.high is not None
    return row.low, row.high


# JSON of Datasworn.


def datasworn_collection(tables: Sequence[PlainTable], pack: str) -> dict[str, Any]:
    """Return a collection of oracles of Datasworn 0.1.0. Authors, dates and licences
    are not known to a pack, so who publishes it adds them."""
    place = f"{_datasworn_key(pack)}/tables"
    return {
        "_id": f"oracle_collection:{place}",
        "name": pack,
        "type": "oracle_collection",
        "oracle_type": "tables",
        "contents": {
            _datasworn_key(table.name): _oracle(table, place) for table in tables
        },
        "collections": {},
        "_source": {"title": pack},
    }


def _datasworn_key(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "table"


def oracle_fits(table: PlainTable) -> None:
    """Raise CannotBeWritten for a table that Datasworn cannot have."""
    _need_dice(table, "Datasworn")
    if len(table.heads) > len(_TEXT_KEYS):
        raise CannotBeWritten("Datasworn has three texts a row at most")


def _oracle(table: PlainTable, place: str) -> dict[str, Any]:
    key = f"{place}/{_datasworn_key(table.name)}"
    suffix = "" if len(table.heads) == 1 else str(len(table.heads))
    labels = dict(zip(_TEXT_KEYS, table.heads, strict=False))
    return {
        "_id": f"oracle_rollable:{key}",
        "name": table.name,
        "type": "oracle_rollable",
        "oracle_type": f"table_text{suffix}",
        "dice": table.of if table.of[0].isdigit() else f"1{table.of}",
        "column_labels": {"roll": "Roll", **labels},
        "rows": [
            _oracle_row(row, table, key, place, number)
            for number, row in enumerate(table.rows)
        ],
    }


def _oracle_row(
    row: PlainRow, table: PlainTable, key: str, place: str, number: int
) -> dict[str, Any]:
    low, high = _ends(row)
    cells = map(_escaped, _cells(row, table))
    texts = dict(zip(_TEXT_KEYS, cells, strict=False))
    found: dict[str, Any] = {
        "_id": f"oracle_rollable.row:{key}.{number}",
        **texts,
        "roll": {"min": low, "max": high},
    }
    if row.rolls is not None:
        found["oracle_rolls"] = [
            {
                "oracle": None
                if spaced(name) == table.name
                else f"oracle_rollable:{place}/{_datasworn_key(name)}",
                "dice": None,
                "auto": True,
                "duplicates": "reroll" if row.rolls.distinct else "keep",
                "number_of_rolls": row.rolls.times,
            }
            for name in row.rolls.tables
        ]
    return found


def written_tables(
    tables: Sequence[PlainTable], form: TableFileFormat, pack: str
) -> tuple[str, dict[str, str]]:
    """Return tables as a text in a format, and for each that it cannot have its name
    and why; "" if there is none left."""
    texts: list[str] = []
    records: list[dict[str, Any]] = []
    fitting: list[PlainTable] = []
    left_out: dict[str, str] = {}
    for table in tables:
        try:
            if form == "foundry":
                records.append(foundry_table(table))
            elif form == "datasworn":
                oracle_fits(table)
            elif form == "csv":
                texts.append(comma_separated(table))
            else:
                texts.append(markdown(table, has_block_id=form == "obsidian"))
            fitting.append(table)
        except CannotBeWritten as reason:
            left_out[table.name] = str(reason)
    if not fitting:
        return "", left_out
    if form == "datasworn":
        return json_text(datasworn_collection(fitting, pack)) + "\n", left_out
    if form == "foundry":
        return json_text(records[0] if len(records) == 1 else records) + "\n", left_out
    return "\n".join(texts), left_out

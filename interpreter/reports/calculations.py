"""How labelled sums and table reads were computed: the rows that applied, and why
others did not.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.expressions.typed import Constant, Typed
from interpreter.ir.explained import BEATEN, failing, holding
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.runs import RowNote, SumNote, TableNote, TypedValue
from interpreter.reports.source_text import cells_placed, placed, reference, written
from interpreter.reports.text_layout import WIDTH, folded, padded, referred, width
from interpreter.reports.values import ValueNames, signed, spaced, to_text, total
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionRow,
    DecisionTable,
    LookupTable,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    RollTable,
    Table,
)
from interpreter.source import Span

INDENT = " " * 8  # as far as the names of rows
Row = tuple[RowNote, ModifierGroup, ModifierRow]


def why(note: SumNote, number: int, found: Modifiers, names: ValueNames) -> str:
    """Return why a row did not apply, in the words of the pack, or ""."""
    row_note, (group, row) = note.rows[number], found.rows[number]
    if row_note.failed is None:
        return ""
    if row_note.failed == BEATEN:
        return _beaten(note, group, found)
    condition = failing(row_note.failed, group, row)
    if condition is None:
        return _off_band(row_note, group, row, names)
    reason = f"not so: {written(condition, names)}{here(row_note.found, names)}"
    return f"for the whole group {reason}" if row_note.failed < 0 else reason


def _beaten(note: SumNote, group: ModifierGroup, found: Modifiers) -> str:
    pairs = zip(note.rows, found.rows, strict=True)
    counts = [
        spaced(row.key)
        for row_note, (row_group, row) in pairs
        if row_group is group and row_note.failed is None
    ]
    first = counts[0] if counts else "an earlier row"
    return f"{first} counts, and only one row of the group may"


def _off_band(
    row_note: RowNote, group: ModifierGroup, row: ModifierRow, names: ValueNames
) -> str:
    on = written(group.on, names) if group.on is not None else ""
    if not row_note.found:
        return f"{on} is not {clean(row.key)}"
    return f"{on} is {_value_text(row_note.found[0], names)}"


def here(found: Sequence[TypedValue], names: ValueNames) -> str:
    """Return ` (here 4 and 16)`: the values that a condition compared."""
    value_texts = [_value_text(each, names) for each in found]
    if not value_texts:
        return ""
    last = f" and {value_texts[-1]}" if len(value_texts) > 1 else value_texts[-1]
    return f" (here {', '.join(value_texts[:-1])}{last})"


def _value_text(typed_value: TypedValue, names: ValueNames) -> str:
    return to_text(typed_value.value, typed_value.type, names)


def added_up(
    sum_text: str, made: Sequence[TypedValue], total_: str, names: ValueNames
) -> str:
    """Return `a + b = 5 - 2 = 3`: the expression, the terms and their sum."""
    return f"{sum_text} = {terms_text(made, names)} = {total_}"


def terms_text(made: Sequence[TypedValue], names: ValueNames) -> str:
    """Return `5 - 2`: the values of at least one term."""
    first, *others = (_value_text(each, names) for each in made)
    for each in others:
        first += f" - {each[1:]}" if each.startswith("-") else f" + {each}"
    return first


def sum_lines(
    note: SumNote,
    found: Modifiers,
    names: ValueNames,
    paint: Paint,
    cells: int,
    *,
    every: bool = True,
) -> Iterator[str]:
    """Yield the rows that applied, then the others, each with the reason; without
    `every` of these the names alone."""
    reasons = [why(note, n, found, names) for n in range(len(note.rows))]
    rows = [
        (row_note, *pair) for row_note, pair in zip(note.rows, found.rows, strict=True)
    ]
    pairs = list(zip(rows, reasons, strict=True))
    room = max((width(_name(row)) for row in rows), default=0)
    for heading, applied in (("applied:", True), ("did not apply:", False)):
        chosen = [pair for pair in pairs if (pair[0][0].failed is None) is applied]
        if not chosen:
            continue
        if not applied and not every:
            others = "; ".join(_name(row) for row, _ in chosen)
            yield from folded(f"{heading} {others}", cells)
            continue
        yield heading
        for reason, same in groupby(
            chosen, key=lambda pair: (pair[0][1].name, pair[1])
        ):
            for row, _ in same:
                yield from _row(row, found.span, room, names, paint, cells)
            if reason[1]:
                yield from folded(reason[1], cells, INDENT)


def _row(
    row: Row, home: Span, room: int, names: ValueNames, paint: Paint, cells: int
) -> Iterator[str]:
    row_note, group, row_of_group = row
    worth = "?" if row_note.worth is None else signed(total((row_note.worth,)))
    worth = worth if row_note.failed is None else f"({worth})"
    text = f"{padded(worth, 6, right=True)}  {padded(_name(row), room)}"
    read = (
        row_of_group.add,
        row_of_group.condition,
        row_of_group.times,
        group.condition,
        group.on,
    )
    place = placed(row_of_group.rule or group.rule, row_of_group.span, home, *read)
    yield from referred(text, place, cells, paint)
    if row_note.failed is None:
        for sentence in (
            _made(row_note, group, row_of_group, names),
            _so(row_note, group, row_of_group, names),
        ):
            yield from folded(sentence, cells, INDENT)


def _so(
    row_note: RowNote, group: ModifierGroup, row: ModifierRow, names: ValueNames
) -> str:
    """Return the condition by which a row counts, with the values it compared."""
    condition = holding(group, row)
    if condition is None or isinstance(condition, Constant):
        return ""  # `else`, or an option that was resolved when the pack was read
    condition_text = written(condition, names)
    compared_text = here(row_note.held, names)
    bare = condition_text.replace("'", "")
    if len(row_note.held) == 1 and bare.endswith(
        f" is {_value_text(row_note.held[0], names)}"
    ):
        compared_text = ""  # it is just what is asked
    return f"it is so: {condition_text}{compared_text}"


def _made(
    row_note: RowNote, group: ModifierGroup, row: ModifierRow, names: ValueNames
) -> str:
    """Return the number that a banded row was read with, or the factor of a row."""
    if not row_note.found:
        return ""
    value_texts = iter(_value_text(each, names) for each in row_note.found)
    parts = []
    if group.on is not None:
        parts.append(f"{written(group.on, names)} is {next(value_texts)}")
    if row.times is not None:
        each, times = added(row, names), written(row.times, names)
        parts.append(f"{each} for each of {next(value_texts)}: {times}")
    return "; ".join(parts)


def _name(row: Row) -> str:
    return f"{spaced(row[1].name)}: {spaced(row[2].key)}"


def added(row: ModifierRow, names: ValueNames) -> str:
    """Return what a row adds once: a signed number or an expression."""
    if isinstance(row.add, Constant) and isinstance(row.add.value, int):
        return signed(row.add.value)
    return written(row.add, names)


# A table that was read: its row, and how the number was made that it was read with.


def table_lines(
    note: TableNote,
    table: Table,
    names: ValueNames,
    paint: Paint = PLAIN,
    cells: int = WIDTH,
    prefix: str = "",
) -> Iterator[str]:
    """Yield the row of a table that was read, and how the number was computed."""
    arguments = [to_text(each.value, each.type, names) for each in note.given]
    place = reference(table.rule, table.span)
    match table:
        case RollTable() | DecisionTable():
            row = table.rows[note.row]
            row_text = _row_text(note, table, written(row.gives, names), names)
            condition = row.condition if isinstance(row, DecisionRow) else None
            rule = row.rule or table.rule
            place = placed(rule, row.span, table.span, row.gives, condition)
        case LookupTable():
            row_text = f"row {arguments[0]}" if arguments else "a row"
            place = cells_placed(table.rule, table.span, _row_cells(note, table))
        case CrossTable():
            row_text = (
                f"row {arguments[0]}, column {arguments[1]}: "
                if len(arguments) > 1
                else ""
            )
            row_text += to_text(note.gave, table.gives, names)
            cell = _cell(note, table)
            place = cells_placed(table.rule, table.span, {"": cell})
        case _:
            row_text = to_text(note.gave, table.gives, names)
    at = f" at {arguments[0]}" if isinstance(table, RollTable) and arguments else ""
    text = f"{prefix}{spaced(table.name)}{at}, {row_text}"
    yield from referred(text, place, cells, paint)
    if note.sum and note.terms:
        worth = added_up(
            note.sum, note.terms, arguments[0] if arguments else "?", names
        )
        yield from folded(worth, cells, "  ")


def row_read(note: TableNote, table: RollTable, names: ValueNames) -> str:
    """Return the row that was read, and the terms of the number it was read with."""
    read = ", ".join(to_text(each.value, each.type, names) for each in note.given)
    made = f"{terms_text(note.terms, names)} = " if note.terms else ""
    gives = written(table.rows[note.row].gives, names)
    row_text = _row_text(note, table, gives, names)
    return f"{spaced(table.name)} at {made}{read}, {row_text}"


def _row_text(
    note: TableNote, table: RollTable | DecisionTable, gives: str, names: ValueNames
) -> str:
    row = table.rows[note.row]
    condition: Typed | None = getattr(row, "condition", None)
    row_text = f"row {clean(row.key)}"
    if gives != clean(row.key):
        row_text += f": {gives}"
    return row_text + (
        f", for {written(condition, names)}" if condition is not None else ""
    )


def _row_cells(note: TableNote, table: LookupTable) -> dict[str, Typed]:
    """Return the cells of the row that was read, by column."""
    keys = [each.value for each in note.given]
    for key, cells in table.rows:
        if keys == [key]:
            names = (spaced(name) for name, _ in table.columns)
            return dict(zip(names, cells, strict=True))
    return {}


def _cell(note: TableNote, table: CrossTable) -> Typed | None:
    """Return the cell that was read, or the default for missing cells."""
    keys = [each.value for each in note.given]
    found = (cell for row, column, cell in table.cells if keys == [row, column])
    return next(found, table.missing)

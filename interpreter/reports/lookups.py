"""A table that was read: its row, and how the number was made that it was read with."""

from collections.abc import Iterator

from interpreter.expressions.typed import Typed
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.locations import cells_placed, placed, reference
from interpreter.reports.runs import TableNote
from interpreter.reports.source_text import written
from interpreter.reports.sums import added_up, terms_text
from interpreter.reports.text_layout import WIDTH, folded, referred
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionRow,
    DecisionTable,
    LookupTable,
    RollTable,
    Table,
)


def table_lines(
    note: TableNote,
    table: Table,
    names: ValueNames,
    paint: Paint = PLAIN,
    cells: int = WIDTH,
    prefix: str = "",
) -> Iterator[str]:
    """Yield which row of a table was read, and how its number was made."""
    told = [to_text(each.value, each.type, names) for each in note.given]
    place = reference(table.rule, table.span)
    match table:
        case RollTable() | DecisionTable():
            row = table.rows[note.row]
            said = _row_said(note, table, written(row.gives, names), names)
            condition = row.condition if isinstance(row, DecisionRow) else None
            rule = row.rule or table.rule
            place = placed(rule, row.span, table.span, row.gives, condition)
        case LookupTable():
            said = f"row {told[0]}" if told else "a row"
            place = cells_placed(table.rule, table.span, _row_cells(note, table))
        case CrossTable():
            said = f"row {told[0]}, column {told[1]}: " if len(told) > 1 else ""
            said += to_text(note.gave, table.gives, names)
            cell = _cell(note, table)
            place = cells_placed(table.rule, table.span, {"": cell})
        case _:
            said = to_text(note.gave, table.gives, names)
    at = f" at {told[0]}" if isinstance(table, RollTable) and told else ""
    text = f"{prefix}{spaced(table.name)}{at}, {said}"
    yield from referred(text, place, cells, paint)
    if note.sum and note.terms:
        worth = added_up(note.sum, note.terms, told[0] if told else "?", names)
        yield from folded(worth, cells, "  ")


def row_read(note: TableNote, table: RollTable, names: ValueNames) -> str:
    """Return the row that a number was read with, and of what that was added up."""
    read = ", ".join(to_text(each.value, each.type, names) for each in note.given)
    made = f"{terms_text(note.terms, names)} = " if note.terms else ""
    gives = written(table.rows[note.row].gives, names)
    said = _row_said(note, table, gives, names)
    return f"{spaced(table.name)} at {made}{read}, {said}"


def _row_said(
    note: TableNote, table: RollTable | DecisionTable, gives: str, names: ValueNames
) -> str:
    row = table.rows[note.row]
    condition: Typed | None = getattr(row, "condition", None)
    said = f"row {clean(row.key)}"
    if gives != clean(row.key):
        said += f": {gives}"
    return said + (
        f", for {written(condition, names)}" if condition is not None else ""
    )


def _row_cells(note: TableNote, table: LookupTable) -> dict[str, Typed]:
    """Return the cells of the row that was read, by their columns."""
    keys = [each.value for each in note.given]
    for key, cells in table.rows:
        if keys == [key]:
            names = (spaced(name) for name, _ in table.columns)
            return dict(zip(names, cells, strict=True))
    return {}


def _cell(note: TableNote, table: CrossTable) -> Typed | None:
    """Return the cell that was read, or what stands for all that are missing."""
    keys = [each.value for each in note.given]
    found = (cell for row, column, cell in table.cells if keys == [row, column])
    return next(found, table.missing)

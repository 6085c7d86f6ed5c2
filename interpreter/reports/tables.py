"""Tables and modifiers of a pack as text."""

from collections.abc import Sequence

from interpreter.reports.calculations import added
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.declarations import Shown, headline
from interpreter.reports.source_text import prose, written
from interpreter.reports.text_layout import WIDTH, columns, folded, padded, width
from interpreter.reports.values import ValueNames, spaced, takes_text, to_text
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    LookupTable,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    Parameter,
    RollTable,
    Table,
    WeightedTable,
)
from interpreter.values.types import Type, spoken


def table_shown(
    table: Table, names: ValueNames, paint: Paint = PLAIN, cells: int = WIDTH
) -> Shown:
    """Return a table with a headline and aligned columns.

    Each `_..._cells` returns the texts of one kind of table, row by row; the first row
    has the headings.
    """
    match table:
        case RollTable():
            kind, rows = f"roll table of {_key_text(table)}", _roll_cells(table, names)
        case LookupTable():
            kind, rows = "lookup table", _lookup_cells(table, names)
        case CrossTable():
            kind, rows = "cross table", _cross_cells(table, names)
        case DecisionTable():
            hit_policy = _hit_policy_text(table.hit)
            kind = f"decision table{_takes_text(table.takes)}, {hit_policy}"
            rows = _decision_cells(table, names)
        case WeightedTable():
            kind, rows = "weighted table", _weighted_cells(table, names)
    headline_text = headline(table.name, kind, table.rule, table.span, paint, cells)
    rows = _with_rule_column(table, rows)
    right_aligned = frozenset({0}) if isinstance(table, RollTable) else frozenset[int]()
    text = "\n".join(
        [headline_text, "", *columns(rows, right=right_aligned, cells=cells)]
    )
    cell_rows = tuple(tuple(row) for row in rows)
    return Shown("tables", table.name, kind, table.rule, table.span, text, cell_rows)


def _with_rule_column(table: Table, rows: list[list[str]]) -> list[list[str]]:
    """Return rows with a column of rules, if a row has another rule than the table."""
    match table:
        case RollTable() | DecisionTable():
            rules = [each.rule for each in table.rows]
        case LookupTable():
            rules = list(table.rules)
        case _:
            rules = []
    if not any(each not in ("", table.rule) for each in rules):
        return rows
    rule_column = [["rule"], *([clean(each)] for each in rules)]
    return [[*row, *rule] for row, rule in zip(rows, rule_column, strict=True)]


def _takes_text(takes: Sequence[Parameter]) -> str:
    return f" of {takes_text(takes)}" if takes else ""


def _key_text(table: RollTable) -> str:
    """Return what a roll table is read with: its dice, or the type of its key."""
    if table.dice is None:
        return clean(spoken(table.of))
    count, sides = table.dice
    dice = f"{'' if count == 1 else count}d{sides}"
    return f"{dice} plus a modifier" if table.plus else dice


def _hit_policy_text(policy: str) -> str:
    return {
        "first": "the first row that holds",
        "unique": "the one row that holds",
        "any": "any row that holds",
    }.get(policy, policy)


def _roll_cells(table: RollTable, names: ValueNames) -> list[list[str]]:
    rows = [[_key_text(table), _result_heading(table.gives)]]
    return rows + [[clean(r.key), written(r.gives, names)] for r in table.rows]


def _lookup_cells(table: LookupTable, names: ValueNames) -> list[list[str]]:
    head = [clean(spoken(table.key))]
    head += [clean(name.replace("_", " ")) for name, _ in table.columns]
    return [head] + [
        [to_text(key, table.key, names), *(written(each, names) for each in cells)]
        for key, cells in table.rows
    ]


def _cross_cells(table: CrossTable, names: ValueNames) -> list[list[str]]:
    row_values = list(dict.fromkeys(row for row, _, _ in table.cells))
    column_values = list(dict.fromkeys(column for _, column, _ in table.cells))
    cells = {(row, column): cell for row, column, cell in table.cells}
    empty = "-" if table.missing is None else written(table.missing, names)
    corner = _row_key_heading(table.row)
    head_row = [corner, *(to_text(each, table.column, names) for each in column_values)]
    return [head_row] + [
        [
            to_text(row, table.row, names),
            *(
                written(cells[row, each], names) if (row, each) in cells else empty
                for each in column_values
            ),
        ]
        for row in row_values
    ]


def _result_heading(kind: Type) -> str:
    """Return the heading of a column; values listed in place have no type name."""
    type_text = clean(spoken(kind))
    return "result" if type_text.startswith("[") else type_text


def _row_key_heading(kind: Type) -> str:
    """Return the type of the row keys, without its values."""
    return clean(spoken(kind).partition(" (")[0])


def _decision_cells(table: DecisionTable, names: ValueNames) -> list[list[str]]:
    rows = [["row", "gives", "when"]]
    for row in table.rows:
        when = "else" if row.condition is None else written(row.condition, names)
        rows.append([spaced(row.key), written(row.gives, names), when])
    if all(row == gives for row, gives, _ in rows[1:]):  # what they give names them
        return [row[1:] for row in rows]
    return rows


def _weighted_cells(table: WeightedTable, names: ValueNames) -> list[list[str]]:
    whole = sum(weight for _, weight in table.weights)
    rows = [[clean(spoken(table.gives)), "weight", "of"]]
    return rows + [
        [to_text(value, table.gives, names), str(weight), str(whole)]
        for value, weight in table.weights
    ]


def modifiers_shown(
    modifiers: Modifiers, names: ValueNames, paint: Paint = PLAIN, cells: int = WIDTH
) -> Shown:
    """Return modifiers, group by group, each row with its condition."""
    kind = f"modifiers{_takes_text(modifiers.takes)}"
    lines = [
        headline(modifiers.name, kind, modifiers.rule, modifiers.span, paint, cells)
    ]
    cell_rows: list[tuple[str, ...]] = [("group", "worth", "row", "when")]
    for group in modifiers.groups:
        head = f"{spaced(group.name)}{_group_text(group, names)}"
        first, *more = folded(head, cells - 2)
        first = first.replace(spaced(group.name), paint.bold(spaced(group.name)), 1)
        lines += ["", f"  {first}", *(f"    {each}" for each in more)]
        room = max((width(spaced(row.key)) for row in group.rows), default=0)
        for row in group.rows:
            worth, name = _worth_and_name(row, names)
            lines += _row_lines(group, row, names, cells, room)
            cell_rows.append(
                (spaced(group.name), worth, name, _condition_text(row, names))
            )
    text, span = "\n".join(lines), modifiers.span
    return Shown(
        "modifiers", modifiers.name, kind, modifiers.rule, span, text, tuple(cell_rows)
    )


def _row_lines(
    group: ModifierGroup, row: ModifierRow, names: ValueNames, cells: int, room: int
) -> list[str]:
    """Return the lines of a row: its worth, name and rule, and after them its
    condition if there is room, else below."""
    rule_text = f"  [{clean(row.rule)}]" if row.rule not in ("", group.rule) else ""
    worth, key = padded(added(row, names), 8, right=True), spaced(row.key)
    start = f"{worth}  {padded(key, room)}{rule_text}"
    notes = [f"for each of {written(row.times, names)}"] if row.times else []
    notes += [_condition_text(row, names)] if _condition_text(row, names) else []
    if len(notes) == 1 and width(start) + 2 + width(notes[0]) <= cells:
        return [f"{start}  {notes[0]}"]
    return [
        start.rstrip(),
        *(line for each in notes for line in folded(each, cells, " " * 12)),
    ]


def _group_text(group: ModifierGroup, names: ValueNames) -> str:
    """Return in brackets what holds for all rows of a group; "" if nothing does."""
    notes = []
    if group.on is not None:
        notes.append(f"by {written(group.on, names)}")
    if group.condition is not None:
        notes.append(f"only if {written(group.condition, names)}")
    if group.hit != "collect":
        notes.append(
            {"unique": "at most one", "first": "the first"}.get(group.hit, group.hit)
        )
    if group.rule:
        notes.append(f"[{clean(group.rule)}]")
    return f" ({'; '.join(notes)})" if notes else ""


def _worth_and_name(row: ModifierRow, names: ValueNames) -> tuple[str, str]:
    """Return what a row adds, per unit if it is multiplied, and its name."""
    worth = added(row, names)
    if row.times is not None:
        worth += f" x {written(row.times, names)}"
    return worth, clean(row.key.replace("_", " "))


def _condition_text(row: ModifierRow, names: ValueNames) -> str:
    condition = (
        f"if {written(row.condition, names)}" if row.condition is not None else ""
    )
    return f"{condition}  {prose(row.say, names)}".strip()

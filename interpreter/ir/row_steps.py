"""A program with one row of its rules moved by one step: the unit of sensitivity.

One step of a modifier row is one more or one less of what it adds; of a roll table, one
number that goes from a row to the next; of a number in a cell, in a result of a row or
as a weight, one more or one less. Nothing else of the program changes, and no rule is
read again: what a step makes is a program like any other.
"""

from collections.abc import Callable, Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from interpreter.expressions.typed import Apply, Constant, Typed
from interpreter.ir.effects import RuleName
from interpreter.ir.instructions import Program
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    LookupTable,
    Modifiers,
    RollBand,
    RollTable,
    Table,
    WeightedTable,
)
from interpreter.source import Span
from interpreter.values.types import (
    Enumeration,
    EnumerationPart,
    Number,
    Type,
    Value,
    present,
)

Step = Callable[[int], Modifiers | Table]
"""Returns the rule with its row moved by a number of steps."""


class RowKey(Struct, frozen=True):
    """A row or a column that is a value of a type."""

    value: Value
    type: Type


class RowStep(Struct, frozen=True):
    """A row that can be moved: its path in its rule, its place, and what moves it; `of`
    is the section and the name of the rule."""

    of: RuleName
    path: tuple[str | RowKey, ...]
    rule: str
    span: Span
    _moved: Step

    def applied(self, program: Program, steps: int) -> Program:
        """Return the program in which the row is moved by so many steps, 1 or -1."""
        section, name = self.of
        declared = program.declared
        rules = {**getattr(declared, section), name: self._moved(steps)}
        return replace(program, declared=replace(declared, **{section: rules}))


def row_steps(program: Program, names: Collection[RuleName]) -> Iterator[RowStep]:
    """Yield every row of the tables and modifiers of these names that can be moved."""
    declared = program.declared
    for section, name in sorted(names):
        if section == "modifiers" and name in declared.modifiers:
            yield from _of_modifiers(declared.modifiers[name])
        elif section == "tables" and name in declared.tables:
            table = declared.tables[name]
            match table:
                case RollTable():
                    yield from _of_roll_table(table)
                case LookupTable():
                    yield from _of_lookup_table(table)
                case CrossTable():
                    yield from _of_cross_table(table)
                case DecisionTable():
                    yield from _of_decision_table(table)
                case WeightedTable():
                    yield from _of_weighted_table(table)


def _more(expression: Typed, steps: int) -> Typed:
    """Return an expression that is so much more."""
    kind = Number()
    if isinstance(expression, Constant) and isinstance(expression.value, int):
        return replace(expression, value=expression.value + steps)
    return Apply("+", (expression, Constant(steps, kind)), kind)


def _is_number(kind: Type) -> bool:
    return isinstance(present(kind), Number)


def _of_modifiers(modifiers: Modifiers) -> Iterator[RowStep]:
    for at, group in enumerate(modifiers.groups):
        for number, row in enumerate(group.rows):

            def moved(steps: int, at: int = at, number: int = number) -> Modifiers:
                group = modifiers.groups[at]
                row = group.rows[number]
                other = replace(row, add=_more(row.add, steps))
                rows = (*group.rows[:number], other, *group.rows[number + 1 :])
                groups = list(modifiers.groups)
                groups[at] = replace(group, rows=rows)
                return replace(modifiers, groups=tuple(groups))

            path = ("groups", group.name, "rows", row.key)
            rule = row.rule or group.rule or modifiers.rule
            yield RowStep(("modifiers", modifiers.name), path, rule, row.span, moved)


def _of_roll_table(table: RollTable) -> Iterator[RowStep]:
    """Yield the edges between rows that lie next to each other, by the lower row; then
    rows whose result is a number."""
    if not isinstance(present(table.of), Enumeration | EnumerationPart):
        ordered = sorted(
            (row for row in table.rows if row.high is not None),
            key=lambda row: row.high or 0,
        )
        for row in ordered:
            above = _next(table, row)
            if above is None:
                continue

            def moved(
                steps: int, row: RollBand = row, above: RollBand = above
            ) -> RollTable:
                # an edge that swallows a row would leave a band without numbers
                assert row.high is not None
                assert above.low is not None
                lower = replace(row, high=row.high + steps)
                upper = replace(above, low=above.low + steps)
                changed = {row.key: lower, above.key: upper}
                rows = tuple(changed.get(each.key, each) for each in table.rows)
                return replace(table, rows=_without_empty(rows))

            path = ("rows", row.key)
            rule = row.rule or table.rule
            yield RowStep(("tables", table.name), path, rule, row.span, moved)
    if _is_number(table.gives):
        for number, row in enumerate(table.rows):
            if row.rolls is not None:
                continue

            def given(steps: int, number: int = number) -> RollTable:
                row = table.rows[number]
                other = replace(row, gives=_more(row.gives, steps))
                rows = (*table.rows[:number], other, *table.rows[number + 1 :])
                return replace(table, rows=rows)

            result = ("rows", row.key, "result")
            rule = row.rule or table.rule
            yield RowStep(("tables", table.name), result, rule, row.span, given)


def _next(table: RollTable, row: RollBand) -> RollBand | None:
    """Return the row that begins where this one ends."""
    if row.high is None:
        return None
    begins = (each for each in table.rows if each.low == (row.high or 0) + 1)
    return next(begins, None)


def _without_empty(rows: tuple[RollBand, ...]) -> tuple[RollBand, ...]:
    """Return the rows that still have a number."""
    return tuple(
        row
        for row in rows
        if row.low is None or row.high is None or row.low <= row.high
    )


def _of_lookup_table(table: LookupTable) -> Iterator[RowStep]:
    for number, (_, cells) in enumerate(table.rows):
        for column, (name, kind) in enumerate(table.columns):
            cell = cells[column]
            if not _is_number(kind) or not _is_figure(cell):
                continue

            def moved(
                steps: int, number: int = number, column: int = column
            ) -> LookupTable:
                key, cells = table.rows[number]
                changed = list(cells)
                changed[column] = _more(cells[column], steps)
                rows = list(table.rows)
                rows[number] = (key, tuple(changed))
                return replace(table, rows=tuple(rows))

            rule = (
                table.rules[number] if number < len(table.rules) else ""
            ) or table.rule
            path = ("rows", RowKey(table.rows[number][0], table.key), name)
            span = cell.span or table.span
            yield RowStep(("tables", table.name), path, rule, span, moved)


def _is_figure(cell: Typed) -> bool:
    """Tell whether a cell is a number as it stands, not none or an expression."""
    value = cell.value if isinstance(cell, Constant) else None
    return isinstance(value, int) and not isinstance(value, bool)


def _of_cross_table(table: CrossTable) -> Iterator[RowStep]:
    if not _is_number(table.gives):
        return
    for number, (row, column, cell) in enumerate(table.cells):
        if not _is_figure(cell):
            continue

        def moved(steps: int, number: int = number) -> CrossTable:
            row, column, cell = table.cells[number]
            cells = list(table.cells)
            cells[number] = (row, column, _more(cell, steps))
            return replace(table, cells=tuple(cells))

        path = ("cells", RowKey(row, table.row), RowKey(column, table.column))
        span = cell.span or table.span
        yield RowStep(("tables", table.name), path, table.rule, span, moved)


def _of_decision_table(table: DecisionTable) -> Iterator[RowStep]:
    if not _is_number(table.gives):
        return
    for number, row in enumerate(table.rows):

        def moved(steps: int, number: int = number) -> DecisionTable:
            row = table.rows[number]
            other = replace(row, gives=_more(row.gives, steps))
            rows = (*table.rows[:number], other, *table.rows[number + 1 :])
            return replace(table, rows=rows)

        path = ("rows", row.key, "give")
        yield RowStep(
            ("tables", table.name), path, row.rule or table.rule, row.span, moved
        )


def _of_weighted_table(table: WeightedTable) -> Iterator[RowStep]:
    for number, (value, weight) in enumerate(table.weights):

        def moved(steps: int, number: int = number) -> WeightedTable:
            value, weight = table.weights[number]
            weights = list(table.weights)
            weights[number] = (value, max(weight + steps, 0))
            return replace(table, weights=tuple(weights))

        if weight > 0:
            path = ("weights", RowKey(value, table.gives))
            yield RowStep(("tables", table.name), path, table.rule, table.span, moved)

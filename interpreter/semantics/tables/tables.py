"""Readers of the five kinds of tables: roll, decision, lookup, cross, weighted."""

import re

from interpreter.diagnostics import Diagnostic, did_you_mean, nearest, problem
from interpreter.expressions.parsing import (
    POSSIBLE,
    are_possible,
)
from interpreter.expressions.typed import Constant, Invalid, Typed
from interpreter.foreign.dice_notations import by_digits, dice_written
from interpreter.foreign.idioms import Rewriting
from interpreter.foreign.printed_bands import is_left_over
from interpreter.foreign.rereading import reread
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionRow,
    DecisionTable,
    LookupTable,
    RollBand,
    RollTable,
    RowRoll,
    Table,
    WeightedTable,
)
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope, spoken
from interpreter.semantics.expressions.yaml_values import (
    figure,
    naming_rule,
    rule_of,
    text_of,
)
from interpreter.semantics.names import Names
from interpreter.semantics.sections.conditions import prove_rows
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.semantics.sections.types import type_of
from interpreter.semantics.tables import decisions
from interpreter.semantics.tables.bands import (
    Range,
    bands_of,
    beyond,
    prove,
    prove_ranks,
)
from interpreter.semantics.tables.rolled_rows import is_rolling, no_value, read_rolls
from interpreter.source import Span, printed
from interpreter.values.conversions import ranks
from interpreter.values.types import (
    INTEGER,
    Boolean,
    Enumeration,
    Number,
    Type,
    Unknown,
    Value,
    enumeration_of,
    whole,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from interpreter.yaml.scalar_edits import edited

# What the tables of every kind have: rows, and a type of what they give.


def rows_of(
    node: MappingNode, key: str = "rows"
) -> tuple[tuple[ScalarNode, Node], ...]:
    """Return the rows of a table as nodes."""
    rows_node = node.get(key)
    return rows_node.entries if isinstance(rows_node, MappingNode) else ()


def gives_of(names: Names, node: MappingNode, values: list[Node]) -> Type:
    """Return the declared result type, or the enumeration of the results of the
    rows."""
    declared = node.get("gives")
    if declared is not None:
        return type_of(names, declared)
    texts = [text_of(value) for value in values]
    if all(re.match(r"[+-]?\d+\Z", text) for text in texts):
        return INTEGER
    if set(texts) <= {"yes", "no"}:
        return Boolean()
    return Enumeration("", tuple(dict.fromkeys(text for text in texts if text)))


def place_of(declaration: Declaration, node: MappingNode, key: str) -> Span:
    """Return the span of the rows: their key, or the name of the table."""
    key_node = node.key(key)
    return declaration.span if key_node is None else key_node.span


# Tables that are read by keys: look-ups by one, cross tables by two.


def lookup(names: Names, declaration: Declaration, node: MappingNode) -> LookupTable:
    """Read a table with columns; every key must have one row."""
    rows = rows_of(node)
    key_node = node.get("key")
    key: Type = Enumeration(declaration.key, tuple(name.text for name, _ in rows))
    if isinstance(key_node, ScalarNode):
        key = type_of(names, key_node)
    columns = tuple(
        (name.name, type_of(names, kind)) for name, kind in rows_of(node, "columns")
    )
    read_rows = []
    with naming_rule(names, rule_of(node)) as problems:
        for name, value in rows:
            key_value = value_of_key(names, name, key)
            misspelt = _unknown_columns(names, value, [column for column, _ in columns])
            cells = tuple(_cell(names, value, *column, misspelt) for column in columns)
            read_rows.append((key_value, cells))
    at = place_of(declaration, node, "rows")
    key_values = [value for value, _ in read_rows]
    if not problems:
        cells_of = [cells for _, cells in read_rows]
        typed_rows = [(*row, cells) for row, cells in zip(rows, cells_of, strict=True)]
        prove_rows(names, node, columns, typed_rows)
    prove_once(names, [name for name, _ in rows], key_values)
    _prove_keys(names, at, key, key_values)
    rules = tuple(rule_of(value) for _, value in rows)
    return LookupTable(
        declaration.key,
        key,
        columns,
        tuple(read_rows),
        declaration.span,
        rule_of(node),
        rules,
    )


def _cell(
    names: Names, row: Node, column: str, kind: Type, misspelt: set[str | None]
) -> Typed:
    """Read a cell of a row; one that is `misspelt` was reported under its wrong key."""
    value = row.get(column) if isinstance(row, MappingNode) else None
    if value is None and column in misspelt:
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
    """Report unknown columns, and return those that a misspelling may mean."""
    misspelt = set()
    for key, _ in row.entries if isinstance(row, MappingNode) else ():
        if key.name not in [*known, "rule", "say", "status", "title"]:
            misspelt.add(nearest(key.text, known))
            hint = did_you_mean(key.text, known)
            message = f"there is no column '{key.text}'"
            names.problems.append(
                problem("R308", key.span, message, expected=", ".join(known), hint=hint)
            )
    return misspelt


def value_of_key(names: Names, key: ScalarNode, kind: Type) -> Value:
    """Return the value of a row's key; None and a problem if it has none."""
    enumeration = enumeration_of(kind)
    if enumeration is not None:
        rank = enumeration.rank(key.name)
        if rank is None:
            message, values = f"'{key.text}' is no {spoken(kind)}", enumeration.values
            expected, hint = ", ".join(values), did_you_mean(key.text, values)
            names.problems.append(
                problem("R301", key.span, message, expected=expected, hint=hint)
            )
        return rank
    term = expression(names, key, scope_of(()), kind)
    return term.value if isinstance(term, Constant) else None


def prove_once(names: Names, keys: list[ScalarNode], values: list[Value]) -> None:
    """Report keys that have one value in common: a number written in two ways."""
    seen: dict[Value, ScalarNode] = {}
    for key, value in zip(keys, values, strict=True):
        first = seen.setdefault(value, key)
        if first is not key and value is not None:
            related = ((first.span, "the other row"),)
            message = f"two rows for {value}"
            names.problems.append(problem("R502", key.span, message, related=related))


def _prove_keys(
    names: Names, at: Span, key: Type, key_values: list[Value], row_name: str = ""
) -> None:
    """Report keys of a bounded type without a row or, with a `row_name`, without a cell
    in that row. A number without bounds is not checked."""
    enumeration = enumeration_of(key)
    wanted_values: tuple[Value, ...] = ranks(key)
    if isinstance(key, Number) and key.low is not None and key.high is not None:
        wanted_values = tuple(
            range(int(key.low), min(int(key.high), int(key.low) + 1000) + 1)
        )
    present = set(key_values)
    missing = [value for value in wanted_values if value not in present]
    if missing and None not in present:  # a key that could not be read is shown already
        missing_names = [
            enumeration.values[value]
            if enumeration and isinstance(value, int)
            else str(value)
            for value in missing
        ]
        message, expected = f"no row for {', '.join(missing_names)}", "a row for each"
        hint = ""
        if row_name:
            message = f"the row '{row_name}' has no cell for {', '.join(missing_names)}"
            expected = "a cell for each"
            hint = "or 'missing' in the table says what a cell gives that is not there"
        names.problems.append(
            problem("R501", at, message, expected=expected, hint=hint)
        )


def cross(names: Names, declaration: Declaration, node: MappingNode) -> CrossTable:
    """Read a table of cells by row and column."""
    row, column = (_axis(names, node, key) for key in ("rows", "columns"))
    declared = node.get("gives")
    gives = type_of(names, declared) if declared is not None else Unknown()
    missing_node = node.get("missing")
    missing = None if missing_node is None else figure(names, missing_node, gives)
    cells = []
    row_keys: dict[Value, ScalarNode] = {}
    row_nodes = rows_of(node, "cells")
    row_values = [value_of_key(names, row_key, row) for row_key, _ in row_nodes]
    prove_once(names, [row_key for row_key, _ in row_nodes], row_values)
    for row_value, (row_key, row_node) in zip(row_values, row_nodes, strict=True):
        row_keys.setdefault(row_value, row_key)
        entries = row_node.entries if isinstance(row_node, MappingNode) else ()
        column_values = [
            value_of_key(names, column_key, column) for column_key, _ in entries
        ]
        prove_once(names, [column_key for column_key, _ in entries], column_values)
        for column_value, (_, value) in zip(column_values, entries, strict=True):
            cells.append((row_value, column_value, figure(names, value, gives)))
    if missing is None:
        at = place_of(declaration, node, "cells")
        _prove_keys(names, at, row, [cell[0] for cell in cells])
        columns_of_row: dict[Value, list[Value]] = {}
        for row_value, column_value, _ in cells:
            columns_of_row.setdefault(row_value, []).append(column_value)
        for row_value, column_keys in columns_of_row.items():
            at, row_name = row_keys[row_value].span, row_keys[row_value].text
            _prove_keys(names, at, column, column_keys, row_name)
    return CrossTable(
        declaration.key,
        row,
        column,
        gives,
        tuple(cells),
        missing,
        declaration.span,
        rule_of(node),
    )


def _axis(names: Names, node: MappingNode, key: str) -> Type:
    """Return the type of the keys of the rows, or columns, of a cross table."""
    axis_node = node.get(key)
    return Unknown() if axis_node is None else type_of(names, axis_node)


_DICE = re.compile(r"(\d{0,12})d(\d{1,12})(\s*\+\s*integer)?\Z")


def declare_table(names: Names, declaration: Declaration) -> Table | None:
    """Read a table; its keys decide its kind."""
    node = declaration.node
    if not isinstance(node, MappingNode):
        return None
    if "of" in node:
        return _roll_table(names, declaration, node)
    if "cells" in node:
        return cross(names, declaration, node)
    if "columns" in node:
        return lookup(names, declaration, node)
    if "weights" in node:
        return _weighted(names, declaration, node)
    return _decision(names, declaration, node)


def _roll_table(names: Names, declaration: Declaration, node: MappingNode) -> RollTable:
    of_node = node.get("of")
    dice, plus, of = _domain(names, declaration.key, of_node)
    rows = rows_of(node)
    plain_results = [value for _, value in rows if not is_rolling(value)]
    gives = gives_of(names, node, plain_results)
    between = text_of(node.get("between"))
    bands: list[RollBand] = []
    ranges: list[Range] = []
    unread = 0
    keys = [key for key, _ in rows]
    for key, value in rows:
        parts = bands_of(names, key, of, keys)
        unread += len(parts) <= key.text.count(",")
        rolls, result = _row(names, value, gives, declaration.key, dice is not None)
        for part in parts:
            rule = rule_of(value)
            bands.append(
                RollBand(part.key, part.low, part.high, result, part.span, rule, rolls)
            )
            ranges.append(part)
    at = place_of(declaration, node, "rows")
    if isinstance(of, Number) and not unread:
        problems = _prove_numbers(declaration, of, between, ranges, at)
        if dice is not None and isinstance(of_node, ScalarNode):
            problems = _one_die(of_node, dice, problems)
        names.problems.extend(problems)
    elif not unread:
        prove_ranks(names, of, ranges, at)
    return RollTable(
        declaration.key,
        of,
        dice,
        plus,
        gives,
        tuple(bands),
        between,
        declaration.span,
        rule_of(node),
    )


def _row(
    names: Names, value: Node, gives: Type, table_name: str, has_dice: bool
) -> tuple[RowRoll | None, Typed]:
    """Return what a row rolls, None if nothing, and its result."""
    if not isinstance(value, MappingNode) or not is_rolling(value, gives):
        return None, figure(names, value, gives)
    if not has_dice:
        message = "only a table whose 'of' are dice has rows that roll"
        names.problems.append(problem("R401", value.span, message))
    return read_rolls(names, value, table_name), no_value(gives, value.span)


def _domain(
    names: Names, name: str, node: Node | None
) -> tuple[tuple[int, int] | None, bool, Type]:
    """Read the `of` of a roll table: its dice as (number, sides), None for a key that
    is no dice; whether a modifier is added to them; the type of its key."""
    text = text_of(node)
    match = _DICE.match(text.strip())
    if (
        match is None
        and isinstance(node, ScalarNode)
        and _of_foreign(names, name, node)
    ):
        return None, False, Unknown()
    if match is None:
        return None, False, type_of(names, node) if node is not None else Unknown()
    number, sides = int(match[1] or "1"), int(match[2])
    if sides == 0 and isinstance(node, ScalarNode) and _of_foreign(names, name, node):
        return None, False, Unknown()  # the last digits of 100, `d00`
    if isinstance(node, ScalarNode) and not are_possible(number, sides):
        message = f"'{text}' are impossible dice"
        names.problems.append(problem("R206", node.span, message, expected=POSSIBLE))
        return None, False, Unknown()
    plus = bool(match[3])
    return (number, sides), plus, INTEGER if plus else whole(number, number * sides)


# Dice in the notation of dice rollers and books as those by which a table is read.

_ROLL = re.compile(r"roll: \{(\w+): (\d*d\d+)\}\Z")
_ADDED = re.compile(r"(?:sum\(\w+\)|\w+) ([+-]) (.+)\Z", re.DOTALL)


def _of_foreign(names: Names, table: str, node: ScalarNode) -> bool:
    """Report the `of` of a table that is dice in another notation, or dice and more;
    False if it is neither."""
    text = node.text
    dice = dice_written(text)
    if dice is not None:
        fix = edited(node, 0, len(text), dice)
        message, hint = f"'{text}' are no dice", f"write '{dice}'"
        names.problems.append(problem("R206", node.span, message, hint=hint, fix=fix))
        return True
    rewriting = reread(text)
    if rewriting is None or not rewriting.rolls:
        return False
    message, hint = f"'{text}' is more than dice", _dice_hint(printed(table), rewriting)
    names.problems.append(problem("R206", node.span, message, hint=hint))
    return True


def _dice_hint(table: str, rewriting: Rewriting) -> str:
    """Return how the table and the step that reads it are written."""
    rolls = rewriting.rolls
    roll = _ROLL.match(rolls[0]) if len(rolls) == 1 else None
    added = _ADDED.match(rewriting.line)
    if roll is not None and added is not None:
        sign = "" if added[1] == "+" else "-"
        return (
            f"write '{roll[2]} + integer'; what is added is the argument where a step "
            f"rolls on it: call: {table}({sign}{added[2]})"
        )
    steps = " and ".join(rolls)
    call = f"{table}({rewriting.line})"
    return (
        f"write 'integer'; a step throws the dice and reads the table: {steps}, "
        f"then '{call}'"
    )


def _one_die(
    node: ScalarNode, dice: tuple[int, int], problems: list[Diagnostic]
) -> list[Diagnostic]:
    """Return the problems of a table, adapted for a die such as d66 that books mean as
    two digits: one problem with a hint replaces the gaps that follow."""
    hint = by_digits(*dice)
    if not hint:
        return problems
    message = f"this is one die of {dice[1]} sides"
    holes = [hole for hole in problems if hole.code == "R501"]
    if not holes:
        return [*problems, problem("R517", node.span, message, hint=hint)]
    others = [other for other in problems if other.code != "R501"]
    message += f": {holes[0].message}"
    return [*others, problem("R501", node.span, message, hint=hint)]


def _prove_numbers(
    declaration: Declaration, of: Number, between: str, ranges: list[Range], at: Span
) -> list[Diagnostic]:
    problems: list[Diagnostic] = []
    if not of.whole and not between:
        message = (
            "bands of whole numbers over fractions need 'between: down' "
            "or 'between: up'"
        )
        problems.append(problem("R405", declaration.span, message))
    low = None if of.low is None else int(of.low)
    high = None if of.high is None else int(of.high)
    prove(ranges, low, high, at, problems)
    return [*problems, *beyond(ranges, low, high)]


def _weighted(
    names: Names, declaration: Declaration, node: MappingNode
) -> WeightedTable:
    entries = rows_of(node, "weights")
    declared = node.get("gives")
    gives = (
        type_of(names, declared)
        if declared is not None
        else Enumeration("", tuple(key.text for key, _ in entries))
    )
    weights = []
    for key, value in entries:
        text = text_of(value)
        if not re.match(r"\d{1,9}\Z", text):
            names.problems.append(
                problem(
                    "R405",
                    value.span,
                    f"'{text}' is no weight",
                    expected="a whole number",
                )
            )
            continue
        weights.append((value_of_key(names, key, gives), int(text)))
    if weights and not any(weight for _, weight in weights):
        names.problems.append(
            problem("R501", place_of(declaration, node, "weights"), "every weight is 0")
        )
    return WeightedTable(
        declaration.key, gives, tuple(weights), declaration.span, rule_of(node)
    )


def _is_foreign_else(names: Names, scope: Scope, node: ScalarNode) -> bool:
    """Report a condition that is a word such as 'otherwise'; False for others."""
    if scope.find(node.name) is not None or not is_left_over(node.text):
        return False
    message = f"'{node.text}' is no condition"
    fix = edited(node, 0, len(node.text), "else")
    hint = "write 'else'; it is what no other row has"
    names.problems.append(problem("R301", node.span, message, hint=hint, fix=fix))
    return True


def _decision(
    names: Names, declaration: Declaration, node: MappingNode
) -> DecisionTable:
    takes = parameters(names, node)
    scope = scope_of(takes)
    rows = rows_of(node)
    result_nodes = [
        value.get("give") or value if isinstance(value, MappingNode) else key
        for key, value in rows
    ]
    gives = gives_of(names, node, list(result_nodes))
    read_rows = []
    for key, value in rows:
        row_condition = value.get("if") if isinstance(value, MappingNode) else value
        result: Node = (
            (value.get("give") or key) if isinstance(value, MappingNode) else key
        )
        condition = None
        if (
            isinstance(row_condition, ScalarNode)
            and row_condition.text.strip() != "else"
            and not _is_foreign_else(names, scope, row_condition)
        ):
            condition = expression(names, row_condition, scope, Boolean())
        read_rows.append(
            DecisionRow(
                key.text,
                condition,
                figure(names, result, gives, scope),
                key.span,
                rule_of(value),
            )
        )
    table = DecisionTable(
        declaration.key,
        takes,
        gives,
        text_of(node.get("hit")) or "first",
        tuple(read_rows),
        declaration.span,
        rule_of(node),
    )
    decisions.prove(names, table, place_of(declaration, node, "rows"))
    return table

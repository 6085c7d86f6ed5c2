"""Readers of the five kinds of tables: roll, decision, lookup, cross, weighted."""

import re

from interpreter.diagnostics import Diagnostic, did_you_mean, nearest, problem
from interpreter.expressions.parsing import (
    POSSIBLE,
    are_possible,
    by_digits,
    misspelt_dice,
)
from interpreter.expressions.typed import Constant, Invalid, Typed
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
from interpreter.semantics.expressions.scope import spoken
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
from interpreter.source import Span
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

# What the tables of every kind have: rows, and a type of what they give.


def rows_of(
    node: MappingNode, key: str = "rows"
) -> tuple[tuple[ScalarNode, Node], ...]:
    """Return the rows of a table as nodes."""
    found = node.get(key)
    return found.entries if isinstance(found, MappingNode) else ()


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


def place_of(each: Declaration, node: MappingNode, key: str) -> Span:
    """Return the span of the rows: their key, or the name of the table."""
    found = node.key(key)
    return each.span if found is None else found.span


# Tables that are read by keys: look-ups by one, cross tables by two.


def lookup(names: Names, each: Declaration, node: MappingNode) -> LookupTable:
    """Read a table with columns; every key must have one row."""
    rows = rows_of(node)
    key_node = node.get("key")
    key: Type = Enumeration(each.key, tuple(name.text for name, _ in rows))
    if isinstance(key_node, ScalarNode):
        key = type_of(names, key_node)
    columns = tuple(
        (name.name, type_of(names, kind)) for name, kind in rows_of(node, "columns")
    )
    read = []
    with naming_rule(names, rule_of(node)) as problems:
        for name, value in rows:
            key_value = value_of_key(names, name, key)
            meant = _unknown_columns(names, value, [column for column, _ in columns])
            cells = tuple(_cell(names, value, *column, meant) for column in columns)
            read.append((key_value, cells))
    at = place_of(each, node, "rows")
    given = [value for value, _ in read]
    if not problems:
        cells_of = [cells for _, cells in read]
        lines = [(*row, cells) for row, cells in zip(rows, cells_of, strict=True)]
        prove_rows(names, node, columns, lines)
    prove_once(names, [name for name, _ in rows], given)
    _prove_keys(names, at, key, given)
    rules = tuple(rule_of(value) for _, value in rows)
    return LookupTable(
        each.key, key, columns, tuple(read), each.span, rule_of(node), rules
    )


def _cell(
    names: Names, row: Node, column: str, kind: Type, meant: set[str | None]
) -> Typed:
    value = row.get(column) if isinstance(row, MappingNode) else None
    if value is None and column in meant:
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
    meant = set()
    for key, _ in row.entries if isinstance(row, MappingNode) else ():
        if key.name not in [*known, "rule", "say", "status", "title"]:
            meant.add(nearest(key.text, known))
            hint = did_you_mean(key.text, known)
            message = f"there is no column '{key.text}'"
            names.problems.append(
                problem("R308", key.span, message, expected=", ".join(known), hint=hint)
            )
    return meant


def value_of_key(names: Names, key: ScalarNode, kind: Type) -> Value:
    """Return the value of a row's key; None and a problem if it has none."""
    enumeration = enumeration_of(kind)
    if enumeration is not None:
        found = enumeration.rank(key.name)
        if found is None:
            message, values = f"'{key.text}' is no {spoken(kind)}", enumeration.values
            expected, hint = ", ".join(values), did_you_mean(key.text, values)
            names.problems.append(
                problem("R301", key.span, message, expected=expected, hint=hint)
            )
        return found
    given = expression(names, key, scope_of(()), kind)
    return given.value if isinstance(given, Constant) else None


def prove_once(names: Names, keys: list[ScalarNode], given: list[Value]) -> None:
    """Report keys that are one number written in two ways."""
    seen: dict[Value, ScalarNode] = {}
    for key, value in zip(keys, given, strict=True):
        first = seen.setdefault(value, key)
        if first is not key and value is not None:
            related = ((first.span, "the other row"),)
            message = f"two rows for {value}"
            names.problems.append(problem("R502", key.span, message, related=related))


def _prove_keys(
    names: Names, at: Span, key: Type, given: list[Value], row: str = ""
) -> None:
    """Report missing rows, or the missing cells of a row."""
    enumeration = enumeration_of(key)
    wanted: tuple[Value, ...] = ranks(key)
    if isinstance(key, Number) and key.low is not None and key.high is not None:
        wanted = tuple(range(int(key.low), min(int(key.high), int(key.low) + 1000) + 1))
    there = set(given)
    missing = [value for value in wanted if value not in there]
    if missing and None not in there:  # a key that could not be read is shown already
        shown = [
            enumeration.values[value]
            if enumeration and isinstance(value, int)
            else str(value)
            for value in missing
        ]
        message, expected = f"no row for {', '.join(shown)}", "a row for each"
        hint = ""
        if row:
            message = f"the row '{row}' has no cell for {', '.join(shown)}"
            expected = "a cell for each"
            hint = "or 'missing' in the table says what a cell gives that is not there"
        names.problems.append(
            problem("R501", at, message, expected=expected, hint=hint)
        )


def cross(names: Names, each: Declaration, node: MappingNode) -> CrossTable:
    """Read a table of cells by row and column."""
    row, column = (_axis(names, node, key) for key in ("rows", "columns"))
    declared = node.get("gives")
    gives = type_of(names, declared) if declared is not None else Unknown()
    missing_node = node.get("missing")
    missing = None if missing_node is None else figure(names, missing_node, gives)
    cells = []
    places: dict[Value, ScalarNode] = {}
    lines = rows_of(node, "cells")
    row_values = [value_of_key(names, row_key, row) for row_key, _ in lines]
    prove_once(names, [row_key for row_key, _ in lines], row_values)
    for row_value, (row_key, line) in zip(row_values, lines, strict=True):
        places.setdefault(row_value, row_key)
        entries = line.entries if isinstance(line, MappingNode) else ()
        given = [value_of_key(names, column_key, column) for column_key, _ in entries]
        prove_once(names, [column_key for column_key, _ in entries], given)
        for column_value, (_, value) in zip(given, entries, strict=True):
            cells.append((row_value, column_value, figure(names, value, gives)))
    if missing is None:
        at = place_of(each, node, "cells")
        _prove_keys(names, at, row, [cell[0] for cell in cells])
        columns: dict[Value, list[Value]] = {}
        for row_value, column_value, _ in cells:
            columns.setdefault(row_value, []).append(column_value)
        for row_value, line_of in columns.items():
            at, called = places[row_value].span, places[row_value].text
            _prove_keys(names, at, column, line_of, called)
    return CrossTable(
        each.key, row, column, gives, tuple(cells), missing, each.span, rule_of(node)
    )


def _axis(names: Names, node: MappingNode, key: str) -> Type:
    found = node.get(key)
    return Unknown() if found is None else type_of(names, found)


_DICE = re.compile(r"(\d{0,12})d(\d{1,12})(\s*\+\s*integer)?\Z")


def declare_table(names: Names, each: Declaration) -> Table | None:
    """Read a table; its keys decide its kind."""
    node = each.node
    if not isinstance(node, MappingNode):
        return None
    if "of" in node:
        return _roll_table(names, each, node)
    if "cells" in node:
        return cross(names, each, node)
    if "columns" in node:
        return lookup(names, each, node)
    if "weights" in node:
        return _weighted(names, each, node)
    return _decision(names, each, node)


def _roll_table(names: Names, each: Declaration, node: MappingNode) -> RollTable:
    of_node = node.get("of")
    dice, plus, of = _domain(names, of_node)
    rows = rows_of(node)
    plainly = [value for _, value in rows if not is_rolling(value)]
    gives = gives_of(names, node, plainly)
    between = text_of(node.get("between"))
    bands: list[RollBand] = []
    found: list[Range] = []
    unread = 0
    for key, value in rows:
        parts = bands_of(names, key, of)
        unread += len(parts) <= key.text.count(",")
        rolls, given = _row(names, value, gives, each.key, dice is not None)
        for part in parts:
            rule = rule_of(value)
            bands.append(
                RollBand(part.key, part.low, part.high, given, part.span, rule, rolls)
            )
            found.append(part)
    at = place_of(each, node, "rows")
    if isinstance(of, Number) and not unread:
        problems = _prove_numbers(each, of, between, found, at)
        if dice is not None and isinstance(of_node, ScalarNode):
            problems = _one_die(of_node, dice, problems)
        names.problems.extend(problems)
    elif not unread:
        prove_ranks(names, of, found, at)
    return RollTable(
        each.key, of, dice, plus, gives, tuple(bands), between, each.span, rule_of(node)
    )


def _row(
    names: Names, value: Node, gives: Type, own: str, has_dice: bool
) -> tuple[RowRoll | None, Typed]:
    """Return what a row rolls, if anything, and its result."""
    if not isinstance(value, MappingNode) or not is_rolling(value, gives):
        return None, figure(names, value, gives)
    if not has_dice:
        message = "only a table whose 'of' are dice has rows that roll"
        names.problems.append(problem("R401", value.span, message))
    return read_rolls(names, value, own), no_value(gives, value.span)


def _domain(
    names: Names, node: Node | None
) -> tuple[tuple[int, int] | None, bool, Type]:
    text = text_of(node)
    found = _DICE.match(text.strip())
    meant = misspelt_dice(text)
    if found is None and meant is not None and isinstance(node, ScalarNode):
        message, hint = f"'{text}' are no dice", f"write '{meant[1]}'"
        names.problems.append(problem("R206", node.span, message, hint=hint))
        return None, False, Unknown()
    if found is None:
        return None, False, type_of(names, node) if node is not None else Unknown()
    number, sides = int(found[1] or "1"), int(found[2])
    if isinstance(node, ScalarNode) and not are_possible(number, sides):
        message = f"'{text}' are impossible dice"
        names.problems.append(problem("R206", node.span, message, expected=POSSIBLE))
        return None, False, Unknown()
    plus = bool(found[3])
    return (number, sides), plus, INTEGER if plus else whole(number, number * sides)


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
    each: Declaration, of: Number, between: str, found: list[Range], at: Span
) -> list[Diagnostic]:
    problems: list[Diagnostic] = []
    if not of.whole and not between:
        message = (
            "bands of whole numbers over fractions need 'between: down' "
            "or 'between: up'"
        )
        problems.append(problem("R405", each.span, message))
    low = None if of.low is None else int(of.low)
    high = None if of.high is None else int(of.high)
    prove(found, low, high, at, problems)
    return [*problems, *beyond(found, low, high)]


def _weighted(names: Names, each: Declaration, node: MappingNode) -> WeightedTable:
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
            problem("R501", place_of(each, node, "weights"), "every weight is 0")
        )
    return WeightedTable(each.key, gives, tuple(weights), each.span, rule_of(node))


def _decision(names: Names, each: Declaration, node: MappingNode) -> DecisionTable:
    takes = parameters(names, node)
    scope = scope_of(takes)
    rows = rows_of(node)
    given = [
        value.get("give") or value if isinstance(value, MappingNode) else key
        for key, value in rows
    ]
    gives = gives_of(names, node, list(given))
    read = []
    for key, value in rows:
        row_condition = value.get("if") if isinstance(value, MappingNode) else value
        result: Node = (
            (value.get("give") or key) if isinstance(value, MappingNode) else key
        )
        condition = None
        if (
            isinstance(row_condition, ScalarNode)
            and row_condition.text.strip() != "else"
        ):
            condition = expression(names, row_condition, scope, Boolean())
        read.append(
            DecisionRow(
                key.text,
                condition,
                figure(names, result, gives, scope),
                key.span,
                rule_of(value),
            )
        )
    found = DecisionTable(
        each.key,
        takes,
        gives,
        text_of(node.get("hit")) or "first",
        tuple(read),
        each.span,
        rule_of(node),
    )
    decisions.prove(names, found, place_of(each, node, "rows"))
    return found

"""Tables of all five kinds."""

import re

from interpreter.checked import decisions
from interpreter.checked.bands import Range, beyond, prove
from interpreter.checked.covering import bands_of, prove_ranks
from interpreter.checked.declared import (
    Band,
    Cross,
    Decision,
    DecisionRow,
    Lookup,
    RollTable,
    Table,
    Weighted,
)
from interpreter.checked.expressions import expression
from interpreter.checked.figures import figure, name_rule, rule_of, text_of
from interpreter.checked.from_types import type_of
from interpreter.checked.names import Names
from interpreter.checked.place import spoken
from interpreter.checked.takes import parameters, scope_of
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language.spellings import (
    POSSIBLE,
    are_possible,
    by_digits,
    misspelt_dice,
)
from interpreter.language.typed import Constant, Typed
from interpreter.problems import Problem, did_you_mean, nearest, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Span
from interpreter.values.fit import ranks
from interpreter.values.names import plain
from interpreter.values.types import (
    INTEGER,
    Enumeration,
    Number,
    Truth,
    Type,
    Unknown,
    Value,
    enumeration_of,
    whole,
)

_DICE = re.compile(r"(\d{0,12})d(\d{1,12})(\s*\+\s*integer)?\Z")


def declare_table(names: Names, each: Declaration) -> Table | None:
    """Read a table by the keys that its kind has."""
    node = each.node
    if not isinstance(node, Mapping):
        return None
    if "of" in node:
        return _roll_table(names, each, node)
    if "cells" in node:
        return _cross(names, each, node)
    if "columns" in node:
        return _lookup(names, each, node)
    if "weights" in node:
        return _weighted(names, each, node)
    return _decision(names, each, node)


def _rows(node: Mapping, key: str = "rows") -> tuple[tuple[Scalar, Node], ...]:
    found = node.get(key)
    return found.entries if isinstance(found, Mapping) else ()


def _gives(names: Names, node: Mapping, values: list[Node]) -> Type:
    """The declared type, or the enumeration of what the rows give."""
    declared = node.get("gives")
    if declared is not None:
        return type_of(names, declared)
    texts = [text_of(value) for value in values]
    if all(re.match(r"[+-]?\d+\Z", text) for text in texts):
        return INTEGER
    if set(texts) <= {"yes", "no"}:
        return Truth()
    return Enumeration("", tuple(dict.fromkeys(text for text in texts if text)))


def _roll_table(names: Names, each: Declaration, node: Mapping) -> RollTable:
    of_node = node.get("of")
    dice, plus, of = _domain(names, of_node)
    rows = _rows(node)
    gives = _gives(names, node, [value for _, value in rows])
    between = text_of(node.get("between"))
    bands: list[Band] = []
    found: list[Range] = []
    unread = 0
    for key, value in rows:
        parts = bands_of(names, key, of)
        unread += len(parts) <= key.text.count(",")
        for part in parts:
            given = figure(names, value, gives)
            bands.append(
                Band(part.key, part.low, part.high, given, part.span, rule_of(value))
            )
            found.append(part)
    at = _place(each, node, "rows")
    if isinstance(of, Number) and not unread:
        said = len(names.problems)
        _prove_numbers(names, each, of, between, found, at)
        if dice is not None and isinstance(of_node, Scalar):
            holes = [e for e in names.problems[said:] if e.code == "R501"]
            _one_die(names, of_node, dice, holes)
    elif not unread:
        prove_ranks(names, of, found, at)
    return RollTable(
        each.key, of, dice, plus, gives, tuple(bands), between, each.span, rule_of(node)
    )


def _domain(
    names: Names, node: Node | None
) -> tuple[tuple[int, int] | None, bool, Type]:
    text = text_of(node)
    found = _DICE.match(text.strip())
    meant = misspelt_dice(text)
    if found is None and meant is not None and isinstance(node, Scalar):
        message, hint = f"'{text}' are no dice", f"write '{meant[1]}'"
        names.problems.append(problem("R206", node.span, message, hint=hint))
        return None, False, Unknown()
    if found is None:
        return None, False, type_of(names, node) if node is not None else Unknown()
    number, sides = int(found[1] or "1"), int(found[2])
    if isinstance(node, Scalar) and not are_possible(number, sides):
        message = f"'{text}' are impossible dice"
        names.problems.append(problem("R206", node.span, message, expected=POSSIBLE))
        return None, False, Unknown()
    plus = bool(found[3])
    return (number, sides), plus, INTEGER if plus else whole(number, number * sides)


def _place(each: Declaration, node: Mapping, key: str) -> Span:
    """Return where the rows begin: their key, or the name where there is none."""
    found = node.key(key)
    return each.span if found is None else found.span


def _one_die(
    names: Names, node: Scalar, dice: tuple[int, int], holes: list[Problem]
) -> None:
    """Say it of a die whose name means two in books; its holes come from that."""
    hint = by_digits(*dice)
    if not hint:
        return
    message = f"this is one die of {dice[1]} sides"
    if not holes:
        names.problems.append(problem("R517", node.span, message, hint=hint))
        return
    names.problems[:] = [each for each in names.problems if each not in holes]
    message += f": {holes[0].message}"
    names.problems.append(problem("R501", node.span, message, hint=hint))


def _prove_numbers(
    names: Names,
    each: Declaration,
    of: Number,
    between: str,
    found: list[Range],
    at: Span,
) -> None:
    if not of.whole and not between:
        message = (
            "bands of whole numbers over fractions need 'between: down' "
            "or 'between: up'"
        )
        names.problems.append(problem("R405", each.span, message))
    low = None if of.low is None else int(of.low)
    high = None if of.high is None else int(of.high)
    prove(found, low, high, at, names.problems)
    names.problems.extend(beyond(found, low, high))


def _lookup(names: Names, each: Declaration, node: Mapping) -> Lookup:
    rows = _rows(node)
    key_node = node.get("key")
    key: Type = Enumeration(each.key, tuple(name.text for name, _ in rows))
    if isinstance(key_node, Scalar):
        key = type_of(names, key_node)
    columns = tuple(
        (plain(name.text), type_of(names, kind))
        for name, kind in _rows(node, "columns")
    )
    read, before = [], len(names.problems)
    for name, value in rows:
        key_value = _key_value(names, name, key)
        meant = _unknown_columns(names, value, [column for column, _ in columns])
        cells = tuple(_cell(names, value, *column, meant) for column in columns)
        read.append((key_value, cells))
    name_rule(names, before, rule_of(node))
    at = _place(each, node, "rows")
    given = [value for value, _ in read]
    _prove_once(names, [name for name, _ in rows], given)
    _prove_keys(names, at, key, given)
    rules = tuple(rule_of(value) for _, value in rows)
    return Lookup(each.key, key, columns, tuple(read), each.span, rule_of(node), rules)


def _cell(
    names: Names, row: Node, column: str, kind: Type, meant: set[str | None]
) -> Typed:
    value = row.get(column) if isinstance(row, Mapping) else None
    if value is None and column in meant:
        return Constant(None, Unknown(), row.span)
    if value is None:
        names.problems.append(
            problem(
                "R508",
                row.span,
                f"the cell '{column}' is missing",
                expected=spoken(kind),
            )
        )
        return Constant(None, Unknown(), row.span)
    return figure(names, value, kind)


def _unknown_columns(names: Names, row: Node, known: list[str]) -> set[str | None]:
    """Report the columns that are none, and return those that were meant."""
    meant = set()
    for key, _ in row.entries if isinstance(row, Mapping) else ():
        if plain(key.text) not in [*known, "rule", "say", "status", "title"]:
            meant.add(nearest(key.text, known))
            hint = did_you_mean(key.text, known)
            message = f"there is no column '{key.text}'"
            names.problems.append(
                problem("R308", key.span, message, expected=", ".join(known), hint=hint)
            )
    return meant


def _key_value(names: Names, key: Scalar, kind: Type) -> Value:
    enumeration = enumeration_of(kind)
    if enumeration is not None:
        found = enumeration.rank(key.text)
        if found is None:
            message, values = f"'{key.text}' is no {spoken(kind)}", enumeration.values
            expected, hint = ", ".join(values), did_you_mean(key.text, values)
            names.problems.append(
                problem("R301", key.span, message, expected=expected, hint=hint)
            )
        return found
    given = expression(names, key, scope_of(()), kind)
    return given.value if isinstance(given, Constant) else None


def _prove_once(names: Names, keys: list[Scalar], given: list[Value]) -> None:
    """Say which keys are one number written in two ways."""
    seen: dict[Value, Scalar] = {}
    for key, value in zip(keys, given, strict=True):
        first = seen.setdefault(value, key)
        if first is not key and value is not None:
            related = ((first.span, "the other row"),)
            message = f"two rows for {value}"
            names.problems.append(problem("R502", key.span, message, related=related))


def _prove_keys(
    names: Names, at: Span, key: Type, given: list[Value], row: str = ""
) -> None:
    """Say which rows are missing, or in which row which cells."""
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


def _cross(names: Names, each: Declaration, node: Mapping) -> Cross:
    row, column = (_axis(names, node, key) for key in ("rows", "columns"))
    declared = node.get("gives")
    gives = type_of(names, declared) if declared is not None else Unknown()
    missing_node = node.get("missing")
    missing = None if missing_node is None else figure(names, missing_node, gives)
    cells = []
    places: dict[Value, Scalar] = {}
    lines = _rows(node, "cells")
    row_values = [_key_value(names, row_key, row) for row_key, _ in lines]
    _prove_once(names, [row_key for row_key, _ in lines], row_values)
    for row_value, (row_key, line) in zip(row_values, lines, strict=True):
        places.setdefault(row_value, row_key)
        entries = line.entries if isinstance(line, Mapping) else ()
        given = [_key_value(names, column_key, column) for column_key, _ in entries]
        _prove_once(names, [column_key for column_key, _ in entries], given)
        for column_value, (_, value) in zip(given, entries, strict=True):
            cells.append((row_value, column_value, figure(names, value, gives)))
    if missing is None:
        at = _place(each, node, "cells")
        _prove_keys(names, at, row, [cell[0] for cell in cells])
        columns: dict[Value, list[Value]] = {}
        for row_value, column_value, _ in cells:
            columns.setdefault(row_value, []).append(column_value)
        for row_value, line_of in columns.items():
            at, called = places[row_value].span, places[row_value].text
            _prove_keys(names, at, column, line_of, called)
    return Cross(
        each.key, row, column, gives, tuple(cells), missing, each.span, rule_of(node)
    )


def _axis(names: Names, node: Mapping, key: str) -> Type:
    found = node.get(key)
    return Unknown() if found is None else type_of(names, found)


def _weighted(names: Names, each: Declaration, node: Mapping) -> Weighted:
    entries = _rows(node, "weights")
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
        weights.append((_key_value(names, key, gives), int(text)))
    if weights and not any(weight for _, weight in weights):
        names.problems.append(
            problem("R501", _place(each, node, "weights"), "every weight is 0")
        )
    return Weighted(each.key, gives, tuple(weights), each.span, rule_of(node))


def _decision(names: Names, each: Declaration, node: Mapping) -> Decision:
    takes = parameters(names, node)
    scope = scope_of(takes)
    rows = _rows(node)
    given = [
        value.get("give") or value if isinstance(value, Mapping) else key
        for key, value in rows
    ]
    gives = _gives(names, node, list(given))
    read = []
    for key, value in rows:
        row_condition = value.get("if") if isinstance(value, Mapping) else value
        result: Node = (value.get("give") or key) if isinstance(value, Mapping) else key
        condition = None
        if isinstance(row_condition, Scalar) and row_condition.text.strip() != "else":
            condition = expression(names, row_condition, scope, Truth())
        read.append(
            DecisionRow(
                key.text,
                condition,
                figure(names, result, gives, scope),
                key.span,
                rule_of(value),
            )
        )
    found = Decision(
        each.key,
        takes,
        gives,
        text_of(node.get("hit")) or "first",
        tuple(read),
        each.span,
        rule_of(node),
    )
    decisions.prove(names, found, _place(each, node, "rows"))
    return found

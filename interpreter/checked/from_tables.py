"""Tables of all five kinds; those that are read by keys are made in `keyed`."""

import re

from interpreter.checked import decisions
from interpreter.checked.bands import Range, beyond, prove
from interpreter.checked.covering import bands_of, prove_ranks
from interpreter.checked.declared import (
    Band,
    Decision,
    DecisionRow,
    Rolls,
    RollTable,
    Table,
    Weighted,
)
from interpreter.checked.expressions import expression
from interpreter.checked.figures import figure, rule_of, text_of
from interpreter.checked.from_types import type_of
from interpreter.checked.keyed import cross, lookup, value_of_key
from interpreter.checked.names import Names
from interpreter.checked.rolling_rows import is_rolling, no_value, read_rolls
from interpreter.checked.rows import gives_of, place_of, rows_of
from interpreter.checked.takes import parameters, scope_of
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.language.spellings import (
    POSSIBLE,
    are_possible,
    by_digits,
    misspelt_dice,
)
from interpreter.language.typed import Typed
from interpreter.problems import Problem, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Span
from interpreter.values.types import (
    INTEGER,
    Enumeration,
    Number,
    Truth,
    Type,
    Unknown,
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
        return cross(names, each, node)
    if "columns" in node:
        return lookup(names, each, node)
    if "weights" in node:
        return _weighted(names, each, node)
    return _decision(names, each, node)


def _roll_table(names: Names, each: Declaration, node: Mapping) -> RollTable:
    of_node = node.get("of")
    dice, plus, of = _domain(names, of_node)
    rows = rows_of(node)
    plainly = [value for _, value in rows if not is_rolling(value)]
    gives = gives_of(names, node, plainly)
    between = text_of(node.get("between"))
    bands: list[Band] = []
    found: list[Range] = []
    unread = 0
    for key, value in rows:
        parts = bands_of(names, key, of)
        unread += len(parts) <= key.text.count(",")
        rolls, given = _row(names, value, gives, each.key, dice is not None)
        for part in parts:
            rule = rule_of(value)
            bands.append(
                Band(part.key, part.low, part.high, given, part.span, rule, rolls)
            )
            found.append(part)
    at = place_of(each, node, "rows")
    if isinstance(of, Number) and not unread:
        problems = _prove_numbers(each, of, between, found, at)
        if dice is not None and isinstance(of_node, Scalar):
            problems = _one_die(of_node, dice, problems)
        names.problems.extend(problems)
    elif not unread:
        prove_ranks(names, of, found, at)
    return RollTable(
        each.key, of, dice, plus, gives, tuple(bands), between, each.span, rule_of(node)
    )


def _row(
    names: Names, value: Node, gives: Type, own: str, has_dice: bool
) -> tuple[Rolls | None, Typed]:
    """Return what a row rolls, if it does, and what it gives."""
    if not isinstance(value, Mapping) or not is_rolling(value, gives):
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


def _one_die(
    node: Scalar, dice: tuple[int, int], problems: list[Problem]
) -> list[Problem]:
    """Return what is wrong with a table of which the die means two in books: the holes
    in its rows follow from that, so this is reported in their place."""
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
) -> list[Problem]:
    problems: list[Problem] = []
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


def _weighted(names: Names, each: Declaration, node: Mapping) -> Weighted:
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
    return Weighted(each.key, gives, tuple(weights), each.span, rule_of(node))


def _decision(names: Names, each: Declaration, node: Mapping) -> Decision:
    takes = parameters(names, node)
    scope = scope_of(takes)
    rows = rows_of(node)
    given = [
        value.get("give") or value if isinstance(value, Mapping) else key
        for key, value in rows
    ]
    gives = gives_of(names, node, list(given))
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
    decisions.prove(names, found, place_of(each, node, "rows"))
    return found

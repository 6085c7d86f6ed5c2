"""Rows of roll tables that roll on tables: `{roll: goals, times: 2, distinct: yes}`."""

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostic, did_you_mean, problem
from interpreter.expressions.typed import Apply, Constant
from interpreter.semantics.declarations import RollTable, RowRoll
from interpreter.semantics.expressions.scope import spoken
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.conversions import fit
from interpreter.values.types import Nothing, Record, Type, Unknown, maybe
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

MOST_TIMES = 100
_TABLES = "the name of a table, or a list of names"
_KEYS = frozenset({"roll", "times", "distinct", "rule", "status", "say"})


def is_rolling(node: Node, gives: Type | None = None) -> bool:
    """Return whether a row rolls; a record type with a field `roll` takes
    precedence."""
    if not isinstance(node, MappingNode) or node.get("roll") is None:
        return False
    return not isinstance(gives, Record) or gives.index("roll") is None


def read_rolls(names: Names, node: MappingNode, own: str) -> RowRoll:
    """Read what a row rolls; () of tables after a problem."""
    found: list[Diagnostic] = []
    rolled = node.get("roll")
    assert rolled is not None, "is_rolling saw it"
    tables = tuple(_tables(names, rolled, own, found))
    times = _times(node.get("times"), found)
    for key, _ in node.entries:
        if key.name not in _KEYS:
            hint = did_you_mean(key.text, _KEYS)
            message = f"a row that rolls has no key '{key.text}'"
            keys = "roll, times, distinct"
            found.append(problem("R101", key.span, message, expected=keys, hint=hint))
    distinct = _distinct(node.get("distinct"), found)
    names.problems.extend(found)
    return RowRoll((), 1, False) if found else RowRoll(tables, times, distinct)


def _tables(
    names: Names, node: Node, own: str, found: list[Diagnostic]
) -> Iterator[str]:
    items = node.items if isinstance(node, SequenceNode) else (node,)
    if not items:
        message = "a row that rolls on no table gives nothing"
        found.append(problem("R102", node.span, message, expected=_TABLES))
    for each in items:
        if not isinstance(each, ScalarNode):
            message = "this is no name of a table"
            found.append(problem("R103", each.span, message, expected=_TABLES))
            continue
        name = each.name
        if not names.has("tables", name):
            hint = did_you_mean(name, names.listed("tables"))
            message = f"unknown table '{each.text}'"
            found.append(problem("R301", each.span, message, hint=hint))
            continue
        if name != own:
            names.used.add(("tables", name))
            names.need("tables", name)  # on each other: `check_rolling` says so
        yield name


def _times(node: Node | None, found: list[Diagnostic]) -> int:
    if node is None:
        return 1
    text = text_of(node).strip()
    if text.isdecimal() and 1 <= int(text[:9]) <= MOST_TIMES and len(text) < 9:
        return int(text)
    expected = f"a number from 1 to {MOST_TIMES}"
    found.append(problem("R405", node.span, f"'{text}' times", expected=expected))
    return 1


def _distinct(node: Node | None, found: list[Diagnostic]) -> bool:
    text = text_of(node).strip() if node is not None else "no"
    if node is not None and text not in ("yes", "no"):
        message = f"'distinct' is '{text}'" if text else "'distinct' is a list or map"
        found.append(problem("R405", node.span, message, expected="yes or no"))
    return text == "yes"


def no_value(gives: Type, span: Span) -> Apply:
    """Return the value of a rolling row in an expression: a fault, since only steps
    roll."""
    return Apply("present", (Constant(None, maybe(Nothing())),), gives, span)


def check_rolling(names: Names) -> None:
    """Report tables that roll on each other in a cycle; all tables must be read."""
    every = names.tables.every().items()
    tables = {k: t for k, t in every if isinstance(t, RollTable)}
    for name in [k for k, t in tables.items() if any(row.rolls for row in t.rows)]:
        table = names.tables[name]
        assert isinstance(table, RollTable)
        for row in table.rows:
            for other in () if row.rolls is None else row.rolls.tables:
                found = _misfit(names, table, other, row.rolls, row.span)
                if found is None and other != name and _leads(tables, other, name):
                    message = f"'{name}' rolls on itself through '{other}'"
                    hint = "break the cycle: a row may roll on its own table, directly"
                    found = problem("R506", row.span, message, hint=hint)
                if found is not None:
                    names.problems.append(found)


def _misfit(
    names: Names, table: RollTable, name: str, rolls: RowRoll | None, span: Span
) -> Diagnostic | None:
    other = names.tables.get(name)
    if other is None:  # it could not be read
        return None
    if not isinstance(other, RollTable) or other.dice is None or other.plus:
        expected = "a table whose 'of' are dice alone"
        return problem("R401", span, f"nobody can roll on '{name}'", expected=expected)
    either = (other.gives, table.gives)
    if fit(*either) != "yes" and not any(isinstance(t, Unknown) for t in either):
        message = f"'{name}' gives {spoken(other.gives)}"
        return problem("R401", span, message, expected=spoken(table.gives))
    plainly = {row.gives for row in other.rows if row.rolls is None}
    if not plainly:
        message = f"every row of '{name}' rolls, so that nothing ever comes of it"
        return problem("R503", span, message)
    if rolls is not None and rolls.distinct and len(plainly) < rolls.times:
        message = f"{rolls.times} results that differ, and '{name}' has {len(plainly)}"
        return problem("R406", span, message, expected=f"at most {len(plainly)} times")
    return None


def _leads(tables: dict[str, RollTable], start: str, goal: str) -> bool:
    """Return whether rolling rows lead from one table to another."""
    seen, waiting = set[str](), [start]
    while waiting:
        name = waiting.pop()
        if name == goal:
            return True
        if name in seen or name not in tables:
            continue
        seen.add(name)
        for row in tables[name].rows:
            waiting += () if row.rolls is None else row.rolls.tables
    return False

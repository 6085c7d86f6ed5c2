"""The least that an expression can give where some of its names have known values.

An abstract interpretation with two values, known and unknown: a comparison of known
values is known, `and` and `or` are where one operand decides, and all else is unknown.
The least number of a condition that is unknown is the lesser of both branches, that of
a table the least of the rows that may apply; where one row alone may, its value is that
of the table. Formulas and tables are followed into; one that uses itself ends at a
limit, with nothing known.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from interpreter.expressions.typed import Apply, Constant, IfElse, Local, Typed, Use
from interpreter.semantics.declarations import DecisionTable, Declarations, Parameter
from interpreter.values.exact_numbers import Rational
from interpreter.values.types import Number

UNKNOWN = object()
_DEEPEST = 8

Known = Mapping[str, Any]
"""Values of names; a name that is not there is unknown."""


def least(
    node: Typed, known: Known, declared: Declarations, depth: int = _DEEPEST
) -> Rational | None:
    """Return a number that an expression cannot be below; None if there is none."""
    found = _least(node, known, declared, depth) if depth else None
    low = node.type.low if isinstance(node.type, Number) else None
    return found if low is None or (found is not None and found > low) else low


def _least(
    node: Typed, known: Known, declared: Declarations, depth: int
) -> Rational | None:
    match node:
        case Constant(value=int() as number):
            return number
        case IfElse():
            holds = value_of(node.condition, known, declared, depth)
            branches = [node.then] if holds is not False else []
            branches += [node.other] if holds is not True else []
            return _least_of(branches, known, declared, depth)
        case Use(section="formulas"):
            formula = declared.formulas[node.name]
            inside = _inside(formula.takes, node, known, declared, depth)
            return least(formula.body, inside, declared, depth - 1)
        case Use(section="tables"):
            table = declared.tables[node.name]
            if isinstance(table, DecisionTable):
                inside = _inside(table.takes, node, known, declared, depth)
                rows = _may_apply(table, inside, declared, depth - 1)
                return _least_of(rows, inside, declared, depth - 1)
    return None


def _least_of(
    given: Iterable[Typed], known: Known, declared: Declarations, depth: int
) -> Rational | None:
    found = [least(each, known, declared, depth) for each in given]
    numbers = [each for each in found if each is not None]
    return min(numbers) if numbers and len(numbers) == len(found) else None


def _may_apply(
    table: DecisionTable, known: Known, declared: Declarations, depth: int
) -> Iterable[Typed]:
    """Yield what the rows give of which one may apply."""
    for row in table.rows:
        holds: Any = True
        if row.condition is not None:
            holds = value_of(row.condition, known, declared, depth)
        if holds is not False:
            yield row.gives
        if holds is True:  # of several that are true the first, or all alike
            return


def _inside(
    takes: tuple[Parameter, ...],
    node: Use,
    known: Known,
    declared: Declarations,
    depth: int,
) -> Known:
    """Return what is known inside a declaration that is used."""
    pairs = zip(takes, node.arguments, strict=True)
    values = {each.name: value_of(a, known, declared, depth) for each, a in pairs}
    return {name: value for name, value in values.items() if value is not UNKNOWN}


def value_of(
    node: Typed, known: Known, declared: Declarations, depth: int = _DEEPEST
) -> Any:
    """Return the value of an expression, or UNKNOWN."""
    if not depth:
        return UNKNOWN
    match node:
        case Constant(value=value):
            return value
        case Local(name=name):
            return known.get(name, UNKNOWN)
        case Use(section="formulas"):
            formula = declared.formulas[node.name]
            inside = _inside(formula.takes, node, known, declared, depth)
            return value_of(formula.body, inside, declared, depth - 1)
        case Use(section="tables"):
            table = declared.tables[node.name]
            if isinstance(table, DecisionTable) and table.hit == "first":
                inside = _inside(table.takes, node, known, declared, depth)
                rows = [*_may_apply(table, inside, declared, depth - 1)]
                if len(rows) == 1:
                    return value_of(rows[0], inside, declared, depth - 1)
        case Apply(name="and" | "or" as name):
            return _joined(name == "or", node, known, declared, depth)
        case Apply(name="not" | "is" | "is_not" | "in" | "not_in" | "list"):
            values = [value_of(e, known, declared, depth) for e in node.arguments]
            known_all = all(each is not UNKNOWN for each in values)
            return _applied(node.name, values) if known_all else UNKNOWN
    return UNKNOWN


def _joined(
    decides: bool, node: Apply, known: Known, declared: Declarations, depth: int
) -> Any:
    values = [value_of(each, known, declared, depth) for each in node.arguments]
    if any(each is decides for each in values):
        return decides
    return UNKNOWN if UNKNOWN in values else not decides


def _applied(name: str, given: list[Any]) -> Any:
    match name:
        case "list":
            return tuple(given)
        case "not":
            return not given[0]
        case "is" | "is_not":
            return (given[0] == given[1]) is (name == "is")
        case _:
            return (given[0] in given[1]) is (name == "in")

"""The engine's functions: one record each, in a module a family."""

from collections.abc import Mapping

from interpreter.expressions.functions.hexes import CONTENTS, HEXES, HexFunction
from interpreter.expressions.functions.lists import ENUMERATIONS, LISTS
from interpreter.expressions.functions.numbers import NUMBERS
from interpreter.expressions.functions.operators import (
    OPERATORS,
    Failing,
    Function,
    Mismatch,
    never,
)
from interpreter.expressions.functions.plane import AREAS, PLANE, TABLE, TableFunction
from interpreter.values.types import Type

FUNCTIONS: Mapping[str, Function] = {
    each.name: each for each in (*NUMBERS, *LISTS, *ENUMERATIONS, *PLANE, *AREAS)
}
TABLE_FUNCTIONS: Mapping[str, TableFunction] = {each.name: each for each in TABLE}
HEX_FUNCTIONS: Mapping[str, HexFunction] = {each.name: each for each in HEXES}
_BOARD_METHODS: Mapping[str, Failing] = {
    **{each.name: each.fails for each in (*HEXES, *TABLE)},
    **CONTENTS,
}
_FAILING: Mapping[str, Failing] = {
    **{name: each.fails for name, each in OPERATORS.items()},
    **{name: each.fails for name, each in FUNCTIONS.items()},
    **{f".{name}": fails for name, fails in _BOARD_METHODS.items()},
    "and": never,
    "or": never,
}
"""By the name that an `Apply` has."""
REDUCERS = frozenset(
    (
        *("list", "sum", "min", "max", "any", "all", "count", "first", "last"),
        *("groups", "joined", "distinct", "sorted", "map"),
    )
)

NAMES = (
    frozenset(FUNCTIONS)
    | frozenset(HEX_FUNCTIONS)
    | frozenset(TABLE_FUNCTIONS)
    | REDUCERS
    | frozenset("every events claims_to told results reachable can_walk".split())
    | frozenset("waiting total part applied dice die".split())
)
"""Every name that the engine calls; no declaration may take one."""


def can_fail(name: str, kinds: tuple[Type, ...]) -> bool:
    """Return whether an `Apply` of that name can fail for arguments of these types."""
    return _FAILING[name](kinds)


__all__ = [
    "FUNCTIONS",
    "HEX_FUNCTIONS",
    "NAMES",
    "OPERATORS",
    "REDUCERS",
    "TABLE_FUNCTIONS",
    "Function",
    "HexFunction",
    "Mismatch",
    "TableFunction",
    "can_fail",
]

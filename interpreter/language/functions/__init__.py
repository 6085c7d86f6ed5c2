"""The engine's functions: one record each, in a module a family."""

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.language.functions.enumerations import ENUMERATIONS
from interpreter.language.functions.function import Function, Mismatch
from interpreter.language.functions.hexes import HEXES, HIDDEN_HEXES, HexFunction
from interpreter.language.functions.lists import LISTS
from interpreter.language.functions.numbers import NUMBERS
from interpreter.language.functions.operators import OPERATORS

FUNCTIONS: Mapping[str, Function] = {
    each.name: each for each in (*NUMBERS, *LISTS, *ENUMERATIONS)
}
HEX_FUNCTIONS: Mapping[str, HexFunction] = {each.name: each for each in HEXES}
CALLED: Mapping[str, Callable[..., Any]] = {
    **{each.name: each.python for each in FUNCTIONS.values()},
    **{each.called: each.python for each in (*HEXES, *HIDDEN_HEXES)},
}
"""What a typed expression may call, by the name that it has there."""
REDUCERS = frozenset(
    "list sum min max any all count first groups joined distinct sorted".split()
)
NAMED = (*FUNCTIONS, *HEX_FUNCTIONS, *REDUCERS)
"""What a pack writes before a bracket, save what the checker reads by itself."""

__all__ = [
    "CALLED",
    "FUNCTIONS",
    "HEX_FUNCTIONS",
    "NAMED",
    "OPERATORS",
    "REDUCERS",
    "Function",
    "HexFunction",
    "Mismatch",
]

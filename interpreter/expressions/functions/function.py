"""The record of an engine function."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from interpreter.values.types import Type

Typing = Callable[[tuple[Type, ...]], Type]
"""From the types of the arguments to the type of the value; raises Mismatch."""


class Mismatch(Exception):  # turned into a problem R401
    """Argument `index` is not of a fitting type; `expected` says what would be."""

    def __init__(self, index: int, expected: str) -> None:
        """Keep both."""
        super().__init__(expected)
        self.index = index
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function of the language.

    `least`/`most` arguments (most None: any number); `like` is the argument whose type
    the others are read against (a bare value of an enumeration needs it); `extra` gives
    further constants from the types, passed to `python` after the arguments. `later`
    gives what `python` calls, where that is imported when it is first wanted.
    """

    name: str
    least: int
    most: int | None
    typing: Typing
    python: Callable[..., Any]
    says: str
    like: int | None = None
    extra: Callable[[tuple[Type, ...]], tuple[int, ...]] | None = None
    later: Callable[[], Callable[..., Any]] | None = None

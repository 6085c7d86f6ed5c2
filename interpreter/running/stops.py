"""Why a run paused, and the state in which it did: immutable, comparable, forkable."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.program.instructions import Choice, Draw, Roll
from interpreter.values.types import Value

World = tuple[Any, ...]
"""A tuple of kinds, each a tuple of rows or None; last the log (clock, events)."""

Stack: TypeAlias = "tuple[tuple[str, tuple[Value, ...]], Stack] | None"
"""Linked frames, the innermost first: (function, live values)."""


@dataclass(frozen=True, slots=True)
class State:
    """All that determines how a run goes on, but the answers."""

    world: World
    stack: Stack


Resume = Callable[[State, Value], "Stop"]


@dataclass(frozen=True, slots=True)
class RollStop:
    """Dice are wanted: a face when `single`, else a tuple of `number` faces."""

    state: State
    site: int
    instruction: Roll = field(compare=False)
    number: int
    sides: int
    single: bool
    by: int | None
    texts: tuple[tuple[Value, ...], ...]
    resume: Resume = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DrawStop:
    """Elements of a list are wanted: one, or a tuple of `how_many`."""

    state: State
    site: int
    instruction: Draw = field(compare=False)
    items: tuple[Value, ...]
    weights: tuple[int, ...] | None
    how_many: int | None
    by: int | None
    texts: tuple[tuple[Value, ...], ...]
    resume: Resume = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChoiceStop:
    """A choice is wanted, of one seat or of several at once.

    With several, `by` is None and `offered` holds (element, seat, offered); the answer
    is a map ((element, answer), ...). `how_many` is (least, most) or None.
    `check` tells whether an answer is legal as a whole.
    """

    state: State
    site: int
    instruction: Choice = field(compare=False)
    by: int | None
    offered: tuple[Any, ...] | None
    how_many: tuple[int, int] | None
    default: Value
    check: tuple[str, tuple[Value, ...]] | None
    texts: tuple[tuple[Value, ...], ...]
    resume: Resume = field(compare=False, repr=False)
    legal: Callable[[Value], bool] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a run."""

    result: Value
    world: World


Stop = RollStop | DrawStop | ChoiceStop | Finished
"""What a run comes to next."""

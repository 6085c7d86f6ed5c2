"""Why a run paused, and the state in which it did: immutable, comparable, forkable.

These are named tuples and no dataclasses: one is made at every stop of a run, and a
frozen dataclass takes four times as long to make.
"""

from typing import Any, NamedTuple, Protocol, TypeAlias

from interpreter.ir.instructions import Choice, Draw, Roll, Site
from interpreter.values.types import Value

GameState = tuple[Any, ...]
"""A tuple of kinds, each a tuple of rows or None; last the log (`values.log`)."""

Stack: TypeAlias = "tuple[tuple[str, tuple[Value, ...]], Stack] | None"
"""Linked frames, the innermost first: (function, live values)."""

Where = tuple[Any, ...]
"""Where a run stands, for the keys of dice: that of the call that it is in (or ()), the
number of a site, the values of the locals that its `among` names."""

Check = tuple[str, tuple[Value, ...]]
"""A condition on an answer: (function, live values)."""


class RunState(NamedTuple):
    """All that determines how a run goes on, but the answers."""

    world: GameState
    stack: Stack


class Resuming(Protocol):
    """The engine of a run, as its stops need it."""

    def reset(self) -> None:
        """Allow a run all its steps again."""

    def site(self, number: int) -> Site:
        """Return what is known of the place of a step."""

    def resumed(self, world: GameState, stack: Stack, value: Value) -> "Stop":
        """Run on with an answer to the next stop."""

    def meets(self, value: Value, check: Check, world: GameState) -> bool:
        """Tell whether an answer meets a condition."""


class RollStop(NamedTuple):
    """Dice are wanted: a face when `single`, else a tuple of `number` faces."""

    engine: Resuming
    world: GameState
    stack: Stack
    instruction: Roll
    site: int
    number: int
    sides: int
    single: bool
    by: int | None
    texts: tuple[tuple[Value, ...], ...]
    where: Where

    @property
    def state(self) -> RunState:
        """The state in which it waits."""
        return RunState(self.world, self.stack)


class DrawStop(NamedTuple):
    """Elements of a list are wanted: one, or a tuple of `how_many`."""

    engine: Resuming
    world: GameState
    stack: Stack
    instruction: Draw
    site: int
    items: tuple[Value, ...]
    weights: tuple[int, ...] | None
    how_many: int | None
    by: int | None
    texts: tuple[tuple[Value, ...], ...]
    where: Where

    @property
    def state(self) -> RunState:
        """The state in which it waits."""
        return RunState(self.world, self.stack)


class ChoiceStop(NamedTuple):
    """A choice is wanted, of one seat or of several at once.

    With several, `by` is None and `offered` holds (element, seat, offered); the answer
    is a map ((element, answer), ...). `how_many` is (least, most) or None. `texts` are
    the values of what the step says, where a run is traced, then those of its options.
    """

    engine: Resuming
    world: GameState
    stack: Stack
    instruction: Choice
    site: int
    by: int | None
    offered: tuple[Any, ...] | None
    how_many: tuple[int, int] | None
    default: Value
    check: Check | None
    texts: tuple[tuple[Value, ...], ...]
    where: Where

    @property
    def state(self) -> RunState:
        """The state in which it waits."""
        return RunState(self.world, self.stack)

    def legal(self, value: Value) -> bool:
        """Tell whether an answer, as a whole, meets the condition of the choice."""
        if self.check is None:
            return True
        return self.engine.meets(value, self.check, self.world)


class Finished(NamedTuple):
    """The end of a run."""

    result: Value
    world: GameState


Waiting = RollStop | DrawStop | ChoiceStop
"""What needs an answer."""

Stop = Waiting | Finished
"""What a run comes to next."""

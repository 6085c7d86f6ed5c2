"""Faults of an evaluation, and the limit on its steps."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from interpreter.diagnostics import LimitExceeded
from interpreter.values.types import GameState, Value

Item = TypeVar("Item")


class Fault(Exception):  # a finding about a pack, turned into a problem R7
    """A fault of a pack while running: a code of family R7 and a sentence."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        """Keep the code, the sentence and what to write instead."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class Unmet(Fault):
    """A requirement of a step does not hold: the run is refused.

    `site` is the number of the step, `game_state` that there and `figures` what
    its sentence says. `failed` is the number of the first operand of the condition that
    does not hold, with the values that it compared; None: not known.
    """

    def __init__(
        self,
        site: int,
        state: GameState,
        figures: tuple[Value, ...],
        failed: tuple[int, tuple[Value, ...]] | None = None,
    ) -> None:
        """Keep what a report of the refusal is made of."""
        super().__init__("R710", "a requirement does not hold")
        self.site = site
        self.game_state = state
        self.figures = figures
        self.failed = failed


MOST_STEPS = 1_000_000
MOST_STRETCHES = 50
"""How often over a whole game may come to them, from one choice to the next."""


class Steps:
    """The steps that are left; callers count down before the work."""

    __slots__ = ("_run", "allowed", "left")

    def __init__(self, allowed: int = MOST_STEPS) -> None:
        """Allow so many steps."""
        self.allowed = allowed
        self.reset()

    def reset(self) -> None:
        """Begin again."""
        self.left = self.allowed
        self._run = self.allowed * MOST_STRETCHES

    def chosen(self) -> None:
        """Count anew up to the next choice, within what a whole run may do."""
        self._run -= self.allowed - self.left
        if self._run < 0:
            raise LimitExceeded("steps of a run", self.allowed * MOST_STRETCHES)
        self.left = self.allowed

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Count meanwhile as many steps as a run has, which are none of the run."""
        kept = self.left, self._run
        self.reset()
        try:
            yield
        finally:
            self.left, self._run = kept

    def step(self) -> None:
        """Count one step."""
        self.left -= 1
        if self.left < 0:
            raise LimitExceeded("steps of a run", self.allowed)

    def spend(self, steps: int) -> None:
        """Count several steps."""
        self.left -= steps
        if self.left < 0:
            raise LimitExceeded("steps of a run", self.allowed)

    def walk(self, values: tuple[Item, ...]) -> tuple[Item, ...]:
        """Count a step for each element of a list, and return the list."""
        self.left -= len(values)
        if self.left < 0:
            raise LimitExceeded("steps of a run", self.allowed)
        return values

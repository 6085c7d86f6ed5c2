"""The count of what a run, or the evaluation of an expression, may still do."""

from typing import Any

from interpreter.diagnostics import LimitExceeded

MOST_STEPS = 1_000_000
MOST_STRETCHES = 50
"""How often over a whole game may come to them, from one choice to the next."""


class Steps:
    """The steps that are left; whoever works counts down before the work."""

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

    def walk(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Count a step for each element of a list, and return the list."""
        self.left -= len(values)
        if self.left < 0:
            raise LimitExceeded("steps of a run", self.allowed)
        return values

"""The problems of a pack while it is read: they can be added, never taken away.

Those of a part can be reworded, one by one, before they are added.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

from interpreter.problems.problem import Problem


class Diagnostics:
    """The problems found in a pack, in the order in which they were found.

    An expression that is read only to learn its type is read `apart`: its problems are
    reported when it is read in earnest. A declaration is read on demand and once, so
    it is always read `in_earnest`, from wherever it was needed first.
    """

    def __init__(self, problems: list[Problem] | None = None) -> None:
        """Add to a list, which is the caller's, or to a new one."""
        self._kept: list[Problem] = [] if problems is None else problems
        self._target = self._kept
        self.errors = 0
        """How many errors were found in the part that is being read."""

    def __iter__(self) -> Iterator[Problem]:
        """Yield what was found in the part that is being read."""
        return iter(tuple(self._target))

    def append(self, found: Problem) -> None:
        """Add a problem."""
        self._target.append(found)
        self.errors += found.severity == "error"

    def extend(self, found: Iterable[Problem]) -> None:
        """Add problems."""
        for problem in found:
            self.append(problem)

    @contextmanager
    def into(self, problems: list[Problem]) -> Iterator[list[Problem]]:
        """Add what is found to another list meanwhile."""
        outer, self._target = self._target, problems
        errors, self.errors = self.errors, 0
        try:
            yield problems
        finally:
            self._target, self.errors = outer, errors

    @contextmanager
    def apart(self) -> Iterator[list[Problem]]:
        """Collect what is found meanwhile; only for what is read once more."""
        with self.into([]) as found:
            yield found

    @contextmanager
    def in_earnest(self) -> Iterator[None]:
        """Add what is found meanwhile to the pack's problems, also within `apart`."""
        with self.into(self._kept):
            yield

    @contextmanager
    def part(
        self, reword: Callable[[Problem], Problem] | None = None
    ) -> Iterator[Collection[Problem]]:
        """Give the problems of a part while it is read, for the caller to look at; at
        its end each is added, in the words that `reword` gives it."""
        problems: list[Problem] = []
        try:
            with self.into(problems):
                yield problems
        finally:
            self.extend(map(reword, problems) if reword else problems)


__all__ = ["Diagnostics"]

"""What must hold of things, and how it is told that it does not."""

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.language.typed import Typed, children
from interpreter.problems import Problem, problem
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Holding:
    """A condition that things must meet; `why` is what its author says of those that
    do not, "" where he says nothing."""

    name: str
    condition: Typed
    why: str
    span: Span

    def broken(
        self, by: str, at: Span, written: Callable[[Typed], Span | None]
    ) -> Problem:
        """Return the problem of what does not meet it, at the first value that the
        condition reads and that is `written`, else `at` its name."""
        waiting = [self.condition]
        while waiting:
            one = waiting.pop()
            found = written(one)
            if found is not None:
                at = found
                break
            waiting += reversed(children(one))
        why = f": {self.why}" if self.why else ""
        message = f"'{by}' does not meet '{self.name}'{why}"
        asked = " ".join(self.span.text.split())
        related = ((self.span, "what must hold"),)
        return problem("R521", at, message, expected=asked, related=related)

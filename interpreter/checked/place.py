"""Problems at a place within an expression's text."""

from dataclasses import dataclass

from interpreter.document.nodes import Scalar
from interpreter.language.tree import At
from interpreter.problems import Diagnostics, problem
from interpreter.source import Span
from interpreter.values.spoken import spoken


@dataclass(frozen=True, slots=True)
class Place:
    """A text in a file and where problems with it go; `offset` when it is part of the
    scalar."""

    scalar: Scalar
    problems: Diagnostics
    offset: int = 0

    def span(self, at: At) -> Span:
        """Return the stretch of the file behind a stretch of the text."""
        return self.scalar.part(at[0] + self.offset, at[1] + self.offset)

    def say(
        self, code: str, at: At, message: str, expected: str = "", hint: str = ""
    ) -> None:
        """Append a problem."""
        self.problems.append(
            problem(code, self.span(at), message, expected=expected, hint=hint)
        )


__all__ = ["Place", "spoken"]

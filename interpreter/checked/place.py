"""Problems at a place within an expression's text."""

from dataclasses import dataclass

from interpreter.document.nodes import Scalar
from interpreter.language.tree import At
from interpreter.problems import Problem, problem
from interpreter.source import Span
from interpreter.values.types import (
    Entity,
    Enumeration,
    Hex,
    ListOf,
    MapOf,
    Maybe,
    Moment,
    Nothing,
    Number,
    Part,
    Record,
    RowOf,
    Seat,
    SumOf,
    Text,
    Truth,
    Type,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A text in a file and where problems with it go; `offset` when it is part of the
    scalar."""

    scalar: Scalar
    problems: list[Problem]
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


def spoken(kind: Type) -> str:
    """Say a type in the words of the language."""
    match kind:
        case Truth():
            return "yes or no"
        case Number():
            return _spoken_number(kind)
        case Enumeration():
            return kind.name.replace("_", " ") or f"[{', '.join(kind.values)}]"
        case Part():
            names = [kind.of.values[rank] for rank in kind.ranks]
            return f"{spoken(kind.of)} ({', '.join(names)})"
        case ListOf():
            return f"{'deck' if kind.deck else 'list'} of {spoken(kind.item)}"
        case MapOf():
            return f"{spoken(kind.value)} for {spoken(kind.key)}"
        case Maybe():
            return f"{spoken(kind.item)} or none"
        case _:
            return _spoken_name(kind)


def _spoken_number(kind: Number) -> str:
    word = "integer" if kind.whole else "number"
    if kind.low is not None or kind.high is not None:
        low = "" if kind.low is None else str(kind.low)
        word += f" {low}..{'' if kind.high is None else kind.high}"
    return word if kind.step is None else f"{word} by {kind.step}"


def _spoken_name(kind: Type) -> str:
    match kind:
        case Record():
            return kind.name.replace("_", " ") or "a record"
        case Entity():
            return kind.kind.replace("_", " ")
        case Seat():
            return "seat"
        case Hex():
            return f"hex of {kind.board.replace('_', ' ')}"
        case SumOf():
            return f"labelled sum of {kind.modifiers.replace('_', ' ')}"
        case RowOf():
            return f"row of {kind.table.replace('_', ' ')}"
        case Text():
            return "text"
        case Moment():
            return "moment"
        case Nothing():
            return "none"
        case _:
            return "unknown"

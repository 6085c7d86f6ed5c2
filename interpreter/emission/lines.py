"""Lines of emitted source, each with the span of the pack that it stands for.

A line may belong to a part, which is compiled by itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.source import Span


@dataclass(slots=True)
class Lines:
    """Source being written."""

    texts: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    span: Span | None = None
    part: str = ""
    depth: int = 0

    def add(self, text: str) -> None:
        """Write a line at the present depth."""
        self.texts.append(" " * self.depth + text)
        self.spans.append(self.span)
        self.parts.append(self.part)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a head, then what follows inside it; an empty block passes."""
        self.add(head)
        self.depth += 1
        before = len(self.texts)
        yield
        if len(self.texts) == before:
            self.add("pass")
        self.depth -= 1

    def join(self, other: "Lines") -> None:
        """Append the lines of another piece."""
        self.texts += other.texts
        self.spans += other.spans
        self.parts += other.parts

    def split(self) -> dict[str, "Lines"]:
        """Return the lines of each part, in their order."""
        found: dict[str, Lines] = {}
        for text, span, part in zip(self.texts, self.spans, self.parts, strict=True):
            own = found.setdefault(part, Lines(part=part))
            own.texts.append(text)
            own.spans.append(span)
            own.parts.append(part)
        return found

    @property
    def functions(self) -> list[str]:
        """The names of the functions that the lines define."""
        heads = (each for each in self.texts if each.startswith("def "))
        return [each[4 : each.index("(")] for each in heads]

    @property
    def source(self) -> str:
        """The text of all lines."""
        return "".join(f"{each}\n" for each in self.texts)

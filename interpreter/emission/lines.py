"""Lines of emitted source, each with the span of the pack that it stands for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.source import Span


@dataclass(slots=True)
class Lines:
    """Source being written."""

    texts: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    span: Span | None = None
    depth: int = 0

    def add(self, text: str) -> None:
        """Write a line at the present depth."""
        self.texts.append(" " * self.depth + text)
        self.spans.append(self.span)

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

    @property
    def source(self) -> str:
        """The text of all lines."""
        return "".join(f"{each}\n" for each in self.texts)

"""A text with a name, and a stretch of it."""

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from msgspec import Struct


class Source(Struct, frozen=True, dict=True):
    """A text and the name under which problems show it (a path, `--with`, `<text>`)."""

    name: str
    text: str

    def __repr__(self) -> str:
        """Return the name alone, for the text is long."""
        return f"Source({self.name!r})"

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The offsets at which lines begin."""
        lengths = [len(line) + 1 for line in self.text.split("\n")]
        return tuple(accumulate(lengths[:-1], initial=0))

    def place(self, offset: int) -> tuple[int, int]:
        """Return (line, column), both from 1, of a character offset from 0."""
        line = bisect_right(self._starts, max(offset, 0))
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of line `number` (from 1) without its end; "" past the
        end."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


class Span(Struct, frozen=True):
    """Characters `start` (inside) to `end` (outside) of a source."""

    source: Source
    start: int
    end: int

    def __eq__(self, other: object) -> bool:
        """Tell whether the other has the same ends, in a source of the same name."""
        if not isinstance(other, Span):
            return NotImplemented
        ends = self.start == other.start and self.end == other.end
        return ends and self.source.name == other.source.name

    def __ne__(self, other: object) -> bool:
        """Tell the opposite; `Struct` would compare the texts of sources too."""
        return not self == other

    def __hash__(self) -> int:
        """Return the hash of the ends."""
        return hash((self.start, self.end))

    @property
    def first(self) -> tuple[int, int]:
        """(line, column) of the first character."""
        return self.source.place(self.start)

    @property
    def last(self) -> tuple[int, int]:
        """(line, column) just after the last character."""
        return self.source.place(max(self.end, self.start))

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def to(self, other: "Span") -> "Span":
        """Return the stretch from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    def holds(self, other: "Span") -> bool:
        """Tell whether the other is within this one, in a source of one name."""
        same = self.source.name == other.source.name
        return same and self.start <= other.start and other.end <= self.end

    def __str__(self) -> str:
        """Return `file:line:column`."""
        line, column = self.first
        return f"{self.source.name}:{line}:{column}"

"""Offsets in a text, and the positions that editors count: line and units of a code.

Lines end with CR LF, LF or CR and are counted from 0. What follows in a line is counted
in code units: two of UTF-16 for a letter beyond U+FFFF, such as an emoji. A position
outside of the text is the nearest one inside.
"""

import re
from bisect import bisect_right
from typing import Literal

from msgspec import Struct

Units = Literal["utf-8", "utf-16", "utf-32"]
"""In which code units the letters of a line are counted."""
_ENDS = re.compile(r"\r\n|\r|\n")
_WIDE = 0x10000


class TextPosition(Struct, frozen=True, order=True):
    """A line from 0, and how many code units of it come before."""

    line: int
    character: int


class TextPositions:
    """The positions of one text."""

    def __init__(self, text: str, units: Units = "utf-16") -> None:
        """Find the lines of the text."""
        self._text, self._units = text, units
        self._starts = [0, *(match.end() for match in _ENDS.finditer(text))]
        self._ends = [*(match.start() for match in _ENDS.finditer(text)), len(text)]

    def position(self, offset: int) -> TextPosition:
        """Return the position of an offset."""
        offset = min(max(offset, 0), len(self._text))
        line = bisect_right(self._starts, offset) - 1
        before = self._text[self._starts[line] : min(offset, self._ends[line])]
        return TextPosition(line, self._length(before))

    def offset(self, position: TextPosition) -> int:
        """Return the offset of a position; within a letter, that of the letter."""
        if position.line >= len(self._starts):
            return len(self._text)
        if position.line < 0:
            return 0
        start, end = self._starts[position.line], self._ends[position.line]
        line = self._text[start:end]
        wanted = max(position.character, 0)
        if line.isascii() or self._units == "utf-32":
            return start + min(wanted, len(line))
        at = 0
        for letter in line:
            at += self._length(letter)
            if at > wanted:
                break
            start += 1
        return start

    def end_of_line(self, line: int) -> int:
        """Return the offset at which a line ends."""
        return self._ends[min(max(line, 0), len(self._ends) - 1)]

    def range_of(self, start: int, end: int) -> tuple[TextPosition, TextPosition]:
        """Return where a stretch of the text begins and ends."""
        return self.position(start), self.position(max(start, end))

    def _length(self, text: str) -> int:
        if self._units == "utf-32" or text.isascii():
            return len(text)
        if self._units == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(ord(letter) >= _WIDE for letter in text)

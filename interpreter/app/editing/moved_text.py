"""Where a place of a text is after an edit.

What two versions of a text have in common at the begin and at the end is taken to be
unchanged, whatever is between to be new. That is exact for one edit at one place.
"""

from msgspec import Struct


class MovedText(Struct, frozen=True):
    """Two versions of a text: how much is the same at the begin and at the end."""

    before: str
    after: str
    first: int
    last: int

    @classmethod
    def between(cls, before: str, after: str) -> "MovedText":
        """Compare two versions."""
        if before == after:
            return cls(before, after, len(before), 0)
        first = _common(before, after)
        most = min(len(before), len(after)) - first
        tails = [text[len(text) - most :][::-1] for text in (before, after)]
        return cls(before, after, first, _common(*tails))

    def to_after(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a stretch of the former text is now; None if any of it was
        edited."""
        moved = len(self.after) - len(self.before)
        if end <= self.first:
            return start, end
        if start >= len(self.before) - self.last:
            return start + moved, end + moved
        return None

    def to_before(self, offset: int) -> int | None:
        """Return where an offset of the present text was; None within the edit."""
        if offset <= self.first:
            return offset
        if offset >= len(self.after) - self.last:
            return offset + len(self.before) - len(self.after)
        return None


def _common(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike, by halving: each comparison
    of stretches is done by the language itself."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least

"""Where the YAML parser broke off, and what it said."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from interpreter.diagnostics import Diagnostic, problem
from interpreter.source import Source, Span

_KEY = re.compile(r"\s*(?:- +)*(?:[^\s:{\[\"'][^:]*|'[^']*'|\"[^\"]*\"):[ \t]+(?=\S)")

_COMMENT = re.compile(r"\s#")


@dataclass(frozen=True, slots=True)
class Break:
    """One error of the parser: it stopped at `at`, reading what begins at `begun`."""

    source: Source
    at: int
    begun: int
    what: str
    context: str

    @property
    def text(self) -> str:
        """The whole text of the file."""
        return self.source.text

    @property
    def line_start(self) -> int:
        """Where the line begins on which the parser stopped."""
        return self.text.rfind("\n", 0, self.at) + 1

    @property
    def line_end(self) -> int:
        """Where that line ends."""
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    @property
    def value(self) -> int | None:
        """Where this line's value begins, if the parser stopped in or after it."""
        key = _KEY.match(self.text, self.line_start, self.line_end)
        return key.end() if key and key.end() <= self.at else None

    def letter(self, at: int) -> str:
        """Return the character there, "" at the end."""
        return self.text[at : at + 1]

    def rest(self, start: int) -> int:
        """Return where the text from `start` ends on its line, without a comment."""
        end = self.text.find("\n", start)
        line = self.text[start : len(self.text) if end < 0 else end]
        comment = _COMMENT.search(line)
        return start + len(line[: comment.start() if comment else None].rstrip())

    def made(
        self, code: str, start: int, end: int, message: str, expected: str, hint: str
    ) -> Diagnostic:
        """Make the problem with the characters from `start` to `end` as its place."""
        last = len(self.source.text)
        start = min(max(start, 0), last)
        span = Span(self.source, start, min(max(end, start), last))
        return problem(code, span, message, expected=expected, hint=hint)


QUOTE = "put the whole text in quotes"
BANDS = "write a band as '12+' or '3-5', and a condition as '5 or more'"
SWAP = "put the whole text in double quotes, or turn it round"


# A text in which a colon was forgotten: its key and its value.

LONGEST = 500  # characters of an entry on a line; no longer text was meant as one
_BAND = re.compile(r"(-?\d+(?:(?:-|\.\.)-?\d*|\+)?|\.\.-?\d+)\s+(\S.*)\Z", re.DOTALL)
_SIGN = re.compile(r"([A-Za-z_][\w .]*?)\s*(?<![<>!=]):?=(?!=)\s*(\S.*)\Z", re.DOTALL)
_CLOSE = re.compile(r"([\w.+-]+):(?!//)([^\s:].*)\Z", re.DOTALL)


def meant(text: str, known: Collection[str] = ()) -> tuple[str, str] | None:
    """Return the key and the value of an entry that was surely meant to be one.

    It begins with one of the keys that are `known` there, or with a band; or another
    sign stands instead of the colon; or no blank follows it.
    """
    if len(text) > LONGEST:
        return None
    first, _, rest = text.partition(" ")
    if first in known and rest.strip():
        return first, rest.strip()
    for form in (_BAND, _CLOSE, _SIGN):
        if (found := form.match(text)) is not None:
            return found[1], found[2]
    return None


def asked(text: str) -> str:
    """Return the hint that asks for a colon after the first of some words, or ""."""
    first, _, rest = text[:LONGEST].partition(" ")
    return f"is a ': ' missing behind '{first}'?" if rest.strip() else ""

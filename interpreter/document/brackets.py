"""Which brace or bracket of a broken file is never closed.

The parser reads on over all that follows and breaks far from it, or at the end. Whoever
writes YAML indents, so a line that stands no deeper than the one with the bracket is
where it should have been closed.
"""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"\n[ ]*(?=[^\s#])|(?:(?<=\s)|^)#[^\n]*|(?<=[\s\[{,])(?:'(?:[^'\n]|'')*'"
    r'|"(?:[^"\\\n]|\\.)*")|[\[\]{}]',
)
_STOPS = re.compile(r"[{\[,:'\"]")
_BEGINS = re.compile(r"(?:^|\n|:[ \t]|-[ \t])[ \t]*\Z")


def left_open(text: str, at: int) -> int | None:
    """Return the innermost bracket open at a place and never closed, or None."""
    open_ones: list[int] = []
    open_there: list[int] | None = None
    for start, token in _tokens(text):
        if start > at and open_there is None:
            open_there = list(open_ones)
        if open_there is not None and not open_there:
            return None
        if token[0] == "\n":
            depth = len(token) - 1
            dedented = open_ones and depth <= _indent(text, open_ones[-1])
            if dedented and text[start + len(token)] not in "]}":
                return open_ones[-1] if open_ones[-1] <= at else None
        elif token in "[{":
            if open_ones or _BEGINS.search(text, max(0, start - 200), start):
                open_ones.append(start)
        elif token in "]}" and open_ones:
            closed = open_ones.pop()
            if open_there is not None and closed in open_there:
                open_there.remove(closed)
    left = [each for each in open_ones if each <= at]
    return left[-1] if left else None


def key_before(text: str, at: int) -> str:
    """Return the key whose value begins at a place, or ""."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    head = line.rstrip(" \t")
    if head == line or not head.endswith(":"):
        return ""
    return _STOPS.split(head[:-1])[-1].strip().removeprefix("- ").strip()


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines that begin, and brackets outside comments and quotes."""
    for found in _TOKEN.finditer(text):
        if found[0][0] in "\n[]{}":
            yield found.start(), found[0]


def _indent(text: str, at: int) -> int:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return len(line) - len(line.lstrip(" "))

"""Where each character of a text stands in the file.

YAML joins lines, drops indentation and reads escapes, so a text that is not written on
one plain line needs a table from its characters to the source. Blanks that were made of
a line's end stand at that end.
"""

import re

_BREAK = re.compile(r"[ \t]*(?:\r\n|[\n\r\x85\u2028\u2029])\s*")
_BLANKS = re.compile(r"[ \t]+")
_ESCAPED_BREAK = re.compile(r"\\(?:\r\n|[\n\r\x85\u2028\u2029])[ \t]*")
_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL
)


def places(source: str, start: int, end: int, text: str, style: str) -> tuple[int, ...]:
    """Return the offsets of each character of `text` and its end, () if contiguous."""
    if style == "":
        if source.startswith(text, start) and end - start == len(text):
            return ()
        return _flowing(source, start, end, text, style)
    if style in "|>":
        return _block(source, start, end, text)
    inside = start + 1
    if source.startswith(text, inside) and end - start == len(text) + 2:
        return tuple(range(inside, end))
    return _flowing(source, inside, end - 1, text, style)


def _flowing(source: str, at: int, end: int, text: str, style: str) -> tuple[int, ...]:
    """Walk a plain or quoted text that has folds or escapes beside its source."""
    found: list[int] = []
    size = len(text)
    while at < end and len(found) < size:
        if style == '"' and (gap := _ESCAPED_BREAK.match(source, at, end)):
            at = gap.end()
        elif fold := _BREAK.match(source, at, end):
            breaks = _count_breaks(fold.group())
            made = 1 if breaks == 1 else breaks - 1
            found.extend([at] * made)
            at = fold.end()
        elif style == '"' and (escape := _ESCAPE.match(source, at, end)):
            found.append(at)
            at = escape.end()
        elif blanks := _BLANKS.match(source, at, end):
            # all at once: each by itself would look on for the end of the line
            found.extend(range(*blanks.span()))
            at = blanks.end()
        else:
            found.append(at)
            at += 2 if style == "'" and source.startswith("''", at) else 1
    del found[size:]
    found.extend([min(at, end)] * (size + 1 - len(found)))
    return tuple(found)


def _count_breaks(text: str) -> int:
    return len(re.findall(r"\r\n|[\n\r\x85\u2028\u2029]", text))


def _block(source: str, start: int, end: int, text: str) -> tuple[int, ...]:
    """Find each line of a block text again: it stands there without its indentation."""
    lines = re.split(r"(\r\n|[\n\r\x85\u2028\u2029])", source[start:end])
    indent = _indent(lines[2::2], text)
    found: list[int] = []
    at = start + len(lines[0])
    ends_at = at
    cursor = 0
    for number in range(2, len(lines), 2):
        at += len(lines[number - 1])
        content = lines[number][indent:]
        if content:
            index = text.find(content, cursor)
            if index >= 0:
                found.extend([ends_at] * (index - cursor))
                found.extend(range(at + indent, at + indent + len(content)))
                cursor = index + len(content)
                ends_at = at + len(lines[number])
        at += len(lines[number])
    found.extend([ends_at] * (len(text) + 1 - len(found)))
    return tuple(found)


def _indent(lines: list[str], text: str) -> int:
    """Return how many blanks were taken off each line."""
    written = next((line for line in lines if line.strip()), "")
    kept = next((line for line in text.split("\n") if line.strip()), "")
    return _leading(written) - _leading(kept)


def _leading(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

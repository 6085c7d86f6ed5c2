"""Text in columns and lines of a given width."""

import re
import textwrap
from collections.abc import Sequence

from interpreter.reports.colour import Paint

_COLOUR = re.compile("\x1b\\[[0-9;]*m")
TALL = 2  # lines of a row beyond which rows need air between them
WIDTH = 80  # cells of a line if the width of the terminal is unknown


def width(text: str) -> int:
    """Return how many terminal cells a text takes; colour codes take none."""
    shown = _COLOUR.sub("", text) if "\x1b" in text else text
    return len(shown) if shown.isascii() else sum(map(_cells, shown))


def _cells(letter: str) -> int:
    import unicodedata  # most texts are ASCII and need no table

    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, cells: int, right: bool = False) -> str:
    """Return the text filled with spaces to `cells`, on the left if `right`."""
    blank = " " * max(cells - width(text), 0)
    return blank + text if right else text + blank


def columns(
    rows: Sequence[Sequence[str]],
    *,
    heading: bool = True,
    right: frozenset[int] = frozenset(),
    indent: str = "  ",
    cells: int | None = None,
) -> list[str]:
    """Return rows as aligned lines; with `heading` a rule is below the first row.

    `right` are the indices of right-aligned columns. Rows may differ in length. If a
    line would exceed `cells`, the widest columns are folded.
    """
    if not rows:
        return []
    widths = _widths(rows, None if cells is None else cells - width(indent))
    made = [_row(row, widths, right, indent) for row in rows]
    airy = max(map(len, made)) > TALL
    lines: list[str] = []
    for number, each in enumerate(made):
        lines += [*([""] if airy and number > heading else []), *each]
        if heading and not number:
            rule = ["-" * each for each in widths]
            lines.append(_line(rule, widths, right, indent))
    return lines


def _widths(rows: Sequence[Sequence[str]], room: int | None) -> list[int]:
    """Return the width of each column within `room`; no word is broken."""
    count = max(len(row) for row in rows)
    widths = [
        max((width(row[i]) for row in rows if i < len(row)), default=0)
        for i in range(count)
    ]
    if room is None:
        return widths
    least = [
        max(_longest_word(row[i]) if i < len(row) else 0 for row in rows)
        for i in range(count)
    ]
    too_much = sum(widths) + 2 * (count - 1) - room
    while too_much > 0:
        able = [i for i in range(count) if widths[i] > least[i]]
        if not able:
            break
        widest = max(able, key=widths.__getitem__)
        widths[widest] -= 1
        too_much -= 1
    return widths


def _longest_word(text: str) -> int:
    return max((width(word) for word in text.split()), default=0)


def _row(
    row: Sequence[str], widths: Sequence[int], right: frozenset[int], indent: str
) -> list[str]:
    """Return a row on as many lines as its tallest cell needs."""
    tall = [
        [each] if width(each) <= widths[i] else folded(each, widths[i], least=1)
        for i, each in enumerate(row)
    ]
    height = max((len(each) for each in tall), default=1)
    return [
        _line([c[n] if n < len(c) else "" for c in tall], widths, right, indent)
        for n in range(height)
    ]


def _line(
    row: Sequence[str], widths: Sequence[int], right: frozenset[int], indent: str
) -> str:
    cells = [padded(each, widths[i], i in right) for i, each in enumerate(row)]
    return (indent + "  ".join(cells)).rstrip()


def folded(text: str, cells: int, indent: str = "", least: int = 20) -> list[str]:
    """Return a text on lines of at most `cells`; a long word is not broken.

    At least `least` cells are left after the indent.
    """
    return textwrap.wrap(
        text,
        max(cells, len(indent) + least),
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def flowed(items: Sequence[str], cells: int, indent: str, more: str) -> list[str]:
    """Return items, separated by spaces, on lines of at most `cells`; `more` begins
    each line but the first.

    An item is broken only if it is longer than a line.
    """
    lines: list[str] = []
    line = indent
    for item in items:
        blank = "" if line in (indent, more) else " "
        if width(line + blank + item) <= cells:
            line += blank + item
            continue
        if blank:
            lines.append(line)
            line = more
        *whole, line = folded(item, cells, line) if item.strip() else [line]
        lines += whole
    return [*lines, line]


def wrapped(text: str, cells: int) -> str:
    """Return a text in which lines of more than `cells` are broken between words, with
    what follows a little further in; other lines are as they were."""
    lines: list[str] = []
    for line in text.split("\n"):
        if width(line) <= cells:
            lines.append(line)
            continue
        indent = " " * min(len(line) - len(line.lstrip(" ")), cells // 2)
        lines += flowed(line.split(), cells, indent, f"{indent}  ")
    return "\n".join(lines)


def referred(
    text: str, reference: str, cells: int, paint: Paint, indent: str = ""
) -> list[str]:
    """Return a text with a reference after it, or below it if the line is full."""
    if width(indent + text) + 2 + width(reference) <= cells:
        suffix = f"  {paint.faint(reference)}" if reference else ""
        return [f"{indent}{text}{suffix}".rstrip()]
    lines = folded(text.rstrip(), cells, indent)
    return [*lines, f"{indent}    {paint.faint(reference)}"]

"""Texts in columns."""

from collections.abc import Sequence


def width(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    import unicodedata  # most texts are ASCII and need no table

    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, cells: int, right: bool = False) -> str:
    """Return the text filled with spaces, on its left when `right`."""
    blank = " " * max(cells - width(text), 0)
    return blank + text if right else text + blank


def columns(
    rows: Sequence[Sequence[str]],
    *,
    heading: bool = True,
    right: frozenset[int] = frozenset(),
    indent: str = "  ",
) -> list[str]:
    """Return aligned lines; with `heading` a rule stands below the first row.

    `right` are the columns that stand flush right. Rows may be of unequal length.
    """
    if not rows:
        return []
    count = max(len(row) for row in rows)
    widths = [
        max((width(row[i]) for row in rows if i < len(row)), default=0)
        for i in range(count)
    ]
    lines = [_line(row, widths, right, indent) for row in rows]
    if heading:
        rule = [("-" * each) for each in widths]
        lines.insert(1, _line(rule, widths, right, indent))
    return lines


def _line(
    row: Sequence[str], widths: Sequence[int], right: frozenset[int], indent: str
) -> str:
    cells = [padded(each, widths[i], i in right) for i, each in enumerate(row)]
    return (indent + "  ".join(cells)).rstrip()

"""A page that grows downwards: what is drawn, and lines of words below it."""

import textwrap
from collections.abc import Iterable

from interpreter.drawing.markup import WIDE, element, number, text

PAGE, RIM = 400.0, 6.0  # width of the page, and what is left free on each side
ROOM = PAGE - 2 * RIM
SIZE, LINE = 9.0, 12.5  # of words, from line to line
_GAP = 6.0


class Page:
    """A page; `y` is how far it is filled, `wide` how wide it is and `room` what of
    that is drawn on."""

    def __init__(self, wide: float = PAGE) -> None:
        """Begin with an empty one."""
        self.drawn: list[str] = []
        self.y = RIM
        self.wide = wide
        self.room = wide - 2 * RIM

    def put(self, drawn: str, high: float) -> None:
        """Add what was drawn at `y`, so high."""
        self.drawn.append(drawn)
        self.y += high + _GAP

    def put_moved(self, drawn: str, high: float) -> None:
        """Add what was drawn at the height 0."""
        self.put(element("g", drawn, transform=f"translate(0 {number(self.y)})"), high)

    def lists(self, lists: Iterable[tuple[str, list[str]]]) -> None:
        """Write lines under headings."""
        for head, lines in lists:
            self.words([head], bold=True)
            self.words(lines)

    def words(
        self, lines: Iterable[str], *, bold: bool = False, size: float = SIZE
    ) -> None:
        """Write lines, folded where they are too long."""
        cells = int(self.room / (size * WIDE))
        for line in lines:
            indent = "  " if line.startswith("  ") else ""
            more = f"{indent}  "
            for each in textwrap.wrap(line, cells, subsequent_indent=more) or [""]:
                left = RIM + (len(each) - len(each.lstrip())) * size * 0.6
                weight = {"font_weight": "bold"} if bold else {}
                self.y += LINE * size / SIZE
                at = (left, self.y - 0.28 * size)
                self.drawn.append(text(at, each.strip(), size, **weight))

"""Plans as one picture: a page with panels, a legend, and what is where in words."""

import textwrap
from collections.abc import Iterable, Sequence

from interpreter.drawing import legend, words
from interpreter.drawing.grounds import LOOKS, pattern
from interpreter.drawing.markup import WIDE, element, number, path, text, titled
from interpreter.drawing.markup import words as escaped
from interpreter.drawing.panel import from_afar, height, largest, panel, paper_of
from interpreter.drawing.plan import Plan
from interpreter.drawing.windows import PANELS, Window, overview, windows

PAGE, RIM = 400.0, 6.0  # width of the page, and what is left free on each side
ROOM = PAGE - 2 * RIM
SIZE, LINE = 9.0, 12.5  # of words, from line to line
READABLE = 13.0  # size of a hex from which counters can be read
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"
    ".halo{paint-order:stroke;stroke:#fff;stroke-width:1.6px;stroke-linejoin:round}"
)


def picture(plans: Sequence[Plan]) -> str:
    """Return the picture as SVG; without plans it says that there is no map."""
    page = _Page()
    shown = [windows(each) for each in plans]
    for place, plan in enumerate(plans):
        page.plan(plan, shown[place], place)
    if not plans:
        page.words(["There is no map here."])
    title = "; ".join(map(words.heading, plans)) or "no map"
    looks = {each for plan in plans for each in ("plain", *plan.looks)}
    size = f"0 0 {number(PAGE)} {number(page.y + RIM)}"
    drawn = element(
        "svg",
        "\n" + element("title", escaped(title), id="title"),
        "\n" + element("desc", escaped(" ".join(_described(plans, shown))), id="desc"),
        "\n" + element("style", _STYLE),
        element("defs", *(pattern(each) for each in LOOKS if each in looks)),
        element("rect", width="100%", height="100%", fill="#ffffff"),
        "\n" + "\n".join(page.drawn) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=size,
        width="100%",
        style="max-width:1080px;height:auto",
        role="img",
        aria_labelledby="title desc",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}\n'


def _described(
    plans: Iterable[Plan], shown: Iterable[Sequence[Window]]
) -> Iterable[str]:
    for plan, panels in zip(plans, shown, strict=True):
        yield f"{plan.board}: {words.extent(plan, panels)}"
        for place, lines in words.places(plan):
            yield f"{place}: {'; '.join(lines)}."
        yield from (f"{each}." for each in words.reported(plan))


class _Page:
    """A page that grows downwards."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.y = RIM

    def plan(self, plan: Plan, shown: Sequence[Window], place: int) -> None:
        """Draw a plan below what is there."""
        self.words([words.heading(plan)], bold=True, size=11.0)
        self.words([f"{words.extent(plan, shown)} North is up."])
        above = overview(plan, shown)
        if above is not None:
            self._overview(plan, above, shown, f"{place}-0")
        size = min((largest(plan, each, ROOM) for each in shown), default=1.0)
        for at, each in enumerate(shown[:PANELS], 1):
            if len(shown) > 1:
                self.words(
                    [f"{_CAPITALS[at - 1]}: {words.span(plan, each)}"], bold=True
                )
            paper = paper_of(plan, each, (RIM, self.y), ROOM, size)
            self.drawn.append(panel(plan, each, paper, f"{place}-{at}"))
            self.y += height(paper, each) + 6
        self._legend(plan, shown)
        self._told(plan)

    def _overview(
        self, plan: Plan, whole: Window, shown: Sequence[Window], name: str
    ) -> None:
        """Draw a small map of where the panels lie."""
        size = largest(plan, whole, ROOM)
        paper = paper_of(plan, whole, (RIM, self.y), ROOM, size)
        inside = frozenset(whole.hexes)
        if size >= READABLE:
            self.drawn.append(panel(plan, whole, paper, name, bare=True))
        else:
            self.drawn.append(from_afar(plan, whole, paper, name))
        for letter, window in zip(_CAPITALS, shown[:PANELS], strict=False):
            lines = paper.outline(inside.intersection(window.hexes))
            frame = path(lines, fill="none", stroke="#000000", stroke_width="1.4")
            x = min(x for line in lines for x, _ in line)
            y = min(y for line in lines for _, y in line)
            said = text((x + 2, y + 9), letter, 10.0, font_weight="bold", class_="halo")
            self.drawn.append(titled(f"part {letter}", frame, said))
        self.y += height(paper, whole) + 6

    def _legend(self, plan: Plan, shown: Sequence[Window]) -> None:
        drawn, high = legend.flowed(legend.entries(plan, shown), RIM, ROOM)
        moved = f"translate(0 {number(self.y)})"
        self.drawn.append(element("g", drawn, transform=moved))
        self.y += high + 6

    def _told(self, plan: Plan) -> None:
        """Write what is where, and what was reported."""
        for head, lines in words.lists(plan):
            self.words([head], bold=True)
            self.words(lines)

    def words(
        self, lines: Iterable[str], *, bold: bool = False, size: float = SIZE
    ) -> None:
        """Write lines, folded where they are too long."""
        cells = int(ROOM / (size * WIDE))
        for line in lines:
            indent = "  " if line.startswith("  ") else ""
            more = f"{indent}  "
            for each in textwrap.wrap(line, cells, subsequent_indent=more) or [""]:
                left = RIM + (len(each) - len(each.lstrip())) * size * 0.6
                weight = {"font_weight": "bold"} if bold else {}
                self.y += LINE * size / SIZE
                at = (left, self.y - 0.28 * size)
                self.drawn.append(text(at, each.strip(), size, **weight))

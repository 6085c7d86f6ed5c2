"""Plans as one picture: a page with panels, a legend, and what is where in words."""

from collections.abc import Iterable, Sequence

from interpreter.maps import legend, words
from interpreter.maps.grounds import LOOKS, pattern
from interpreter.maps.panel import from_afar, height, largest, panel, paper_of, width
from interpreter.maps.plan import HexPlan
from interpreter.maps.plane import page as leaf
from interpreter.maps.plane import words as of_table
from interpreter.maps.plane.plan import TablePlan
from interpreter.maps.svg import PAGE, RIM, Page, element, number, path, text, titled
from interpreter.maps.svg import words as escaped
from interpreter.maps.windows import PANELS, HexWindow, overview, whole, windows

SCALE = 2.7  # pixels of a unit at most
UNCUT = 20.0  # size of a hex of a board that is drawn in one piece
READABLE = 13.0  # size of a hex from which counters can be read
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"
    ".halo{paint-order:stroke;stroke:#fff;stroke-width:1.6px;stroke-linejoin:round}"
)


def picture(plans: Sequence[HexPlan | TablePlan], *, uncut: bool = False) -> str:
    """Return the picture as SVG; without plans it says that there is no map. `uncut`:
    a board of hexes is in one piece, on as wide a page as that takes."""
    page = Page(max([PAGE, *map(_wide, plans)]) if uncut else PAGE)
    for place, plan in enumerate(plans):
        if isinstance(plan, TablePlan):
            leaf.drawn(page, plan, str(place))
        else:
            _leaf(page, plan, place, [whole(plan)] if uncut else windows(plan))
    if not plans:
        page.words(["There is no map here."])
    title = "; ".join(map(_heading, plans)) or "no map"
    looks = {each for plan in plans for each in ("plain", *plan.looks)}
    size = f"0 0 {number(page.wide)} {number(page.y + RIM)}"
    said = " ".join(line for plan in plans for line in _described(plan))
    drawn = element(
        "svg",
        "\n" + element("title", escaped(title), id="title"),
        "\n" + element("desc", escaped(said), id="desc"),
        "\n" + element("style", _STYLE),
        element("defs", *(pattern(each) for each in LOOKS if each in looks)),
        element("rect", width="100%", height="100%", fill="#ffffff"),
        "\n" + "\n".join(page.drawn) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=size,
        width="100%",
        style=f"max-width:{page.wide * SCALE:.0f}px;height:auto",
        role="img",
        aria_labelledby="title desc",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}\n'


def _heading(plan: HexPlan | TablePlan) -> str:
    if isinstance(plan, TablePlan):
        return of_table.heading(plan)
    return words.heading(plan)


def _described(plan: HexPlan | TablePlan) -> Iterable[str]:
    if isinstance(plan, TablePlan):
        yield from leaf.described(plan)
        return
    yield f"{plan.board}: {words.extent(plan, windows(plan))}"
    for place, lines in words.places(plan):
        yield f"{place}: {'; '.join(lines)}."
    yield from (f"{each}." for each in words.reported(plan))


def _wide(plan: HexPlan | TablePlan) -> float:
    """Return how wide the page of a whole board is."""
    if isinstance(plan, TablePlan):
        return PAGE
    return 2 * RIM + UNCUT * width(plan, whole(plan))


def _leaf(page: Page, plan: HexPlan, place: int, shown: Sequence[HexWindow]) -> None:
    """Draw parts of a plan of hexes below what is there."""
    page.words([words.heading(plan)], bold=True, size=11.0)
    page.words([f"{words.extent(plan, shown)} North is up."])
    above = overview(plan, shown)
    if above is not None:
        _overview(page, plan, above, shown, f"{place}-0")
    size = min((largest(plan, each, page.room) for each in shown), default=1.0)
    for at, each in enumerate(shown[:PANELS], 1):
        if len(shown) > 1:
            page.words([f"{_CAPITALS[at - 1]}: {words.span(plan, each)}"], bold=True)
        paper = paper_of(plan, each, (RIM, page.y), page.room, size)
        page.put(panel(plan, each, paper, f"{place}-{at}"), height(paper, each))
    page.put_moved(*legend.flowed(legend.entries(plan, shown), RIM, page.room))
    page.lists(words.lists(plan))


def _overview(
    page: Page,
    plan: HexPlan,
    all_of_it: HexWindow,
    shown: Sequence[HexWindow],
    name: str,
) -> None:
    """Draw a small map of where the panels lie."""
    size = largest(plan, all_of_it, page.room)
    paper = paper_of(plan, all_of_it, (RIM, page.y), page.room, size)
    inside = frozenset(all_of_it.hexes)
    if size >= READABLE:
        drawn = panel(plan, all_of_it, paper, name, bare=True)
    else:
        drawn = from_afar(plan, all_of_it, paper, name)
    for letter, window in zip(_CAPITALS, shown[:PANELS], strict=False):
        lines = paper.outline(inside.intersection(window.hexes))
        frame = path(lines, fill="none", stroke="#000000", stroke_width="1.4")
        x = min(x for line in lines for x, _ in line)
        y = min(y for line in lines for _, y in line)
        said = text((x + 2, y + 9), letter, 10.0, font_weight="bold", class_="halo")
        drawn += titled(f"part {letter}", frame, said)
    page.put(drawn, height(paper, all_of_it))

"""A plan of hexes on a page: panels, a legend, and what is where in words."""

from collections.abc import Iterator, Sequence

from interpreter.maps import legend, words
from interpreter.maps.panel import from_afar, height, largest, panel, paper_of, width
from interpreter.maps.plan import HexPlan
from interpreter.maps.svg import RIM, Page, path, text, titled
from interpreter.maps.windows import PANELS, HexWindow, overview, whole, windows

UNCUT = 20.0  # size of a hex of a board that is drawn in one piece
READABLE = 13.0  # size of a hex from which counters can be read
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def described(plan: HexPlan) -> Iterator[str]:
    """Yield what the picture says to who hears it read."""
    yield f"{plan.board}: {words.extent(plan, windows(plan))}"
    for place, lines in words.places(plan):
        yield f"{place}: {'; '.join(lines)}."
    yield from (f"{each}." for each in words.reported(plan))


def page_width(plan: HexPlan) -> float:
    """Return how wide the page of a whole board is."""
    return 2 * RIM + UNCUT * width(plan, whole(plan))


def drawn(page: Page, plan: HexPlan, place: str, uncut: bool) -> None:
    """Draw a plan below what is on a page; no other has its name. `uncut`: in one
    piece."""
    shown = [whole(plan)] if uncut else windows(plan)
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

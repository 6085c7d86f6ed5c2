"""The kinds of board that can be drawn, and a plan drawn as a picture or as text.

A kind of board is one entry of `_RENDERERS`. Pictures, text maps and what is printed
beside them iterate over plans and ask here; none of them names a kind.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from interpreter.maps import area_map, hex_map, words
from interpreter.maps.counters import LOOKS, pattern
from interpreter.maps.plan import AnyPlan, AreaPlan, HexPlan
from interpreter.maps.plane import page as table_page
from interpreter.maps.plane import text_map as table_text
from interpreter.maps.plane.plan import Plan, TablePlan
from interpreter.maps.svg import PAGE, RIM, Page, element, number
from interpreter.maps.svg import words as escaped
from interpreter.maps.words import FILE_PAGE, TextPage, folded


class Renderer(Struct, frozen=True):
    """How plans of one class are shown: `lists` in words with a heading each,
    `described` for a reader who hears the picture, the lines of `text`, and the
    picture: `width` of the page of a whole board, and `draw(page, plan, name, uncut)`
    of the board and what its marks mean."""

    lists: Callable[[Any], words.Lists]
    described: Callable[[Any], Iterable[str]]
    text: Callable[[Any, TextPage], Iterable[str]]
    width: Callable[[Any], float]
    draw: Callable[[Page, Any, str, bool], None]


def _table_text(plan: TablePlan, page: TextPage) -> Iterable[str]:
    for line in table_text.drawn(plan, page):
        yield from [line] if len(line) <= page.cells else folded(line, page.cells)


_RENDERERS: tuple[tuple[type[Plan], Renderer], ...] = (
    (
        HexPlan,
        Renderer(
            words.lists,
            hex_map.described,
            hex_map.drawn_as_text,
            hex_map.page_width,
            hex_map.drawn,
        ),
    ),
    (
        TablePlan,
        Renderer(
            table_text.lists,
            table_page.described,
            _table_text,
            table_page.page_width,
            table_page.drawn,
        ),
    ),
    (
        AreaPlan,
        Renderer(
            area_map.lists,
            area_map.described,
            area_map.text,
            lambda _plan: PAGE,
            area_map.drawn,
        ),
    ),
)


def renderer_of(plan: Plan) -> Renderer:
    """Return how a plan is shown."""
    return next(each for kind, each in _RENDERERS if isinstance(plan, kind))


SCALE = 2.7  # pixels of a unit at most
_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"
    ".halo{paint-order:stroke;stroke:#fff;stroke-width:1.6px;stroke-linejoin:round}"
)


PaperFormat: TypeAlias = Literal["phone", "desk", "print", "board"]
"""For what a picture is laid out: `phone`, a narrow strip with large marks; `desk`, a
whole board with what is written about it beside it; `print`, a whole board as wide as a
sheet with the words below; `board`, without these words."""
BESIDE = 900.0  # width of a board at most that has words beside it
SHEET = "190mm"


def picture(
    plans: Sequence[Plan], *, uncut: bool = False, paper: PaperFormat = "phone"
) -> str:
    """Return the picture as SVG; without plans it says that there is no map. `uncut`:
    each board is in one piece, on as wide a page as that takes; only `phone` cuts."""
    uncut = uncut or paper != "phone"
    boards = max([PAGE, *(renderer_of(e).width(e) for e in plans)]) if uncut else PAGE
    page = Page(boards)
    notes: list[tuple[str, list[str]]] = []
    for place, plan in enumerate(plans):
        renderer = renderer_of(plan)
        renderer.draw(page, plan, str(place), uncut)
        if paper == "phone":
            page.lists(renderer.lists(plan))
        elif paper != "board":
            notes += renderer.lists(plan)
    if not plans:
        page.words(["There is no map here."])
    if notes and paper == "desk" and page.wide <= BESIDE:
        _beside(page, notes)
    elif notes:
        _below(page, notes)
    title = "; ".join(words.heading(each) for each in plans) or "no map"
    looks = {each for plan in plans for each in ("plain", *plan.looks)}
    size = f"0 0 {number(page.wide)} {number(page.y + RIM)}"
    description = " ".join(
        line for plan in plans for line in renderer_of(plan).described(plan)
    )
    drawn = element(
        "svg",
        "\n" + element("title", escaped(title), id="title"),
        "\n" + element("desc", escaped(description), id="desc"),
        "\n" + element("style", _STYLE),
        element("defs", *(pattern(each) for each in LOOKS if each in looks)),
        element("rect", width="100%", height="100%", fill="#ffffff"),
        "\n" + "\n".join(page.drawn) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=size,
        width=SHEET if paper == "print" else "100%",
        style=f"max-width:{page.wide * SCALE:.0f}px;height:auto",
        role="img",
        aria_labelledby="title desc",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawn}\n'


def _beside(page: Page, notes: words.Lists) -> None:
    """Write lists to the right of what is on a page, and make it so much wider."""
    column = Page(PAGE)
    column.lists(notes)
    shift = f"translate({number(page.wide)} 0)"
    page.drawn.append(element("g", *column.drawn, transform=shift))
    page.wide += PAGE
    page.y = max(page.y, column.y)


def _below(page: Page, notes: words.Lists) -> None:
    """Write lists below what is on a page, in as many columns as there is room for:
    each list in the column that is the shortest then."""
    columns = [Page(PAGE) for _ in range(max(1, int(page.wide // PAGE)))]
    for head, lines in notes:
        min(columns, key=lambda column: column.y).lists([(head, lines)])
    for at, column in enumerate(columns):
        shift = f"translate({number(at * PAGE)} {number(page.y)})"
        page.drawn.append(element("g", *column.drawn, transform=shift))
    page.y += max(column.y for column in columns)


def map_text(plans: Sequence[Plan], page: TextPage = FILE_PAGE) -> str:
    """Return maps as lines."""
    if not plans:
        return "there is no map here"
    return "\n\n".join("\n".join(_lines(each, page)) for each in plans)


def sketch(plans: Sequence[Plan], page: TextPage = FILE_PAGE) -> str:
    """Return only the board of maps and what the marks mean: for a reader who sees
    beside it what he knows."""
    return "\n\n".join(
        "\n".join(
            [*renderer_of(each).text(each, page), *folded(_named(each), page.cells)]
        )
        for each in plans
    )


def _lines(plan: Plan, page: TextPage) -> Iterator[str]:
    renderer = renderer_of(plan)
    yield from renderer.text(plan, page)
    for head, lines in renderer.lists(plan):
        yield ""
        yield head
        for line in lines:
            yield from folded(f"  {line}", page.cells)


def _named(plan: AnyPlan) -> str:
    """Return which mark is of what; of a mark that several things have, whose each is
    and where."""
    things = {(each.sign, each.name) for each in plan.pieces}
    shared = {sign for sign, many in Counter(s for s, _ in things).items() if many > 1}
    names = []
    for each in plan.pieces:
        owner = plan.owner_of(each)
        of = f" of {owner}" if owner else ""
        apart = f"{of} at {plan.label(each.at)}" if each.sign in shared else ""
        role = f": {each.role}" if each.role else ""
        names.append(f"{each.sign} {each.name}{role}{apart}")
    return ", ".join(dict.fromkeys(names))

"""A plan of a table on a page: all of it, the parts where something is, and words."""

from collections.abc import Iterator, Sequence

from interpreter.boards.plane.areas import Area, disc, holds_point, rounded
from interpreter.boards.plane.points import INCH
from interpreter.maps import legend as flowing
from interpreter.maps.hex_shapes import Point as Spot
from interpreter.maps.plane import ground, labels, legend, symbols, words
from interpreter.maps.plane.plan import TablePlan, box_of, meets
from interpreter.maps.plane.scale import TablePaper
from interpreter.maps.plane.symbols import BaseSymbol
from interpreter.maps.plane.windows import PANELS, TableWindow, overview, whole, windows
from interpreter.maps.svg import RIM, ROOM, Page, element, path, text, titled

LARGEST = 40.0  # units of an inch
MOST_MARKS = 150  # in one panel: those behind are only in the list
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def described(plan: TablePlan) -> Iterator[str]:
    """Yield what the picture says to who hears it read."""
    yield f"{plan.board}: {words.extent(plan, windows(plan))}"
    for head, lines in words.lists(plan):
        yield f"{head}: {'; '.join(lines)}."


def drawn(page: Page, plan: TablePlan, name: str) -> None:
    """Draw a plan below what is on a page; no other has its name."""
    shown = windows(plan)
    page.words([words.heading(plan)], bold=True, size=11.0)
    page.words([words.extent(plan, shown)])
    above = overview(plan, shown)
    if above is not None:
        paper = _paper(above, page.y, _scale([above]))
        inside = _panel(plan, paper, f"{name}-0", [])
        inside += "".join(_frames(paper, shown))
        page.put(inside, _high(paper))
    scale, left = _scale(shown), list[str]()
    for at, each in enumerate(shown[:PANELS]):
        if len(shown) > 1 or above is not None:
            page.words([f"{_CAPITALS[at]}: {words.span(each)}"], bold=True)
        paper = _paper(each, page.y, scale)
        page.put(_panel(plan, paper, f"{name}-{at + 1}", left), _high(paper))
    if left:
        page.words([f"No room for the marks of {', '.join(dict.fromkeys(left))}."])
    page.put_moved(*flowing.flowed(legend.entries(plan), RIM, ROOM))
    page.lists(words.lists(plan))


def _scale(shown: Sequence[TableWindow]) -> float:
    room = ROOM - ground.LEFT - ground.RIGHT
    return min([LARGEST, *(room / each.wide for each in shown)])


def _paper(window: TableWindow, top: float, scale: float) -> TablePaper:
    room = ROOM - ground.LEFT - ground.RIGHT
    left = RIM + ground.LEFT + (room - window.wide * scale) / 2
    return TablePaper(window, scale, (left, top + ground.TOP))


def _high(paper: TablePaper) -> float:
    return ground.TOP + paper.high + ground.BELOW


def _frames(paper: TablePaper, shown: Sequence[TableWindow]) -> Iterator[str]:
    """Yield where the panels lie on the small map of all."""
    for letter, window in zip(_CAPITALS, shown[:PANELS], strict=False):
        left, low, right, high = window.box
        a, b = paper.spot((left, high)), paper.spot((right, low))
        around: list[Spot] = [a, (b[0], a[1]), b, (a[0], b[1]), a]
        frame = path([around], fill="none", stroke="#000000", stroke_width="1.2")
        at = (a[0] + 2, a[1] + 9)
        said = text(at, letter, 10.0, font_weight="bold", class_="halo")
        yield titled(f"part {letter}", frame, said)


def _panel(plan: TablePlan, paper: TablePaper, name: str, left: list[str]) -> str:
    """Return a panel; the marks for which it has no room are added to those `left`.
    All of a table from afar has none."""
    frame = {"width": paper.wide, "height": paper.high}
    corner = {"x": paper.corner[0], "y": paper.corner[1]}
    clip = element("clipPath", element("rect", **corner, **frame), id=f"clip-{name}")
    tokens = list(_tokens(plan, paper))
    is_afar = paper.window == whole(plan) and name.endswith("-0")
    return element(
        "g",
        element("defs", clip),
        element("g", *ground.ground(plan, paper), clip_path=f"url(#clip-{name})"),
        *ground.edge(plan, paper),
        element("g", *_lines(plan, paper), fill="none", clip_path=f"url(#clip-{name})"),
        *(each.drawn for _, each in tokens),
        *(each.arrow for _, each in tokens),
        *([] if is_afar else _marks(plan, paper, tokens, left)),
    )


def _tokens(plan: TablePlan, paper: TablePaper) -> Iterator[tuple[str, BaseSymbol]]:
    """Yield what stands in a window, with its mark; large bases first, so that none
    is hidden by another."""
    there = [each for each in plan.figures if paper.window.holds(each.at)]
    for each in sorted(there, key=lambda e: -symbols.reach(e.base) if e.base else 0):
        yield symbols.mark(plan, each), symbols.token(plan, each, paper)
    for rumour in plan.rumours:
        for at in filter(paper.window.holds, rumour.spots):
            yield rumour.mark, symbols.spot_of(rumour, at, paper)


def _lines(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    """Yield the ways of things, what they cover and reach, and where something was
    reported to be somewhere."""
    for each in plan.stretches:
        drawn = path([map(paper.spot, each.way)], **legend.WAY) if each.way else ""
        for area in each.areas:
            drawn += paper.area(area, **legend.COVERED, stroke_linecap="round")
        yield titled(f"{each.name}: {each.role}", drawn)
    for circle in plan.circles:
        far = disc(circle.centre, circle.far)
        style = legend.circle_style(circle.owner)
        yield titled(f"{circle.name}: {circle.role}", paper.area(far, **style))
    for rumour in plan.rumours:
        thick = "0.8" if rumour.is_old else "1.6"
        for area in rumour.areas:
            drawn = paper.area(area, **legend.SOMEWHERE, stroke_width=thick)
            yield titled(f"{rumour.mark}: somewhere here", drawn)


def _marks(
    plan: TablePlan,
    paper: TablePaper,
    tokens: Sequence[tuple[str, BaseSymbol]],
    left: list[str],
) -> Iterator[str]:
    """Yield marks, on their bases where they fit and nothing covers them, else
    beside, and the letters of areas where there is room."""
    x, y = paper.corner
    room = labels.Room((x, y, x + paper.wide, y + paper.high))
    some = tokens[:MOST_MARKS]
    room.taken += [_square(each) for _, each in some]
    outside = []
    for said, each in some:
        found = labels.inside(each.at, each.room, said, each.ink)
        others = (e for _, e in some if e is not each)
        if found is None or any(_covers(other, found[1]) for other in others):
            outside.append((said, each))
        else:
            yield found[0]
    for said, each in outside:
        drawn = room.beside(each.at, each.radius, said)
        yield drawn or ""
        left += [] if drawn else [said]
    left += [said for said, _ in tokens[MOST_MARKS:]]
    for letter, _, piece in words.lettered(plan)[:MOST_MARKS]:
        yield room.on(_spots(paper, piece.area), letter) or ""


def _square(token: BaseSymbol) -> labels.Rect:
    (x, y), radius = token.at, token.radius
    return x - radius, y - radius, x + radius, y + radius


def _covers(token: BaseSymbol, rect: labels.Rect) -> bool:
    left, top, right, low = _square(token)
    across = left < rect[2] and rect[0] < right
    return across and top < rect[3] and rect[1] < low


def _spots(paper: TablePaper, area: Area) -> Iterator[Spot]:
    """Yield where on a window the letter of an area may stand: in its middle, else on
    a half inch of it."""
    window = paper.window
    if not meets(box_of(area), window.box):
        return
    shape, half = rounded(area), INCH // 2
    x, y = area.middle
    if window.holds((x, y)) and (len(shape.corners) < 3 or holds_point(shape, (x, y))):
        yield paper.spot((x, y))
    low, high = window.low * INCH + half, window.high * INCH
    for down in range(low, high, INCH):
        for right in range(window.left * INCH + half, window.right * INCH, INCH):
            if holds_point(shape, (right, down)):
                yield paper.spot((right, down))

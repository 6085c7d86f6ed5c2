"""A plan of a tabletop as SVG: ground, labels, legend, page."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from interpreter.boards.plane.areas import Area, disc, holds_point, rounded
from interpreter.boards.plane.points import INCH, Point
from interpreter.maps import words
from interpreter.maps.arrows import arrow_meanings, arrows
from interpreter.maps.counters import fill
from interpreter.maps.legend import (
    LegendEntry,
    arrow_entries,
    flowed,
    ground_entries,
    line_entry,
)
from interpreter.maps.line_styles import (
    ROUND,
    TOUCHED,
    WAY,
    reach_style,
    somewhere_style,
)
from interpreter.maps.name_labels import (
    PlacedName,
    Rect,
    Room,
    around,
    name_lines,
    placed_names,
    says_all,
)
from interpreter.maps.parts import lettered_parts, part_frame
from interpreter.maps.plan import states_of
from interpreter.maps.plane import symbols, text_map
from interpreter.maps.plane.plan import (
    TablePaper,
    TablePiece,
    TablePlan,
    TableReport,
    TableWindow,
    box_of,
    is_clear,
    meets,
    overview,
    whole,
    windows,
)
from interpreter.maps.plane.symbols import BaseSymbol, spot_of, token
from interpreter.maps.plane.text_map import lettered
from interpreter.maps.svg import (
    PAGE,
    RIM,
    WIDE,
    Page,
    element,
    offer,
    path,
    text,
    titled,
)
from interpreter.maps.svg import Point as Spot

LEFT, RIGHT, TOP, BELOW = 20.0, 10.0, 4.0, 12.0  # room for the scale around a window
_TICK_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 240)  # inches between two numbers
_APART = 20.0  # between two numbers at least
_TICK, _SMALL, _SIZE = 4.0, 2.2, 6.5
_RIM = MappingProxyType({"stroke": "#55554e", "stroke_width": "0.8"})
_DOTS = MappingProxyType(
    {"stroke": "#55554e", "stroke_width": "0.9", "stroke_dasharray": "0.4 2"}
)


def ground(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    """Yield the ground and the areas, the upper ones last; one without ground, such as
    a hill, shows what lies below it inside a dotted rim."""
    (x, y), style = paper.corner, fill(plan.look(plan.chart.elsewhere))
    window, part = paper.window, dict[str, object]()
    if plan.is_pointed_at:
        part = {"data_left": window.left, "data_low": window.low}
        part |= {"data_wide": window.wide, "data_deep": window.deep}
    size = {"width": paper.wide, "height": paper.high}
    yield element("rect", x=x, y=y, **size, fill=style, **part)
    boxes = (box for *_, box in plan.areas)
    for box, (letter, name, piece) in zip(boxes, lettered(plan), strict=True):
        if not meets(box, paper.window.box):
            continue
        label = f"{letter}: {name}{f', level {piece.level}' if piece.level else ''}"
        if piece.ground is None:
            drawn = paper.area(piece.area, fill="none", **_DOTS, stroke_linecap="round")
        else:
            drawn = paper.area(piece.area, fill=fill(plan.look(piece.ground)), **_RIM)
        yield titled(label, drawn)
    for flat, base in plan.flats:
        if meets(box_of(base), paper.window.box):
            yield titled(flat.title, paper.area(base, **_FLAT))


def edge(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    """Yield the rim of a window, thick where the table ends, and how many inches it is
    from the near left corner, along its near and its left side."""
    left, top = paper.corner
    yield from _inches(paper)
    yield from _rim(plan, paper, (left, top, left + paper.wide, top + paper.high))


@lru_cache(maxsize=32)  # a table is drawn again and again
def _inches(paper: TablePaper) -> tuple[str, ...]:
    """Return the figures and lines of whole inches."""
    return tuple(_drawn_inches(paper))


def _drawn_inches(paper: TablePaper) -> Iterator[str]:
    step = next((e for e in _TICK_STEPS if e * paper.scale >= _APART), _TICK_STEPS[-1])
    window, (left, top) = paper.window, paper.corner
    right, low = left + paper.wide, top + paper.high
    thin: list[list[Spot]] = []
    ticks: list[list[Spot]] = []
    for x in range(window.left, window.right + 1):
        at = left + (x - window.left) * paper.scale
        if x % step == 0:
            thin.append([(at, top), (at, low)])
            yield text((at, low + 10), str(x), _SIZE, text_anchor="middle")
        if x % step == 0 or paper.scale > _TICK:
            ticks.append([(at, low), (at, low + (_SMALL if x % step else _TICK))])
    for y in range(window.low, window.high + 1):
        at = low - (y - window.low) * paper.scale
        if y % step == 0:
            thin.append([(left, at), (right, at)])
            here = (left - _TICK - 1, at + _SIZE * 0.36)
            yield text(here, str(y), _SIZE, text_anchor="end")
        if y % step == 0 or paper.scale > _TICK:
            ticks.append([(left - (_SMALL if y % step else _TICK), at), (left, at)])
    yield path(thin, stroke="#000000", stroke_width="0.3", stroke_opacity="0.35")
    yield path(ticks, stroke="#000000", stroke_width="0.6")


def _rim(
    plan: TablePlan, paper: TablePaper, around: tuple[float, float, float, float]
) -> Iterator[str]:
    left, top, right, low = around
    window, (_, _, wide, deep) = paper.window, (0, 0, plan.chart.wide, plan.chart.deep)
    sides: list[tuple[bool, list[Spot]]] = [
        (window.left == 0, [(left, top), (left, low)]),
        (window.low == 0, [(left, low), (right, low)]),
        (window.box[2] == wide, [(right, low), (right, top)]),
        (window.box[3] == deep, [(right, top), (left, top)]),
    ]
    ends = [line for is_end, line in sides if is_end and wide]
    yield path([line for _, line in sides], stroke="#000000", stroke_width="0.5")
    yield path(ends, stroke="#000000", stroke_width="2.2", stroke_linecap="square")


_FINGER = 9.0  # radius of what is touched, at least
_TOUCHED = MappingProxyType({**TOUCHED, "stroke": "#7b1fa2", "stroke_width": "1.4"})
_FLAT = MappingProxyType(
    {"fill": "#e4dfc8", "stroke": "#77776e", "stroke_width": "0.8"}
)
"""Things that are ground."""
SIZE, LEAST, LARGEST_LETTERS = (
    8.0,
    6.5,
    10.0,
)  # of letters: beside, and inside of a base
_WAYS = (0, 180, 270, 90, 315, 225, 45, 135, 337.5, 202.5, 22.5, 157.5)
_LABEL_STEPS = (2.0, 7.0, 13.0, 20.0, 28.0, 38.0, 50.0)


class MarkRoom(Room):
    """What is free of a panel, for the marks of bases and the letters of areas."""

    def beside(self, at: Spot, radius: float, label: str) -> tuple[str, Rect] | None:
        """Write words next to something, with a line to it where they lie farther off,
        and say where they lie; None where there is no room."""
        wide, high = WIDE * SIZE * len(label), SIZE
        for step in _LABEL_STEPS:
            for way in _WAYS:
                x, y = cos(way * pi / 180), sin(way * pi / 180)
                far = radius + step
                middle = (at[0] + x * (far + wide / 2), at[1] + y * (far + high / 2))
                rect = self.found([around(middle, wide, high)])
                if rect is not None:
                    line = [(at[0] + x * radius, at[1] + y * radius)]
                    line.append((at[0] + x * far, at[1] + y * far))
                    drawn = path([line], stroke="#000000", stroke_width="0.6")
                    drawn = drawn if step > _LABEL_STEPS[0] else ""
                    return drawn + _written(middle, label), rect
        return None

    def on(self, spots: Iterator[Spot], label: str) -> str | None:
        """Write words on the first of some spots that has room; None where none
        has."""
        wide, high = WIDE * SIZE * len(label), SIZE
        for middle in spots:
            if self.found([around(middle, wide, high)]) is not None:
                return _written(middle, label, font_style="italic")
        return None


def inside(at: Spot, room: float, label: str, ink: str) -> tuple[str, Rect] | None:
    """Return words in so much room each way, and where they lie; None where they would
    be too small to be read."""
    size = min(LARGEST_LETTERS, room / max(WIDE * len(label), 1.0))
    if size < LEAST:
        return None
    return (
        _written(at, label, size, ink=ink),
        around(at, WIDE * size * len(label), size),
    )


def _written(
    middle: Spot, label: str, size: float = SIZE, *, ink: str = "", **more: object
) -> str:
    """Return words about a point; black ones have a white rim, to be read on any
    ground."""
    style = {"fill": ink} if ink else {"class_": "halo"}
    at = (middle[0], middle[1] + size * 0.36)
    bold = {"text_anchor": "middle", "font_weight": "bold"}
    return text(at, label, size, **bold, **style, **more)


_SAMPLE = TablePaper(TableWindow(0, 0, 0, 0), 16.0, (0.0, 0.0))


def entries(plan: TablePlan) -> list[LegendEntry]:
    """Return a sample and its meaning for each mark that the picture may have."""
    return [*_base_entries(plan), *_line_entries(plan), *_area_entries(plan)]


def _base_entries(plan: TablePlan) -> Iterator[LegendEntry]:
    owners = {piece.owner for piece in plan.standing if not piece.role}
    base = disc((0, 0), INCH * 3 // 8)
    for owner in sorted(owners, key=lambda each: (each is None, each)):
        number = owner is not None and owner > 3
        name = "of nobody" if owner is None else plan.owners[owner]
        sample = TablePiece("", "", "", owner, (0, 0), base=base)
        meaning = f"{name} ({owner + 1})" if number and owner is not None else name
        yield token(plan, sample, _SAMPLE).drawn, meaning
    for kind in dict.fromkeys(flat.kind for flat, _ in plan.flats):
        yield _SAMPLE.area(base, **_FLAT), kind
    if any(piece.base is None and not piece.role for piece in plan.pieces):
        sample = TablePiece("", "", "", None, (0, 0))
        yield token(plan, sample, _SAMPLE).drawn, "no base is said"
    for role in dict.fromkeys(piece.role for piece in plan.pieces if piece.role):
        sample = TablePiece("", "", "", None, (0, 0), role)
        yield token(plan, sample, _SAMPLE).drawn, role
    for state in states_of(piece.state for piece in plan.pieces):
        sample = TablePiece("", "", "", None, (0, 0), base=base, state=state)
        yield token(plan, sample, _SAMPLE).drawn, f"{state.name} ({state.sign})"
    yield from arrow_entries(plan)
    for old in sorted({report.is_old for report in plan.reports}):
        report = TableReport("", "", "", "", (), is_old=old)
        meaning = "older report" if old else "reported"
        yield spot_of(report, (0, 0), _SAMPLE).drawn, meaning


def _line_entries(plan: TablePlan) -> Iterator[LegendEntry]:
    if plan.chart.is_bounded:
        yield line_entry("edge of the table", stroke="#000000", stroke_width="2.2")
    for reach in {each.owner: each for each in plan.reaches}.values():
        owner = plan.owner_of(reach)
        meaning = f"reach of {owner}" if owner else "reach"
        yield line_entry(f"{meaning}, blocked or not", **reach_style(reach.owner, "1"))
    if any(report.areas for report in plan.reports):
        style = somewhere_style(is_old=False)
        yield line_entry("reported somewhere inside", **style)
    if any(extent.way for extent in plan.extents):
        yield line_entry("way", **WAY)
    if any(extent.areas for extent in plan.extents):
        yield line_entry("covered by a thing", **ROUND)
    yield from arrow_meanings(plan)


def _area_entries(plan: TablePlan) -> Iterator[LegendEntry]:
    found = {each.ground for each in plan.chart.pieces.values()}
    yield from ground_entries(plan, found | {plan.chart.elsewhere}, _ground_sample)
    if None in found:
        dots = {"stroke": "#55554e", "stroke_dasharray": "0.4 2"}
        yield line_entry("area without ground", **dots, stroke_linecap="round")


def _ground_sample(filled: str) -> str:
    box = {"x": -12.0, "y": -6.0, "width": 24.0, "height": 12.0}
    rim = {"stroke": "#77776e", "stroke_width": "0.6"}
    return element("rect", **box, fill=filled, **rim)


LARGEST = 40.0  # units of an inch
MOST_MARKS = 150  # in one panel: later ones are only in the list


def described(plan: TablePlan) -> Iterator[str]:
    """Yield what the picture says to who hears it read."""
    yield f"{plan.board}: {text_map.extent(plan, windows(plan))}"
    yield from words.spoken(text_map.lists(plan))


UNCUT, WIDEST = 24.0, 900.0  # units of an inch of a whole table, and of all of it


def page_width(plan: TablePlan) -> float:
    """Return how wide the page of a whole table is."""
    table = whole(plan)
    if table is None:
        return PAGE
    wide = min(WIDEST, UNCUT * max(table.wide, table.deep))
    return max(PAGE, wide * table.wide / max(table.wide, table.deep) + LEFT + RIGHT)


def drawn(page: Page, plan: TablePlan, name: str, uncut: bool) -> None:
    """Draw a plan below what is on a page; no other has its name. `uncut`: all of the
    table in one piece, if it is not too large."""
    table = whole(plan) if uncut else None
    shown = windows(plan) if table is None else [table]
    page.words([words.heading(plan)], bold=True, size=11.0)
    page.words([text_map.extent(plan, shown)])
    above = overview(plan, shown)
    if above is not None:
        paper = _paper(above, page, _scale([above], page.room))
        inside = _panel(plan, paper, f"{name}-0", [])
        inside += "".join(_frames(paper, shown))
        page.put(inside, _high(paper))
    scale, left = _scale(shown, page.room), list[str]()
    rest = plan.pieces
    for at, (letter, window) in enumerate(lettered_parts(shown), 1):
        if len(shown) > 1 or above is not None:
            page.words([f"{letter}: {text_map.span(window)}"], bold=True)
        paper = _paper(window, page, scale)
        own = _own(plan, window, rest, len(shown))
        rest = tuple(e for e in rest if e.is_flat or e not in own)
        part = replace(plan, pieces=own)
        page.put(_panel(part, paper, f"{name}-{at}", left), _high(paper))
    if left:
        page.words([f"No room for the marks of {', '.join(dict.fromkeys(left))}."])
    page.put_moved(*flowed(entries(plan), RIM, page.room))


def _own(
    plan: TablePlan, window: TableWindow, rest: Sequence[TablePiece], count: int
) -> tuple[TablePiece, ...]:
    """Return what is drawn in a part, of what no part before has: of several parts each
    base is in one, and is not cut there."""
    if count == 1:
        return tuple(rest)
    return tuple(
        piece for piece in rest if piece.is_flat or is_clear(plan, window, piece.at)
    )


def _scale(shown: Sequence[TableWindow], room: float) -> float:
    inside = room - LEFT - RIGHT
    return min([LARGEST, *(inside / each.wide for each in shown)])


def _paper(window: TableWindow, page: Page, scale: float) -> TablePaper:
    room = page.room - LEFT - RIGHT
    left = RIM + LEFT + (room - window.wide * scale) / 2
    return TablePaper(window, scale, (left, page.y + TOP))


def _high(paper: TablePaper) -> float:
    return TOP + paper.high + BELOW


def _frames(paper: TablePaper, shown: Sequence[TableWindow]) -> Iterator[str]:
    """Yield where the panels lie on the small map of all."""
    for letter, window in lettered_parts(shown):
        left, low, right, high = window.box
        a, b = paper.spot((left, high)), paper.spot((right, low))
        around: list[Spot] = [a, (b[0], a[1]), b, (a[0], b[1]), a]
        yield part_frame(letter, [around], "1.2")


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
        element("g", *ground(plan, paper), clip_path=f"url(#clip-{name})"),
        *edge(plan, paper),
        element("g", *_lines(plan, paper), fill="none", clip_path=f"url(#clip-{name})"),
        element("g", *_arrows(plan, paper), clip_path=f"url(#clip-{name})"),
        *(each.symbol.drawn for each in tokens),
        *(each.symbol.arrow for each in tokens),
        *([] if is_afar else _marks(plan, paper, tokens, left)),
        *_offers(plan, paper),
    )


def _offers(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    """Yield the areas and things that lead to their option, above all else; large ones
    first, so that each can be touched."""
    for name, area, box in plan.areas:
        if name in plan.linked and meets(box, paper.window.box):
            yield offer(plan.linked, name, paper.area(area.area, **_TOUCHED))
    for flat, base in plan.flats:
        if flat.name in plan.linked and meets(box_of(base), paper.window.box):
            yield offer(plan.linked, flat.name, paper.area(base, **_TOUCHED))
    for piece in plan.standing:
        if piece.name in plan.linked and paper.window.holds(piece.at):
            symbol = symbols.token(plan, piece, paper)
            (x, y), radius = symbol.at, max(symbol.outer, _FINGER)
            shape = element("circle", cx=x, cy=y, r=radius, **_TOUCHED)
            yield offer(plan.linked, piece.name, shape)


def _arrows(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    yield from arrows(plan, paper.spot, lambda at: _clear(plan, paper, at))


def _clear(plan: TablePlan, paper: TablePaper, at: Point) -> float:
    """Return how far from a place an arrow stops, so that no base there hides it."""
    there = [symbols.token(plan, e, paper) for e in plan.standing if e.at == at]
    return max((token.outer for token in there), default=0.0) + 1.5


class Token(Struct, frozen=True):
    """What stands in a window: its mark, the names beside that (none where the mark
    says all), its kind, and how it is drawn."""

    mark: str
    names: tuple[str, ...]
    kind: str
    symbol: BaseSymbol


def _tokens(plan: TablePlan, paper: TablePaper) -> Iterator[Token]:
    """Yield what stands in a window, above what was reported; large bases first, so
    that none is hidden by another. Things of one owner on one base are a pile with one
    mark."""
    for report in plan.reports:
        for at in filter(paper.window.holds, report.spots):
            yield Token(report.mark, (), "", symbols.spot_of(report, at, paper))
    there = [each for each in plan.standing if paper.window.holds(each.at)]
    there.sort(key=lambda e: -symbols.reach(e.base) if e.base else 0)
    piles: dict[object, list[TablePiece]] = {}
    for piece in there:
        is_alone = piece.role or piece.base is None
        pile = piece if is_alone else (piece.at, piece.base, piece.owner)
        piles.setdefault(pile, []).append(piece)
    for pieces in piles.values():
        upper = pieces[-1]
        drawn = [symbols.token(plan, each, paper) for each in pieces]
        symbol = replace(
            drawn[-1],
            drawn="".join(each.drawn for each in drawn),
            arrow="".join(each.arrow for each in drawn),
        )
        mark = symbols.mark(plan, upper)
        # a mark that has the number of its owner says more than a name
        is_said = upper.role or mark != upper.sign or says_all(upper.mark, upper.name)
        names = [e.name + ("" if e.state is None else e.state.sign) for e in pieces]
        if len(pieces) > 1:
            mark = f"{mark}+{len(pieces) - 1}"
        elif is_said:
            names = []
        yield Token(mark, tuple(names), upper.kind, symbol)


def _lines(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    """Yield the ways of things, what they cover and reach, and where something was
    reported to be somewhere."""
    for extent in plan.extents:
        drawn = path([map(paper.spot, extent.way)], **WAY) if extent.way else ""
        for area in extent.areas:
            drawn += paper.area(area, **ROUND)
        yield titled(f"{extent.name}: {extent.role}", drawn)
    for reach in plan.reaches:
        far = disc(reach.centre, reach.far)
        style = reach_style(reach.owner, "1")
        yield titled(f"{reach.name}: {reach.role}", paper.area(far, **style))
    for report in plan.reports:
        style = somewhere_style(is_old=report.is_old)
        for area in report.areas:
            drawn = paper.area(area, **style)
            yield titled(f"{report.mark}: somewhere here", drawn)


def _marks(
    plan: TablePlan, paper: TablePaper, tokens: Sequence[Token], left: list[str]
) -> Iterator[str]:
    """Yield marks, on their bases where they fit and nothing covers them, else beside;
    the letters of areas, and then names, where there is room. A name that lies close to
    a base takes the place of the mark beside it."""
    x, y = paper.corner
    some = tokens[:MOST_MARKS]
    boxes = [each.symbol.box for each in some]
    room = MarkRoom((x, y, x + paper.wide, y + paper.high), boxes)
    outside: dict[int, tuple[str, Rect]] = {}
    for at, shown in enumerate(some):
        mark = shown.symbol
        written = inside(mark.at, mark.room, shown.mark, mark.ink)
        others = (other.symbol for other in some[at + 1 :])
        if written is None or any(_covers(other, written[1]) for other in others):
            beside = room.beside(mark.at, mark.radius, shown.mark)
            left += [] if beside else [shown.mark]
            outside |= {at: beside} if beside else {}
        else:
            yield written[0]
    left += [each.mark for each in tokens[MOST_MARKS:]]
    for letter, _, piece in text_map.lettered(plan)[:MOST_MARKS]:
        yield room.on(_spots(paper, piece.area), letter) or ""
    for at in sorted(range(len(some)), key=lambda at: (some[at].kind, some[at].names)):
        shown, mark_beside = some[at], outside.get(at)
        turn = (shown.kind, *shown.names)
        lines = name_lines(shown.names) if shown.names else ()
        name = PlacedName(turn, shown.symbol.box, lines)
        if mark_beside is not None:
            room.taken.remove(mark_beside[1])
        drawn = "".join(placed_names([name], room, SIZE)) if lines else ""
        if mark_beside is not None and not drawn:
            room.taken.append(mark_beside[1])
        yield drawn or (mark_beside[0] if mark_beside else "")
    yield from _flat_names(plan, paper, room)


def _flat_names(plan: TablePlan, paper: TablePaper, room: MarkRoom) -> Iterator[str]:
    """Yield the names of things that are ground: on it, where it is large enough, else
    beside it."""
    for flat, base in plan.flats:
        if not meets(box_of(base), paper.window.box):
            continue
        (x, y), deep = paper.spot(base.middle), paper.far(symbols.reach(base))
        lines = name_lines([flat.name])
        wide = WIDE * SIZE * len(flat.name)
        rows = [share * deep for share in (0.0, -0.75, 0.7, -0.4, 0.4)]
        spots = ((x, y + row) for row in rows if wide < 1.2 * deep)
        written = room.on(spots, flat.name)
        box = (x - deep, y - deep, x + deep, y + deep)
        turn = (flat.kind, flat.name)
        name = PlacedName(turn, box, lines)
        yield written or "".join(placed_names([name], room, SIZE))


def _square(token: BaseSymbol) -> Rect:
    (x, y), radius = token.at, token.radius
    return x - radius, y - radius, x + radius, y + radius


def _covers(token: BaseSymbol, rect: Rect) -> bool:
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

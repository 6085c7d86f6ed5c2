"""Maps of boards of areas: areas as circles joined by links, and the same as text.

An area is drawn at the position that the ruleset gives. The others are placed by
stress majorisation (each area moves to the mean of where its distances to all others,
in links, would put it), from places on a circle: the same plan always gives the same
picture. Cost: areas squared a round; rounds are fewer on large boards.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from types import MappingProxyType

from msgspec import Struct

from interpreter.boards.areas import AreaLayout, Link
from interpreter.boards.protocol import Cell
from interpreter.maps import counters, words
from interpreter.maps.arrows import arrow_meanings, arrows
from interpreter.maps.counters import fill, symbol
from interpreter.maps.legend import (
    LegendEntry,
    counter_entries,
    extent_entries,
    flowed,
    ground_entries,
    line_entry,
)
from interpreter.maps.line_styles import (
    LAND,
    OFFERED,
    SOMEWHERE,
    TOUCHED,
    WAY,
    reach_name,
    reach_styles,
    zone_styles,
    zoned,
)
from interpreter.maps.plan import AreaPlan
from interpreter.maps.svg import RIM, Page, Point, element, offer, path, titled
from interpreter.maps.svg import text as written
from interpreter.maps.words import TextPage, folded

LARGEST, SMALLEST = 26.0, 9.0  # radius of an area
TALLEST = 1.3  # of the drawing, of its width
_MOVES = 2_000_000  # of areas towards each other, at most
_ROWS = 24  # of a map of text

Positions = Mapping[Cell, Point]


def places_of(layout: AreaLayout) -> Positions:
    """Return where each area is, to the right and up."""
    return dict(zip(layout.every(), _placed(layout), strict=True))


@lru_cache(maxsize=16)
def _placed(layout: AreaLayout) -> tuple[Point, ...]:
    areas = layout.every()
    count = len(areas)
    positions = dict(enumerate(layout.positions))
    fixed = {n: (float(at[0]), float(at[1])) for n, at in positions.items() if at}
    if len(fixed) == count:
        return tuple(fixed[number] for number in range(count))
    apart = _distances(layout)
    unit = _unit(fixed, apart)
    middle = _mean(list(fixed.values())) if fixed else (0.0, 0.0)
    found = [
        fixed.get(number, _on_circle(number, count, middle, unit * count / 6))
        for number in range(count)
    ]
    free = [number for number in range(count) if number not in fixed]
    for _ in range(max(1, min(200, _MOVES // count**2))):
        for number in free:
            found[number] = _towards(number, found, apart, unit)
    return tuple(found)


def _on_circle(number: int, count: int, middle: Point, radius: float) -> Point:
    turn = 2 * pi * number / count
    return middle[0] + radius * sin(turn), middle[1] + radius * cos(turn)


def _mean(points: Sequence[Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


def _unit(fixed: Mapping[int, Point], apart: Sequence[Sequence[int]]) -> float:
    """Return how long a link is, by the areas whose position is given; else 1."""
    pairs = [(a, b) for a in fixed for b in fixed if a < b and apart[a][b]]
    lengths = [
        hypot(fixed[a][0] - fixed[b][0], fixed[a][1] - fixed[b][1]) / apart[a][b]
        for a, b in pairs
    ]
    return sum(lengths) / len(lengths) if any(lengths) else 1.0


def _distances(layout: AreaLayout) -> list[list[int]]:
    """Return the links between all areas, in either direction; those that nothing
    joins are as far apart as the longest path, and one more."""
    count = len(layout.map.names)
    beside: list[set[int]] = [set() for _ in range(count)]
    for link in layout.map.links:
        beside[link.start].add(link.goal)
        beside[link.goal].add(link.start)
    found = []
    for start in range(count):
        far = {start: 0}
        ring = [start]
        while ring:
            ring = sorted({n for at in ring for n in beside[at]} - far.keys())
            far |= dict.fromkeys(ring, max(far.values()) + 1)
        found.append([far.get(goal, 0) for goal in range(count)])
    most = max(max(row) for row in found) + 1
    return [
        [most if not far and a != b else far for b, far in enumerate(row)]
        for a, row in enumerate(found)
    ]


def _towards(
    number: int, found: Sequence[Point], apart: Sequence[Sequence[int]], unit: float
) -> Point:
    """Return where an area is best placed while all others stay: the mean of the
    points at its distance from each, weighted by 1 / distance squared."""
    x, y = found[number]
    across = along = total = 0.0
    for other, (ox, oy) in enumerate(found):
        if other == number:
            continue
        far = apart[number][other]
        gap = hypot(x - ox, y - oy) or 1e-9
        weight = 1 / far**2
        across += weight * (ox + unit * far * (x - ox) / gap)
        along += weight * (oy + unit * far * (y - oy) / gap)
        total += weight
    return (across / total, along / total) if total else (x, y)


# --- Words ---


def _link(plan: AreaPlan, link: Link) -> str:
    start, goal = plan.label((link.start, 0)), plan.label((link.goal, 0))
    sign = "->" if link.one_way else "-"
    cost = f" (costs {link.cost})" if link.cost != 1 else ""
    return f"{start} {sign} {goal}{cost}"


def lists(plan: AreaPlan) -> list[tuple[str, list[str]]]:
    """Return all that a map says in words, under headings."""
    links = [_link(plan, link) for link in plan.chart.map.links]
    found = words.lists(plan)
    return [*found[:1], ("Links", links), *found[1:]] if links else found


def described(plan: AreaPlan) -> Iterator[str]:
    """Yield what the picture says to a reader who hears it."""
    yield from words.spoken(lists(plan))


# --- Text ---


def text(plan: AreaPlan, page: TextPage) -> Iterator[str]:
    """Yield the areas in rows of letters, each about where it is, and what the signs
    mean."""
    yield from folded(words.heading(plan), page.cells)
    yield ""
    yield from _letters(plan, page.cells)
    yield ""
    yield from folded(_key(plan), page.cells)


def _letters(plan: AreaPlan, cells: int) -> Iterator[str]:
    """Yield the rows: an area that has no room in its row goes to the next."""
    places = places_of(plan.chart)
    signs = {cell: _sign(plan, cell) for cell in places}
    wide = max(cells - max(map(len, signs.values())), 1)
    left, low, across, along = _frame(list(places.values()))
    rows = min(_ROWS, 2 * len(signs))
    lines: dict[int, str] = {}
    for cell in sorted(places, key=lambda each: (places[each][0], each)):
        x, y = places[cell]
        column = round((x - left) / across * wide) if across else 0
        row = round((low + along - y) / along * rows) if along else 0
        while lines.get(row) and len(lines[row]) + 1 >= column:
            row += 1
        lines[row] = lines.get(row, "").ljust(column) + signs[cell]
    for row in range(max(lines) + 1):
        line = lines.get(row, "").rstrip()
        if line or lines.get(row - 1, "").strip():
            yield line


def _sign(plan: AreaPlan, cell: Cell) -> str:
    """Return an area with its ground and the marks in it: `Mill:: [R1 B2]`."""
    marks = [each.sign for each in plan.pieces if each.at == cell]
    marks += [each.mark for each in plan.reports if cell in each.marked]
    ground = plan.ground(cell)
    look = symbol(plan.look(ground)) if ground is not None else ""
    held = f" [{' '.join(marks)}]" if marks else ""
    return f"{look}{plan.label(cell)}{held}"


def _key(plan: AreaPlan) -> str:
    signs = [*words.ground_signs(plan, _grounds(plan), 1), *words.mark_signs(plan)]
    return "; ".join([*signs, "links are listed below"])


def _grounds(plan: AreaPlan) -> set[int | None]:
    return {plan.ground(cell) for cell in plan.chart.every()}


# --- Picture ---


class AreaPaper(Struct, frozen=True):
    """Where areas are on paper, and how large."""

    size: float
    places: Positions

    def centre(self, cell: Cell) -> Point:
        """Return the middle of an area."""
        return self.places[cell]


def _frame(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the least x and y of some points, and how wide and high they are."""
    across, along = zip(*points, strict=True)
    left, low = min(across), min(along)
    return left, low, max(across) - left, max(along) - low


def _paper(plan: AreaPlan, page: Page) -> tuple[AreaPaper, float]:
    """Return the paper below what is on a page, and how high it is."""
    places = places_of(plan.chart)
    points = list(places.values())
    left, low, across, along = _frame(points)
    room = page.room - 2 * LARGEST
    scales = [room / across] if across else []
    scales += [TALLEST * room / along] if along else []
    scale = min(scales, default=1.0)
    gaps = [
        hypot(a[0] - b[0], a[1] - b[1]) * scale
        for at, a in enumerate(points)
        for b in points[:at]
    ]
    size = min(LARGEST, max(SMALLEST, min(gaps, default=LARGEST) * 0.36))
    shift = RIM + LARGEST + (room - across * scale) / 2
    top = page.y + LARGEST
    found = {
        cell: (shift + (x - left) * scale, top + (low + along - y) * scale)
        for cell, (x, y) in places.items()
    }
    return AreaPaper(size, found), along * scale + 2 * LARGEST + 10


def drawn(page: Page, plan: AreaPlan, name: str, _uncut: bool) -> None:
    """Draw a plan below what is on a page."""
    page.words([words.heading(plan)], bold=True, size=11.0)
    paper, high = _paper(plan, page)
    inside = [
        *_links(plan, paper),
        *_areas(plan, paper),
        *arrows(plan, paper.centre, lambda _: paper.size),
        *_over(plan, paper),
        *_offers(plan, paper),
    ]
    page.put(element("g", *inside, id=f"areas-{name}"), high)
    page.put_moved(*flowed([*_entries(plan)], RIM, page.room))


def _offers(plan: AreaPlan, paper: AreaPaper) -> Iterator[str]:
    """Yield the areas that lead to their option, above all else."""
    for cell, label in plan.linked_places():
        x, y = paper.centre(cell)
        shape = element("circle", cx=x, cy=y, r=paper.size, **TOUCHED)
        yield offer(plan.linked, label, shape)


def _links(plan: AreaPlan, paper: AreaPaper) -> Iterator[str]:
    """Yield the links; one way has an arrow, another cost than 1 its number."""
    for link in plan.chart.map.links:
        (x, y), (to_x, to_y) = (paper.centre((n, 0)) for n in (link.start, link.goal))
        line = path([[(x, y), (to_x, to_y)]], **_LINK)
        far = hypot(to_x - x, to_y - y) or 1.0
        right, down = (to_x - x) / far, (to_y - y) / far
        if link.one_way:
            tip = (to_x - right * paper.size, to_y - down * paper.size)
            back = (tip[0] - 7 * right, tip[1] - 7 * down)
            sides = [(back[0] + s * 4 * down, back[1] - s * 4 * right) for s in (1, -1)]
            line += path([[sides[0], tip, sides[1], sides[0]]], fill="#55554e")
        if link.cost != 1:
            middle = ((x + to_x) / 2, (y + to_y) / 2)
            line += counters.disc(middle, 6.5, str(link.cost))
        yield titled(_link(plan, link), line)


def _areas(plan: AreaPlan, paper: AreaPaper) -> Iterator[str]:
    """Yield the areas with their names, and what is in them."""
    piles = counters.piles(plan, plan.pieces, plan.reports)
    for cell, (x, y) in paper.places.items():
        look = plan.look(plan.ground(cell))
        round_ = {"cx": x, "cy": y, "r": paper.size, "stroke": "#000000"}
        area = element("circle", fill=fill(look), stroke_width="1", **round_)
        yield titled(words.where(plan, cell), area)
        yield counters.stood(paper, cell, piles.get(cell, []))
        at = (x, y + paper.size + 7)
        yield written(at, plan.label(cell), 7.5, text_anchor="middle", class_="halo")


def _ring(paper: AreaPaper, cell: Cell, by: float, style: Mapping[str, object]) -> str:
    x, y = paper.centre(cell)
    around = {"cx": x, "cy": y, "r": paper.size + by, "fill": "none"}
    return element("circle", **around, **style)


def _over(plan: AreaPlan, paper: AreaPaper) -> Iterator[str]:
    """Yield what is drawn about areas: ranges, zones, ways and lands, reports and what
    may be chosen."""
    on = paper.places.keys()
    styles = reach_styles(plan)
    for reach in plan.reaches:
        rim = plan.chart.ring(reach.centre, reach.far)
        style = styles[reach_name(plan, reach)]
        drawn_ = "".join(_ring(paper, cell, 2.5, style) for cell in rim)
        yield titled(f"{reach.name}: {reach.role}", drawn_)
    for meaning, cells in zoned(plan).items():
        style = zone_styles(plan)[meaning]
        drawn_ = "".join(_ring(paper, c, 4, style) for c in sorted(cells) if c in on)
        yield titled(meaning, drawn_)
    for part in words.lettered(plan):
        held = [cell for cell in part.hexes if cell in on]
        if part.is_way:
            line = [paper.centre(cell) for cell in held]
            drawn_ = path([line], fill="none", **WAY)
        else:
            drawn_ = "".join(_ring(paper, cell, 1.5, LAND) for cell in held)
        yield titled(f"{part.letter}: {part.name} ({part.role})", drawn_)
    for report in plan.reports:
        inside = {cell for area in report.areas for cell in area if cell in on}
        drawn_ = "".join(_ring(paper, cell, 5.5, SOMEWHERE) for cell in sorted(inside))
        yield titled(f"{report.mark}: somewhere here", drawn_)
    for cell in plan.offered:
        yield titled("to choose from", _ring(paper, cell, 3.5, OFFERED))


_LINK = MappingProxyType({"stroke": "#55554e", "stroke_width": "2"})


def _link_entries(plan: AreaPlan) -> Iterator[LegendEntry]:
    links = plan.chart.map.links
    if any(not link.one_way for link in links):
        yield line_entry("link", **_LINK)
    if any(link.one_way for link in links):
        line, meaning = line_entry("link in one direction", **_LINK)
        head = path([[(6, -4), (13, 0), (6, 4), (6, -4)]], fill="#55554e")
        yield line + head, meaning
    if any(link.cost != 1 for link in links):
        yield counters.disc((0.0, 0.0), 6.5, "2"), "what a link costs, if not 1"


def _entries(plan: AreaPlan) -> Iterator[LegendEntry]:
    """Yield a sample and its meaning for each mark that the picture may have."""
    yield from counter_entries(plan)
    yield from _link_entries(plan)
    for meaning, style in (reach_styles(plan) | zone_styles(plan)).items():
        yield line_entry(meaning, **style)
    yield from arrow_meanings(plan)
    yield from extent_entries(plan, LAND)
    yield from ground_entries(plan, _grounds(plan), _ground_sample)


def _ground_sample(filled: str) -> str:
    circle = {"cx": 0.0, "cy": 0.0, "r": 6.0, "stroke": "#77776e"}
    return element("circle", **circle, fill=filled)

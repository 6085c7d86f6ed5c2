"""Charts of figures: curves along a scale, heat maps, and two sides beside each other.

Each is self-contained SVG on a page as wide as a picture of bars, light or dark as the
reader's screen asks; its description says in words all that it shows. Colour is never
the only mark: curves have signs and names, cells of a heat map their figures.
"""

from collections.abc import Callable, Iterator, Sequence
from math import floor, log10
from typing import TypeAlias

from msgspec import Struct

from interpreter.maps.svg import (
    LINE,
    PAGE,
    RIM,
    SIZE,
    Page,
    Point,
    document,
    element,
    path,
    text,
    titled,
    width,
)

Place: TypeAlias = Callable[[float], float]
"""Where a figure is on the page, along one side of it."""

LABELS = 92.0  # the most room for names at the left of a chart, or at its right
TICKS = 34.0  # room for the figures of the scale at the left of curves
HIGH = 170.0  # of a chart with curves
CHART = 150.0  # how wide all chances are, of two sides beside each other
ROW = 15.0  # of a heat map, and from one pair of figures to the next
MOST_CURVES = 12
_COLOURS = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7"),
    *("#8a6d00", "#56b4e9", "#7f3c8d", "#666666"),
)  # told apart by most people who see colours differently
_DASHES = ("", "6 3", "2 2", "8 3 2 3")
STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;fill:#111}"
    ".paper{fill:#fff}.rule{stroke:#ccc}.edge{stroke:#555}"
    "@media (prefers-color-scheme:dark){text{fill:#eee}.paper{fill:#1c1c1e}"
    ".rule{stroke:#444}.edge{stroke:#aaa}.cell text{fill:#111}}"
)


class CurvePoint(Struct, frozen=True):
    """A figure at a place of the scale, its interval (both ends equal: none), and the
    figure in words."""

    x: float
    y: float
    low: float
    high: float
    words: str


class Curve(Struct, frozen=True):
    """Figures along a scale, under a name."""

    name: str
    points: tuple[CurvePoint, ...]


class Scale(Struct, frozen=True):
    """What goes across: its name, and its marked places with their texts."""

    name: str
    marks: tuple[tuple[float, str], ...]


def curves_picture(
    title: str,
    scale: Scale,
    curves: Sequence[Curve],
    foot: Sequence[str],
    *,
    are_chances: bool,
) -> str:
    """Return curves over a scale; chances from 0 to 100 %, numbers from their least to
    their largest. More than MOST_CURVES are not drawn, and it is said."""
    page = Page()
    page.words([title], bold=True, size=11.0)
    shown = [curve for curve in curves if curve.points][:MOST_CURVES]
    names = min(LABELS, max((width(each.name, SIZE) for each in shown), default=0)) + 10
    low, high = (0.0, 1.0) if are_chances else _ends(shown)
    if are_chances:
        high = _nice_top(
            max((p.high for each in shown for p in each.points), default=1)
        )
    left, right = RIM + TICKS, PAGE - RIM - names
    first, last = scale.marks[0][0], scale.marks[-1][0]
    span = (last - first) or 1.0

    def across(x: float) -> float:
        return left + (x - first) / span * (right - left)

    def up(y: float) -> float:
        return HIGH - (y - low) / ((high - low) or 1.0) * (HIGH - 8)

    drawn = [*_grid(low, high, left, right, up, are_chances)]
    drawn += _marks(scale, across)
    ends: list[tuple[float, int]] = []
    for number, curve in enumerate(shown):
        drawn.append(_curve(number, curve, scale, across, up))
        ends.append((up(curve.points[-1].y), number))
    for y, number in _apart(ends):
        drawn.append(
            text(
                (right + 8, y + 3),
                _cut(shown[number].name, names - 10),
                SIZE - 1,
                style=f"fill:{_colour(number)}",
            )
        )
    page.put_moved("\n".join(drawn), HIGH + 2 * LINE)
    more = len(curves) - len(shown)
    page.words([f"and {more} more curves, which are not drawn"] if more else [])
    page.words(foot)
    words = " ".join(_described(shown, scale, foot))
    return document(title, words, page, STYLE)


def _described(
    curves: Sequence[Curve], scale: Scale, foot: Sequence[str]
) -> Iterator[str]:
    marks = dict(scale.marks)
    for curve in curves:
        figures = ", ".join(
            f"{marks.get(point.x, '')}: {point.words}" for point in curve.points
        )
        yield f"{curve.name} by {scale.name}: {figures}."
    yield from (f"{line.strip()}." for line in foot)


def _ends(curves: Sequence[Curve]) -> tuple[float, float]:
    """Return the least and the largest figure, with 0 where it is near."""
    figures = [end for curve in curves for p in curve.points for end in (p.low, p.high)]
    low, high = min(figures, default=0.0), max(figures, default=1.0)
    if 0 < low <= high / 2:
        low = 0.0
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _nice_top(most: float) -> float:
    """Return the top of a scale of chances: the next of a few round ones."""
    return next((top for top in (0.1, 0.2, 0.5) if most <= top), 1.0)


def _steps(low: float, high: float) -> list[float]:
    """Return about five round figures between two."""
    raw = (high - low) / 5
    unit = 10 ** floor(log10(raw)) if raw > 0 else 1.0
    step = next(n * unit for n in (1, 2, 5, 10) if n * unit >= raw)
    first = -(-low // step)
    count = int((high - first * step) / step + 1e-9)
    return [(first + number) * step for number in range(count + 1)]


def _grid(
    low: float, high: float, left: float, right: float, up: Place, are_chances: bool
) -> Iterator[str]:
    """Yield the lines across, with their figures."""
    for figure in _steps(low, high):
        y = up(figure)
        label = f"{figure:.0%}" if are_chances else f"{figure:.4g}"
        yield path([[(left, y), (right, y)]], class_="rule", stroke_width="0.6")
        yield text((left - 4, y + 3), label, SIZE - 1.5, text_anchor="end")


def _marks(scale: Scale, across: Place) -> Iterator[str]:
    """Yield the marks of the scale below, as many as have room, and its name."""
    last_end = -1.0
    for place, label in scale.marks:
        half = width(label, SIZE - 1) / 2
        x = across(place)
        yield path([[(x, HIGH), (x, HIGH + 3)]], class_="edge", stroke_width="0.8")
        if x - half > last_end:
            yield text((x, HIGH + 12), label, SIZE - 1, text_anchor="middle")
            last_end = x + half + 3
    middle = (across(scale.marks[0][0]) + across(scale.marks[-1][0])) / 2
    yield text((middle, HIGH + 23), scale.name, SIZE - 1, text_anchor="middle")


def _curve(number: int, curve: Curve, scale: Scale, across: Place, up: Place) -> str:
    """Return a curve with a sign at each figure, and the ends of its intervals."""
    colour, marks = _colour(number), dict(scale.marks)
    places: list[Point] = [(across(p.x), up(p.y)) for p in curve.points]
    line = path(
        [places],
        fill="none",
        stroke=colour,
        stroke_width="1.4",
        stroke_dasharray=_DASHES[number % len(_DASHES)] or None,
    )
    reach = [
        [(across(p.x), up(p.low)), (across(p.x), up(p.high))]
        for p in curve.points
        if p.high > p.low
    ]
    signs = [
        titled(
            f"{curve.name}, {scale.name} {marks.get(point.x, '')}: {point.words}",
            _sign(number, place, colour),
        )
        for point, place in zip(curve.points, places, strict=True)
    ]
    return element("g", line, path(reach, stroke=colour, stroke_width="0.8"), *signs)


def _sign(number: int, at: Point, colour: str) -> str:
    """Return the sign of a curve: a dot, a square, a triangle or a diamond."""
    x, y = at
    if number % 4 == 0:
        return element("circle", cx=x, cy=y, r=2.4, fill=colour)
    shapes = {
        1: [(-2.2, -2.2), (2.2, -2.2), (2.2, 2.2), (-2.2, 2.2)],
        2: [(0, -2.9), (2.7, 2.1), (-2.7, 2.1)],
        3: [(0, -3.1), (3.1, 0), (0, 3.1), (-3.1, 0)],
    }
    corners = [(x + dx, y + dy) for dx, dy in shapes[number % 4]]
    return path([[*corners, corners[0]]], fill=colour)


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _apart(ends: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Return names at the ends of curves, moved down so that none hides another."""
    placed: list[tuple[float, int]] = []
    for y, number in sorted(ends):
        least = placed[-1][0] + SIZE if placed else y
        placed.append((max(y, least), number))
    over = placed[-1][0] - HIGH if placed else 0
    return [(y - max(over, 0), number) for y, number in placed]


def _cut(name: str, room: float) -> str:
    """Return a name that fits its room, shortened if it must be."""
    if width(name, SIZE - 1) <= room:
        return name
    letters = int(room / width("x", SIZE - 1)) - 3
    return f"{name[: max(letters, 1)]}..."


class HeatCell(Struct, frozen=True):
    """A cell of a heat map: its figure as it is printed, and how strongly it is shaded,
    from -1 (blue) by 0 (none) to 1 (red)."""

    words: str
    strength: float


class HeatGrid(Struct, frozen=True):
    """A heat map under a heading: the names down and across, what each of the two is,
    and a row of cells for each name down."""

    heading: str
    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[HeatCell, ...], ...]


def heat_picture(title: str, grids: Sequence[HeatGrid], foot: Sequence[str]) -> str:
    """Return heat maps, one below the other, on a page as wide as they need."""
    page = Page(max([PAGE, *(_wide(grid) for grid in grids)]))
    page.words([title], bold=True, size=11.0)
    for grid in grids:
        page.words([grid.heading] if grid.heading else [], bold=True)
        drawn = "\n".join(_heat(grid, page.room))
        page.put_moved(drawn, ROW * (len(grid.rows) + 1) + LINE)
    page.words(foot)
    words = " ".join(
        [*(_grid_words(grid) for grid in grids), *(f"{line.strip()}." for line in foot)]
    )
    return document(title, words, page, STYLE)


def _names_room(grid: HeatGrid) -> float:
    return min(LABELS, max(width(each, SIZE) for each in (*grid.rows, grid.down)) + 6)


def _cell_room(grid: HeatGrid) -> float:
    texts = [cell.words for row in grid.cells for cell in row]
    return max(width(each, SIZE - 1) for each in (*texts, *grid.columns)) + 6


def _wide(grid: HeatGrid) -> float:
    return 2 * RIM + _names_room(grid) + len(grid.columns) * _cell_room(grid)


def _heat(grid: HeatGrid, room: float) -> Iterator[str]:
    """Yield the rows of a heat map at the height 0, below what goes across."""
    names = _names_room(grid)
    wide = min((room - names) / len(grid.columns), 64.0)
    left = RIM + names
    base = LINE + 0.7 * ROW
    yield text((left, LINE - 3), grid.across, SIZE - 1, font_style="italic")
    yield text((RIM, base), _cut(grid.down, names), SIZE - 1, font_style="italic")
    for number, name in enumerate(grid.columns):
        middle = left + (number + 0.5) * wide
        yield text((middle, base), name, SIZE - 1, text_anchor="middle")
    for at, (name, cells) in enumerate(zip(grid.rows, grid.cells, strict=True)):
        top = LINE + (at + 1) * ROW
        yield text((RIM, top + 0.7 * ROW), _cut(name, names), SIZE - 1)
        for number, cell in enumerate(cells):
            x = left + number * wide
            frame: dict[str, object] = {"x": x, "y": top, "height": ROW, "width": wide}
            yield titled(
                f"{grid.down} {name}, {grid.across} {grid.columns[number]}: "
                f"{cell.words}",
                element("rect", **frame, fill=_shade(cell.strength), stroke="#fff"),
                text(
                    (x + wide / 2, top + 0.7 * ROW),
                    cell.words,
                    SIZE - 1,
                    text_anchor="middle",
                ),
                class_="cell",
            )


def _shade(strength: float) -> str:
    """Return white for 0, red for 1, blue for -1, pale enough for dark letters."""
    red, blue = (226, 110, 80), (104, 150, 214)
    end = red if strength >= 0 else blue
    part = min(abs(strength), 1.0)
    mixed = (round(255 + (channel - 255) * part) for channel in end)
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _grid_words(grid: HeatGrid) -> str:
    rows = "; ".join(
        f"{grid.down} {name}: "
        + ", ".join(
            f"{column} {cell.words}"
            for column, cell in zip(grid.columns, cells, strict=True)
        )
        for name, cells in zip(grid.rows, grid.cells, strict=True)
    )
    return f"{grid.heading} by {grid.across}: {rows}."


class Pair(Struct, frozen=True):
    """A chance on two sides, with what its row says in words."""

    label: str
    first: float
    second: float
    words: str


class PairGroup(Struct, frozen=True):
    """Chances on two sides under a heading ("": none), and lines of words below."""

    heading: str
    pairs: tuple[Pair, ...]
    below: tuple[str, ...] = ()


def pairs_picture(
    title: str, sides: tuple[str, str], groups: Sequence[PairGroup], foot: Sequence[str]
) -> str:
    """Return a row for each chance with a full dot for the first side and a ring for
    the second, from 0 to 100 %, and the figures beside it."""
    pairs = [pair for group in groups for pair in group.pairs]
    names = min(LABELS, max([width(pair.label, SIZE) for pair in pairs], default=0) + 6)
    said = max([width(pair.words, SIZE - 1) for pair in pairs], default=0)
    page = Page(max(PAGE, RIM + names + CHART + 8 + said + RIM))
    page.words([title], bold=True, size=11.0)
    key = element(
        "g",
        element("circle", cx=RIM + 4, cy=5.0, r=3.0, fill=_colour(0)),
        text((RIM + 12, 8), sides[0], SIZE - 1),
        _ring(RIM + 24 + width(sides[0], SIZE - 1), 5.0),
        text((RIM + 32 + width(sides[0], SIZE - 1), 8), sides[1], SIZE - 1),
    )
    page.put_moved(key, LINE)
    for group in groups:
        page.words([group.heading] if group.heading else [], bold=True)
        rows = [_pair(pair, number, names) for number, pair in enumerate(group.pairs)]
        page.put_moved("\n".join(rows), len(rows) * ROW)
        page.words(group.below)
    page.words(foot)
    words = " ".join(map(_group_words, groups))
    tail = " ".join(f"{line.strip()}." for line in foot)
    return document(title, f"{sides[0]} and {sides[1]}. {words} {tail}", page, STYLE)


def _pair(pair: Pair, number: int, names: float) -> str:
    """Return the row of a pair at the height of its number, right of its name."""
    y, left = (number + 0.5) * ROW, RIM + names
    first, second = (left + CHART * part for part in (pair.first, pair.second))
    return titled(
        f"{pair.label}: {pair.words}",
        path([[(left, y), (left + CHART, y)]], class_="rule", stroke_width="0.6"),
        path([[(first, y), (second, y)]], class_="edge", stroke_width="1.2"),
        _ring(second, y),
        element("circle", cx=first, cy=y, r=3.0, fill=_colour(0)),
        text(
            (left - 4, y + 3),
            _cut(pair.label, names - 6),
            SIZE - 1,
            text_anchor="end",
        ),
        text((left + CHART + 8, y + 3), pair.words, SIZE - 1),
    )


def _group_words(group: PairGroup) -> str:
    rows = "; ".join(f"{pair.label}: {pair.words}" for pair in group.pairs)
    below = "".join(f" {line}." for line in group.below)
    return f"{group.heading}: {rows}.{below}" if group.heading else f"{rows}.{below}"


def _ring(x: float, y: float) -> str:
    return element(
        "circle", cx=x, cy=y, r=3.0, fill="none", stroke=_colour(1), stroke_width="1.4"
    )

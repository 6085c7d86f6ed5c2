"""A panel of a map of hexes: the hexes of a window and all that is drawn on them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct

from interpreter.boards.hexes import Hex, Orientation, distance, neighbour
from interpreter.boards.hexes import within as hexes_within
from interpreter.boards.layout import HexLayout
from interpreter.maps import counters, words
from interpreter.maps.arrows import arrow_meanings, arrows
from interpreter.maps.counters import LOOKS, Pile, fill
from interpreter.maps.legend import (
    LegendEntry,
    counter_entries,
    extent_entries,
    ground_entries,
    line_entry,
)
from interpreter.maps.line_styles import (
    OFFERED,
    ROUND,
    TOUCHED,
    WAY,
    reach_name,
    reach_styles,
    somewhere_style,
    zone_styles,
    zoned,
)
from interpreter.maps.name_labels import (
    BELOW as NAMES_BELOW,
)
from interpreter.maps.name_labels import (
    Rect,
    Room,
    around,
    placed_names,
    words_box,
)
from interpreter.maps.plan import CellPiece, HexPlan
from interpreter.maps.svg import (
    TALL,
    WIDE,
    HexPaper,
    Point,
    element,
    number,
    offer,
    path,
    text,
    titled,
)
from interpreter.maps.windows import HexWindow
from interpreter.maps.words import Lettered

LARGEST = 28.0  # of a hex, from its centre to a corner
LABEL, BELOW = 0.36, 0.28  # letters above and below in a hex, of its size
LETTERS = 3  # of areas in one hex
FARTHEST = 50  # hexes that are drawn of what something reaches
_MIDDLE = MappingProxyType({"text_anchor": "middle", "class_": "halo"})
_LOWER = MappingProxyType({"font_weight": "bold", "fill": "#5b4a2f"})
_BORDER = MappingProxyType({"stroke": "#5b4a2f", "stroke_width": "1.8"})
_EDGE = MappingProxyType({"stroke": "#000000", "stroke_width": "2.6"})


def largest(plan: HexPlan, window: HexWindow, room: float) -> float:
    """Return how large the hexes of a window may be in so much room."""
    return min(LARGEST, room / width_in_hexes(plan, window))


def width_in_hexes(plan: HexPlan, window: HexWindow) -> float:
    """Return how wide a window is, for hexes of size 1."""
    columns = len(window.columns)
    sides_up = plan.chart.board.orientation is Orientation.SIDES_UP
    return 1.5 * columns + 0.5 if sides_up else TALL * (columns + 0.5)


def paper_of(
    plan: HexPlan, window: HexWindow, corner: Point, room: float, size: float
) -> HexPaper:
    """Return the paper on which a window stands in the middle of so much room, below a
    corner."""
    orientation = plan.chart.board.orientation
    column, row = window.columns.start, window.rows.start
    if orientation is Orientation.SIDES_UP:
        begin = (1 - 1.5 * column, TALL / 2 - TALL * row)
    else:
        begin = (TALL / 2 - TALL * column, 1 - 1.5 * row)
    left = corner[0] + (room - size * width_in_hexes(plan, window)) / 2
    return HexPaper(
        orientation, size, (left + size * begin[0], corner[1] + size * begin[1])
    )


def height(paper: HexPaper, window: HexWindow) -> float:
    """Return how high a window is on paper."""
    rows = len(window.rows)
    if paper.orientation is Orientation.SIDES_UP:
        return paper.size * TALL * (rows + 0.5)
    return paper.size * (1.5 * rows + 0.5)


def from_afar(plan: HexPlan, window: HexWindow, paper: HexPaper, name: str) -> str:
    """Return a window too small for words: ground, areas, and a dot for each hex that
    matters."""
    shape = HexPaper(paper.orientation, paper.size).corners((0, 0))
    dots = [
        element("circle", cx=x, cy=y, r=paper.size * 0.42)
        for x, y in map(paper.centre, sorted(plan.matters().intersection(window.hexes)))
    ]
    return element(
        "g",
        element("defs", path([[*shape, shape[0]]], id=f"hex-{name}")),
        ground(plan, window, paper, name, far=True),
        element("g", *areas(plan, window, paper), fill="none"),
        element("g", *dots, fill="#000000"),
    )


def panel(
    plan: HexPlan, window: HexWindow, paper: HexPaper, name: str, *, bare: bool = False
) -> str:
    """Return a panel; `name` is one that no other panel of the picture has. A `bare`
    one has no labels."""
    inside = frozenset(window.hexes)
    pieces = [piece for piece in plan.pieces if piece.at in inside]
    held = counters.piles(plan, pieces, plan.reports)
    at_of: dict[Hex, list[CellPiece]] = {}
    for piece in pieces:
        at_of.setdefault(piece.at, []).append(piece)
    shape = HexPaper(paper.orientation, paper.size).corners((0, 0))
    return element(
        "g",
        element(
            "defs",
            path([[*shape, shape[0]]], id=f"hex-{name}"),
            element("clipPath", _frame(window, paper), id=f"clip-{name}"),
        ),
        ground(plan, window, paper, name),
        element(
            "g",
            *_borders(plan, window, paper),
            fill="none",
            clip_path=f"url(#clip-{name})",
        ),
        element("g", *_arrows(plan, paper), clip_path=f"url(#clip-{name})"),
        "" if bare else element("g", *_labels(plan, window, paper), fill="#222222"),
        element("g", *_links(plan, inside, paper), fill="none"),
        *(counters.stood(paper, at, held[at]) for at in window.hexes if at in held),
        *(counters.badges(paper, at, at_of[at]) for at in window.hexes if at in at_of),
        counters.arrows(paper, pieces, plan.reports, inside),
        "" if bare else element("g", *_names(plan, window, paper, held)),
        *_offers(plan, inside, paper),
    )


def _offers(plan: HexPlan, inside: Collection[Hex], paper: HexPaper) -> Iterator[str]:
    """Yield the hexes that lead to their option, above all else."""
    for hex_, label in plan.linked_places():
        if hex_ in inside:
            corners = paper.inset(0.1).corners(hex_)
            shape = path([[*corners, corners[0]]], **TOUCHED)
            yield offer(plan.linked, label, shape)


def _names(
    plan: HexPlan,
    window: HexWindow,
    paper: HexPaper,
    held: Mapping[Hex, Sequence[Pile]],
) -> Iterator[str]:
    """Yield the names beside counters, where they hide no label, badge or arrow."""
    inside = frozenset(window.hexes)
    pieces = [piece for piece in plan.pieces if piece.at in inside]
    taken = [counters.box_of(paper, at, each) for at, each in held.items()]
    taken += (each.box for each in _printed(plan.chart, window, paper).values())
    taken += (each.box for each in _lower_labels(plan, window, paper).values())
    for at in {piece.at for piece in pieces if piece.badges}:
        count = sum(len(piece.badges) for piece in pieces if piece.at == at)
        x, y = paper.centre(at)
        radius = counters.BADGE * paper.size
        wide = 2.15 * radius * min(count, counters.MOST_IN_ROW)
        taken.append(around((x, y + counters.LOW * paper.size), wide, 2 * radius))
    for piece in pieces:
        if piece.facing is not None:
            tip = paper.toward(piece.at, piece.facing, 0.9)
            taken.append(around(tip, 0.3 * paper.size, 0.3 * paper.size))
    room = Room(_around(window, paper), taken)
    names = counters.names_of(paper, held, pieces)
    yield from placed_names(names, room, counters.NAMES * paper.size, NAMES_BELOW)


def _frame(window: HexWindow, paper: HexPaper) -> str:
    """Return the room of a panel, beyond which no line is drawn."""
    left, top, right, low = _around(window, paper)
    return element("rect", x=left, y=top, width=right - left, height=low - top)


def _around(window: HexWindow, paper: HexPaper) -> Rect:
    middles = [paper.centre(each) for each in window.hexes] or [(0.0, 0.0)]
    x, y = paper.centre((0, 0))
    corners = [(right - x, low - y) for right, low in paper.corners((0, 0))]
    left, top = (
        min(each[axis] for each in middles) + min(each[axis] for each in corners) - 1.5
        for axis in (0, 1)
    )
    right, low = (
        max(each[axis] for each in middles) + max(each[axis] for each in corners) + 1.5
        for axis in (0, 1)
    )
    return left, top, right, low


def ground(
    plan: HexPlan, window: HexWindow, paper: HexPaper, name: str, *, far: bool = False
) -> str:
    """Return the hexes with their ground; from `far` only with its tint."""
    looks: dict[str, list[Hex]] = {}
    for hex_ in window.hexes:
        looks.setdefault(plan.look(plan.ground(hex_)), []).append(hex_)
    drawn = [
        element(
            "g",
            *_copies(plan, paper, looks[look], name),
            fill=tint if far else fill(look),
        )
        for look, (tint, _) in LOOKS.items()
        if look in looks
    ]
    thin = "0.15" if far else "0.6"
    style = {"stroke": "#77776e", "stroke_width": thin}
    board = plan.board if plan.is_pointed_at else None
    return element("g", *drawn, **style, data_cells_of=board)


def _copies(
    plan: HexPlan, paper: HexPaper, hexes: Iterable[Hex], name: str
) -> Iterator[str]:
    for hex_ in hexes:
        x, y = paper.centre(hex_)
        at = {"href": f"#hex-{name}", "x": number(x), "y": number(y)}
        label = plan.label(hex_) if plan.is_pointed_at else None
        yield element("use", **at, data_cell=label)


def _borders(plan: HexPlan, window: HexWindow, paper: HexPaper) -> Iterator[str]:
    """Yield the lines of the map: coarse hexes, its edge, lands and ways, how far
    things reach, where something was reported to be."""
    yield from _sheet(plan.chart, window, paper)
    inside = frozenset(window.hexes)
    for feature in words.lettered(plan):
        if inside.intersection(feature.hexes):
            line = (
                _way(plan, paper, feature)
                if feature.is_way
                else _land(paper, window, feature)
            )
            yield titled(f"{feature.letter}: {feature.name}", line)
    styles = reach_styles(plan)
    for meaning, hexes in reached(plan).items():
        line = path(
            paper.inset(0.07).joined(_rim(window, hexes.__contains__)),
            **styles[meaning],
        )
        yield titled(meaning, line) if line else ""
    for meaning, hexes in zoned(plan).items():
        line = path(
            paper.inset(0.2).joined(_rim(window, hexes.__contains__)),
            **zone_styles(plan)[meaning],
        )
        yield titled(meaning, line) if line else ""
    if plan.offered:
        chosen = frozenset(plan.offered)
        rim = ((e, s) for e in window.hexes if e in chosen for s in range(6))
        line = path(paper.inset(0.26).joined(rim), **OFFERED)
        yield titled("to choose from", line) if line else ""
    yield from areas(plan, window, paper)


@lru_cache(maxsize=32)  # a map is drawn again and again
def _sheet(chart: HexLayout, window: HexWindow, paper: HexPaper) -> tuple[str, str]:
    """Return the lines between coarse hexes, and around the map."""
    board, nesting = chart.board, chart.board.nesting
    sides = [
        (hex_, side)
        for hex_ in (window.hexes if nesting is not None else ())
        for side in range(3)
        if neighbour(hex_, side) in board
        and chart.group(hex_) != chart.group(neighbour(hex_, side))
    ]
    rim = paper.joined(_rim(window, board.__contains__))
    return path(paper.joined(sides), **_BORDER), path(rim, **_EDGE)


def _rim(window: HexWindow, holds: Callable[[Hex], bool]) -> Iterator[tuple[Hex, int]]:
    """Yield the sides at which some hexes end, of those in a window."""
    for hex_ in window.hexes:
        if holds(hex_):
            for side in range(6):
                if not holds(neighbour(hex_, side)):
                    yield hex_, side


def _way(plan: HexPlan, paper: HexPaper, way: Lettered) -> str:
    """Return a way as a line from hex to hex, and on to whose it is, if that stands
    beside one of its ends."""
    hexes = list(way.hexes)
    for at in [e.at for e in plan.pieces if e.name == way.name and not e.role][:1]:
        if distance(hexes[-1], at) == 1:
            hexes.append(at)
        elif distance(hexes[0], at) == 1:
            hexes.insert(0, at)
    points = [paper.centre(each) for each in hexes]
    return path([points], **WAY)


def _land(paper: HexPaper, window: HexWindow, land: Lettered) -> str:
    """Return the rim of a region, or of what a thing covers."""
    rim = _rim(window, frozenset(land.hexes).__contains__)
    return path(paper.inset(0.14).joined(rim), **ROUND)


def areas(plan: HexPlan, window: HexWindow, paper: HexPaper) -> Iterator[str]:
    """Yield the rims of areas somewhere in which something was reported."""
    for report in plan.reports:
        style = somewhere_style(is_old=report.is_old)
        for area in map(frozenset, report.areas):
            sides = paper.inset(0.1).joined(_rim(window, area.__contains__))
            line = path(sides, **style)
            yield titled(f"{report.mark}: somewhere here", line) if line else ""


def reached(plan: HexPlan) -> dict[str, frozenset[Hex]]:
    """Return the hexes that things of one owner reach, by what is said of them."""
    found: dict[str, set[Hex]] = {}
    for reach in plan.reaches:
        if reach.far <= FARTHEST:
            hexes = hexes_within(reach.centre, reach.far)
            found.setdefault(reach_name(plan, reach), set()).update(hexes)
    return {meaning: frozenset(hexes) for meaning, hexes in found.items()}


class _PrintedLabel(Struct, frozen=True):
    """The label of a hex: its middle, how it is drawn, and the room that it takes."""

    centre: Point
    drawn: str
    box: Rect


@lru_cache(maxsize=32)  # a map is drawn again and again
def _printed(
    chart: HexLayout, window: HexWindow, paper: HexPaper
) -> Mapping[Hex, _PrintedLabel]:
    """Return the labels of the hexes of a window, which hang on nothing that moves."""
    found = {}
    for hex_ in window.hexes:
        x, y = paper.centre(hex_)
        label, base = chart.label_of(hex_), y - 0.36 * paper.size
        size = fitting(label, LABEL, paper)
        drawn = text((x, base), label, size, **_MIDDLE)
        found[hex_] = _PrintedLabel((x, y), drawn, words_box(x, base, label, size))
    return found


class _LowerLabel(Struct, frozen=True):
    """What stands below in a hex: the middle and base of the line, the words, and their
    size."""

    at: Point
    words: str
    size: float

    @property
    def box(self) -> Rect:
        """The room that it takes."""
        return words_box(*self.at, self.words, self.size)


def _labels(plan: HexPlan, window: HexWindow, paper: HexPaper) -> Iterator[str]:
    """Yield the labels of hexes; the lower ones are bold."""
    lower = _lower_labels(plan, window, paper)
    for hex_, label in _printed(plan.chart, window, paper).items():
        yield label.drawn
        if hex_ in lower:
            below = lower[hex_]
            yield text(below.at, below.words, below.size, **_MIDDLE, **_LOWER)


def _lower_labels(
    plan: HexPlan, window: HexWindow, paper: HexPaper
) -> dict[Hex, _LowerLabel]:
    """Return by hex the label of the coarse hex of which it is the middle, and of the
    areas in which it lies."""
    coarse = _coarse(plan, window) if plan.coarser else {}
    letters: dict[Hex, str] = {}
    for each in words.lettered(plan):
        for hex_ in dict.fromkeys(each.hexes):
            letters[hex_] = letters.get(hex_, "") + each.letter
    found = {}
    for hex_ in window.hexes:
        letter = letters.get(hex_, "")
        beside = letter if len(letter) <= LETTERS else f"{letter[: LETTERS - 1]}+"
        said = f"{coarse.get(hex_, '')} {beside}".strip()
        if said:
            x, y = paper.centre(hex_)
            at = x, y + 0.76 * paper.size
            found[hex_] = _LowerLabel(at, said, fitting(said, BELOW, paper))
    return found


def fitting(label: str, most: float, paper: HexPaper) -> float:
    """Return how large letters may be, at most so large for a hex of size 1, so that
    words do not leave a hex."""
    return min(most, 1.6 / (WIDE * max(len(label), 1))) * paper.size


def _coarse(plan: HexPlan, window: HexWindow) -> dict[Hex, str]:
    """Return the labels of coarse hexes, each in the first of its hexes shown, from
    its middle outwards."""
    inside = frozenset(window.hexes)
    found: dict[Hex, str] = {}
    for group in dict.fromkeys(plan.group(each) for each in window.hexes):
        if group is not None:
            at = next(e for e in plan.chart.members(group) if e in inside)
            found[at] = plan.group_label(group)
    return found


def _links(plan: HexPlan, inside: frozenset[Hex], paper: HexPaper) -> Iterator[str]:
    """Yield a line from each thing to what else of it stands elsewhere."""
    places = {(e.kind, e.name): e.at for e in plan.pieces if not e.role}
    for piece in plan.pieces:
        start = places.get((piece.kind, piece.name))
        if not piece.role or start is None or start == piece.at:
            continue
        if start in inside and piece.at in inside:
            ends = [paper.centre(start), paper.centre(piece.at)]
            style = {"stroke": "#000000", "stroke_width": "0.9"}
            yield path([ends], **style, stroke_dasharray="1.2 1.8")


def _arrows(plan: HexPlan, paper: HexPaper) -> Iterator[str]:
    """Yield arrows from the middle of a hex to beside the counters of another."""
    yield from arrows(plan, paper.centre, lambda _: 0.62 * paper.size)


def entries(plan: HexPlan, shown: Sequence[HexWindow]) -> list[LegendEntry]:
    """Return a sample and its meaning for each mark that the picture may have."""
    found = {plan.ground(each) for window in shown for each in window.hexes}
    shape = HexPaper(plan.chart.board.orientation, 8.0).corners((0, 0))
    rim = {"stroke": "#77776e", "stroke_width": "0.6"}

    def sample(filled: str) -> str:
        return path([[*shape, shape[0]]], fill=filled, **rim)

    grounds = ground_entries(plan, found, sample)
    return [*counter_entries(plan), *_line_entries(plan), *grounds]


def _line_entries(plan: HexPlan) -> Iterator[LegendEntry]:
    if plan.coarser:
        size = f" ({plan.across[1]})" if plan.across[1] else ""
        yield line_entry(f"border of {plan.coarser}{size}", **_BORDER)
    if plan.chart.board.sheet is not None:
        yield line_entry("edge of the map", **_EDGE)
    for meaning, style in reach_styles(plan).items():
        yield line_entry(f"{meaning}, blocked or not", **style)
    for meaning, style in zone_styles(plan).items():
        yield line_entry(meaning, **style)
    yield from arrow_meanings(plan)
    yield from extent_entries(plan, ROUND)

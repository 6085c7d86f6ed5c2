"""What is drawn on a cell: its ground and the counters on it."""

from collections.abc import Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Protocol

from msgspec import Struct

from interpreter.boards.hexes import Hex
from interpreter.boards.protocol import Cell
from interpreter.maps.name_labels import PlacedName, Rect, name_lines, says_all
from interpreter.maps.plan import CellPiece, CellPlan, CellReport
from interpreter.maps.svg import WIDE, HexPaper, Point, element, path, text, titled

_TILE = 12
_PALE = "#8a8a80"
_LINE = f'fill="none" stroke="{_PALE}" stroke-width="0.7"'

LOOKS = MappingProxyType(
    {
        "plain": ("#fbfaf4", ""),
        "dots": (
            "#f7f2df",
            '<path d="M2 3h1M8 5h1M5 10h1M11 11h1" '
            f'stroke="{_PALE}" stroke-width="1"/>',
        ),
        "tufts": (
            "#eef3dc",
            f'<path d="M2 5l1-3l1 3M3 5v-3.6M8 11l1-3l1 3M9 11v-3.6" {_LINE}/>',
        ),
        "bushes": (
            "#e6eed3",
            f'<path d="M1.5 5a2 2 0 0 1 4 0zM7.5 11a2 2 0 0 1 4 0z" {_LINE}/>',
        ),
        "trees": (
            "#d9e8cf",
            f'<path d="M3 5.5v-1.3M1 4.2l2-3.6l2 3.6zM9 11.5v-1.3M7 10.2l2-3.6l2 3.6z" '
            f"{_LINE}/>",
        ),
        "woods": (
            "#cfe3c4",
            f'<g {_LINE}><circle cx="3" cy="2.6" r="2"/><path d="M3 4.6v1.4"/>'
            '<circle cx="9" cy="8.6" r="2"/><path d="M9 10.6v1.4"/></g>',
        ),
        "palms": (
            "#cfe3d3",
            f'<path d="M3 6v-4M1 2.6q2-2.4 2-.6q0-1.8 2 .6M9 12v-4M7 8.6q2-2.4 2-.6'
            f'q0-1.8 2 .6" {_LINE}/>',
        ),
        "hills": (
            "#f1e7d2",
            f'<path d="M0 5q3-5 6 0M6 11q3-5 6 0" {_LINE}/>',
        ),
        "wooded hills": (
            "#dfe6c9",
            f'<path d="M0 6q3-5 6 0M7 10.5l2-4l2 4zM9 10.5v1.2" {_LINE}/>',
        ),
        "peaks": (
            "#e7e1d9",
            f'<path d="M0.5 6l3-5.4l3 5.4M3.5 0.6l1.2 5.4M6.5 12l2.6-4.6l2.6 4.6" '
            f"{_LINE}/>",
        ),
        "reeds": (
            "#dfece6",
            f'<path d="M0 6h5M1.5 6v-3M3.2 6v-4M6 12h5M7.5 12v-3M9.2 12v-4" {_LINE}/>',
        ),
        "bushy marsh": (
            "#dcebdd",
            f'<path d="M0 5.6h6M1 5.6a2 2 0 0 1 4 0M6 11.6h6M8 11.6v-3M10 11.6v-3" '
            f"{_LINE}/>",
        ),
        "wooded marsh": (
            "#d2e6de",
            f'<path d="M0 5.6h6M1 4.4l2-3.8l2 3.8zM6 11.6h6M8 11.6v-3M10 11.6v-3" '
            f"{_LINE}/>",
        ),
        "waves": (
            "#d6e7f1",
            f'<path d="M0 3q1.5-2 3 0t3 0t3 0t3 0M0 9q1.5-2 3 0t3 0t3 0t3 0" {_LINE}/>',
        ),
        "deep water": (
            "#a9cbe2",
            '<path d="M0 2q1.5-2 3 0t3 0t3 0t3 0M0 6q1.5-2 3 0t3 0t3 0t3 0'
            f'M0 10q1.5-2 3 0t3 0t3 0t3 0" {_LINE}/>',
        ),
        "stones": (
            "#efece4",
            f'<g {_LINE}><path d="M1 4l1-2l2 0l1 2zM7 10l1-2l2 0l1 2z"/></g>',
        ),
        "lines": ("#f4f0e6", f'<path d="M0 3h12M0 9h12" {_LINE}/>'),
        "furrows": ("#f3ecd4", f'<path d="M0 12l12-12M-1 1l2-2M11 13l2-2" {_LINE}/>'),
        "grid": ("#ececec", f'<path d="M0 3h12M0 9h12M3 0v12M9 0v12" {_LINE}/>'),
        "crosses": (
            "#f5ebe4",
            f'<path d="M1.5 1.5l3 3M4.5 1.5l-3 3M7.5 7.5l3 3M10.5 7.5l-3 3" {_LINE}/>',
        ),
        "rings": (
            "#f0eaf0",
            f'<g {_LINE}><circle cx="3" cy="3" r="1.6"/><circle cx="9" cy="9" r="1.6"/>'
            "</g>",
        ),
    }
)
"""The looks that ground may have: a tint, and what is drawn on it in a tile of 12."""


def looks_of(count: int, named: Sequence[str]) -> tuple[str, ...]:
    """Return a look for each ground: what is said of it, else one that no other has,
    as long as there are some."""
    taken = set(named)
    free = [each for each in LOOKS if each not in taken] or list(LOOKS)
    found: list[str] = []
    for each in [*named, *([""] * count)][:count]:
        found.append(each or free[sum(e not in taken for e in found) % len(free)])
    return tuple(found)


def fill(look: str) -> str:
    """Return what fills a shape with a look."""
    return f"url(#{_id(look)})"


def _id(look: str) -> str:
    return f"ground-{look.replace(' ', '-')}"


def pattern(look: str) -> str:
    """Return the definition of a look."""
    tint, drawn = LOOKS[look]
    back = element("rect", width=_TILE, height=_TILE, fill=tint)
    size = {"width": _TILE, "height": _TILE, "patternUnits": "userSpaceOnUse"}
    return element("pattern", back, drawn, id=_id(look), **size)


def symbol(look: str) -> str:
    """Return the letter that marks a look in a map of text."""
    return _SYMBOLS[look]


_SYMBOLS = MappingProxyType(dict(zip(LOOKS, '.:"o^&ynwm|%$~=*-/#x@', strict=True)))


NAMES = 0.34  # letters of names, of the size of a hex
BADGE, LOW = 0.16, 0.57  # of a badge, and how far below the middle of its hex
CORNER = 1.12  # how far out an arrow toward a corner ends; 0.99 toward a side
MOST_IN_ROW = 5  # badges of a hex: what is more is counted
MOST_PILES = 4  # in a hex: two above each other, or two by two
ROOM, TOP, HIGH = 1.4, -0.33, 0.86  # of a hex of size 1: between its labels
ALSO, REPORTED, OLD, MORE = "also", "reported", "old", "more"

NAVY, _RED, _INK = "#1d2b4a", "#8c1d18", "#111111"
_BAND, _DIGITS = 0.2, 0.62  # of the height of a counter, on its left
_OWN = ("0", "1", "2", "3")
_STYLES = MappingProxyType(
    {
        "0": {"fill": NAVY, "stroke": "#000000", "stroke_width": "0.8"},
        "1": {"fill": "#ffffff", "stroke": _RED, "stroke_width": "1.6"},
        "2": {"fill": "#f3e3a9", "stroke": _INK, "stroke_width": "0.9"},
        "3": {"fill": "#b9c6bf", "stroke": _INK, "stroke_width": "0.9"},
        "": {"fill": "#ffffff", "stroke": "#444444", "stroke_width": "0.7"},
        REPORTED: {
            **{"fill": "#ffffff", "stroke": _INK, "stroke_width": "1"},
            "stroke_dasharray": "2.4 1.4",
        },
        OLD: {
            **{"fill": "#f4f4f4", "stroke": "#555555", "stroke_width": "0.7"},
            "stroke_dasharray": "0.8 1.2",
        },
    }
)


class CounterSymbol(Struct, frozen=True):
    """One thing of a pile: what stands on it, and what it is."""

    mark: str
    title: str


class Pile(Struct, frozen=True):
    """Tokens of one look in a hex: of an owner (None nobody), or of a `sort`."""

    owner: int | None
    sort: str
    tokens: tuple[CounterSymbol, ...]


def piles(
    plan: CellPlan, pieces: Iterable[CellPiece], reports: Iterable[CellReport]
) -> dict[Hex, list[Pile]]:
    """Return the piles of each hex: things by owner, what else of them is there, then
    what was reported, the latest on top."""
    found: dict[Hex, dict[tuple[int, int, str], list[CounterSymbol]]] = {}
    for piece in pieces:
        rank = len(plan.owners) if piece.owner is None else piece.owner
        key = (rank, 1, ALSO) if piece.role else (rank, 0, "")
        token = CounterSymbol(piece.sign, piece.title)
        found.setdefault(piece.at, {}).setdefault(key, []).append(token)
    for report in reversed(list(reports)):
        token = CounterSymbol(report.mark, f"{report.mark}: {report.said}")
        for spot in report.marked:
            held = found.setdefault(spot, {})
            report_look = (len(plan.owners) + 1, 2, REPORTED)
            older = (len(plan.owners) + 1, 2, OLD)
            key = report_look if report_look in held or not report.is_old else older
            held.setdefault(key, []).append(token)
    return {at: _few(plan, held) for at, held in found.items()}


def _few(
    plan: CellPlan, held: dict[tuple[int, int, str], list[CounterSymbol]]
) -> list[Pile]:
    ordered = sorted(held.items(), key=lambda each: (each[0][1], each[0]))
    made = [
        Pile(None if rank >= len(plan.owners) else rank, sort, tuple(tokens))
        for (rank, _, sort), tokens in ordered
    ]
    if len(made) <= MOST_PILES:
        return made
    rest = [token for each in made[MOST_PILES - 1 :] for token in each.tokens]
    return [*made[: MOST_PILES - 1], Pile(None, MORE, tuple(rest))]


class CellPaper(Protocol):
    """Where places are on paper, and how large they are drawn."""

    @property
    def size(self) -> float:
        """From the middle of a place to its rim."""

    def centre(self, cell: Cell, /) -> Point:
        """Return the middle of a place."""


def stood(paper: CellPaper, at: Hex, held: list[Pile]) -> str:
    """Return the piles of a hex: two above each other, more two by two."""
    x, y = paper.centre(at)
    across = 1 if len(held) <= 2 else 2
    step = HIGH / max(-(-len(held) // across), 1)
    high = min(step * 0.9, 0.66)
    wide = ROOM / across
    drawn = []
    for place, each in enumerate(held):
        row, column = divmod(place, across)
        left = (column + 0.5) * wide - ROOM / 2
        down = TOP + step * (row + 0.5)
        middle = (x + left * paper.size, y + down * paper.size)
        room = (wide - (0.06 if across > 1 else 0)) * paper.size
        drawn.append(pile(middle, room, high * paper.size, each))
    return "".join(drawn)


def box_of(paper: CellPaper, at: Hex, held: Sequence[Pile]) -> Rect:
    """Return the box around the piles of a place as `stood` draws them, with the
    numbers beside them."""
    x, y = paper.centre(at)
    rows = max(-(-len(held) // (1 if len(held) <= 2 else 2)), 1)
    step = HIGH / rows
    high = min(step * 0.9, 0.66)
    over = 0.1 * high if any(len(each.tokens) > 1 for each in held) else 0.02
    top, low = TOP + (step - high) / 2, TOP + HIGH - (step - high) / 2
    size = paper.size
    return (
        x - (ROOM / 2) * size,
        y + (top - over) * size,
        x + (ROOM / 2 + over) * size,
        y + (low + over) * size,
    )


def names_of(
    paper: CellPaper, held: Mapping[Hex, Sequence[Pile]], pieces: Sequence[CellPiece]
) -> list[PlacedName]:
    """Return the names beside the counters of each place: of the things that stand
    there themselves, if a counter does not say all of a name."""
    at_of: dict[Hex, list[CellPiece]] = {}
    for piece in pieces:
        if not piece.role:
            at_of.setdefault(piece.at, []).append(piece)
    return [
        PlacedName(
            (there[0].kind, there[0].name),
            box_of(paper, at, held[at]),
            name_lines(list(dict.fromkeys(piece.name for piece in there))),
        )
        for at, there in at_of.items()
        if len(there) > 1 or not says_all(there[0].mark, there[0].name)
    ]


def pile(middle: Point, room: float, high: float, held: Pile) -> str:
    """Return a pile as fanned counters, with their number where there are several."""
    count = len(held.tokens)
    fan = min(0.08, 0.24 / count) * high if count > 1 else 0.0
    badge = 0.28 * high if count > 1 and held.sort != MORE else 0.0
    deep = fan * (count - 1)
    wide = room - deep - badge
    front = middle[0] - (deep + badge) / 2
    drawn = []
    for depth in range(count - 1, -1, -1):
        at = (front + fan * depth, middle[1] - fan * depth)
        token = held.tokens[depth]
        mark = f"+{count}" if held.sort == MORE else token.mark
        inside = _face(at, wide, high, held, mark if depth == 0 else "")
        drawn.append(titled(token.title, inside))
    if badge:
        corner = (front + wide / 2 + 0.08 * high, middle[1] + high * 0.24)
        drawn.append(_count(corner, 0.3 * high, count))
    return "".join(drawn)


def _count(at: Point, radius: float, count: int) -> str:
    return disc(at, radius, str(count))


def disc(at: Point, radius: float, letters: str) -> str:
    """Return a small ring with letters in it."""
    size = min(radius * 1.5, 1.8 * radius / (WIDE * len(letters)))
    ring = element(
        "circle",
        **{"cx": at[0], "cy": at[1], "r": radius, "fill": "#ffffff"},
        stroke="#000000",
        stroke_width="0.6",
    )
    down = (at[0], at[1] + size * 0.36)
    return ring + text(down, letters, size, text_anchor="middle", font_weight="bold")


def _face(at: Point, wide: float, high: float, held: Pile, mark: str) -> str:
    """Return a counter; its shape and frame say as much as its tint."""
    x, y = at[0] - wide / 2, at[1] - high / 2
    style = style_of(held)
    pill = held.sort in (ALSO, REPORTED, OLD)
    box: dict[str, object] = {"x": x, "y": y, "width": wide, "height": high}
    if pill:
        box["rx"] = high / 2
    drawn, strip = element("rect", **box, **style), 0.0
    if not held.sort and held.owner is not None:
        strip = _strip(held.owner) * high
        drawn += _frame(x, y, wide, high, held.owner)
    room = wide - strip - 0.16 * high
    size = min(high * 0.74, room / (WIDE * 1.08 * max(len(mark), 1)))
    ink = "#ffffff" if style["fill"] == NAVY else "#000000"
    down = (at[0] + strip / 2, at[1] + size * 0.36)
    label = {"text_anchor": "middle", "font_weight": "bold", "fill": ink}
    return drawn + (text(down, mark, size, **label) if mark else "")


def _strip(owner: int) -> float:
    """Return what a counter keeps free on its left, of its height."""
    if owner >= len(_OWN):
        return _DIGITS
    return _BAND if owner == 2 else 0.0


def style_of(held: Pile) -> dict[str, str]:
    """Return the look of a counter; what marks it beside its tint is its frame."""
    if held.sort in (REPORTED, OLD):
        return _STYLES[held.sort]
    if held.owner is None:
        return _STYLES[""]
    style = _STYLES[_OWN[held.owner % len(_OWN)]]
    if held.sort == ALSO:
        light = "#dfe4ee" if held.owner % len(_OWN) == 0 else style["fill"]
        return {**style, "fill": light, "stroke_width": "0.8"}
    return style


def _frame(x: float, y: float, wide: float, high: float, owner: int) -> str:
    """Return what tells owners apart without colour: the second has a double frame,
    the third a striped edge, the fourth a cut corner; further ones their number."""
    drawn, band = "", _BAND * high
    if owner >= len(_OWN):
        digits = str(owner + 1)
        size = min(high * 0.5, 0.9 * _DIGITS * high / (WIDE * len(digits)))
        ink = "#ffffff" if owner % len(_OWN) == 0 else "#000000"
        middle = (x + _DIGITS * high / 2, y + high / 2 + size * 0.36)
        drawn = text(middle, digits, size, text_anchor="middle", fill=ink)
    if owner % len(_OWN) == 1:
        inset = 0.1 * high
        box = {"x": x + inset, "y": y + inset}
        box |= {"width": wide - 2 * inset, "height": high - 2 * inset}
        frame = {"fill": "none", "stroke": _RED, "stroke_width": "0.5"}
        return drawn + element("rect", **box, **frame)
    lines: list[list[Point]] = []
    if owner % len(_OWN) == 2:
        bars = (y + high * part / 6 for part in range(1, 6))
        lines = [[(x, bar), (x + band, bar)] for bar in bars]
    elif owner % len(_OWN) == 3:
        lines = [[(x, y + 1.6 * band), (x + 1.6 * band, y)]]
    return drawn + path(lines, stroke=_INK, stroke_width="0.8")


def badges(paper: HexPaper, at: Hex, pieces: Iterable[CellPiece]) -> str:
    """Return the small marks of all that stands in a hex, in a row below the
    counters."""
    every = [badge for piece in pieces for badge in piece.badges]
    if not every:
        return ""
    shown = every if len(every) <= MOST_IN_ROW else every[: MOST_IN_ROW - 1]
    signs = [(each.sign, each.text) for each in shown]
    if len(shown) < len(every):
        rest = every[len(shown) :]
        signs.append((f"+{len(rest)}", ", ".join(each.text for each in rest)))
    x, y = paper.centre(at)
    radius = BADGE * paper.size
    drawn = []
    for place, (sign, meaning) in enumerate(signs):
        middle = (
            x + (place - (len(signs) - 1) / 2) * 2.15 * radius,
            y + LOW * paper.size,
        )
        drawn.append(titled(meaning, disc(middle, radius, sign)))
    return "".join(drawn)


def arrows(
    paper: HexPaper,
    pieces: Iterable[CellPiece],
    reports: Iterable[CellReport],
    inside: Set[Hex],
) -> str:
    """Return an arrow at the side of its hex for each thing that has one, and for what
    was reported."""
    every = {(e.at, float(e.facing)) for e in pieces if e.facing is not None}
    for report in reports:
        if report.facing is not None and not report.is_old:
            every |= {(at, report.facing) for at in report.spots if at in inside}
    return "".join(arrow(paper, at, facing) for at, facing in sorted(every))


def arrow(paper: HexPaper, at: Hex, facing: float) -> str:
    """Return an arrowhead inside a hex, toward one of its sides or corners."""
    far = 0.99 if facing == int(facing) else CORNER  # a corner has more room
    tip = paper.toward(at, facing, far)
    back = far - 0.17
    left, right = (paper.toward(at, facing + side, back) for side in (-0.24, 0.24))
    return path([[tip, left, right, tip]], fill="#000000", stroke="#ffffff")

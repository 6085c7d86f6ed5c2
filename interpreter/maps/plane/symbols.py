"""What stands on a table: bases to scale, their look by owner, where they face."""

from msgspec import Struct

from interpreter.boards.plane.areas import Area, disc, rounded
from interpreter.boards.plane.points import INCH, Rational
from interpreter.maps.counters import ALSO, NAVY, OLD, REPORTED, Pile, style_of
from interpreter.maps.plan import PieceState
from interpreter.maps.plane.plan import (
    TablePaper,
    TablePiece,
    TablePlan,
    TableReport,
    box_of,
    unit,
)
from interpreter.maps.svg import Point as Spot
from interpreter.maps.svg import element, path, titled

DOT = INCH // 4  # radius of what has no base
_FRAMES = ((), ("",), ("1.6 1.4",), ("0.5 1.6",))
"""How the rings inside a base are dashed: what tells owners apart without colour."""
_RING = 0.8  # of a base
_STROKE = (0.66, 1.3)  # of it too: from where to where a stroke goes
_SLANT = 0.7
_UP, _DOWN = (
    ((_SLANT, -_SLANT), (-_SLANT, _SLANT)),
    ((-_SLANT, -_SLANT), (_SLANT, _SLANT)),
)
_WAYS = ((*_UP, *_DOWN), _UP, ((-1.0, 0.0), (1.0, 0.0)), ((0.0, -1.0), (0.0, 1.0)))
"""Where the strokes of each state lead."""


class BaseSymbol(Struct, frozen=True):
    """A base as it is drawn, and its arrow: where its middle lies on paper, how far it
    reaches at least, how much room a mark has on it, in what ink, and the box around
    all that is drawn of it (left, top, right, bottom)."""

    drawn: str
    arrow: str
    at: Spot
    radius: float
    room: float
    ink: str
    box: tuple[float, float, float, float]

    @property
    def outer(self) -> float:
        """How far its box reaches from its middle at most."""
        left, top, right, low = self.box
        return max(
            self.at[0] - left, right - self.at[0], self.at[1] - top, low - self.at[1]
        )


def token(plan: TablePlan, figure: TablePiece, paper: TablePaper) -> BaseSymbol:
    """Return a figure; without a base it is a dashed dot."""
    sort = ALSO if figure.role else ""
    style: dict[str, object] = dict(style_of(Pile(figure.owner, sort, ())))
    base = figure.base
    if base is None:
        base, style = disc(figure.at, DOT), {**style, "stroke_dasharray": "2 1.2"}
    at = paper.spot(base.middle if figure.base else figure.at)
    inner = paper.far(reach(base))
    frames = () if figure.owner is None else _FRAMES[figure.owner % len(_FRAMES)]
    drawn = paper.area(base, **style)
    for dashes in frames if not figure.role else ():
        drawn += _ring(base, at, paper, str(style["stroke"]), dashes)
    if figure.state is not None:
        drawn += _struck(figure.state, base, at, paper)
    ink = "#ffffff" if style["fill"] == NAVY else "#000000"
    room = 2 * inner * (_RING - 0.08)
    arrow = _arrow(figure, base, paper)
    # strokes across the rim and an arrowhead reach over it
    over = inner * (_STROKE[1] - 1) if figure.state is not None else 0.0
    over = max(over, _ahead(paper) if arrow else 0.0) + 0.8
    box = _box(base, paper, over)
    return BaseSymbol(titled(figure.title, drawn), arrow, at, inner, room, ink, box)


def _box(
    base: Area, paper: TablePaper, over: float
) -> tuple[float, float, float, float]:
    """Return the box on paper around a base and what reaches over its rim."""
    left, low, right, high = box_of(rounded(base))
    (x, y), (to_x, to_y) = paper.spot((left, high)), paper.spot((right, low))
    return x - over, y - over, to_x + over, to_y + over


def _ahead(paper: TablePaper) -> float:
    """Return how far an arrowhead reaches over the rim of its base."""
    return 0.13 * paper.scale + 1.0


def mark(plan: TablePlan, figure: TablePiece) -> str:
    """Return what stands on a base; more owners than there are looks have a number."""
    many = figure.owner is not None and figure.owner >= len(_FRAMES)
    return f"{(figure.owner or 0) + 1}.{figure.sign}" if many else figure.sign


def spot_of(
    report: TableReport, at: tuple[Rational, Rational], paper: TablePaper
) -> BaseSymbol:
    """Return where something was reported."""
    style = style_of(Pile(None, OLD if report.is_old else REPORTED, ()))
    base = disc(at, DOT)
    pointed = TablePiece("", "", "", None, at, facing=report.facing)
    arrow = "" if report.is_old else _arrow(pointed, base, paper)
    label, radius = f"{report.mark}: {report.said}", paper.far(DOT)
    drawn, room = titled(label, paper.area(base, **style)), 1.6 * radius
    box = _box(base, paper, (_ahead(paper) if arrow else 0.0) + 0.8)
    return BaseSymbol(drawn, arrow, paper.spot(at), radius, room, "#000000", box)


def reach(base: Area) -> Rational:
    """Return how far a base reaches on all sides about its middle, as far as its marks
    have room: the least distance to a side, roughly."""
    if len(base.corners) < 3:
        return base.margin
    x, y = (float(each) for each in base.middle)
    least = min(
        _far(x, y, *(float(each) for end in edge for each in end))
        for edge in base.edges
    )
    return round(least)


def _far(x: float, y: float, a: float, b: float, c: float, d: float) -> float:
    """Return how far a point lies from a straight piece."""
    length = (c - a) ** 2 + (d - b) ** 2
    share = ((x - a) * (c - a) + (y - b) * (d - b)) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    over, along = x - a - share * (c - a), y - b - share * (d - b)
    return float((over**2 + along**2) ** 0.5)


def _ring(base: Area, at: Spot, paper: TablePaper, stroke: str, dashes: str) -> str:
    style: dict[str, object] = {"fill": "none", "stroke": stroke, "stroke_width": "0.7"}
    style |= {"stroke_dasharray": dashes} if dashes else {}
    if len(base.corners) == 1:
        radius = paper.far(base.margin) * _RING
        return element("circle", cx=at[0], cy=at[1], r=radius, **style)
    points = [
        (at[0] + (x - at[0]) * _RING, at[1] + (y - at[1]) * _RING)
        for x, y in map(paper.spot, rounded(base).corners)
    ]
    return path([[*points, points[0]]], **style)


def _struck(state: PieceState, base: Area, at: Spot, paper: TablePaper) -> str:
    """Return strokes across the rim of a base, a cross for the first of the states;
    its middle is left to the mark."""
    inner, outer = (paper.far(reach(base)) * share for share in _STROKE)
    lines = [
        [(at[0] + x * inner, at[1] + y * inner), (at[0] + x * outer, at[1] + y * outer)]
        for x, y in _WAYS[state.place]
    ]
    rim = path(lines, stroke="#ffffff", stroke_width="2.6")
    return rim + path(lines, stroke="#000000", stroke_width="1.2")


def _arrow(figure: TablePiece, base: Area, paper: TablePaper) -> str:
    """Return an arrowhead astride the rim of a base, where the figure faces: one that
    touches another hides no more of it than it must."""
    if figure.facing is None:
        return ""
    (x, y), (east, south) = paper.spot(figure.at), unit(figure.facing)
    far = max(_rim(base, figure, paper), 1.0)
    ahead, behind = _ahead(paper), 0.09 * paper.scale
    half = 0.15 * paper.scale + 0.8
    tip = (x + east * (far + ahead), y + south * (far + ahead))
    foot = (x + east * (far - behind), y + south * (far - behind))
    left = (foot[0] - south * half, foot[1] + east * half)
    right = (foot[0] + south * half, foot[1] - east * half)
    return path(
        [[tip, left, right, tip]],
        **{"fill": "#000000", "stroke": "#ffffff", "stroke_width": "0.4"},
    )


def _rim(base: Area, figure: TablePiece, paper: TablePaper) -> float:
    """Return how far the rim of a base lies from its figure, where that faces."""
    assert figure.facing is not None
    (x, y), (east, south) = paper.spot(figure.at), unit(figure.facing)
    if len(base.corners) == 1 and base.corners[0] == figure.at:
        return paper.far(base.margin)
    points = [paper.spot(corner) for corner in rounded(base).corners]
    found = [0.0]
    for (a, b), (c, d) in zip(points, [*points[1:], points[0]], strict=True):
        aside = (a - x) * south - (b - y) * east  # how far aside of the way ahead
        other = (c - x) * south - (d - y) * east
        if aside * other <= 0 and aside != other:
            share = aside / (aside - other)
            cut = (a + share * (c - a), b + share * (d - b))
            found.append((cut[0] - x) * east + (cut[1] - y) * south)
    return max(found)

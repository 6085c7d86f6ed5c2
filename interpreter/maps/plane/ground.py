"""What a table is: its ground, its areas, and its edge with a scale of inches."""

from collections.abc import Iterator
from types import MappingProxyType

from interpreter.maps.grounds import fill
from interpreter.maps.hex_shapes import Point as Spot
from interpreter.maps.plane.plan import TablePlan, meets
from interpreter.maps.plane.scale import TablePaper
from interpreter.maps.plane.words import lettered
from interpreter.maps.svg import element, path, text, titled

LEFT, RIGHT, TOP, BELOW = 20.0, 10.0, 4.0, 12.0  # room for the scale around a window
_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 240)  # inches between two numbers
_APART = 20.0  # between two numbers at least
_TICK, _SMALL, _SIZE = 4.0, 2.2, 6.5
_RIM = MappingProxyType({"stroke": "#55554e", "stroke_width": "0.8"})
_DOTS = MappingProxyType(
    {"stroke": "#55554e", "stroke_width": "0.9", "stroke_dasharray": "0.4 2"}
)


def ground(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    """Yield the ground and the areas, the upper ones last; one without ground, such as
    a hill, shows what lies below it inside a dotted rim."""
    (x, y), style = paper.corner, fill(plan.look(plan.top.elsewhere))
    yield element("rect", x=x, y=y, width=paper.wide, height=paper.high, fill=style)
    boxes = {name: box for name, *_, box in plan.pieces}
    named = zip(plan.top.pieces, lettered(plan), strict=True)
    for key, (letter, name, piece) in named:
        if not meets(boxes[key], paper.window.box):
            continue
        said = f"{letter}: {name}{f', level {piece.level}' if piece.level else ''}"
        if piece.ground is None:
            drawn = paper.area(piece.area, fill="none", **_DOTS, stroke_linecap="round")
        else:
            drawn = paper.area(piece.area, fill=fill(plan.look(piece.ground)), **_RIM)
        yield titled(said, drawn)


def edge(plan: TablePlan, paper: TablePaper) -> Iterator[str]:
    """Yield the rim of a window, thick where the table ends, and how many inches it is
    from the near left corner, along its near and its left side."""
    step = next((e for e in _STEPS if e * paper.scale >= _APART), _STEPS[-1])
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
    yield from _rim(plan, paper, (left, top, right, low))


def _rim(
    plan: TablePlan, paper: TablePaper, around: tuple[float, float, float, float]
) -> Iterator[str]:
    left, top, right, low = around
    window, (_, _, wide, deep) = paper.window, (0, 0, plan.top.wide, plan.top.deep)
    sides: list[tuple[bool, list[Spot]]] = [
        (window.left == 0, [(left, top), (left, low)]),
        (window.low == 0, [(left, low), (right, low)]),
        (window.box[2] == wide, [(right, low), (right, top)]),
        (window.box[3] == deep, [(right, top), (left, top)]),
    ]
    ends = [line for is_end, line in sides if is_end and wide]
    yield path([line for _, line in sides], stroke="#000000", stroke_width="0.5")
    yield path(ends, stroke="#000000", stroke_width="2.2", stroke_linecap="square")

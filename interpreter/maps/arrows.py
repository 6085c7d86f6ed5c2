"""Arrows on maps: from where a thing stood to where it moved, and from one thing to
another that it names, such as whom it shot at."""

from collections.abc import Callable, Iterator
from math import hypot

from interpreter.boards.protocol import Place
from interpreter.maps import words
from interpreter.maps.legend import LegendEntry
from interpreter.maps.line_styles import MOVED, POINTS, Style
from interpreter.maps.plan import AnyPlan
from interpreter.maps.svg import Point, element, path, titled

_HEAD, _HALF = 6.0, 2.8  # of an arrow: how long its head is, and half as wide


def arrows(
    plan: AnyPlan, spot: Callable[[Place], Point], clear: Callable[[Place], float]
) -> Iterator[str]:
    """Yield an arrow for each move and each pointer of a plan; `spot` returns where a
    place is on paper, `clear` how far from it an arrow stops, for what stands there."""
    for text, move in zip(words.moved(plan), plan.moves, strict=True):
        ends = spot(move.start), spot(move.goal)
        yield titled(f"moved: {text}", _arrow(*ends, clear(move.goal), MOVED))
    for text, pointer in zip(words.pointed(plan), plan.pointers, strict=True):
        ends = spot(pointer.start), spot(pointer.goal)
        yield titled(text, _arrow(*ends, clear(pointer.goal), POINTS))


def _arrow(start: Point, goal: Point, clear: float, style: Style) -> str:
    """Return a line with a dot where it begins and a head where it ends; one that is
    shorter than what stands at its end has only the dot."""
    far = hypot(goal[0] - start[0], goal[1] - start[1])
    colour = style["stroke"]
    drawn = element("circle", cx=start[0], cy=start[1], r=1.8, fill=colour)
    if far <= clear:
        return drawn
    right, down = (goal[0] - start[0]) / far, (goal[1] - start[1]) / far
    tip = (goal[0] - right * clear, goal[1] - down * clear)
    long = min(_HEAD, far - clear)
    back = (tip[0] - right * long, tip[1] - down * long)
    sides = [
        (back[0] + side * _HALF * down, back[1] - side * _HALF * right)
        for side in (1, -1)
    ]
    white = {"stroke": "#ffffff", "stroke_width": "3.4", "stroke_opacity": "0.8"}
    return (
        path([[start, back]], **white)
        + path([[start, back]], **style)
        + drawn
        + path([[sides[0], tip, sides[1], sides[0]]], fill=colour)
    )


def arrow_meanings(plan: AnyPlan) -> Iterator[LegendEntry]:
    """Yield what the arrows mean that a plan has."""
    ends = (-13.0, 0.0), (13.0, 0.0)
    if plan.moves:
        yield _arrow(*ends, 0.0, MOVED), words.MOVED.lower()
    for role in dict.fromkeys(pointer.role for pointer in plan.pointers):
        yield _arrow(*ends, 0.0, POINTS), role

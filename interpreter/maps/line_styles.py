"""How lines are drawn, alike on all maps and in their legends; no two kinds of line
are told apart by colour only."""

from collections.abc import Mapping
from itertools import cycle
from types import MappingProxyType
from typing import TypeAlias

from interpreter.boards.protocol import Cell
from interpreter.maps.plan import AnyPlan, AnyReach, CellPlan

Style: TypeAlias = Mapping[str, object]
"""Attributes of SVG, in the order in which they are written."""

WAY: Style = MappingProxyType(
    {"stroke": "#000000", "stroke_width": "1", "stroke_dasharray": "3 2"}
)
LAND: Style = MappingProxyType(
    {"stroke": "#2e5a2e", "stroke_width": "1.1", "stroke_dasharray": "0.4 2.2"}
)
"""A region of the board, or what a thing covers."""
ROUND: Style = MappingProxyType({**LAND, "stroke_linecap": "round"})
"""The same, as dots."""
OFFERED: Style = MappingProxyType({"stroke": "#7b1fa2", "stroke_width": "1.6"})
"""Places that a choice offers."""
TOUCHED: Style = MappingProxyType({"fill": "#7b1fa2", "fill_opacity": "0.15"})
"""Those that are chosen by touching them."""
_BROWN, _DASHES = "#7a3b00", "5 1.6 1 1.6"
MOVED: Style = MappingProxyType({"stroke": "#b34700", "stroke_width": "1.3"})
"""From where to where a thing moved; it has a head."""
POINTS: Style = MappingProxyType(
    {"stroke": "#8e0038", "stroke_width": "1.3", "stroke_dasharray": "4 2.4"}
)
"""From a thing to another that it names; it has a head."""
SOMEWHERE: Style = MappingProxyType(
    {"stroke": _BROWN, "stroke_width": "1.6", "stroke_dasharray": _DASHES}
)
"""What holds a place that was reported."""
_ZONES = (("4 1.2", "#b3261e"), ("1.2 1.8", "#0b5394"), ("6 1.5 1 1.5", "#38761d"))
_REACHES = (("7 2", "#1d2b4a"), ("2.6 2", "#8c1d18"), ("7 2 2 2", "#111111"))


def somewhere_style(*, is_old: bool) -> Style:
    """Return the style of what holds a place that was reported, an old report thin."""
    thick = "0.8" if is_old else "1.6"
    return {"stroke": _BROWN, "stroke_dasharray": _DASHES, "stroke_width": thick}


def reach_style(owner: int | None, thick: str) -> Style:
    """Return how what a thing reaches is drawn, so that owners can be distinguished."""
    dashes, stroke = _REACHES[(owner or 0) % len(_REACHES)]
    return {"stroke": stroke, "stroke_width": thick, "stroke_dasharray": dashes}


def reach_name(plan: AnyPlan, reach: AnyReach) -> str:
    """Return what a range is called, with its owner."""
    owner = plan.owner_of(reach)
    return f"{reach.role}, {owner}" if owner else reach.role


def reach_styles(plan: CellPlan) -> dict[str, Style]:
    """Return the style of each range by its name; things of one owner have one."""
    found: dict[str, Style] = {}
    for reach in plan.reaches:
        found.setdefault(reach_name(plan, reach), reach_style(reach.owner, "1.3"))
    return found


def zoned(plan: CellPlan) -> dict[str, frozenset[Cell]]:
    """Return the places that were asked for, by what they are, of all things
    together."""
    found: dict[str, set[Cell]] = {}
    for zone in plan.zones:
        found.setdefault(zone.role, set()).update(zone.hexes)
    return {meaning: frozenset(cells) for meaning, cells in found.items() if cells}


def zone_styles(plan: CellPlan) -> dict[str, Style]:
    """Return how each of those is drawn."""
    return {
        meaning: {"stroke": stroke, "stroke_width": "1.5", "stroke_dasharray": dashes}
        for meaning, (dashes, stroke) in zip(zoned(plan), cycle(_ZONES), strict=False)
    }

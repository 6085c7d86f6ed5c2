"""Boards: the section `boards`, whatever lies on them in a scenario."""

import re
from collections.abc import Mapping as Mappings
from dataclasses import replace
from types import MappingProxyType

from interpreter.boards.board import MOST_ACROSS
from interpreter.boards.hexes import Orientation
from interpreter.boards.labels import (
    Axial,
    Axis,
    HexLabels,
    Labelling,
    Layout,
    Numbering,
)
from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions.functions.plane import AREA, HEADING, PLACE
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.boards.hexes import POINT
from interpreter.semantics.boards.tabletops import head_plane
from interpreter.semantics.declarations import CHARTS, Field, HexBoard, Kind, PlaneBoard
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.drawing import looks_of
from interpreter.source import Span
from interpreter.values.names import plain
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    SIDE_MET,
    BoardType,
    Enumeration,
    Record,
)
from interpreter.yaml.nodes import MappingNode, Node

_WIDTH = re.compile(r"([1-9]) digits\Z")
_NUMBERINGS: Mappings[str, Axis] = MappingProxyType(
    {
        "digits": Axis(digits=0),
        "letters": Axis(Numbering.LETTERS),
        "doubled letters": Axis(Numbering.DOUBLED),
    }
)


def head_boards(
    names: Names,
    declarations: Mappings[str, Declaration],
    types: Mappings[str, Declaration],
) -> None:
    """Make boards, and the types that come with them, known by name."""
    for key, each in declarations.items():
        if not isinstance(each.node, MappingNode):
            continue
        if text_of(each.node.get("cells")) == "plane":
            head_plane(names, each, each.node)
        else:
            names.boards[key] = _board(names, each, each.node)
    own: tuple[Enumeration | Record, ...] = ()
    if names.boards:
        own = (DIRECTION, CORNER, SIDE_MET, POINT)
    for kind in (*own, *((PLACE, HEADING, AREA) if names.planes else ())):
        names.types[kind.name] = kind
        if kind.name in types:
            message = f"'{types[kind.name].name}' is a type of the engine"
            hint = "choose another name"
            span = types[kind.name].span
            names.problems.append(problem("R305", span, message, hint=hint))


def _board(names: Names, each: Declaration, node: MappingNode) -> HexBoard:
    sides_up = text_of(node.get("orientation")) == Orientation.SIDES_UP.value
    orientation = Orientation.SIDES_UP if sides_up else Orientation.CORNERS_UP
    labels = _labels(names, node.get("labels"), orientation)
    coarser = plain(text_of(node.get("grouped_into")))
    across = text_of(node.get("across"))
    side = _side(names, node, each.span) if coarser else 1
    return HexBoard(
        each.key, orientation, labels, None, coarser, side, across, each.span
    )


def _side(names: Names, node: MappingNode, span: Span) -> int:
    given = node.get("side")
    text = text_of(given)
    short = text.isascii() and text.isdecimal() and len(text) < 4
    if short and 1 <= int(text) <= MOST_ACROSS:
        return int(text)
    message = "how many of its hexes lie across a coarse one?"
    expected = f"side: 1 to {MOST_ACROSS}"
    at = span if given is None else given.span
    names.problems.append(problem("R515", at, message, expected=expected))
    return 1


def _labels(names: Names, node: Node | None, orientation: Orientation) -> Labelling:
    if not isinstance(node, MappingNode):
        return Axial()
    layout = Layout(orientation, text_of(node.get("pushed")) != "even")
    columns, rows = (_axis(names, node.get(key)) for key in ("columns", "rows"))
    first, between = text_of(node.get("first")), text_of(node.get("between"))
    try:
        return HexLabels(layout, columns, rows, first == "rows", between)
    except ValueError as fault:
        names.problems.append(problem("R515", node.span, str(fault)))
        return Axial()


def _axis(names: Names, node: Node | None) -> Axis:
    text = text_of(node) or "2 digits"
    width = _WIDTH.match(text)
    if width:
        return Axis(digits=int(width[1]))
    found = _NUMBERINGS.get(text)
    if found is None and node is not None:
        expected = f"2 digits, {', '.join(_NUMBERINGS)}"
        message = f"'{text}' is no way of numbering"
        names.problems.append(problem("R515", node.span, message, expected=expected))
    return found or Axis()


def complete_boards(names: Names, declarations: Mappings[str, Declaration]) -> None:
    """Find the ground of each board, once types are known, and its coarser board."""
    taken: dict[str, str] = {}
    for key, plane in list(names.planes.items()):
        node = declarations[key].node
        assert isinstance(node, MappingNode)
        ground = _ground(names, node.get("ground"))
        looks = looks_of(names, node.get("drawn"), ground)
        names.planes[key] = replace(plane, ground=ground, looks=looks)
    for key, board in list(names.boards.items()):
        node = declarations[key].node
        assert isinstance(node, MappingNode)
        ground = _ground(names, node.get("ground"))
        coarser = _coarser(names, board, node, taken)
        looks = looks_of(names, node.get("drawn"), ground)
        names.boards[key] = replace(board, ground=ground, coarser=coarser, looks=looks)


def _ground(names: Names, node: Node | None) -> Enumeration | None:
    if node is None:
        return None
    found = names.types.get(plain(text_of(node)))
    if isinstance(found, Enumeration):
        return found
    known = [each.name for each in names.enumerations()]
    message = f"'{text_of(node)}' is no enumeration"
    hint = did_you_mean(text_of(node), known)
    names.problems.append(problem("R307", node.span, message, hint=hint))
    return None


def _coarser(
    names: Names, board: HexBoard, node: MappingNode, taken: dict[str, str]
) -> str:
    given, coarser = node.get("grouped_into"), board.coarser
    if given is None or not coarser:
        return ""
    if coarser not in names.boards:
        message = f"'{text_of(given)}' is no board of hexes"
        hint = did_you_mean(coarser, names.boards)
        names.problems.append(problem("R307", given.span, message, hint=hint))
        return ""
    message = ""
    other = names.boards[coarser]
    if coarser in taken:
        message = f"'{taken[coarser]}' is grouped into it already"
    elif _leads(names, coarser, board.name):
        message = "boards are grouped into each other in a circle"
    elif other.orientation is not board.orientation:
        message = "its hexes stand another way"
    if message:
        names.problems.append(problem("R515", given.span, message))
        return ""
    taken[coarser] = board.name
    return coarser


def _leads(names: Names, start: str, goal: str) -> bool:
    """Tell whether a board is grouped into another, directly or not."""
    seen: set[str] = set()
    while start in names.boards and start not in seen:
        if start == goal:
            return True
        seen.add(start)
        start = names.boards[start].coarser
    return False


def charts_kind(names: Names) -> dict[str, Kind]:
    """Return the kind whose one row holds the charts, and behind them the tabletops;
    none without boards."""
    boards: tuple[HexBoard | PlaneBoard, ...]
    boards = (*names.boards.values(), *names.planes.values())
    fields = tuple(
        Field(each.name, BoardType(each.name), EVERYONE, None, each.span)
        for each in boards
    )
    if not fields:
        return {}
    return {CHARTS: Kind(CHARTS, fields, {}, True, fields[0].span)}

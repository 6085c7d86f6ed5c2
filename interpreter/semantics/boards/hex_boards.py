"""Boards of hexes as a ruleset declares them: orientation, labels, coarser boards."""

import re
from collections.abc import Mapping as Mappings
from types import MappingProxyType

from msgspec.structs import replace

from interpreter.boards.board import MOST_ACROSS
from interpreter.boards.hexes import Orientation
from interpreter.boards.labels import Axial, Axis, HexLabels, Layout, Numbering
from interpreter.boards.protocol import Labels
from interpreter.diagnostics import did_you_mean, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import BoardDeclaration, HexBoard
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.yaml.nodes import MappingNode, Node, name_of

_WIDTH = re.compile(r"([1-9]) digits\Z")
_NUMBERINGS: Mappings[str, Axis] = MappingProxyType(
    {
        "digits": Axis(digits=0),
        "letters": Axis(Numbering.LETTERS),
        "doubled letters": Axis(Numbering.DOUBLED),
    }
)


def declare_hex_board(
    names: Names, each: Declaration, node: MappingNode
) -> HexBoard | None:
    """Read a board of hexes; its ground is read later, once types are known."""
    sides_up = text_of(node.get("orientation")) == Orientation.SIDES_UP.value
    orientation = Orientation.SIDES_UP if sides_up else Orientation.CORNERS_UP
    labels = _labels(names, node.get("labels"), orientation)
    coarser = name_of(node.get("grouped_into"))
    across = text_of(node.get("across"))
    side = _side(names, node, each.span) if coarser else 1
    return HexBoard(
        each.key, None, each.span, (), labels, coarser, orientation, side, across
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


def _labels(names: Names, node: Node | None, orientation: Orientation) -> Labels:
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


def complete_hex_board(
    names: Names, board: BoardDeclaration, node: MappingNode
) -> BoardDeclaration:
    """Check the coarser board, once all boards are known."""
    assert isinstance(board, HexBoard)
    return replace(board, coarser=_coarser(names, board, node))


def _coarser(names: Names, board: HexBoard, node: MappingNode) -> str:
    given, coarser = node.get("grouped_into"), board.coarser
    if given is None or not coarser:
        return ""
    known = names.boards_of(HexBoard)
    if coarser not in known:
        message = f"'{text_of(given)}' is no board of hexes"
        hint = did_you_mean(coarser, known)
        names.problems.append(problem("R307", given.span, message, hint=hint))
        return ""
    message = ""
    other = known[coarser]
    taken = _grouped_before(known, board, coarser)
    if taken:
        message = f"'{taken}' is grouped into it already"
    elif _leads(names, coarser, board.name):
        message = "a board cannot be grouped into itself, not even through others"
    elif other.orientation is not board.orientation:
        message = "its hexes stand another way"
    if message:
        names.problems.append(problem("R515", given.span, message))
        return ""
    names.used.add(("boards", coarser))
    return coarser


def _grouped_before(
    known: Mappings[str, HexBoard], board: HexBoard, coarser: str
) -> str:
    """Return the board written before another that is grouped into the same one."""
    earlier = list(known)[: list(known).index(board.name)]
    return next((name for name in earlier if known[name].coarser == coarser), "")


def _leads(names: Names, start: str, goal: str) -> bool:
    """Tell whether a board is grouped into another, directly or not."""
    known = names.boards_of(HexBoard)
    seen: set[str] = set()
    while start in known and start not in seen:
        if start == goal:
            return True
        seen.add(start)
        start = known[start].coarser
    return False

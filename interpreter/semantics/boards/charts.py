"""Charts: what `boards` of a scenario say lies on each board."""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Mappings

from msgspec.structs import replace

from interpreter.boards.board import MOST_CELLS, HexMap, Nesting, Sheet, rectangle
from interpreter.boards.hexes import Hex, allow
from interpreter.boards.labels import Axis, HexLabels, Numbering
from interpreter.boards.layout import HexLayout
from interpreter.boards.protocol import Misfit
from interpreter.diagnostics import LimitExceeded, did_you_mean, problem
from interpreter.semantics.declarations import HexBoard
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import Names
from interpreter.values.types import Enumeration
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

_RANGE = re.compile(r"(-?\w{1,9})\s*\.\.\s*(-?\w{1,9})\Z", re.ASCII)
_BLOCK = re.compile(r"(\S{1,40}?)\s*\.\.\s*(\S{1,40})\Z")
_WHOLE = re.compile(r"-?\d{1,9}\Z", re.ASCII)


def hex_layouts(
    names: Names, given: Mappings[str, MappingNode]
) -> dict[str, HexLayout]:
    """Read the map of each board of hexes, the finer board first: its hexes decide
    which coarse hexes there are."""
    boards = names.boards_of(HexBoard)
    sheets: dict[str, Sheet | None] = {}
    made: dict[str, HexLayout] = {}
    for board in sorted(boards.values(), key=lambda each: -_height(boards, each)):
        finer = next((b for b in boards.values() if b.coarser == board.name), None)
        above = sheets.get(finer.name) if finer is not None else None
        chart = _Charting(names, board, given.get(board.name), above).chart()
        made[board.name] = chart
        sheets[board.name] = chart.board.coarse_sheet()
    return {key: _with_coarser(boards[key], made) for key in boards}


def _height(boards: Mappings[str, HexBoard], board: HexBoard) -> int:
    """Return into how many boards one is grouped."""
    height = 0
    while board.coarser in boards and height <= len(boards):
        board, height = boards[board.coarser], height + 1
    return height


def _with_coarser(board: HexBoard, made: Mappings[str, HexLayout]) -> HexLayout:
    own = made[board.name]
    above = made.get(board.coarser)
    return replace(own, coarser=None if above is None else above.board)


class _Charting:
    """One board of a scenario being read; `follows` are its hexes where those of a
    finer board give them."""

    def __init__(
        self,
        names: Names,
        board: HexBoard,
        node: MappingNode | None,
        follows: Sheet | None,
    ) -> None:
        self.names = names
        self.declared = board
        self.node = node
        self.follows = follows
        self.board = HexMap(board.name, board.orientation, board.labels)

    def say(self, code: str, at: Node, message: str, more: str = "") -> None:
        self.names.problems.append(problem(code, at.span, message, expected=more))

    def get(self, key: str) -> Node | None:
        return None if self.node is None else self.node.get(key)

    def chart(self) -> HexLayout:
        """Read all of it, each part on what the one before has found."""
        board = self.declared
        self.board = HexMap(board.name, board.orientation, board.labels, self.sheet())
        self.board = HexMap(
            board.name, board.orientation, board.labels, self.board.sheet, self.nested()
        )
        ground, elsewhere = self.ground()
        return HexLayout(self.board, None, ground, elsewhere, dict(self.regions()))

    def hexes(self, node: Node | None) -> Iterator[Hex]:
        """Yield the hexes of a list of labels and blocks (`0101..0305`); a problem for
        each that is none."""
        for item in node.items if isinstance(node, SequenceNode) else ():
            text = text_of(item)
            block = _BLOCK.match(text)
            ends: list[Hex] = []
            for label in block.groups() if block else (text,):
                found = self.board.place_of(label)
                if isinstance(found, Misfit):
                    self.say("R313", item, found.message, found.expected)
                    break
                ends.append(found)
            else:
                yield from self.block(item, ends[0], ends[-1]) if block else ends

    def block(self, node: Node, one: Hex, other: Hex) -> Iterator[Hex]:
        """Yield the hexes of the map whose columns and rows lie between those of two,
        which may be any two corners of the block, row by row."""
        labels = self.declared.labels
        layout = labels.layout if isinstance(labels, HexLabels) else None
        ends = [
            each if layout is None else layout.numbers(each) for each in (one, other)
        ]
        columns, rows = (
            range(min(pair), max(pair) + 1) for pair in zip(*ends, strict=True)
        )
        if len(columns) * len(rows) > MOST_CELLS:
            raise LimitExceeded("hexes of a block", MOST_CELLS).at(node.span)
        for row in rows:
            for column in columns:
                found = (column, row) if layout is None else layout.at(column, row)
                if found in self.board:
                    yield found

    def sheet(self) -> Sheet | None:
        """Read which hexes there are."""
        extent = [key for key in ("columns", "rows", "hexes") if self.get(key)]
        if self.follows is not None:
            if extent and (at := self.get(extent[0])) is not None:
                message = "the hexes of this map follow from those of the finer one"
                self.say("R515", at, message)
            return self.follows
        if not extent:
            return None
        if extent == ["hexes"]:
            return Sheet(frozenset(self.hexes(self.get("hexes"))))
        if extent != ["columns", "rows"]:
            assert self.node is not None
            message = "this does not say which hexes there are"
            self.say("R515", self.node, message, "columns and rows, or hexes")
            return None
        labels = self.declared.labels
        axes = (
            (labels.columns, labels.rows) if isinstance(labels, HexLabels) else (None,)
        )
        columns = self.range(self.get("columns"), axes[0])
        rows = self.range(self.get("rows"), axes[-1])
        if columns is None or rows is None:
            return None
        if len(columns) * len(rows) > MOST_CELLS:
            assert self.node is not None
            limit = LimitExceeded("hexes of a map", MOST_CELLS)
            raise limit.at(self.node.span)
        if not isinstance(labels, HexLabels):
            return Sheet(frozenset((q, r) for q in columns for r in rows))
        trimmed = text_of(self.get("rim")) == "straight"
        return rectangle(labels.layout, columns, rows, trimmed)

    def range(self, node: Node | None, axis: Axis | None) -> range | None:
        """Read `01..30` or `A..K`, both ends as they are printed."""
        assert node is not None
        found = _RANGE.match(text_of(node))
        ends = [_number(each, axis) for each in found.groups()] if found else []
        low, high = ends if ends else (None, None)
        if low is None or high is None or low > high:
            example = "-3..3" if axis is None else f"{axis.text(1)}..{axis.example}"
            message = f"'{text_of(node)}' is no range of numbers as they are printed"
            self.say("R515", node, message, example)
            return None
        return range(low, high + 1)

    def nested(self) -> Nesting | None:
        """Read how its hexes lie in those of the coarser board."""
        board = self.declared
        if not board.coarser:
            for key in ("origin", "members"):
                if (at := self.get(key)) is not None:
                    self.say("R515", at, "this board is grouped into no coarser one")
            return None
        origin: Hex = (0, 0)
        at = self.get("origin")
        if at is not None:
            found = board.labels.place_of(text_of(at))
            if isinstance(found, Misfit):
                self.say("R313", at, found.message, found.expected)
            else:
                origin = found
        return Nesting(board.side, origin, dict(self.instead()))

    def instead(self) -> Iterator[tuple[Hex, Hex]]:
        """Yield hexes that belong to another coarse hex than the nearest."""
        coarse = self.names.boards_of(HexBoard)[self.declared.coarser].labels
        node, seen = self.get("members"), set[Hex]()
        for key, value in node.entries if isinstance(node, MappingNode) else ():
            goal = coarse.place_of(key.text)
            if isinstance(goal, Misfit):
                self.say("R313", key, goal.message, goal.expected)
                continue
            for each in self.hexes(value):
                if each in seen:
                    self.say(
                        "R306", value, f"hex {self.board.label(each)} stands twice"
                    )
                seen.add(each)
                yield each, goal

    def ground(self) -> tuple[dict[Hex, int], int | None]:
        """Read the ground of each hex, and that of all others."""
        kinds, node = self.declared.ground, self.get("ground")
        if kinds is None or self.node is None:
            if node is not None:
                self.say("R515", node, "the board has no ground", "ground: a type")
            return {}, None
        if isinstance(node, ScalarNode):
            return {}, self.kind(kinds, node)
        return self.grounds(kinds, node or self.node)

    def grounds(
        self, kinds: Enumeration, node: Node
    ) -> tuple[dict[Hex, int], int | None]:
        """Read ground -> hexes; one of them may be all that are left."""
        found: dict[Hex, int] = {}
        elsewhere: int | None = None
        rest = False
        for key, value in node.entries if isinstance(node, MappingNode) else ():
            rank = self.kind(kinds, key)
            if text_of(value) == "else":
                if rest:
                    self.say("R306", value, "'else' stands twice")
                elsewhere, rest = rank, True
            elif not isinstance(value, SequenceNode):
                self.say("R515", value, "this is no list of hexes", "hexes, or else")
            for each in self.hexes(value):
                if each in found:
                    self.say(
                        "R306", value, f"hex {self.board.label(each)} stands twice"
                    )
                found[each] = 0 if rank is None else rank
        if not rest:
            self.bare(found, node)
        return found, elsewhere

    def kind(self, kinds: Enumeration, node: ScalarNode) -> int | None:
        """Read a value of the ground."""
        rank = kinds.rank(node.name)
        if rank is not None:
            return rank
        hint = did_you_mean(node.text, kinds.values)
        message = f"'{node.text}' is no {kinds.name.replace('_', ' ')}"
        expected = ", ".join(kinds.values)
        self.names.problems.append(
            problem("R301", node.span, message, expected=expected, hint=hint)
        )
        return None

    def bare(self, found: Mappings[Hex, int], node: Node) -> None:
        """Say when there are hexes whose ground nobody knows."""
        sheet = self.board.sheet
        left = [each for each in sheet.hexes if each not in found] if sheet else []
        if sheet is None or left:
            such = f", such as {self.board.label(left[0])}" if left else ""
            message = f"the ground of some hexes is not said{such}"
            self.say("R515", node, message, "one ground with: else")

    def regions(self) -> Iterator[tuple[str, tuple[Hex, ...]]]:
        """Yield the named regions, each hex once."""
        node = self.get("regions")
        for key, value in node.entries if isinstance(node, MappingNode) else ():
            found = tuple(dict.fromkeys(self.hexes(value)))
            allow(len(found))
            yield key.name, found


def _number(text: str, axis: Axis | None) -> int | None:
    """Return the number of a column or row by what is printed; digits in any width."""
    if axis is None or axis.numbering is Numbering.DIGITS:
        number = int(text) if _WHOLE.match(text) else None
        printed = number is not None and (axis is None or axis.text(number))
        return number if printed else None
    printed_so = re.fullmatch(axis.pattern, text.upper())
    return axis.number(text.upper()) if printed_so else None

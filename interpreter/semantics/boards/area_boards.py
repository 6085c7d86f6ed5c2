"""Boards of areas as a ruleset declares them: named areas, links, regions, ground."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from interpreter.boards.areas import MOST_AREAS, MOST_LINKS, AreaLayout, AreaMap, Link
from interpreter.boards.protocol import Cell, Exact, Misfit
from interpreter.diagnostics import LimitExceeded, did_you_mean, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import AreaBoard, BoardDeclaration
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import Names
from interpreter.values.exact_numbers import exact
from interpreter.yaml.nodes import MappingNode, Node, SequenceNode, name_of

MOST_ACROSS = 10_000  # of a position, each way


def declare_area_board(
    names: Names, each: Declaration, node: MappingNode
) -> AreaBoard | None:
    """Read the areas of a board, their positions, links and regions; the ground is
    read once types are known."""
    layout = _AreaReader(names, each, node).layout()
    if layout is None:
        return None
    return AreaBoard(each.key, None, each.span, (), layout.map, "", layout)


def complete_area_board(
    names: Names, board: BoardDeclaration, node: MappingNode
) -> BoardDeclaration:
    """Read the ground of each area."""
    assert isinstance(board, AreaBoard)
    grounds: list[int | None] = []
    for _, area in _areas(node):
        given = area.get("ground") if isinstance(area, MappingNode) else None
        grounds.append(None if given is None else _ground(names, board, given))
    return replace(board, areas=replace(board.areas, grounds=tuple(grounds)))


def area_layouts(
    names: Names, given: Mapping[str, MappingNode]
) -> dict[str, AreaLayout]:
    """Return each board of areas; a scenario can change nothing of it."""
    boards = names.boards_of(AreaBoard)
    for name in boards:
        if name in given:
            board_name = name.replace("_", " ")
            message = f"'{board_name}' is a board of areas, the same in each scenario"
            hint = "write its areas and links in the section 'boards'"
            at = given[name].span
            names.problems.append(problem("R515", at, message, hint=hint))
    return {name: board.areas for name, board in boards.items()}


def _areas(node: MappingNode) -> list[tuple[str, Node]]:
    areas = node.get("areas")
    entries = areas.entries if isinstance(areas, MappingNode) else ()
    return [(key.text, value) for key, value in entries]


def _ground(names: Names, board: AreaBoard, node: Node) -> int | None:
    text = text_of(node)
    rank = None if board.ground is None else board.ground.rank(name_of(node))
    if rank is None and board.ground is None:
        message = "the board has no ground"
        names.problems.append(
            problem("R515", node.span, message, expected="ground: a type")
        )
    elif rank is None and board.ground is not None:
        values = board.ground.values
        message = f"'{text}' is no {board.ground.name.replace('_', ' ')}"
        hint = did_you_mean(text, values)
        found = problem(
            "R301", node.span, message, expected=", ".join(values), hint=hint
        )
        names.problems.append(found)
    return rank


class _AreaReader:
    """One board of areas being read."""

    def __init__(self, names: Names, each: Declaration, node: MappingNode) -> None:
        self.names = names
        self.declaration = each
        self.node = node
        self.map = AreaMap(each.key, tuple(name for name, _ in _areas(node)))

    def say(self, at: Node, message: str, expected: str = "", hint: str = "") -> None:
        found = problem("R515", at.span, message, expected=expected, hint=hint)
        self.names.problems.append(found)

    def layout(self) -> AreaLayout | None:
        """Read all of it; None and a problem without an area."""
        if not self.map.names:
            message = "the board has no areas"
            expected = "areas: a name and what is there, for each"
            self.say(self.node, message, expected)
            return None
        if len(self.map.names) > MOST_AREAS:
            raise LimitExceeded("areas of a board", MOST_AREAS).at(self.node.span)
        positions = tuple(self.position(area) for _, area in _areas(self.node))
        links = tuple(self.links())
        self.map = AreaMap(self.map.name, self.map.names, links)
        return AreaLayout(self.map, (), dict(self.regions()), positions)

    def position(self, area: Node) -> tuple[Exact, Exact] | None:
        """Read where an area is drawn."""
        at = area.get("at") if isinstance(area, MappingNode) else None
        if at is None:
            return None
        items = at.items if isinstance(at, SequenceNode) else ()
        numbers = (_number(text_of(item)) for item in items)
        known = [number for number in numbers if number is not None]
        inside = [number for number in known if -MOST_ACROSS <= number <= MOST_ACROSS]
        if len(items) != 2 or len(inside) != 2:
            expected = f"at: [3, 4], how far right and up, each up to {MOST_ACROSS}"
            self.say(at, "this is no position of an area", expected)
            return None
        return inside[0], inside[1]

    def links(self) -> Iterator[Link]:
        """Read the links."""
        node = self.node.get("links")
        items = tuple(node.items) if isinstance(node, SequenceNode) else ()
        if len(items) > MOST_LINKS:
            limit = LimitExceeded("links of a board", MOST_LINKS)
            raise limit.at(items[MOST_LINKS].span)
        for item in items:
            link = self.link(item)
            if link is not None:
                yield link

    def link(self, item: Node) -> Link | None:
        """Read `[Ford, Mill]`, or a map with `from`, `to`, `cost` and `one_way`."""
        ends: list[Node | None]
        if isinstance(item, SequenceNode):
            ends = [*item.items] if len(item.items) == 2 else [None]
        elif isinstance(item, MappingNode):
            ends = [item.get(key) for key in ("from", "to")]
        else:
            ends = [None]
        if any(end is None for end in ends):
            example = "[Ford, Mill] or {from: Ford, to: Mill, cost: 2, one_way: yes}"
            self.say(item, "a link joins two areas", example)
            return None
        areas = [self.area(end) for end in ends if end is not None]
        cost = self.cost(item.get("cost") if isinstance(item, MappingNode) else None)
        one_way = text_of(item.get("one_way")) if isinstance(item, MappingNode) else ""
        start, goal = areas
        if start is None or goal is None:
            return None
        if start == goal:
            name = self.map.names[start[0]]
            self.say(item, f"this link leads from '{name}' to itself")
            return None
        return Link(start[0], goal[0], cost, one_way in ("yes", "true"))

    def area(self, node: Node) -> Cell | None:
        """Read the name of an area."""
        found = self.map.place_of(text_of(node))
        if not isinstance(found, Misfit):
            return found
        hint = did_you_mean(text_of(node), found.known)
        self.names.problems.append(
            problem(
                "R313", node.span, found.message, expected=found.expected, hint=hint
            )
        )
        return None

    def cost(self, node: Node | None) -> Exact:
        """Read what a step over a link costs."""
        if node is None:
            return 1
        found = _number(text_of(node))
        if found is None or not 0 < found <= MOST_ACROSS:
            expected = f"a number above 0, up to {MOST_ACROSS}"
            self.say(node, f"'{text_of(node)}' is no cost of a link", expected)
            return 1
        return found

    def regions(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Read the named regions, each area once."""
        node = self.node.get("regions")
        for key, value in node.entries if isinstance(node, MappingNode) else ():
            items = value.items if isinstance(value, SequenceNode) else ()
            found = (self.area(item) for item in items)
            yield key.name, tuple(dict.fromkeys(a for a in found if a))


def _number(text: str) -> Exact | None:
    try:
        return exact(Fraction(text))
    except (ValueError, ZeroDivisionError):
        return None

"""Tabletops: the boards that are planes, and what lies on them in a scenario."""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Mappings
from typing import cast

from interpreter.boards.plane import areas
from interpreter.boards.plane.areas import Area
from interpreter.boards.plane.functions import grains, point
from interpreter.boards.plane.points import Point, Rational
from interpreter.boards.plane.tabletop import MOST_PIECES, TableArea, Tabletop
from interpreter.diagnostics import LimitExceeded, did_you_mean, problem
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.functions.plane import PLACE
from interpreter.expressions.typed import Use
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import PlaneBoard
from interpreter.semantics.expressions.yaml_values import figure, text_of
from interpreter.semantics.names import Names
from interpreter.values.exact_numbers import divided
from interpreter.values.faults import Fault
from interpreter.values.types import Number, Type, Unknown, Value, whole
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

MOST_WIDE = 1_000  # inches
_SIZE = re.compile(r"\s*(\d{1,4})\s*[x×]\s*(\d{1,4})\s*\Z")
_SHAPES = ("circle", "corners", "line")
_LENGTH = Number(0)


def declare_plane(
    names: Names, each: Declaration, _node: MappingNode
) -> PlaneBoard | None:
    """Read a plane; a pack has one."""
    planes = names.boards_of(PlaneBoard)
    if planes:
        message = f"'{next(iter(planes))}' is a plane already: a pack has one"
        names.problems.append(problem("R515", each.span, message))
        return None
    return PlaneBoard(each.key, None, each.span, ())


def tabletops(names: Names, given: Mappings[str, MappingNode]) -> dict[str, Tabletop]:
    """Read what a scenario says of each plane; by default it is bare and unbounded."""
    return {
        key: _TabletopReader(names, plane, given.get(key)).tabletop()
        for key, plane in names.boards_of(PlaneBoard).items()
    }


class _TabletopReader:
    """One tabletop of a scenario being read."""

    def __init__(
        self, names: Names, plane: PlaneBoard, node: MappingNode | None
    ) -> None:
        self.names = names
        self.plane = plane
        self.node = node

    def say(self, code: str, at: Node, message: str, more: str = "") -> None:
        self.names.problems.append(problem(code, at.span, message, expected=more))

    def tabletop(self) -> Tabletop:
        """Read all of it."""
        if self.node is None:
            return Tabletop(self.plane.name)
        for key, value in self.node.entries:
            if key.text not in ("size", "ground", "areas"):
                message = f"'{key.text}' is said of boards of hexes"
                self.say("R515", value, message, "size, ground, areas")
        wide, deep = self.size(self.node.get("size"))
        ground = self.ground(self.node.get("ground"))
        pieces = dict(self.pieces(self.node.get("areas")))
        return Tabletop(self.plane.name, wide, deep, pieces, ground)

    def size(self, node: Node | None) -> tuple[int, int]:
        """Read how wide and deep it is."""
        if node is None:
            return 0, 0
        found = _SIZE.match(text_of(node))
        wide, deep = (int(each) for each in found.groups()) if found else (0, 0)
        if not (0 < wide <= MOST_WIDE and 0 < deep <= MOST_WIDE):
            message = "this is no size of a table"
            self.say("R515", node, message, f"48 x 36: inches, up to {MOST_WIDE}")
            return 0, 0
        return int(grains(wide)), int(grains(deep))

    def ground(self, node: Node | None) -> int | None:
        """Read a ground; None where nothing is said or it is none."""
        kinds = self.plane.ground
        if node is None:
            return None
        if kinds is None or not isinstance(node, ScalarNode):
            more = "ground: a type" if kinds is None else "one ground"
            self.say("R515", node, "this is no ground of the plane", more)
            return None
        rank = kinds.rank(node.name)
        if rank is None:
            message = f"'{node.text}' is no {kinds.name.replace('_', ' ')}"
            hint = did_you_mean(node.text, kinds.values)
            choices = ", ".join(kinds.values)
            found = problem("R301", node.span, message, expected=choices, hint=hint)
            self.names.problems.append(found)
        return rank

    def pieces(self, node: Node | None) -> Iterator[tuple[str, TableArea]]:
        """Yield the named areas."""
        entries = node.entries if isinstance(node, MappingNode) else ()
        if len(entries) > MOST_PIECES:
            limit = LimitExceeded("areas of a table", MOST_PIECES)
            raise limit.at(entries[MOST_PIECES][0].span)
        for key, value in entries:
            if not isinstance(value, MappingNode):
                continue
            area = self.area(value)
            ground = self.ground(value.get("ground"))
            level = self.value(value.get("level"), whole(), 0)
            if area is None:
                self.names.spoilt.add(("areas", key.name))
            else:
                yield key.name, TableArea(area, ground, cast(int, level))

    def area(self, node: MappingNode) -> Area | None:
        """Read the shape of an area; None and a problem if it cannot be."""
        shapes = [each for each in _SHAPES if node.get(each) is not None]
        if len(shapes) != 1:
            self.say("R515", node, "an area has one shape", ", ".join(_SHAPES))
            return None
        at = node.get(shapes[0])
        assert at is not None
        with self.names.problems.part() as problems:
            try:
                found = self.shape(shapes[0], at, node)
            except (ValueError, Fault) as fault:
                self.say("R515", at, f"this is no area: {fault}")
                return None
        return None if problems else found

    def shape(self, shape: str, at: Node, node: MappingNode) -> Area | None:
        """Read one of the shapes; ValueError if it is none."""
        if shape == "circle":
            middle = at.get("at") if isinstance(at, MappingNode) else None
            across = at.get("across") if isinstance(at, MappingNode) else None
            if middle is None or across is None:
                self.say("R515", at, "a circle has a middle and a width", "at, across")
                return None
            return areas.disc(self.point(middle), divided(self.length(across), 2))
        points = at.items if isinstance(at, SequenceNode) else ()
        wide = node.get("wide")
        if len(points) > areas.MOST_CORNERS:
            limit = LimitExceeded("corners of an area", areas.MOST_CORNERS)
            raise limit.at(at.span)
        corners = tuple(self.point(each) for each in points)
        if shape == "corners":
            if len(corners) < 3:
                raise ValueError("it has fewer than three corners")
            return Area(0, corners)
        if len(corners) != 2:
            raise ValueError("a line goes from one place to another")
        return areas.swept(*corners, 0 if wide is None else self.length(wide))

    def point(self, node: Node) -> Point:
        """Read a place."""
        found = self.value(node, PLACE, (0, 0))
        return point(cast("tuple[Rational, Rational]", found))

    def length(self, node: Node) -> Rational:
        """Read a length."""
        return grains(cast(Rational, self.value(node, _LENGTH, 1)))

    def value(self, node: Node | None, kind: Type, other: Value) -> Value:
        """Read a value that hangs on nothing; the other where there is none."""
        if node is None:
            return other
        with self.names.problems.part() as problems:
            typed = figure(self.names, node, kind)
        if problems or isinstance(typed.type, Unknown):
            return other
        try:
            return cast(Value, evaluate(typed, Environment({}, {}, {}, _no_use)))
        except (Fault, KeyError, IndexError):
            self.say("R701", node, "this cannot be known before the game")
            return other


def _no_use(use: Use, arguments: tuple[Value, ...], setting: Environment) -> Value:
    raise Fault("R702", f"'{use.name}' is not read here")

"""Planes in expressions: places and headings as printed, and what lies on the table."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from math import ceil, floor

from msgspec.structs import replace

from interpreter.boards.hexes import COMPASS, WAYS
from interpreter.boards.plane.points import INCH
from interpreter.boards.plane.tabletop import (
    TWELFTH,
    Tabletop,
    is_on_lattice,
    place_written,
    spelled,
)
from interpreter.diagnostics import Diagnostic, did_you_mean, problem
from interpreter.expressions import tree
from interpreter.expressions.functions import TABLE_FUNCTIONS
from interpreter.expressions.functions.plane import (
    AREA,
    HEADING,
    PLACE,
    is_point,
    misfit,
)
from interpreter.expressions.typed import Apply, Constant, FieldRead, Invalid, Typed
from interpreter.semantics.declarations import CHARTS, CellBoard, PlaneBoard
from interpreter.semantics.expressions.scope import Binder, Scope, spoken
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values import types
from interpreter.values.exact_numbers import exact
from interpreter.values.types import ListOf, Maybe, Text, Type, Unknown, Value, present
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode


def plane_figure(names: Names, node: Node, wanted: Type) -> Typed | None:
    """Read a place as printed, `3 1/2, 8`, perhaps in brackets or as the list or map of
    its numbers, or a heading by its point of the compass; None where an expression
    stands."""
    kind = present(wanted)
    text = _in_line(node) if kind == PLACE else getattr(node, "text", "")
    if kind == HEADING and text in COMPASS:
        return Constant(WAYS[COMPASS.index(text)], HEADING, node.span)
    place = place_written(text) if kind == PLACE else None
    if place is None:
        return None
    x, y = place
    if not is_on_lattice(place):
        expected = " or ".join(spelled(each) for each in neighbours(x, y))
        message = f"{spelled((x, y))} lies between the twelfths of an inch"
        found_ = problem("R314", node.span, message, expected=expected)
        names.problems.append(found_)
        return Invalid(node.span)
    return Constant((exact(x), exact(y)), PLACE, node.span)


def _in_line(node: Node) -> str:
    """Return a place as it would stand on one line; "" where its parts are not two."""
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, MappingNode):
        parts = [node.get(name) for name, _ in PLACE.fields]
        whole = len(parts) == len(node.entries)
    else:
        parts, whole = [*node.items], len(node.items) == len(PLACE.fields)
    texts = [each.text for each in parts if isinstance(each, ScalarNode)]
    return ", ".join(texts) if whole and len(texts) == len(parts) else ""


@contextmanager
def say_ways(names: Names, node: ScalarNode, wanted: Type) -> Iterator[None]:
    """Let the problem of a heading that is read meanwhile say which words there are;
    where a name is not known nobody meant another thing."""
    if present(wanted) != HEADING:
        yield
        return
    hint = did_you_mean(node.text, COMPASS) or f"there are: {', '.join(COMPASS)}"
    expected = "a point of the compass, or {x: 3, y: -1}"

    def reword(problem: Diagnostic) -> Diagnostic:
        if problem.span != node.span:
            return problem
        return replace(problem, expected=expected, hint=hint)

    with names.problems.part(reword):
        yield


def neighbours(x: Fraction, y: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return the two places of the lattice nearest to a point."""
    sides = [{floor(each / TWELFTH), ceil(each / TWELFTH)} for each in (x, y)]
    near = [(a * TWELFTH, b * TWELFTH) for a, b in product(*sides)]
    near.sort(key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at))
    return near[:2]


def off_table(names: Names, at: Span, value: Value, kind: Type) -> None:
    """Append a problem if a place of a scenario is not on its table."""
    tops = names.layouts.get(names.scenario or "", {}).values()
    found = fault_of_place(tops, value, kind)
    if found is not None:
        message, expected = found
        names.problems.append(problem("R314", at, message, expected=expected))


def fault_of_place(
    layouts: Iterable[object], value: Value, kind: Type
) -> tuple[str, str] | None:
    """Return what is wrong with a place that is not on the table among the boards, and
    what is expected; None where nothing is, and for values of other types."""
    top = next((each for each in layouts if isinstance(each, Tabletop)), None)
    if present(kind) != PLACE or not isinstance(value, tuple) or top is None:
        return None
    if None in value or top.on_table(value):
        return None
    ends = spelled((top.wide // INCH, top.deep // INCH))
    message = f"{spelled((value[0], value[1]))} is not on the table"
    return message, f"a place from 0, 0 to {ends}"


def plane_of(names: Names) -> PlaneBoard | None:
    """Return the plane of a pack, or None."""
    return next(iter(names.boards_of(PlaneBoard).values()), None)


def chart_of(plane: str, span: Span | None) -> Typed:
    """Return the expression of what lies on a plane."""
    charts = Constant(0, types.Entity(CHARTS))
    return FieldRead(charts, CHARTS, plane, types.BoardType(plane), span)


def is_of_hexes(reading: Binder, node: tree.Call, scope: Scope) -> bool:
    """Tell whether a function that the plane has too is one of hexes here, by its first
    argument."""
    if not reading.names.boards_of(CellBoard):
        return False
    first = reading.type_of(node.arguments[0], scope) if node.arguments else Unknown()
    item = first.item if isinstance(first, ListOf) else first
    return not is_point(present(item))


def of_planes(reading: Binder, node: tree.Call, scope: Scope) -> Typed | None:
    """Read a call of a function of what lies on the table; None where it is none."""
    name, plane = node.name.name, plane_of(reading.names)
    if plane is None:
        return None
    if name == "region" and len(node.arguments) == 1:
        return _region(reading, node, plane.name)
    function = TABLE_FUNCTIONS.get(name)
    if function is None:
        return None
    if len(node.arguments) != len(function.takes):
        message = f"'{name}' takes {len(function.takes)}, not {len(node.arguments)}"
        hint = f"it gives {function.says}"
        return reading.lost("R309", node.at, message, hint=hint)
    if plane.ground is None and (function.gives is None or "ground" in function.takes):
        message = f"'{plane.name.replace('_', ' ')}' has no ground"
        return reading.lost("R404", node.at, message, "ground: a type")
    given: list[Typed] = []
    for each, takes in zip(node.arguments, function.takes, strict=True):
        given.append(
            reading.read(each, scope, plane.ground if takes == "ground" else None)
        )
        wanted = "" if takes == "ground" else misfit(takes, given[-1].type)
        if wanted:
            message = f"this is {spoken(given[-1].type)}"
            hint = "ask 'is not none' before"
            maybe = isinstance(given[-1].type, Maybe)
            code, hint = ("R407", hint) if maybe else ("R401", "")
            return reading.lost(code, each.at, message, wanted, hint)
    at = reading.place.span(node.at)
    reading.names.used.add(("boards", plane.name))
    gives = function.gives or plane.ground or Unknown()
    return Apply(f".{name}", (chart_of(plane.name, at), *given), gives, at)


def _region(reading: Binder, node: tree.Call, plane: str) -> Typed | None:
    """Read `region(name)` of an area of the table; None where hexes may have it."""
    only = node.arguments[0]
    word = only.name if isinstance(only, tree.Word) else getattr(only, "text", "")
    names = reading.names
    layouts = (each for held in names.layouts.values() for each in held.values())
    tops = (each for each in layouts if isinstance(each, Tabletop))
    known = sorted({name for top in tops for name in top.pieces})
    if tree.name_of(only) not in known:
        if ("areas", tree.name_of(only)) in names.spoilt:
            return Invalid(reading.place.span(node.at))
        if names.boards_of(CellBoard):
            return None
        hint = did_you_mean(word, known)
        message = f"no table has an area '{word}'"
        return reading.lost("R301", only.at, message, hint=hint)
    at = reading.place.span(node.at)
    names.used.add(("boards", plane))
    named = Constant(tree.name_of(only), Text(), at)
    return Apply(".named", (chart_of(plane, at), named), AREA, at)

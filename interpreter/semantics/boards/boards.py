"""The section of boards, and the kinds that a board may be of.

A kind is one entry of `KINDS`. Its value of `cells` selects it; `declare` reads the
head of a board (before types are known), `complete` the rest, `layouts` what each
board of the kind holds in a scenario. See `boards.protocol` for what a layout answers.

What differs from kind to kind is in `kinds`; here the kinds are only iterated over.
"""

from collections.abc import Callable, Mapping
from collections.abc import Mapping as Mappings
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import did_you_mean, problem
from interpreter.expressions.functions.plane import AREA, HEADING, PLACE
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.boards.area_boards import (
    area_layouts,
    complete_area_board,
    declare_area_board,
)
from interpreter.semantics.boards.charts import hex_layouts
from interpreter.semantics.boards.hex_boards import (
    complete_hex_board,
    declare_hex_board,
)
from interpreter.semantics.boards.hexes import POINT
from interpreter.semantics.boards.tabletops import declare_plane, tabletops
from interpreter.semantics.declarations import (
    CHARTS,
    AreaBoard,
    BoardDeclaration,
    Field,
    HexBoard,
    Kind,
    PlaneBoard,
)
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import BoardOnMap, Names
from interpreter.semantics.sections.drawing import looks_of
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    SIDE_MET,
    BoardType,
    Enumeration,
    Record,
)
from interpreter.yaml.nodes import MappingNode, Node, name_of

Declare: TypeAlias = Callable[
    [Names, Declaration, MappingNode], BoardDeclaration | None
]
Complete: TypeAlias = Callable[[Names, BoardDeclaration, MappingNode], BoardDeclaration]
Layouts: TypeAlias = Callable[
    [Names, Mapping[str, MappingNode]], Mapping[str, BoardOnMap]
]


def _unchanged(
    _names: Names, board: BoardDeclaration, _node: MappingNode
) -> BoardDeclaration:
    return board


class BoardKind(Struct, frozen=True):
    """A kind of board: its word under `cells` and what messages call it, its
    declaration, how it is read, the types that it brings with it, and the keys that
    only boards of this kind may have."""

    cells: str
    title: str
    declares: type[BoardDeclaration]
    declare: Declare
    layouts: Layouts
    types: tuple[Enumeration | Record, ...] = ()
    complete: Complete = _unchanged
    keys: tuple[str, ...] = ()


KINDS: tuple[BoardKind, ...] = (
    BoardKind(
        "hexes",
        "a board of hexes",
        HexBoard,
        declare_hex_board,
        hex_layouts,
        (DIRECTION, CORNER, SIDE_MET, POINT),
        complete_hex_board,
        ("across", "grouped_into", "side", "orientation", "labels"),
    ),
    BoardKind(
        "plane",
        "a plane",
        PlaneBoard,
        declare_plane,
        tabletops,
        (PLACE, HEADING, AREA),
    ),
    BoardKind(
        "areas",
        "a board of areas",
        AreaBoard,
        declare_area_board,
        area_layouts,
        complete=complete_area_board,
        keys=("areas", "links", "regions"),
    ),
)
"""Every kind, in the order in which boards are numbered."""


def head_boards(
    names: Names,
    declarations: Mappings[str, Declaration],
    types: Mappings[str, Declaration],
) -> None:
    """Make boards, and the types that come with them, known by name.

    Boards are in the order of their kinds, so that the row of a game state that holds
    what is on them does not depend on the order in a ruleset.
    """
    for kind in KINDS:
        for key, each in declarations.items():
            if isinstance(each.node, MappingNode) and _kind_of(each.node) is kind:
                _refuse_keys(names, kind, each.node)
                board = kind.declare(names, each, each.node)
                if board is not None:
                    names.boards[key] = board
        for own in kind.types if names.boards_of(kind.declares) else ():
            names.types[own.name] = own
            if own.name in types:
                message = f"'{types[own.name].name}' is a type of the engine"
                hint = "choose another name"
                span = types[own.name].span
                names.problems.append(problem("R305", span, message, hint=hint))


def _refuse_keys(names: Names, kind: BoardKind, node: MappingNode) -> None:
    """Report the keys of a board that only boards of other kinds have."""
    others = ((key, each) for each in KINDS if each is not kind for key in each.keys)
    for key, other in others:
        if (at := node.get(key)) is not None:
            message = f"{kind.title} has no '{key}'"
            hint = f"only {other.title} has it"
            names.problems.append(problem("R515", at.span, message, hint=hint))


def _kind_of(node: MappingNode) -> BoardKind:
    cells = text_of(node.get("cells"))
    return next((kind for kind in KINDS if kind.cells == cells), KINDS[0])


def complete_boards(names: Names, declarations: Mappings[str, Declaration]) -> None:
    """Find the ground of each board, once types are known, and the rest that reads
    other declarations."""
    for key, board in list(names.boards.items()):
        node = declarations[key].node
        assert isinstance(node, MappingNode)
        ground = _ground(names, node.get("ground"))
        looks = looks_of(names, node.get("drawn"), ground)
        complete = _declared_kind(board).complete
        names.boards[key] = complete(
            names, replace(board, ground=ground, looks=looks), node
        )


def _declared_kind(board: BoardDeclaration) -> BoardKind:
    return next(kind for kind in KINDS if isinstance(board, kind.declares))


def _ground(names: Names, node: Node | None) -> Enumeration | None:
    if node is None:
        return None
    found = names.types.get(name_of(node))
    if isinstance(found, Enumeration):
        names.used.add(("types", found.name))
        return found
    known = [each.name for each in names.enumerations()]
    message = f"'{text_of(node)}' is no enumeration"
    hint = did_you_mean(text_of(node), known)
    names.problems.append(problem("R307", node.span, message, hint=hint))
    return None


def charts_kind(names: Names) -> dict[str, Kind]:
    """Return the kind whose one row holds what is on each board, in the order of the
    boards; none without boards."""
    fields = tuple(
        Field(each.name, BoardType(each.name), EVERYONE, None, each.span)
        for each in names.boards.values()
    )
    if not fields:
        return {}
    return {CHARTS: Kind(CHARTS, fields, {}, True, fields[0].span)}


def declare_layouts(names: Names, scenarios: Mappings[str, Declaration]) -> None:
    """Read what is on the boards in every scenario; under "" each is as it is where a
    scenario does not mention it."""
    _read_layouts(names, "", {})
    for key, each in scenarios.items():
        held = each.node.get("boards") if isinstance(each.node, MappingNode) else None
        given: dict[str, MappingNode] = {}
        for name, value in held.entries if isinstance(held, MappingNode) else ():
            if name.name not in names.boards:
                hint = did_you_mean(name.text, names.boards)
                message = f"'{name.text}' is no board"
                names.problems.append(problem("R307", name.span, message, hint=hint))
            elif isinstance(value, MappingNode):
                given[name.name] = value
        _read_layouts(names, key, given)


def _read_layouts(
    names: Names, scenario: str, given: Mappings[str, MappingNode]
) -> None:
    held = names.layouts[scenario] = {
        name: layout
        for kind in KINDS
        for name, layout in kind.layouts(names, given).items()
    }
    for name, layout in held.items() if scenario else ():
        # hundreds of scenarios are like one and have its map
        held[name] = names.known_layouts.setdefault(name, {}).setdefault(layout, layout)

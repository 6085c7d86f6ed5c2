"""The registry of board kinds: what a ruleset and a scenario say of each.

A kind is one entry of `KINDS`. Its value of `cells` selects it; `declare` reads the
head of a board (before types are known), `complete` the rest, `layouts` what each
board of the kind holds in a scenario. See `boards.protocol` for what a layout answers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.expressions.functions.plane import AREA, HEADING, PLACE
from interpreter.ruleset.ruleset import Declaration
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
    AreaBoard,
    BoardDeclaration,
    HexBoard,
    PlaneBoard,
)
from interpreter.semantics.names import BoardOnMap, Names
from interpreter.values.types import CORNER, DIRECTION, SIDE_MET, Enumeration, Record
from interpreter.yaml.nodes import MappingNode

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


@dataclass(frozen=True, slots=True)
class BoardKind:
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

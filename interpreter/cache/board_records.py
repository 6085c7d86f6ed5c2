"""The records of geometry in a cache; imported only for packs with boards."""

from interpreter.boards import board, hexes, labels, layout
from interpreter.boards.plane import areas, tabletop

GEOMETRY: tuple[type, ...] = (
    layout.BoardLayout,
    board.Board,
    hexes.Orientation,
    board.Sheet,
    board.Nesting,
    tabletop.Tabletop,
    tabletop.TableArea,
    areas.Area,
    labels.Axial,
    labels.HexLabels,
    labels.Layout,
    labels.Axis,
    labels.Numbering,
)

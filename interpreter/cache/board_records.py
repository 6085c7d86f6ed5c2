"""The records of geometry in a cache; imported only for packs with boards."""

from interpreter.boards import areas as area_board
from interpreter.boards import board, hexes, labels, layout
from interpreter.boards.plane import areas, tabletop

GEOMETRY: tuple[type, ...] = (
    layout.HexLayout,
    board.HexMap,
    hexes.Orientation,
    board.Sheet,
    board.Nesting,
    tabletop.Tabletop,
    tabletop.TableArea,
    areas.Area,
    area_board.AreaLayout,
    area_board.AreaMap,
    area_board.Link,
    labels.Axial,
    labels.HexLabels,
    labels.Layout,
    labels.Axis,
    labels.Numbering,
)

"""The records of geometry that a cache may hold."""

from interpreter.boards import board, chart, compass, labels, nesting, sheet
from interpreter.boards.plane import areas, tabletop

GEOMETRY: tuple[type, ...] = (
    chart.Chart, board.Board, compass.Orientation, sheet.Sheet, nesting.Nesting,
    tabletop.Tabletop, tabletop.Piece, areas.Area,
    labels.Axial, labels.Labels, labels.Layout, labels.Axis, labels.Numbering,
)  # fmt: skip

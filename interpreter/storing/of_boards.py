"""The records of geometry that a cache may hold."""

from interpreter.boards import board, chart, compass, labels, nesting, sheet

GEOMETRY: tuple[type, ...] = (
    chart.Chart, board.Board, compass.Orientation, sheet.Sheet, nesting.Nesting,
    labels.Axial, labels.Labels, labels.Layout, labels.Axis, labels.Numbering,
)  # fmt: skip

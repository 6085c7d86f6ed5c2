"""Pure geometry of boards: hexes, named areas with links, and the plane.

Holds: `protocol` (what every board answers: labels, distance, neighbours, contents);
for hexes `hexes` (steps, distance, rings, compass), `labels` (hex to printed text and
back), `sight` (lines, arcs, facings), `board` (a map with an edge, and nesting in a
coarser map) and `layout` (what is on a map in a scenario); `areas` (point-to-point
maps); `cell_layouts` and `paths` (walks and searches over separate places); `plane` (a
table in inches).
May import: values, diagnostics, source.
Invariants: a place of hexes or areas is a pair of whole numbers, and every answer is
exact: no floats, no roots, ties decided by rule. No function knows whose piece is
where; what costs, blocks or forbids is an argument. Every list has one order, which its
docstring gives. No answer is longer than a list of the language (10,000): the length is
computed first, else LimitExceeded.

Axes of hexes: directions D0 to D5 run clockwise, corner k is between direction k and
k + 1. With corners up D0 is east and corner 4 north; with sides up everything is turned
by 30 degrees clockwise: D4 is north, corner 5 east. A path has its newest hex first, as
`first_of(trail, n)` expects.

To add a function of hexes: a method of `HexLayout` and a row of
`expressions.functions.hexes`; what depends on the edge of the map is a method of
`HexMap`. To add a kind of board: a class that implements `protocol.Board`, an entry of
`semantics.boards.boards` and one of `maps.renderers`.
"""

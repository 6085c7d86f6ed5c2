"""Pure geometry: hexes, where they lie, what they see, and the ways between them.

Holds: `hexes` (steps, distance, rings), `facing` (corners, arcs, away), `compass`
(orientation, bearings, edges), `lines` (what a line crosses and runs along), `nesting`
(hexes in coarser hexes, regions), `labels` (hex to printed text and back), `sheet` and
`board` (a map with an edge), `chart` (what lies on one in a scenario), `paths`
(cheapest ways, columns), `placing` (constraints and their search), `plane` (a table in
inches, a house of its own).
May import: values, document, problems, source; today it needs problems only.
Invariants: a hex is a pair of whole numbers, here called axial, and every answer is
exact: no floats, no roots, ties decided by rule. No function knows whose piece stands
where; what costs, blocks or forbids is handed in. Every list has one order, which its
docstring gives. Nothing longer than a list of the language may be (10,000) is made:
the length is known first, and LimitExceeded.

Axes: directions D0 to D5 run clockwise, corner k lies between direction k and k + 1.
With corners up D0 is east and corner 4 north; with sides up everything is turned by
30 degrees clockwise: D4 is north, corner 5 east.

How to add: what depends on the edge of the map is a method of `Board`, all else is a
function of hexes; each has an oracle in tests/boards that draws it on paper.
Why like this: pairs hash and compare fast, add by parts, and their own order (least q,
then least r) settles the ties of nested hexes as the first pack wants them.

2026-11-21: `direction` gives the way of a straight row and else none, for the nearest
of six ways may be two; those are `toward`. `line` leaves out what it only touches:
`course` has it, since maps differ on whether a line along a side is blocked. A path
stands newest first, as `first_of(trail, n)` wants it.
"""

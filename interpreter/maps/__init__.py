"""Maps: from what a viewer knows of a board to a picture and to text.

Holds: `plan` (what is known, as places and words), `words` (what is where, and what was
reported), `renderers` (the registry of how each kind of board is shown), on a page of
`svg`. Alike on every board: `BoardPlan` and its parts in `plan`, the first half of
`words`, `parts` (a map in parts), `moves` (what moved since the map before), `arrows`,
`name_labels` (names where there is room), `line_styles` and `legend`. For boards with
separate places `counters`; for hexes `windows` (which part is shown), `panel` and
`hex_map`; for areas `area_map`; for tables the package `plane`. `bars` has a picture of
estimates.
May import: boards and everything below. It knows no view and no truth, so nothing that
is not in a plan can be drawn.
Invariants: equal plans give equal bytes. A picture is self-contained: no script, no
font, no address. Nothing is shown by colour only. Texts in a plan are fit for a
terminal already; `markup` alone makes them fit for XML. Floats only here, for
points on paper.
How to add: a mark is a function in `counters` or `panel`, an entry in `legend`, and, so
that picture and text say the same, a sentence in `words`.

A page is 400 units wide, as a phone is, so that letters of 9 units can be read there;
on a larger screen and on paper it grows with the page. A panel has at most nine
columns, with sides up eleven: more would make labels too small. What does not fit into
one is drawn in several, below a small map of where they lie.
No drawing library is used: all that is drawn are polygons, lines and words.
"""

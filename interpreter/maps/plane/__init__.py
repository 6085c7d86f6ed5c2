"""Maps of a table: what a viewer knows of a plane as a picture and as text.

Holds: `plan` (what is known, which part of it is shown, where that lies on paper),
`text_map` (all of it in words and in letters), and for pictures `symbols` (bases) and
`page` (ground, scale, marks, legend). What other boards have alike is in `maps`.

Bases stand to scale, so a small one has no room for its mark: then the mark stands
beside it, with a line. What has no room anywhere is only in the list, which is said.
"""

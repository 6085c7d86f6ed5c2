"""Maps of a table: what a viewer knows of a plane as a picture and as text.

Holds: `plan` (what is known, as places and words), `windows` (which part is shown),
`words` (what stands where, and what was reported); for pictures `paper` (where a place
lies on it), `ground` (areas, the edge with its inches), `figures` (bases), `labels`
(where a word has room), `legend` and `leaf` (all of it on a page); for text `letters`.

Bases stand to scale, so a small one has no room for its mark: then the mark stands
beside it, with a line. What has no room anywhere is only in the list, which is said.
"""

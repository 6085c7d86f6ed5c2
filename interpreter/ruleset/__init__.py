"""Declarations read from documents: sections merged, options settled, overlays applied.

Holds: `ruleset` (the record), `reading` (folder to ruleset), `options`, `only`,
`overlay`.
May import: language, boards, values, document, problems, source.
Invariants: what comes out has no `only` left; every declaration knows its file and
where it came from; a node that an overlay replaced keeps its own place.
How to add: a section is a word in SECTIONS and a pass in `checked`.
Why on nodes: an overlay can then address anything an author can write, by one code.
"""

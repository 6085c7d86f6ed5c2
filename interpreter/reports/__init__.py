"""From a result to text and JSON, by pure functions.

Holds: a module for each kind of result (`problems`, `values`, `tables`, `overview` and
`listing` of a pack, `rules` of its source, `odds`, `simulation`, `cases`, `coverage`,
`maps`); a run as notes (`run`), told in short (`brief`), as `explanation` (with `sums`
and `lookups`) or as `run_json`; views (`knowing`, by `seen`: things beside each other;
`waiting`: calls); `plane_text` (places as they are typed), and below all `paint`
(colour, and characters a terminal must not see) and `layout` (columns, folding).
May import: loading and everything below.
Invariants: nothing here reads or writes a file, a terminal or a clock; the same result
gives the same bytes. Colour is asked for by the caller and never the only mark. What
comes from a pack or a command line goes through `paint.clean` before it is text. JSON
is plain dicts and lists with `"format": 1` and follows `schemas/output/`.
How to add: a function to text, one to JSON, a schema in `schemas/output/`, a test.
An explanation (2026-11-21) tells first what a table would say aloud: dice, sums, rows,
conditions that held, changes; all else that was worked out stands below. A row that did
not count says its condition and what that compared; nothing is told that was not found.
Names that are read have spaces, names that are typed underscores. Pages are 80 cells
wide; only an author's own lines may be longer.
A view (2026-11-22) leaves nothing out that a seat knows, at its default or not: what
most things of a kind have is said once, what only some have is said of them.
Why apart from commands: handouts, maps and files show the same results.
"""

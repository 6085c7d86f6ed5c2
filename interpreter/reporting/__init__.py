"""From a result to text and JSON, by pure functions.

Holds: `problems`, `values`, `tables`, `odds`, `simulation`, `explanation`, `cases` and
`coverage` (one module a kind of result), and below them `paint` (colour, and characters
that a terminal must not see) and `layout` (columns).
May import: loading and everything below.
Invariants: nothing here reads or writes a file, a terminal or a clock; the same result
gives the same bytes. Colour is asked for by the caller and never the only mark. What
comes from a pack or a command line goes through `paint.clean` before it is text. JSON
is plain dicts and lists with `"format": 1` and follows `schemas/output/`.
How to add: a function to text, one to JSON, a schema in `schemas/output/`, a test.
Why apart from commands: handouts, maps and files show the same results.
"""

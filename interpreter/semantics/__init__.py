"""Declarations with names bound, types and audiences known, tables proved.

Holds: `declared` (what the passes hand on), the scope, the pass from tree to typed
expression, the pass over each section, the proofs of tables, and audiences: the lattice
(`audience`, `conditions`) and what authors write (`audiences`).
May import: ruleset, language, boards, values, document, problems, source.
Invariants: nothing leaves this room unless every name is bound; a pass never raises
for what an author wrote, it appends a problem and goes on with `Unknown`.
What ends a field (`endings`) is known with its kind, and done by `steps`.
An audience is never wider than the truth: what cannot be decided is narrowed.
What lies on boards in a scenario is the one row of a kind that no pack can name
(`declared.CHARTS`), so that it is in the world and every way of running reaches it.
How to add: a section is a module `from_<section>.py`.
2026-11-22: a call that waits is a row of a kind of ours too (`declared.WAITING`,
`from_waiting`), so that it lasts, is seen and is secret like all else in the world; it
is found before any step is read, whatever options cut. Who may know of it is whoever
sees the procedure that it calls: no other audience would hold when it is made as well.
Why grants (2026-11-21): an audience is a set of pairs of a seat and the values that
fields everyone sees must have; then meet, join and inclusion are exact and short.
Why places are walked in `program`: there every clause is one of fourteen instructions.
"""

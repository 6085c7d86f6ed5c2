"""Declarations with names bound, types and audiences known, tables proved.

Holds: `declared` (what the passes hand on), the scope, the pass from tree to typed
expression, the pass over each section, and the proofs of tables.
May import: ruleset, language, boards, values, document, problems, source.
Invariants: nothing leaves this room unless every name is bound; a pass never raises
for what an author wrote, it appends a problem and goes on with `Unknown`.
What lies on boards in a scenario is the one row of a kind that no pack can name
(`declared.CHARTS`), so that it is in the world and every way of running reaches it.
How to add: a section is a module `from_<section>.py`.
"""

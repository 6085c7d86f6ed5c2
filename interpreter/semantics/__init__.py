"""Semantic analysis: names bound, types and audiences known, tables proved complete.

`declarations` holds the result, `names` finds declarations on demand while a pack is
read, `expressions` turns trees into typed expressions, `sections` reads one section of
a ruleset a module, `dependencies` records who read what, `tables` proves that rows
cover their domain, `boards` reads boards and what they hold in a scenario, `audience`
is the lattice of who may know a value, `state_view` reads game states by the names of
kinds and fields.

Invariants: every name in the result is bound; a pass reports a mistake of an author as
a diagnostic, never as an exception, and continues with the type `Unknown`; an audience
is never wider than the truth.

What boards hold in a scenario, and calls that wait, are rows of entity kinds that no
pack can name (`declarations.CHARTS`, `WAITING`), so they are part of the game state and
every driver, view and proof treats them like other entities.
To add a section: a module in `sections` and a line in `pipeline.building`.
"""

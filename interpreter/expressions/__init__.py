"""The expression language: grammar, parser, trees, functions (see REFERENCE.md).

`expression.lark` is the grammar, `parsing` turns a text into a `tree` with exact
positions, `typed` holds the tree after binding and typing, `functions` one record for
each function of the engine, and `evaluator` evaluates a typed tree directly: it is slow
and short, and the oracle against which generated code is tested.

Invariants: an expression has no effects: it never rolls, asks, changes or sends.
Functions of boards have only their signatures here; generated code calls the board in
the game state, so that a pack without boards imports no geometry.

To add a function: one record in a module of `functions`, a line in REFERENCE.md and a
case.
"""

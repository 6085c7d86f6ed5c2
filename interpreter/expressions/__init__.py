"""Expressions: small, pure, conventional (REFERENCE.md beside this page).

Holds: the grammar (`expression.lark`), the tree as written (`tree`), the parser
(`parsing`), the tree with its types (`typed`), the engine's functions (`functions/`),
templates, and a plain `evaluator`.
May import: boards, values, document, problems, source; the only room with lark.
Invariants: an expression never rolls, asks, changes or tells; places are exact.
A function of hexes is a method of what lies on the board (`functions/hexes`).
How to add a function: one record in a module of `functions/`, a line in REFERENCE.md,
a case; nothing else.
Why an evaluator beside emitted code: it is the oracle of the generator.
2026-11-21: of functions of hexes only the signatures are here; emitted code asks the
chart in the world, so that a pack without boards never imports geometry.
"""

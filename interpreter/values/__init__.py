"""What expressions evaluate to.

Holds: `types` (what a value may be), `names` (when two names are one), `show` (a value
at the edge: text and JSON), `pools` (exact laws of dice), `moments` (the log of a
game), `claims` (the store of what seats were told), `search` (for one legal answer
among many), `exact` (the fractions).
May import: problems, source.
Invariants: inside, a yes or no is a bool, a number an int or, if it is not whole, an
Exact, which is a Fraction; a value of an enumeration its rank from 0, an entity its
number within its kind, a list a tuple, a record a tuple in field order, a map a tuple
of (key, value) pairs, none is None.
Names stand only at the edge. Equality is by structure; no floats.
How to add: a type is a record in `types.py`, a line in `show.py` and one in `fit.py`.
Why like this: tuples of small integers hash and compare fast, and equal states join.
2026-11-22: fractions are our own (`exact`): a third of a game on the plane went into
those of Python, and quicktions 1.24, with which a game took two thirds of its time,
breaks what Python shares (`Fraction("1")` writes over `b"\\0"`).
"""

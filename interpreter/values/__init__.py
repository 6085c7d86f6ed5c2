"""What expressions evaluate to, and types.

`types` describes what a value may be, `conversions` whether a value of one type fits
another, `names` when two names are the same, `pools` the exact distributions of dice
pools, `log` the event log and the store of claims of a game, `search` the search for a
legal combination of choices, `exact_numbers` the fractions, `faults` errors of a run.

Representation: a boolean is a bool, a whole number an int, any other number an
`ExactFraction`; a value of an enumeration is its rank from 0, an entity its number
within its kind, a list or record a tuple, a map a tuple of (key, value) pairs, none is
None. There are no floats, and equality is structural: tuples of small integers hash and
compare fast, and equal states can be merged.

To add a type: a record in `types`, a case in `conversions`, and one in
`reports.values`.
"""

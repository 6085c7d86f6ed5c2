"""Tables and modifiers, and the proofs that their rows cover their domain.

`tables` and `modifiers` read them, `rolled_rows` reads rows that roll on tables;
`bands` proves rows over numbers and enumerations, `decisions` rows with conditions.
"""

"""Readers of the sections of a ruleset, one module for each section or concern.

Reading has phases, since sections refer to each other: `head_*` registers names,
`type_*` reads types of fields, `declare_*` reads a declaration, `complete_*` reads
expressions that may use any declaration. `pipeline.building` calls them in order.
"""

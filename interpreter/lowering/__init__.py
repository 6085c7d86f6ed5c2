"""Lowering: from steps of YAML to instructions, one function for each verb.

`blocks` reads a step, its clauses and its scope; `verbs` has one record for each verb
(keys, lowering, schema, line of the reference) made of `step_keys`; the other modules
lower one verb or a family of verbs; `entries` makes entry points, `procedures` lowers
bodies and the rules of policies.

Invariants: a verb checks its own clauses and produces instructions; it knows no driver.
Clauses nest: `times` and `until`, then `for_each`, then `if`, then the verb. A verb is
lowered to existing instructions where possible: a `tell` that may lie to draws and one
`Tell`, a `move` to a loop of choices, what hears an event to a procedure that is called
after it, so no driver knows of lies, movement or triggers.

To add a verb: a function here, a record in `verbs` (`tools/generate.py` then writes its
schema and its row of the reference), a good and a bad case.
"""

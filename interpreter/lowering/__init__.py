"""The vocabulary: one module a verb, each turning a step into instructions.

Holds: `step` (a step as read, and the record of a verb), `lowering` (blocks, clauses,
scopes), a module for each verb or family of verbs, `verbs` (the list), `entries`, and
`policies` (rules for the choices of procedures, so they are read after these).
May import: program, checked and everything below; blind to running and emission.
Invariants: a verb checks its own clauses and makes instructions; it knows no way of
running. Clauses nest: times/until, then for_each, then if, then the verb.
2026-11-21: a `tell` that may lie becomes draws of what is false and one `Tell`, so that
no driver knows of lies. A `Draw` may be `written`: a judge who is there says what he
likes instead; in `may_be` the names `truth` and `about` stand for the true value and
for what the claim is about, and an earlier fact for what is told of it.
2026-11-22: a `move` becomes a loop of choices, one a step, so that no driver knows of
movement; its path and what it has spent are the only locals that a pass of a loop reads
as the pass before left them.
2026-11-22: what hears an event is a procedure of ours (`hearing`), called behind it:
its triggers, procedures too, then the calls that wait. So no driver knows of either.
How to add a verb: a function here, a line in `verbs.py`, a schema of that name in
`schemas/steps/`, a good and a bad case, a line in the reference.
"""

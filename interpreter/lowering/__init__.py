"""The vocabulary: one module a verb, each turning a step into instructions.

Holds: `step_keys` (what may stand behind a key of a step), `blocks` (a step as read,
the record of a verb, blocks, clauses, scopes), a module for each verb or family of
verbs, `verbs` (a record each: keys, lowering, schema, line of the reference),
`entries`, and `procedures` (with the rules for their choices).
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
How to add a verb: a function here, a record in `verbs.py` (then `tools/generate.py`
writes its schema and its row of the reference), a good and a bad case.
"""

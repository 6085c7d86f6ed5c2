"""The waist: what a procedure does, as a tree of few instructions.

Holds: the instructions, the program, the analyses on them (what stops, what is read
and written, whose `rows` a rule reads, what is live), `slicing` (what an answer does
not hang on, left out), and passes that make problems: `secrets` (R601, R603:
`knowledge` of values, `places` of steps with their `guards`, what is `shown`, what is
`admitted`), `endless` (R519) and `unused` (R504).
May import: checked and everything below.
Invariants: structured (no jumps); every local has one name in its procedure; every
expression is typed; a step verb is never seen here.
Secrets: the walk goes on until nothing narrows; whoever adds an instruction says in
`places` what it binds and guards, and in `shown` what it tells.
Under the options: `proofs` keeps what was found of one program, and walks of another
only in what it is `differing`; what narrows nothing there is no leak here.
How to add: think twice; each instruction costs one case in every way of running.
2026-11-21: `Happen` and `Feasible` joined. An event ends fields by ordinary changes,
but only the log knows what time it is; and whether a choice has an answer at all is a
search, which no expression can say.
2026-11-21: `Require` joined, for a fault that a rule wants: no expression can say which
step, rule and figures refuse a run. It is a risk, so it is never sliced away. To the
secrets it is a `return` out of every caller, and told to all who see one of them.
2026-11-21: a claim in a field is known to whom it was told alone, as views have it; of
`claims_to` it is the seat that was asked for. Before, who saw the field knew it all.
"""

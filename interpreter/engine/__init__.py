"""Ways of running a program: each only answers stops differently.

Holds: `stops` and `once` (one run, resumable), `exact*` (the whole law), `simulate*`,
`policies` (who answers a choice when nobody sits there; `quick_answers` in simulations,
where it is one seat's and one thing's), `impossible` (chance that no
driver can answer), `keyed_dice`, `paths` (what dice are keyed by), `seeded` (who counts
the rolls of a run), `snapshots` (states as reports keep them), `stream` and `views`
(what a seat may know: all output for it is made from that alone).
May import: emission and everything below; blind to steps.
Invariants: a state is a value (world, stack) without dice, seed or log; equal states
are equal; chance is answered by the driver alone; integer weights until the edge.
A run of once is one loop: who is given an answerer asks it and goes on, who is not
gives the stop. Stops are named tuples, for one is made at each roll (2026-11-21).
Exact odds are asked through `exact_program` alone.
2026-11-21: the key of a simulation's stream names how it is read (`trials`), not the
rung, so that direct functions and segments count the same for a seed.
2026-11-21: a path names entities by id, or by their birth: numbers count hidden ones.
Births stand in the log; only forms that stop write them. Numbers and texts that a
procedure takes are not in a path: they may hang on a secret.
2026-11-21: nor does a loop over lists of entities count alone: who is in the list is in
the path, else a list more, of hidden ones, shifted the dice of all behind it.
2026-11-22: columns are the exact form with trials for weights (`simulate_columns`), not
an emission over arrays: where trials meet they are as fast, and there is no second
generator to drift. The laws of single stops are the kernels. That of a whole call is
for `odds` to tell: an estimate drawn from it would be no other way to the same numbers.
Arrays are imported there alone, and only for what is closed.
How to add: a driver is a module that answers stops; the program does not change.
2026-11-21: a claim in a view has a number of its seat's own and no moment, and a view
leaves moments out: they count what happened in secret. A pack that wants a date tells
one, such as the week.
"""

"""Ways of running a program: each only answers stops differently.

Holds: `stops` and `once` (one run, resumable), `exact*` (the whole law), `simulate`,
`policies` (who answers a choice when nobody sits there), `keyed_dice` and `stream`;
`views` (what a seat may know: all output for it is made from that alone).
May import: emission and everything below; blind to steps.
Invariants: a state is a value (world, stack) without dice, seed or log; equal states
are equal; chance is answered by the driver alone; integer weights until the edge.
How to add: a driver is a module that answers stops; the program does not change.
2026-11-21: a claim in a view has a number of its seat's own and no moment, and a view
leaves moments out: they count what happened in secret. A pack that wants a date tells
one, such as the week.
"""

"""Drivers: the ways to run a program. They differ only in how a stop is answered.

`stops` and `once` run a procedure once and can resume it; `exact` computes the whole
distribution (entry point: `exact.program`); `simulation` estimates it from trials.
`policies` answers choices without a player, `answers` checks answers, `dice` derives
the dice of a run from its key and the path of the step.
Invariants: a state is a value (game state, stack) without dice, seed or log; equal
states are equal; only the driver answers chance; weights are integers until printed.
To add a driver, write a module that answers stops; the program does not change.
"""

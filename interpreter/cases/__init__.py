"""Cases as written, read against a program: what can be known without running them.

Holds: `calls` (a call as people write it), `ground` (what a case is read against),
`checking` (a whole case), and a module for each part: `chance` (dice and draws),
`answers` (answers and policies), `expectations`, `told` (views); and `beginnings`, what
must hold where a scenario begins.
May import: running, program, checked and everything below.
Invariants: nothing is run; every problem stands at the word that is wrong; what only a
run can show (whether a roll comes, which claim is told) is left to `umpire test`.
How to add a key of cases: its schema, a module or a function here, and its reading in
`commands/case_file.py`.
Why a room (2026-11-21): `check` used to know of cases no more than their shape, so
that a misspelt die was found by `test` alone, and told without its place.
"""

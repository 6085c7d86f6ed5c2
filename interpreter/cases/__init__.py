"""Test cases as written, checked against a program without running them.

`calls` reads a call as people write it, `context` is what a case is read against,
`checking` checks a whole case, with a module for each part: `answers` (dice, draws,
answers, policies), `expectations`, `pairs`; `scenario_starts` checks what must hold
where a scenario begins.

Invariants: nothing is run; a diagnostic points at the word that is wrong; what only a
run can show (whether a roll comes, which claim is sent) is left to `umpire test`.
To add a key of cases: its schema, a module or function here, and its reading in
`app.testing.case_comparisons`.
"""

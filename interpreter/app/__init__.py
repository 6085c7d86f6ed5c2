"""The command line: one module a verb.

Holds: `main` (which verb), `failures` (what each says, as text or JSON), `parser`,
`terminal` (what is printed where), `output` (how files of a user are written),
`time_limit` (`--max-time`), `person` (who answers line by line: `real_dice`
fall, `real_choices` are made), `notes` (from the trace of a run to what is reported;
`looks` and `scene` work out again what was read and compared), `covered` and `standing`
(what cases ran through, and what that says of each rule), `completing` and `offers`
(words for a shell), `games` (a game file with its rules), `answerers`, `hot_seat`,
`playing`, `seated`, `replies` and `why_not` (who answers for a seat: all in turn at one
keyboard, or one alone with `--as`; on lines, from what was offered), `judged` (what a
judge sees meanwhile), and a module for each verb of `main.VERBS` with two functions:
`configure(parser)` and `execute(arguments, terminal)`, which returns an exit code.
May import: reporting and everything below.
Invariants: data goes to stdout, talk to stderr; no traceback reaches a user; exit codes
are those of COMMANDS.md; only `play` and `--real-dice` ask; a verb's
module is imported only when that verb is called, so that a warm start is quick.
Rulings (2026-11-21): with a person there, what has a default is asked only with
`--rulings`, for a week of a campaign asks for more than fifty. `--answer` given again
answers one asking after the other: so a judge rules for one and not for the next.
A failure is talk (2026-11-21): with --json too it goes to stderr, as the last line, so
that stdout holds what the verb's one schema says, or nothing.
How to add: a row in `main.VERBS`, a module, a schema in `schemas/output/`, a row in the
table of `tests/commands/`.
Why argparse: click alone takes longer to import than a warm run may last.
Coverage (2026-11-21): `coverage` ends with 1 while a rule is not covered, `later`
included, and where no rule is listed: its answer is then no. The author's status can
only lower a rule. A reason must be one of its kinds; where one of them is a figure or a
procedure, leaving it to the judge is none. Beyond two in a hundred all other reasons
are refused, for which of them to let go is not ours to say.
A fact of a claim and an option carry no rule: nothing can be run through them.
Quickly (2026-11-22): a pack with dozens of options takes seconds to check under all its
settings, which somebody who edits does not want each time; so `check --quick`.
Completion (2026-11-21) is argcomplete's: three shells' quoting and word breaks are not
ours to write again. It costs a warm call nothing, as it is imported only when a shell
asks. A pack that was not kept is read and kept, which the command would do next.
"""

"""A journal that loses nothing that it acknowledged: one event a line, never rewritten.

Holds: `journal` (begin, open, read, append), `chain` (events as lines, each with the
hash of all before it), `secret` (bytes beside the journal that only its owner reads),
`disk` (all that is asked of the system, so that tests can put faults there).
May import: problems, files; it knows nothing of games.
Invariants: an event is acknowledged when `append` returns, and then it is on the disk:
the bytes are written and synced, the folder too after a file came to be, and the name
still leads to that very file. Nothing that stands in a journal is ever changed. One
process writes; a second is told so at once. Who only reads touches nothing.
A line ends with its hash, SHA-256 of the hash before it and of the line without its
own. A last line without its newline was torn while it was written, so it was never
acknowledged: whoever opens the journal to write keeps it in a file beside, and says so.
Everything else that does not hold is damage, and nothing is mended. A whole line with
one more byte that is no newline is damage too: no writing leaves that behind.
After a failed write or sync the journal takes nothing more: what the disk then holds is
found out by opening it again. An event that was written and not acknowledged may stand
there; it stands there once.
All failures are a `GameFileError` (exit 5), for the only journals are those of games.
Lines cut off the end, or all hashes made anew: nothing here tells, for the file is as
sound. What was noted or handed out elsewhere shows it (`verify --holds`, `--held`).
Formats: 1 has a secret of one key, 2 of two keys; both are read and gone on with.
How to add: what is asked of the system is a method of `Disk`, or no test breaks it. A
file that is kept beside a journal has a name that `journal.lies_in` knows, or it is
handed out with the folder in which it lies.
Why JSON Lines (2026-11-21): readable, comparable, and every state in which a crash can
leave it can be counted. Why a lock on the file itself: it goes when its process goes.
The lock is `fcntl`'s: on systems without it a game can be read but not played.
"""

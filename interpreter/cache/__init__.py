"""What was read and emitted, kept in the user's own cache folder.

Holds: `entries` (find and keep a program or an emission), `prints` (what they were made
from), `folder` (private files, whole or not at all), `bundle` (parts under a seal),
`programs` and `emissions` (what is kept, in parts), `codec` (records to JSON and back),
`records` and, only for packs with boards, `of_boards` (the registry), `lazily` (maps
whose values are made when asked for).
May import: emission and everything below, of ruleset only `finding`; blind to running
and steps.
Invariants: nothing is ever raised or said: what does not hold, cannot be read or cannot
be trusted is not there, and the pack is read as if there were no cache. Only a load
without errors is kept. JSON only; a record is made only of a class in the registry, a
number is never a float. A file is read only when this user alone may write it and its
folder, and when it bears the seal of this user's key: what runs as code was written by
us, and a file from elsewhere (an archive, another machine) is refused. Seals are
checked before anything is decoded.
An entry holds while each file of the pack and of those that it extends, by content, the
options and the engine's own files are as they were. Its name tells only where pack and
engine lie and which options are on, so an edit replaces and does not pile up. The files
are hashed after reading, and what was read is compared with them: an edit in between is
not kept. Beyond 200 files or 64 MiB those used longest ago go.
`UMPIRE_CACHE=off` switches it off; no home, or a folder of another's: none.
How to add: a record is a line in `records.py`; a part of a pack, one in `programs.py`.
Why parts: a run of one procedure decodes it and what it calls, not the pack.
Why two files a pack and form: a form is emitted when it is first asked for, and two
processes never rewrite what the other has read.
2026-11-21: the caret of a fault needs the files' text, which was read to be hashed, so
it is not kept again. A second cache of read nodes, a file at a time, is not made yet.
"""

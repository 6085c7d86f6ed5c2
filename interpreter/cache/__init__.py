"""Programs and generated code on disk, in the cache folder of the user.

`entries` finds and stores a program or its code, `byte_code` what Python compiled of
that, `rulesets` the declarations that `show` prints. `content_hashes` says what an
entry was made from, `folder` writes private files atomically, in parts that are decoded
when asked for, `codec` turns frozen records to JSON and back (`board_records` for packs
with boards), `valid` remembers files whose shape was valid, `parsed_texts` the trees of
expressions, `verdicts` the cases that pass, by hashes of what they reach
(`slice_hashes`).

Invariants: an invalid entry is a cache miss; nothing is raised or printed. Only a load
without errors is stored. A file is read only if this user alone may write it and its
folder, and if it has the seal of this user's key, which is checked before anything is
decoded, because its content is executed. An entry is valid while the content of each
file of the pack and of its base packs, the options and the engine's files are the same;
files are hashed after reading and compared with what was read. Beyond 200 files or 64
MiB the least recently used are removed. `UMPIRE_CACHE=off` disables the cache.

A run of one procedure decodes that procedure and what it calls, not the pack. A target
is stored in its own file, so two processes never rewrite what the other has read. To
add a record: a line in `codec`; a part of a pack: one in `entries`.
"""

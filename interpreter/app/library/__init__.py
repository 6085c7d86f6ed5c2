"""The user's library: packs and overlays that are installed under a name.

`archive_paths` says which paths of an archive are taken, `archives` reads a folder, a
.zip or a .tar.gz into memory under limits, `installing` checks and installs it, and
`shelf` lists what is installed and tells whether it is still what was installed.

Invariants: nothing of a pack is run; nothing is written before the whole source was
read and every path and size is allowed; a pack appears under its name at once and
whole, or not at all.
"""

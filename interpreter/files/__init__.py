"""Writes files for a user without touching anything else.

`single_file` opens an ordinary file (never a link, a pipe or a folder) and writes one
file that carries our mark; `folder` writes a set of files with a manifest.

Guarantees: the last part of a path, and any path below an output folder, is never
followed through a link; text is written to a new file and renamed; a file is replaced
or deleted only if it carries our mark, its hash is in our manifest, or it is a
temporary file of a process that was killed. Opening never waits for a pipe.
Errors are `OSError` whose `strerror` is a sentence for a person.
"""

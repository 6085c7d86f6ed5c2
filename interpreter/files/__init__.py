"""Files of the user, opened and written so that nothing else is touched.

Holds: `opening` (open an ordinary file, never a link, a pipe or a folder), `single`
(write one file that carries our mark), `folder` (write a set of files into a folder,
with a manifest of what we wrote there).
May import: nothing of ours.
Invariants: no link is followed at the last part of a path, nor below an output folder;
new text goes into a new file beside, which is then renamed; only a file that carries
our mark, whose hash stands in our manifest, or whose name is that of such a new file
(which a killed process left) is replaced or deleted. An empty file carries no mark.
Opening never waits for a pipe.
All failures are an OSError whose `strerror` is a sentence for a person.
How to add: a verb that writes a file calls `single.write` or `folder.write`, and gets a
row in `tests/files/test_links.py`; `test_killed_writes.py` beside it kills at each act.
"""

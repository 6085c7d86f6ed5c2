"""Declarations as read: files merged, overlays and options applied, nothing understood.

Holds: `reading` (a folder to a ruleset), `ruleset` (the records), `options` (values as
declared), `choices` (as they are now), `trials` (which of them `check` tries), `only`,
`overlay` (changes made), `bare` (how one is written), `blame` (whose fault a problem
is where a pack extends another), `drift` (changes that notice nothing), `reshaped` (the
shape of what changes made), and what these stand on: `files`, `layers`, `naming`,
`paths`, `verbs`, `targets`, `edits`, `meant` (what a change that went wrong should be).
May import: language, boards, values, document, problems, source.
Invariants: what leaves this room knows no `only`, `change` or `extends` any more; every
node keeps the span where its author wrote it, in whichever file; the order of changes
never matters, or it is R806; a change that finds nothing is a problem; nothing of a
pack is read through a link that leaves its folder.
The order: files of each pack, the lowest first; overlays' changes of options; the
options resolved; overlays' other changes; changes of the options that are on; the shape
of what was changed; `only`.
How to add: a section is a word in `SECTIONS` (and a schema, and a pass in `checked`); a
verb of changes is a line in `verbs.py` and an act in `edits.py`.
Why all edits of one round are made at once: each finds its place in the same original,
so none can see what another did; what was only just added is found in the next round.
Why on nodes: spans stay true, and an overlay can address all that an author can write.
"""

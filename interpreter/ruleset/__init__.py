"""Declarations as read: files merged, overlays and options applied, nothing typed.

`reading` turns a folder into a `Ruleset`. The order is: the files of each pack, lowest
layer first (`finding`, `pack_files`, `layers`); overlay changes of options; option
values resolved (`options`, `option_values`); all other overlay changes (`changes`,
`overlay`, at the places that `paths` finds); changes of options that are on; the shape
of what was changed; `only` conditions (`only`). `inheritance` expands `like` of
scenarios, `printed_tables` rows and cases written as tables. `option_combinations`
chooses the combinations that `check` tries by what `option_mentions` finds,
`name_mentions` looks for names among the words of what is never resolved,
`change_origins` says which pack of a chain a diagnostic belongs to and which changes
have no `expect` guard (R807). `node_merging` merges values three ways.

Invariants: no `only`, `change` or `extends` is left; every node keeps the span where
its author wrote it; the order of changes does not matter, or it is R806; a change that
finds nothing is a diagnostic; no file is read through a link out of the pack. All edits
of one round find their places in the same original, so none depends on another; what a
round adds can be changed in the next one.

To add a section: a word in `SECTIONS`, a schema, and a module in `semantics.sections`.
"""

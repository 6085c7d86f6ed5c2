"""Binding of expressions: from the tree to typed expressions.

`binding` is the entry; it calls `words` (names and fields), `arithmetic`, `calls`,
`gathering` and `texts` for the forms of the tree. `scope` holds the locals in sight and
which expressions are known to be present, which `presence` infers from conditions;
`conditions` splits conditions into facts for audiences. `yaml_values` and `templates`
read values and prose of a ruleset file, `suggestions` finds the names that a misspelt
one may mean.
"""

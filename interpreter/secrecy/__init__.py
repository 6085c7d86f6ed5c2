"""Information-flow analysis: proves that no procedure sends a seat a secret of others.

`flow` interprets each procedure over the audience lattice of `semantics.audience`,
`labels` gives the audience of an expression, `control_dependence` that of reaching a
program point, `disclosure` and `declared_disclosure` report what is shown to too many
(R601, R603, R604), `option_proofs` repeats the proof for option combinations and only
for rules that differ.
"""

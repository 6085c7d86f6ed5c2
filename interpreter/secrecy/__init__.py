"""Information-flow analysis: proves that no procedure sends a seat a secret of others.

`labels` gives the audience of an expression, `control_dependence` that of reaching a
program point, `flow` interprets one procedure over both, `analysis` iterates over all
procedures until a fixpoint is reached, `disclosure` reports what is shown to too many
seats (R601, R603, R604), `option_proofs` repeats the proof for option combinations,
and only for procedures that differ, with what `known_flows` remembers of each.
"""

"""The intermediate representation of procedures.

A `Procedure` is a tree of structured instructions (no jumps). Lowering produces it,
code generation and the information-flow analysis consume it; it mentions neither step
verbs nor drivers.

Invariants: each local has one name in its procedure; every expression is typed.
Analyses: `effects` (what is read, written, asked), `walking` (traversal, liveness),
`stopping`, `ranges` (bounds of numbers), `reachability`, `unused` (R504), `recursion`
(procedures that never end, R519), `explained` (which values an explanation shows),
`completeness` (that nothing in it is invalid), over `components` of the call graph.
Passes, from program to program: `slicing` and `simplifying`. To add an
instruction, see "A new instruction" in interpreter/README.md: each one costs a case in
every target and in `secrecy.flow`.
"""

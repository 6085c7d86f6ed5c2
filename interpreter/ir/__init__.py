"""The intermediate representation of procedures.

A `Procedure` is a tree of structured instructions (no jumps). Lowering produces it,
code generation and the information-flow analysis consume it; it mentions neither step
verbs nor drivers.

Invariants: each local has one name in its procedure; every expression is typed.
Analyses: `effects` (what is read, written, asked), `walking` (traversal, liveness),
`stopping`, `ranges` and `lower_bounds` (of numbers), `reachability` (also procedures
that never end, R519), `unused` (R504), `invariants` (what is the same in all passes),
`explained` (which values an explanation shows), over `components` of the call graph;
`versions` remembers what was found of single declarations.
Passes, from program to program: `slicing` and `simplifying`. To add an
instruction, see "A new instruction" in interpreter/README.md: each one costs a case in
every target and in `secrecy.flow`.
"""

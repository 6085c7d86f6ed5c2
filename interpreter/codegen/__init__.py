"""Code generation: from the intermediate representation to Python source.

One generator serves four targets: resumable functions that stop for each answer (once,
trace, exact), and direct functions that draw their answers themselves (simulation).
`expressions`, `declarations`, `modifiers` and `statements` write what never stops,
`resumable` (with `functions` and `signatures`) procedures of all targets, `filters` and
`offers` what a choice is given. `dice_pools`, `unordered_dice` and `buckets` make exact
odds fast, `trials` (with `inlining`, `flattening` and `step_bounds`) simulations, and
`memoisation` all that asks the same again.
`generating` assembles code units (`on_demand` each when it is first called, for test
cases), `loading` compiles each unit when it is first called, `runtime` has the
functions that generated code calls. Nothing is run here.
Invariants: no text of a pack is spliced into code; names of packs get a prefix, values
are literals.

Optimisations, none of which changes a result (traced and marked code is generated as
the pack says it):
- Expressions and branches are simplified as far as constants and types decide them
  (`ir.simplifying`), before anything is written.
- A table of constants with a row for every key of a short type is a tuple.
- Direct functions read the row of an entity that they take once, at their beginning.
- The first or last of a list by a key is found without sorting it.
- A write is noticed by `_kept` only where a memoised formula reads what is written; a
  direct function notices it only if the value is another one.
- Direct functions give a choice the candidates and the test of what it offers
  (`offers`), and the driver works out no more than the policy needs; a list whose
  length alone matters (`filters`) and a search for any way end as soon as that is
  known.
- What is the same for all elements of a list is found before it (`ir.invariants`).
- A short formula that cannot fail is written where it is used, and of a memoised one
  the short first conditions; checks of presence are made once (`ir.presence`), and a
  search makes no states where only its piece's place differs (`searches`).
- Lengths of the plane are compared by signs and squares; a list counts its elements.
- Exact odds run all states of a bucket in one call (`buckets`).
- Trials of a procedure that only rolls and changes its state are one generator, with
  no calls, records or short lists, and no steps counted where the limit is out of reach
  (`trials`). What they work out of lists of few dice is looked up by how these fell.

The protocol of resumable functions is in the docstring of `resumable`.
"""

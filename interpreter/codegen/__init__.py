"""One generator from program to Python source: segments (once, trace, exact), direct.

Holds: `expressions`, `folding` (numbers that are always the same), `declarations`,
`formulas`, `plain` (what never stops), `segments`, `direct`, `offering`, `remembering`,
`pools` and `comparisons` (for exact: what joins states), `chunks` (what comes out),
`compiled` (each chunk when first called), `keeping`, `failures`, `runtime`.
May import: program, checked, language, values, problems, source. Runs nothing itself.
Invariants: no pack text is spliced; pack names are prefixed, constants are literals.

Protocol. A function is called `f(W, *live)`, one that resumes a stop `f(W, *live,
answer)`; it gives `(kind, W, payload, frames)`, frames innermost first, each `(function
name, live values)`. W: a tuple of kinds (order of `declared.kinds`), each a tuple of
rows or None; behind the last kind the log (`values.moments`). In exact, `settle(W)`
ranks moments, where it is there: where none is held outside the world. Kinds:
- `None`: finished, the payload is the result; pop a frame and resume it with that.
- `"go"`: payload (function, live): push the frames, call it at once. Loops, recursion;
  in exact also each join, so that equal states meet.
- `"roll"`: (site, number, sides, single, by or None, texts, where); answered with
  a face (single) or a tuple of faces.
- `"draw"`: (site, items, weights or None, how_many or None, by or None, texts,
  where); answered with an element, or with `how_many` a tuple in drawn order.
- `"choose"`: (site, by, offered or None: any of the open type, (least, most) or None,
  default or None, check, texts, where); for several seats by is None and offered is
  ((element, seat, offered), ...). None among the offered is "nothing". Answer: a
  value, a tuple (how many), a map ((element, answer), ...). `check` is None or
  (function, live): the answer is legal when function(W, *live, answer).
- exact only: `"call"`: (procedure, arguments): the result resumes the frame; no frame
  is a tail call. `"pool"`: (site, number, contributions of each face, operators), made
  for `values.pools.pool`; answered with the tuple of readings. No texts, no templates.
`texts` are the values of the templates (purpose, needs; options for a choice), `where`
is (that of the call or (), site, values of `Site.among`): also the last argument of an
entry, and in births; not in exact, where equal states must meet.
`Emitted.functions[name]` is (procedure, number, kind, live names): within a procedure
joins have higher numbers than branches, what follows a loop than its body; kind is
entry, roll, draw, choose, call, pool, join, loop or check; the entry has number 0.
A call inside a circle of procedures is a `go` with a frame of kind circle (depth).
A rule of a policy, `entries["policy.choice"]`, is called with (W, offered, ...), W
frozen or of lists. A marked emission calls `_mark`, a requirement `_unmet`.
2026-11-22: a dear formula keeps what it gave, unless traced or marked; what it gave for
two also when a third is written, if it reads no rows but theirs (`program.rows`).
"""

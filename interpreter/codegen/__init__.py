"""Code generation: from the intermediate representation to Python source.

One generator serves four targets: resumable functions that stop for each answer (once,
trace, exact), and direct functions that draw their answers themselves (simulation).
`expressions`, `declarations` and `statements` write what never stops, `functions` and
`resumable` the functions of a procedure, `direct` the direct target, `modifiers`,
`dice_pools`, `state_reduction` and `memoisation` what makes exact odds fast.
`generating` assembles code units, `loading` compiles each unit when it is first called,
`runtime` has the functions that generated code calls. Nothing is run here.
Invariants: no text of a pack is spliced into code; names of packs get a prefix, values
are literals.

Protocol. A resumable function is called `f(W, *live)`, after a stop `f(W, *live,
answer)`; it returns `(kind, W, payload, frames)`, frames innermost first, each
`(function name, live values)`. W: a tuple of kinds (order of `declared.kinds`), each
a tuple of rows or None; after the last kind the log (`values.moments`). In exact,
`settle(W)`
(if generated: no moment is held outside of W) replaces moments by their ranks.
Kinds:
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
`GeneratedCode.functions[name]` is (procedure, number, kind, live names): within a
procedure joins have higher numbers than branches, what follows a loop than its
body; kind is
entry, roll, draw, choose, call, pool, join, loop or check; the entry has number 0.
A recursive call is a `go` with a frame of kind circle (depth).
A rule of a policy, `entries["policy.choice"]`, is called with (W, offered, ...), W
frozen or of lists. Code with marks calls `_mark`; a requirement calls `_unmet`.
"""

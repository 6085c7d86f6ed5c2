"""Functions of procedures: resumable ones, and direct ones for simulation.

`p<procedure>(W, *arguments)` gives the result and changes W. The namespace has
`_die(sides)`, `_dice(number, sides)`, `_draw(site, items, weights, how_many)`,
`_choose(W, site, by, offered, how_many, default, check)`: check is None or a function
of the answer; for several seats by is None and offered ((element, seat, offered), ...).
`_choose_of(W, site, by, candidates, test, more, default, check)`: offered are the
candidates that pass the test, and more; no more of them is tried than is needed.
`_deeper()` and `_back()` count calls inside a cycle of procedures.

A procedure is split at its stops into functions with explicit continuations, because
Python frames cannot be stored. Code before a stop is written into the current function,
which returns the stop together with the frame to resume: a function and its live
values. What follows a stop, a branch with stops, or a loop with stops becomes a
function of its own. Such a join point is generated once and called by all of its
branches, so the size of the code is linear in that of the procedure.

Liveness (`needed`) gives the parameters of each function: the locals that the remaining
instructions and the continuation read. States with equal live values are equal, which
is what lets the exact driver merge them. A loop is a function that calls itself: by
returning "go", so that the Python stack does not grow; a list and an index are hidden
parameters. Functions are numbered when written: after the branches come their joins,
after a loop's body what follows it, the order that the exact driver relies on.

In exact, `codegen.buckets` adds to each function one that runs many states at once.

Protocol. A resumable function is called `f(W, *live)`, after a stop `f(W, *live,
answer)`; it returns `(kind, W, payload, frames)`, frames innermost first, each
`(function name, live values)`. W: a tuple of kinds (order of `declared.kinds`), each
a tuple of rows or None; after the last kind the log (`values.log`). In exact,
`settle(W)` (if generated: no moment is held outside of W) replaces moments by ranks.
Kinds:
- `None`: finished, the payload is the result; pop a frame and resume it with that.
- `"go"`: payload (function, live): push the frames, call it at once. Loops, recursion;
  in exact also each join, so that equal states meet.
- `"roll"`: (site, number, sides, single, by or None, texts, where, posing); answered
  with a face (single) or a tuple of faces.
- `"draw"`: (site, items, weights or None, how_many or None, by or None, texts,
  where, posing); answered with an element, or with `how_many` a tuple in drawn order.
- `"choose"`: (site, by, offered or None: any of the open type, (least, most) or None,
  default or None, check, texts, option texts, where, posing); for several seats by is
  None and offered is ((element, seat, offered), ...). None among the offered is
  "nothing".
  Answer: a value, a tuple (how many), a map ((element, answer), ...). `check` is None
  or (function, live): the answer is legal when function(W, *live, answer). Option
  texts are None or (function, live): function(W, *live), for several seats
  function(W, *live, element), gives a list of the values beside the options for each
  expression of their text, then the values of what is said of the element; not in
  exact.
- exact only: `"call"`: (procedure, arguments): the result resumes the frame; no frame
  is a tail call. `"pool"`: (site, number, contributions of each face, operators,
  selections, again), made for `values.pools.pool`; answered with the tuple of readings.
  `"dice"`: (site, number, sides); answered with the sorted faces. No texts, no
  templates.
`texts` are the values of the templates (purpose, needs; options for a choice), `where`
is (that of the call or (), site, values of `Site.among`): also the last argument of an
entry, and in births; not in exact, where equal states must meet.
`posing` is None or, in trace, (function, live): function(W, *live) gives the payload
anew from another game state and the locals as they are; not in exact.
`GeneratedCode.functions[name]` is (procedure, number, kind, live names): within a
procedure joins have higher numbers than branches, what follows a loop than its body;
kind is entry, roll, draw, choose, call, pool, join, loop, check, texts or posing; the
entry has 0.
A recursive call is a `go` with a frame of kind recursion (depth).
A rule of a policy, `entries["policy.choice"]`, is called with (W, offered, ...), W
frozen or of lists. Code with marks calls `_mark`; a requirement calls `_unmet`.
"""

from collections.abc import Callable

from interpreter.codegen.buckets import GAME_STATE, Exit
from interpreter.codegen.dice_pools import FACE
from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.functions import (
    EVERY,
    CodeFunction,
    Continuation,
    Functions,
    RemainingInstructions,
    token,
)
from interpreter.codegen.offers import any_offered, lazy_offers
from interpreter.codegen.signatures import hoist_rows, rows_of
from interpreter.codegen.source import SourceLines, direct, local, point, several
from interpreter.codegen.statements import (
    CHECK,
    OPTION_TEXTS,
    POSING,
    StatementWriter,
    StopSource,
    asked,
    nothing_offered,
)
from interpreter.expressions.typed import Constant, Local, Typed
from interpreter.ir.effects import reads_of
from interpreter.ir.instructions import (
    HIDDEN,
    Block,
    Choice,
    Draw,
    End,
    Feasible,
    ForEach,
    Instruction,
    Invoke,
    Procedure,
    Repeat,
    Return,
    Roll,
    When,
)
from interpreter.ir.walking import LocalNames, around, bound, free, needs
from interpreter.values.types import Nothing


class DirectWriter(StatementWriter):
    """Writes the function of one procedure."""

    def __init__(
        self, to: ExpressionWriter, first_site: int, procedure: Procedure
    ) -> None:
        """Begin."""
        super().__init__(hoist_rows(to, procedure), first_site, trace=False)
        self.procedure = procedure

    def procedure_source(self) -> SourceLines:
        """Write the function."""
        given = ["W", *(local(each.name) for each in self.procedure.takes)]
        self.lines.span = self.procedure.span
        with self.lines.block(
            f"def {direct(self.procedure.name)}({', '.join(given)}):"
        ):
            self.lines.add("_step()")
            rows_of(self.to, self.lines, self.procedure.takes)
            self.body(self.procedure.body)
        return self.lines

    def write(self, kind: int, entity: str, changes: list[tuple[int, str]]) -> None:
        """Change the row in place. It is noticed only if the value is another one: a
        rule that sets what is so already is frequent, and what was found out stays."""
        hoisted = {local(name): row for name, row in self.to.hoisted.items()}
        row = hoisted.get(entity, f"W[{kind}][{entity}]")
        noticed = [slot for slot, _ in changes if self.is_read(kind, slot)]
        notice = self.wrote(kind, entity, noticed)
        if len(changes) == 1:
            ((slot, value),) = changes
            if not notice:
                self.lines.add(f"{row}[{slot}] = {value}")
                return
            self.lines.add(f"r, x = {row}, {value}")
            self.lines.add(f"if r[{slot}] != x: r[{slot}] = x{notice}")
            return
        sets = "; ".join(f"r[{slot}] = {value}" for slot, value in changes)
        if not notice:
            self.lines.add(f"r = {row}; {sets}")
            return
        others = [f"r[{slot}] != {value}" for slot, value in changes if slot in noticed]
        self.lines.add(f"r = {row}; x = {' or '.join(others)}")
        self.lines.add(sets)
        self.lines.add(f"if x: {notice.removeprefix('; ')}")

    def append(self, kind: int, row: str) -> None:
        """Append a row, a list."""
        self.lines.add(f"W[{kind}] += ([*{row}],){self.changed(kind)}")

    def erase(self, kind: int, entity: str) -> None:
        """Leave none where the row was."""
        self.lines.add(f"W[{kind}][{entity}] = None{self.changed(kind)}")

    def leave(self, value: str) -> None:
        """Return the result."""
        self.lines.add(f"return {value}")

    def invoke(self, one: Invoke) -> None:
        """Call, and count the depth where a call can come back to itself."""
        given = ", ".join(["W", *(self.of(each) for each in one.arguments)])
        call = f"{direct(one.procedure)}({given})"
        recursive = one.procedure in self.to.analysis.cycles[self.procedure.name]
        if recursive:
            self.lines.add("_deeper()")
        self.lines.add(call if one.name is None else f"{local(one.name)} = {call}")
        if recursive:
            self.lines.add("_back()")
        self.bind(one)

    def wait(self, one: Instruction) -> None:
        """Write a stop as a call."""
        match one:
            case Roll():
                sides = self.of(one.dice.sides)
                call = f"_die({sides})"
                if not one.dice.single:
                    call = f"_dice({self.of(one.dice.number)}, {sides})"
                self.lines.add(f"{local(one.name)} = {call}")
            case Draw():
                self.draw(one)
            case Choice():
                self.choice(one)
        self.bind(one)

    def draw(self, one: Draw) -> None:
        """Write a draw; the drawn leave a deck."""
        given = [str(self.site(one)), self.of(one.source)]
        for each in (one.weights, one.how_many):
            given.append("None" if each is None else self.of(each))
        name = local(one.name)
        if one.deck is not None:
            entity, kind, field = one.deck
            at, slot = self.to.kind(kind), self.to.slot(kind, field)
            of, row = self.fresh("e"), self.fresh("e")
            self.lines.add(f"{of} = {self.to.entity(entity)}")
            self.lines.add(f"{row} = W[{at}][{of}]")
        self.lines.add(f"{name} = _draw({', '.join(given)})")
        if one.deck is not None:
            drawn = name if one.how_many is not None else several([name])
            taken = f"{row}[{slot}] = _take({row}[{slot}], {drawn})"
            self.lines.add(f"{taken}{self.wrote(at, of, [slot])}")

    def feasible(self, one: Feasible) -> None:
        """Write the search for a legal answer; the first that is offered is enough."""
        found = any_offered(self.to, one.choice)
        if found is None:
            super().feasible(one)
            return
        self.lines.add(f"{local(one.name)} = {found}")
        self.bind(one)

    def choice(self, one: Choice) -> None:
        """Write a choice; its condition goes along as a function of the answer."""
        check = "None"
        if one.such_that is not None:
            check = f"lambda {local(one.name)}: {self.of(one.such_that)}"
        lazy = lazy_offers(self.to, one)
        if lazy is not None:
            by, default = (
                "None" if each is None else self.of(each)
                for each in (one.by, one.default)
            )
            more = nothing_offered(self.to, one) if one.optional else "()"
            of = (str(self.site(one)), by, lazy.candidates, lazy.test, more)
            call = f"_choose_of({', '.join(['W', *of, default, check])})"
            self.lines.add(f"{local(one.name)} = {call}")
            return
        found = asked(self, one, texts=False)
        inside = found.payload.removeprefix("(").removesuffix(",)")
        given = inside.replace(CHECK, check).removesuffix(", ()")
        self.lines.add(f"{local(one.name)} = _choose(W, {given})")


class ResumableWriter(Functions):
    """Generates the resumable functions of one procedure."""

    def procedure_source(self) -> tuple[SourceLines, tuple[CodeFunction, ...]]:
        """Write all functions of the procedure."""
        done = SourceLines()
        body = self.procedure.body
        takes = tuple(each.name for each in self.procedure.takes)
        finish = Continuation(LocalNames(), lambda: self.leave("None"), end=True)
        self.spawn(
            "entry", takes, None, lambda: self.run(RemainingInstructions(body), finish)
        )
        self.flush()
        while self.tasks:
            task = self.tasks.popleft()
            self.found[task.id] = len(self.points)
            self.points.append(CodeFunction(len(self.points), task.kind, task.takes))
            done.join(self.function(task))
            self.flush()
        self.named(done)
        return done, tuple(self.points)

    def needed(self, rest: RemainingInstructions, after: LocalNames) -> LocalNames:
        """Return the locals that are live before the remaining instructions."""
        labels = {label: way.live for label, way in self.labels.items()}
        key = (rest.block, after, frozenset(labels.items()), len(self.needs))
        if key not in self.known:
            self.known[key] = needs(rest.body, after, labels, self.reads, self.needs)
        return self.known[key][rest.at]

    def run(self, rest: RemainingInstructions, way: Continuation) -> None:
        """Write instructions and their continuation, which ends the function."""
        for at in range(rest.at, len(rest.body)):
            one = rest.body[at]
            if self.to.analysis.waits(one):
                self.lines.span = one.site.span
                self.begin(one)
                self.stop(one, RemainingInstructions(rest.body, at + 1), way)
                return
            self.one(one)
            if isinstance(one, (Return, End)):
                return
        way.go()

    def stop(
        self, one: Instruction, rest: RemainingInstructions, way: Continuation
    ) -> None:
        """Write an instruction that stops, and what follows it."""
        match one:
            case When():
                joined, close = self.join(rest, way)
                with self.lines.block(f"if {self.asked(one)}:"):
                    self.mark("then", one)
                    self.run(RemainingInstructions(one.then), joined)
                with self.lines.block("else:"):
                    self.mark("else", one)
                    self.run(RemainingInstructions(one.other), joined)
                close()
            case Block():
                joined, close = self.join(rest, way)
                outside = self.labels.get(one.label)
                self.labels[one.label] = joined
                self.run(RemainingInstructions(one.body), joined)
                del self.labels[one.label]
                if outside is not None:
                    self.labels[one.label] = outside
                close()
            case ForEach():
                self.each(one, rest, way)
            case Repeat():
                self.again(one, rest, way)
            case Invoke():
                self.call(one, rest, way)
            case _:
                self.halt(one, rest, way)

    def join(
        self, rest: RemainingInstructions, way: Continuation
    ) -> tuple[Continuation, Callable[[], None]]:
        """Return a continuation to a join point, and what generates the join: it is
        called after the branches, so that the join gets a higher number."""
        if rest.first is None:
            return way, lambda: None
        needed = self.needed(rest, way.live)
        number = self.reserve_near()
        takes = tuple(sorted(needed))

        def close() -> None:
            self.spawn("join", takes, None, lambda: self.run(rest, way), number)

        return Continuation(needed, lambda: self.jump(number, takes)), close

    def jump(self, number: int, takes: tuple[str, ...], back: bool = False) -> None:
        """Write a jump to a function: a call, or a 'go' if the target is a loop, merges
        states (exact) or is far (limits the call depth)."""
        given = [local(each) for each in takes]
        if back or self.exact or number in self.far:
            name, live = token(number, quoted=True), several(given)
            outcome = f"('go', {GAME_STATE}, ({name}, {live}), ())"
            self.give_back(outcome, Exit("go", live, name))
            return
        self.lines.add(f"return {token(number)}({', '.join([GAME_STATE, *given])})")

    def resume(
        self,
        kind: str,
        one: Instruction,
        rest: RemainingInstructions,
        way: Continuation,
    ) -> tuple[int, str]:
        """Queue the function that resumes a stop; return its number and live values."""
        names = bound(one)
        needed = self.needed(rest, way.live)
        needed = needed.union(*(self.needs[each] for each in names & set(self.needs)))
        deck = {f"{HIDDEN}deck"} if isinstance(one, Draw) and one.deck else set()
        takes = tuple(sorted((needed - names) | deck | self.reported(one)))
        answer = next(iter(names), f"{HIDDEN}nothing")

        def write() -> None:
            self.lines.span = one.site.span
            if isinstance(one, Draw) and one.deck is not None:
                self.undeck(one)
            self.bind(one)
            self.run(rest, way)

        number = self.spawn(kind, takes, answer, write)
        return number, several([local(each) for each in takes])

    def undeck(self, one: Draw) -> None:
        """Write the removal of drawn elements from their deck."""
        assert one.deck is not None
        _, kind, field = one.deck
        at, slot = self.to.kind(kind), self.to.slot(kind, field)
        entity = local(f"{HIDDEN}deck")
        drawn = local(one.name) if one.how_many is not None else f"({local(one.name)},)"
        self.write(at, entity, [(slot, f"_take(r[{slot}], {drawn})")])

    def halt(
        self, one: Instruction, rest: RemainingInstructions, way: Continuation
    ) -> None:
        """Write a stop for an answer from outside."""
        found: StopSource = asked(self, one, texts=not self.exact)
        check = texts = "None"
        if found.check is not None:
            condition, name = found.check
            check = self.later("check", (condition,), lambda: self.of(condition), name)
        if found.option_texts:
            nodes, each = found.option_texts, isinstance(one, Choice) and one.each
            element = each[0] if each else None
            texts = self.later("texts", nodes, lambda: self.all_of(nodes), element)
        payload = found.payload.replace(CHECK, check).replace(OPTION_TEXTS, texts)
        posing = self.posing(one, payload) if self.trace else "None"
        payload = payload.replace(POSING, posing)
        number, frame = self.resume(found.kind, one, rest, way)
        name = token(number, quoted=True)
        outcome = f"({found.kind!r}, {GAME_STATE}, {payload}, (({name}, {frame}),))"
        asked_ = f"{found.kind!r}, {payload}"
        waits = "same" if self.is_same(one) else "wait"
        self.give_back(outcome, Exit(waits, frame, name, asked_))

    def later(
        self,
        kind: str,
        given: tuple[Typed, ...],
        source: Callable[[], str],
        answer: str | None = None,
    ) -> str:
        """Queue a function of the value of expressions, also of an `answer` or an
        element of `for_each`, which is called at a stop if somebody wants to know;
        return the source of it with its live values."""
        takes = tuple(sorted(free(*given) - {answer}))
        span = next((node.span for node in given if node.span), self.lines.span)

        def write() -> None:
            self.lines.span = span
            self.lines.add(f"return {source()}")

        number = self.spawn(kind, takes, answer, write)
        live = several([local(each) for each in takes])
        return f"({token(number, quoted=True)}, {live})"

    def posing(self, one: Instruction, payload: str) -> str:
        """Queue a function that gives the payload of a stop anew, which is called when
        the game state was corrected there; return its source with its live values.

        The locals that the payload reads are kept for it at the stop: what was bound
        before the stop is not worked out again.
        """
        takes = tuple(sorted(self.reads(one)))

        def write() -> None:
            self.lines.span = one.site.span
            asked(self, one, texts=True)  # binds what the payload reads: a deck
            self.lines.add(f"return {payload.replace(POSING, source)}")

        number = self.spawn("posing", takes, None, write)
        live = several([local(each) for each in takes])
        source = f"({token(number, quoted=True)}, {live})"
        return source

    def is_same(self, one: Instruction) -> bool:
        """Tell whether the answers to a roll have the same distribution in each state:
        it reads no local and no field."""
        if not self.exact or not isinstance(one, Roll):
            return False
        fused = self.pools.get(one.name)
        read: tuple[Typed, ...] = (one.dice.number, one.dice.sides)
        if fused is not None:
            read += (*(use.gives for use in fused.uses), *(fused.again or ()))
            read += tuple(use.how_many for use in fused.uses)
        if free(*read) - {FACE}:
            return False
        return not reads_of(self.to.analysis.declared_reads, *read)

    def call(self, one: Invoke, rest: RemainingInstructions, way: Continuation) -> None:
        """Write a call that may stop."""
        given = self.arguments(one)
        recursive = one.procedure in self.to.analysis.cycles[self.procedure.name]
        entry = point(one.procedure, 0)
        tail = self.tail(one, rest, way) and not self.trace
        if self.exact or recursive:
            kind, name = ("call", one.procedure) if self.exact else ("go", entry)
            asked_ = f"{name!a}, {several(given)}"
            frames, leaving = "()", Exit("enter", several(given), f"{name!a}")
            if not tail or not self.exact:
                named = "call" if self.exact else "recursion"
                number, frame = self.resume(named, one, rest, way)
                after = token(number, quoted=True)
                frames = f"(({after}, {frame}),)"
                leaving = Exit("call", frame, after, asked_)
            self.give_back(f"({kind!r}, {GAME_STATE}, ({asked_}), {frames})", leaving)
            return
        call = f"{entry}({', '.join([GAME_STATE, *given])})"
        if tail:
            self.lines.add(f"return {call}")
            return
        number, frame = self.resume("call", one, rest, way)
        pair = f"({token(number, quoted=True)}, {frame})"
        self.lines.add(f"c = {call}")
        stopped = f"(c[0], c[1], c[2], (*c[3], {pair}))"
        self.lines.add(f"if c[0] is not None: return {stopped}")
        self.joins += 1
        if self.joins % EVERY == 0:
            target = f"({token(number, quoted=True)}, (*{frame}, c[2]))"
            self.lines.add(f"return ('go', c[1], {target}, ())")
        else:
            self.lines.add(f"return {token(number)}(c[1], *{frame}, c[2])")

    def tail(self, one: Invoke, rest: RemainingInstructions, way: Continuation) -> bool:
        """Return whether a call is a tail call."""
        if one.name is not None and one.name in self.hooks:
            return False
        gives_none = isinstance(self.gives[one.procedure], Nothing)
        first = rest.first
        if first is None:
            return way.end and gives_none
        if not isinstance(first, Return):
            return False
        if isinstance(first.value, Constant) and first.value.value is None:
            return gives_none
        return isinstance(first.value, Local) and first.value.name == one.name

    # Loops with stops inside.

    def each(
        self, one: ForEach, rest: RemainingInstructions, way: Continuation
    ) -> None:
        """Write a loop over a list as a function that starts the next iteration."""
        number = self.reserve_near()
        items, at = f"{HIDDEN}l{number}", f"{HIDDEN}i{number}"
        hidden = frozenset((items, at))
        self.lines.add(f"{local(items)} = {self.of(one.source)}")
        self.lines.add(f"{local(at)} = 0")
        if one.gathers is not None:
            into, inner = one.gathers
            self.lines.add(f"{local(into)} = ()")
            self.hooks[inner] = (local(into), f"{local(items)}[{local(at)}]")
            self.needs[inner] = hidden | {into}
            hidden |= {into}
        after = self.needed(rest, way.live)
        labels = {label: each.live for label, each in self.labels.items()}
        found = around(one, after | hidden, labels, self.reads, self.needs)
        takes = tuple(sorted(found | hidden))

        def back() -> None:
            self.lines.add(f"{local(at)} += 1")
            self.jump(number, takes, back=True)

        def write() -> None:
            self.lines.span = one.site.span
            with self.lines.block(f"if {local(at)} < _len({local(items)}):"):
                self.lines.add("_step()")
                self.lines.add(f"{local(one.variable)} = {local(items)}[{local(at)}]")
                self.run(
                    RemainingInstructions(one.body),
                    Continuation(frozenset(takes), back),
                )
            self.run(rest, way)

        self.spawn("loop", takes, None, write, number)
        self.jump(number, takes)

    def again(
        self, one: Repeat, rest: RemainingInstructions, way: Continuation
    ) -> None:
        """Write a loop by condition or count as a function that starts an iteration."""
        number = self.reserve_near()
        most, done = f"{HIDDEN}n{number}", f"{HIDDEN}i{number}"
        hidden: LocalNames = frozenset()
        if one.times is not None:
            self.lines.add(f"{local(most)} = {self.of(one.times)}")
            self.lines.add(f"{local(done)} = 0")
            hidden = frozenset((most, done))
        labels = {label: each.live for label, each in self.labels.items()}
        after = self.needed(rest, way.live)
        found = around(one, after | hidden, labels, self.reads, self.needs)
        takes = tuple(sorted(found | hidden))
        until = free(one.until) if one.until is not None else LocalNames()

        def write() -> None:
            self.lines.span = one.site.span
            joined, close = self.join(rest, way)

            def back() -> None:
                self.lines.span = one.site.span
                if one.until is not None:
                    with self.lines.block(f"if {self.of(one.until)}:"):
                        joined.go()
                if one.times is not None:
                    self.lines.add(f"{local(done)} += 1")
                self.jump(number, takes, back=True)

            if one.times is not None:
                with self.lines.block(f"if {local(done)} >= {local(most)}:"):
                    joined.go()
            self.lines.add("_step()")
            self.run(
                RemainingInstructions(one.body),
                Continuation(frozenset(takes) | until | joined.live, back),
            )
            close()

        self.spawn("loop", takes, None, write, number)
        self.jump(number, takes)

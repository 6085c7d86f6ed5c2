"""Resumable functions: what the room's page calls the protocol.

A walk with continuations. Code before a stop is written into the function at hand; what
follows a stop, a branch with stops or a loop with stops becomes a function of its own,
written once. Tokens stand for what is known only later: the numbers of functions, and
whether a function writes (then it owns copies of the lists that it writes to).
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from interpreter.emission.expressions import Expressions
from interpreter.emission.lines import Lines
from interpreter.emission.names import HIDDEN, local, point, several
from interpreter.emission.plain import Body, Plain
from interpreter.emission.stops import Asked, asked
from interpreter.language.typed import Constant, Local
from interpreter.program.instructions import (
    Block,
    Choice,
    Draw,
    End,
    ForEach,
    Instruction,
    Invoke,
    Procedure,
    Repeat,
    Return,
    Roll,
    When,
)
from interpreter.program.walking import Names, around, bound, free, instructions, live
from interpreter.values.types import Nothing, Type

_EVERY = 16  # so many joins in a row are calls inside calls; the next returns first
_WORLD = "\0W"
_THAW = "\0T"


@dataclass(frozen=True, slots=True)
class Way:
    """What follows: the locals that it needs and how to write the way there.

    Writing it is short, so it may be written twice; `end`: the procedure ends there.
    """

    live: Names
    go: Callable[[], None]
    end: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A function of a procedure, as `Emitted.functions` tells of it."""

    number: int
    kind: str
    live: tuple[str, ...]


@dataclass(slots=True)
class _Task:
    """A function to write."""

    id: int
    kind: str
    takes: tuple[str, ...]
    answer: str | None
    write: Callable[[], None]
    labels: dict[str, Way]


class Segments(Plain):
    """Writes the functions of one procedure."""

    def __init__(
        self,
        to: Expressions,
        numbers: dict[int, int],
        procedure: Procedure,
        form: str,
        keep: frozenset[tuple[str, str]] | None,
        gives: Mapping[str, Type],
    ) -> None:
        """Begin; `form` is once, trace or exact, `keep` the fields whose writes matter."""
        super().__init__(to, numbers, form == "trace")
        self.procedure = procedure
        self.exact = form == "exact"
        self.keep = keep
        self.gives = gives
        self.labels: dict[str, Way] = {}
        self.needs: dict[str, Names] = {}
        self.tasks: deque[_Task] = deque()
        self.spawned: list[_Task] = []
        self.written: set[int] = set()
        self.points: list[Point] = []
        self.ids = 0
        self.joins = 0
        self.far: set[int] = set()
        self.found: dict[int, int] = {}

    # What Plain leaves open.

    def world(self) -> str:
        """Return the token of the world as it leaves the function."""
        return _WORLD

    def kept(self, kind: str, name: str) -> bool:
        """Tell whether writes to a field matter."""
        return self.keep is None or (kind, name) in self.keep

    def write(self, kind: int, entity: str, changes: list[tuple[int, str]]) -> None:
        """Replace the row in a list that the function owns."""
        self.written.add(kind)
        sets = "; ".join(f"r[{slot}] = {value}" for slot, value in changes)
        self.lines.add(f"r = [*W[{kind}][{entity}]]; {sets}")
        self.lines.add(f"W[{kind}][{entity}] = _tuple(r)")

    def append(self, kind: int, row: str) -> None:
        """Append a row to a list that the function owns."""
        self.written.add(kind)
        self.lines.add(f"W[{kind}] += ({row},)")

    def erase(self, kind: int, entity: str) -> None:
        """Leave none where the row was."""
        self.written.add(kind)
        self.lines.add(f"W[{kind}][{entity}] = None")

    def leave(self, value: str) -> None:
        """Finish."""
        self.lines.add(f"return (None, {_WORLD}, {value}, ())")

    def outer(self, label: str) -> None:
        """Go where a block that holds stops ends."""
        self.labels[label].go()

    def invoke(self, one: Invoke) -> None:
        """Call what does not stop; what it wrote is thawed again."""
        given = ", ".join([_WORLD, *(self.of(each) for each in one.arguments)])
        callee = f"{point(one.procedure, 0)}({given})"
        if self.to.analysis.writes[one.procedure]:
            self.lines.add(f"c = {callee}")
            self.lines.add(_THAW)
            callee = "c"
        if one.name is not None:
            self.lines.add(f"{local(one.name)} = {callee}[2]")
        elif callee != "c":
            self.lines.add(callee)
        self.bind(one)

    # Functions.

    def procedure_source(self) -> tuple[Lines, tuple[Point, ...]]:
        """Write all functions of the procedure."""
        done = Lines()
        body = self.procedure.body
        takes = tuple(each.name for each in self.procedure.takes)
        finish = Way(Names(), lambda: self.leave("None"), end=True)
        self.spawn("entry", takes, None, lambda: self.run(body, finish))
        self.flush()
        while self.tasks:
            task = self.tasks.popleft()
            self.found[task.id] = len(self.points)
            self.points.append(Point(len(self.points), task.kind, task.takes))
            done.join(self.function(task))
            self.flush()
        self.named(done)
        return done, tuple(self.points)

    def spawn(
        self,
        kind: str,
        takes: tuple[str, ...],
        answer: str | None,
        write: Callable[[], None],
        number: int | None = None,
    ) -> int:
        """Put a function on the list; those spawned first are numbered first."""
        found = self.reserve() if number is None else number
        task = _Task(found, kind, takes, answer, write, dict(self.labels))
        self.spawned.append(task)
        return found

    def reserve(self) -> int:
        """Return an identity for a function to be spawned later."""
        self.ids += 1
        return self.ids

    def reserve_near(self) -> int:
        """Return an identity for a function that is called without a stop between."""
        number = self.reserve()
        self.joins += 1
        if self.joins % _EVERY == 0:
            self.far.add(number)
        return number

    def flush(self) -> None:
        """Put what a function spawned before all that waits already."""
        self.tasks.extendleft(reversed(self.spawned))
        self.spawned = []

    def function(self, task: _Task) -> Lines:
        """Write one function, then its head, which needs to know what it writes."""
        self.lines, self.written, self.levels = Lines(), set(), []
        self.labels = dict(task.labels)
        self.lines.span = self.procedure.span
        given = [local(each) for each in task.takes]
        given += [] if task.answer is None else [local(task.answer)]
        parameters = ", ".join(["W", *given])
        with self.lines.block(f"def {_token(task.id)}({parameters}):"):
            if task.kind == "entry":
                self.lines.add("_step()")
            task.write()
        return self.frozen(self.lines)

    def frozen(self, lines: Lines) -> Lines:
        """Replace the tokens of the world."""
        kinds = sorted(self.written)
        own = " ".join(f"W[{kind}] = [*W[{kind}]];" for kind in kinds)
        size = len(self.to.declared.kinds) + 1
        parts = [f"(*W[{i}],)" if i in kinds else f"W[{i}]" for i in range(size)]
        world = several(parts) if kinds else "W"
        found = Lines()
        pairs = zip(lines.texts, lines.spans, strict=True)
        for number, (text, span) in enumerate(pairs):
            found.span = span
            thawed = f"W = [*c[1]]; {own}" if kinds else "W = c[1]"
            found.add(text.replace(_THAW, thawed).replace(_WORLD, world))
            if number == 0 and kinds:
                found.add(f" W = [*W]; {own}")
        return found

    def named(self, lines: Lines) -> None:
        """Replace the tokens of functions, now that all are numbered."""
        for at, text in enumerate(lines.texts):
            if "\0F" in text:
                pieces = text.split("\0F")
                # Odd pieces are identities: each token is \0F<id>\0F.
                pieces[1::2] = [
                    point(self.procedure.name, self.found[int(each)])
                    for each in pieces[1::2]
                ]
                lines.texts[at] = "".join(pieces)

    # The walk.

    def stops(self, one: Instruction) -> bool:
        """Tell whether an instruction, or one inside it, stops."""
        return any(
            isinstance(each, (Roll, Draw, Choice))
            or (isinstance(each, Invoke) and each.procedure in self.to.analysis.stops)
            for each in instructions((one,))
        )

    def needed(self, body: Body, after: Names) -> Names:
        """Return the locals needed before instructions."""
        labels = {label: way.live for label, way in self.labels.items()}
        return live(body, after, labels, not self.exact, self.needs)

    def run(self, body: Body, way: Way) -> None:
        """Write instructions and then the way on; nothing can follow."""
        for at, one in enumerate(body):
            if self.stops(one):
                self.lines.span = one.site.span
                self.stop(one, body[at + 1 :], way)
                return
            self.one(one)
            if isinstance(one, (Return, End)):
                return
        way.go()

    def stop(self, one: Instruction, rest: Body, way: Way) -> None:
        """Write an instruction that stops, and all that follows."""
        match one:
            case When():
                joined, close = self.join(rest, way)
                with self.lines.block(f"if {self.asked(one)}:"):
                    self.run(one.then, joined)
                with self.lines.block("else:"):
                    self.run(one.other, joined)
                close()
            case Block():
                joined, close = self.join(rest, way)
                outside = self.labels.get(one.label)
                self.labels[one.label] = joined
                self.run(one.body, joined)
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

    def join(self, rest: Body, way: Way) -> tuple[Way, Callable[[], None]]:
        """Return a way to what follows, and what spawns it once its branches are."""
        if not rest:
            return way, lambda: None
        needs = self.needed(rest, way.live)
        number = self.reserve_near()
        takes = tuple(sorted(needs))

        def close() -> None:
            self.spawn("join", takes, None, lambda: self.run(rest, way), number)

        return Way(needs, lambda: self.jump(number, takes)), close

    def jump(self, number: int, takes: tuple[str, ...], back: bool = False) -> None:
        """Write the way to a function of the procedure."""
        given = [local(each) for each in takes]
        if back or self.exact or number in self.far:
            target = f"({_token(number, quoted=True)}, {several(given)})"
            self.lines.add(f"return ('go', {_WORLD}, {target}, ())")
            return
        self.lines.add(f"return {_token(number)}({', '.join([_WORLD, *given])})")

    def resume(
        self, kind: str, one: Instruction, rest: Body, way: Way
    ) -> tuple[int, str]:
        """Spawn what follows a stop; return its identity and the source of the frame."""
        names = bound(one)
        needs = self.needed(rest, way.live)
        needs = needs.union(*(self.needs[each] for each in names & set(self.needs)))
        deck = {f"{HIDDEN}deck"} if isinstance(one, Draw) and one.deck else set()
        takes = tuple(sorted((needs - names) | deck))
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
        """Write that the drawn leave the deck."""
        assert one.deck is not None
        _, kind, field = one.deck
        at, slot = self.to.kind(kind), self.to.slot(kind, field)
        entity = local(f"{HIDDEN}deck")
        drawn = local(one.name) if one.how_many is not None else f"({local(one.name)},)"
        self.write(at, entity, [(slot, f"_take(r[{slot}], {drawn})")])

    def halt(self, one: Instruction, rest: Body, way: Way) -> None:
        """Write a stop for an answer from outside."""
        found: Asked = asked(self, one, texts=not self.exact)
        if found.check is not None:
            condition, name = found.check
            takes = tuple(sorted(free(condition) - {name}))
            test = self.spawn(
                "check",
                takes,
                name,
                lambda: self.lines.add(f"return {self.of(condition)}"),
            )
            given = several([local(each) for each in takes])
            payload = found.payload.replace(
                "\0C", f"({_token(test, quoted=True)}, {given})"
            )
        else:
            payload = found.payload.replace("\0C", "None")
        number, frame = self.resume(found.kind, one, rest, way)
        frames = f"(({_token(number, quoted=True)}, {frame}),)"
        self.lines.add(f"return ({found.kind!r}, {_WORLD}, {payload}, {frames})")

    def call(self, one: Invoke, rest: Body, way: Way) -> None:
        """Write a call that may stop."""
        given = [self.of(each) for each in one.arguments]
        circle = one.procedure in self.to.analysis.circles[self.procedure.name]
        entry = point(one.procedure, 0)
        tail = self.tail(one, rest, way) and not self.trace
        if self.exact or circle:
            frames = "()"
            if not tail or not self.exact:
                named = "call" if self.exact else "circle"
                number, frame = self.resume(named, one, rest, way)
                frames = f"(({_token(number, quoted=True)}, {frame}),)"
            kind, name = ("call", one.procedure) if self.exact else ("go", entry)
            target = f"({name!a}, {several(given)})"
            self.lines.add(f"return ({kind!r}, {_WORLD}, {target}, {frames})")
            return
        call = f"{entry}({', '.join([_WORLD, *given])})"
        if tail:
            self.lines.add(f"return {call}")
            return
        number, frame = self.resume("call", one, rest, way)
        pair = f"({_token(number, quoted=True)}, {frame})"
        self.lines.add(f"c = {call}")
        stopped = f"(c[0], c[1], c[2], (*c[3], {pair}))"
        self.lines.add(f"if c[0] is not None: return {stopped}")
        self.joins += 1
        if self.joins % _EVERY == 0:
            target = f"({_token(number, quoted=True)}, (*{frame}, c[2]))"
            self.lines.add(f"return ('go', c[1], {target}, ())")
        else:
            self.lines.add(f"return {_token(number)}(c[1], *{frame}, c[2])")

    def tail(self, one: Invoke, rest: Body, way: Way) -> bool:
        """Tell whether the result of a call is the result of the procedure."""
        if one.name is not None and one.name in self.hooks:
            return False
        gives_none = isinstance(self.gives[one.procedure], Nothing)
        if not rest:
            return way.end and gives_none
        first = rest[0]
        if not isinstance(first, Return):
            return False
        if isinstance(first.value, Constant) and first.value.value is None:
            return gives_none
        return isinstance(first.value, Local) and first.value.name == one.name

    # Loops with stops inside.

    def each(self, one: ForEach, rest: Body, way: Way) -> None:
        """Write a loop over a list, as a function that is its head."""
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
        found = around(one, after | hidden, labels, not self.exact, self.needs)
        takes = tuple(sorted(found | hidden))

        def back() -> None:
            self.lines.add(f"{local(at)} += 1")
            self.jump(number, takes, back=True)

        def write() -> None:
            self.lines.span = one.site.span
            with self.lines.block(f"if {local(at)} < _len({local(items)}):"):
                self.lines.add("_step()")
                self.lines.add(f"{local(one.variable)} = {local(items)}[{local(at)}]")
                self.run(one.body, Way(frozenset(takes), back))
            self.run(rest, way)

        self.spawn("loop", takes, None, write, number)
        self.jump(number, takes)

    def again(self, one: Repeat, rest: Body, way: Way) -> None:
        """Write a loop by condition or number, as a function that is its head."""
        number = self.reserve_near()
        most, done = f"{HIDDEN}n{number}", f"{HIDDEN}i{number}"
        hidden: Names = frozenset()
        if one.times is not None:
            self.lines.add(f"{local(most)} = {self.of(one.times)}")
            self.lines.add(f"{local(done)} = 0")
            hidden = frozenset((most, done))
        labels = {label: each.live for label, each in self.labels.items()}
        after = self.needed(rest, way.live)
        found = around(one, after | hidden, labels, not self.exact, self.needs)
        takes = tuple(sorted(found | hidden))
        until = free(one.until) if one.until is not None else Names()

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
            self.run(one.body, Way(frozenset(takes) | until | joined.live, back))
            close()

        self.spawn("loop", takes, None, write, number)
        self.jump(number, takes)


def _token(number: int, quoted: bool = False) -> str:
    found = f"\0F{number}\0F"
    return f"'{found}'" if quoted else found

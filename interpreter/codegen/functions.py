"""The functions of one procedure during generation: queue, numbers, tokens.

Functions are generated from a queue; those that a function queues go before all that
wait already, so that numbers follow the order of the code. Two facts are known only
later and are written as tokens, replaced at the end: the number of a function, and
whether a function writes to the game state. A function that writes owns copies of the
lists that it changes ("thawed"); one that does not passes the state on unchanged, so
that the exact driver recognises it by identity.
"""

from collections import deque
from collections.abc import Callable, Container, Mapping

from msgspec import Struct

from interpreter.codegen.buckets import (
    GAME_STATE,
    NAMED,
    THAW,
    Exit,
    FunctionBody,
    bucket_function,
)
from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.source import SourceLines, local, point, several
from interpreter.codegen.statements import Body, StatementWriter
from interpreter.expressions.typed import Local
from interpreter.ir.instructions import (
    HIDDEN,
    UNNUMBERED,
    Choice,
    Create,
    Draw,
    Instruction,
    Invoke,
    Procedure,
    Roll,
)
from interpreter.ir.walking import (
    LocalNames,
    expressions,
    free,
    in_template,
    instructions,
    nodes,
    used,
)
from interpreter.semantics.declarations import WAITING
from interpreter.values.log import STORE
from interpreter.values.types import Entity, Type

EARLY = f"{HIDDEN}early"
"""Begins the names of locals, truth values, that are bound for exact odds alone."""

EVERY = 16  # joins in a row that may nest as Python calls; the next is a 'go'
KEY = f"{HIDDEN}key"  # the local with the call path


class RemainingInstructions(Struct, frozen=True):
    """The instructions of a block from an index on."""

    body: Body
    at: int = 0

    @property
    def block(self) -> int:
        """The number of the first instruction of the block, which names the block in
        its procedure; an empty block has none."""
        return self.body[0].number if self.body else UNNUMBERED

    @property
    def first(self) -> Instruction | None:
        """The next instruction, or None at the end."""
        return self.body[self.at] if self.at < len(self.body) else None


class Continuation(Struct, frozen=True):
    """What follows: its live locals, and what writes the jump to it.

    Writing it is short, so it may be written twice; `end`: the procedure ends there.
    """

    live: LocalNames
    go: Callable[[], None]
    end: bool = False


class CodeFunction(Struct, frozen=True):
    """A function of a procedure, as `GeneratedCode.functions` tells of it."""

    number: int
    kind: str
    live: tuple[str, ...]


class Task(Struct):
    """A function to write."""

    id: int
    kind: str
    takes: tuple[str, ...]
    answer: str | None
    write: Callable[[], None]
    labels: dict[str, Continuation]


class Functions(StatementWriter):
    """What is known of the functions of a procedure, and how one is finished."""

    def __init__(
        self,
        to: ExpressionWriter,
        first_site: int,
        procedure: Procedure,
        form: str,
        keep: frozenset[tuple[str, str]] | None,
        gives: Mapping[str, Type],
    ) -> None:
        """Begin; `form`: once, trace or exact; `keep`: fields whose writes matter."""
        super().__init__(to, first_site, form == "trace")
        self.procedure = procedure
        self.exact = form == "exact"
        self.keep = keep
        self.gives = gives
        self.labels: dict[str, Continuation] = {}
        self.needs: dict[str, LocalNames] = {}
        self.tasks: deque[Task] = deque()
        self.spawned: list[Task] = []
        self.written: set[int] = set()
        self.points: list[CodeFunction] = []
        self.ids = 0
        self.joins = 0
        self.known: dict[object, list[LocalNames]] = {}
        self.far: set[int] = set()
        self.exits: dict[int, Exit] = {}
        self.leaves_loops = False
        self.entities = _entities(procedure, to.analysis.removed)
        self.found: dict[int, int] = {}

    # What Plain leaves open.

    def state(self) -> str:
        """Return the token of the game state that the function returns."""
        return GAME_STATE

    def kept(self, kind: str, name: str) -> bool:
        """Tell whether writes to a field matter."""
        return self.keep is None or (kind, name) in self.keep

    def write(self, kind: int, entity: str, changes: list[tuple[int, str]]) -> None:
        """Replace the row in a list that the function owns."""
        self.written.add(kind)
        sets = "; ".join(f"r[{slot}] = {value}" for slot, value in changes)
        self.lines.add(f"r = [*W[{kind}][{entity}]]; {sets}")
        notice = self.wrote(kind, entity, [slot for slot, _ in changes])
        self.lines.add(f"W[{kind}][{entity}] = _tuple(r){notice}")

    def append(self, kind: int, row: str) -> None:
        """Append a row to a list that the function owns."""
        self.written.add(kind)
        self.lines.add(f"W[{kind}] += ({row},){self.changed(kind)}")

    def erase(self, kind: int, entity: str) -> None:
        """Replace a removed row by None."""
        self.written.add(kind)
        self.lines.add(f"W[{kind}][{entity}] = None{self.changed(kind)}")

    def close_up(self, kind: int, entity: str) -> None:
        """Remove a row from a list that the function owns."""
        self.written.add(kind)
        super().close_up(kind, entity)

    def log(self, source: str) -> None:
        """Write another log into a state that the function owns."""
        self.written.add(len(self.to.declared.kinds))
        super().log(source)

    def reads(self, one: Instruction) -> LocalNames:
        """Return the locals that an instruction itself reads, those of its key too; a
        fused roll reads what its readings do."""
        if self.exact:
            fused = self.pools.get(one.name) if isinstance(one, Roll) else None
            read = LocalNames() if fused is None else fused.reads
            return used(one, texts=False) | read
        own = (KEY, *(each.name for each in one.site.among)) if self.keyed(one) else ()
        return used(one).union(own, self.reported(one))

    def reported(self, one: Instruction) -> LocalNames:
        """Return the locals that the report of a step reads, after its stop if it has
        one."""
        about = one.about if isinstance(one, Choice) else None
        terms = (*in_template(one.site.say), *in_template(about))
        return free(*terms) if self.trace else LocalNames()

    def keyed(self, one: Instruction) -> bool:
        """Tell whether an instruction needs to know where the run stands."""
        if isinstance(one, Invoke):
            return one.procedure in self.to.analysis.keyed
        return isinstance(one, (Roll, Draw, Choice, Create))

    def where(self, one: Instruction) -> str:
        """Return the source of where the run stands: the caller's, the site, among."""
        among = [local(each.name) for each in one.site.among]
        return several([local(KEY), str(self.site(one)), *among])

    def born(self, one: Create) -> None:
        """Write how an entity came to be, which the keys of dice about it hold."""
        if self.exact or one.kind == WAITING:
            return
        log, named = self.to.log, f"{one.kind!a}, {local(one.name)}"
        self.log(f"_born({log}, {named}, {self.where(one)})")
        if self.to.declared.kinds[one.kind].masks:
            self.log(f"_labelled({log}, {named}, {self._claims()})")

    def relabel(self, kind: str, numbers: str) -> None:
        """Write that entities get other labels; equal states must meet in exact."""
        if self.exact:
            super().relabel(kind, numbers)
            return
        given = f"{kind!a}, {self.to.kind(kind)}, {numbers}, {self._claims()}"
        self.log(f"_relabelled(W, {given})")

    def _claims(self) -> str:
        """Return the source of how many claims were told."""
        has_claims = STORE in self.to.declared.kinds
        return f"_len(W[{self.to.kind(STORE)}])" if has_claims else "0"

    def arguments(self, one: Invoke) -> list[str]:
        """Return the sources of what a procedure is called with, its key last."""
        given = [self.of(each) for each in one.arguments]
        if not self.exact and self.keyed(one):
            given.append(self.where(one))
        return given

    def leave(self, value: str) -> None:
        """Finish."""
        self.give_back(f"(None, {GAME_STATE}, {value}, ())", Exit("done", value))

    def give_back(self, outcome: str, leaving: Exit) -> None:
        """Write the return of an outcome; `leaving` says the same to a bucket."""
        self.exits[len(self.lines.texts)] = leaving
        self.leaves_loops |= bool(self.levels)
        self.lines.add(f"return {outcome}")

    def outer(self, label: str) -> None:
        """Jump to the end of a block that contains stops."""
        self.labels[label].go()

    def invoke(self, one: Invoke) -> None:
        """Call what does not stop; what it wrote is thawed again."""
        given = ", ".join([GAME_STATE, *self.arguments(one)])
        callee = f"{point(one.procedure, 0)}({given})"
        if self.to.analysis.writes[one.procedure]:
            self.lines.add(f"c = {callee}")
            self.lines.add(THAW)
            callee = "c"
        if one.name is not None:
            self.lines.add(f"{local(one.name)} = {callee}[2]")
        elif callee != "c":
            self.lines.add(callee)
        self.bind(one)

    def spawn(
        self,
        kind: str,
        takes: tuple[str, ...],
        answer: str | None,
        write: Callable[[], None],
        number: int | None = None,
    ) -> int:
        """Queue a function; those queued first get the lower numbers."""
        found = self.reserve() if number is None else number
        task = Task(found, kind, takes, answer, write, dict(self.labels))
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
        if self.joins % EVERY == 0:
            self.far.add(number)
        return number

    def flush(self) -> None:
        """Put what a function spawned before all that waits already."""
        self.tasks.extendleft(reversed(self.spawned))
        self.spawned = []

    def function(self, task: Task) -> SourceLines:
        """Write one function, then its head, which needs to know what it writes."""
        self.lines, self.written, self.levels = SourceLines(), set(), []
        self.exits, self.leaves_loops = {}, False
        self.labels = dict(task.labels)
        self.lines.span = self.procedure.span
        given = [local(each) for each in task.takes]
        given += [] if task.answer is None else [local(task.answer)]
        if task.kind == "entry" and not self.exact:
            given.append(f"{local(KEY)}=()")  # nobody calls an entry point
        parameters = ", ".join(["W", *given])
        with self.lines.block(f"def {token(task.id)}({parameters}):"):
            if task.kind == "entry":
                entered = self.to.mark("procedures", self.procedure.name)
                self.lines.add(f"{entered}_step()")
            task.write()
        return self.frozen(task)

    def frozen(self, task: Task) -> SourceLines:
        """Replace the tokens of the game state, and add the bucket function."""
        lines, kinds = self.lines, sorted(self.written)
        last = len(self.to.declared.kinds)  # the log, which is replaced as a whole
        lists = [kind for kind in kinds if kind != last]
        own = " ".join(f"W[{kind}] = [*W[{kind}]];" for kind in lists)
        parts = [f"(*W[{i}],)" if i in lists else f"W[{i}]" for i in range(last + 1)]
        state = several(parts) if kinds else "W"
        thawed = f"W = [*c[1]]; {own}" if kinds else "W = c[1]"
        found = SourceLines()
        pairs = zip(lines.texts, lines.spans, strict=True)
        for number, (text, span) in enumerate(pairs):
            found.span = span
            found.add(text.replace(THAW, thawed).replace(GAME_STATE, state))
            if number == 0 and kinds:
                found.add(f" W = [*W]; {own}")
        if self.exact and self.exits and not self.leaves_loops and not self.to.marked:
            is_new = bool(kinds) or any(THAW in text for text in lines.texts)
            body = FunctionBody(
                lines,
                self.exits,
                tuple(local(each) for each in task.takes),
                None if task.answer is None else local(task.answer),
                task.kind in ("call", "recursion"),
                f"W = [*W]; {own}" if kinds else None,
                state if is_new else None,
                thawed,
                local(EARLY),
                self.entities,
            )
            found.join(bucket_function(token(task.id), body))
        return found

    def named(self, lines: SourceLines) -> None:
        """Replace the tokens of functions, now that all are numbered."""
        for at, text in enumerate(lines.texts):
            if NAMED in text:
                pieces = text.split(NAMED)
                # Odd pieces are identities: each is between two tokens.
                pieces[1::2] = [
                    point(self.procedure.name, self.found[int(each)])
                    for each in pieces[1::2]
                ]
                lines.texts[at] = "".join(pieces)


def _entities(procedure: Procedure, removed: Container[str]) -> LocalNames:
    """Return the locals that are entities of kinds of which none is ever removed."""
    every = instructions(procedure.body)
    read = nodes(*(node for one in every for node in expressions(one)))
    found = {node for node in read if isinstance(node, Local)}
    return frozenset(
        local(node.name)
        for node in found
        if isinstance(node.type, Entity) and node.type.kind not in removed
    )


def token(number: int, quoted: bool = False) -> str:
    """Return the token of a function's name, replaced when all are numbered."""
    found = f"{NAMED}{number}{NAMED}"
    return f"'{found}'" if quoted else found

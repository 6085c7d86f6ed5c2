"""Generates instructions that never stop, as ordinary Python statements.

`StatementWriter` is abstract: how the game state is written, how a procedure is called
and how it ends differ by target, so subclasses (`functions`, `direct`) supply them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from msgspec import Struct

from interpreter.codegen.dice_pools import FACE, FusedRoll
from interpreter.codegen.expressions import ExpressionWriter, let_value
from interpreter.codegen.source import SourceLines, local, several
from interpreter.expressions.typed import Constant, Local, Template, Typed
from interpreter.ir.effects import CLOCK, safe
from interpreter.ir.explained import compared, conjuncts, shows_look_ups, step_values
from interpreter.ir.instructions import (
    UNNUMBERED,
    Assign,
    Block,
    Choice,
    Create,
    Draw,
    End,
    Feasible,
    ForEach,
    Happen,
    Instruction,
    Invoke,
    Let,
    Remove,
    Repeat,
    Require,
    Return,
    Roll,
    Say,
    Shuffle,
    Tell,
    When,
)
from interpreter.ir.walking import (
    bound,
    crossed,
    in_template,
    instructions,
    option_values,
)
from interpreter.semantics.declarations import WAITING
from interpreter.values.log import STORE
from interpreter.values.types import Entity

# --- Choices: the offered options, and whether any of them is legal ---


def offering(to: ExpressionWriter, one: Choice, optional: bool) -> str:
    """Return the source of what is offered, of several seats as triples."""
    offered = "None" if one.offered is None else to.of(one.offered)
    if optional and one.offered is not None:
        offered = f"(*{offered}, *{nothing_offered(to, one)})"
    if one.each is None:
        return offered
    name, items = one.each
    by = "None" if one.by is None else to.of(one.by)
    triple = f"({local(name)}, {by}, {offered})"
    return f"_tuple([{triple} for {local(name)} in _walk({to.of(items)})])"


def nothing_offered(to: ExpressionWriter, one: Choice) -> str:
    """Return the source of what an optional choice offers besides: none, if it may."""
    if one.must is None:
        return "(None,)"
    return f"(() if {to.of(one.must)} else (None,))"


def counts_of(to: ExpressionWriter, one: Choice) -> str:
    """Return the source of how many may be chosen."""
    if one.how_many is None:
        return "None"
    return several([to.of(each) for each in one.how_many])


def feasible(to: ExpressionWriter, one: Choice) -> str:
    """Return the source of whether there is a legal answer."""
    alone = one.each is None
    offered = offering(to, one, one.optional and not alone)
    legal = "None"
    if one.such_that is not None:
        legal = f"lambda {local(one.name)}: {to.of(one.such_that)}"
    given = [offered, counts_of(to, one), str(one.in_order), str(not alone), legal]
    return f"_feasible({one.site.path!a}, {', '.join(given)})"


Body = tuple[Instruction, ...]


class LoopContext(Struct):
    """A Python loop being written: the label of the block that it is, and its flag."""

    label: str
    flag: str = ""


class StatementWriter:
    """Writes instructions; a subclass writes states, calls and results."""

    def __init__(self, to: ExpressionWriter, first_site: int, trace: bool) -> None:
        """Begin a procedure; `first_site` is the site of its first instruction."""
        self.to = to
        self.first_site = first_site
        self.trace = trace
        self.lines = SourceLines()
        self.levels: list[LoopContext] = []
        self.hooks: dict[str, tuple[str, str]] = {}
        self.pools: Mapping[str, FusedRoll] = {}
        self.sites: Sequence[tuple[str, Instruction]] = ()
        self.shown: dict[int, str] = {}
        self.count = 0
        self.memo_reads = frozenset(chain.from_iterable(to.memoised.values()))
        self.memo_slots = {(kind, slot) for kind, slot, _ in self.memo_reads}

    def state(self) -> str:
        """Return the source of the game state that the function returns."""
        return "W"

    def write(self, kind: int, entity: str, changes: list[tuple[int, str]]) -> None:
        """Write changes of one entity."""
        raise NotImplementedError

    def append(self, kind: int, row: str) -> None:
        """Write the making of an entity."""
        raise NotImplementedError

    def born(self, one: Create) -> None:
        """Write how an entity came to be, where that is kept."""

    def relabel(self, kind: str, numbers: str) -> None:
        """Write that entities get other labels, where those are kept."""
        self.lines.add(numbers)

    def where(self, one: Instruction) -> str:
        """Return the source of where the run stands; only forms that stop know it."""
        raise NotImplementedError

    def erase(self, kind: int, entity: str) -> None:
        """Write the removal of an entity."""
        raise NotImplementedError

    def log(self, source: str) -> None:
        """Write another log."""
        self.lines.add(f"{self.to.log} = {source}")

    def close_up(self, kind: int, entity: str) -> None:
        """Write the removal of a row; the rows after it are renumbered."""
        self.lines.add(f"_without_row(W[{kind}], {entity}){self.changed(kind)}")

    def is_read(self, kind: int, slot: int) -> bool:
        """Tell whether a memoised formula reads a field."""
        return (kind, slot) in self.memo_slots

    def wrote(self, kind: int, entity: str, slots: Iterable[int]) -> str:
        """Return the source, to follow more, of the notice that fields of an entity
        were written; nothing for fields that no memoised formula reads."""
        found = [str(slot) for slot in slots if self.is_read(kind, slot)]
        return f"; _kept.wrote({kind}, {entity}, {', '.join(found)})" if found else ""

    def changed(self, kind: int) -> str:
        """Return the source, to follow more, of the notice that there are other
        entities of a kind; nothing for a kind that no memoised formula reads."""
        read = any(of == kind for of, *_ in self.memo_reads)
        return f"; _kept.changed({kind})" if read else ""

    def leave(self, value: str) -> None:
        """Write the end of the procedure."""
        raise NotImplementedError

    def invoke(self, one: Invoke) -> None:
        """Write a call that does not stop."""
        raise NotImplementedError

    def wait(self, one: Instruction) -> None:
        """Write an instruction that stops."""
        raise NotImplementedError

    def outer(self, label: str) -> None:
        """Write the leaving of a block that is no Python loop."""
        raise NotImplementedError

    def site(self, one: Instruction) -> int:
        """Return the site of an instruction of the pack."""
        assert one.number != UNNUMBERED, f"{one.site.path} has no number"
        return self.first_site + one.number

    def mark(self, what: str, one: Instruction) -> None:
        """When marking, write that a step, or a branch of it, was reached; a binding of
        ours is none of the pack's steps and has no number."""
        if self.to.marked and one.number != UNNUMBERED:
            self.lines.add(self.to.mark(what, self.site(one)))

    def fresh(self, letter: str) -> str:
        """Return a new name for a temporary."""
        self.count += 1
        return f"{letter}{self.count}"

    def step(self) -> None:
        """Write that a step is counted."""
        self.lines.add("_step()")

    def of(self, node: Typed) -> str:
        """Return the source of an expression."""
        return self.to.of(node)

    def all_of(self, given: Iterable[Typed]) -> str:
        """Return the source of the values of several expressions."""
        return several([self.of(node) for node in given])

    def said(self, template: Template | None) -> str:
        """Return the source of the values of a template."""
        return self.all_of(in_template(template))

    def tell(self, one: Instruction, *found: tuple[str, str]) -> None:
        """When tracing, write the report of a step: names and sources of values, the
        values of what it says, and those that an explanation shows."""
        if self.trace:
            pairs = several([f"({name!a}, {value})" for name, value in found])
            at, say = self.site(one), self.said(one.site.say)
            shown = self.shown.get(one.number, "()")
            self.lines.add(f"_trace({at}, {self.state()}, {pairs}, {say}, {shown})")

    def begin(self, one: Instruction) -> None:
        """Write what comes before a step: its mark; when tracing the values that an
        explanation shows, as they are before the step changes anything."""
        self.mark("steps", one)
        if not self.trace:
            return
        if not shows_look_ups(one):
            self.lines.add("_hush()")
        values = [self.all_of(parts) for parts in step_values(one).values()]
        if values:
            name = self.shown[one.number] = self.fresh("n")
            later = ", ".join(f"lambda: {each}" for each in values)
            self.lines.add(f"{name} = _shown({later})")

    def bind(self, one: Instruction) -> None:
        """Write what follows the binding of locals: gathering and the trace."""
        for name in sorted(bound(one)):
            if name in self.hooks:
                into, key = self.hooks[name]
                self.lines.add(f"{into} = _put({into}, {key}, {local(name)})")
            self.tell(one, (name, local(name)))

    def body(self, given: Body) -> None:
        """Write instructions in order; nothing follows one that leaves."""
        for one in given:
            self.one(one)
            if isinstance(one, (Return, End)):
                return

    def one(self, one: Instruction) -> None:
        """Write an instruction."""
        self.lines.span = one.site.span
        self.begin(one)
        write = WRITERS.get(type(one))
        if write is None:
            self.wait(one)
        else:
            write(self, one)

    def let(self, one: Let) -> None:
        """Write a binding."""
        self.lines.add(f"{local(one.name)} = {let_value(self.to, one.name, one.value)}")
        self.bind(one)

    def feasible(self, one: Feasible) -> None:
        """Write the search for a legal answer."""
        self.lines.add(f"{local(one.name)} = {feasible(self.to, one.choice)}")
        self.bind(one)

    def assign(self, one: Assign) -> None:
        """Write changes: all right sides first, then all at once."""
        changes = [each for each in one.changes if self.kept(each.kind, each.field)]
        ready: dict[tuple[str, Typed], list[tuple[int, str]]] = {}
        entities: dict[tuple[str, Typed], str] = {}
        for each in one.changes:
            if each not in changes:
                # nobody reads it, but a value that does not fit is still a fault
                if not safe(each.of, nested=True) or not safe(each.value, nested=True):
                    self.lines.add(f"{self.to.entity(each.of)}, {self.of(each.value)}")
                continue
            place = (each.kind, each.of)
            if place not in entities:
                entities[place] = self.written_entity(each.of)
            value = self.of(each.value)
            if len(changes) > 1 and not isinstance(each.value, Constant):
                name = self.fresh("x")
                self.lines.add(f"{name} = {value}")
                value = name
            slot = self.to.slot(each.kind, each.field)
            ready.setdefault(place, []).append((slot, value))
        for place, found in ready.items():
            self.write(self.to.kind(place[0]), entities[place], found)
        self.tell(one)

    def written_entity(self, of: Typed) -> str:
        """Return the name of an entity that is written, bound before the changes."""
        if isinstance(of, Local) and isinstance(of.type, Entity):
            return local(of.name)
        name = self.fresh("e")
        self.lines.add(f"{name} = {self.to.entity(of)}")
        return name

    def kept(self, kind: str, name: str) -> bool:
        """Tell whether writes to a field matter."""
        return True

    def create(self, one: Create) -> None:
        """Write the making of an entity."""
        at = self.to.kind(one.kind)
        row = self.fresh("x")
        self.lines.add("_step()")
        room = "_room_to_wait" if one.kind == WAITING else "_room_to_create"
        self.lines.add(f"{room}(W[{at}])")
        self.lines.add(f"{row} = {several([self.of(each) for each in one.values])}")
        self.lines.add(f"{local(one.name)} = _len(W[{at}])")
        self.append(at, row)
        self.born(one)
        self.bind(one)

    def remove(self, one: Remove) -> None:
        """Write the removal of an entity; calls that wait close up, for nothing holds
        their numbers, and so equal states are equal."""
        entity = self.to.entity(one.of)
        if self.to.declared.kinds[one.kind].masks:
            self.relabel(one.kind, f"({entity},)")
        leave = self.close_up if one.kind == WAITING else self.erase
        leave(self.to.kind(one.kind), entity)
        self.tell(one)

    def shuffle(self, one: Shuffle) -> None:
        """Write that entities get other labels."""
        self.relabel(one.kind, self.of(one.of))
        self.tell(one)

    def happen(self, one: Happen) -> None:
        """Write an event into the log, as far as anything reads it."""
        read, log = self.to.analysis.read, self.to.log
        if self.to.declared.events[one.event].kept and ("", one.event) in read:
            took = several([self.of(each) for each in one.arguments])
            self.log(f"_recorded({log}, {one.event!a}, {took})")
        elif CLOCK in read:
            self.log(f"({log}[0] + 1, *{log}[1:])")
        if any(("", name) in read for name in self.to.declared.events):
            self.log("forget(W)")
        self.tell(one)

    def told(self, one: Tell) -> None:
        """Append a claim to those sent before."""
        at = self.to.kind(STORE)
        given = (one.to, one.about, one.label, one.facts)
        parts = [ascii(one.claim), *(self.of(e) for e in given), f"{self.to.log}[0]"]
        row = self.fresh("x")
        self.lines.add("_step()")
        self.lines.add(f"{row} = {several(parts)}")
        self.lines.add(f"{local(one.name)} = _next_claim(W[{at}])")
        self.append(at, row)
        self.bind(one)

    def require(self, one: Require) -> None:
        """Write that the run is refused unless a condition holds."""
        source = self.of(one.condition)
        with self.lines.block(f"if not {source}:"):
            figures = several([self.of(each) for each in one.figures])
            site = self.site(one)
            # the condition as the pack has it, whatever form this one was brought into
            stated = self.sites[site][1]
            assert isinstance(stated, Require)
            parts = [
                f"(lambda: ({self.of(part)},), lambda: {self.all_of(compared(part))})"
                for part in conjuncts(stated.condition)
            ]
            given = ", ".join([str(site), self.state(), figures, *parts])
            self.lines.add(f"_unmet({given})")
        self.tell(one, ("", "True"))

    def when(self, one: When) -> None:
        """Write a branch."""
        with self.lines.block(f"if {self.asked(one)}:"):
            self.mark("then", one)
            self.body(one.then)
        if one.other or self.to.marked:
            with self.lines.block("else:"):
                self.mark("else", one)
                self.body(one.other)

    def asked(self, one: When) -> str:
        """Return the source of a condition, reported when tracing."""
        source = self.of(one.condition)
        if not self.trace:
            return source
        name = self.fresh("x")
        self.lines.add(f"{name} = {source}")
        self.tell(one, ("", name))
        return name

    def loop(self, head: str, body: Body, label: str = "") -> LoopContext:
        """Begin a Python loop; close it with `close`."""
        level = LoopContext(label)
        if label and crossed(body, label):
            level.flag = self.fresh("left")
            self.lines.add(f"{level.flag} = False")
        self.lines.add(head)
        self.lines.depth += 1
        self.levels.append(level)
        return level

    def close(self, body: Body) -> None:
        """End a Python loop, and go on leaving when a block outside is being left."""
        self.levels.pop()
        self.lines.depth -= 1
        labels = {each.label for each in instructions(body) if isinstance(each, End)}
        for level in self.levels:
            if level.label in labels and level.flag:
                self.lines.add(f"if {level.flag}: break")

    def for_each(self, one: ForEach) -> None:
        """Write a loop over a list."""
        source = self.of(one.source)
        if one.gathers is not None:
            into = local(one.gathers[0])
            self.hooks[one.gathers[1]] = (into, local(one.variable))
            self.lines.add(f"{into} = ()")
        walked = self.to.walked(source)
        self.loop(f"for {local(one.variable)} in {walked}:", one.body)
        self.body(one.body)
        self.lines.add("pass")
        self.close(one.body)

    def repeat(self, one: Repeat) -> None:
        """Write a loop that ends by its condition or its number."""
        head = "while True:"
        if one.times is not None:
            head = f"for _ in _range({self.of(one.times)}):"
        self.loop(head, one.body)
        self.step()
        self.body(one.body)
        self.lines.span = one.site.span
        if one.until is not None:
            self.lines.add(f"if {self.of(one.until)}: break")
        self.close(one.body)

    def block(self, one: Block) -> None:
        """Write a block that can be left; nothing for an empty one."""
        if not one.body:
            return
        self.loop("while True:", one.body, one.label)
        self.body(one.body)
        self.lines.add("break")
        self.close(one.body)

    def end(self, one: End) -> None:
        """Write the leaving of a block."""
        self.tell(one)
        found = [level for level in self.levels if level.label == one.label]
        if not found:
            self.outer(one.label)
            return
        if found[-1] is not self.levels[-1]:
            self.lines.add(f"{found[-1].flag} = True")
        self.lines.add("break")

    def give(self, one: Return) -> None:
        """Write the end of the procedure."""
        value = self.of(one.value)
        if self.trace:
            name = self.fresh("x")
            self.lines.add(f"{name} = {value}")
            self.tell(one, ("", name))
            value = name
        self.leave(value)


WRITERS: Mapping[type, Callable[..., None]] = MappingProxyType(
    {
        Say: StatementWriter.tell,
        Let: StatementWriter.let,
        Feasible: lambda self, one: self.feasible(one),
        Assign: StatementWriter.assign,
        Create: StatementWriter.create,
        Remove: StatementWriter.remove,
        Shuffle: StatementWriter.shuffle,
        Happen: StatementWriter.happen,
        Tell: StatementWriter.told,
        Require: StatementWriter.require,
        When: StatementWriter.when,
        ForEach: StatementWriter.for_each,
        Repeat: StatementWriter.repeat,
        Block: StatementWriter.block,
        End: StatementWriter.end,
        Return: StatementWriter.give,
        Invoke: lambda self, one: self.invoke(one),
    }
)


# What is asked at a stop, as source of the payload.

CHECK = "\0C"
OPTION_TEXTS = "\0T"
POSING = "\0P"


class StopSource(Struct, frozen=True):
    """The kind of stop, its payload (with a token for the check), and the check:
    a condition on the answer, which it reads as the local named."""

    kind: str
    payload: str
    check: tuple[Typed, str] | None = None
    option_texts: tuple[Typed, ...] = ()


def asked(to: StatementWriter, one: Instruction, texts: bool) -> StopSource:
    """Return what an instruction asks; a deck's entity is bound to a hidden local.

    `texts`: also the values of its templates, and where the run stands.
    """
    site = str(to.site(one))
    where = [to.where(one), POSING] if texts else []
    match one:
        case Roll():
            fused = to.pools.get(one.name)
            if fused is not None:
                return _pool(to, one, site, fused)
            reported = [to.said(one.purpose), to.said(one.needs)] if texts else []
            number, sides = to.of(one.dice.number), to.of(one.dice.sides)
            given = [site, number, sides, str(one.dice.single), _maybe(to, one.by)]
            return StopSource("roll", several([*given, several(reported), *where]))
        case Draw():
            if one.deck is not None:
                to.lines.add(f"h_deck = {to.to.entity(one.deck[0])}")
            optional = (one.weights, one.how_many, one.by)
            reported = [to.said(one.purpose)] if texts else []
            given = [site, to.of(one.source), *(_maybe(to, each) for each in optional)]
            return StopSource("draw", several([*given, several(reported), *where]))
        case Choice():
            check = None if one.such_that is None else (one.such_that, one.name)
            spoken = (*option_values(one), *in_template(one.part_says))
            values = spoken if texts else ()
            return StopSource("choose", _choice(to, one, site, where), check, values)
        case _:
            raise TypeError(f"{type(one).__name__} does not stop")


def _pool(to: StatementWriter, one: Roll, site: str, fused: FusedRoll) -> StopSource:
    uses, number, sides = fused.uses, to.of(one.dice.number), to.of(one.dice.sides)
    if not uses:
        return StopSource("dice", several([site, number, sides]))
    given, span = several([to.of(each.gives) for each in uses]), f"_span_of({sides})"
    contributions = f"_tuple([{given} for {local(FACE)} in {span}])"
    operators = repr(tuple(each.operator for each in uses))
    selections, again = "()", "()"
    if any(each.selection != "all" for each in uses):
        pairs = [f"({each.selection!r}, {to.of(each.how_many)})" for each in uses]
        selections = several(pairs)
    if fused.again is not None:
        listed, most = map(to.of, fused.again)
        again = (
            f"(_tuple([{local(FACE)} in {listed} for {local(FACE)} in {span}]), {most})"
        )
    payload = [site, number, contributions, operators, selections, again]
    return StopSource("pool", several(payload))


def _maybe(to: StatementWriter, node: Typed | None) -> str:
    return "None" if node is None else to.of(node)


def _choice(to: StatementWriter, one: Choice, site: str, where: list[str]) -> str:
    offered = offering(to.to, one, one.optional)
    by = _maybe(to, one.by) if one.each is None else "None"
    counts = counts_of(to.to, one)
    # what is only said, and read by nothing else, lives on in a traced run alone
    own = to.said(one.site.say) if to.trace else "()"
    texts = [own, *(to.said(template) for _, template in one.texts)]
    texts += [to.said(one.about)] if to.trace and one.about is not None else []
    reported = [several(texts), OPTION_TEXTS, *where] if where else ["()"]
    default = _maybe(to, one.default)
    given = [site, by, offered, counts, default, CHECK, *reported]
    return several(given)

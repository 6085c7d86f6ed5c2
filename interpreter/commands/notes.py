"""From the trace of a run to the notes that a report is made of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from interpreter.checked.declared import ENTRY, HEARD, WAITING
from interpreter.commands.looks import Looks
from interpreter.commands.scene import Emitted, Scene
from interpreter.language.typed import Constant, Local
from interpreter.program.instructions import (
    Assign,
    Choice,
    Create,
    Draw,
    Instruction,
    Invoke,
    Let,
    Remove,
    Require,
    Return,
    Roll,
    Tell,
    When,
)
from interpreter.program.program import Program
from interpreter.program.walking import is_hidden
from interpreter.reporting.claims import heard_text, own_names
from interpreter.reporting.expressions import compared, filled, written
from interpreter.reporting.run import (
    Answer,
    Change,
    Given,
    Kind,
    Note,
    Step,
    SumNote,
    Throw,
)
from interpreter.reporting.values import Edge
from interpreter.reporting.waiting import waiting_text
from interpreter.running.masks import Masks
from interpreter.running.once import Engine
from interpreter.running.snapshots import unpacked
from interpreter.running.views import Hearing
from interpreter.values.claims import STORE, TO
from interpreter.values.types import SumOf, Truth, Type, Value

_KINDS: tuple[tuple[type, Kind], ...] = (
    (Let, "let"),
    (When, "if"),
    (Require, "require"),
    (Return, "return"),
    (Invoke, "call"),
    (Assign, "set"),
    (Create, "create"),
    (Remove, "remove"),
)
World = tuple[Any, ...]
Placed = TypeVar("Placed", Throw, Answer)


@dataclass(frozen=True, slots=True)
class Notes:
    """Reads the reports of a traced run that began in the world `start`; seats know
    what is masked by the labels of `masks`."""

    program: Program
    engine: Engine
    names: Edge
    start: World
    masks: Masks

    def of(
        self,
        trace: Sequence[tuple[Any, ...]],
        said: Sequence[Answer],
        thrown: Sequence[Throw],
    ) -> Iterator[Note]:
        """Yield steps in order; dice and answers stand where they were given."""
        answers, throws = iter(said), iter(thrown)
        before, emitted = self.start, Emitted.of(self.program, self.engine)
        made = Looks(emitted, self.names)
        hearing = Hearing(self.program.declared, self.names.ids, self.masks)
        looks: list[list[Any]] = []
        for kind, *rest in trace:
            if kind == "look":
                looks.append(rest)
                continue
            number, kept, pairs, values, read = rest
            world = unpacked(kept)
            procedure, one = self.engine.emitted.sites[number]
            if isinstance(one, (Roll, Draw)):
                yield from self._placed(throws, one, procedure)
            elif isinstance(one, Choice):
                asked = filled(one.site.say, values, self.names)
                for answer in self._placed(answers, one, procedure):
                    yield replace(answer, said=asked)
            elif isinstance(one, Tell):
                yield self._told(one, procedure, world, pairs, hearing)
            elif isinstance(one, Create) and one.kind == WAITING:
                yield self._put_off(one, procedure, world)
            elif (looks and not is_hidden(one)) or not _ours(one, procedure):
                scene = Scene(emitted, world, dict(read))
                step = replace(
                    self._step(one, procedure, pairs, values, scene),
                    inside=made.of(looks, one, scene),
                    changes=self._changes(before, world),
                )
                yield _whole(step)
            before, looks = world, []

    def _told(
        self,
        one: Tell,
        procedure: str,
        world: World,
        pairs: tuple[tuple[str, Value], ...],
        hearing: Hearing,
    ) -> Step:
        """Return the step that told a seat something, with what the claim says."""
        declared, ((_, place),) = self.program.declared, pairs
        row = world[list(declared.kinds).index(STORE)][place]
        rule = one.site.rule or declared.claims[one.claim].rule
        rule = rule or self._rule(one, procedure)
        assert isinstance(place, int)
        heard, seat = (
            hearing(place, row, world),
            self.names.id(declared.seat_kind, row[TO]),
        )
        said = f"{seat} is told: {heard_text(heard, declared)}"
        own = own_names(heard, seat, self.names)
        return Step(one.site.path, one.site.span, rule, said, own=own)

    def _put_off(self, one: Create, procedure: str, world: World) -> Step:
        """Return the step that put off a call: the last of those that wait."""
        kinds = self.program.declared.kinds
        row = world[list(kinds).index(WAITING)][-1]
        pairs = zip(kinds[WAITING].fields, row, strict=True)
        said = waiting_text(((f.name, f.type, each) for f, each in pairs), self.names)
        rule = self._rule(one, procedure)
        return Step(one.site.path, one.site.span, rule, f"is put off: {said}")

    def _placed(
        self, notes: Iterator[Placed], one: Instruction, procedure: str
    ) -> Iterator[Placed]:
        """Yield the next note, if there is one, with the rule and place of its step."""
        for note in islice(notes, 1):
            rule = self._rule(one, procedure)
            yield replace(note, rule=rule, span=one.site.span)

    def _rule(self, one: Instruction, procedure: str) -> str:
        return one.site.rule or self.program.procedures[procedure].rule

    def _step(
        self,
        one: Instruction,
        procedure: str,
        pairs: tuple[tuple[str, Value], ...],
        values: tuple[Value, ...],
        scene: Scene,
    ) -> Step:
        site = one.site
        name, value = pairs[0] if pairs else ("", None)
        said = filled(site.say, values, self.names)
        found: tuple[Given, ...] = ()
        if isinstance(one, (When, Require)):
            said = said or written(one.condition, self.names)
            found = scene.values(compared(one.condition))
        kind = self._type(one, procedure) if pairs else None
        total = ""
        made: tuple[Given, ...] = ()
        if isinstance(one, (Let, Return)):
            made = scene.added_up(one.value, value)
            total = written(one.value, self.names) if made else ""
        words = (word for form, word in _KINDS if isinstance(one, form))
        verb: Kind = next(words, "other")
        return Step(
            site.path, site.span, self._rule(one, procedure), said, name, value, kind,
            kind=verb, found=found, terms=made,
            sum=total,
        )  # fmt: skip

    def _type(self, one: Instruction, procedure: str) -> Type | None:
        match one:
            case Let():
                return one.value.type
            case When() | Require():
                return Truth()
            case Return():
                return self.program.procedures[procedure].gives
            case Invoke():
                return self.program.procedures[one.procedure].gives
            case _:
                return None

    def _changes(self, before: World, after: World) -> tuple[Change, ...]:
        """Return every field that is another than before, in the order of kinds."""
        found: list[Change] = []
        for at, kind in enumerate(self.program.declared.kinds.values()):
            old, new = before[at], after[at]
            if old is new or kind.name in (STORE, WAITING):
                continue
            for number, row in enumerate(new):
                past = old[number] if number < len(old) else None
                if row is past or row is None:
                    continue
                for slot, each in enumerate(kind.fields):
                    was = None if past is None else Given(past[slot], each.type)
                    now = Given(row[slot], each.type)
                    if was != now:
                        entity = self.names.id(kind.name, number)
                        found.append(Change(entity, each.name, now, was))
        return tuple(found)


def _ours(one: Instruction, procedure: str) -> bool:
    """Tell whether a step is ours, within another or around an entry point: nobody
    wrote it."""
    if is_hidden(one) or procedure.endswith(HEARD):
        return True
    if not procedure.endswith(ENTRY):
        return False
    if isinstance(one, Return):
        return isinstance(one.value, (Local, Constant))
    return isinstance(one, Invoke)


def _whole(step: Step) -> Step:
    """Return a step with the rows of a sum where emitted code kept the total alone."""
    kind = step.type
    if not isinstance(kind, SumOf) or isinstance(step.value, tuple):
        return step
    for note in reversed(step.inside):
        if isinstance(note, SumNote) and note.modifiers == kind.modifiers:
            return replace(step, value=note.values)
    return replace(step, value=(step.value,))

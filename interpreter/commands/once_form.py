"""One run from a session to what is reported of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.commands.chance import Chance
from interpreter.commands.deciding import Deciding
from interpreter.commands.drivers import Wanted
from interpreter.commands.session import Session
from interpreter.commands.writing import Writing
from interpreter.loading import Loaded
from interpreter.program.analysis import parts
from interpreter.program.instructions import (
    HIDDEN,
    Assign,
    Choice,
    Draw,
    Instruction,
    Invoke,
    Let,
    Return,
    Roll,
    Tell,
    When,
)
from interpreter.program.program import Program
from interpreter.program.walking import free
from interpreter.reporting.claims import row_text
from interpreter.reporting.expressions import filled, written
from interpreter.reporting.run import Answer, Note, Run, Step, SumNote, TableNote, Throw
from interpreter.reporting.values import Edge
from interpreter.running.once import Engine, Outcome, initial, play_out
from interpreter.running.views import views
from interpreter.source import Source
from interpreter.values.claims import STORE
from interpreter.values.types import SumOf, Truth, Type, Value


def sources_of(loaded: Loaded) -> dict[str, Source]:
    """Return the files of a pack by name: a fault while running has its line."""
    sections = loaded.ruleset.sections.values() if loaded.ruleset else ()
    spans = (each.node.span for section in sections for each in section.values())
    return {span.source.name: span.source for span in spans}


def once(session: Session, wanted: Wanted) -> Run:
    """Run once and return what is reported of it."""
    return reported(session, wanted)[0]


def engine_of(loaded: Loaded, program: Program, traced: bool) -> Engine:
    """Return a program made callable."""
    return Engine.of(program, "trace" if traced else "once", sources_of(loaded))


def reported(
    session: Session, wanted: Wanted, made: Engine | None = None
) -> tuple[Run, Outcome]:
    """Run once, perhaps with an engine made before; return report and ending."""
    program, names = session.program, session.edge
    engine = made or engine_of(session.loaded, program, wanted.traced)
    seats = program.declared.seat_kind
    given = (wanted.seed, wanted.faces, wanted.person, names, seats, wanted.drawn)
    chance = Chance(*given)
    deciding = Deciding(wanted.seed, wanted.answers, names, seats, wanted.said)
    world = initial(program, session.scenario)
    entry, values = session.entry, session.values
    writing = Writing(chance, session, wanted.person)
    found = play_out(engine, entry.name, values, world, writing, deciding)
    chance.rest()
    notes: tuple[Note, ...] = (*deciding.said, *chance.thrown)
    if wanted.traced:
        told = Told(program, engine, names)
        notes = tuple(told.notes(found.trace, deciding.said, chance.thrown))
    seed = wanted.seed if chance.seed_used or deciding.seed_used else ""
    pack, name = session.loaded.name, entry.name
    seen = views(program.declared, names.ids, found.world)
    run = Run(pack, name, entry.gives, found.result, notes, seed, seen)
    return run, found


@dataclass(frozen=True, slots=True)
class Told:
    """Reads the reports of a traced run."""

    program: Program
    engine: Engine
    names: Edge

    def notes(
        self,
        trace: tuple[tuple[Any, ...], ...],
        said: list[Answer],
        thrown: list[Throw],
    ) -> Iterator[Note]:
        """Yield steps in order; dice and answers stand where they were given."""
        answers, throws = iter(said), iter(thrown)
        looks: dict[SumNote | TableNote, None] = {}
        for kind, *rest in trace:
            if kind == "look":
                note = self._look(*rest)
                if note is not None:
                    looks[note] = None
                continue
            number, world, pairs, values = rest
            one = self.engine.emitted.sites[number][1]
            if isinstance(one, (Roll, Draw)):
                yield from (each for each in (next(throws, None),) if each)
            elif isinstance(one, Choice):
                yield from (each for each in (next(answers, None),) if each)
            elif isinstance(one, Tell):
                yield self._told(number, one, world, pairs)
            elif not self._ours(number, one, pairs):
                yield self._step(number, one, pairs, values, tuple(looks))
            looks = {}

    def _ours(self, number: int, one: Instruction, pairs: tuple[Any, ...]) -> bool:
        """Tell whether a step is ours, within another or around an entry point."""
        named = {name for name, _ in pairs}
        asked = free(one.condition) if isinstance(one, When) else ()
        if any(name[:1] == HIDDEN for name in (*named, *asked)):
            return True
        own = self.engine.emitted.sites[number][0].endswith("__entry")
        return own and named == {"result"}

    def _told(
        self, number: int, one: Tell, world: Any, pairs: tuple[tuple[str, Value], ...]
    ) -> Step:
        """Return the step that told a seat something, with what the claim says."""
        declared, ((_, place),) = self.program.declared, pairs
        row = world[list(declared.kinds).index(STORE)][place]
        said = row_text(row, declared, self.names)
        rule = one.site.rule or declared.claims[one.claim].rule
        procedure = self.engine.emitted.sites[number][0]
        rule = rule or self.program.procedures[procedure].rule
        return Step(one.site.path, one.site.span, rule, said)

    def _step(
        self,
        number: int,
        one: Instruction,
        pairs: tuple[tuple[str, Value], ...],
        values: tuple[Value, ...],
        looks: tuple[SumNote | TableNote, ...],
    ) -> Step:
        site, procedure = one.site, self.engine.emitted.sites[number][0]
        name, value = pairs[0] if pairs else ("", None)
        kind = self._type(one, procedure) if pairs else None
        said = filled(site.say, values, self.names)
        if isinstance(one, When):
            said = said or f"if {written(one.condition, self.names)}"
        if isinstance(kind, SumOf) and not isinstance(value, tuple):
            value, kind = self._rows(kind, value, looks)
        rule = site.rule or self.program.procedures[procedure].rule
        return Step(site.path, site.span, rule, said, name, value, kind, looks)

    def _rows(
        self, kind: SumOf, value: Value, looks: tuple[SumNote | TableNote, ...]
    ) -> tuple[Value, Type | None]:
        """Return a sum with its rows where emitted code kept the total alone."""
        for note in reversed(looks):
            if isinstance(note, SumNote) and note.modifiers == kind.modifiers:
                return tuple(each for each, _ in note.rows), kind
        return (value,), kind

    def _type(self, one: Instruction, procedure: str) -> Type | None:
        match one:
            case Let():
                return one.value.type
            case When():
                return Truth()
            case Return():
                return self.program.procedures[procedure].gives
            case Invoke():
                return self.program.procedures[one.procedure].gives
            case Assign():
                return one.changes[0].value.type
            case _:
                return None

    def _look(
        self, section: str, name: str, world: Any, given: tuple[Any, ...], gave: Value
    ) -> SumNote | TableNote | None:
        number = self._numbers[section, name]
        form = "w" if section == "modifiers" else "r"
        function = self.engine.names.get(f"d{number}{form}")
        if function is None:
            return None
        found = function(world, *given)
        if section == "modifiers":
            return SumNote(name, found)
        return TableNote(name, found, gave) if isinstance(found, int) else None

    @property
    def _numbers(self) -> Mapping[tuple[str, str], int]:
        declared = self.program.declared
        return {name: number for number, (name, _) in enumerate(parts(declared))}

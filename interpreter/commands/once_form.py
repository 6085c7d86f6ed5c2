"""One run from a session to what is reported of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.commands.chance import Chance
from interpreter.commands.deciding import Deciding
from interpreter.commands.drivers import Wanted
from interpreter.commands.session import Session
from interpreter.opening import Pack
from interpreter.program.analysis import names_of
from interpreter.program.instructions import (
    Assign,
    Choice,
    Draw,
    Instruction,
    Invoke,
    Let,
    Return,
    Roll,
    When,
)
from interpreter.program.program import Program
from interpreter.reporting.expressions import filled, written
from interpreter.reporting.run import Answer, Note, Run, Step, SumNote, TableNote, Throw
from interpreter.reporting.values import Edge
from interpreter.running.once import Engine, Outcome, initial, play_out
from interpreter.values.types import SumOf, Truth, Type, Value


def once(session: Session, wanted: Wanted) -> Run:
    """Run once and return what is reported of it."""
    return reported(session, wanted)[0]


def engine_of(pack: Pack, traced: bool) -> Engine:
    """Return a program made callable; a fault while running has its line."""
    return Engine(pack.emitted("trace" if traced else "once"), pack.sources)


def reported(
    session: Session, wanted: Wanted, made: Engine | None = None
) -> tuple[Run, Outcome]:
    """Run once, perhaps with an engine made before; return report and ending."""
    program, names = session.program, session.edge
    engine = made or engine_of(session.pack, wanted.traced)
    seats = program.declared.seat_kind
    given = (wanted.seed, wanted.faces, wanted.person, names, seats, wanted.drawn)
    chance = Chance(*given)
    deciding = Deciding(wanted.seed, wanted.answers, names, seats, wanted.said)
    world = initial(program, session.scenario)
    entry, values = session.entry, session.values
    found = play_out(engine, entry.name, values, world, chance, deciding)
    chance.rest()
    notes: tuple[Note, ...] = (*deciding.said, *chance.thrown)
    if wanted.traced:
        numbered = enumerate(names_of(program.declared))
        told = Told(program, engine, names, {name: at for at, name in numbered})
        notes = tuple(told.notes(found.trace, deciding.said, chance.thrown))
    seed = wanted.seed if chance.seed_used or deciding.seed_used else ""
    pack, name = session.pack.name, entry.name
    run = Run(pack, name, entry.gives, found.result, notes, seed)
    return run, found


@dataclass(frozen=True, slots=True)
class Told:
    """Reads the reports of a traced run; `numbers` are those of declarations."""

    program: Program
    engine: Engine
    names: Edge
    numbers: Mapping[tuple[str, str], int]

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
            number, _, pairs, values = rest
            one = self.engine.emitted.sites[number][1]
            if isinstance(one, (Roll, Draw)):
                yield from (each for each in (next(throws, None),) if each)
            elif isinstance(one, Choice):
                yield from (each for each in (next(answers, None),) if each)
            elif not self._ours(number, pairs):
                yield self._step(number, one, pairs, values, tuple(looks))
            looks = {}

    def _ours(self, number: int, pairs: tuple[Any, ...]) -> bool:
        """Tell whether a step is ours, around an entry point: nobody wrote it."""
        own = self.engine.emitted.sites[number][0].endswith("__entry")
        return own and [name for name, _ in pairs] == ["result"]

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
        number = self.numbers[section, name]
        form = "w" if section == "modifiers" else "r"
        function = self.engine.names.get(f"d{number}{form}")
        if function is None:
            return None
        found = function(world, *given)
        if section == "modifiers":
            return SumNote(name, found)
        return TableNote(name, found, gave) if isinstance(found, int) else None

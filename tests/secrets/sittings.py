"""Games that are played at random: which there are, and how one goes on."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from random import Random
from typing import Any

from interpreter.app.opening.session import Session, entry_of
from interpreter.app.running.once import engine_of
from interpreter.diagnostics import UmpireError
from interpreter.engine.once import Engine
from interpreter.engine.stops import ChoiceStop
from interpreter.games.disclosures import witnesses
from interpreter.games.game import folded
from interpreter.games.questions import Question
from interpreter.games.state import (
    UNDO,
    AnsweredStop,
    GameProgress,
    GameStart,
    JournalEvent,
)
from interpreter.ir.effects import analyse, reads_of
from interpreter.journal.secret import commitment
from interpreter.pipeline.loading import load
from interpreter.pipeline.opening import Pack
from interpreter.semantics.audience import EVERYONE as ALL
from interpreter.values.log import shape
from interpreter.values.types import holds_claims
from tests.playthroughs.files import kept_scripts
from tests.secrets.declared import ROOT
from tests.secrets.worlds import another

OPEN = "tests/packs/answering table"
"""In which nothing is hidden from anybody."""

MOST_EVENTS = 60  # of a game: then another is begun


@dataclass(frozen=True)
class Table:
    """A scenario that is played: its pack, opened, and how many answers are given."""

    name: str
    session: Session

    @cached_property
    def kept(self) -> frozenset[tuple[str, str]]:
        """The fields, as (kind, field), that are the same in all worlds of a pair:
        moments and claims, and what audiences and owners read."""
        declared = self.declared
        found = frozenset(
            (kind.name, one.name)
            for kind in declared.kinds.values()
            for one in kind.fields
            if shape(one.type) is not None or holds_claims(one.type)
        )
        reads = analyse(self.session.program).declared_reads
        for kind in declared.kinds.values():
            audiences = [kind.seen_by or ALL, *(each.audience for each in kind.fields)]
            terms = [term for each in audiences for term in each.terms]
            terms += [] if kind.owned is None else [kind.owned]
            found |= reads_of(reads, *terms)
        return found

    @cached_property
    def engine(self) -> Engine:
        """The program made callable: one for all games."""
        return engine_of(self.session.pack)

    @property
    def declared(self) -> Any:
        """What the pack declares."""
        return self.session.program.declared


@cache
def tables() -> tuple[str, ...]:
    """Return what is played: the folder of a pack and a scenario with a `main`; of
    published packs as their playthroughs name them, for it takes long to read them."""
    published = {
        f"rulesets/{each.pack.name} {each.scenario}" for each in kept_scripts()
    }
    return (*sorted(published), *played_in("tests/packs"))


def played_in(room: str) -> Iterator[str]:
    """Yield what is played of the packs of a folder, by reading them."""
    for file in sorted((ROOT / room).glob("*/ruleset.yaml")):
        pack = Pack.of(load(file.parent))
        if pack.program.declared.seat_kind:
            mains = (name for name, main in pack.mains.items() if main)
            yield from (f"{room}/{file.parent.name} {name}" for name in mains)


def table(name: str) -> Table:
    """Open what is played."""
    folder, _, scenario = name.partition(" ")
    pack = Pack.of(load(ROOT / folder)).under(scenario)
    entry = entry_of(None, scenario, pack)
    return Table(name, Session(pack, scenario, entry, ()))


class Sitting:
    """One game, played at random as far as it goes; `events` are its journal, with a
    first line that holds the commitment alone."""

    def __init__(
        self,
        table: Table,
        seed: str,
        undos: float = 0.0,
        engine: Engine | None = None,
    ) -> None:
        """Begin it; `undos` is the probability of an undo at each stop, also at the
        end; `engine` is the program, None for that of the table."""
        self.table = table
        self.undos = undos
        self.random = Random(f"{table.name} {seed}")
        session = table.session
        given = (session.program, engine or table.engine, session.scenario)
        secret = self.random.randbytes(32)
        beginning = GameStart(*given, session.entry.name, session.values, secret)
        self.course = GameProgress(beginning)
        self.events: list[JournalEvent] = [{"secret": commitment(secret)}]

    def stops(self) -> Iterator[GameProgress]:
        """Yield the course wherever it waits for somebody, after each undo, and at its
        end."""
        while len(self.events) <= MOST_EVENTS:
            is_finished = self.course.is_finished
            if not is_finished and not isinstance(self.course.stop, ChoiceStop):
                if self.events[-1].get("event") == UNDO:
                    yield self.course
                self._pass(self.course.fall)
                continue
            yield self.course
            if self._take_back():
                continue
            if is_finished or not self._answer():
                return
        yield self.course

    def _take_back(self) -> bool:
        """Now and then take back some of what was answered; False when nothing is."""
        passed = self.course.passed
        if not passed or not self.undos or self.random.random() >= self.undos:
            return False
        to = self.random.choice([0, *(answered.number for answered in passed)][:-1])
        seen = witnesses(self.course, to)
        consent = {"consent": list(seen)} if seen else {}
        self.events.append({"event": UNDO, "to": to, **consent})
        self.course = folded(self.course.beginning, self.events)
        return True

    def _answer(self) -> bool:
        """Let somebody who is asked answer at random; False when nothing is found."""
        for _ in range(50):
            question = self.random.choice(self.course.open())
            try:
                given = tuple(self._any(question, each) for each in question.parts)
                self._pass(partial(self.course.choose, question, given, "person"))
            except UmpireError:
                continue
            return True
        return False

    def _any(self, question: Question, part: Any) -> Any:
        stop, program = question.stop, self.table.session.program
        if part.offered is None:
            kind = stop.instruction.type
            return another(kind, program, self.table.session.scenario, self.random)
        if stop.how_many is None:
            return self.random.choice(part.offered)
        least, most = stop.how_many
        count = self.random.randint(least, min(most, len(part.offered)))
        return tuple(self.random.sample(part.offered, count))

    def _pass(self, done: Any) -> None:
        course = self.course
        before, number = course.stop, len(self.events)
        event = done()
        self.events.append(event)
        course.passed.append(
            AnsweredStop(number, event, before, course.stop, course.new_messages())
        )

"""Plays a pair of worlds and compares, letter by letter, what the seat gets of each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, islice
from random import Random
from typing import Any

from interpreter.checked.declared import World
from interpreter.commands.drivers import Wanted
from interpreter.commands.once_form import engine_of, reported
from interpreter.commands.session import Session, entry_of
from interpreter.commands.values import value_of
from interpreter.loading import load, usable
from interpreter.opening import Pack
from interpreter.problems import UmpireError
from interpreter.program.instructions import Roll
from interpreter.program.program import Program
from interpreter.program.stopping import chances
from interpreter.reporting.values import to_text
from interpreter.running.policies import Answers
from interpreter.running.views import view
from interpreter.storing.programs import Ready
from interpreter.values.names import plain
from interpreter.values.types import ListOf
from tests.secrets.declared import Given, Job, Play
from tests.secrets.hearing import Side, heard, known
from tests.secrets.worlds import Place, another, changed, inserted, named, secrets

EXPLAINED = 10  # one in so many pairs is also explained, which takes longer


@dataclass
class Counts:
    """How many pairs there were; `places` is in how many places the judge's views of
    each differ, `rejected` those in which the seat is entitled to different things."""

    places: list[int] = field(default_factory=list)
    rejected: int = 0
    faults: list[str] = field(default_factory=list)

    def share(self, least: int) -> float:
        """Return the share of pairs that differ in so many places for the judge."""
        return sum(each >= least for each in self.places) / max(1, len(self.places))


class Playing:
    """The plays of a pack, which is read and emitted once."""

    def __init__(self, job: Job) -> None:
        """Load the pack."""
        self.job = job
        self._loaded = load(job.pack)
        self.program: Program = usable(self._loaded)
        self._hidden: dict[str, list[Place]] = {}
        self._engine = engine_of(self._pack(self.world))

    @property
    def world(self) -> World:
        """The scenario as the pack has it."""
        return self.program.worlds[plain(self.job.scenario)]

    def _pack(self, world: World) -> Pack:
        scenario = plain(self.job.scenario)
        program = replace(self.program, worlds={**self.program.worlds, scenario: world})
        loaded = self._loaded
        ready = Ready(loaded.name, program, {}, {})
        return Pack(loaded.folder, {}, ready, None, loaded)

    def pairs(self, play: Play, number: int, seed: int) -> Counts:
        """Play so many pairs that count."""
        found = Counts()
        for each in islice(count(), number * 20):
            if len(found.places) == number:
                break
            self._pair(play, f"{seed} {each}", each % EXPLAINED == 0, found)
        else:
            found.faults.append(f"{play.name}: only {len(found.places)} pairs count")
        return found

    def _pair(self, play: Play, seed: str, whole: bool, found: Counts) -> None:
        random = Random(f"{self.job.name} {play.name} {seed}")
        common = dict(self._sampled(play, random, same=True))
        one, other = (
            self.side(play, given, common, random, seed, whole)
            for given in (play.one, play.other)
        )
        places = {
            key
            for key in one.known.keys() | other.known.keys()
            if one.known.get(key) != other.known.get(key)
        }
        if not places:
            return
        if play.learns and not play.differs and one.result != other.result:
            found.rejected += 1
            return
        found.places.append(len(places))
        if (one.heard == other.heard) == play.differs:
            what = "gets the same of" if play.differs else "can tell apart"
            told = f"{self.job.name}: {play.seat} {what} '{play.name}' (pair {seed})"
            found.faults.append(f"{told}\n{_unlike(one.heard, other.heard)}")

    def _sampled(
        self, play: Play, random: Random, *, same: bool
    ) -> Iterator[tuple[Any, Any]]:
        """Yield another value of hidden fields: of those that are the same in both
        worlds, or of some of the others."""
        declared, world = self.program.declared, self.world
        equal = {named(declared, world, each) for each in play.same}
        for place in self.hidden(play.seat):
            kind, _, slot = place
            field = declared.kinds[kind].fields[slot]
            if f"{kind}.{field.name}" not in self.job.hidden:
                continue
            if same == (place in equal) and (same or random.random() < 0.7):
                scenario = plain(self.job.scenario)
                yield place, another(field.type, self.program, scenario, random)

    def hidden(self, seat: str) -> list[Place]:
        """Return the fields of the scenario that a seat may not know."""
        if seat not in self._hidden:
            number = self.seat(self.world, seat)
            self._hidden[seat] = secrets(self.program, self.world, number)
        return self._hidden[seat]

    def unnamed(self) -> list[str]:
        """Return how what the audiences hide from seats differs from what is named."""
        kinds, found = self.program.declared.kinds, set()
        for seat in self.world.ids[self.program.declared.seat_kind]:
            found |= {
                f"{kind}.{kinds[kind].fields[slot].name}"
                for kind, _, slot in self.hidden(seat)
            }
        unlike = found ^ (self.job.hidden | self.job.kept)
        return [f"{self.job.name}: is '{each}' hidden?" for each in sorted(unlike)]

    def seat(self, world: World, name: str) -> int:
        """Return the number of a seat."""
        return world.ids[self.program.declared.seat_kind].index(name)

    def _set(self, given: Given) -> Iterator[tuple[Any, Any]]:
        declared, scenario = self.program.declared, plain(self.job.scenario)
        pack = self._pack(self.world)
        for name, text in given.fields.items():
            kind, number, slot = named(declared, self.world, name)
            of = declared.kinds[kind].fields[slot].type
            yield (kind, number, slot), value_of(pack, text, of, scenario, name)

    def _grown(self, world: World, random: Random) -> World:
        """Return the world with hidden entities more, somewhere among the others."""
        declared, scenario = self.program.declared, plain(self.job.scenario)
        for kind, given in self.job.extra.items():
            for _ in range(random.randint(0, int(given["most"]))):
                pack, row = self._pack(world), []
                for each in declared.kinds[kind].fields:
                    text = given.get(each.name)
                    row.append(
                        another(each.type, pack.program, scenario, random)
                        if text is None
                        else value_of(pack, text, each.type, scenario, each.name)
                    )
                at = random.randint(0, len(world.ids.get(kind, ())))
                world = inserted(declared, world, kind, at, tuple(row))
        return world

    def side(
        self,
        play: Play,
        given: Given,
        common: Mapping[Any, Any],
        random: Random,
        seed: str,
        whole: bool,
    ) -> Side:
        """Play one of the two worlds."""
        declared, scenario = self.program.declared, plain(self.job.scenario)
        own = {**dict(self._sampled(play, random, same=False)), **common}
        own |= dict(self._set(given))
        world = self._grown(changed(declared, self.world, own.items()), random)
        pack = self._pack(world)
        entry = entry_of(play.procedure, scenario, pack)
        sampled = {name: str(random.randint(*r)) for name, r in play.varies.items()}
        texts = [sampled.get(each, each) for each in play.arguments]
        values = tuple(
            value_of(pack, text, takes.type, scenario, takes.name)
            for text, takes in zip(texts, entry.takes, strict=True)
        )
        session = Session(pack, scenario, entry, values)
        faces, drawn = _chance(given, session)
        wanted = Wanted(seed, faces, Answers(), None, drawn)
        try:
            run, end = reported(session, wanted, self._engine)
        except UmpireError as error:
            return Side(f"exit {error.exit_code}", {"error": error.message}, "")
        number = self.seat(world, play.seat)
        seen = view(declared, world.ids, end.world, number)
        return Side(
            heard(run, seen, session, whole),
            {**known(self.program, session.edge, end.world, run), **sampled},
            to_text(run.result, run.gives, session.edge),
        )


def _chance(given: Given, session: Session) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the faces and the draws that are given, by label."""
    known = chances(session.program, session.entry.procedure)
    faces: dict[str, Any] = {}
    drawn: dict[str, Any] = {}
    for name, texts in given.dice.items():
        label = plain(name)
        one = known[label]
        if isinstance(one, Roll):
            faces[label] = [tuple(int(each) for each in texts)]
            continue
        of = one.source.type
        item = of.item if isinstance(of, ListOf) else of
        drawn[label] = [
            value_of(session.pack, each, item, session.scenario, name) for each in texts
        ]
    return faces, drawn


def _unlike(one: str, other: str) -> str:
    """Return the first line in which two texts differ, of both."""
    pairs = zip([*one.splitlines(), ""], [*other.splitlines(), ""], strict=False)
    return next((f"- {a}\n+ {b}" for a, b in pairs if a != b), "")

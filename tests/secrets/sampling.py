"""The two worlds of a pair: what is hidden in them differs, all else is the same."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from interpreter.app.opening.values import value_of
from interpreter.cache.entries import ReadyPack
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import Loaded, usable
from interpreter.pipeline.opening import Pack
from interpreter.semantics.declarations import Field, InitialState
from interpreter.source import normalised
from tests.secrets.declared import ANY, Given, Job, Play
from tests.secrets.worlds import (
    Place,
    another,
    changed,
    inserted,
    named,
    secrets,
    without,
)

Values = Mapping[Place, Any]
MOST = 0.7  # the share of what may differ that is given another value


class Sampling:
    """Makes worlds of the scenario of a job."""

    def __init__(self, job: Job, loaded: Loaded) -> None:
        """Begin; the pack is read already."""
        self.job = job
        self.program: Program = usable(loaded)
        self.scenario = normalised(job.scenario)
        self._loaded = loaded
        self._hidden: dict[str, list[Place]] = {}
        self._others: dict[str, list[tuple[Place, Field, tuple[str, ...]]]] = {}
        self._read: dict[Field, dict[str, Any]] = {}

    @property
    def world(self) -> InitialState:
        """The scenario as the pack has it."""
        return self.program.initial_states[self.scenario]

    def pack(self, world: InitialState) -> Pack:
        """Return the pack with another world in the place of the scenario."""
        worlds = {**self.program.initial_states, self.scenario: world}
        program, loaded = replace(self.program, initial_states=worlds), self._loaded
        ready = ReadyPack(loaded.name, program, {}, {})
        return Pack(loaded.folder, {}, ready, None, loaded)

    def hidden(self, seat: str) -> list[Place]:
        """Return the fields of the scenario that a seat may not know."""
        if seat not in self._hidden:
            self._hidden[seat] = secrets(self.program, self.world, self.seat(seat))
        return self._hidden[seat]

    def seat(self, name: str, world: InitialState | None = None) -> int:
        """Return the number of a seat."""
        return (world or self.world).ids[self.program.declared.seat_kind].index(name)

    def values(self, play: Play, random: Random, *, same: bool) -> Iterator[Any]:
        """Yield another value of hidden fields, with their places: of those that are
        the same in both worlds, or of some of the others."""
        equal = self._places(play.same)
        for place, field, texts in self._liable(play.seat):
            if same == (place in equal) and random.random() < MOST:
                yield place, self._another(field, texts, random)

    def _liable(self, seat: str) -> list[tuple[Place, Field, tuple[str, ...]]]:
        """Return what is hidden from a seat and may be another, with its values."""
        if seat not in self._others:
            kinds, found = self.program.declared.kinds, []
            for place in self.hidden(seat):
                kind, number, slot = place
                field = kinds[kind].fields[slot]
                choices = self.job.hidden.get(f"{kind}.{field.name}", {})
                own = choices.get(self.world.ids[kind][number], choices.get(ANY))
                if own is not None:
                    found.append((place, field, own))
            self._others[seat] = found
        return self._others[seat]

    def _places(self, names: Iterable[str]) -> set[Place]:
        """Return the places that id.field and kind.field name."""
        declared, found = self.program.declared, set()
        for each in names:
            kind, _, field = each.partition(".")
            if kind in declared.kinds:
                slot = declared.kinds[kind].slot(normalised(field))
                rows = self.world.rows.get(kind, ())
                found |= {(kind, number, slot) for number in range(len(rows))}
            else:
                found.add(named(declared, self.world, each))
        return found

    def _another(self, field: Field, texts: tuple[str, ...], random: Random) -> Any:
        if not texts:
            return another(field.type, self.program, self.scenario, random)
        return self._value(random.choice(texts), field)

    def _value(self, text: str, field: Field) -> Any:
        known = self._read.setdefault(field, {})
        if text not in known:
            pack, name = self.pack(self.world), field.name
            known[text] = value_of(pack, text, field.type, self.scenario, name)
        return known[text]

    def world_of(
        self, play: Play, given: Given, common: Values, random: Random
    ) -> InitialState:
        """Return one of the worlds of a pair; `common` is the same in both."""
        declared = self.program.declared
        own = {**dict(self.values(play, random, same=False)), **common}
        for name, text in given.fields.items():
            for place in self._places([name]):
                kind, _, slot = place
                own[place] = self._value(text, declared.kinds[kind].fields[slot])
        world = changed(declared, self.world, own.items())
        if given.absent:
            world = without(declared, world, given.absent)
        return self._grown(world, play.seat, random)

    def _grown(self, world: InitialState, seat: str, random: Random) -> InitialState:
        """Return the world with hidden entities more, somewhere among the others."""
        declared = self.program.declared
        for kind, given in self.job.extra.items():
            if given.get("from", seat) != seat:
                continue
            for _ in range(random.randint(0, int(given["most"]))):
                pack, row = self.pack(world), []
                for each in declared.kinds[kind].fields:
                    text = given.get(each.name)
                    row.append(
                        another(each.type, pack.program, self.scenario, random)
                        if text is None
                        else value_of(pack, text, each.type, self.scenario, each.name)
                    )
                at = random.randint(0, len(world.ids.get(kind, ())))
                world = inserted(declared, world, kind, at, tuple(row))
        return world

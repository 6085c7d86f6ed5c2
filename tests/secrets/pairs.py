"""Plays a pair of worlds and compares, letter by letter, what the seat gets of each."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

from interpreter.app.opening.session import Session, entry_of
from interpreter.app.opening.values import value_of
from interpreter.app.opening.yaml_values import value_in_line
from interpreter.app.running.once import CompletedRun, RunRequest, engine_of, played
from interpreter.diagnostics import LeftOver, UmpireError
from interpreter.engine.dice import secret_of_seed
from interpreter.engine.policies import Answers, Policy
from interpreter.ir.instructions import Roll
from interpreter.ir.stopping import chances, choices
from interpreter.pipeline.loading import Loaded, load
from interpreter.reports.claims import claims_output
from interpreter.reports.outputs.encoding import encoded_rows
from interpreter.reports.values import to_text
from interpreter.semantics.declarations import Declarations, InitialState
from interpreter.source import normalised
from interpreter.values.types import ListOf, enumeration_of
from interpreter.views.views import view
from interpreter.views.visibility import Masks
from tests.secrets.declared import Given, Job, Play, folder_of, jobs
from tests.secrets.hearing import Side, fields_seen, heard, known, unlike, unlike_fields
from tests.secrets.sampling import Sampling

EXPLAINED = 10  # one in so many pairs is also explained and played again: that is slow
ENOUGH = 20  # faults after which a play is left
ANY_ANSWER = Policy(default="random")  # keyed, so the same where the choice is
TRIES = 60  # so many pairs are tried for one that counts


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


@cache
def _loaded(pack: Path, added: Path | None) -> Loaded:
    return load(folder_of(pack, added))


@cache
def playing_of(name: str) -> "Playing":
    """Return the plays of a pack by the name of its file, read once for all."""
    return Playing(next(each for each in jobs() if each.name == name))


@dataclass(frozen=True)
class _Scene:
    """What is played in one world: it, the arguments, what the judge alone knows."""

    world: InitialState
    texts: tuple[str, ...]
    given: Given
    sampled: Mapping[str, str]


class SameNumbers(Masks):
    """Labels of a world from which entities may be absent: each has the number that it
    has in the world with all of them. Numbers are drawn, and which of two was drawn
    tells nothing; so pairs are compared with the same draws."""

    def __init__(
        self, ids: Mapping[str, tuple[str, ...]], secret: bytes, drawn: Masks
    ) -> None:
        """`drawn` has the numbers in the world with all entities."""
        super().__init__(ids, secret)
        self._own, self._drawn = ids, drawn

    def number(self, kind: str, place: int) -> int:
        """Return the number at a position among the entities of this world."""
        own, every = self._own.get(kind, ()), self._drawn._ids.get(kind, ())
        if place >= len(own):
            return self._drawn.number(kind, place - len(own) + len(every))
        if own[place] not in every:
            return super().number(kind, place)
        return self._drawn.number(kind, every.index(own[place]))

    def of_all(self, declared: Declarations, text: str) -> str:
        """Return a text with the numbers of the world with all entities in the place of
        those that commands draw for this one."""
        for name, kind in declared.kinds.items():
            if not kind.masks:
                continue
            changed = {}
            for place in range(len(self._own.get(name, ()))):
                changed[str(super().number(name, place))] = str(
                    self.number(name, place)
                )
            types = [enumeration_of(kind.fields[kind.slot(e)].type) for e in kind.masks]
            words = "|".join(word for each in types if each for word in each.values)

            def same(found: re.Match[str], now: dict[str, str] = changed) -> str:
                return f"{found[1]} {now.get(found[2], found[2])}"

            if any(one != other for one, other in changed.items()):
                text = re.sub(rf"\b({words}) (\d+)\b", same, text)
        return text


class Playing:
    """The plays of a pack, which is read and emitted once."""

    def __init__(self, job: Job) -> None:
        """Load the pack."""
        self.job = job
        self.worlds = Sampling(job, _loaded(job.pack, job.added))
        self.program = self.worlds.program
        self._engine = engine_of(self.worlds.pack(self.worlds.world))

    def pairs(self, play: Play, number: int, seed: int) -> Counts:
        """Play so many pairs that count."""
        found = Counts()
        for each in islice(count(), number * TRIES):
            if len(found.places) == number or len(found.faults) > ENOUGH:
                break
            self._pair(play, f"{seed} {each}", each % EXPLAINED == 0, found)
        else:
            found.faults.append(f"{play.name}: only {len(found.places)} pairs count")
        return found

    def _pair(self, play: Play, seed: str, whole: bool, found: Counts) -> None:
        random = Random(f"{self.job.name} {play.name} {seed}")
        common = dict(self.worlds.values(play, random, same=True))
        scenes = [
            self._scene(play, given, common, random) for given in (play.one, play.other)
        ]
        try:
            ran = [self._played(play, each, seed) for each in scenes]
        except LeftOver:  # it went another way than the play is about
            found.rejected += 1
            return
        except UmpireError as error:
            found.faults.append(f"{play.name} breaks: {error.message}")
            return
        results = [_result(each) for each in ran]
        if not _counts(play, results):
            found.rejected += 1
            return
        one, other = (
            self._side(play, scene, each, whole)
            for scene, each in zip(scenes, ran, strict=True)
        )
        places = {
            key
            for key in one.known.keys() | other.known.keys()
            if one.known.get(key) != other.known.get(key)
        }
        if not places:
            return
        found.places.append(len(places))
        told = f"{self.job.name}: {play.seat} {{}} '{play.name}' (pair {seed})\n"
        if (one.heard == other.heard) == play.differs:
            what = "gets the same of" if play.differs else "can tell apart"
            found.faults.append(told.format(what) + _unlike(one.heard, other.heard))
        elif play.just and self._unlike(play, one, other) != play.just:
            differ = ", ".join(sorted(self._unlike(play, one, other)))
            found.faults.append(told.format("gets different") + differ)
        if whole:
            again = self._played(play, scenes[0], seed)
            if (heard := self._side(play, scenes[0], again, whole)) != one:
                differ = _unlike(one.heard, heard.heard)
                found.faults.append(
                    told.format("gets something else again of") + differ
                )

    def _unlike(self, play: Play, one: Side, other: Side) -> frozenset[str]:
        """Return in what the sides of a pair differ; in what they see only where the
        play names a field of a kind."""
        named = {each.partition(".")[0] for each in play.just}
        if named.isdisjoint(self.program.declared.kinds):
            return unlike(one, other)
        return unlike(one, other) | unlike_fields(one, other)

    def unnamed(self) -> list[str]:
        """Return how what the audiences hide from seats differs from what is named."""
        kinds, found = self.program.declared.kinds, set()
        for seat in self.worlds.world.ids[self.program.declared.seat_kind]:
            found |= {
                f"{kind}.{kinds[kind].fields[slot].name}"
                for kind, _, slot in self.worlds.hidden(seat)
            }
        unlike = found ^ (self.job.hidden.keys() | self.job.kept)
        return [f"{self.job.name}: is '{each}' hidden?" for each in sorted(unlike)]

    def _scene(
        self, play: Play, given: Given, common: Mapping[Any, Any], random: Random
    ) -> _Scene:
        """Return what is played in one of the two worlds."""
        world = self.worlds.world_of(play, given, common, random)
        sampled = {name: str(random.randint(*r)) for name, r in play.varies.items()}
        texts = [sampled.get(each, given.said(each)) for each in play.arguments]
        return _Scene(world, tuple(texts), given, sampled)

    def _played(self, play: Play, scene: _Scene, seed: str) -> CompletedRun:
        """Play in one of the two worlds."""
        pack, scenario = self.worlds.pack(scene.world), self.worlds.scenario
        entry = entry_of(play.procedure, scenario, pack)
        values = tuple(
            value_of(pack, text, takes.type, scenario, takes.name)
            for text, takes in zip(scene.texts, entry.takes, strict=True)
        )
        session = Session(pack, scenario, entry, values)
        faces, drawn = _chance(scene.given, session)
        answers = Answers(_answers(scene.given, session), ANY_ANSWER)
        wanted = RunRequest(seed, faces, answers, None, drawn)
        return played(session, wanted, self._engine)

    def _side(
        self, play: Play, scene: _Scene, ended: CompletedRun, whole: bool
    ) -> Side:
        """Return what one of the two worlds came to."""
        declared, world = self.program.declared, ended.outcome.game_state
        seat = self.worlds.seat(play.seat, scene.world)
        drawn = Masks(self.worlds.world.ids, secret_of_seed(ended.seed))
        masks = SameNumbers(scene.world.ids, secret_of_seed(ended.seed), drawn)
        seen = view(declared, scene.world.ids, world, seat, masks)
        return Side(
            masks.of_all(declared, heard(ended, seen, whole)),
            {**known(ended), **scene.sampled},
            encoded_rows(claims_output(seen)),
            fields_seen(seen),
        )


def _result(ended: CompletedRun) -> str:
    session = ended.session
    return to_text(ended.outcome.result, session.entry.gives, session.edge)


def _counts(play: Play, results: Sequence[str]) -> bool:
    """Tell whether the results are those of a pair that counts."""
    pairs = zip((play.one, play.other), results, strict=True)
    if any(given.ends and result not in given.ends for given, result in pairs):
        return False
    return play.differs or not play.learns or results[0] == results[1]


def _chance(given: Given, session: Session) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the faces and the draws that are given, by label."""
    known = chances(session.program, session.entry.procedure)
    faces: dict[str, Any] = {}
    drawn: dict[str, Any] = {}
    for name, texts in given.dice.items():
        label = normalised(name)
        one = known[label]
        if isinstance(one, Roll):
            thrown = tuple(int(each) for each in texts)
            faces[label] = [(each,) for each in thrown] if one.dice.single else [thrown]
            continue
        of = one.source.type
        item = of.item if isinstance(of, ListOf) else of
        drawn[label] = [
            value_of(session.pack, each, item, session.scenario, name) for each in texts
        ]
    return faces, drawn


def _answers(given: Given, session: Session) -> dict[str, Any]:
    """Return the answers that are given, by label."""
    known, found = choices(session.program, session.entry.procedure), dict[str, Any]()
    for name, text in given.answers.items():
        one = known[normalised(name)]
        found[one.label] = value_in_line(
            session.pack, text, one.type, session.scenario, name
        )
    return found


def _unlike(one: str, other: str) -> str:
    """Return the first line in which two texts differ, of both."""
    pairs = zip([*one.splitlines(), ""], [*other.splitlines(), ""], strict=False)
    return next((f"- {a}\n+ {b}" for a, b in pairs if a != b), "")

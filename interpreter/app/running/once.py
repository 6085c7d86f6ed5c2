"""One run from a session to what is reported of it."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from interpreter.app.answering.chance import ChanceSource
from interpreter.app.answering.choices import ChoiceSource
from interpreter.app.answering.writing import JudgeWriting
from interpreter.app.explaining.forbidden import in_words
from interpreter.app.explaining.notes import TraceNotes
from interpreter.app.explaining.offers import not_offered
from interpreter.app.explaining.refusals import Refusals
from interpreter.app.opening.session import Session
from interpreter.app.running.drivers import RunRequest
from interpreter.engine.dice import secret_of_seed
from interpreter.engine.once import Engine, Mark, RunOutcome, initial, play_out
from interpreter.engine.stops import GameState
from interpreter.pipeline.opening import Pack
from interpreter.reports.runs import Answer, Run, TypedValue
from interpreter.semantics.declarations import EntryPoint
from interpreter.values.names import plain
from interpreter.values.types import Value
from interpreter.views.masks import Masks
from interpreter.views.views import View, view, views


@dataclass(frozen=True, slots=True)
class CompletedRun:
    """A run that came to its end, and what a report of it is made from."""

    session: Session
    engine: Engine
    seed: str
    begun: GameState
    outcome: RunOutcome
    chance: ChanceSource
    deciding: ChoiceSource
    unasked: tuple[str, ...]
    """Names of answers that nothing asked for, or not so often."""

    def report(self, masked: bool = True) -> Run:
        """Return what is reported of it: every step, and what the seats are told; not
        `masked`, they are told of everything by its id, as a case is."""
        session, found = self.session, self.outcome
        program, names, entry = session.program, session.edge, session.entry
        secret = secret_of_seed(self.seed) if masked else None
        masks = Masks(names.ids, secret)
        told = TraceNotes(program, self.engine, names, self.begun, masks)
        said, thrown = self._said(), self.chance.thrown
        labels = masked and any(k.masks for k in program.declared.kinds.values())
        seeded = self.chance.seed_used or self.deciding.seed_used or labels
        return Run(
            session.pack.name, entry.name, entry.gives, found.result,
            tuple(told.of(found.trace, said, thrown)),
            self.seed if seeded else "",
            told=views(program.declared, names.ids, found.world, masks),
            scenario=session.scenario, given=given_of(entry, session.values),
            packs=session.pack.folders,
        )  # fmt: skip

    def _said(self) -> list[Answer]:
        """Return what was answered, with what was not offered where stops are kept."""
        said, stops = self.deciding.said, self.deciding.stops
        if stops is None:
            return said
        return [
            replace(answer, left_out=not_offered(self.session, stop))
            for answer, stop in zip(said, stops, strict=True)
        ]

    def view_of(self, seat: str, seed: str | None = None) -> View | None:
        """Return what a seat knows at the end, with the labels of a seed (None: of its
        own); None where there is no such seat."""
        program, ids = self.session.program, self.session.edge.ids
        seats = program.declared.seat_kind
        known = [plain(each) for each in ids.get(seats, ())]
        if plain(seat) not in known:
            return None
        masks = Masks(ids, secret_of_seed(self.seed if seed is None else seed))
        number, world = known.index(plain(seat)), self.outcome.world
        return view(program.declared, ids, world, number, masks)


def engine_of(
    pack: Pack, mark: Mark | None = None, procedures: Collection[str] | None = None
) -> Engine:
    """Return a program made callable; `mark` is told what is run through. With
    `procedures` only these can be run."""
    if procedures is None:
        emitted = pack.emitted("trace", marked=mark is not None)
    else:
        # part of a program, for one use: nothing that is worth a place in the cache
        from interpreter.codegen.generating import emit

        marked = mark is not None
        emitted = emit(pack.program, "trace", marked=marked, reachable_from=procedures)
    return Engine(emitted, pack.sources, mark)


def played(
    session: Session, wanted: RunRequest, made: Engine | None = None
) -> CompletedRun:
    """Run once, perhaps with an engine made before."""
    program, names = session.program, session.edge
    engine = made or engine_of(session.pack)
    seats = program.declared.seat_kind
    drivers = (wanted.seed, wanted.faces, wanted.person, names, seats, wanted.drawn)
    chance = ChanceSource(*drivers, wanted.places)
    rule = engine.compiled.rule
    refusals = Refusals(program, engine, names)
    answers = (wanted.seed, wanted.answers, names, seats, rule, refusals)
    person = None
    if wanted.person is not None:
        # it reads YAML, for which no other run has to wait
        from interpreter.app.answering.prompted_choices import PromptedChoices

        given = (wanted.person, session, refusals, wanted.answers)
        person = PromptedChoices(*given, wanted.rulings)
    decided = (wanted.said, person, wanted.turns, wanted.stops)
    deciding = ChoiceSource(*answers, *decided)
    world = initial(program, session.scenario)
    fixed = wanted.answers.fixed
    writing = JudgeWriting(chance, session, wanted.person, fixed, wanted.cards)
    with in_words(session):
        name, values = session.entry.name, session.values
        found = play_out(engine, name, values, world, writing, deciding)
    if person is not None:
        person.rest()
    chance.rest()
    seed = wanted.seed or ""
    in_turn = (*deciding.turns.items(), *deciding.script.items())
    left = {name for name, rest in in_turn if rest}
    left |= set(wanted.answers.fixed) - deciding.taken - writing.taken
    unasked = tuple(sorted(left))
    return CompletedRun(session, engine, seed, world, found, chance, deciding, unasked)


def given_of(
    entry: EntryPoint, values: tuple[Value, ...]
) -> tuple[tuple[str, TypedValue], ...]:
    """Return the arguments of an entry by name."""
    pairs = zip(entry.takes, values, strict=True)
    return tuple((each.name, TypedValue(value, each.type)) for each, value in pairs)

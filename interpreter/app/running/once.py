"""One run of a session's entry point, from its arguments to its report.

`answering` combines fixed answers with a policy, `engine_of` compiles the program with
its trace, `played` runs it to the end (dice and answers come from a `RunRequest`), and
`CompletedRun.report` makes the `Run` that `reports` prints. Modules below this one know
game states and engines; callers above it only a `Session`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.app.answering.chance import ChanceSource, ElementFaces
from interpreter.app.answering.choices import ChoiceSource
from interpreter.app.answering.prompts import Prompt
from interpreter.app.answering.writing import DrawSource, PromptedDraws
from interpreter.app.explaining.notes import TraceNotes
from interpreter.app.explaining.offers import not_offered
from interpreter.app.explaining.refusals import Refusals, explaining_refusals
from interpreter.app.opening.answers import known_policies, policy_of
from interpreter.app.opening.session import Session
from interpreter.engine.dice import secret_of_seed
from interpreter.engine.once import (
    Engine,
    Mark,
    RunOutcome,
    initial_state,
    play_out,
)
from interpreter.engine.policies import Answers, Policy
from interpreter.engine.stops import ChoiceStop, GameState
from interpreter.pipeline.opening import Pack
from interpreter.reports.runs import Answer, Run, TypedValue
from interpreter.reports.values import listed
from interpreter.semantics.declarations import EntryPoint
from interpreter.source import normalised
from interpreter.values.types import Value, places
from interpreter.views.views import View, view, views
from interpreter.views.visibility import Masks

if TYPE_CHECKING:
    from interpreter.codegen.on_demand import CodeOnDemand


class RunRequest(Struct, frozen=True):
    """Where the dice and the answers of a run come from.

    `faces` and `drawn` are results given beforehand, by the name of the roll or draw;
    `places` is their position in the file of a case. `answers` are fixed answers and a
    policy, `successive` the answers of a case to one stop after the other, `turns`
    answers to successive questions of one name. A `person` is asked for the rest;
    with `rulings` also for rulings that have a default, with `cards` also for draws.
    Without a `person` the rest is random by `seed`; with `seed` None it is an error.
    Each choice that is asked is appended to `stops`, unless that is None.
    """

    seed: str | None
    faces: Mapping[str, Sequence[tuple[int, ...] | ElementFaces]]
    answers: Answers
    person: Prompt | None
    drawn: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    successive: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    places: Mapping[str, str] | None = None
    turns: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    rulings: bool = False
    cards: bool = False
    stops: list[ChoiceStop] | None = None


def answering(
    fixed: Mapping[str, Value], policy: str | None, session: Session
) -> Answers:
    """Return the answers beside a policy; an unknown one is UnknownName."""
    if policy is None:
        return Answers(dict(fixed), Policy(known=known_policies(session)))
    return Answers(dict(fixed), policy_of(policy, session))


class CompletedRun(Struct, frozen=True):
    """A run that has ended, with all that its report needs."""

    session: Session
    engine: Engine
    seed: str
    begun: GameState
    outcome: RunOutcome
    chance: ChanceSource
    choices: ChoiceSource
    unasked: tuple[str, ...]
    """Names of answers that were not asked for, or not so often."""

    def report(self, masked: bool = True) -> Run:
        """Return the report: every step, and what each seat is sent; when not `masked`
        seats get all entities by their ids, as in a case."""
        session, outcome = self.session, self.outcome
        program, names, entry = session.program, session.edge, session.entry
        secret = secret_of_seed(self.seed) if masked else None
        masks = Masks(names.ids, secret)
        notes = TraceNotes(program, self.engine.emitted.sites, names, self.begun, masks)
        answered, thrown = self._answered(), self.chance.thrown
        labels = masked and any(k.masks for k in program.declared.kinds.values())
        seeded = self.chance.seed_used or self.choices.seed_used or labels
        return Run(
            session.pack.name,
            entry.name,
            entry.gives,
            outcome.result,
            tuple(notes.of(outcome.trace, answered, thrown)),
            self.seed if seeded else "",
            views=views(program.declared, names.ids, outcome.game_state, masks),
            scenario=session.scenario,
            given=given_of(entry, session.values),
            packs=session.pack.folders,
        )

    def _answered(self) -> list[Answer]:
        """Return the answers; where stops were recorded with what was not offered."""
        answered, stops = self.choices.answered, self.choices.stops
        if stops is None:
            return answered
        return [
            replace(answer, left_out=not_offered(self.session, stop))
            for answer, stop in zip(answered, stops, strict=True)
        ]

    def view_of(self, seat: str, seed: str | None = None) -> View | None:
        """Return the view of a seat at the end, with the labels of a seed (None: that
        of the run); None where there is no such seat."""
        program, ids = self.session.program, self.session.edge.ids
        seats = program.declared.seat_kind
        number = places(ids.get(seats, ())).get(normalised(seat))
        if number is None:
            return None
        masks = Masks(ids, secret_of_seed(self.seed if seed is None else seed))
        return view(program.declared, ids, self.outcome.game_state, number, masks)


def engine_of(
    pack: Pack,
    mark: Mark | None = None,
    explains: bool = True,
    on_demand: "CodeOnDemand | None" = None,
    removable: bool = False,
) -> Engine:
    """Return a callable program; `mark` is called with all that is run through. Unless
    it `explains`, a report of its runs shows no values that a condition compared and no
    rows of modifiers. With `on_demand` only what a run comes to is generated, and
    nothing is cached. With `removable` any entity may be missing."""
    if on_demand is None:
        emitted = pack.emitted("trace", marked=mark is not None, removable=removable)
    else:
        emitted = on_demand.code(pack.program, marked=mark is not None)
    return Engine(emitted, pack.sources, mark, explains)


def played(
    session: Session, wanted: RunRequest, engine: Engine | None = None
) -> CompletedRun:
    """Run once to the end; `engine` is one made before (None: it is made here).

    A rule that forbids the run is a RunForbidden in the words of the pack, a choice
    without an answer an OpenStop, a left-over die of a case a LeftOver.
    """
    program, names = session.program, session.edge
    made_here = engine is None
    engine = engine or engine_of(session.pack)
    seats, fixed = program.declared.seat_kind, wanted.answers.fixed
    dice = (wanted.seed, wanted.faces, wanted.person, names, seats, wanted.drawn)
    chance = ChanceSource(*dice, wanted.places)
    refusals = Refusals(program, engine, names)
    person = draws = None
    if wanted.person is not None:
        # imported late: no other run waits for it
        from interpreter.app.answering.prompted_choices import RunPrompt

        asked = (wanted.person, session, refusals, wanted.answers)
        person = RunPrompt(*asked, wanted.rulings)
        draws = PromptedDraws(wanted.person, session)
    answers = (wanted.seed, wanted.answers, names, seats, engine.compiled.rule)
    sources = (wanted.successive, person, wanted.turns, wanted.stops)
    choices = ChoiceSource(*answers, refusals, *sources)
    state = initial_state(program.declared, session.initial_state)
    chance_and_draws = DrawSource(chance, draws, fixed, wanted.cards)
    with explaining_refusals(session):
        name, values = session.entry.name, session.values
        outcome = play_out(engine, name, values, state, chance_and_draws, choices)
    if made_here:
        session.pack.keep_byte_code()
    if person is not None:
        person.end()
    chance.rest()
    successive = (*choices.turns.items(), *choices.script.items())
    left = {name for name, values in successive if values}
    left |= set(fixed) - choices.used - chance_and_draws.used
    unasked = tuple(sorted(left))
    seed = wanted.seed or ""
    return CompletedRun(session, engine, seed, state, outcome, chance, choices, unasked)


def given_of(
    entry: EntryPoint, values: tuple[Value, ...]
) -> tuple[tuple[str, TypedValue], ...]:
    """Return the arguments of an entry point by name."""
    pairs = zip(entry.takes, values, strict=True)
    return tuple((taken.name, TypedValue(value, taken.type)) for taken, value in pairs)


def idle_text(session: Session) -> str:
    """Return why nothing may have happened in a run without a scenario, where the pack
    has some: those that begin with what was run, or all; else ""."""
    mains, name = session.pack.mains, session.entry.name
    fit = [scenario for scenario, main in mains.items() if main == name] or list(mains)
    if session.scenario or not fit:
        return ""
    return (
        "umpire: nothing happened: without --scenario there are no entities; "
        f"scenarios are {listed(fit)}"
    )

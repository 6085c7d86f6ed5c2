"""A ruleset opened to be used: odds, simulations, runs, checks, tests and games.

Drivers of odds, the checker and the runner of cases are imported in functions: opening
a ruleset to run it once need not wait for them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from interpreter.app.answering.chance import read_dice
from interpreter.app.game import Game, begin_game
from interpreter.app.opening.answers import GivenAnswers, answers_given, with_stand_in
from interpreter.app.opening.session import GivenValue, Session, opened
from interpreter.app.results import (
    CaseResults,
    CheckResult,
    CoverageResult,
    Distribution,
    MutationScore,
    QuickReference,
    RunResult,
    Simulation,
)
from interpreter.app.running.once import RunRequest, answering, played
from interpreter.app.searching import search
from interpreter.diagnostics import UsageError
from interpreter.engine.exact.program import MAX_STATES
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.pipeline.verdicts import verdict_on
from interpreter.reports.search_results import FoundPlace
from interpreter.reports.values import spaced
from interpreter.ruleset.finding import called, find_pack
from interpreter.source import normalised, written_names

if TYPE_CHECKING:
    from interpreter.app.advice import SeatAdvice
    from interpreter.app.sweep import Sweep
    from interpreter.reports.odds import OddsReport
    from interpreter.reports.outputs.sheets import SheetAudience
    from interpreter.reports.simulation import SimulationReport

SECRET_BYTES = 8  # of a seed that nobody gave
PREFIX = ""
"""What messages write before the name of an argument: Python has no `--with`."""

Arguments: TypeAlias = Mapping[str, GivenValue]
Answers: TypeAlias = "Mapping[str, GivenValue] | Sequence[Mapping[str, GivenValue]]"
"""What is answered by the name of the question: the same each time that it is asked, or
a mapping for one time after the other."""
DiceGiven: TypeAlias = "Sequence[int] | Mapping[str, Sequence[int]]"
"""Faces in the order in which they fall, or those of each roll by its name."""


Several: TypeAlias = Mapping[str, Iterable[GivenValue]]
"""Values of what varies, by its name."""


class OpenRuleset(Struct, frozen=True):
    """A ruleset with its options, ready to be run; `open_ruleset` makes one.

    Every method takes the names of procedures, scenarios, seats, policies and arguments
    as packs write them; a blank and an underscore are the same letter. An argument is a
    `GivenValue`: a text as it would be typed, an exact number, a bool, a sequence or a
    mapping; those whose name is no Python name, or one of the method's own parameters,
    are in `arguments`. What does not fit raises an `UmpireError`.
    """

    options: Mapping[str, str]
    _pack: Pack

    @property
    def name(self) -> str:
        """The name that its author gave it."""
        return self._pack.name

    @property
    def folder(self) -> Path:
        """Its folder."""
        return self._pack.folder.resolve()

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The names of its scenarios."""
        return tuple(spaced(name) for name in self._pack.program.initial_states if name)

    @property
    def option_values(self) -> Mapping[str, tuple[str, ...]]:
        """What each of its options may be, by the name of the option."""
        return {spaced(name): each for name, each in self._pack.options.items()}

    @property
    def policies(self) -> tuple[str, ...]:
        """The names of the policies that it declares."""
        return tuple(each.name for each in self._pack.program.policies.values())

    def odds(
        self,
        procedure: str,
        /,
        *,
        scenario: str = "",
        answers: Answers = (),
        policy: str | None = None,
        observe: Iterable[str] = (),
        truncate: Fraction | str | None = None,
        max_states: int = MAX_STATES,
        fields: Arguments | None = None,
        arguments: Arguments | None = None,
        **given: GivenValue,
    ) -> Distribution:
        """Return the exact distribution of what a procedure gives.

        `fields` are other values of fields of entities, with which the scenario begins:
        `entity.field`, or `kind.field` for each of a kind. `observe` names fields
        (`kind.field`) to be reported beside the result. With `truncate`, above 0 and
        below 1, loops are followed until so little probability mass is left. A choice
        that neither `answers` nor the `policy` answers is an OpenStop; more than
        `max_states` states are a LimitExceeded.
        """
        from interpreter.app.running.odds import exact_odds

        session = self._session(procedure, scenario, arguments, given, fields)
        fixed = _fixed(_answers(session, answers))
        mass = None if truncate is None else Fraction(truncate)
        if mass is not None and not 0 < mass < 1:
            raise UsageError(f"truncate={truncate} is no mass between 0 and 1")
        answered = answering(fixed, policy, session)
        report = exact_odds(session, answered, tuple(observe), max_states, mass)
        return Distribution.of(report, session.edge)

    def simulate(
        self,
        procedure: str | None = None,
        /,
        *,
        scenario: str = "",
        trials: int = 10_000,
        policy: str | None = None,
        answers: Answers = (),
        seed: str | None = None,
        workers: int = 1,
        cluster: str | None = None,
        fields: Arguments | None = None,
        arguments: Arguments | None = None,
        **given: GivenValue,
    ) -> Simulation:
        """Run a procedure, or the `main` of a scenario, many times; return an estimate.

        Without a `policy` the first of the ruleset answers choices. The same `seed`
        gives the same counts with any number of `workers` (processes) and on any
        `cluster` (the address of a Dask scheduler); without one it is a fresh one,
        which the result names. An interrupt returns what was done. Raises Unavailable
        for a cluster that does not answer.
        """
        from interpreter.app.running.odds import simulated, title_of

        if trials < 1 or workers < 1:
            raise UsageError("trials and workers must be 1 or more")
        session = self._session(procedure, scenario, arguments, given, fields)
        fixed = _fixed(_answers(session, answers))
        chosen = with_stand_in(policy, session, fixed).text
        answered = answering(fixed, chosen, session)
        report = simulated(
            session,
            answered,
            trials,
            seed=_seed(seed),
            workers=workers,
            cluster=cluster,
        )
        return Simulation.of(report, session.edge, title_of(session), chosen or "")

    def sweep(
        self,
        procedure: str | None = None,
        /,
        *,
        over: Several | None = None,
        over_options: Several | None = None,
        over_fields: Several | None = None,
        scenario: str = "",
        trials: int | None = None,
        answers: Answers = (),
        policy: str | None = None,
        observe: Iterable[str] = (),
        seed: str | None = None,
        workers: int = 1,
        max_states: int = MAX_STATES,
        fields: Arguments | None = None,
        arguments: Arguments | None = None,
        **given: GivenValue,
    ) -> Sweep:
        """Return the odds for each combination of several values, or with `trials` the
        estimates from so many trials each.

        `over` has the values of arguments by their names, `over_options` those of
        options, `over_fields` those of fields of entities (`entity.field`, or
        `kind.field` for all of a kind). Options vary slowest, then arguments, then
        fields; estimates all have the same seed. More than 2,000 combinations are a
        LimitExceeded; all else is as in `odds` and `simulate`.
        """
        from interpreter.app.running.odds import exact_odds, simulated, title_of
        from interpreter.app.running.sweeps import Setup, swept, vary
        from interpreter.app.sweep import Sweep

        if (trials is not None and trials < 1) or workers < 1:
            raise UsageError("trials and workers must be 1 or more")
        every = _together(arguments, given)
        twice = written_names(every).keys() & written_names(over or {}).keys()
        if twice:
            raise UsageError(f"the argument '{min(twice)}' is given, and varies")
        setup = Setup(
            self._pack.folder,
            procedure,
            scenario,
            self.options,
            {normalised(name): value for name, value in every.items()},
            {normalised(name): value for name, value in (fields or {}).items()},
            (PREFIX, PREFIX),
        )
        axes = [
            *vary("option", over_options or {}),
            *vary("argument", over or {}),
            *vary("field", over_fields or {}),
        ]
        secret, observed = _seed(seed), tuple(observe)

        def measured(session: Session) -> OddsReport | SimulationReport:
            fixed = _fixed(_answers(session, answers))
            if trials is None:
                answered = answering(fixed, policy, session)
                return exact_odds(session, answered, observed, max_states)
            chosen = with_stand_in(policy, session, fixed).text
            answered = answering(fixed, chosen, session)
            return simulated(session, answered, trials, seed=secret, workers=workers)

        return Sweep(swept(setup, axes, measured, title=title_of))

    def run(
        self,
        procedure: str,
        /,
        *,
        scenario: str = "",
        dice: DiceGiven = (),
        seed: str | None = None,
        policy: str | None = None,
        answers: Answers = (),
        fields: Arguments | None = None,
        arguments: Arguments | None = None,
        **given: GivenValue,
    ) -> RunResult:
        """Run a procedure once.

        `dice` are faces that fell; what is not given follows from the `seed`, a fresh
        one without it. Faces that nothing rolls are a LeftOver, an impossible face is
        Unusable, a choice that nobody answers an OpenStop.
        """
        session = self._session(procedure, scenario, arguments, given, fields)
        faces = read_dice(_faces(dice), session.program, session.entry.procedure)
        found = _answers(session, answers)
        answered = answering(found.fixed, policy, session)
        wanted = RunRequest(
            _seed(seed), faces, answered, None, turns=found.turns, stops=[]
        )
        return RunResult(played(session, wanted))

    def check(self, *, quick: bool = False) -> CheckResult:
        """Return what is wrong with it under all its options, which may take some
        seconds, or `quick`: under their defaults alone."""
        return check_ruleset(self._pack.folder, quick=quick)

    def test(self, *, own: bool = False, workers: int = 1) -> CaseResults:
        """Run its test cases, in so many processes; `own`: without those of the
        packs that it extends."""
        from interpreter.app.testing.case_runs import CaseRunner
        from interpreter.app.testing.pack_runs import case_results
        from interpreter.pipeline.loading import load, usable

        loaded = load(self._pack.folder)
        usable(loaded)
        cases = CaseRunner(loaded, only_own=own)
        return CaseResults(tuple(case_results(cases, workers)))

    def mutants(
        self, *, count: int | None = 100, seed: str = "1", workers: int = 1
    ) -> MutationScore:
        """Plant single faults into rows of its own tables and modifiers, and return
        which of them the check or a test case finds; `count` of them, drawn by a seed,
        None for all. Unusable where a test case fails without any fault."""
        from interpreter.app.testing.mutation import FaultsWanted, mutation_report

        wanted = FaultsWanted(count, seed, workers)
        return MutationScore(mutation_report(self._pack.folder, wanted))

    def coverage(self) -> CoverageResult:
        """Run its test cases and return which rules of its source they run through."""
        from interpreter.app.testing.pack_runs import covered_rules
        from interpreter.pipeline.loading import load, usable

        loaded = load(self._pack.folder)
        usable(loaded)
        rules, _ = covered_rules(loaded)
        return CoverageResult(loaded.name, rules)

    def best(
        self,
        scenario: str,
        /,
        *,
        seat: str,
        procedure: str | None = None,
        outcome: str = "",
        least: bool = False,
        trials: int = 100,
        policy: str | None = None,
        answers: Answers = (),
        seed: str | None = None,
        suppose: Mapping[str, int] | None = None,
        arguments: Arguments | None = None,
        **given: GivenValue,
    ) -> SeatAdvice:
        """Play a scenario to the first question of a seat, and return what each of its
        choices leads to.

        What is wanted is that the result is the seat itself, or the `outcome` that is
        named (as the columns of a sweep are), most of it or `least`. Others answer by
        the `policy`, without one by the first of the ruleset. Where not all ways can be
        followed, `trials` games are played after each choice. `suppose` says how many
        of a kind are there that the seat has not met.
        """
        from interpreter.app.advice import advice_at
        from interpreter.app.advising.advising import first_position, wanted_by

        if trials < 1:
            raise UsageError("trials must be 1 or more")
        session = self._session(procedure, scenario, arguments, given)
        fixed = _fixed(_answers(session, answers))
        wanted = wanted_by(
            session,
            seat,
            fixed,
            policy,
            outcome=outcome,
            least=least,
            trials=trials,
            seed=_seed(seed),
            supposed=suppose or {},
        )
        return advice_at(first_position(session, wanted), wanted)

    def sheet(
        self, audience: SheetAudience = "players", *, sides: int | None = None
    ) -> QuickReference:
        """Return a quick reference of tables, modifiers and options to print: for
        "players", with nothing of what only the judge may know, or for the "judge".

        `sides` is how many sides of A4 it may have; without it two, or four.
        """
        from interpreter.app.sheets import sheet_of

        if sides is not None and sides < 1:
            raise UsageError("sides must be 1 or more")
        if audience not in ("players", "judge"):
            raise UsageError(f"a sheet is for players or the judge, not '{audience}'")
        return QuickReference(sheet_of(self._pack, self.name, audience, sides))

    def find(self, *words: str) -> tuple[FoundPlace, ...]:
        """Return the places where all words and figures stand together, the best first;
        "seven" is 7. A UsageError where there is no word."""
        return search(self._pack, words).places

    def new_game(
        self,
        scenario: str,
        path: str | os.PathLike[str],
        /,
        *,
        procedure: str | None = None,
        seed: str | None = None,
        policies: Mapping[str, str] | None = None,
        rulings: bool = False,
        real_dice: bool = False,
        arguments: Arguments | None = None,
        **given: GivenValue,
    ) -> Game:
        """Begin a game of a scenario in a file that is not there yet, and play on to
        the first question of a seat or the judge.

        `policies` names who answers for a seat, for the whole game. With `rulings` the
        judge is asked for those that have a default, otherwise that is taken. A `seed`
        is for practice: a player who knows it knows all dice to come; without it nobody
        can. With `real_dice` the judge types in what his dice show; a seed is a
        UsageError then.
        The file is the umpire's alone, and so is the one with its secret beside it.
        """
        session = self._session(procedure, scenario, arguments, given)
        place = Path(path)
        players = dict(policies or {})
        if real_dice and seed is not None:
            raise UsageError("real dice and a seed exclude each other", "leave one out")
        begun = (session, self.options, place, seed, players)
        return begin_game(*begun, rulings=rulings, real_dice=real_dice)

    def _session(
        self,
        procedure: str | None,
        scenario: str,
        arguments: Arguments | None,
        keywords: Arguments,
        fields: Arguments | None = None,
    ) -> Session:
        every = _together(arguments, keywords)
        session = opened(self._pack, scenario, procedure, every, PREFIX)
        if fields:
            # imported late: few begin with other values
            from interpreter.app.opening.settings import changed

            return changed(session, fields, PREFIX)
        return session

    def __repr__(self) -> str:
        """Return its name and options."""
        return f"OpenRuleset({self.name!r}, options={dict(self.options)!r})"


def open_ruleset(
    name: str | os.PathLike[str],
    options: Mapping[str, str | int | Fraction | bool] | None = None,
) -> OpenRuleset:
    """Open a ruleset by its name or its folder, with some of its options set.

    An option's value is written as in the ruleset; True and False are yes and no.
    Raises NoPack where none is there, UnknownName for an option that it does not have,
    and Unusable with all its problems where it has errors.
    """
    texts: dict[str, str] = {
        normalised(option): ("no", "yes")[value]
        if isinstance(value, bool)
        else str(value)
        for option, value in (options or {}).items()
    }
    return OpenRuleset(texts, open_pack(find_pack(os.fspath(name)), texts))


def check_ruleset(name: str | os.PathLike[str], *, quick: bool = False) -> CheckResult:
    """Return what is wrong with a ruleset, also one that cannot be opened."""
    folder = find_pack(os.fspath(name))
    return CheckResult(called(folder), verdict_on(folder, quick=quick).problems)


def _together(arguments: Arguments | None, keywords: Arguments) -> Arguments:
    """Return the arguments of a call; a UsageError for one that is given twice."""
    both = written_names(arguments or {}).keys() & written_names(keywords).keys()
    if both:
        raise UsageError(f"the argument '{min(both)}' is given twice")
    return {**(arguments or {}), **keywords}


def _answers(session: Session, answers: Answers) -> GivenAnswers:
    """Return answers as a run takes them; raises what does not fit."""
    if isinstance(answers, Mapping):
        one_each = {name: [value] for name, value in answers.items()}
        return answers_given(session, one_each, prefix=PREFIX)
    turns: dict[str, list[GivenValue]] = {}
    for turn in answers:
        for name, value in turn.items():
            turns.setdefault(name, []).append(value)
    return answers_given(session, turns, frozenset(turns), PREFIX)


def _fixed(answers: GivenAnswers) -> dict[str, object]:
    if answers.turns:
        hint = "give one answer for all questions; only 'run' takes several"
        name = min(answers.turns)
        raise UsageError(f"several answers to '{name}' are given, in turn", hint)
    return answers.fixed


def _faces(dice: DiceGiven) -> list[str]:
    if isinstance(dice, Mapping):
        return [f"{name}={_listed(faces)}" for name, faces in dice.items()]
    return [_listed(dice)] if dice else []


def _listed(faces: Sequence[int]) -> str:
    return ",".join(map(str, faces))


def _seed(seed: str | None) -> str:
    return os.urandom(SECRET_BYTES).hex() if seed is None else str(seed)

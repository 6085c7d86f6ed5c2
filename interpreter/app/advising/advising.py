"""Which choice is best for a seat: each with what it leads to.

The position is where the seat is first asked: in a game that waits, or from the
beginning of a scenario. Each possible answer is followed exactly where that is small
and nothing was hidden so far, else games are played on from it. Others answer by a
policy; so does the seat itself later on, unless the ways are followed exactly.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.advising.look_ahead import Ends, LookAhead
from interpreter.app.advising.possible_games import (
    Course,
    PossibleGame,
    Tell,
    lived,
    own_question,
    possible_games,
)
from interpreter.app.advising.ways import (
    Answerer,
    Chance,
    Places,
    Typed,
    values_at,
)
from interpreter.app.opening.answers import is_for_all, with_stand_in
from interpreter.app.opening.games import OpenGame, prepared_answer
from interpreter.app.opening.session import Session
from interpreter.app.running.once import answering
from interpreter.diagnostics import (
    LimitExceeded,
    UmpireError,
    UnknownName,
    Unusable,
    UsageError,
)
from interpreter.engine.dice import KeyedDice, Stream, secret_of_seed
from interpreter.engine.once import Engine, play_on
from interpreter.engine.policies import Answers, Default
from interpreter.engine.stops import ChoiceStop, Finished
from interpreter.games.questions import ChoicePart, Question
from interpreter.games.state import GameProgress, GameStart
from interpreter.ir.instructions import Choice, Draw, Roll
from interpreter.ir.walking import instructions
from interpreter.reports.advice import Advice, AdvisedChoice
from interpreter.reports.distributions import parted
from interpreter.reports.odds import OddsReport, Outcome
from interpreter.reports.questions import Posed, PosedPart, posed
from interpreter.reports.simulation import SimulationReport
from interpreter.reports.sweep_statistics import (
    MEAN_STATISTIC,
    Measured,
    Statistic,
    chance_of,
    statistics_for,
)
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.declarations import CHARTS, WAITING
from interpreter.source import normalised, same_name
from interpreter.values.log import STORE
from interpreter.values.types import (
    Entity,
    Maybe,
    Nothing,
    Number,
    Seat,
    Type,
    Value,
    enumeration_of,
    present,
    speaks_of,
)

MOST_TRIALS = 100_000
MOST_SUPPOSED = 100
"""Of one kind that the seat has not met."""
MOST_WAYS_OF_A_GAME = 1_000_000
"""Games that are estimated to have more are not followed exactly; of fewer many ways
meet again, and LookAhead says whether they are few enough."""
MOST_BEFORE = 10_000
"""Answers from the beginning of a scenario to the first question of the seat."""


NOBODY: Mapping[str, int] = MappingProxyType({})
ANYTHING: Default = "random"
"""The policy that answers in a pack without one."""


class AdviceWanted(Struct, frozen=True):
    """What is asked of an adviser: for which seat, by which figure of the end
    (`statistics_for`; "": that the seat itself is the outcome), the least or the most
    of it, how others answer, how many games are played on from each choice, and of
    which kinds how many are `supposed` that the seat has not met."""

    seat: str
    answers: Answers
    policy: str
    outcome: str = ""
    least: bool = False
    trials: int = 100
    seed: str = ""
    supposed: Mapping[str, int] = NOBODY


class Position(Struct, frozen=True):
    """Where a seat is asked."""

    session: Session
    course: GameProgress
    seat: int


def wanted_by(
    session: Session,
    seat: str,
    fixed: Mapping[str, Value],
    policy: str | None,
    *,
    outcome: str = "",
    least: bool = False,
    trials: int = 100,
    seed: str = "",
    supposed: Mapping[str, int] = NOBODY,
) -> AdviceWanted:
    """Return what is asked of an adviser; without a `policy` that of the pack which
    stands in elsewhere too answers, and chance where it says nothing."""
    chosen = with_stand_in(policy, session, fixed).text or ANYTHING
    answers = answering(fixed, chosen, session)
    is_said = policy is not None and is_for_all(policy)
    if not is_said and answers.policy.default is None:
        # what the first policy of a pack leaves open is left to chance
        answers = replace(answers, policy=replace(answers.policy, default=ANYTHING))
    return AdviceWanted(
        seat,
        answers,
        chosen,
        outcome,
        least,
        trials,
        seed,
        supposed,
    )


def position_in_game(found: OpenGame, seat: str) -> Position:
    """Return where a seat is asked in a game; UnknownName for no seat of it."""
    return Position(found.session, found.course(), found.seat(seat))


def first_position(session: Session, wanted: AdviceWanted) -> Position:
    """Return where a seat is first asked in a scenario; what comes before falls by the
    seed, and is answered by the policy."""
    secret = secret_of_seed(wanted.seed)
    engine = Engine(session.pack.emitted("trace"), session.pack.sources, explains=False)
    played = (session.scenario, session.entry.name, session.values, secret)
    beginning = GameStart(session.program, engine, *played)
    game = OpenGame(Path(), {}, (), session, beginning)
    seat = game.seat(wanted.seat)
    course = GameProgress(beginning)
    fixed, policy = wanted.answers.fixed, wanted.answers.policy
    for number in range(1, MOST_BEFORE):
        stop = course.stop
        if isinstance(stop, Finished):
            name = spaced(beginning.seat_name(seat))
            raise Unusable(f"{name} is asked nothing before the game is over")
        if own_question(course, seat) is not None:
            return Position(session, course, seat)
        if not isinstance(stop, ChoiceStop):
            course.passing(course.fall)
            continue
        question = course.open()[0]
        answered = prepared_answer(game, number, question, fixed, policy)
        assert answered is not None, "a policy answers, or says why it does not"
        course.passing(partial(course.choose, question, *answered))
    raise LimitExceeded("answers before a seat is asked", MOST_BEFORE)


def advise(
    position: Position, wanted: AdviceWanted, tell: Tell | None = None
) -> Advice:
    """Return each possible answer of a seat with what it leads to, the best first.

    Raises Unusable where the seat is asked nothing, or where no game is found that
    looks to it like this one; UsageError where it is not clear what is best.
    """
    if wanted.trials > MOST_TRIALS:
        raise LimitExceeded("trials (of each choice)", MOST_TRIALS)
    session, course, seat = position.session, position.course, position.seat
    engine = engine_for(session)
    past = lived(session, course, seat, engine, _supposed(session, wanted.supposed))
    question = own_question(course, seat)
    assert question is not None
    answerer = Answerer(session, wanted.answers, engine.compiled.rule)
    goal = _Goal(session, wanted, course.beginning.seat_name(seat))
    secret = secret_of_seed(wanted.seed)
    possible = possible_games(past, wanted.trials, secret, tell)
    table = _Table(session, seat, answerer, possible, secret)
    every = tuple(
        answerer.places(past.question, values)
        for values in answerer.possible(past.question)
    )
    statistic = goal.statistic(lambda: table.played(every, goal.PILOT, None))
    ends = None
    if possible[0].is_certain and table.ways(every) <= MOST_WAYS_OF_A_GAME:
        ends = _exactly(table, every, goal, statistic)
    measured = (
        [table.exact(each) for each in ends]
        if ends is not None
        else table.played(every, _games(possible, wanted.trials), tell)
    )
    shown = posed(course, question)
    choices = [
        AdvisedChoice(_answer_text(question, shown, past, places), of)
        for places, of in zip(every, measured, strict=True)
    ]
    sign = 1 if wanted.least else -1
    choices.sort(key=lambda each: sign * (statistic.figure(each.measured) or 0))
    return Advice(
        question=shown.sentence,
        seat=spaced(course.beginning.seat_name(seat)),
        statistic=statistic,
        least=wanted.least,
        choices=tuple(choices),
        policy=wanted.policy,
        has_secrets=_has_secrets(session),
        refused=table.refused,
        seed=wanted.seed,
    )


def _games(possible: Sequence[PossibleGame], trials: int) -> int:
    """Return how many games are played after each choice: where they differ one in
    each, for two in one game are no independent trials."""
    return trials if possible[0].is_certain else min(trials, len(possible))


def _supposed(session: Session, wanted: Mapping[str, int]) -> Mapping[str, int]:
    """Return of which kinds how many are supposed, by the names of kinds; UnknownName
    for another, LimitExceeded for too many."""
    declared = session.program.declared
    kinds = [
        name
        for name, kind in declared.kinds.items()
        if name not in (STORE, CHARTS, WAITING, declared.seat_kind) and not kind.single
    ]
    found: dict[str, int] = {}
    for name, count in wanted.items():
        if (kind := normalised(name)) not in kinds:
            raise UnknownName("kind", name, kinds)
        if count > MOST_SUPPOSED:
            raise LimitExceeded("supposed of one kind", MOST_SUPPOSED)
        found[kind] = count
    return found


def engine_for(session: Session) -> Engine:
    """Return a program whose entities may all be missing: of whom the seat has not met
    nobody is supposed, also where the rules remove none."""
    # questions have their texts in a trace
    emitted = session.pack.emitted("trace", removable=True)
    return Engine(emitted, session.pack.sources, explains=False, reports=False)


def _has_secrets(session: Session) -> bool:
    """Tell whether there may be something that a seat does not see: by what the rules
    declare, not by what is there."""
    program = session.program
    audiences = [
        audience
        for name, kind in program.declared.kinds.items()
        if name not in (STORE, CHARTS, WAITING)
        for audience in (kind.seen_by or EVERYONE, *(f.audience for f in kind.fields))
    ]
    audiences += [
        each.site.seen_by
        for procedure in program.procedures.values()
        for each in instructions(procedure.body)
        if isinstance(each, Roll | Draw | Choice)
    ]
    return any(audience != EVERYONE for audience in audiences)


def _exactly(
    table: "_Table", every: Sequence[Places], goal: "_Goal", statistic: Statistic
) -> list[Ends] | None:
    """Return the exact ends of each answer; None where the game is not small, or rules
    refuse one of its ways."""
    ahead = table.look_ahead(goal.worth(statistic))
    try:
        return [ahead.ends(table.stop, places) for places in every]
    except UmpireError:
        return None


class _Goal:
    """What a seat wants of the end of a game."""

    PILOT = 4
    """Games from each choice, to know the outcomes that there are."""

    def __init__(self, session: Session, wanted: AdviceWanted, seat: str) -> None:
        self._gives = session.entry.gives
        self._names = session.edge
        self._wanted = wanted
        self._seat = seat
        if isinstance(self._gives, Nothing):
            name = spaced(session.entry.name)
            hint = "let its 'main' return what counts at the end"
            raise Unusable(f"'{name}' returns nothing, so no end is better", hint=hint)
        declared = session.program.declared
        others = [name for name in declared.kinds if name != declared.seat_kind]
        if speaks_of(self._gives, others):
            name = spaced(session.entry.name)
            message = f"'{name}' returns entities that are no seats"
            hint = "a seat may not know all of them: let its 'main' return seats, words"
            raise Unusable(message, hint=f"{hint} or numbers")

    def statistic(self, pilot: Callable[[], Sequence[Measured]]) -> Statistic:
        """Return the figure by which choices are compared; `pilot` plays a few."""
        if not self._wanted.outcome:
            return self._own()
        found = self._named(pilot())
        if found.unit != "chance" and found.name != MEAN_STATISTIC.name:
            raise UsageError(f"'{found.title}' is no chance and no mean")
        return found

    def _named(self, few: Sequence[Measured]) -> Statistic:
        """Return the figure that is named: of what a few games came to, or of what the
        result may also be."""
        outcome = self._wanted.outcome
        try:
            return statistics_for(few, [outcome])[0]
        except UnknownName:
            for name, kind, _ in parted(self._gives, {}, self._names):
                is_named = bool(name) and same_name(outcome[: len(name)], name)
                text = outcome[len(name) :].lstrip(": ") if is_named else outcome
                label = self._label(kind, text)
                if label is not None:
                    return replace(chance_of(label), part=name)
            raise

    def _label(self, kind: Type, text: str) -> str | None:
        """Return the text of an outcome that a result of a type can be, or None."""
        if isinstance(kind, Maybe) and same_name(text, "none"):
            return "none"
        inner = present(kind)
        if isinstance(inner, Number) and re.fullmatch(r"-?\d{1,18}", text.strip()):
            return str(int(text))
        if isinstance(inner, Entity | Seat):
            ids = self._names.ids.get(inner.kind, ())
            every = [to_text(at, inner, self._names) for at in range(len(ids))]
            return next((one for one in every if same_name(one, text)), None)
        return None

    def _own(self) -> Statistic:
        """Return the chance that the outcome is the seat itself."""
        for name, kind, _ in parted(self._gives, {}, self._names):
            if (label := self._label_of_seat(kind)) is not None:
                return replace(chance_of(label), part=name)
        hint = "give --outcome: an outcome, 5+ of numbers, or mean"
        seat = spaced(self._seat)
        raise UsageError(f"the result does not say what is best for {seat}", hint)

    def _label_of_seat(self, kind: Type) -> str | None:
        """Return the text of the outcome that is the seat, if a result can be it."""
        inner = present(kind)
        if isinstance(inner, Entity | Seat):
            ids = self._names.ids.get(inner.kind, ())
            at = next((at for at, one in enumerate(ids) if one == self._seat), None)
            return None if at is None else to_text(at, inner, self._names)
        words = enumeration_of(inner)
        values = words.values if words is not None else ()
        return next((one for one in values if same_name(one, self._seat)), None)

    def worth(self, statistic: Statistic) -> Callable[[Value], Fraction]:
        """Return what tells how much of the figure is in one result."""
        known: dict[Value, Fraction] = {}
        sign = -1 if self._wanted.least else 1

        def worth(result: Value) -> Fraction:
            if result not in known:
                report = OddsReport(self._gives, (Outcome(result, 1),), 1)
                figure = statistic.figure(Measured(report, self._names))
                known[result] = sign * (figure or Fraction(0))
            return known[result]

        return worth


class _Table:
    """Plays games on from each choice of a seat, of games that look to it alike."""

    def __init__(
        self,
        session: Session,
        seat: int,
        answerer: Answerer,
        possible: Sequence[PossibleGame],
        secret: bytes,
    ) -> None:
        self._session = session
        self._seat = seat
        self._answerer = answerer
        self._possible = possible
        self._secret = secret
        self.refused = 0

    @property
    def stop(self) -> ChoiceStop:
        """Where the seat is asked in the first game."""
        return self._question(0).stop

    def _question(self, number: int) -> Question:
        """Return what the seat is asked in a game."""
        course = self._possible[number % len(self._possible)].course
        question = own_question(course, self._seat)
        assert question is not None
        return question

    def look_ahead(self, worth: Callable[[Value], Fraction]) -> LookAhead:
        """Return what follows the first game exactly."""
        beginning = self._possible[0].course.beginning
        declared = beginning.program.declared
        visible = (beginning.masks, beginning.ids, declared)
        return LookAhead(self._seat, self._answerer, worth, *visible)

    def exact(self, ends: Ends) -> Measured:
        """Return ends with their probabilities as odds."""
        whole = lcm(*(share.denominator for share in ends.values()))
        outcomes = tuple(
            Outcome(result, int(share * whole)) for result, share in ends.items()
        )
        report = OddsReport(self._session.entry.gives, outcomes, whole)
        return Measured(report, self._session.edge)

    def played(
        self, every: Sequence[Places], trials: int, tell: Tell | None
    ) -> list[Measured]:
        """Play so many games from each choice. Game number n of each begins in the same
        game with the same dice, so that a difference is less often chance; one that
        the rules refuse is left out for all choices."""
        counts: list[Counter[Value]] = [Counter() for _ in every]
        done, self.refused = 0, 0
        error: UmpireError | None = None
        for number in range(trials):
            try:
                results = [self._result(number, places) for places in every]
            except UmpireError as refused:
                error, self.refused = refused, self.refused + 1
                continue
            for counter, result in zip(counts, results, strict=True):
                counter[result] += 1
            done += 1
            if tell is not None:
                tell(number + 1, trials)
        if error is not None and not done:
            raise error
        gives, names = self._session.entry.gives, self._session.edge
        return [
            Measured(SimulationReport(gives, counter, done, "resumable", ""), names)
            for counter in counts
        ]

    def ways(self, every: Sequence[Places]) -> int:
        """Return about how many ways there are after all choices: each is estimated
        from one game; more than are followed where a game is refused."""
        try:
            return sum(self._game(0, places)[1] for places in every)
        except UmpireError:
            return MOST_WAYS_OF_A_GAME + 1

    def _result(self, number: int, places: Places) -> Value:
        return self._game(number, places)[0]

    def _game(self, number: int, places: Places) -> tuple[Value, int]:
        """Return the result of a game, and about how many others there could be."""
        stream = Stream(KeyedDice(self._secret).key(("best", number)))
        chance, question = Chance(self._answerer, stream), self._question(number)
        game = self._possible[number % len(self._possible)]
        own = game.any_of_alike(question, places, stream)
        asked = game.course.questions(question.stop)
        whole = chance.whole(asked, self._seat, values_at(question, own))
        end = play_on(question.stop, whole, chance.fall, chance.decide)
        return end.result, chance.ways


def _answer_text(question: Question, shown: Posed, past: Course, places: Places) -> str:
    """Return an answer in the words of the question as its seat reads it, from its
    places in the same question without labels."""
    kind = question.stop.instruction.type
    words = {
        part.at: (own.of, _words(part, own))
        for part, own in zip(question.parts, shown.parts, strict=True)
    }
    found = []
    for part, texts, place in zip(past.question.parts, past.texts, places, strict=True):
        of, word_of = words[part.at]
        if isinstance(place, Typed):
            text = to_text(place.value, kind, ValueNames({}))
        else:
            named = _named(part, texts, word_of)
            at = place if isinstance(place, tuple) else (place,)
            text = ", ".join(named[each] for each in at) or "none of them"
        found.append(f"{of}: {text}" if len(places) > 1 else text)
    return "; ".join(found)


def _words(part: ChoicePart, own: PosedPart) -> dict[Value, tuple[int, str]]:
    """Return where each option stands for its seat, and its text, by its value."""
    options = zip(part.offered or (), own.options or (), strict=True)
    return {value: (at, text) for at, (value, text) in enumerate(options)}


def _named(
    part: ChoicePart,
    texts: Sequence[Value],
    word_of: Mapping[Value, tuple[int, str]],
) -> list[str]:
    """Return the text of each option. Of those that look alike, which stand in the
    order of true numbers here, the labels are in the order in which the seat has them,
    so that no figure goes with a true number."""
    offered = part.offered or ()
    found = [""] * len(offered)
    for text in dict.fromkeys(texts):
        alike = [at for at, each in enumerate(texts) if each == text]
        named = sorted(word_of[offered[at]] for at in alike)
        for at, (_, word) in zip(alike, named, strict=True):
            found[at] = word
    return found

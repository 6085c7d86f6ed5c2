"""A game gone through once more, with all that was worked out on the way.

It is for the judge alone: notes have the true names and values of everything.
"""

from dataclasses import replace
from typing import Any, cast

from msgspec import Struct

from interpreter.app.answering.chance import drawn_type, purpose_of
from interpreter.app.answering.prompts import DiceRequest
from interpreter.app.explaining.notes import TraceNotes
from interpreter.app.opening.games import OpenGame
from interpreter.app.running.once import engine_of, given_of
from interpreter.engine.once import initial
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop
from interpreter.games.corrections import removes_any
from interpreter.games.state import BY_DEFAULT, GameProgress, GameStart, JournalEvent
from interpreter.ir.stopping import answer_type
from interpreter.reports.runs import Answer, By, Run, Throw
from interpreter.reports.values import ValueNames
from interpreter.values.types import Value, whole


class _Moment(Struct, frozen=True):
    """How much was noted when an event had been taken."""

    reports: int = 0
    throws: int = 0
    answers: int = 0


class ExplainedProgress(GameProgress):
    """A game folded by an engine that explains: `trace` are all its reports, `throws`
    the dice and draws, `answers` the choices, those that were settled without asking
    too."""

    def __init__(self, beginning: GameStart, names: ValueNames) -> None:
        """Run to the first stop."""
        self.trace: list[Any] = []
        self.throws: list[Throw] = []
        self.answers: list[Answer] = []
        self._names = names
        self._taking: JournalEvent = {}
        super().__init__(beginning)
        self.moments = [self._moment()]

    def take(self, number: int, event: JournalEvent) -> None:
        """Take an event of the journal; Diverged where it does not fit."""
        self._taking = event
        super().take(number, event)
        self.moments.append(self._moment())

    def _moment(self) -> _Moment:
        return _Moment(len(self.trace), len(self.throws), len(self.answers))

    def _hear(self) -> None:
        self.trace += self.beginning.engine.reports
        super()._hear()

    def _answer(self, value: Value) -> None:
        # what follows in the same event was settled without it
        stop, event, self._taking = self.stop, self._taking, {}
        if isinstance(stop, ChoiceStop):
            made = stop.instruction
            kind, by = answer_type(made), _source(event)
            self.answers.append(Answer(made.site.path, made.label, value, kind, by))
        elif isinstance(stop, RollStop | DrawStop):
            self.throws.append(self._thrown(stop, value, bool(event.get("typed"))))
        super()._answer(value)

    def _thrown(self, stop: RollStop | DrawStop, value: Value, typed: bool) -> Throw:
        declared, made = self.beginning.program.declared, stop.instruction
        path, label = made.site.path, made.label
        if isinstance(stop, DrawStop):
            drawn = (
                (value,) if stop.how_many is None else cast(tuple[Value, ...], value)
            )
            seats = declared.seat_kind
            by = "" if stop.by is None else self._names.id(seats, stop.by)
            purpose, kind = purpose_of(stop, self._names), drawn_type(stop)
            return Throw(path, label, 0, drawn, kind, typed, by, purpose)
        wanted = DiceRequest.of(stop, self._names, declared.seat_kind)
        faces = value if isinstance(value, tuple) else (value,)
        kind = whole(1, stop.sides)
        reasons = (wanted.by, wanted.purpose, wanted.needs)
        return Throw(path, label, stop.sides, faces, kind, typed, *reasons)


def _source(event: JournalEvent) -> By:
    """Return who answered, as a run says it; an event of something else means that
    there was one option."""
    by = str(event.get("by", ""))
    if not by:
        return "the only one"
    if by == BY_DEFAULT:
        return "default"
    if by.startswith("policy"):
        return "policy"
    return "person" if by == "person" else "given"


def place_after(course: GameProgress, event: int) -> int:
    """Return the index of the first answered stop after an event of the log."""
    return sum(each.number <= event for each in course.passed)


def explained_run(found: OpenGame, course: GameProgress, since: int = 0) -> Run:
    """Return what happened in a game as a run explains it: all that came of the
    answered stops from that with the index `since` on; with 0 also what was before the
    first.

    Its result and its views are left out: the game may not be at its end.
    """
    session, beginning = found.session, found.beginning
    names = session.names_in(course.game_state)
    engine = engine_of(session.pack, removable=removes_any(found.events))
    begun = replace(beginning, engine=engine)
    again, passed = ExplainedProgress(begun, names), course.passed
    for each in passed:
        again.take(each.number, each.event)
    moment, state = _Moment(), initial(beginning.program, beginning.scenario)
    if since:
        moment, state = again.moments[since], passed[since - 1].after.game_state
    notes = TraceNotes(
        beginning.program, engine.emitted.sites, names, state, beginning.masks
    )
    told = notes.of(
        again.trace[moment.reports :],
        again.answers[moment.answers :],
        again.throws[moment.throws :],
    )
    entry = session.entry
    return Run(
        session.pack.name,
        entry.name,
        entry.gives,
        None,
        tuple(told),
        scenario=session.scenario,
        given=given_of(entry, session.values),
        packs=session.pack.folders,
    )

"""A game that is played on lines and by policies: who answers, and what then falls."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from interpreter.app.explaining.forbidden import in_short, in_words, required
from interpreter.app.opening.answer_sources import LATER, AnswerSource, said
from interpreter.app.opening.games import POLICY, OpenGame
from interpreter.app.opening.session import Session
from interpreter.app.playing.shared_terminal import SharedTerminal
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import (
    GameFileError,
    LimitExceeded,
    OpenStop,
    UmpireError,
    Unusable,
)
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop, Stop
from interpreter.games.game import JournalledGame
from interpreter.games.questions import Question
from interpreter.games.state import JUDGE_NAME, GameProgress
from interpreter.reports.colour import clean
from interpreter.semantics.audience import EVERYONE
from interpreter.values.types import JUDGE, Value

STOPPING = (GameFileError, LimitExceeded, OpenStop)
"""What no other answer would mend."""
AGAIN = "what was chosen does not go together; all choose again"


def needs_words(opened: OpenGame) -> None:
    """Raise an OpenStop where words of seats are missing before anything falls."""
    missing = opened.beginning.words.missing
    if missing:
        who = ", ".join(map(clean, missing))
        hint = "'umpire word' takes them, or says that a seat gives none"
        raise OpenStop(f"the game waits for the words of {who}", hint)


@dataclass(frozen=True, slots=True)
class PlaySession:
    """A game that is played here: who answers for whom, and what is answered anyway;
    `newcomers` who answers for a seat that came to be while running; `table` is None
    where nobody sits at the keys."""

    opened: OpenGame
    game: JournalledGame
    answerers: dict[int, AnswerSource]
    fixed: dict[str, Value]
    table: SharedTerminal | None
    newcomers: AnswerSource

    def through(self) -> None:
        """Go on until the end, or until all who are asked answer later; with words of
        seats missing it is an OpenStop."""
        needs_words(self.opened)
        self.game.go(self._falls)
        while not self.game.course.is_finished:
            stop = self.game.course.stop
            if isinstance(stop, ChoiceStop):
                if not any(self._answered(each) for each in self.game.course.open()):
                    return
            elif self.table is None or self._is_away(JUDGE):
                return
            else:
                self._typed(stop, self.table)

    @property
    def is_shared(self) -> bool:
        """Tell whether a player may read what is printed here: not if the judge was
        asked last, nor if policies answer for all seats."""
        if self.table is not None and self.table.sitting:
            return self.table.sitting != JUDGE_NAME
        declared = self.opened.beginning.program.declared
        kinds = [*declared.kinds]
        if declared.seat_kind not in kinds:
            return False
        # also seats that the rules have created or removed since the beginning
        rows = self.game.course.world[kinds.index(declared.seat_kind)]
        return any(self._who(seat).who != POLICY for seat in range(len(rows)))

    def _falls(self, stop: Stop) -> bool:
        """Tell whether chance waits for nobody: a policy writes nothing."""
        if isinstance(stop, DrawStop) and self._who(JUDGE).who == POLICY:
            return True
        return self.opened.falls(stop)

    def _who(self, seat: int) -> AnswerSource:
        return self.answerers.get(seat, self.newcomers)

    def _is_away(self, seat: int) -> bool:
        return self._who(seat).who == LATER

    def _answered(self, question: Question) -> bool:
        """Let a seat answer; False when it does so later."""
        if self._is_away(question.seat):
            return False
        policy = self._who(question.seat).policy
        number = len(self.game.journal.events)
        found = said(self.opened, number, question, self.fixed, policy)
        if found is not None:
            self.game.choose(question, *found, self._falls)
            return True
        assert self.table is not None  # a person has one
        self._chosen(question, self.table)
        return True

    def _chosen(self, question: Question, table: SharedTerminal) -> None:
        """Ask a person until the game takes what is answered."""
        while True:
            given = table.asked(self.game.course, question)
            try:
                with in_words(self.opened.session):
                    self.game.choose(question, given, "person", self._falls)
            except STOPPING:
                raise
            except UmpireError as fault:
                table.refused(self.game.course, question, fault)
                (question,) = [
                    each
                    for each in self.game.course.open()
                    if each.seat == question.seat
                ]
            else:
                if self.game.course.refused:
                    table.person.terminal.say(AGAIN)
                return

    def _typed(self, stop: Stop, table: SharedTerminal) -> None:
        if isinstance(stop, RollStop):
            typed = table.rolled(self.game.course, stop)
            self.game.fall(typed, self._falls)
        elif isinstance(stop, DrawStop):
            self.game.fall(table.written(stop), self._falls)


# Games that the rules refuse before anybody was asked, and who hears by which rule.

UNTOLD = "the rules refuse to go on from here"
ASK_AS_JUDGE = "'umpire play' with --as judge says by which rule, for the judge alone"


def reach_first_question(planned: OpenGame) -> None:
    """Play a game that has no file yet up to the first thing that somebody answers.

    What the rules refuse before that could never go on, and its file would only bar
    the way to the next game.
    """
    course = GameProgress(planned.beginning)
    try:
        for _ in course.fallen(planned.falls):
            pass
    except RunForbidden as error:
        error.at_once = False  # dice fell, and not all may see them
        raise


def only_judge_reads(planned: OpenGame, every: Mapping[int, AnswerSource]) -> bool:
    """Tell whether policies answer for all seats, so that no player is there."""
    seats = planned.beginning.seats.values()
    return all(every[seat].who == POLICY for seat in seats if seat != JUDGE)


@contextmanager
def refusals_told(session: Session, judge_alone: bool) -> Iterator[None]:
    """Say of what the rules refuse by which rule: to the judge always, to others where
    all see the step and no dice fell before it.

    That whoever sees a step may know what it compares and says, the checker has
    proved; only names may be masked.
    """
    try:
        with in_words(session):
            yield
    except RunForbidden as error:
        if judge_alone:
            raise
        step, rule = required(session, error.unmet)
        if step.site.seen_by != EVERYONE or not error.at_once:
            raise Unusable(UNTOLD, hint=ASK_AS_JUDGE) from None
        if any(kind.masks for kind in session.program.declared.kinds.values()):
            told = in_short(rule, "")
            raise RunForbidden(told, step.site.span, error.unmet) from None
        raise

"""A game that is played on lines and by policies: who answers, and what then falls."""

from dataclasses import dataclass

from interpreter.app.explaining.forbidden import in_words
from interpreter.app.opening.answer_sources import LATER, AnswerSource, said
from interpreter.app.opening.games import POLICY, OpenGame
from interpreter.app.playing.shared_terminal import SharedTerminal
from interpreter.diagnostics import GameFileError, LimitExceeded, OpenStop, UmpireError
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop, Stop
from interpreter.games.game import Game
from interpreter.games.questions import Question
from interpreter.games.state import JUDGE_NAME
from interpreter.reports.colour import clean
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
    game: Game
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

"""`umpire play --as SEAT`: one seat at a shared game file, by turns with the others.

Only this seat is addressed: it is shown its view and its questions, not who else is
asked, nor why the game does not continue. Meanwhile others may write to the game file.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from interpreter.app.answering.prompts import Prompt
from interpreter.app.opening.games import (
    LATER,
    PERSON,
    AnswerSource,
    OpenGame,
    ResumableGame,
    answerers,
    written,
)
from interpreter.app.output import Console
from interpreter.app.playing.map_file import MapFile
from interpreter.app.playing.playing import AGAIN, PlaySession, needs_words
from interpreter.app.playing.shared_terminal import SharedTerminal, TookBack
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import (
    GameFileError,
    LimitExceeded,
    UmpireError,
    Unusable,
    UsageError,
)
from interpreter.engine.policies import Policy
from interpreter.games.questions import Question
from interpreter.games.state import GameProgress

PATIENCE = 5.0  # seconds that another command may take to write
OVERTAKEN = "meanwhile the game has gone on without this answer"
ABSENT = AnswerSource(LATER, Policy())
STUCK = "the game cannot go on"
ASK_THE_UMPIRE = "'umpire play' without --as tells the umpire why"


class Stuck(LimitExceeded):
    """The game reached a limit: which, and in what rule, may be a secret."""

    def __init__(self) -> None:
        """Make the message, which names no limit and no rule."""
        super().__init__("", None, ASK_THE_UMPIRE)
        self.message = STUCK


class SharedFileSeat:
    """A seat that plays here, while all others play elsewhere or are policies."""

    def __init__(
        self,
        seat: str,
        path: Path,
        pack: str | None,
        players: Mapping[str, str],
        console: Console,
        map_file: MapFile | None = None,
    ) -> None:
        """Begin before the seat is asked anything; `players` says who answers for the
        others, `pack` where the ruleset of the game file is now; the map of the seat in
        `map_file` is renewed before each question and at the end."""
        self.seat = seat
        self.path = path
        self.pack = pack
        self.players = players
        self.person = Prompt(console)
        self.map_file = map_file

    def check(self, opened: OpenGame) -> None:
        """Refuse a seat that does not exist, and other persons at this terminal."""
        opened.seat(self.seat)
        every = answerers(self.players, opened, LATER)
        if any(who.who == PERSON for who in every.values()):
            hint = "leave --as out when several players share this terminal"
            raise UsageError("with --as, no other seat can be a person", hint)

    def through(self, first: AbstractContextManager[ResumableGame]) -> ResumableGame:
        """Play until the seat is asked nothing more; `first` opens the game."""
        table: SharedTerminal | None = None
        opening = first
        while True:
            with opening as found:
                needs_words(found.opened)  # all seats know of them
                seat = found.opened.seat(self.seat)
                name = found.opened.beginning.seat_name(seat)
                if table is None:
                    table = SharedTerminal(self.person, found.opened, name)
                    since = len(found.game.journal.events) - 1  # its last event
                    table.takes_back = self._takes_back(table, since)
                table.found = found.opened
                self._let_others(found, table)
                question = _question(found, seat)
                if self.map_file is not None:
                    self.map_file.renew(found.opened, found.game.course, name)
            if question is None:
                table.looks(found.game.course, seat)
                return found
            with suppress(TookBack):  # what is asked now is what was asked before
                self._answer(table, found.game.course, question)
            opening = self._again()

    def _again(self) -> AbstractContextManager[ResumableGame]:
        return written(self.path, self.pack, self.person.terminal.say, PATIENCE)

    def _takes_back(self, table: SharedTerminal, since: int) -> Callable[[bool], str]:
        """Return how the seat takes an answer back, or is told why not.

        It may what it has answered in this command, in a game in which the policies
        that the game itself keeps play all other seats: who is asked again at once
        knows that the umpire was not asked in between, and so a refusal tells nothing.
        """

        def take_back(order: bool) -> str:
            with self._again() as found, faults_withheld():
                seated = AnswerSource(PERSON, Policy())
                playing = self._session({}, found, table, seated)
                return playing.take_back(order, since=since)

        return take_back

    def _session(
        self,
        players: Mapping[str, str],
        found: ResumableGame,
        table: SharedTerminal,
        seated: AnswerSource,
    ) -> PlaySession:
        """Return the game with this seat answered by `seated`, others as `players` and
        the game say."""
        every = answerers(players, found.opened, LATER)
        every[found.opened.seat(self.seat)] = seated
        return PlaySession(found.opened, found.game, every, {}, table, ABSENT)

    def _let_others(self, found: ResumableGame, table: SharedTerminal) -> None:
        """Answer rolls, and let policies choose, as far as no other seat is needed."""
        playing = self._session(self.players, found, table, ABSENT)
        try:
            with _limits_withheld():
                playing.through()
        except (GameFileError, Stuck):
            raise
        except UmpireError:
            raise Unusable(STUCK, hint=ASK_THE_UMPIRE) from None

    def _answer(
        self, table: SharedTerminal, course: GameProgress, question: Question
    ) -> None:
        """Ask the seat, and write the answer if the question is still the same."""
        token = table.token(course, question)
        answer = table.asked(course, question)
        with self._again() as found:
            table.found = found.opened
            now = _question(found, question.seat)
            course = found.game.course
            same = now is not None and now.parts == question.parts
            if now is None or not same or token != table.token(course, now):
                self.person.terminal.say(OVERTAKEN)
                return
            try:
                with _limits_withheld():
                    found.game.choose(now, answer, PERSON, found.opened.falls)
            except (GameFileError, Stuck):
                raise
            except UmpireError as fault:
                table.refused(found.game.course, now, fault)
            if found.game.course.refused:
                self.person.terminal.say(AGAIN)


@contextmanager
def _limits_withheld() -> Iterator[None]:
    try:
        yield
    except LimitExceeded:
        raise Stuck from None


@contextmanager
def faults_withheld() -> Iterator[None]:
    """Withhold from a seat why a new game cannot begin; refusals by the rules are
    reported elsewhere."""
    try:
        with _limits_withheld():
            yield
    except (GameFileError, Stuck, RunForbidden):
        raise
    except UmpireError:
        raise Unusable(STUCK, hint=ASK_THE_UMPIRE) from None


def _question(found: ResumableGame, seat: int) -> Question | None:
    """Return the open question of a seat; None where it is asked nothing."""
    open_ones = found.game.course.open()
    return next((each for each in open_ones if each.seat == seat), None)

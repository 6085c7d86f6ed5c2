"""`umpire play --as SEAT`: one seat at a shared game file, by turns with the others.

What is said is for this seat alone: its view, its questions, and nothing of who else is
asked, nor why the game does not go on. While it thinks, others may write to the game.
"""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from interpreter.commands.answerers import LATER, PERSON, Answerer, answerers
from interpreter.commands.games import Opened, Written, written
from interpreter.commands.hot_seat import HotSeat
from interpreter.commands.parser import Misused
from interpreter.commands.person import Person
from interpreter.commands.playing import AGAIN, Playing, needs_words
from interpreter.commands.terminal import Terminal
from interpreter.emission.compiled import Forbidden
from interpreter.games.course import Course
from interpreter.games.questions import Question
from interpreter.problems import GameFileError, LimitExceeded, UmpireError, Unusable
from interpreter.running.policies import Policy

PATIENCE = 5.0  # seconds that another command may take to write
OVERTAKEN = "meanwhile the game has gone on without this answer"
ABSENT = Answerer(LATER, Policy())
STUCK = "the game cannot go on"
ASK_THE_UMPIRE = "'umpire play' without --as tells the umpire why"


class Stuck(UmpireError):
    """The game came to a limit: which, and at what rule, may be a secret (exit 4)."""

    exit_code = LimitExceeded.exit_code


class Seated:
    """A seat that plays here, while all others are elsewhere or policies."""

    def __init__(self, arguments: Namespace, terminal: Terminal) -> None:
        """Refuse what would answer for a seat beside its view."""
        for option in ("answer", "answers"):
            if getattr(arguments, option):
                hint = "answer on lines, or with 'umpire answer'"
                raise Misused(f"--as and --{option} exclude each other", hint)
        self.arguments = arguments
        self.person = Person(terminal)

    def check(self, opened: Opened) -> None:
        """Refuse a seat that is not there, and other persons at these keys."""
        opened.seat(self.arguments.sitting)
        every = answerers(self.arguments.players, opened, LATER)
        if any(who.who == PERSON for who in every.values()):
            hint = "leave --as out when several sit at these keys"
            raise Misused("with --as nobody else is a person here", hint)

    def through(self, first: AbstractContextManager[Written]) -> Written:
        """Answer until nothing more is asked of the seat; `first` opens the game."""
        table: HotSeat | None = None
        opening = first
        while True:
            with opening as found:
                needs_words(found.opened)  # all seats know of them
                seat = found.opened.seat(self.arguments.sitting)
                name = found.opened.beginning.seat_name(seat)
                table = table or HotSeat(self.person, found.opened, name)
                table.found = found.opened
                self._let_others(found, table, seat)
                question = _question(found, seat)
            if question is None:
                table.looks(found.game.course, seat)
                return found
            self._answer(table, found.game.course, question)
            opening = self._again()

    def _again(self) -> AbstractContextManager[Written]:
        path, pack = Path(self.arguments.game), self.arguments.pack
        return written(path, pack, self.person.terminal, PATIENCE)

    def _let_others(self, found: Written, table: HotSeat, seat: int) -> None:
        """Let dice fall and policies choose, as far as nobody else is needed."""
        every = answerers(self.arguments.players, found.opened, LATER)
        every[seat] = ABSENT
        playing = Playing(found.opened, found.game, every, {}, table, ABSENT)
        try:
            with _untold_limits():
                playing.through()
        except (GameFileError, Stuck):
            raise
        except UmpireError:
            raise Unusable(STUCK, hint=ASK_THE_UMPIRE) from None

    def _answer(self, table: HotSeat, course: Course, question: Question) -> None:
        """Ask, and write the answer if the question is still the same."""
        token = table.token(course, question)
        given = table.asked(course, question)
        with self._again() as found:
            table.found = found.opened
            now = _question(found, question.seat)
            course = found.game.course
            same = now is not None and now.parts == question.parts
            if now is None or not same or token != table.token(course, now):
                self.person.terminal.say(OVERTAKEN)
                return
            try:
                with _untold_limits():
                    found.game.choose(now, given, PERSON, found.opened.falls)
            except (GameFileError, Stuck):
                raise
            except UmpireError as fault:
                table.refused(found.game.course, now, fault)
            if found.game.course.refused:
                self.person.terminal.say(AGAIN)


@contextmanager
def _untold_limits() -> Iterator[None]:
    try:
        yield
    except LimitExceeded:
        raise Stuck(STUCK, ASK_THE_UMPIRE) from None


@contextmanager
def untold_faults() -> Iterator[None]:
    """Keep from a seat why a game that is to begin comes to nothing; what the rules
    refuse is told elsewhere."""
    try:
        with _untold_limits():
            yield
    except (GameFileError, Stuck, Forbidden):
        raise
    except UmpireError:
        raise Unusable(STUCK, hint=ASK_THE_UMPIRE) from None


def _question(found: Written, seat: int) -> Question | None:
    """Return what a seat is asked, where it is asked something."""
    open_ones = found.game.course.open()
    return next((each for each in open_ones if each.seat == seat), None)

"""An order given to a game: an option of what a seat is asked now, with the answers to
all that the order asks. It is taken as a whole, or not at all."""

from collections.abc import Mapping, Sequence
from shlex import quote

from interpreter.app.answering.prompts import DiceRequest
from interpreter.app.opening.games import (
    Notify,
    ResumableGame,
    is_judge,
    is_optional_ruling,
    seat_rests_text,
    standing_text,
    status_of,
)
from interpreter.app.playing.handouts import open_questions
from interpreter.app.playing.returned_answers import (
    ReturnedAnswer,
    let_policies,
    take_answer,
)
from interpreter.app.playing.shared_terminal import changes_text, truth
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import LimitExceeded, OpenStop, Unusable, did_you_mean
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.games.questions import Question
from interpreter.games.state import BY_DEFAULT
from interpreter.reports.colour import clean
from interpreter.reports.game_log import (
    LogLine,
    judge_news,
    lines_output,
    lines_text,
    seat_lines,
)
from interpreter.reports.outputs.games import OrderOutput
from interpreter.reports.questions import Posed
from interpreter.reports.values import listed, spaced
from interpreter.source import normalised
from interpreter.values.types import JUDGE_NAME

MOST_EVENTS = 10_000
"""Answers, rolls and draws of one order; nothing of it is written before its end."""
BY = "given"
"""How a game notes the answers of an order."""
Asked = tuple[str, Question, Posed]
"""A question with its token and its words."""


class OrderAnswers:
    """The answers that an order was given with, by the name of their question; several
    are for one asking after the other."""

    def __init__(
        self, answers: Mapping[str, Sequence[ReturnedAnswer]], prefix: str
    ) -> None:
        """`prefix` is what messages write before a name."""
        self._left: dict[str, list[ReturnedAnswer]] = {
            normalised(name): [*each] for name, each in answers.items()
        }
        self._prefix = prefix

    def to(self, question: Question, asked: Posed) -> ReturnedAnswer:
        """Return the answer to a question; Unusable where there is none."""
        if self.has(question):
            return self._left[question.stop.instruction.label].pop(0)
        offered = asked.parts[0].options
        wanted = asked.parts[0].wanted if offered is None else listed(offered[:8])
        name = spaced(asked.name)
        raise Unusable(
            f"the order asks for '{name}': {asked.sentence}",
            hint=f"give {self._prefix}{name}=...; it may be {wanted}",
        )

    def has(self, question: Question) -> bool:
        """Tell whether there is an answer to a question."""
        return bool(self._left.get(question.stop.instruction.label))

    def end(self, met: Sequence[str]) -> None:
        """Raise Unusable where an answer is left that nothing asked for; `met` are the
        names of the questions that were asked."""
        left = [name for name, answers in self._left.items() if answers]
        if left:
            asks = f"it asks for {listed(met)}" if met else "it asks for nothing"
            near = did_you_mean(left[0], met)
            message = f"the order does not ask for '{spaced(left[0])}'"
            raise Unusable(message, hint=f"{near} {asks}".strip())


def give_order(
    found: ResumableGame, seat: str, order: str, answers: OrderAnswers, notify: Notify
) -> None:
    """Choose an option of what a seat, by its true name, is asked, and answer what that
    asks of it, until the seat is asked the same again or nothing more.

    Rulings that have a default take it where no answer is given. What the rules refuse,
    and an order that lacks an answer or has one too many, is Unusable and leaves the
    game as it was; a game that does not wait for the seat is an OpenStop.
    """
    game, met = found.game, list[str]()
    menu = _asked(found, seat)
    if menu is None:
        raise _not_asked(found, seat)
    with game.together():
        take_answer(found, menu[0], seat, order, BY, notify, judge=True)
        while (now := _asked(found, seat)) is not None:
            token, question, shown = now
            if len(game.unwritten) >= MOST_EVENTS:
                raise LimitExceeded("events of an order", MOST_EVENTS)
            if question.stop.instruction.site == menu[1].stop.instruction.site:
                break
            if is_optional_ruling(question) and not answers.has(question):
                default = (question.stop.default,)
                game.choose(question, default, BY_DEFAULT, found.opened.falls)
                continue
            met += () if spaced(shown.name) in met else (spaced(shown.name),)
            answer = answers.to(question, shown)
            try:
                take_answer(found, token, seat, answer, BY, notify, judge=True)
            except RunForbidden:
                raise
            except Unusable as fault:
                fault.message = f"{spaced(shown.name)}: {fault.message}"
                raise
        answers.end(met)


def _asked(found: ResumableGame, seat: str) -> Asked | None:
    """Return what a seat is asked now, or None."""
    for token, (question, shown) in open_questions(
        found.opened, found.game.course, judge=True
    ).items():
        if shown.seat == seat:
            return token, question, shown
    return None


def judge_waits_text(found: ResumableGame) -> str:
    """Return for whom a game waits, for the judge alone: of dice or cards that are not
    rolled or drawn by the program which they are, and with which command they are
    typed in."""
    opened, course = found.opened, found.game.course
    if not isinstance(course.stop, RollStop | DrawStop):
        return standing_text(opened, course)
    command = f"umpire play --game {quote(str(found.game.journal.path))} --as judge"
    what = "a card that is drawn"
    if isinstance(course.stop, RollStop):
        session = opened.session
        names = session.names_in(course.game_state)
        seats = session.pack.program.declared.seat_kind
        roll = DiceRequest.of(course.stop, names, seats)
        what = f"a roll ({clean(roll.sentence)})"
    return f"the game waits for {what}: type it in with '{clean(command)}'"


def _not_asked(found: ResumableGame, seat: str) -> OpenStop:
    """Return the error for a game that asks a seat nothing: to the judge it says whom
    it waits for."""
    opened, course = found.opened, found.game.course
    if course.is_finished:
        return OpenStop("the game is at its end")
    if seat == JUDGE_NAME and isinstance(course.stop, RollStop | DrawStop):
        message = "the game takes no order now"
        return OpenStop(message, judge_waits_text(found))
    waiting = status_of(opened, course).waiting
    knows = seat == JUDGE_NAME and waiting
    hint = f"it waits for {listed([*map(spaced, waiting)])}" if knows else ""
    return OpenStop(f"the game asks {spaced(seat)} nothing now", hint)


def ordered(
    found: ResumableGame, seat: str, order: str, answers: OrderAnswers, notify: Notify
) -> "Witness":
    """Give an order as `give_order` does, let policies answer what comes of it, and
    return what the seat is told of that."""
    opened = found.opened
    seat = (
        JUDGE_NAME if is_judge(seat) else opened.beginning.seat_name(opened.seat(seat))
    )
    witness = Witness(found, seat)
    give_order(found, seat, order, answers, notify)
    let_policies(found, notify)
    return witness


class Witness:
    """What a seat, or the judge, is told of a game since this was made: what was rolled
    and said, and what the seat was told or sees otherwise than before."""

    def __init__(self, found: ResumableGame, seat: str) -> None:
        """Remember what is known before."""
        self._found, self._seat = found, seat
        course = found.game.course
        self._passed = len(course.passed)
        self._before = truth(found.opened, course) if seat == JUDGE_NAME else None
        self._lines = 0 if seat == JUDGE_NAME else len(self._every_line())

    def lines(self) -> list[LogLine]:
        """Return the lines of the log of the seat since then."""
        if self._before is None:
            return self._every_line()[self._lines :]
        course = self._found.game.course
        names = self._found.opened.session.names_in(course.game_state)
        return judge_news(course, names, self._passed)

    def text(self) -> str:
        """Return the same as text, and how the game stands; for the judge also what has
        changed, and what the seats were told."""
        lines, course = self.lines(), self._found.game.course
        if self._before is None:
            rests = "" if self._waiting() else seat_rests_text(course, self._seat)
            return "\n".join(filter(None, [lines_text(lines) if lines else "", rests]))
        changes = changes_text(self._before, truth(self._found.opened, course))
        standing = judge_waits_text(self._found)
        told = (line.text for line in lines)
        return "\n".join(filter(None, [*told, changes, standing]))

    def output(self) -> OrderOutput:
        """Return the same as the record for JSON."""
        return OrderOutput(
            seat=self._seat,
            events=lines_output(self.lines()),
            finished=self._found.game.course.is_finished,
            waiting=self._waiting(),
        )

    def _waiting(self) -> tuple[str, ...]:
        """Return who is asked something: to a seat that is only whether it is."""
        waiting = status_of(self._found.opened, self._found.game.course).waiting
        if self._before is not None:
            return waiting
        return tuple(each for each in waiting if each == self._seat)

    def _every_line(self) -> list[LogLine]:
        opened, game = self._found.opened, self._found.game
        events = tuple(game.journal.events)
        return seat_lines(game.course, opened.seat(self._seat), events)[1]

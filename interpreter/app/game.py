"""A game in a file: its questions, its answers, and what each seat may see of it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from interpreter.app.explaining.offers import why_not
from interpreter.app.maps import Plans, check_asked, maps_of_game
from interpreter.app.opening.games import (
    LATER,
    PERSON,
    POLICY,
    NewGame,
    OpenGame,
    ResumableGame,
    answerers,
    begun,
    is_begun,
    is_judge,
    opened_of,
    status_of,
    tell_torn,
    written,
)
from interpreter.app.opening.session import Session
from interpreter.app.playing.handouts import hand_out, open_questions
from interpreter.app.playing.orders import OrderAnswers, ordered
from interpreter.app.playing.playing import reach_first_question, refusals_reported
from interpreter.app.playing.returned_answers import (
    Reply,
    ReturnedAnswer,
    let_policies,
    take_answer,
)
from interpreter.app.playing.shared_terminal import truth_with_names
from interpreter.app.results import PlainValue, SeatView, plain_value, view_shown
from interpreter.diagnostics import OpenStop, Unusable, UsageError
from interpreter.engine.dice import secret_of_seed
from interpreter.engine.stops import Finished
from interpreter.games.disclosures import view_of
from interpreter.games.questions import Question
from interpreter.games.state import GameProgress
from interpreter.journal import journal as journals
from interpreter.maps.renderers import PaperFormat, map_text, picture
from interpreter.maps.words import CELLS, TextPage
from interpreter.reports.game_log import (
    LogLine,
    lines_output,
    lines_text,
    log_lines,
    seat_lines,
)
from interpreter.reports.html import text_html
from interpreter.reports.map_json import map_output
from interpreter.reports.outputs.encoding import encoded, encoded_rows
from interpreter.reports.questions import Posed, posed_text, question_file
from interpreter.reports.values import fraction_text, spaced
from interpreter.reports.views import truth_output, truth_text
from interpreter.source import normalised, same_name
from interpreter.values.types import JUDGE_NAME

if TYPE_CHECKING:
    from interpreter.app.advice import SeatAdvice

SEED_BYTES = 8  # of a seed that nobody gave
PATIENCE = 5.0  # seconds that another process may take to write

Scalar: TypeAlias = "str | int | Fraction | None"
Chosen: TypeAlias = "Scalar | Sequence[Scalar]"
AnswerGiven: TypeAlias = "Chosen | Mapping[str, Chosen]"
"""What is chosen: one of the options by its text, a number or a bool; several as a
sequence, as are the steps of a path that is given at once; where a question has parts,
a mapping from what each is for."""


class QuestionPart(Struct, frozen=True):
    """One thing to choose: what it is for ("" nothing in particular), the texts of what
    is offered (None: `expected` says what may be written), what is said of each, and
    what is asked for it ("" where `text` of the question says it)."""

    of: str
    options: tuple[str, ...] | None
    says: tuple[str, ...]
    expected: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that waits for an answer, in the words of its seat's own view.

    `text` is the question; of several things to choose from, from `least` to `most` of
    them are taken; `such_that` is a condition on the answer, `default` what holds where
    nothing is answered ("" for none). `token` tells it from all others of its game.
    """

    seat: str
    name: str
    text: str
    parts: tuple[QuestionPart, ...]
    several: bool
    least: int
    most: int
    in_order: bool
    such_that: str
    default: str
    rules: tuple[str, ...]
    token: str = field(repr=False)
    _session: Session = field(repr=False, compare=False)
    _question: Question = field(repr=False, compare=False)
    _posed: Posed = field(repr=False, compare=False)

    @property
    def options(self) -> tuple[str, ...] | None:
        """What is offered, where one thing is to be chosen; None where anything that
        fits may be written."""
        if len(self.parts) > 1:
            names = ", ".join(part.of for part in self.parts)
            raise UsageError(f"the question has several parts: {names}", "see 'parts'")
        return self.parts[0].options

    def why_not(self, text: str) -> str:
        """Return the condition, with its rule, that keeps something from being offered;
        "" where that is no single condition, or would tell more than the seat knows."""
        return why_not(self._session, self._question, self._posed.view, text)

    def to_json(self) -> dict[str, object]:
        """Return it as a handout gives it, with its token."""
        return question_file(self.token, self._posed)

    def _repr_html_(self) -> str:
        return text_html(posed_text(self._posed))


class GameLog(Struct, frozen=True):
    """What was answered and what fell, of a seat only what it did and was told."""

    _lines: tuple[LogLine, ...]

    def text(self) -> str:
        """Return it as lines."""
        return lines_text([*self._lines])

    def to_json(self) -> list[dict[str, object]]:
        """Return it as data, an object for each event."""
        return encoded_rows(lines_output([*self._lines]))

    def __len__(self) -> int:
        """Return how many events it has."""
        return len(self._lines)

    def _repr_html_(self) -> str:
        return text_html(self.text())


class MapDrawing(Struct, frozen=True):
    """The maps that a seat, everyone or the judge may see."""

    seat: str
    _plans: Plans

    def svg(self, *, whole: bool = False, paper: PaperFormat = "phone") -> str:
        """Return them as one picture (SVG) for a phone, a desk, a sheet of print, or
        the board alone; `whole`: a large board in one piece on a phone too."""
        return picture(self._plans, uncut=whole, paper=paper)

    def text(self, *, whole: bool = False, width: int = CELLS) -> str:
        """Return them as text with lines of at most so many letters; `whole`: all
        parts of a board, also those on which nothing is known."""
        return map_text(self._plans, TextPage(width, whole=whole))

    def to_json(self) -> dict[str, object]:
        """Return what `umpire map --json` prints."""
        return encoded(map_output(self.seat, self._plans))

    def __repr__(self) -> str:
        """Return for whom they are."""
        return f"MapDrawing({self.seat!r})"

    def _repr_html_(self) -> str:
        svg = self.svg()
        return svg[svg.index("<svg") :]  # a page has its own declaration


class Game:
    """A game in its file; `open_game` and `OpenRuleset.new_game` make one.

    Each call reads the file anew, so that several processes may play one game; what is
    answered is in the file before a call returns. Whatever is returned for a seat is
    made from that seat's view; without a seat, and for "judge", it is the umpire's.
    Damage of the file is a GameFileError, as is a file that another process writes.
    """

    def __init__(self, path: Path, pack: str | None = None) -> None:
        """Keep where it lies, and where its ruleset lies if that has moved."""
        self.path = path
        self._pack = pack
        self._read: tuple[OpenGame, GameProgress] | None = None
        self._notes: list[str] = []

    @property
    def notes(self) -> tuple[str, ...]:
        """What was to be told while it was read and played, such as a torn last
        line."""
        return tuple(self._notes)

    def note(self, text: str) -> None:
        """Keep a message in `notes`, once: each re-read of the file may give it."""
        if text not in self._notes:
            self._notes.append(text)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of its seats."""
        opened, _ = self._state()
        return tuple(opened.beginning.seats)

    @property
    def scenario(self) -> str:
        """The name of what is played."""
        return self._state()[0].session.scenario

    @property
    def is_finished(self) -> bool:
        """Whether it is at its end."""
        return self._state()[1].is_finished

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats that are asked something now; "judge" also for dice to be typed."""
        return status_of(*self._state()).waiting

    @property
    def result(self) -> PlainValue:
        """What the game gave at its end, which only the judge may know; an OpenStop
        before."""
        opened, course = self._state()
        stop, entry = course.stop, opened.session.entry
        if not isinstance(stop, Finished):
            raise OpenStop("the game is not at its end")
        return plain_value(stop.result, entry.gives, opened.session.edge)

    def questions(self, seat: str | None = None) -> tuple[OpenQuestion, ...]:
        """Return what a seat or the judge is asked now; without one, all of it."""
        opened, course = self._state()
        if seat is not None and not is_judge(seat):
            opened.seat(seat)
        if opened.beginning.words.missing:
            return ()
        waiting = open_questions(opened, course, judge=True)
        return tuple(
            _question(opened.session, token, question, posed)
            for token, (question, posed) in waiting.items()
            if seat is None or same_name(posed.seat, seat)
        )

    def answer(self, question: OpenQuestion, value: AnswerGiven) -> None:
        """Answer a question, and play on to the next one.

        Unusable for what is not offered or does not fit, with a hint that says why; an
        answer to a question that is not open any more is Unusable too. What is refused
        leaves the game as it was.
        """
        answer = _returned(value)
        with self._written() as found:
            token_and_answer = (question.token, question.seat, answer, PERSON)
            take_answer(found, *token_and_answer, self.note, judge=True)
            let_policies(found, self.note)

    def run(
        self,
        order: str,
        /,
        *,
        seat: str = JUDGE_NAME,
        arguments: Mapping[str, AnswerGiven] | None = None,
        **given: AnswerGiven,
    ) -> GameLog:
        """Give an order: choose an option of what a seat is asked now, and answer what
        that asks of the seat, by the names of the questions. Returns what has come of
        it, as the seat may know it.

        Rulings that have a default take it where nothing is given. An order that the
        rules refuse, that lacks an answer or has one too many, is Unusable and leaves
        the game as it was; a game that does not wait for the seat is an OpenStop.
        """
        answers = {
            name: [_returned(value)]
            for name, value in {**(arguments or {}), **given}.items()
        }
        with self._written() as found:
            told = ordered(found, seat, order, OrderAnswers(answers, ""), self.note)
            return GameLog(tuple(told.lines()))

    def view(self, seat: str) -> SeatView:
        """Return what a seat may know, or "everyone"; for "judge" all, and who knows
        it. Raises UnknownName."""
        opened, course = self._state()
        if is_judge(seat):
            judge_view = truth_with_names(opened, course)
            return SeatView(
                JUDGE_NAME, truth_text(judge_view), truth_output(judge_view)
            )
        return view_shown(view_of(course, opened.viewer(seat)))

    def best(
        self,
        seat: str,
        *,
        outcome: str = "",
        least: bool = False,
        trials: int = 100,
        policy: str | None = None,
        seed: str | None = None,
        suppose: Mapping[str, int] | None = None,
    ) -> SeatAdvice:
        """Return what each choice of a seat leads to that it is asked now, as
        `OpenRuleset.best` does from the beginning of a scenario; Unusable where it is
        asked nothing, or where too much is hidden from it."""
        # imported late: few games are asked
        from interpreter.app.advice import advice_at
        from interpreter.app.advising.advising import position_in_game, wanted_by

        if trials < 1:
            raise UsageError("trials must be 1 or more")
        opened, _ = self._state()
        wanted = wanted_by(
            opened.session,
            seat,
            {},
            policy,
            outcome=outcome,
            least=least,
            trials=trials,
            seed=os.urandom(SEED_BYTES).hex() if seed is None else seed,
            supposed=suppose or {},
        )
        return advice_at(position_in_game(opened, seat), wanted)

    def map(self, seat: str, *, of: Sequence[str] = ()) -> MapDrawing:
        """Return the maps of a seat, everyone or the judge, with the zones of the
        things or seats `of`; raises UnknownName."""
        opened, course = self._state()
        plans = maps_of_game(opened, course, seat, of)
        check_asked(of, plans)
        return MapDrawing(seat, plans)

    def log(self, seat: str = JUDGE_NAME) -> GameLog:
        """Return what was answered and what fell, of a seat what it may know of it."""
        opened, course = self._state()
        if is_judge(seat):
            names = opened.session.names_in(course.game_state)
            return GameLog(tuple(log_lines(course, names, opened.events)))
        _, lines = seat_lines(course, opened.viewer(seat), opened.events)
        return GameLog(tuple(lines))

    def explain(self, *, since: int = 0, every: bool = True) -> str:
        """Return for the judge all that was worked out, or what came after an event of
        the log: every roll, modifier, row and rule, with the source of each; without
        `every` only what counted."""
        # imported late: few games are explained
        from interpreter.app.explaining import explained_games
        from interpreter.reports.explanation import explained_steps

        opened, course = self._state()
        place = explained_games.place_after(course, since)
        run = explained_games.explained_run(opened, course, place)
        names = opened.session.names_in(course.game_state)
        return explained_steps(run, opened.beginning.program, names, every=every)

    def replay_page(self, seat: str = JUDGE_NAME) -> str:
        """Return the game as a page of HTML on which one goes forward and back: a map
        and what happened for each moment, of a seat what it knew whenever it chose;
        raises UnknownName."""
        # imported late: few games are drawn as a whole
        from interpreter.app.playing.moments import replay_of

        opened, course = self._state()
        return replay_of(opened, course, seat)

    def handout(self, folder: str | Path, seat: str | None = None) -> tuple[str, ...]:
        """Write the handout of a seat, or of "everyone", into a folder, or that of each
        seat into a folder of its name in there; return the names of the files.

        What its letter tells as new is what the seat was not told by the handout that
        lies there already. Raises UnknownName; UsageError for the judge, who has the
        game.
        """
        opened, _ = self._state()
        return hand_out(opened, Path(folder), seat)

    def undo(self, to: int | None = None, *, consent: bool = False) -> tuple[str, ...]:
        """Take back the last choice, or all after event number `to`.

        Returns the other seats that could have seen what is taken back; where one of
        them is not always played by a policy and the judge does not `consent`, it is an
        OpenStop that names them and nothing is done.
        """
        with self._written() as found:
            back = found.game.back_to() if to is None else to
            asked = found.game.who_must_consent(back)
            if asked and not consent:
                who = ", ".join(map(spaced, asked))
                raise OpenStop(f"others could have seen what came after {back}: {who}")
            return found.game.undo(back)

    def _written(self) -> AbstractContextManager[ResumableGame]:
        return written(self.path, self._pack, self.note, PATIENCE)

    def _state(self) -> tuple[OpenGame, GameProgress]:
        """Return the game as its file says now; folded again only where it changed."""
        lines = journals.sound(self.path, journals.read(self.path))
        if self._read is not None and self._read[0].hashes == lines.hashes:
            return self._read
        tell_torn(lines, self.note)
        found = (self.path, lines.events, self._pack, ("own",), lines.hashes)
        opened = opened_of(*found)
        self._read = opened, opened.course()
        return self._read

    def __repr__(self) -> str:
        """Return where it lies."""
        return f"Game({str(self.path)!r})"


def open_game(
    path: str | os.PathLike[str], ruleset: str | os.PathLike[str] | None = None
) -> Game:
    """Open a game; `ruleset` is where its ruleset lies if that has moved.

    Raises GameFileError where no game is in the file, or it is damaged, and Unusable
    where the ruleset is not the one with which it was begun.
    """
    game = Game(Path(path), None if ruleset is None else os.fspath(ruleset))
    game._state()  # reads the file now, so that this call raises what is wrong with it
    return game


def begin_game(
    session: Session,
    options: Mapping[str, str],
    path: Path,
    seed: str | None,
    policies: Mapping[str, str],
    rulings: bool = False,
) -> Game:
    """Begin a game in a file, let dice fall and policies choose up to the first
    question, and return it; what the rules refuse before that leaves no file."""
    if is_begun(path):
        hint = "open it with open_game, or name another file"
        raise Unusable(f"a game was begun in '{path}' before", hint=hint)
    players: dict[str, str] = {
        normalised(seat): f"{POLICY}:{name}" for seat, name in policies.items()
    }
    secret = None if seed is None else secret_of_seed(seed)
    new = NewGame(session, options, players, secret, rulings=rulings)

    def allow(planned: OpenGame) -> None:
        answerers(players, planned, LATER)
        with refusals_reported(session, judge_alone=True):
            reach_first_question(planned)

    game = Game(path, os.fspath(session.pack.folder))
    with begun(new, path, allow) as found:
        let_policies(found, game.note)
    return game


def _question(
    session: Session, token: str, question: Question, posed: Posed
) -> OpenQuestion:
    least, most = posed.how_many or (1, 1)
    return OpenQuestion(
        seat=posed.seat,
        name=posed.name,
        text=posed.sentence,
        parts=tuple(
            QuestionPart(part.of, part.options, part.says, part.wanted, part.sentence)
            for part in posed.parts
        ),
        several=posed.how_many is not None,
        least=least,
        most=most,
        in_order=posed.in_order,
        such_that=posed.condition,
        default=posed.default,
        rules=posed.rules,
        token=token,
        _session=session,
        _question=question,
        _posed=posed,
    )


def _returned(value: AnswerGiven) -> ReturnedAnswer:
    """Return an answer as the texts that a person would write."""
    if isinstance(value, Mapping):
        return {name: _reply(chosen) for name, chosen in value.items()}
    return _reply(value)


def _reply(chosen: Chosen) -> Reply:
    if isinstance(chosen, Sequence) and not isinstance(chosen, str):
        return tuple(map(_text, chosen))
    return _text(chosen)


def _text(chosen: Scalar) -> str:
    if isinstance(chosen, str):
        return chosen
    if chosen is None:
        return "none"
    if isinstance(chosen, bool):
        return "yes" if chosen else "no"
    return fraction_text(chosen)

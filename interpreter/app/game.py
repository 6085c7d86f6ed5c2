"""A game in a file: its questions, its answers, and what each seat may see of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from interpreter.app.maps import check_asked
from interpreter.app.opening.games import (
    LATER,
    PERSON,
    POLICY,
    GameRules,
    NewGame,
    OpenGame,
    ResumableGame,
    SharedRules,
    answerers,
    begun,
    gone_on,
    is_begun,
    is_judge,
    opened_of,
    own_session,
    status_of,
    tell_torn,
    written,
)
from interpreter.app.opening.session import GivenValue, Session
from interpreter.app.playing.handouts import hand_out, letter_page
from interpreter.app.playing.open_dice import OpenDice, open_dice, take_dice
from interpreter.app.playing.orders import OrderAnswers, ordered
from interpreter.app.playing.playing import (
    MOVED_ON,
    is_by_person,
    reach_first_question,
    refusals_reported,
    take_back,
)
from interpreter.app.playing.returned_answers import (
    Reply,
    ReturnedAnswer,
    let_policies,
    take_answer,
)
from interpreter.app.playing.shared_terminal import why_text
from interpreter.app.results import (
    PlainValue,
    QuickReference,
    plain_value,
)
from interpreter.app.seat_pages import (
    GameLog,
    MapDrawing,
    OpenQuestion,
    SeatPage,
    SeatView,
    log_of,
    map_of,
    page_of,
    questions_of,
    standing_of,
    view_shown_to,
)
from interpreter.diagnostics import OpenStop, Unusable, UsageError
from interpreter.engine.dice import secret_of_seed
from interpreter.engine.stops import Finished
from interpreter.games.corrections import SEEN
from interpreter.games.state import GameProgress
from interpreter.journal import journal as journals
from interpreter.reports.colour import clean
from interpreter.reports.values import fraction_text, spaced
from interpreter.source import normalised
from interpreter.values.types import JUDGE_NAME

if TYPE_CHECKING:
    from interpreter.app.advice import SeatAdvice
    from interpreter.app.correctable import CorrectableEntity, CorrectableKind
    from interpreter.app.playing.moments import GameMoments
    from interpreter.reports.map_pages import ReplayFrame
    from interpreter.reports.outputs.sheets import SheetAudience

SEED_BYTES = 8  # of a seed that nobody gave
PATIENCE = 5.0  # seconds that another process may take to write

Scalar: TypeAlias = "str | int | Fraction | None"
Chosen: TypeAlias = "Scalar | Sequence[Scalar]"
AnswerGiven: TypeAlias = "Chosen | Mapping[str, Chosen]"
"""What is chosen: one of the options by its text, a number or a bool; several as a
sequence, as are the steps of a path that is given at once; where a question has parts,
a mapping from what each is for."""


class CorrectionMade(Struct, frozen=True):
    """A correction as it is noted: the number of its event, what was corrected and why
    as the judge's log says it, and the seats whose view changed."""

    number: int
    text: str
    seen_by: tuple[str, ...]


class Game:
    """A game in its file; `open_game` and `OpenRuleset.new_game` make one.

    Each call reads the file anew, so that several processes may play one game; what is
    answered is in the file before a call returns. Whatever is returned for a seat is
    made from that seat's view; without a seat, and for "judge", it is the umpire's.
    Damage of the file is a GameFileError, as is a file that another process writes.
    """

    def __init__(
        self,
        path: Path,
        pack: str | None = None,
        shared: SharedRules | None = None,
    ) -> None:
        """Keep where it lies, and where its ruleset lies if that has moved; with
        `shared` the ruleset is read once, for all games that share it."""
        self.path = path
        self._pack = pack
        self._rules = None if shared is None else GameRules(shared)
        self._read: tuple[OpenGame, GameProgress] | None = None
        self._lines: journals.JournalContents | None = None
        self._moments: dict[str, GameMoments] = {}
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
    def identity(self) -> str:
        """What no other game has, also under the same name: the hash of the first line
        of its file."""
        return self._state()[0].hashes[0]

    @property
    def scenario(self) -> str:
        """The name of what is played."""
        return self._state()[0].session.scenario

    @property
    def pack(self) -> str:
        """The name of the ruleset that it is played by."""
        return self._state()[0].session.pack.name

    @property
    def standing(self) -> str:
        """How it stands in a sentence, which only the judge may know: for whom it
        waits, or what it gave."""
        return standing_of(*self._state(), JUDGE_NAME)

    def page(self, seat: str) -> SeatPage:
        """Return all that a page shows to a seat, to "everyone" or to the judge; raises
        UnknownName."""
        return page_of(*self._state(), seat)

    @property
    def policies(self) -> dict[str, str]:
        """The seats that policies play, and the names of those, as was said when the
        game began."""
        return self._state()[0].policies

    def sheet(self, audience: SheetAudience = "players") -> QuickReference:
        """Return a quick reference of the ruleset under the options of the game, as
        `OpenRuleset.sheet` does; it has nothing of the game itself. Unusable where its
        files are others by now."""
        # imported late: few games are asked
        from interpreter.app.sheets import sheet_of

        pack = own_session(self.path, self._state()[0].header, self._pack).pack
        return QuickReference(sheet_of(pack, pack.name, audience))

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
        return questions_of(opened, course, seat)

    def answer(self, question: OpenQuestion, value: AnswerGiven) -> None:
        """Answer a question, and play on to the next one.

        Unusable for what is not offered or does not fit, with a hint that says why; an
        answer to a question that is not open any more is Unusable too. What is refused
        leaves the game as it was.
        """
        told = self._answer(question.token, question.seat, value, is_private=False)
        for text in told:
            self.note(text)

    def answer_in_private(
        self,
        token: str,
        seat: str,
        value: AnswerGiven,
        admitted: Callable[[], bool] = lambda: True,
    ) -> tuple[str, ...]:
        """Answer a question of a seat by its token, as `answer`; what is refused says
        no more than the seat itself may know, so that it can be shown to it. `admitted`
        is asked before anything is written; where it denies, it is an Unusable.

        Returns what the seat is to be told of an answer that was taken: what of a path
        was left out, and why."""
        return self._answer(token, seat, value, is_private=True, admitted=admitted)

    def _answer(
        self,
        token: str,
        seat: str,
        value: AnswerGiven,
        *,
        is_private: bool,
        admitted: Callable[[], bool] = lambda: True,
    ) -> tuple[str, ...]:
        answer = _returned(value)
        told: list[str] = []
        with self._written() as found:
            if not admitted():
                raise Unusable("this seat is not yours any more")
            given = (token, seat, answer, PERSON)
            take_answer(found, *given, told.append, judge=True, is_private=is_private)
            let_policies(found, self.note)
        return tuple(told)

    @property
    def dice(self) -> OpenDice | None:
        """The dice, or the value that he may write, for which the game waits: for the
        judge, where real dice fall or rulings are wanted."""
        return open_dice(*self._state())

    def let_fall(self, dice: OpenDice, text: str = "") -> None:
        """Write what fell, `3 5`, or a value, and play on; "" leaves it to the secret
        of the game. What does not fit is Unusable and leaves the game as it was."""
        with self._written() as found:
            take_dice(found, dice.token, text, self.note)

    def take_back(
        self,
        seat: str,
        admitted: Callable[[], bool] = lambda: True,
        *,
        token: str | None = None,
    ) -> None:
        """Take back the last answer of a seat, as it may itself where policies play all
        others, until it knows something that has come of it; otherwise Unusable.
        `admitted` is asked as in `answer_in_private`; `token`: only the answer that a
        page named by it (`SeatPage.back_token`)."""
        with self._written() as found:
            if not admitted():
                raise Unusable("this seat is not yours any more")
            take_back(found, seat, token)

    def who_must_consent(self) -> tuple[str, ...]:
        """Return the seats that could have seen what `undo` would take back, and that
        persons may play; Unusable where there is nothing."""
        with self._written() as found:
            return found.game.who_must_consent(found.game.back_to())

    def odds_at_hand(self) -> str:
        """Return for the judge what the dice for which the game waits can lead to, each
        outcome with its odds, or why that cannot be said."""
        # imported late: few ask
        from interpreter.app.playing.roll_odds import roll_odds_text

        return roll_odds_text(*self._state())

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
            lines = tuple(told.lines())
            return GameLog(lines, len(lines))

    def view(self, seat: str) -> SeatView:
        """Return what a seat may know, or "everyone"; for "judge" all, and who knows
        it. Raises UnknownName."""
        opened, course = self._state()
        return view_shown_to(opened, course, seat)

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
        found = map_of(opened, course, seat, of)
        check_asked(of, found.plans)
        return found

    def log(self, seat: str = JUDGE_NAME) -> GameLog:
        """Return what was answered and what fell, of a seat what it may know of it."""
        opened, course = self._state()
        return log_of(opened, course, seat)

    def why(self, *, since_answer: bool = False) -> str:
        """Return for the judge what counted since he last chose something, or since a
        person last answered."""
        opened, course = self._state()
        if not since_answer:
            return why_text(opened, course)
        events = [each.event for each in course.passed]
        answered = [at for at, event in enumerate(events) if is_by_person(event)]
        return why_text(opened, course, answered[-1] if answered else 0)

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

    def moments(self, seat: str = JUDGE_NAME) -> Sequence[ReplayFrame]:
        """Return the same one by one: what happened until each, and its map as SVG;
        raises UnknownName. When the game has gone on, only what has come since is
        worked out."""
        # imported late, as for the page
        from interpreter.app.playing.moments import GameMoments

        opened, course = self._state()
        # out of it while it works: one that fails half-way is of no use any more
        known = self._moments.pop(seat, None)
        if known is None or not known.is_of(course):
            known = GameMoments(opened, course, seat)
        replay = known.replay()
        self._moments[seat] = known
        return replay

    def letter(self, seat: str) -> str:
        """Return all that was told to a seat, or to "everyone", as the page of a
        letter, with its map; UsageError for the judge, who has the game."""
        opened, course = self._state()
        if is_judge(seat):
            raise UsageError("the judge has the game, and gets no letter")
        return letter_page(opened, course, opened.viewer(seat))

    def why_not(self, seat: str, text: str) -> str:
        """Return the condition, with its rule, that keeps something from what a seat is
        offered now, or that it is offered, or that the seat knows of nothing of that
        name; "" where it is no single condition, or would tell more than the seat
        knows."""
        asked = self.questions(seat)
        found = (each.why_not(text) for each in asked)
        if said := next((each for each in found if each), ""):
            return said
        if any(each.offers(text) for each in asked):
            return f"'{clean(text)}' is offered"
        unknown = [each.unknown_name(text) for each in asked] if text.strip() else []
        return unknown[0] if all(unknown) and unknown else ""

    def handout(self, folder: str | Path, seat: str | None = None) -> tuple[str, ...]:
        """Write the handout of a seat, or of "everyone", into a folder, or that of each
        seat into a folder of its name in there; return the names of the files.

        What its letter tells as new is what the seat was not told by the handout that
        lies there already. Raises UnknownName; UsageError for the judge, who has the
        game.
        """
        opened, _ = self._state()
        return hand_out(opened, Path(folder), seat)

    def correct(
        self,
        changes: Mapping[str, GivenValue] | None = None,
        *,
        adds: Sequence[tuple[str, Mapping[str, GivenValue]]] = (),
        removes: Sequence[str] = (),
        reason: str,
        after: int | None = None,
    ) -> CorrectionMade:
        """Let the judge change the game where it waits, by no rule of it.

        `changes` are values by `entity.field` (or `kind.field`, for each of a kind),
        `adds` the kinds of new entities with values by field, `removes` the names of
        entities, `reason` says why, to the judge alone. Values are read as those of
        `fields` are. Open questions are worked out anew, and policies answer what they
        are asked now. What does not fit is Unusable,
        what is not there UnknownName, a missing reason a UsageError; the game is then
        as it was. With `after` the last event must have this number, else it is
        Unusable too.
        """
        # imported late: few games are corrected
        from interpreter.app.playing.corrections import CorrectionRequest, correct_game
        from interpreter.reports.corrections import correction_text

        request = CorrectionRequest(changes or {}, adds, removes, reason)
        with self._written(removes=bool(removes)) as found:
            _check_last(found, after)
            if adds:  # figures of a new entity are read from the files of now
                own_session(self.path, found.opened.header, self._pack)
            made = correct_game(found, request)
            course = found.game.course
            names = found.opened.session.names_in(course.game_state)
            text = correction_text(course, made, names)
            let_policies(found, self.note)
            return CorrectionMade(made.number, text, tuple(made.event[SEEN]))

    def correctable(self) -> tuple[CorrectableEntity, ...]:
        """Return for the judge all entities with their fields: the value of each as it
        may be typed, its type in words, and its possible values where they are few."""
        # imported late, as for a correction
        from interpreter.app.correctable import correctable_entities

        return correctable_entities(*self._state())

    def addable(self) -> tuple[CorrectableKind, ...]:
        """Return for the judge the kinds of which an entity may be added, with the
        fields that a new one has and their initial values."""
        # imported late, as for a correction
        from interpreter.app.correctable import addable_kinds

        return addable_kinds(*self._state())

    def undo(
        self,
        to: int | None = None,
        *,
        consent: bool = False,
        after: int | None = None,
    ) -> tuple[str, ...]:
        """Take back the last choice or correction of a person with what policies did
        since, or all after event number `to`: there the game may wait for a policy,
        which answers after the next act, so that it can be corrected before. With
        `after` the last event must have this number, else it is Unusable.

        Returns the other seats that could have seen what is taken back; where one of
        them is not always played by a policy and the judge does not `consent`, it is an
        OpenStop that names them and nothing is done.
        """
        with self._written() as found:
            _check_last(found, after)
            back = found.game.back_to() if to is None else to
            asked = found.game.who_must_consent(back)
            if asked and not consent:
                who = ", ".join(map(spaced, asked))
                raise OpenStop(f"others could have seen what came after {back}: {who}")
            return found.game.undo(back)

    @contextmanager
    def _written(self, *, removes: bool = False) -> Iterator[ResumableGame]:
        """Open the game to go on with it; what has come of it is kept, so that nothing
        is folded again as long as nobody else writes the file."""
        known, self._read = self._read, None
        given = (self.path, self._pack, self.note, PATIENCE, removes)
        with written(*given, self._rules, known, self._lines) as found:
            yield found
            self._read = found.now()

    def _state(self) -> tuple[OpenGame, GameProgress]:
        """Return the game as its file says now; folded again only where it changed."""
        before, self._lines = self._lines, None
        lines = journals.sound(self.path, journals.read(self.path, known=before))
        self._lines = lines
        known, self._read = self._read, None
        if known is not None and known[0].hashes == lines.hashes:
            self._read = known
            return known
        tell_torn(lines, self.note)
        if known is not None and self._rules is not None:  # its rules stay the same
            opened, course = known
            now = gone_on(opened, course, lines)
            if now is not None:
                self._read = now, course
                return self._read
        found = (self.path, lines.events, self._pack, ("own",), lines.hashes)
        opened = opened_of(*found, self._rules)
        self._read = opened, opened.course()
        return self._read

    def __repr__(self) -> str:
        """Return where it lies."""
        return f"Game({str(self.path)!r})"


def _check_last(found: ResumableGame, number: int | None) -> None:
    """Raise Unusable unless the last event has a number."""
    if number is not None and number != len(found.game.journal.events) - 1:
        raise Unusable(MOVED_ON)


def open_game(
    path: str | os.PathLike[str],
    ruleset: str | os.PathLike[str] | None = None,
    *,
    shared: SharedRules | None = None,
) -> Game:
    """Open a game; `ruleset` is where its ruleset lies if that has moved. What opens
    many games for long gives them `shared` rules, which are read once.

    Raises GameFileError where no game is in the file, or it is damaged, and Unusable
    where the ruleset is not the one with which it was begun.
    """
    folder = None if ruleset is None else os.fspath(ruleset)
    game = Game(Path(path), folder, shared)
    game._state()  # reads the file now, so that this call raises what is wrong with it
    return game


def begin_game(
    session: Session,
    options: Mapping[str, str],
    path: Path,
    seed: str | None,
    policies: Mapping[str, str],
    *,
    rulings: bool = False,
    real_dice: bool = False,
) -> Game:
    """Begin a game in a file, let dice fall (unless they are real) and policies choose
    up to the first question, and return it; what the rules refuse before that leaves no
    file."""
    if is_begun(path):
        hint = "open it with open_game, or name another file"
        raise Unusable(f"a game was begun in '{path}' before", hint=hint)
    players: dict[str, str] = {
        normalised(seat): f"{POLICY}:{name}" for seat, name in policies.items()
    }
    secret = None if seed is None else secret_of_seed(seed)
    new = NewGame(
        session, options, players, secret, real_dice=real_dice, rulings=rulings
    )

    def allow(planned: OpenGame) -> None:
        answerers(players, planned, LATER)
        with refusals_reported(session, judge_alone=True):
            reach_first_question(planned)

    game = Game(path, os.fspath(session.pack.folder))
    with begun(new, path, allow) as found:
        let_policies(found, game.note)
    return game


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

"""Plays a game with people at a terminal and policies, until nobody here answers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from msgspec import Struct

from interpreter.app.explaining.refusals import (
    explaining_refusals,
    refused_by_text,
    refusing_step,
)
from interpreter.app.opening.games import (
    BY_PEOPLE,
    LATER,
    PERSON,
    POLICY,
    UNASKED,
    AnswerSource,
    OpenGame,
    ResumableGame,
    is_optional_ruling,
    prepared_answer,
)
from interpreter.app.opening.session import Session
from interpreter.app.playing.map_file import MapFile
from interpreter.app.playing.shared_terminal import SharedTerminal, TookBack
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import (
    GameFileError,
    LimitExceeded,
    OpenStop,
    UmpireError,
    Unusable,
)
from interpreter.engine.policies import Policy
from interpreter.engine.stops import ChoiceStop, DrawStop, Finished, RollStop, Stop
from interpreter.games.dice_words import SEALED, WORD, DiceWords
from interpreter.games.game import JournalledGame, number_for_chance
from interpreter.games.questions import Question
from interpreter.games.state import (
    CHOICE,
    EVERYONE_NAME,
    UNDO,
    GameProgress,
    token_of,
)
from interpreter.reports.game_log import LogLine, seat_lines
from interpreter.reports.values import spaced
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.state_view import StateView
from interpreter.values.types import JUDGE, JUDGE_NAME, Value

STOPPING = (GameFileError, LimitExceeded, OpenStop)
"""Errors that another answer would not avoid."""
AGAIN = "what was chosen does not go together; all choose again"
PEOPLE = "others play this game too: its umpire takes back, with 'umpire undo'"
OTHERS_PLAY = "others play this game too; its umpire takes back"
BEFORE = "what was answered before you came, its umpire takes back, with 'umpire undo'"
NO_ORDER = "dice fell, or others chose, since your last answer; 'undo' takes it back"
NOTHING_CHOSEN = "you have chosen nothing that could be taken back"
CONSENT = "'umpire undo' takes it back with --consent"


def needs_words(opened: OpenGame) -> None:
    """Raise an OpenStop where words of seats are missing: no die is rolled before."""
    missing = opened.beginning.words.missing
    if missing:
        who = ", ".join(map(spaced, missing))
        hint = "'umpire word' records them, or that a seat gives none"
        raise OpenStop(f"the game waits for the words of {who}", hint)


def take_word(
    found: ResumableGame, name: str, text: str, *, sealed: bool
) -> tuple[str, DiceWords]:
    """Write the word of a seat into the game, or (`sealed`) its SHA-256; return the
    seat and the words of all. What may not be given is Unusable and leaves the game as
    it was."""
    opened, words = found.opened, found.opened.beginning.words
    if not words.seats:
        hint = "a game asks for words when it is begun with 'umpire play --words'"
        raise Unusable("this game asks for no words", hint=hint)
    seat = opened.beginning.seat_name(opened.seat(name))
    text = text.strip()
    seal = {"event": WORD, "seat": seat, SEALED: text.lower()}
    event = seal if sealed else {"event": WORD, "seat": seat, WORD: text}
    words = words.taken(event)
    found.game.journal.append([event])
    return seat, words


class PlaySession(Struct, frozen=True):
    """A game that is played here: the answer source of each seat, and fixed answers by
    name; `newcomers` answers for seats that are created while running; `table` is None
    where nobody is at a terminal. With `rulings` the judge is asked for those that have
    a default, as in a game that was begun so; the map in `map_file` is renewed after
    each answer."""

    opened: OpenGame
    game: JournalledGame
    answerers: dict[int, AnswerSource]
    fixed: dict[str, Value]
    table: SharedTerminal | None
    newcomers: AnswerSource
    rulings: bool = False
    map_file: MapFile | None = None

    def through(self) -> None:
        """Play until the end, or until all who are asked answer later; an OpenStop
        while words of seats are missing."""
        needs_words(self.opened)
        self.game.go(self._falls)
        self._renew_map()
        while not self.game.course.is_finished:
            try:
                if not self._goes_on(self.game.course.stop):
                    return
            except TookBack:  # what is asked now is what was asked before
                self._renew_map()
                continue
            self._renew_map()

    def _renew_map(self) -> None:
        if self.map_file is not None:
            self.map_file.renew(self.opened, self.game.course, self._who_looks())

    def _who_looks(self) -> str:
        """Return whose map may lie beside the terminal: that of the only player there,
        what all know where there are several, the judge's where there is none."""
        here = [seat for seat in self._seats() if self._who(seat).who == PERSON]
        if not here:
            return JUDGE_NAME
        if len(here) > 1:
            return EVERYONE_NAME
        return self.opened.beginning.seat_name(here[0])

    def _goes_on(self, stop: Stop) -> bool:
        """Let those answer who are asked at a stop; False where all answer later."""
        if isinstance(stop, ChoiceStop):
            return any(self._answered(question) for question in self.game.course.open())
        if self.table is None or self._is_away(JUDGE):
            return False
        self._typed(stop, self.table)
        return True

    def take_back(self, order: bool = False, *, since: int | None = None) -> str:
        """Take back the last answer that the seat at the keys gave, with all that came
        of it, or return why not; with `order` the order that it has begun. `since`:
        only after this event, and only if no person elsewhere has answered or typed
        dice after it.

        A seat may where policies play all others: whether others could have seen what
        came of it would tell the seat of them.
        """
        assert self.table is not None  # who asks for it sits there
        name, course = self.table.sitting, self.game.course
        is_judge = name == JUDGE_NAME
        if not is_judge and self._has_other_people(name):
            return PEOPLE
        numbers = [0, *(passed.number for passed in course.passed)]
        mine = [
            before
            for before, passed in zip(numbers, course.passed, strict=False)
            if is_by_person(passed.event) and (is_judge or passed.event["seat"] == name)
        ]
        if not mine:
            return NOTHING_CHOSEN
        to = mine[-1]
        if order:
            begun = self._order_begun()
            if begun is None:
                return NO_ORDER
            to = numbers[begun]
        if since is not None:
            if to < since:
                return BEFORE
            later = [each.event for each in course.passed if each.number > to]
            if any(_is_by_another(event, name) for event in later):
                return PEOPLE
        others = self.game.who_must_consent(to) if is_judge else ()
        if others:
            return f"{', '.join(map(spaced, others))} could have seen it; {CONSENT}"
        self.game.undo(to)
        return ""

    def _order_begun(self) -> int | None:
        """Return the index of the answer that began the order at hand: the last of the
        seat at the keys that was given further out in the rules than the question that
        waits now, if nothing fell and nobody else chose since; otherwise the last
        one."""
        assert self.table is not None
        name, course = self.table.sitting, self.game.course
        depth, last = _depth(course.stop), None
        for at in reversed(range(len(course.passed))):
            passed = course.passed[at]
            event = passed.event
            own = name in (JUDGE_NAME, event.get("seat")) and event.get("by") == PERSON
            if event["event"] != CHOICE or not own:
                break
            last = at if last is None else last
            if _depth(passed.stop) < depth:
                return at
        return last

    def _has_other_people(self, name: str) -> bool:
        """Return whether a person, here or elsewhere, plays a seat of another name."""
        seats = self._seats()
        named = self.opened.beginning.seat_name
        return any(self._who(s).who != POLICY for s in seats if named(s) != name)

    def _seats(self) -> range:
        """Return all seats, also those that the rules have created or removed since the
        beginning."""
        declared = self.opened.beginning.program.declared
        state_view = StateView(declared, self.game.course.game_state)
        return range(len(state_view.rows(declared.seat_kind)))

    @property
    def is_shared(self) -> bool:
        """Whether a player may read what is printed here: not if the judge was asked
        last, nor if policies answer for all seats."""
        if self.table is not None and self.table.sitting:
            return self.table.sitting != JUDGE_NAME
        return any(self._who(seat).who != POLICY for seat in self._seats())

    def _falls(self, stop: Stop) -> bool:
        """Return whether a roll or draw waits for nobody: a policy writes nothing, nor
        does a judge who leaves the rulings to their defaults."""
        if not isinstance(stop, DrawStop):
            return self.opened.falls(stop)
        is_left = self.table is not None and self.table.takes_defaults
        if is_left or self._who(JUDGE).who == POLICY:
            return True
        return not (self.rulings and stop.instruction.written) and self.opened.falls(
            stop
        )

    def _who(self, seat: int) -> AnswerSource:
        return self.answerers.get(seat, self.newcomers)

    def _is_away(self, seat: int) -> bool:
        return self._who(seat).who == LATER

    def _answered(self, question: Question) -> bool:
        """Let a seat answer; False where it answers later."""
        policy = self._policy(question)
        if policy is None:
            return False
        number = number_for_chance(self.game.course, self.game.journal.events)
        fixed = self.fixed
        if self.table is not None and is_optional_ruling(question):
            fixed = {**self.table.for_the_rest, **fixed}
        answer = prepared_answer(self.opened, number, question, fixed, policy)
        if answer is not None:
            try:
                self.game.choose(question, *answer, self._falls)
            except UmpireError as fault:
                asks = self.table is not None and not self._is_away(question.seat)
                if policy is not UNASKED or not asks or isinstance(fault, STOPPING):
                    raise
                # the rules refuse the default: only the judge can go on
                question = self._now(question)
            else:
                return True
        assert self.table is not None  # a person has one
        self._chosen(question, self.table)
        return True

    def _now(self, question: Question) -> Question:
        """Return the question of a seat as it is open after a refusal."""
        asked = self.game.course.open()
        (now,) = (each for each in asked if each.seat == question.seat)
        return now

    def _policy(self, question: Question) -> Policy | None:
        """Return what answers a question before a person is asked; None where its seat
        answers later. A ruling with a default waits for nobody, unless it is wanted."""
        who = self._who(question.seat)
        if is_optional_ruling(question) and who.who != POLICY:
            is_left = self.table is not None and self.table.takes_defaults
            if is_left or not (self.rulings or self.opened.asks_rulings):
                return UNASKED
        return None if who.who == LATER else who.policy

    def _chosen(self, question: Question, table: SharedTerminal) -> None:
        """Ask a person until the game takes the answer."""
        while True:
            answer = table.asked(self.game.course, question)
            try:
                with explaining_refusals(self.opened.session):
                    self.game.choose(question, answer, "person", self._falls)
            except STOPPING:
                raise
            except UmpireError as fault:
                table.refused(self.game.course, question, fault)
                question = self._now(question)
            else:
                if self.game.course.refused:
                    table.person.terminal.say(AGAIN)
                return

    def _typed(self, stop: Stop, table: SharedTerminal) -> None:
        if isinstance(stop, RollStop):
            typed = table.rolled(self.game.course, stop)
            self.game.fall(typed, self._falls)
        elif isinstance(stop, DrawStop):
            self.game.fall(table.written(self.game.course, stop), self._falls)


def is_by_person(event: Mapping[str, object]) -> bool:
    """Return whether somebody gave an answer, and no policy and no default."""
    return event["event"] == CHOICE and event["by"] in BY_PEOPLE


def _is_by_another(event: Mapping[str, object], name: str) -> bool:
    """Return whether a person who does not sit at a seat gave an answer or dice."""
    is_answer = is_by_person(event) and event["seat"] != name
    return bool(event.get("typed")) or is_answer


def _depth(stop: Stop) -> int:
    """Return how many calls and blocks of the rules are open at a stop."""
    frames = None if isinstance(stop, Finished) else stop.stack
    depth = 0
    while frames is not None:
        depth, frames = depth + 1, frames[1]
    return depth


# --- What a seat takes back itself ---
#
# Only where policies play all others and nobody types dice or rules, and only until the
# seat knows something that has come of it, for what is known is not taken back. Both
# are decided by what the seat knows itself. Whatever else it depended on would tell the
# seat something: whether a person has acted meanwhile, or what a question that followed
# has disclosed, which it could look for by one answer after the other.

JUDGE_PLAYS = "a judge types dice or rules in this game; he takes back"
KNOWN_SINCE = "you know what has come of it; the judge takes back"


MOVED_ON = "the game has moved on since; nothing was changed"


def back_token(opened: OpenGame, course: GameProgress, seat: str) -> str:
    """Return what tells the last answer of a seat from all that it gave and gives."""
    in_force = sum(
        is_by_person(passed.event) and passed.event["seat"] == seat
        for passed in course.passed
    )
    key = opened.beginning.key or b""
    return token_of(key, opened.events, seat, f"take back answer {in_force}")


def take_back(found: ResumableGame, seat: str, token: str | None = None) -> None:
    """Take back the last answer of a seat, by its true name; Unusable where it may not,
    or where that is not the one of a token."""
    game, course = found.game, found.game.course
    _, lines = seat_lines(course, found.opened.viewer(seat), found.opened.events)
    if reason := why_not_taken_back(found.opened, seat, lines):
        raise Unusable(reason)
    if token is not None and token != back_token(found.opened, course, seat):
        raise Unusable(MOVED_ON)
    mine = [
        at
        for at, passed in enumerate(course.passed)
        if is_by_person(passed.event) and passed.event["seat"] == seat
    ]
    if not mine:
        raise Unusable(NOTHING_CHOSEN)
    game.undo(course.passed[mine[-1] - 1].number if mine[-1] else 0)


def why_not_taken_back(opened: OpenGame, seat: str, lines: Sequence[LogLine]) -> str:
    """Return why a seat with this log does not take back its last answer itself; "" if
    it may."""
    others = {*opened.beginning.seats} - {seat}
    if not others <= opened.policies.keys():
        return OTHERS_PLAY
    if opened.is_real or opened.asks_rulings:
        return JUDGE_PLAYS
    since = [line for line in lines if line.kind != UNDO]
    if not any(line.kind == CHOICE and line.seat == seat for line in since):
        return NOTHING_CHOSEN
    last = since[-1]
    return "" if (last.kind, last.seat) == (CHOICE, seat) else KNOWN_SINCE


# --- Games that the rules refuse before the first question ---

UNEXPLAINED = "the rules refuse to go on from here"
ASK_AS_JUDGE = "'umpire play' with --as judge names the rule, for the judge alone"


def reach_first_question(planned: OpenGame) -> None:
    """Play a game that has no file yet up to its first question.

    A game that the rules refuse before could never go on, and its file would be in the
    way of the next one.
    """
    progress = GameProgress(planned.beginning)
    try:
        for _ in progress.fallen(planned.falls):
            pass
    except RunForbidden as error:
        error.at_once = False  # there were rolls that not all seats may see
        raise


def only_judge_reads(planned: OpenGame, every: Mapping[int, AnswerSource]) -> bool:
    """Return whether policies answer for all seats, so that no player reads along."""
    seats = planned.beginning.seats.values()
    return all(every[seat].who == POLICY for seat in seats if seat != JUDGE)


@contextmanager
def refusals_reported(session: Session, judge_alone: bool) -> Iterator[None]:
    """Report the rule by which a game is refused: to the judge always, to others where
    all seats see the step and no dice were rolled before it.

    The checker has proved that a seat that sees a step may know what it compares and
    says; only names may be masked.
    """
    try:
        with explaining_refusals(session):
            yield
    except RunForbidden as error:
        if judge_alone:
            raise
        step, rule = refusing_step(session, error.unmet)
        if step.site.seen_by != EVERYONE or not error.at_once:
            raise Unusable(UNEXPLAINED, hint=ASK_AS_JUDGE) from None
        if any(kind.masks for kind in session.program.declared.kinds.values()):
            message = refused_by_text(rule, "")
            raise RunForbidden(message, step.site.span, error.unmet) from None
        raise

"""What a seat is shown of a game: what it is asked, what has happened, its map, what it
knows, and all of that as one page. Everything is made from its view alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.explaining.offers import unknown_name, why_not
from interpreter.app.maps import Plans, maps_of_game
from interpreter.app.opening.games import (
    OpenGame,
    ended_text,
    is_judge,
    seat_rests_text,
)
from interpreter.app.opening.session import Session
from interpreter.app.playing.handouts import briefing_of, open_questions
from interpreter.app.playing.open_dice import OpenDice, open_dice
from interpreter.app.playing.playing import back_token, why_not_taken_back
from interpreter.app.playing.roll_odds import last_roll_text
from interpreter.app.playing.shared_terminal import truth_with_names
from interpreter.diagnostics import UsageError
from interpreter.games.disclosures import earlier_view, view_of
from interpreter.games.game import act_to_undo
from interpreter.games.questions import Question
from interpreter.games.state import CHOICE, EVERYONE_NAME, GameProgress
from interpreter.maps.moves import with_moves
from interpreter.maps.renderers import PaperFormat, map_text, picture
from interpreter.maps.words import CELLS, TextPage
from interpreter.reports.changes import changes_of
from interpreter.reports.game_log import (
    MESSAGE,
    WHOLE,
    LogLine,
    act_text,
    judge_log,
    lines_of_last_roll,
    lines_output,
    lines_text,
    seat_log,
    story_text,
)
from interpreter.reports.html import text_html
from interpreter.reports.map_json import map_output
from interpreter.reports.maps import plans_of_view
from interpreter.reports.outputs.encoding import encoded, encoded_rows
from interpreter.reports.questions import Posed, posed_text, question_file
from interpreter.reports.values import spaced
from interpreter.reports.views import (
    JudgeView,
    known_output,
    known_text,
    view_output,
)
from interpreter.source import same_name
from interpreter.values.types import JUDGE, JUDGE_NAME
from interpreter.views.views import View
from interpreter.views.visibility import ALL_SEATS


class QuestionPart(Struct, frozen=True):
    """One thing to choose: what it is for ("" nothing in particular), the texts of what
    is offered (None: `expected` says what may be written), what is said of each, what
    is asked for it ("" where `text` of the question says it), whether it is any place
    of a table, which may be pointed at on its map, of which board (`cells_of`, "" of
    none) it is any place, or several where it `is_list`, and the `words` that may be
    written, where these are few."""

    of: str
    options: tuple[str, ...] | None
    says: tuple[str, ...]
    expected: str
    sentence: str = ""
    is_place: bool = False
    cells_of: str = ""
    is_list: bool = False
    words: tuple[str, ...] = ()

    @property
    def may_be_pointed_at(self) -> bool:
        """Whether places on the map may be pointed at instead of being written."""
        return self.is_place or bool(self.cells_of)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that waits for an answer, in the words of its seat's own view.

    `text` is the question, `heading` the same for who is asked; of several things to
    choose from, from `least` to `most` of them are taken; `condition` is what the
    answer must satisfy, in the pack's words if it has any, `default` what holds where
    nothing is answered ("" for none). Where it `is_way`, a step of a way is asked for,
    and several may be given at once with blanks between them. `token` tells it from all
    others of its game.
    """

    seat: str
    name: str
    text: str
    heading: str
    parts: tuple[QuestionPart, ...]
    is_way: bool
    several: bool
    least: int
    most: int
    in_order: bool
    condition: str
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

    def offers(self, text: str) -> bool:
        """Tell whether something is offered."""
        every = (option for part in self.parts for option in part.options or ())
        return any(same_name(text, option) for option in every)

    def unknown_name(self, text: str) -> str:
        """Return that its seat knows of nothing of that name that might be offered; ""
        where it does, or where what is offered has no names."""
        seen = self._posed.view
        is_offered = all(part.options is not None for part in self.parts)
        if seen is None or not is_offered or (self.is_way and len(text.split()) > 1):
            return ""
        return unknown_name(seen, self._question.stop.instruction.type, text)

    def to_json(self) -> dict[str, object]:
        """Return it as a handout gives it, with its token."""
        return question_file(self.token, self._posed)

    def _repr_html_(self) -> str:
        return text_html(posed_text(self._posed))


RECENT: Final = slice(-300, None)
"""The lines of a log that a page has: late in a long game it is made as fast."""


class GameLog(Struct, frozen=True):
    """What was answered and what fell, of a seat only what it did and was told: all of
    its `count` lines, or the last of them."""

    _lines: tuple[LogLine, ...]
    count: int

    @property
    def is_whole(self) -> bool:
        """Whether it has all lines."""
        return len(self._lines) == self.count

    def text(self) -> str:
        """Return it as lines."""
        return lines_text([*self._lines])

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """Its lines, each with the number and the kind of its event."""
        return self._lines

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
    plans: Plans

    def svg(
        self,
        *,
        whole: bool = False,
        paper: PaperFormat = "phone",
        linked: Mapping[str, str] | None = None,
        is_pointed_at: bool = False,
    ) -> str:
        """Return them as one picture (SVG) for a phone, a desk, a sheet of print, or
        the board alone; `whole`: a large board in one piece on a phone too. Offered
        places and things whose labels are `linked` lead to `#offer-LABEL` of the page
        around, and say what is said of each there; of a table or hexes where it
        `is_pointed_at` the page can tell which place lies where."""
        links: Mapping[str, str] = linked or {}
        plans = [
            replace(plan, linked=links, is_pointed_at=is_pointed_at)
            for plan in self.plans
        ]
        return picture(plans, uncut=whole, paper=paper)

    def text(self, *, whole: bool = False, width: int = CELLS) -> str:
        """Return them as text with lines of at most so many letters; `whole`: all
        parts of a board, also those on which nothing is known."""
        return map_text(self.plans, TextPage(width, whole=whole))

    def to_json(self) -> dict[str, object]:
        """Return what `umpire map --json` prints."""
        return encoded(map_output(self.seat, self.plans))

    def __repr__(self) -> str:
        """Return for whom they are."""
        return f"MapDrawing({self.seat!r})"

    def _repr_html_(self) -> str:
        svg = self.svg()
        return svg[svg.index("<svg") :]  # a page has its own declaration


class SeatView(Struct, frozen=True, dict=True):
    """What a seat knows, and nothing else; for the judge all, and who knows it."""

    seat: str
    _known: View | JudgeView

    def text(self) -> str:
        """Return it as lines."""
        return self._text

    @cached_property
    def _text(self) -> str:
        return known_text(self._known)

    def to_json(self) -> dict[str, object]:
        """Return it as data."""
        return encoded(known_output(self._known))

    def _repr_html_(self) -> str:
        return text_html(self.text())


class SeatPage(Struct, frozen=True):
    """All that one page shows to a seat: how the game stands in a sentence, what it is
    asked, what has happened, what it knows, and its map; what it was told before the
    game, of the last roll that it may know of how that came about and how likely the
    dice were to fall so, and by which token it takes its last answer back itself (""
    where it may not); of a seat also `changes` of
    what it knows as sentences, since it began to act last
    (`games.disclosures.earlier_view`), and on the map what moved since then. Of a long
    log it has the last lines; `Game.log` returns all. `owes_word`: no die falls before
    the seat has given its word for them. `undone` is the answer that it takes back, of
    the judge the act up to which an undo goes back ("" where nothing can be).

    For "everyone" it is what all may know, without a question; for the judge all, the
    `dice` for which the game waits, and the `policies` that play seats.
    """

    seat: str
    title: str
    standing: str
    questions: tuple[OpenQuestion, ...]
    log: GameLog
    view: SeatView
    map: MapDrawing
    briefing: tuple[str, ...] = ()
    last_roll: str = ""
    odds: str = ""
    dice: OpenDice | None = None
    is_finished: bool = False
    back_token: str = ""
    policies: Mapping[str, str] = {}
    changes: tuple[str, ...] = ()
    owes_word: bool = False
    undone: str = ""

    @property
    def last_event(self) -> int:
        """The number of the last line of its log; 0 for none."""
        lines = self.log.lines
        return lines[-1].number if lines else 0

    @property
    def news(self) -> tuple[LogLine, ...]:
        """What has happened since the seat last chose, of one that has not what the
        log has; nothing for the judge and for those who look on."""
        if self.seat in (JUDGE_NAME, EVERYONE_NAME):
            return ()
        lines = self.log.lines
        own = (line.kind == CHOICE and line.seat == self.seat for line in lines)
        last = max((at for at, is_own in enumerate(own) if is_own), default=-1)
        return lines[last + 1 :]

    @property
    def has_acted(self) -> bool:
        """Whether anything was chosen, as far as its log has it."""
        return any(line.kind == CHOICE for line in self.log.lines)

    @property
    def ending(self) -> str:
        """What the rules said at the end of the game, after all else; "" before it, and
        where they said nothing then."""
        last = self.log.lines[-1:] if self.is_finished else ()
        return "".join(line.text for line in last if line.kind == MESSAGE)

    @property
    def is_asked(self) -> bool:
        """Whether the seat is asked something."""
        return bool(self.questions or self.dice)


def page_of(found: OpenGame, course: GameProgress, seat: str) -> SeatPage:
    """Return the page of a seat, of "everyone" or of the judge; raises UnknownName."""
    session = found.session
    is_for_judge = is_judge(seat)
    viewer = JUDGE if is_for_judge else found.viewer(seat)
    log = log_of(found, course, seat, RECENT)
    before = earlier_view(course, viewer) if viewer >= 0 else None
    if before is not None and before == view_of(course, viewer):
        before = None  # nothing is another, so nothing need be compared
    shown = view_shown_to(found, course, seat)
    token = _back_token(found, course, seat, log) if viewer >= 0 else ""
    return SeatPage(
        seat=seat,
        title=f"{spaced(session.scenario)}, {session.pack.name}",
        standing=standing_of(found, course, seat),
        questions=questions_of(found, course, seat),
        log=log,
        view=shown,
        map=_map_since(found, course, seat, before),
        briefing=briefing_of(session, seat),
        last_roll=(
            "" if is_for_judge else story_text(lines_of_last_roll(course, viewer))
        ),
        odds="" if is_for_judge else last_roll_text(course, viewer),
        dice=open_dice(found, course) if is_for_judge else None,
        is_finished=course.is_finished,
        back_token=token,
        policies=found.policies if is_for_judge else {},
        changes=_changes_since(course, viewer, before, shown),
        owes_word=seat in found.beginning.words.missing,
        undone=_undone(found, course, token, log, is_for_judge=is_for_judge),
    )


def _undone(
    found: OpenGame,
    course: GameProgress,
    token: str,
    log: GameLog,
    *,
    is_for_judge: bool,
) -> str:
    """Return what is taken back: by the judge, or by a seat that has a token for it."""
    if is_for_judge:
        act = act_to_undo(course)
        names = found.session.names_in(course.game_state)
        return "" if act is None else act_text(course, names, act)
    own = (line.text for line in reversed(log.lines) if line.kind == CHOICE)
    return next(own, "") if token else ""


def _back_token(found: OpenGame, course: GameProgress, seat: str, log: GameLog) -> str:
    if why_not_taken_back(found, seat, log.lines):
        return ""
    return back_token(found, course, seat)


def standing_of(found: OpenGame, course: GameProgress, seat: str) -> str:
    """Return how a game stands in a sentence, as a seat, "everyone" or the judge may
    know it: who is asked nothing does not learn who is."""
    if is_judge(seat):
        return ended_text(found, course)
    viewer = found.viewer(seat)
    if any(question.seat == viewer for question in course.open()):
        return f"{spaced(seat)} is asked"
    if viewer == ALL_SEATS and not course.is_finished:
        return "the game goes on"
    return seat_rests_text(course, seat)


def questions_of(
    found: OpenGame, course: GameProgress, seat: str | None
) -> tuple[OpenQuestion, ...]:
    """Return what a seat or the judge is asked now; of nobody in particular, all."""
    if found.beginning.words.missing:
        return ()
    waiting = open_questions(found, course, judge=True)
    return tuple(
        _question_shown(found.session, token, question, posed)
        for token, (question, posed) in waiting.items()
        if seat is None or same_name(posed.seat, seat)
    )


def log_of(
    found: OpenGame, course: GameProgress, seat: str, part: slice = WHOLE
) -> GameLog:
    """Return what was answered and what fell, of a seat what it may know of it; all of
    it, or its last lines."""
    if is_judge(seat):
        names = found.session.names_in(course.game_state)
        log = judge_log(course, names, found.events, part)
    else:
        log = seat_log(course, found.viewer(seat), found.events, part)
    return GameLog(log.lines, log.count)


def view_shown_to(found: OpenGame, course: GameProgress, seat: str) -> SeatView:
    """Return what a seat may know; for the judge all, and who knows it."""
    if is_judge(seat):
        return SeatView(JUDGE_NAME, truth_with_names(found, course))
    view = view_of(course, found.viewer(seat))
    return SeatView(view.seat, view)


def map_of(
    found: OpenGame, course: GameProgress, seat: str, of: Collection[str] = ()
) -> MapDrawing:
    """Return the maps of a seat, with the zones of the things or seats `of`."""
    return MapDrawing(seat, maps_of_game(found, course, seat, tuple(of)))


def _map_since(
    found: OpenGame, course: GameProgress, seat: str, before: View | None
) -> MapDrawing:
    """Return the maps of a seat, with what moved since an earlier view."""
    drawn = map_of(found, course, seat)
    if before is None:
        return drawn
    former = plans_of_view(before, found.beginning.program.declared)
    return MapDrawing(seat, with_moves(drawn.plans, former))


def _changes_since(
    course: GameProgress, viewer: int, before: View | None, shown: SeatView
) -> tuple[str, ...]:
    """Return what is another in the view of a seat, which is `shown` now, than in an
    earlier one."""
    if before is None:
        return ()
    now, kinds = view_of(course, viewer), course.beginning.program.declared.kinds
    old, new = encoded(view_output(before)), shown.to_json()
    return changes_of(old["sees"], new["sees"], now, kinds)


def _question_shown(
    session: Session, token: str, question: Question, posed: Posed
) -> OpenQuestion:
    least, most = posed.how_many or (1, 1)
    return OpenQuestion(
        seat=posed.seat,
        name=posed.name,
        text=posed.sentence,
        heading=posed.heading,
        parts=tuple(
            QuestionPart(
                of=part.of,
                options=part.options,
                says=part.says,
                expected=part.wanted,
                sentence=part.sentence,
                is_place=part.is_place,
                cells_of=part.cells_of,
                is_list=part.is_list,
                words=part.words,
            )
            for part in posed.parts
        ),
        is_way=posed.is_leg,
        several=posed.how_many is not None,
        least=least,
        most=most,
        in_order=posed.in_order,
        condition=posed.condition_in_words,
        default=posed.default,
        rules=posed.rules,
        token=token,
        _session=session,
        _question=question,
        _posed=posed,
    )

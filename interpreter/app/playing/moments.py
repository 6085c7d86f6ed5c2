"""A game as a row of moments, each with what happened and the map: for the judge
whenever somebody chose or the judge corrected it and the map had changed, for a seat
whenever it chose.

A game is folded once more, event by event, and every map is what could be seen then;
in the lines of the judge everything is called as it is now.
A seat sees only what it was shown when it had to choose: between two of its questions
the rules may show and hide again what nobody looked at.
"""

import zlib
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import overload

from msgspec import Struct

from interpreter.app.maps import Plans, maps_of_game
from interpreter.app.opening.games import OpenGame, is_judge
from interpreter.games.disclosures import is_correction
from interpreter.games.state import (
    BY_DEFAULT,
    CHOICE,
    AnsweredStop,
    GameProgress,
    JournalEvent,
)
from interpreter.maps.moves import with_moves
from interpreter.maps.renderers import picture
from interpreter.reports.game_log import (
    LogLine,
    line_said,
    lines_text,
    log_lines,
    seat_log,
)
from interpreter.reports.map_pages import ReplayFrame, replay_page
from interpreter.reports.values import spaced
from interpreter.semantics.state_view import StateView
from interpreter.values.types import JUDGE_NAME


def replay_of(
    found: OpenGame, course: GameProgress, seat_name: str, *, is_now: bool = True
) -> str:
    """Return a game as a page of HTML for the judge, or for a seat; raises UnknownName.

    Unless the course `is_now`, at its last event, a seat is shown no state after the
    last at which it chose: it may never have seen that one.
    """
    moments = GameMoments(found, course, seat_name)
    whom = "the judge" if is_judge(seat_name) else spaced(seat_name)
    scenario = spaced(found.session.scenario)
    title = f"{scenario}, {found.session.pack.name}, as {whom} knows it"
    return replay_page(title, moments.replay(is_now=is_now))


class GameReplay(Sequence[ReplayFrame]):
    """Moments of a game. Their pictures are kept packed, for a long game has many."""

    def __init__(
        self, lines: Sequence[tuple[str, ...]], packed: Sequence[bytes]
    ) -> None:
        """Keep what happened until each moment, and its picture."""
        self._lines, self._packed = tuple(lines), tuple(packed)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._lines)

    @overload
    def __getitem__(self, at: int) -> ReplayFrame: ...

    @overload
    def __getitem__(self, at: slice) -> "GameReplay": ...

    def __getitem__(self, at: int | slice) -> "ReplayFrame | GameReplay":
        """Return one, counted from 0, or some."""
        if isinstance(at, slice):
            return GameReplay(self._lines[at], self._packed[at])
        return ReplayFrame(self._lines[at], zlib.decompress(self._packed[at]).decode())


class _Moment(Struct, frozen=True):
    """A moment: the number of the event before which it is, what is said of it to a
    seat, and its packed picture."""

    until: float
    lines: tuple[str, ...]
    packed: bytes


class GameMoments:
    """The moments of a game for the judge or for a seat, worked out as far as the game
    has gone. When it goes on, those that are there stay, and only what has come since
    is worked out."""

    def __init__(self, found: OpenGame, course: GameProgress, seat_name: str) -> None:
        """Begin with none; raises UnknownName."""
        self._found, self._course = found, course
        self._seat = None if is_judge(seat_name) else found.viewer(seat_name)
        seat = self._seat
        self._name = JUDGE_NAME if seat is None else found.beginning.seat_name(seat)
        self._again = GameProgress(found.beginning)
        self._taken = 0  # of the events of the course, by `_again`
        self._moments: list[_Moment] = []
        self._last: tuple[int, _Moment] | None = None
        self._lines = 0  # of the log of the seat, in the moments
        self._state: StateView | None = None
        self._plans: Plans = ()
        self._seen: Plans = ()  # by the judge, when the state was last another

    def is_of(self, course: GameProgress) -> bool:
        """Tell whether they are of this course, which may have gone on since."""
        return course is self._course

    def replay(self, *, is_now: bool = True) -> GameReplay:
        """Return them all; the last one is now, of a seat only if it `is_now`."""
        every = self._every(is_now)
        return GameReplay(self._said(every), [each.packed for each in every])

    def _every(self, is_now: bool) -> list[_Moment]:
        for passed in self._course.passed[self._taken :]:
            if self._is_moment(passed):
                self._moments.append(self._moment(passed.number))
            self._again.take(passed.number, passed.event)
            self._taken += 1
        if self._seat is not None and not is_now:
            return self._moments
        if self._last is None or self._last[0] != self._taken:
            plans = maps_of_game(self._found, self._again, self._name)
            lines, _ = self._lines_since()
            self._last = self._taken, _Moment(inf, lines, self._packed(plans))
        return [*self._moments, self._last[1]]

    def _is_moment(self, passed: AnsweredStop) -> bool:
        """Tell whether the time before an event is one that is shown."""
        event = passed.event
        if self._seat is not None:
            return bool(event["event"] == CHOICE and event["seat"] == self._name)
        if not _is_chosen(event) and not is_correction(passed):
            return False
        now = StateView(self._found.beginning.program.declared, self._again.game_state)
        if self._state is None or not now.has_rows_of(self._state):
            before, self._state = self._seen, now
            self._seen = maps_of_game(self._found, self._again, self._name)
            return not self._seen or [*self._seen] != [*before]
        return not self._seen  # where there are no maps, each choice is a moment

    def _moment(self, number: int) -> _Moment:
        plans = self._seen
        if self._seat is not None:
            plans = maps_of_game(self._found, self._again, self._name)
        lines, count = self._lines_since()
        moment = _Moment(number, lines, self._packed(plans))
        self._lines, self._plans = self._lines + count, plans
        return moment

    def _lines_since(self) -> tuple[tuple[str, ...], int]:
        """Return what is said to the seat of what came after its last moment, and of
        how many lines of its log that is."""
        if self._seat is None:
            return (), 0
        part = slice(self._lines, None)
        lines = seat_log(self._again, self._seat, (), part).lines
        return tuple(map(line_said, lines)), len(lines)

    def _packed(self, plans: Plans) -> bytes:
        """Return the picture of some maps with what moved since the last moment: it is
        made from what the viewer knew at both."""
        return zlib.compress(_picture(with_moves(plans, self._plans)).encode(), 1)

    def _said(self, every: Sequence[_Moment]) -> list[tuple[str, ...]]:
        """Return what happened until each moment."""
        if self._seat is not None:
            return [each.lines for each in every]
        names = self._found.session.names_in(self._course.game_state)
        log = log_lines(self._course, names, ())
        numbers = [line.number for line in log]
        cuts = [0, *(bisect_left(numbers, each.until) for each in every)]
        return [_texts(log[a:b]) for a, b in pairwise(cuts)]


def _is_chosen(event: JournalEvent) -> bool:
    """Tell whether somebody chose, and not a default for him."""
    return bool(event["event"] == CHOICE and event["by"] != BY_DEFAULT)


def _texts(lines: list[LogLine]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines_text(lines).splitlines() if lines)


def _picture(plans: Plans) -> str:
    return picture(plans, paper="board") if plans else ""

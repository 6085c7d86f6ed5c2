"""A game as a row of moments, each with what happened and the map: for the judge
whenever somebody chose or the judge corrected it and the map had changed, for a seat
whenever it chose.

A game is folded once more, event by event, and every map is what could be seen then;
in the lines of the judge everything is called as it is now.
A seat sees only what it was shown when it had to choose: between two of its questions
the rules may show and hide again what nobody looked at.
"""

from collections.abc import Iterator

from interpreter.app.maps import Plans, maps_of_game
from interpreter.app.opening.games import OpenGame, is_judge
from interpreter.games.disclosures import is_correction
from interpreter.games.state import BY_DEFAULT, CHOICE, GameProgress, JournalEvent
from interpreter.maps.moves import with_moves
from interpreter.maps.renderers import picture
from interpreter.reports.game_log import (
    LogLine,
    line_said,
    lines_text,
    log_lines,
    seat_lines,
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
    frames = moments_of(found, course, seat_name, is_now=is_now)
    whom = "the judge" if is_judge(seat_name) else spaced(seat_name)
    scenario = spaced(found.session.scenario)
    title = f"{scenario}, {found.session.pack.name}, as {whom} knows it"
    return replay_page(title, frames)


def moments_of(
    found: OpenGame, course: GameProgress, seat_name: str, *, is_now: bool = True
) -> tuple[ReplayFrame, ...]:
    """Return the moments of a game, the last one now, for the judge or for a seat;
    raises UnknownName."""
    if is_judge(seat_name):
        return tuple(_of_judge(found, course))
    return tuple(_of_seat(found, course, found.viewer(seat_name), is_now))


def _of_judge(found: OpenGame, course: GameProgress) -> Iterator[ReplayFrame]:
    declared = found.beginning.program.declared
    names = found.session.names_in(course.game_state)
    log = log_lines(course, names, ())
    again = GameProgress(found.beginning)
    state: StateView | None = None
    maps = _Maps()
    plans: Plans = ()
    done = 0
    for passed in (*course.passed, None):
        if passed is None or _is_chosen(passed.event) or is_correction(passed):
            now = StateView(declared, again.game_state)
            if state is None or not now.has_rows_of(state):
                state, plans = now, maps_of_game(found, again, JUDGE_NAME)
            if passed is None or maps.are_new(plans):
                until = len(log) if passed is None else _before(log, passed.number)
                yield ReplayFrame(_texts(log[done:until]), maps.drawn(plans))
                done = until
        if passed is not None:
            again.take(passed.number, passed.event)


def _before(log: list[LogLine], number: int) -> int:
    """Return how many lines of a log came before an event."""
    return sum(line.number < number for line in log)


def _is_chosen(event: JournalEvent) -> bool:
    """Tell whether somebody chose, and not a default for him."""
    return bool(event["event"] == CHOICE and event["by"] != BY_DEFAULT)


def _of_seat(
    found: OpenGame, course: GameProgress, seat: int, is_now: bool
) -> Iterator[ReplayFrame]:
    again, name = GameProgress(found.beginning), found.beginning.seat_name(seat)
    done, maps = 0, _Maps()
    for passed in course.passed:
        event = passed.event
        is_own = event["event"] == CHOICE and event["seat"] == name
        if is_own:
            _, lines = seat_lines(again, seat, (), part=slice(done, None))
            said = tuple(map(line_said, lines))
            yield ReplayFrame(said, maps.drawn(maps_of_game(found, again, name)))
            done += len(lines)
        again.take(passed.number, passed.event)
    if not is_now:
        return
    _, lines = seat_lines(again, seat, (), part=slice(done, None))
    said = tuple(map(line_said, lines))
    yield ReplayFrame(said, maps.drawn(maps_of_game(found, again, name)))


def _texts(lines: list[LogLine]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines_text(lines).splitlines() if lines)


class _Maps:
    """The pictures of one viewer, moment after moment: each shows what moved since the
    one before. They are made from what that viewer knew at both moments."""

    def __init__(self) -> None:
        """Begin with none."""
        self._before: Plans = ()
        self._bare: str | None = None

    def are_new(self, plans: Plans) -> bool:
        """Tell whether a map differs from the last for which that was asked, or there
        is none."""
        before, self._bare = self._bare, _picture(plans)
        return not plans or self._bare != before

    def drawn(self, plans: Plans) -> str:
        """Return the picture of the next moment; "" without boards."""
        before, self._before = self._before, plans
        return _picture(with_moves(plans, before))


def _picture(plans: Plans) -> str:
    return picture(plans, paper="board") if plans else ""

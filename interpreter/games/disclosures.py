"""What seats have seen of a game: views, encounters, and the witnesses of an undo."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping

from interpreter.engine.stops import (
    ChoiceStop,
    DrawStop,
    Finished,
    GameState,
    RollStop,
    Stop,
)
from interpreter.games.corrections import CORRECTION, SEEN, Correction, corrected
from interpreter.games.questions import questions, seat_texts, spoken_of
from interpreter.games.state import (
    CHOICE,
    AnsweredStop,
    GameProgress,
    Meeting,
    follows_pause,
)
from interpreter.semantics.audience import EVERYONE as ALL
from interpreter.semantics.declarations import Declarations
from interpreter.semantics.state_view import StateView
from interpreter.values.types import Type, Value, speaks_of
from interpreter.views.views import (
    AskableView,
    AskedValue,
    PastView,
    View,
    askable_view,
    made_names,
    met_in,
    view_with,
)
from interpreter.views.visibility import ALL_SEATS, Ids


def views_of(course: GameProgress, state: GameState) -> dict[int, View]:
    """Return the view of every seat in the game, by number."""
    seats = StateView(course.beginning.program.declared, state).seats
    return {seat: view_at(course, state, seat) for seat in seats}


def view_of(course: GameProgress, seat: int) -> View:
    """Return the view of a seat in the current state."""
    return view_at(course, course.game_state, seat)


def view_at(course: GameProgress, state: GameState, seat: int) -> View:
    """Return the view of a seat in a state of the game."""
    return _askable(course, state, seat).view


def _askable(course: GameProgress, state: GameState, seat: int) -> AskableView:
    """Return the view of a seat in a state of the game, which can be asked about
    values; that of the current state is worked out once."""
    if state is not course.game_state:
        return _askable_anew(course, state, seat)
    events = len(course.passed)
    known = course.known_views.get(seat)
    if known is None or known[0] is not state or known[1] != events:
        known = state, events, _askable_anew(course, state, seat)
        course.known_views[seat] = known
    return known[2]


def _askable_anew(course: GameProgress, state: GameState, seat: int) -> AskableView:
    past = _past(course, state, seat, _claims_at_pauses(course))
    arguments = _view_arguments(course, state, seat)
    masks, known = course.beginning.masks, course.known_fields
    return askable_view(*arguments, masks, past, known)


def earlier_view(course: GameProgress, seat: int) -> View | None:
    """Return the view with which that of a seat is compared to tell what is new, with
    the names of now: the one that it had when it began to act last. None before its
    first choice.

    It acts by choices between which nothing stands in its log; while nothing stands
    there after the last one, the time before counts, if there is one: what others did
    is new until something has come of the first answer to it. So this hangs on the log
    of the seat alone, and the view is one that it had when it was asked.
    """
    began = _began_to_act(course, seat)
    if began is None:
        return None
    state, known = began.stop.game_state, course.earlier_views.get(seat)
    if known is None or known[0] is not state:
        known = state, _view_then(course, state, seat, _claims_at_pauses(course))
        course.earlier_views[seat] = known
    return known[1]


def _began_to_act(course: GameProgress, seat: int) -> AnsweredStop | None:
    """Return where a seat began to act last; None before its first choice."""
    name = course.beginning.seat_name(seat)
    last: AnsweredStop | None = None
    began: AnsweredStop | None = None  # the first choice of those that are read
    is_over = False  # whether something stands in the log after them
    for each in _log_backwards(course, name):
        if each is not None:
            last, began = last or each, each
        elif began is not None and is_over:
            return began
        else:  # what was read, if anything, is under way: the time before counts
            began, is_over = None, True
    if began is not None and is_over:
        return began
    return None if last is None else _first_step(course, last)


def _first_step(course: GameProgress, last: AnsweredStop) -> AnsweredStop:
    """Return the first step of the way of which a choice is the last step; the choice
    itself, if it is none."""
    found = last
    for passed in reversed(course.passed):
        step, later = passed.stop, found.stop
        if not isinstance(later, ChoiceStop) or not later.instruction.is_leg:
            break
        *place, number = later.where
        if isinstance(step, ChoiceStop) and step.site == later.site:
            found = passed if [*step.where] == [*place, number - 1] else found
    return found


def _log_backwards(course: GameProgress, name: str) -> Iterator[AnsweredStop | None]:
    """Yield the log of a seat, the last first: its choices, and None for all else."""
    for passed in reversed(course.passed):
        if any(message.is_public for message in passed.messages):
            yield None
        if passed.event["event"] == CHOICE and passed.event["seat"] == name:
            yield passed
        elif is_correction(passed):
            if name in passed.event[SEEN]:
                yield None
        elif is_public(passed.stop):
            yield None


def _view_then(
    course: GameProgress, state: GameState, seat: int, pauses: tuple[int, ...]
) -> View:
    """Return the view that a seat had of a state before the present one, of which all
    that is known stays known."""
    arguments = _view_arguments(course, state, seat)
    past = _past(course, state, seat, pauses)
    return view_with(*arguments, (), course.beginning.masks, past)[0]


def offered_to(course: GameProgress, seat: int | None) -> list[tuple[Value, Type]]:
    """Return the options of the open question of a seat with their types; None for the
    seat: of all open questions."""
    return [
        (value, each.offers)
        for each in course.open()
        if seat is None or each.seat == seat
        for part in each.parts
        for value in part.offered or ()
    ]


def view_asked(
    course: GameProgress, state: GameState, seat: int, asked: Iterable[AskedValue]
) -> tuple[View, tuple[Value, ...]]:
    """Return the view of a seat in a state of the game, and the values that it is asked
    about under the names of that view."""
    return _askable(course, state, seat).asked(asked)


def _past(
    course: GameProgress, state: GameState, seat: int, pauses: tuple[int, ...]
) -> PastView:
    """Return what a seat saw of the game up to a state; `pauses` are those of all of
    it."""
    state_view = StateView(course.beginning.program.declared, state)
    return PastView(_until(pauses, state_view), _met(course, seat))


def made_names_of(
    course: GameProgress, state: GameState
) -> dict[tuple[str, int], dict[int, str]]:
    """Return how each seat calls the entities made while running, by kind and true
    number and by seat: for the judge."""
    state_view = StateView(course.beginning.program.declared, state)
    found: dict[tuple[str, int], dict[int, str]] = {}
    pauses = _claims_at_pauses(course)
    for seat in state_view.seats:
        arguments = _view_arguments(course, state, seat)
        past = _past(course, state, seat, pauses)
        names = made_names(*arguments, course.beginning.masks, past)
        for entity, name in names.items():
            found.setdefault(entity, {})[seat] = name
    return found


def _view_arguments(
    course: GameProgress, state: GameState, seat: int
) -> tuple[Declarations, Ids, GameState, int]:
    beginning = course.beginning
    return beginning.program.declared, beginning.ids, state, seat


def _claims_at_pauses(course: GameProgress) -> tuple[int, ...]:
    """Return the numbers of claims at the pauses of a game, each once, in order: claims
    only become more."""
    declared = course.beginning.program.declared
    if not declared.claims:
        return ()
    stops = (each.stop for each in course.passed if follows_pause(each.event))
    counts = (len(StateView(declared, stop.game_state).claims) for stop in stops)
    return tuple(dict.fromkeys(counts))


def _until(pauses: tuple[int, ...], state_view: StateView) -> tuple[int, ...]:
    """Return the pauses at which there were no more claims than in a state."""
    return pauses[: bisect_right(pauses, len(state_view.claims))]


def _met(course: GameProgress, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the entities created while running that a seat has met up to the last
    pause, in that order, so that their names stay the same."""
    found = course.meetings.setdefault(seat, Meeting())
    pauses = _claims_at_pauses(course) if course.passed[found.events :] else ()
    for each in course.passed[found.events :]:
        if follows_pause(each.event):
            _meet(course, seat, each.stop, found, pauses)
    found.events = len(course.passed)
    return found.met


def _nameable(declared: Declarations) -> frozenset[str]:
    """Return the kinds whose entities a seat may meet where it is asked nothing: it may
    see a field of them, or one that refers to them, or be told of them."""
    shown = [field.type for kind in declared.kinds.values() for field in kind.showable]
    for claim in declared.claims.values():
        shown += [fact.type for fact in claim.facts]
        shown += [kind for kind in (claim.about, claim.label) if kind is not None]
    return frozenset(
        name
        for name, kind in declared.kinds.items()
        if kind.showable or any(speaks_of(each, (name,)) for each in shown)
    )


def _meet(
    course: GameProgress,
    seat: int,
    stop: Stop,
    found: Meeting,
    pauses: tuple[int, ...],
) -> None:
    """Add the entities that a seat meets for the first time at a stop."""
    state, declared = stop.game_state, course.beginning.program.declared
    state_view = StateView(declared, state)
    if len(state_view.births) <= len(found.met):  # no other entity was created
        return
    asked = [
        AskedValue(*each)
        for question in (course.questions(stop) if isinstance(stop, ChoiceStop) else ())
        if question.seat == seat and question.only is None
        for each in spoken_of(question, seat_texts(question))
    ]
    known, kinds = set(found.met), _nameable(declared)
    if not asked and not any(
        kind in kinds and (kind, number) not in known
        for kind, number, _ in state_view.births
    ):
        return
    before = StateView(declared, found.game_state)
    if found.game_state and not asked and state_view.has_rows_of(before):
        return
    found.game_state = state
    past = PastView(_until(pauses, state_view), found.met)
    view_arguments = _view_arguments(course, state, seat)
    found.met = met_in(*view_arguments, asked, course.beginning.masks, past)


def is_public(stop: Stop) -> bool:
    """Return whether all seats see a roll or draw. The checker has proved that they may
    then know that it is made, of how many dice, and for what."""
    if not isinstance(stop, RollStop | DrawStop):
        return False
    return stop.instruction.site.seen_by == ALL


def seeing_correction(course: GameProgress, correction: Correction) -> tuple[str, ...]:
    """Return the seats, and `everyone`, whose view changes by a correction of a game
    where it waits; Unusable for one that does not fit."""
    declared, ids = course.beginning.program.declared, course.beginning.ids
    state = corrected(declared, course.game_state, correction, ids)
    before, now = _all_views(course, course.game_state), _all_views(course, state)
    name = course.beginning.seat_name
    return tuple(name(seat) for seat in _noticed_by(before, now, public=False))


def _all_views(course: GameProgress, state: GameState) -> dict[int, View]:
    """Return the views of all seats, and what everyone knows."""
    everyone = view_at(course, state, ALL_SEATS)
    return {**views_of(course, state), ALL_SEATS: everyone}


def is_correction(passed: AnsweredStop) -> bool:
    """Return whether an event is a correction by the judge."""
    return bool(passed.event["event"] == CORRECTION)


def is_posed_anew(passed: AnsweredStop) -> bool:
    """Return whether an event left the game waiting at the same place of a run, where
    what is asked was only worked out anew."""
    before, after = passed.stop, passed.after
    if isinstance(before, Finished) or isinstance(after, Finished):
        return False
    # a run that goes on makes new frames, so the same frames are the same waiting
    return is_correction(passed) and before.stack is after.stack


def witnesses(course: GameProgress, to: int) -> tuple[str, ...]:
    """Return the seats that know of an event after number `to`, without the seat whose
    choice is the first of them.

    A seat knows of them if it chose, was asked, or if its view was different in
    between, even if it is the same again now; every seat knows of public rolls. What
    was only worked out anew by a correction was asked before.
    """
    undone = [answered for answered in course.passed if answered.number > to]
    if not undone:
        return ()
    back = undone[0].stop  # what is asked there is asked again
    before, same = views_of(course, back.game_state), [back]
    name = course.beginning.seat_name
    chose = [e.event["seat"] for e in undone if e.event["event"] == CHOICE]
    found = dict.fromkeys(chose)
    for passed in undone:
        if is_posed_anew(passed) and passed.stop is same[-1]:
            same.append(passed.after)
        if not any(passed.after is stop for stop in same):
            found |= dict.fromkeys(name(seat) for seat in _asked(passed.after))
        now = views_of(course, passed.after.game_state)
        public = is_public(passed.stop) and not is_correction(passed)
        seats = _noticed_by(before, now, public=public)
        found |= dict.fromkeys(name(seat) for seat in seats)
    return tuple(each for each in found if each not in (*chose[:1], "judge"))


def _noticed_by(
    before: Mapping[int, View], now: Mapping[int, View], *, public: bool
) -> list[int]:
    """Return the seats whose view has changed; all of them where what fell is
    `public`."""
    seats = {**before, **now}
    return [seat for seat in seats if public or before.get(seat) != now.get(seat)]


def _asked(stop: Stop) -> list[int]:
    """Return the seats that are asked at a stop: not those with one option, which is
    taken without them."""
    if not isinstance(stop, ChoiceStop):
        return []
    return [each.seat for each in questions(stop) if each.only is None]

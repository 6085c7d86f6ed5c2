"""Who has seen what an undo would take back."""

from collections.abc import Iterable, Mapping

from interpreter.engine.stops import ChoiceStop, DrawStop, GameState, RollStop, Stop
from interpreter.games.questions import questions, spoken_of
from interpreter.games.state import CHOICE, AnsweredStop, GameProgress, Meeting
from interpreter.semantics.audience import EVERYONE as ALL
from interpreter.semantics.declarations import Declarations
from interpreter.values.log import STORE
from interpreter.values.types import Type, Value
from interpreter.views.masks import Ids
from interpreter.views.views import AskedValue, PastView, View, met_in, view_with


def views_of(course: GameProgress, world: GameState) -> dict[int, View]:
    """Return the view of every seat that is there, by number."""
    declared = course.beginning.program.declared
    kinds = list(declared.kinds)
    if declared.seat_kind not in kinds:
        return {}
    rows = world[kinds.index(declared.seat_kind)]
    seats = [seat for seat, row in enumerate(rows) if row is not None]
    return {seat: view_asked(course, world, seat, ())[0] for seat in seats}


def view_of(course: GameProgress, seat: int) -> View:
    """Return the view of a seat as the game stands."""
    return view_asked(course, course.world, seat, ())[0]


def offered_to(course: GameProgress, seat: int | None) -> list[tuple[Value, Type]]:
    """Return what a seat is to choose from as the game stands, each with its type; None
    for the seat: what anybody is."""
    return [
        (value, each.offers)
        for each in course.open()
        if seat is None or each.seat == seat
        for part in each.parts
        for value in part.offered or ()
    ]


def view_asked(
    course: GameProgress, world: GameState, seat: int, asked: Iterable[AskedValue]
) -> tuple[View, tuple[Value, ...]]:
    """Return the view of a seat in a world of the game, and what it is asked about."""
    past = PastView(_pauses(course, world), _met(course, seat))
    return view_with(*_given(course, world, seat), asked, course.beginning.masks, past)


def _given(
    course: GameProgress, world: GameState, seat: int
) -> tuple[Declarations, Ids, GameState, int]:
    beginning = course.beginning
    return beginning.program.declared, beginning.ids, world, seat


def _is_pause(passed: AnsweredStop) -> bool:
    """Tell whether a seat could look when an event was awaited: where somebody chooses
    or types what fell."""
    return passed.event["event"] == CHOICE or bool(passed.event.get("typed"))


def _pauses(course: GameProgress, world: GameState) -> tuple[int, ...]:
    """Return how many claims had been told at each pause before a world of the game."""
    kinds = list(course.beginning.program.declared.kinds)
    if STORE not in kinds:
        return ()
    store = kinds.index(STORE)
    most = len(world[store])
    stops = (each.stop for each in course.passed if _is_pause(each))
    counts = (len(each.world[store]) for each in stops)
    return tuple(dict.fromkeys(each for each in counts if each <= most))


def _met(course: GameProgress, seat: int) -> tuple[tuple[str, int], ...]:
    """Return what came to be while running as a seat has met it up to the last pause:
    so it is named the same for the rest of the game."""
    found = course.meetings.setdefault(seat, Meeting())
    for each in course.passed[found.events :]:
        if _is_pause(each):
            _meet(course, seat, each.stop, found)
    found.events = len(course.passed)
    return found.met


def _meet(course: GameProgress, seat: int, stop: Stop, found: Meeting) -> None:
    """Add what a seat meets for the first time at a stop."""
    world = stop.world
    if len(world[-1][2]) <= len(found.met):  # nobody else came to be
        return
    pairs = zip(world[:-1], found.world, strict=False)
    asked = [
        AskedValue(*each)
        for question in (course.questions(stop) if isinstance(stop, ChoiceStop) else ())
        if question.seat == seat
        for each in spoken_of(question)
    ]
    if found.world and not asked and all(now is before for now, before in pairs):
        return
    found.world = world
    past = PastView(_pauses(course, world), found.met)
    given = _given(course, world, seat)
    found.met = met_in(*given, asked, course.beginning.masks, past)


def is_public(stop: Stop) -> bool:
    """Tell whether all seats see what falls at a stop. That it falls there, of how
    many dice, and what for, they may then know: the checker has proved it."""
    if not isinstance(stop, RollStop | DrawStop):
        return False
    return stop.instruction.site.seen_by == ALL


def witnesses(course: GameProgress, to: int) -> tuple[str, ...]:
    """Return the seats that know of what came behind an event, but for the one whose
    choice came first behind it.

    A seat knows of it that chose, was asked, or whose view was another in between,
    even if it is the same again now; and every seat of what fell for all to see.
    """
    undone = [each for each in course.passed if each.number > to]
    if not undone:
        return ()
    back = undone[0].stop  # what is asked there is asked again
    before = views_of(course, back.world)
    name = course.beginning.seat_name
    chose = [e.event["seat"] for e in undone if e.event["event"] == CHOICE]
    found = dict.fromkeys(chose)
    for each in undone:
        if each.after is not back:
            found |= dict.fromkeys(name(seat) for seat in _asked(each.after))
        now, public = views_of(course, each.after.world), is_public(each.stop)
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
    if not isinstance(stop, ChoiceStop):
        return []
    return [each.seat for each in questions(stop)]

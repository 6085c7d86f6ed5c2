"""Who has seen what an undo would take back."""

from collections.abc import Iterable

from interpreter.games.course import CHOICE, Course
from interpreter.games.questions import questions
from interpreter.running.stops import ChoiceStop, Stop, World
from interpreter.running.views import NO_PAST, Asked, Past, View, view_with
from interpreter.values.claims import STORE
from interpreter.values.types import Value


def views_of(course: Course, world: World) -> dict[int, View]:
    """Return the view of every seat that is there, by number."""
    declared = course.beginning.program.declared
    kinds = list(declared.kinds)
    if declared.seat_kind not in kinds:
        return {}
    rows = world[kinds.index(declared.seat_kind)]
    seats = [seat for seat, row in enumerate(rows) if row is not None]
    return {seat: view_asked(course, world, seat, ())[0] for seat in seats}


def view_of(course: Course, seat: int) -> View:
    """Return the view of a seat as the game stands."""
    return view_asked(course, course.world, seat, ())[0]


def view_asked(
    course: Course, world: World, seat: int, asked: Iterable[Asked]
) -> tuple[View, tuple[Value, ...]]:
    """Return the view of a seat in a world of the game, and what it is asked about."""
    beginning = course.beginning
    given = (beginning.program.declared, beginning.ids, world, seat)
    return view_with(*given, asked, beginning.masks, past_of(course, world))


def past_of(course: Course, world: World) -> Past:
    """Return when seats could have looked before a world of the game.

    A game pauses where somebody chooses or types what fell.
    """
    kinds = list(course.beginning.program.declared.kinds)
    if STORE not in kinds:
        return NO_PAST
    store = kinds.index(STORE)
    most = len(world[store])
    stops = (
        each.stop
        for each in course.passed
        if each.event["event"] == CHOICE or each.event.get("typed")
    )
    counts = (len(each.world[store]) for each in stops)
    return Past(tuple(dict.fromkeys(each for each in counts if each <= most)))


def witnesses(course: Course, to: int) -> tuple[str, ...]:
    """Return the seats that know of what came behind an event, but for the one whose
    choice came first behind it.

    A seat knows of it that chose, was asked, or whose view was another in between,
    even if it is the same again now.
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
        now = views_of(course, each.after.world)
        seats = [s for s in {**before, **now} if before.get(s) != now.get(s)]
        found |= dict.fromkeys(name(seat) for seat in seats)
    return tuple(each for each in found if each not in (*chose[:1], "judge"))


def _asked(stop: Stop) -> list[int]:
    if not isinstance(stop, ChoiceStop):
        return []
    return [each.seat for each in questions(stop)]

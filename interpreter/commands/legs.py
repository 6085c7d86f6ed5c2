"""A way that a person gives at once: taken hex by hex, as long as nothing cuts it."""

from dataclasses import dataclass

from interpreter.games.course import Course
from interpreter.games.questions import Question
from interpreter.program.instructions import LEG
from interpreter.reporting.posing import Posed, posed
from interpreter.running.stops import ChoiceStop
from interpreter.running.views import Thing, View
from interpreter.values.types import Hex, ListOf, Type, Value, present

NEWS = "something new is seen"
OTHER = "it is another question that is asked now"


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is left of a way: the step that it answers, the hex that was answered last,
    and the view of its seat (None: the judge's) before that."""

    stop: ChoiceStop
    seat: int
    rest: tuple[str, ...]
    to: Value
    seen: View | None

    def cut(self, stop: ChoiceStop, seat: int, now: View | None) -> str:
        """Return why the way goes no further at a stop, where its seat has this view
        now; "" where it does."""
        mine = (self.seat, self.stop.site, self.stop.where)
        if (seat, stop.site, stop.where) != mine:
            return OTHER
        if self.seen is None or now is None:
            return ""
        return NEWS if is_news(self.seen, now, self.to) else ""

    @property
    def dropped(self) -> str:
        """How much is left of it, without a word of where it was to lead."""
        number = len(self.rest)
        return f"{number} step{'s' * (number > 1)} of the way left out"


def ahead_of(stop: ChoiceStop, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the first hex of an answer, and those behind it; of what is no way, all
    and nothing."""
    words = text.split()
    one = stop.instruction
    goes = one.label == LEG and isinstance(present(one.type), Hex)
    if not goes or one.each is not None or len(words) < 2:
        return text, ()
    return words[0], tuple(words[1:])


def next_of(course: Course, ahead: Ahead) -> tuple[Question, Posed] | str:
    """Return the question that the next hex of a way answers, or why it is cut."""
    for question in course.open():
        if question.seat == ahead.seat:
            shown = posed(course, question)
            why = ahead.cut(question.stop, question.seat, shown.view)
            return why or (question, shown)
    return OTHER


def is_news(before: View, now: View, to: Value) -> bool:
    """Tell whether a view shows more that is new than what went to a hex."""
    if before.claims != now.claims:
        return True
    old = {(each.kind.name, each.number): each for each in before.things}
    new = {(each.kind.name, each.number): each for each in now.things}
    if old.keys() != new.keys():
        return True
    return any(old[at] != new[at] and not _went(old[at], new[at], to) for at in old)


def _went(before: Thing, now: Thing, to: Value) -> bool:
    """Tell whether a thing stands at a hex where it did not stand before, or holds it
    in a list once more than before, as a body of several pieces does."""
    known = {field.name: value for field, value in before.fields}
    return any(
        _times(field.type, value, to) > _times(field.type, known.get(field.name), to)
        for field, value in now.fields
    )


def _times(kind: Type, value: Value, to: Value) -> int:
    """Return how often a hex stands in a value that is a hex, or a list of them."""
    one = present(kind)
    if isinstance(one, ListOf) and isinstance(value, tuple):
        return value.count(to) if isinstance(one.item, Hex) else 0
    return int(isinstance(one, Hex) and value == to)

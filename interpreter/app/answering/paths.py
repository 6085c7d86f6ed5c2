"""A way that a person gives at once: taken hex by hex, as long as nothing cuts it."""

from dataclasses import dataclass
from itertools import pairwise

from interpreter.boards.protocol import Labels, Misfit
from interpreter.diagnostics import Unusable
from interpreter.engine.stops import ChoiceStop
from interpreter.games.questions import Question
from interpreter.games.state import GameProgress
from interpreter.reports.claims import edge_of
from interpreter.reports.colour import clean
from interpreter.reports.questions import Posed, posed
from interpreter.reports.values import ValueNames, to_text
from interpreter.reports.views import by_name, texts_of
from interpreter.values.types import Cell, ListOf, Type, Value, present
from interpreter.views.views import View, ViewedClaim, ViewedEntity

NEWS = "something new is seen"
OTHER = "it is another question that is asked now"
OVER = "nothing more is asked now"
STAYS = "none"  # the answer that ends a way
FEW = 3  # names of what is new


@dataclass(frozen=True, slots=True)
class RemainingPath:
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
        if seat != self.seat:
            return OTHER
        if self.seen is not None and now is not None:
            news = news_of(self.seen, now, self.to)
            if news:
                last = to_text(self.to, self.stop.instruction.type, edge_of(now))
                return f"{NEWS} after {last}: {_some(news)}"
        return "" if self._goes_on(stop) else OTHER

    def _goes_on(self, stop: ChoiceStop) -> bool:
        """Tell whether a stop is the next step of the same movement: it stands where
        the last did, and so does the number of steps, which it is known by last."""
        *place, steps = self.stop.where
        *now, more = stop.where
        return (stop.site, now, more) == (self.stop.site, place, steps + 1)

    def left_out(self, why: str) -> str:
        """Return how much is left of it, without a word of where it was to lead; ""
        where it has come to its end by itself and only the word for that is left."""
        went = self.to is not None
        if went and self.rest == (STAYS,) and why in (OTHER, OVER):
            return ""
        number = len(self.rest)
        return f"{number} step{'s' * (number > 1)} of the way left out: {why}"


def ahead_of(
    stop: ChoiceStop, text: str, names: ValueNames
) -> tuple[str, tuple[str, ...]]:
    """Return the first hex of an answer, and those behind it; of what is no way, all
    and nothing. A way on which two hexes do not touch is Unusable as a whole: whoever
    wrote it meant another one."""
    kind = present(stop.instruction.type)
    known = names.labels.get(kind.board) if isinstance(kind, Cell) else None
    words = text.split() if known is None else known.listed(text)
    if not stop.instruction.is_leg or len(words) < 2:
        return text, ()
    if known is not None:
        _allow(words, known)
    return words[0], tuple(words[1:])


def _allow(words: list[str], known: Labels) -> None:
    for one, other in pairwise(words):
        start, goal = known.place_of(one), known.place_of(other)
        if isinstance(start, Misfit) or isinstance(goal, Misfit):
            continue  # what it is, if it is anything, the rules say when it is reached
        if not known.touch(start, goal):
            what = f"'{clean(one)}' and '{clean(other)}' do not touch"
            raise Unusable(f"{what}: nothing of the way is gone")


def next_of(course: GameProgress, ahead: RemainingPath) -> tuple[Question, Posed] | str:
    """Return the question that the next hex of a way answers, or why it is cut."""
    for question in course.open():
        if question.seat == ahead.seat:
            shown = posed(course, question)
            why = ahead.cut(question.stop, question.seat, shown.view)
            return why or (question, shown)
    return OTHER


def news_of(before: View, now: View, to: Value) -> list[str]:
    """Return what of a view is new, but for what went to a hex: kinds of claims, and
    things by their names."""
    known = set(map(_content, before.claims))
    fresh = (each for each in now.claims if _content(each) not in known)
    told = [clean(each.kind.title) for each in fresh]
    old, new = by_name(before), by_name(now)
    names = edge_of(before), edge_of(now)

    def is_other(name: str) -> bool:
        if name not in old or name not in new:
            return True
        was, thing = old[name], new[name]
        is_same = texts_of(was, names[0]) == texts_of(thing, names[1])
        return not is_same and not _went(was, thing, to)

    return list(dict.fromkeys([*told, *filter(is_other, {**old, **new})]))


def _content(claim: ViewedClaim) -> tuple[Value, ...]:
    """Return what a claim says; its kind is known by its name."""
    return claim.number, claim.kind.name, claim.about, claim.label, claim.facts


def _some(names: list[str]) -> str:
    """Return a few names, and how many more there are."""
    more = len(names) - FEW
    return ", ".join(names[:FEW]) + (f" and {more} more" if more > 0 else "")


def _went(before: ViewedEntity, now: ViewedEntity, to: Value) -> bool:
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
        return value.count(to) if isinstance(one.item, Cell) else 0
    return int(isinstance(one, Cell) and value == to)

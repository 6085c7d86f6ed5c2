"""A path that a person gives at once: answered step by step until something cuts it.

A path is cut when its seat sees something new, when the next question is not the next
step of the same movement, or when a step is refused. The steps left are then dropped
and reported, without naming the hexes to which they led.
"""

from msgspec import Struct

from interpreter.boards.protocol import Labels, Misfit
from interpreter.diagnostics import Unusable
from interpreter.engine.stops import ChoiceStop
from interpreter.games.questions import Question
from interpreter.games.state import GameProgress
from interpreter.reports.claims import names_of
from interpreter.reports.colour import clean
from interpreter.reports.questions import Posed, posed
from interpreter.reports.values import ValueNames, to_text
from interpreter.reports.views import by_id, entity_text, texts_of
from interpreter.values.types import Cell, ListOf, Type, Value, present
from interpreter.views.views import View, ViewedClaim, ViewedEntity

NEWS = "something new is seen"
OTHER = "it is another question that is asked now"
OVER = "nothing more is asked now"
NO_STEP = "no step of the path was taken"
STAYS = "none"  # the answer that ends a path
MOST_NAMES = 3  # of what is new


class RemainingPath(Struct, frozen=True):
    """The steps of a path that are still to be answered: the stop and the seat of the
    step before, its answer `to`, and the view of the seat at that stop (None: the
    judge's)."""

    stop: ChoiceStop
    seat: int
    rest: tuple[str, ...]
    to: Value
    seen: View | None

    @classmethod
    def after(
        cls, question: Question, to: Value, rest: tuple[str, ...], seen: View | None
    ) -> "RemainingPath":
        """Return what remains after the answer `to` of a question."""
        return cls(question.stop, question.seat, rest, to, seen)

    def cut(self, question: Question, now: View | None) -> str:
        """Return why the path ends before a question, where its seat has the view
        `now`; "" where the question is the next step."""
        if question.seat != self.seat or not self._is_next_step(question.stop):
            return OTHER  # a movement that is over changes what counts it, too
        if self.seen is not None and now is not None:
            news = news_of(self.seen, now, self.to)
            if news:
                last = to_text(self.to, self.stop.instruction.type, names_of(now))
                return f"{NEWS} after {last}: {_some(news)}"
        return ""

    def _is_next_step(self, stop: ChoiceStop) -> bool:
        """Return whether a stop is the next step of the same movement: the key of the
        stop is the same but for its last part, which counts the steps."""
        *place, steps = self.stop.where
        *now, more = stop.where
        return (stop.site, now, more) == (self.stop.site, place, steps + 1)

    def left_out(self, why: str) -> str:
        """Return the report of the steps dropped; "" where the path was complete and
        only the word that ends it is left."""
        went = self.to is not None
        if went and self.rest == (STAYS,) and why in (OTHER, OVER):
            return ""
        number = len(self.rest)
        return f"{number} step{'s' * (number > 1)} of the way left out: {why}"


def path_of(
    stop: ChoiceStop, text: str, names: ValueNames
) -> tuple[str, tuple[str, ...]]:
    """Return the first step of an answer, and the steps after it; for an answer that is
    no path the whole text and (). A path with what is no place, or with two places that
    do not touch, is Unusable as a whole, because another one must have been meant."""
    kind = present(stop.instruction.type)
    known = names.labels.get(kind.board) if isinstance(kind, Cell) else None
    words = text.split() if known is None else known.listed(text)
    if not stop.instruction.is_leg or len(words) < 2:
        return text, ()
    if known is not None:
        _check_path(words, known)
    return words[0], tuple(words[1:])


def _check_path(words: list[str], known: Labels) -> None:
    before: tuple[str, tuple[int, int]] | None = None
    for word in words:
        if word == STAYS:
            continue
        place = known.place_of(word)
        if isinstance(place, Misfit):
            raise Unusable(f"{clean(place.message)}: {NO_STEP}", hint=place.expected)
        if before is not None and not known.touch(before[1], place):
            what = f"'{clean(before[0])}' and '{clean(word)}' do not touch"
            raise Unusable(f"{what}: {NO_STEP}")
        before = word, place


def next_of(
    progress: GameProgress, path: RemainingPath
) -> tuple[Question, Posed] | str:
    """Return the question that the next step of a path answers, or why it is cut."""
    for question in progress.open():
        if question.seat == path.seat:
            shown = posed(progress, question)
            return path.cut(question, shown.view) or (question, shown)
    return OTHER


def news_of(before: View, now: View, to: Value) -> list[str]:
    """Return what is new in a view, except for what moved to the hex `to`: the titles
    of claims, and the names of entities."""
    known = set(map(_content, before.claims))
    new_claims = (claim for claim in now.claims if _content(claim) not in known)
    titles = [clean(claim.kind.title) for claim in new_claims]
    old, new = by_id(before), by_id(now)
    names = names_of(before), names_of(now)

    def has_changed(id_: str) -> bool:
        if id_ not in old or id_ not in new:
            return True
        was, entity = old[id_], new[id_]
        is_same = texts_of(was, names[0]) == texts_of(entity, names[1])
        return not is_same and not _moved(was, entity, to)

    changed = filter(has_changed, {**old, **new})
    texts = [
        entity_text(new[id_], names[1])
        if id_ in new
        else entity_text(old[id_], names[0])
        for id_ in changed
    ]
    return list(dict.fromkeys([*titles, *texts]))


def _content(claim: ViewedClaim) -> tuple[Value, ...]:
    """Return the content of a claim, hashable; its kind is identified by its name."""
    return claim.number, claim.kind.name, claim.about, claim.label, claim.facts


def _some(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _moved(before: ViewedEntity, now: ViewedEntity, to: Value) -> bool:
    """Return whether an entity is at a hex where it was not before, or has it once more
    in a list, as an entity that covers several hexes has."""
    known = {field.name: value for field, value in before.fields}
    return any(
        _times(field.type, value, to) > _times(field.type, known.get(field.name), to)
        for field, value in now.fields
    )


def _times(kind: Type, value: Value, to: Value) -> int:
    """Return how often a place occurs in a value that is a place, or a list of them."""
    inner = present(kind)
    if isinstance(inner, ListOf) and isinstance(value, tuple):
        return value.count(to) if isinstance(inner.item, Cell) else 0
    return int(isinstance(inner, Cell) and value == to)

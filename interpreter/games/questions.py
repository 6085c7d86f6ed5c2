"""Questions: what a stop asks each seat, and the answers that it takes."""

from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import UmpireError, Unusable
from interpreter.engine.stops import ChoiceStop, PartTexts, checked_one
from interpreter.ir.walking import in_template
from interpreter.values.types import JUDGE, ListOf, Record, Type, Unknown, Value
from interpreter.views.block_labels import BlockLabels

Given = tuple[Value, ...]
"""The answer of a seat: a value for each part of its question."""


class IllegalAnswer(Unusable):
    """An answer that its question does not take, for a reason the seat can see."""


class ConditionUnmet(IllegalAnswer):
    """An answer of offered options that the condition of the choice refuses."""

    def __init__(self, value: Value) -> None:
        """`value` is the answer to the whole stop."""
        super().__init__("the answer does not meet the condition of the choice")
        self.value = value


class ChoicePart(Struct, frozen=True):
    """One choice of a question: for an element (None: there is only one choice) one of
    the `offered`, or several of them; offered None: any value of the type. `at` is its
    index among all choices of the stop."""

    element: Value
    offered: tuple[Value, ...] | None
    at: int = 0


class Question(Struct, frozen=True):
    """What one seat is asked at a stop; `seat` is its number, or JUDGE."""

    stop: ChoiceStop
    seat: int
    parts: tuple[ChoicePart, ...]

    @property
    def only(self) -> Given | None:
        """The only possible answer; None where there are several."""
        if self.stop.how_many is not None:
            return None
        found: list[Value] = []
        for part in self.parts:
            if part.offered is None or len(part.offered) != 1:
                return None
            found.append(part.offered[0])
        return tuple(found)

    def sorted(self, labels: BlockLabels, item: Type) -> "Question":
        """Return the question with its parts, whose elements are of the type `item`,
        and its options in an order that discloses nothing of what is masked; named
        options keep their order."""
        made = self.stop.instruction
        places = {part.at: part for part in self.parts}
        pairs = [(part.element, part.at) for part in self.parts]
        both = Record("", (("", item), ("", Unknown())))
        found = (places[at] for _, at in labels.sorted(pairs, both, None))
        if not made.texts:
            found = (_sorted(part, labels, self.offers) for part in found)
        return replace(self, parts=tuple(found))

    @property
    def offers(self) -> Type:
        """The type of one option."""
        kind = self.stop.instruction.type
        several = self.stop.how_many is not None
        return kind.item if several and isinstance(kind, ListOf) else kind

    def checked(self, values: Given) -> Given:
        """Return an answer as the run takes it; IllegalAnswer where it was not
        offered."""
        if len(values) != len(self.parts):
            raise IllegalAnswer(f"{len(self.parts)} answers are needed")
        pairs = zip(self.parts, values, strict=True)
        try:
            return tuple(checked_one(self.stop, part.offered, v) for part, v in pairs)
        except Unusable as fault:
            raise IllegalAnswer(fault.message) from None


def questions(stop: ChoiceStop) -> tuple[Question, ...]:
    """Return the questions of a stop, one a seat, in the order of the stop."""
    if stop.instruction.each is None or stop.offered is None:
        seat = JUDGE if stop.by is None else stop.by
        return (Question(stop, seat, (ChoicePart(None, stop.offered),)),)
    found: dict[int, list[ChoicePart]] = {}
    for at, (element, by, offered) in enumerate(stop.offered):
        seat = JUDGE if by is None else by
        found.setdefault(seat, []).append(ChoicePart(element, offered, at))
    return tuple(Question(stop, seat, tuple(parts)) for seat, parts in found.items())


def own_part(question: Question, values: Given) -> Value:
    """Return what one seat answers of the answer to a stop that asks several."""
    pairs = zip(question.parts, values, strict=True)
    return tuple((part.element, value) for part, value in pairs)


def together(asked: tuple[Question, ...], answers: dict[int, Given]) -> Value:
    """Return the answer to a stop, made of the answers of all seats."""
    stop = asked[0].stop if asked else None
    if stop is None:
        return ()
    if stop.instruction.each is None or stop.offered is None:
        return answers[asked[0].seat][0]
    found = {
        part.at: value
        for each in asked
        for part, value in zip(each.parts, answers[each.seat], strict=True)
    }
    return tuple((element, found[at]) for at, (element, *_) in enumerate(stop.offered))


def _sorted(part: ChoicePart, labels: BlockLabels, kind: Type) -> ChoicePart:
    if part.offered is None:
        return part
    return replace(part, offered=tuple(labels.offered(part.offered, kind)))


def element_type(stop: ChoiceStop) -> Type:
    """Return the type of the elements for which there is a choice each."""
    each = stop.instruction.each
    if each is None or not isinstance(each[1].type, ListOf):
        return Unknown()
    return each[1].type.item


def seat_texts(question: Question) -> tuple[PartTexts, ...]:
    """Return the texts of each part of the question of a seat. One in which a rule
    fails is marked: where, and at what, is for the judge, and a game in which a text
    fails goes on."""
    return tuple(_part_texts(question, part) for part in question.parts)


def _part_texts(question: Question, part: ChoicePart) -> PartTexts:
    try:
        return question.stop.part_texts(part.at)
    except UmpireError:
        return PartTexts(failed=True)


def judge_texts(question: Question) -> tuple[PartTexts, ...]:
    """Return the same for who may know everything; an UmpireError where a rule fails in
    a text."""
    return tuple(question.stop.part_texts(part.at) for part in question.parts)


def spoken_of(
    question: Question, texts: Sequence[PartTexts]
) -> Iterator[tuple[Value, Type]]:
    """Yield all values in a question with their types, in this order: those in the text
    of its step, in the texts of its options, in its subject; for each part its element,
    what is said of that, its options, and what stands beside each of them; the default.
    `texts` are those of each part.
    """
    stop = question.stop
    made = stop.instruction
    named = [*stop.texts, *([()] * (2 + len(made.texts)))]
    templates = (made.site.say, *(text for _, text in made.texts), made.about)
    for template, values in zip(templates, named, strict=False):
        kinds = [node.type for node in in_template(template)]
        yield from zip(chain(values, repeat(None)), kinds, strict=False)
    said, beside = (
        [node.type for node in in_template(text)]
        for text in (made.part_says, made.beside)
    )
    for part, part_texts in zip(question.parts, texts, strict=True):
        if made.each is not None:
            yield part.element, element_type(stop)
        yield from zip(part_texts.said, said, strict=False)
        for value in part.offered or ():
            yield value, question.offers
        for value in part.offered or ():
            shown = part_texts.beside.get(value, ())
            yield from zip(shown, beside, strict=False)
    if stop.default is not None:
        yield stop.default, made.type

"""What a seat may answer, and how a game goes on when it has answered.

An `Answerer` answers for everybody: fixed answers and a policy, as `simulate` has them.
`Chance` answers all that is asked in one game to its end.
"""

from collections.abc import Collection, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from interpreter.app.advising.supposed import Unlike
from interpreter.app.answering.choices import pending_choice, whole_question
from interpreter.app.opening.session import Session
from interpreter.app.type_values import type_values
from interpreter.diagnostics import LimitExceeded, Unusable
from interpreter.engine.dice import Stream, how_many
from interpreter.engine.policies import Answers, Policy, PolicyQuestion
from interpreter.engine.simulation.direct import drawn, thrown
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop
from interpreter.games.questions import Given, Question, questions, together
from interpreter.reports.values import spaced
from interpreter.values.types import Value, speaks_of

Places: TypeAlias = tuple[Any, ...]
"""An answer by where it stands in the question of its seat: for each part the place of
the option, a tuple of places where several are wanted, or a `Typed` value. So it means
the same in games in which other true numbers have the same names."""


class Typed(NamedTuple):
    """A value that was not offered; None where it speaks of entities."""

    value: Value


def places_of(question: Question, values: Given, kinds: Collection[str]) -> Places:
    """Return where an answer stands in its question; `kinds` are all of the pack."""
    has_entities = speaks_of(question.offers, kinds)
    found: list[Any] = []
    for part, value in zip(question.parts, values, strict=True):
        if part.offered is None:
            found.append(Typed(None if has_entities else value))
        elif question.stop.how_many is None or not isinstance(value, tuple):
            found.append(_place(part.offered, value))
        else:
            found.append(tuple(_place(part.offered, each) for each in value))
    return tuple(found)


def _place(offered: tuple[Value, ...], value: Value) -> int:
    pairs = [(type(each), each) for each in offered]  # True == 1
    return pairs.index((type(value), value))


def values_at(question: Question, places: Places) -> Given:
    """Return the answer that stands at these places; Unlike where it has none."""
    found: list[Value] = []
    for part, place in zip(question.parts, places, strict=True):
        if isinstance(place, Typed):
            if place.value is None:
                raise Unlike("nobody else calls this entity so")
            found.append(place.value)
        elif part.offered is None:
            raise Unlike("nothing is offered")
        elif isinstance(place, tuple):
            found.append(tuple(part.offered[at] for at in place))
        else:
            found.append(part.offered[place])
    return tuple(found)


MOST_WAYS = 500
"""Answers to one question that are put beside each other."""
MOST_ROUNDS = 100
"""In which several choose together until their answers are legal."""
EACH = Answers({}, Policy("random", default="random"))


class Answerer:
    """Answers what is asked in games that a session plays: for all by `answers`."""

    def __init__(self, session: Session, answers: Answers, call_rule: Any) -> None:
        """`call_rule` calls a rule of the pack."""
        self._kind = session.program.declared.seat_kind
        self._kinds = session.program.declared.kinds
        self._names = session.edge
        self._answers = answers
        self._call_rule = call_rule

    def ways(self, stop: ChoiceStop) -> tuple[Value, ...]:
        """Return the answers to a whole stop, all as likely."""
        asked = whole_question(stop, self._name, self._call_rule)
        return self._answers.answers_to(asked)

    def ways_of_seat(self, question: Question) -> tuple[Given, ...]:
        """Return the same of one question."""
        return self._given(question, self._answers, with_default=True)

    def places(self, question: Question, values: Given) -> Places:
        """Return where an answer stands in its question."""
        return places_of(question, values, self._kinds)

    def possible(self, question: Question) -> tuple[Given, ...]:
        """Return every answer that a question takes; LimitExceeded for too many, or
        Unusable for one that takes any value of a type without an end."""
        found = self._open(question)
        if found is None:
            found = self._given(question, EACH, with_default=False)
        if len(found) > MOST_WAYS:
            raise LimitExceeded("answers that are compared", MOST_WAYS)
        return found

    def _open(self, question: Question) -> tuple[Given, ...] | None:
        """Return the answers to a question of which a part offers nothing but takes any
        value of a type; None for a question of another kind."""
        if all(part.offered is not None for part in question.parts):
            return None
        kind = question.stop.instruction.type
        # The ids of what is hidden are nobody's business, so entities have no values.
        domain = type_values(kind, {})
        if domain is None or not domain.is_whole or not domain.values:
            name = spaced(question.stop.instruction.label)
            message = f"'{name}' takes any value of a type, too many to compare"
            raise Unusable(message)
        every = [
            part.offered if part.offered is not None else tuple(domain.values.values())
            for part in question.parts
        ]
        single = question.stop.check is not None and len(every) == 1
        ways = product(*every)
        return tuple(way for way in ways if not single or question.stop.legal(way[0]))

    def _given(
        self, question: Question, answers: Answers, *, with_default: bool
    ) -> tuple[Given, ...]:
        stop = question.stop
        several = stop.instruction.each is not None
        choices = tuple(
            pending_choice(
                stop,
                question.seat,
                part.offered,
                self._name,
                self._call_rule,
                with_default,
            )
            for part in question.parts
        )
        elements: Any = tuple(part.element for part in question.parts)
        is_whole = len(questions(stop)) == 1 or stop.instruction.is_apart
        legal = stop.legal if several and is_whole and stop.check else None
        asked = PolicyQuestion(choices, elements if several else None, legal)
        found: Sequence[Any] = answers.answers_to(asked)
        if not several:
            return tuple((each,) for each in found)
        return tuple(tuple(value for _, value in each) for each in found)

    def _name(self, seat: int | None) -> str:
        if seat is None or seat < 0:
            return "judge"
        return spaced(self._names.id(self._kind, seat))


class Chance:
    """Answers rolls, draws and choices of one game to its end, from a stream.

    `ways` is the product of how many answers there were each time: so many games there
    would be if all were like this one (Knuth's estimate of the size of a tree).
    """

    def __init__(self, answerer: Answerer, stream: Stream) -> None:
        """Begin with nothing read."""
        self._answerer = answerer
        self._stream = stream
        self.ways = 1

    def fall(self, stop: RollStop | DrawStop) -> Value:
        """Return what falls."""
        if isinstance(stop, DrawStop):
            self.ways *= len(stop.items) ** how_many(stop)
            return drawn(self._stream, stop.items, stop.weights, stop.how_many)
        self.ways *= stop.sides**stop.number
        faces = thrown(self._stream, stop.number, stop.sides)
        return faces[0] if stop.single else faces

    def decide(self, stop: ChoiceStop) -> Value:
        """Return what is chosen."""
        for question in questions(stop):
            for part in question.parts:
                self.ways *= len(part.offered or ()) or 1
        return self._one(self._answerer.ways(stop))

    def whole(self, asked: tuple[Question, ...], seat: int, values: Given) -> Value:
        """Return the answer to a stop at which a seat answers so, and others in a way
        that is legal together with it; Unusable where none is found."""
        for _ in range(MOST_ROUNDS):
            given = {
                each.seat: values
                if each.seat == seat
                else self._one(self._answerer.ways_of_seat(each))
                for each in asked
            }
            found = together(asked, given)
            if asked[0].stop.legal(found):
                return found
        raise Unusable("no answer of the others is legal together with this one")

    def _one(self, ways: Sequence[Any]) -> Any:
        return ways[self._stream.pick((1,) * len(ways))] if len(ways) > 1 else ways[0]

"""What an answer leads to exactly, where a game is small.

All falls of the dice and all answers of others are followed to the end, with their
probabilities. Where the seat is asked again, it answers what is best for it, by what it
then knows: ends of ways that it cannot tell apart are one situation, in which it
answers the same. It can tell apart two ways on which nothing was hidden, else those on
which it saw something else, or something else fell or was chosen that all may know.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from interpreter.app.advising.possible_games import is_known_to_all
from interpreter.app.advising.ways import Answerer, Places, values_at
from interpreter.diagnostics import LimitExceeded, Unusable
from interpreter.engine.once import answer
from interpreter.engine.stops import (
    ChoiceStop,
    DrawStop,
    Finished,
    RollStop,
    Stop,
    Waiting,
)
from interpreter.games.questions import (
    Question,
    questions,
    seat_texts,
    spoken_of,
    together,
)
from interpreter.values.types import Value
from interpreter.views.views import AskedValue, view_with
from interpreter.views.visibility import Masks

MOST_STEPS = 20_000
"""Answers that are followed; more is not small."""
MOST_FALLS = 10_000
"""Of one roll or draw."""

Ends = dict[Value, Fraction]
"""Results with their probabilities."""


class Way(NamedTuple):
    """One way on which a game went on: where it waits, its probability, whether
    something was hidden on it, and what all may know of it since the seat was asked."""

    stop: Stop
    share: Fraction
    is_hidden: bool = False
    open: tuple[Hashable, ...] = ()

    @property
    def key(self) -> Hashable:
        """What is equal only for ways that go on alike."""
        stop = self.stop
        if isinstance(stop, Finished):
            return ("end", stop.result)
        rest = (stop.site, stop.game_state, stop.stack)
        return (*rest, self.is_hidden, self.open if self.is_hidden else ())


class LookAhead:
    """Follows all ways of a game for a seat that wants much `worth` of its end."""

    def __init__(
        self,
        seat: int,
        answerer: Answerer,
        worth: Callable[[Value], Fraction],
        masks: Masks,
        ids: Mapping[str, tuple[str, ...]],
        declared: Any,
    ) -> None:
        """Begin with no step made."""
        self._seat = seat
        self._answerer = answerer
        self._worth = worth
        self._visible = (declared, ids, masks)
        self.steps = 0

    def ends(self, stop: ChoiceStop, places: Places) -> Ends:
        """Return how a game ends in which the seat answers a stop so; LimitExceeded
        for one that is not small."""
        return self._followed(self._answered([Way(stop, Fraction(1))], places))

    def _followed(self, ways: Sequence[Way]) -> Ends:
        """Follow ways to their ends, or to where the seat is asked again."""
        ends: Ends = {}
        situations: dict[Hashable, dict[Hashable, Way]] = defaultdict(dict)
        ahead = _merged(ways)
        while ahead:
            further: list[Way] = []
            for way in ahead:
                if isinstance(way.stop, Finished):
                    _add(ends, way.stop.result, way.share)
                elif self._question(way.stop) is not None:
                    alike = situations[self._situation(way)]
                    known = alike.get(way.key)
                    share = way.share + (known.share if known else 0)
                    alike[way.key] = way._replace(share=share)
                else:
                    further += self._next(way)
            ahead = _merged(further)
        for alike in situations.values():
            for result, share in self._best([*alike.values()]).items():
                _add(ends, result, share)
        return ends

    def _best(self, alike: Sequence[Way]) -> Ends:
        """Return the ends of the best answer in a situation."""
        stop = alike[0].stop
        assert isinstance(stop, ChoiceStop)
        question = self._question(stop)
        assert question is not None
        answers = self._answerer
        every = [
            self._followed(self._answered(alike, answers.places(question, values)))
            for values in answers.possible(question)
        ]
        return max(every, key=self._worth_of)

    def _worth_of(self, ends: Ends) -> Fraction:
        return sum(
            (share * self._worth(result) for result, share in ends.items()), Fraction(0)
        )

    def _question(self, stop: Waiting) -> Question | None:
        if not isinstance(stop, ChoiceStop):
            return None
        asked = questions(stop)
        own = next((each for each in asked if each.seat == self._seat), None)
        return own if own is not None and own.only is None else None

    def _situation(self, way: Way) -> Hashable:
        """Return what is equal for ways that the seat cannot tell apart."""
        if not way.is_hidden:
            return way.key
        stop = way.stop
        assert isinstance(stop, ChoiceStop)
        question = self._question(stop)
        assert question is not None
        texts = spoken_of(question, seat_texts(question))
        asked = [AskedValue(*each) for each in texts]
        shape = tuple(len(part.offered or ()) for part in question.parts)
        return stop.site, self._seen(stop, asked), shape, way.open

    def _seen(self, stop: Waiting, asked: Sequence[AskedValue] = ()) -> str:
        """Return the view of the seat and what it is asked about, as it names them, as
        a text: a view holds maps, which have no hash."""
        declared, ids, masks = self._visible
        arguments = (declared, ids, stop.game_state, self._seat, asked, masks)
        return repr(view_with(*arguments))

    def _answered(self, ways: Sequence[Way], places: Places) -> list[Way]:
        """Return where ways go on when the seat answers so, and others in all ways that
        are legal together with it; Unusable where there is none."""
        found = []
        for way in (each._replace(open=()) for each in ways):
            stop = way.stop
            assert isinstance(stop, ChoiceStop)
            asked = questions(stop)
            own = next(each for each in asked if each.seat == self._seat)
            values = values_at(own, places)
            others = [each for each in asked if each.seat != self._seat]
            chosen = [self._answerer.ways_of_seat(each) for each in others]
            every = []
            for each in product(*chosen):
                given = dict(zip((other.seat for other in others), each, strict=True))
                whole = together(asked, {**given, self._seat: values})
                if stop.legal(whole):
                    every.append((whole, each))
            if not every:
                raise Unusable("no answers are legal together with this one")
            for whole, each in every:
                share = Fraction(1, len(every))
                found.append(self._gone(way, whole, share, each, alone=not others))
        return found

    def _next(self, way: Way) -> Iterator[Way]:
        """Yield where a way goes on from what is not the seat's to answer."""
        stop = way.stop
        assert not isinstance(stop, Finished)
        if isinstance(stop, ChoiceStop) and way.is_hidden:
            way = way._replace(open=(*way.open, self._seen(stop)))
        for value, share in self._falls(stop):
            yield self._gone(way, value, share, value)

    def _gone(
        self,
        way: Way,
        value: Value,
        share: Fraction,
        known: Hashable,
        *,
        alone: bool = False,
    ) -> Way:
        """Return where a way goes on with an answer, of which all know `known` if they
        may; `alone`: the seat alone was asked."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise LimitExceeded("steps of a look ahead", MOST_STEPS)
        stop = way.stop
        assert not isinstance(stop, Finished)
        is_open = alone or is_known_to_all(stop)
        hidden = way.is_hidden or not is_open
        knows = (*way.open, known) if is_open else way.open
        return Way(answer(stop, value), way.share * share, hidden, knows)

    def _falls(self, stop: Waiting) -> Iterator[tuple[Value, Fraction]]:
        """Yield every answer to a stop with its probability."""
        if isinstance(stop, ChoiceStop):
            ways = self._answerer.ways(stop)
            for each in ways:
                yield each, Fraction(1, len(ways))
        elif isinstance(stop, RollStop):
            yield from _rolls(stop)
        else:
            yield from _draws(stop)


def _add(ends: Ends, result: Value, share: Fraction) -> None:
    ends[result] = ends.get(result, Fraction(0)) + share


def _merged(ways: Sequence[Way]) -> list[Way]:
    """Return ways of which none goes on like another."""
    found: dict[Hashable, Way] = {}
    for way in ways:
        known = found.get(way.key)
        share = way.share + (known.share if known is not None else 0)
        found[way.key] = way._replace(share=share)
    return [*found.values()]


def _rolls(stop: RollStop) -> Iterator[tuple[Value, Fraction]]:
    count = stop.sides**stop.number
    if count > MOST_FALLS:
        raise LimitExceeded("falls of a roll", MOST_FALLS)
    faces = range(1, stop.sides + 1)
    for each in product(faces, repeat=stop.number):
        yield (each[0] if stop.single else each), Fraction(1, count)


def _draws(stop: DrawStop) -> Iterator[tuple[Value, Fraction]]:
    """Yield what can be drawn: one after the other by weight from what is left."""
    given = stop.weights if stop.weights is not None else (1,) * len(stop.items)
    number = 1 if stop.how_many is None else max(0, min(stop.how_many, len(given)))
    ways: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for _ in range(number):
        further: dict[tuple[int, ...], Fraction] = {}
        for taken, share in ways.items():
            left = [at for at in range(len(given)) if given[at] and at not in taken]
            total = sum(given[at] for at in left)
            for at in left:
                further[*taken, at] = share * Fraction(given[at], total)
        if len(further) > MOST_FALLS:
            raise LimitExceeded("falls of a draw", MOST_FALLS)
        ways = further
    for taken, share in ways.items():
        drawn = tuple(stop.items[at] for at in taken)
        yield (drawn[0] if stop.how_many is None else drawn), share

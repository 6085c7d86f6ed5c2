"""What a stop asks of which seat."""

from dataclasses import dataclass

from interpreter.problems import Unusable
from interpreter.running.answers import checked_one
from interpreter.running.stops import ChoiceStop
from interpreter.values.types import JUDGE, Value

Given = tuple[Value, ...]
"""What a seat answers: a value for each part of its question."""


class Illegal(Unusable):
    """An answer that its question does not take, as whoever is asked can see."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to choose: for an element (None: for nothing in particular) one of the
    offered, or so many of them; None: any value of the type."""

    element: Value
    offered: tuple[Value, ...] | None


@dataclass(frozen=True, slots=True)
class Question:
    """What one seat is asked at a stop; `seat` is its number, or that of the judge."""

    stop: ChoiceStop
    seat: int
    parts: tuple[Part, ...]

    @property
    def only(self) -> Given | None:
        """The only answer, where there is nothing to choose; else None."""
        if self.stop.how_many is not None:
            return None
        found: list[Value] = []
        for each in self.parts:
            if each.offered is None or len(each.offered) != 1:
                return None
            found.append(each.offered[0])
        return tuple(found)

    def checked(self, given: Given) -> Given:
        """Return an answer as the run takes it; one that was not offered is
        Illegal."""
        if len(given) != len(self.parts):
            raise Illegal(f"{len(self.parts)} answers are needed")
        pairs = zip(self.parts, given, strict=True)
        try:
            return tuple(checked_one(self.stop, part.offered, v) for part, v in pairs)
        except Unusable as fault:
            raise Illegal(fault.message) from None


def questions(stop: ChoiceStop) -> tuple[Question, ...]:
    """Return what a stop asks, in the order of the seats; one question a seat."""
    if stop.instruction.each is None or stop.offered is None:
        seat = JUDGE if stop.by is None else stop.by
        return (Question(stop, seat, (Part(None, stop.offered),)),)
    found: dict[int, list[Part]] = {}
    for element, by, offered in stop.offered:
        seat = JUDGE if by is None else by
        found.setdefault(seat, []).append(Part(element, offered))
    return tuple(Question(stop, seat, tuple(parts)) for seat, parts in found.items())


def together(asked: tuple[Question, ...], given: dict[int, Given]) -> Value:
    """Return the answer to a stop, made of those of all seats."""
    stop = asked[0].stop if asked else None
    if stop is None:
        return ()
    if stop.instruction.each is None or stop.offered is None:
        return given[asked[0].seat][0]
    # of one seat the parts stand in the order of the stop
    left = {each.seat: list(given[each.seat]) for each in asked}
    seats = [JUDGE if by is None else by for _, by, _ in stop.offered]
    return tuple(
        (element, left[seat].pop(0))
        for seat, (element, *_) in zip(seats, stop.offered, strict=True)
    )

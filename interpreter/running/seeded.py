"""Chance of one run from its secret: dice and draws, told apart by where they fall.

The path of a roll is the place of its step and an ordinal, from 1, among the rolls of
that place; one drawn element has its own ordinal, from 0, behind these two. Typed rolls
count too, so that typing one shifts no other. The driver counts: a state holds no
ordinal, else equal states would differ.
"""

from collections.abc import Iterator, Sequence
from itertools import count

from interpreter.running.keyed_dice import KeyedDice
from interpreter.running.stops import DrawStop, RollStop
from interpreter.values.types import Value


class Seeded:
    """Answers rolls and draws from a secret; what it answers depends on no other."""

    def __init__(self, secret: bytes) -> None:
        """Begin with no place reached."""
        self._dice = KeyedDice(secret)
        self._places: dict[str, tuple[KeyedDice, Iterator[int]]] = {}

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Return the answer to a stop."""
        dice, ordinal = self.reached(stop.instruction.site.path)
        if isinstance(stop, DrawStop):
            drawn = drawn_by(dice, ordinal, stop)
            return drawn[0] if stop.how_many is None else drawn
        faces = dice.roll((ordinal,), stop.number, stop.sides)
        return faces[0] if stop.single else faces

    def reached(self, place: str) -> tuple[KeyedDice, int]:
        """Return the dice of a place, and how often it has been reached, now too."""
        found = self._places.get(place)
        if found is None:
            found = self._places[place] = (self._dice.under(place), count(1))
        dice, ordinals = found
        return dice, next(ordinals)


def how_many(stop: DrawStop) -> int:
    """Return how many are drawn: all, when more are wanted."""
    if stop.how_many is None:
        return 1
    return max(0, min(stop.how_many, len(stop.items)))


def drawn_by(
    dice: KeyedDice, ordinal: int, stop: DrawStop, typed: Sequence[Value] = ()
) -> tuple[Value, ...]:
    """Draw one after the other by weight from what is left; `typed` were drawn first.

    A typed element that is not there is a ValueError.
    """
    left, drawn = list(stop.items), list(typed)
    weights = list(stop.weights or [1] * len(left))
    for each in typed:
        del weights[left.index(each)]
        left.remove(each)
    for index in range(len(drawn), how_many(stop)):
        at = dice.pick((ordinal, index), tuple(weights))
        drawn.append(left.pop(at))
        del weights[at]
    return tuple(drawn)

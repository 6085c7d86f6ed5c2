"""Chance of one run from its secret: dice and draws, told apart by where they fall.

The key of a roll is its path (`paths`) and an ordinal, from 1, among the rolls of that
very path; one drawn element has its own ordinal, from 0, behind these. Typed rolls
count too, so that typing one shifts no other. The driver counts: a state holds no
ordinal, else equal states would differ.
"""

from collections.abc import Sequence

from interpreter.running.keyed_dice import KeyedDice
from interpreter.running.paths import Ids, Path, Paths
from interpreter.running.stops import ChoiceStop, DrawStop, RollStop, Where
from interpreter.values.types import Value


class Place:
    """The dice of a path, and how often it was reached."""

    __slots__ = ("dice", "die", "ordinal")

    def __init__(self, dice: KeyedDice) -> None:
        """Begin before the first time."""
        self.dice = dice
        self.die = dice.die
        self.ordinal = 0

    @property
    def key(self) -> Path:
        """What the dice are keyed by now."""
        return (*self.dice.begun, self.ordinal)

    def roll(self, number: int, sides: int) -> tuple[int, ...]:
        """Return faces; impossible dice as in `KeyedDice.roll`."""
        return self.dice.roll((self.ordinal,), number, sides)


class Seeded:
    """Answers rolls and draws from a secret; what it answers depends on no other."""

    def __init__(self, secret: bytes, ids: Ids | None = None) -> None:
        """Begin with no place reached; `ids` are the names of who is there at first."""
        self._dice = KeyedDice(secret)
        self._paths = Paths(ids or {})
        self._places: dict[Path, Place] = {}
        self._known: dict[Where, Place] = {}

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Return the answer to a stop."""
        place = self.reached(stop)
        if isinstance(stop, RollStop):
            if stop.single:
                return place.die(place.ordinal, stop.sides)
            return place.dice.roll((place.ordinal,), stop.number, stop.sides)
        drawn = drawn_by(place, stop)
        return drawn[0] if stop.how_many is None else drawn

    def reached(self, stop: RollStop | DrawStop | ChoiceStop) -> Place:
        """Return the place where a run has stopped, reached once more."""
        place = self._known.get(stop.where) or self._found(stop)
        place.ordinal += 1
        return place

    def _found(self, stop: RollStop | DrawStop | ChoiceStop) -> Place:
        """Return the place of a stop by its path."""
        path = self._paths.of(stop)
        place = self._places.get(path)
        if place is None:
            place = self._places[path] = Place(self._dice.under(*path))
        if self._paths.lasts(stop):
            self._known[stop.where] = place
        return place


def how_many(stop: DrawStop) -> int:
    """Return how many are drawn: all, when more are wanted."""
    if stop.how_many is None:
        return 1
    return max(0, min(stop.how_many, len(stop.items)))


def drawn_by(
    place: Place, stop: DrawStop, typed: Sequence[Value] = ()
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
        at = place.dice.pick((place.ordinal, index), tuple(weights))
        drawn.append(left.pop(at))
        del weights[at]
    return tuple(drawn)

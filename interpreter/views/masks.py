"""Masks: the public labels by which seats know what is not theirs.

A label is what the fields in `masks` say, and a number (`round 37`). Numbers follow
from the secret of a run alone, in an order that nobody else can work out, and none is
dealt twice: they tell neither how many there are, nor which was there first, nor whose
it was under another label. What a world holds is only when which entity got another
label; so a label is the same whoever asks, and however often.

How they are made: the numbers of two digits, then of three and so on, each length by
the first block of the path ("mask", kind, number), least first; those come first of
which there are eight for each entity of the scenario. A number with which an id of that
kind ends is left out. They are dealt to the entities of the scenario, in its order,
then to each that comes to be or gets another label.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.engine.dice import KeyedDice
from interpreter.engine.stops import GameState
from interpreter.semantics.declarations import Declarations, Kind
from interpreter.values.log import Label

Ids = Mapping[str, tuple[str, ...]]
"""The names of the entities of a scenario, by kind."""

Seen = Callable[[GameState], bool]
"""Tells whether a seat could see something in a world that was."""

FEWEST = 8  # numbers an entity of the scenario


class Masks:
    """Deals the labels of a run; without a secret all are known by their ids, as to the
    judge."""

    def __init__(self, ids: Ids, secret: bytes | None) -> None:
        """Begin with nothing dealt; `ids` are those of the scenario."""
        self._ids = ids
        self._dice = None if secret is None else KeyedDice(secret)
        self._dealt: dict[str, tuple[list[int], Iterator[int]]] = {}

    def worn(self, declared: Declarations, world: GameState) -> "AssignedLabels":
        """Return the labels that have been worn up to a world."""
        changes: dict[tuple[str, int], list[tuple[int, int]]] = {}
        counts = {name: len(self._ids.get(name, ())) for name in declared.kinds}
        given = world[-1][3]
        for at, (kind, number, *_) in enumerate(given):
            changes.setdefault((kind, number), []).append((at, counts[kind]))
            counts[kind] += 1
        kinds = {name: at for at, name in enumerate(declared.kinds)}
        return AssignedLabels(self, kinds, given, changes, self._dice is not None)

    def number(self, kind: str, place: int) -> int:
        """Return the number that is dealt at a place, from 0, of a kind."""
        if kind not in self._dealt:
            self._dealt[kind] = [], self._numbers(kind)
        known, more = self._dealt[kind]
        while len(known) <= place:
            known.append(next(more))
        return known[place]

    def _numbers(self, kind: str) -> Iterator[int]:
        ids, dice = self._ids.get(kind, ()), self._dice
        taken = {int(tail) for each in ids if (tail := _digits(each))}
        low = 10
        while 9 * low < FEWEST * len(ids):
            low *= 10
        while dice is not None:
            some = [each for each in range(low, 10 * low) if each not in taken]
            yield from sorted(some, key=lambda each: dice.key(("mask", kind, each)))
            low *= 10


def _digits(name: str) -> str:
    """Return the digits with which a name ends."""
    return name[len(name.rstrip("0123456789")) :][-9:]


@dataclass(frozen=True, slots=True)
class AssignedLabels:
    """The labels of a world: all that were `given` since it began, in order, and for
    each entity which of them were its own, with the place of its number. `kinds` are
    the places of kinds."""

    masks: Masks
    kinds: Mapping[str, int]
    given: tuple[Label, ...]
    changes: Mapping[tuple[str, int], list[tuple[int, int]]]
    masked: bool

    @property
    def now(self) -> int:
        """How many labels were given."""
        return len(self.given)

    def before(self, claim: int) -> int:
        """Return how many labels had been given when a claim was told."""
        return sum(told <= claim for *_, told in self.given)

    def since(
        self, kind: Kind, entity: int, slot: int, value: Any, seen: Seen
    ) -> int | None:
        """Return how many labels had been given when a seat saw a field get its value,
        as far as that is sure: before those through which it was `seen` unchanged.
        None: all."""
        found = None
        for at in range(self.now - 1, -1, -1):
            world = self.given[at][2]
            if not world:
                continue
            rows = world[self.kinds[kind.name]]
            row = rows[entity] if entity < len(rows) else None
            if row is None or row[slot] != value or not seen(world):
                break
            found = at
        return found

    def number(self, kind: Kind, entity: int, when: int) -> int:
        """Return the number in the label of an entity when so many had been given."""
        place = entity
        for at, dealt in self.changes.get((kind.name, entity), ()):
            if at < when:
                place = dealt
        return self.masks.number(kind.name, place)

    def row(self, kind: Kind, entity: int, when: int, now: Any) -> Any:
        """Return the row of an entity as it was while it wore a label; `now` is the
        one that it has."""
        known = self.changes.get((kind.name, entity), ())
        before = [world for at, _ in known if (world := self.given[at][2])]
        later = [self.given[at][2] for at, _ in known if at >= when]
        for world in (*filter(None, later), *(before[-1:] if now is None else ())):
            return world[self.kinds[kind.name]][entity]
        return now

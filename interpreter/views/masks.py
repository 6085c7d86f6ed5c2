"""Masks: the public labels by which seats know entities that are not theirs.

A label is the text of the mask fields and a number (`round 37`). The numbers depend on
the secret of the run alone, in an order that nobody else can compute, and none is
assigned twice. They tell neither how many entities there are, nor which came first, nor
which label an entity had before. A game state records only when an entity got another
label, so a label is the same for every seat and every query.

Generation: all numbers of two digits, then of three and so on; within one length they
are sorted by the first block of the dice path ("mask", kind, number). The first length
is the least that has eight numbers for each entity of the scenario. A number that an id
of the kind ends with is skipped. Numbers are assigned to the entities of the scenario
in its order, then to each entity that is made or gets another label.
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
"""Returns whether a seat could see a value in an earlier game state."""

NUMBERS_PER_ENTITY = 8  # so that a number says little about the count of entities


class Masks:
    """Assigns the labels of a run; without a secret entities are known by their ids, as
    to the judge."""

    def __init__(self, ids: Ids, secret: bytes | None) -> None:
        """Begin with nothing assigned; `ids` are the entities of the scenario."""
        self._ids = ids
        self._dice = None if secret is None else KeyedDice(secret)
        self._sequences: dict[str, tuple[list[int], Iterator[int]]] = {}

    def assigned(self, declared: Declarations, world: GameState) -> "AssignedLabels":
        """Return the labels assigned up to a game state."""
        changes: dict[tuple[str, int], list[tuple[int, int]]] = {}
        counts = {name: len(self._ids.get(name, ())) for name in declared.kinds}
        given = world[-1][3]
        for at, (kind, number, *_) in enumerate(given):
            changes.setdefault((kind, number), []).append((at, counts[kind]))
            counts[kind] += 1
        kinds = {name: at for at, name in enumerate(declared.kinds)}
        return AssignedLabels(self, kinds, given, changes, self._dice is not None)

    def number(self, kind: str, place: int) -> int:
        """Return the number at a position (from 0) in the sequence of a kind."""
        if kind not in self._sequences:
            self._sequences[kind] = [], self._numbers(kind)
        known, more = self._sequences[kind]
        while len(known) <= place:
            known.append(next(more))
        return known[place]

    def _numbers(self, kind: str) -> Iterator[int]:
        ids, dice = self._ids.get(kind, ()), self._dice
        taken = {int(tail) for number in ids if (tail := _digits(number))}
        low = 10
        while 9 * low < NUMBERS_PER_ENTITY * len(ids):
            low *= 10
        while dice is not None:
            candidates = [
                number for number in range(low, 10 * low) if number not in taken
            ]
            yield from sorted(
                candidates, key=lambda number: dice.key(("mask", kind, number))
            )
            low *= 10


def _digits(name: str) -> str:
    """Return the digits at the end of a name."""
    return name[len(name.rstrip("0123456789")) :][-9:]


@dataclass(frozen=True, slots=True)
class AssignedLabels:
    """The labels of a game state.

    `given` are all labels assigned since the start, in order; `changes` holds for each
    entity which of them were its own, with the position of its number; `kinds` are the
    positions of kinds in the state.
    """

    masks: Masks
    kinds: Mapping[str, int]
    given: tuple[Label, ...]
    changes: Mapping[tuple[str, int], list[tuple[int, int]]]
    masked: bool

    @property
    def now(self) -> int:
        """How many labels have been assigned."""
        return len(self.given)

    def before(self, claim: int) -> int:
        """Return how many labels had been assigned when a claim was sent."""
        return sum(told <= claim for *_, told in self.given)

    def since(
        self, kind: Kind, entity: int, slot: int, value: Any, seen: Seen
    ) -> int | None:
        """Return the least label count from which the seat is known to have seen the
        value.

        The search goes back over the label changes while the value was the same and
        `seen`. None: the value is newer than every label.
        """
        least = None
        for at in range(self.now - 1, -1, -1):
            world = self.given[at][2]
            if not world:
                continue
            rows = world[self.kinds[kind.name]]
            row = rows[entity] if entity < len(rows) else None
            if row is None or row[slot] != value or not seen(world):
                break
            least = at
        return least

    def number(self, kind: Kind, entity: int, when: int) -> int:
        """Return the number in the label of an entity after `when` labels."""
        place = entity
        for at, position in self.changes.get((kind.name, entity), ()):
            if at < when:
                place = position
        return self.masks.number(kind.name, place)

    def row(self, kind: Kind, entity: int, when: int, now: Any) -> Any:
        """Return the row of an entity at a time when it had a label; `now` is its
        current row."""
        known = self.changes.get((kind.name, entity), ())
        before = [world for at, _ in known if (world := self.given[at][2])]
        later = [self.given[at][2] for at, _ in known if at >= when]
        for world in (*filter(None, later), *(before[-1:] if now is None else ())):
            return world[self.kinds[kind.name]][entity]
        return now

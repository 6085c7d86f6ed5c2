"""What formulas gave before, kept for as long as nothing that they read has changed.

A state that is a tuple never changes. In one that is a list only those kinds are being
written that are lists too, and the writer says what (`wrote`, `changed`), unless no
formula reads it: that alone is forgotten. So it is enough to look once at each state:
what of a kind is not as it was in the state before, row by row, is forgotten by the
formulas that read it.

A formula that reads the rows of its own arguments alone forgets only what it gave for
the entity that was written: how far two men are apart, when one of them has moved.

What is kept costs a run the steps that it took to find out, each time anew: whether a
limit is reached does not hang on what was asked before.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any, TypeAlias

from interpreter.values.faults import Steps
from interpreter.values.types import StateRow

WHICH = -1
"""Stands for a slot where it is read which entities of a kind there are."""

WHATEVER = -2
"""Stands for a slot where it is read what is in any of them."""

MOST_KEPT = 400_000
"""Values inside values, all together; beyond, all is forgotten."""

Read: TypeAlias = tuple[int, int, tuple[int, ...]]
"""(kind, slot, places of the arguments whose rows alone are read; () if any is)."""

KindRows: TypeAlias = Sequence[StateRow | None]
"""The rows of a kind; None where an entity was removed."""


def places_of(reads: Iterable[Read]) -> list[tuple[int, int]]:
    """Return the (kind, place) of the arguments whose rows alone are read."""
    return sorted({(kind, place) for kind, _, at in reads for place in at})


class FormulaMemo(dict[Any, tuple[Any, int]]):
    """What one formula gave: arguments -> (value, steps that it took).

    An argument alone is its own key, several are a tuple. `rows` has for each place of
    `places_of` the keys in which an entity is there.
    """

    __slots__ = ("_kept", "_places", "number", "rows")

    def __init__(
        self, kept: "MemoStore", number: int, places: Iterable[tuple[int, int]]
    ) -> None:
        """Begin with nothing, as the one with a number of the store; `places` are the
        (kind, place) of the arguments whose rows are read."""
        super().__init__()
        self._kept = kept
        self.number = number
        self._places = tuple(places)
        self.rows: tuple[defaultdict[int, list[Any]], ...] = tuple(
            defaultdict(list) for _ in self._places
        )

    def drop(self, kind: int, row: int) -> None:
        """Forget what was given for an entity."""
        pop = self.pop
        for (of, _), rows in zip(self._places, self.rows, strict=True):
            if of == kind and row in rows:
                for key in rows.pop(row):
                    pop(key, None)

    def empty(self) -> None:
        """Forget all, and which entities there were."""
        self.clear()
        for rows in self.rows:
            rows.clear()


class MemoStore:
    """All that the formulas of an emission keep; `state` is the one last looked at."""

    def __init__(self, steps: Steps) -> None:
        """Begin with nothing."""
        self.steps = steps
        self.state: Any = None
        self.room = MOST_KEPT
        self._rows_seen: dict[int, Any] = {}
        self._readers: dict[int, list[FormulaMemo]] = {}
        self._wide: dict[tuple[int, int], list[FormulaMemo]] = {}
        self._narrow: dict[tuple[int, int], list[FormulaMemo]] = {}
        self._hurt: dict[
            tuple[int, tuple[int, ...]], tuple[list[FormulaMemo], list[FormulaMemo]]
        ] = {}
        self._every: list[FormulaMemo] = []

    def found(self, reads: tuple[Read, ...]) -> FormulaMemo:
        """Return where a formula keeps what it gives, by what it reads; slots may be
        WHICH or WHATEVER."""
        made = FormulaMemo(self, len(self._every), places_of(reads))
        self._every.append(made)
        for kind, slot, at in reads:
            (self._narrow if at else self._wide).setdefault((kind, slot), []).append(
                made
            )
        for kind in {kind for kind, *_ in reads}:
            self._readers.setdefault(kind, []).append(made)
            self._rows_seen.setdefault(kind, None)
        self._hurt.clear()
        self.state = None
        return made

    def wrote(self, kind: int, row: int, *slots: int) -> None:
        """Forget what reads fields of an entity that were written."""
        hurt = self._hurt.get((kind, slots))
        if hurt is None:
            hurt = self._hurt[kind, slots] = self._reading(kind, slots)
        wide, narrow = hurt
        for memo in filter(None, wide):
            memo.clear()
        for memo in filter(None, narrow):
            memo.drop(kind, row)

    def _reading(
        self, kind: int, slots: tuple[int, ...]
    ) -> tuple[list[FormulaMemo], list[FormulaMemo]]:
        """Return who reads one of some fields of any entity, and who else of some."""
        wide, narrow = (
            {m.number: m for slot in slots for m in of.get((kind, slot), ())}
            for of in (self._wide, self._narrow)
        )
        left = [each for key, each in narrow.items() if key not in wide]
        return list(wide.values()), left

    def changed(self, kind: int) -> None:
        """Forget what reads a kind of which there are others now."""
        for each in self._readers.get(kind, ()):
            each.clear()

    def look(self, state: Any) -> None:
        """Find out what of a state is as it was."""
        for kind, known in self._rows_seen.items():
            rows = state[kind]
            if rows is not known:
                self._rows_seen[kind] = rows
                self._compare(kind, known, rows)
        self.state = state

    def _compare(self, kind: int, known: KindRows | None, rows: KindRows) -> None:
        """Forget what reads a field that is not the same object in two states."""
        if known is None or len(known) != len(rows):
            self.changed(kind)
            return
        for row in compress(count(), map(is_not, known, rows)):
            before, now = known[row], rows[row]
            if before is None or now is None:
                self.changed(kind)
                return
            for slot in compress(count(), map(is_not, before, now)):
                self.wrote(kind, row, slot)
        self.wrote(kind, 0, WHATEVER)

    def forget(self) -> None:
        """Keep nothing of what was kept."""
        if self.room < MOST_KEPT:
            self.room = MOST_KEPT
            for each in self._every:
                each.empty()


def size(value: object) -> int:
    """Return how many values are in a value, itself too."""
    if type(value) is not tuple:
        return 1
    return 1 + sum(map(size, value))

"""Worlds by number: equal worlds are one, so that states compare by a small integer.

A world is a sequence of spines, a spine a sequence of rows. What a function left as it
was is the same object, and is known by its identity without looking inside; only new
rows are hashed. Why identities are safe: every object whose identity is kept is kept
too, so no other object can get it.
"""

from collections.abc import Callable, Hashable
from typing import Any


class StateNumbers:
    """The worlds of one query: `known[number]` stands for all its equals."""

    __slots__ = ("_by_spines", "_kinds", "_settle", "_whole", "known")

    def __init__(self, settle: Callable[[Any], Any] | None = None) -> None:
        """Begin with none; `settle` makes worlds that go on alike the same."""
        self._settle = settle
        self.known: list[Any] = []
        self._by_spines: dict[Hashable, int] = {}
        self._whole: dict[int, int] = {}
        # One pair a place: True == 1, but a row of one kind never stands for another's.
        self._kinds: list[tuple[_Interned, _Interned]] = []

    def number(self, world: Any) -> int:
        """Return the number of a world, a new one for one not seen before."""
        found = self._whole.get(id(world))
        if found is not None:
            return found
        if self._settle is not None:
            world = self._settle(world)
        sequence = isinstance(world, (tuple, list))
        spines = self._spine_numbers(world) if sequence else ("value", world)
        found = self._by_spines.get(spines)
        if found is None:
            found = self._by_spines[spines] = len(self.known)
            if sequence:
                pairs = zip(self._kinds, spines, strict=False)
                world = tuple([kind[1].values[each] for kind, each in pairs])
            self.known.append(world)
            self._whole[id(world)] = found
        return found

    def _spine_numbers(self, world: Any) -> tuple[int, ...]:
        while len(self._kinds) < len(world):
            self._kinds.append((_Interned(), _Interned()))
        found = []
        for spine, (rows, spines) in zip(world, self._kinds, strict=False):
            number = spines.ids.get(id(spine))
            found.append(_spine(spine, rows, spines) if number is None else number)
        return tuple(found)


class _Interned:
    """Values that stand for their equals, with the identities of just these."""

    __slots__ = ("ids", "numbers", "values")

    def __init__(self) -> None:
        self.ids: dict[int, int] = {}
        self.numbers: dict[Hashable, int] = {}
        self.values: list[Any] = []

    def number(self, key: Hashable, value: Any) -> int:
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.values)
            self.values.append(value)
            self.ids[id(value)] = found
        return found


def _spine(spine: Any, rows: _Interned, spines: _Interned) -> int:
    if not isinstance(spine, (tuple, list)):
        return spines.number(("value", spine), spine)
    known = list(map(rows.ids.get, map(id, spine)))
    pairs = zip(spine, known, strict=True)
    numbers = tuple([rows.number(row, row) if n is None else n for row, n in pairs])
    found = spines.numbers.get(numbers)
    if found is None:
        found = spines.number(numbers, tuple([rows.values[n] for n in numbers]))
    return found

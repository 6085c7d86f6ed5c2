"""What formulas gave before, kept for as long as nothing that they read has changed.

A world that is a tuple never changes. In one that is a list only those kinds are being
written that are lists too, and whoever writes says what (`wrote`, `changed`): that
alone is forgotten. So it is enough to look once at each world: what of a kind is not as
it was in the world before, row by row, is forgotten by the formulas that read it.

What is kept costs a run the steps that it took to find out, each time anew: whether a
limit is reached does not hang on what was asked before.
"""

from typing import Any

from interpreter.language.steps import Steps

WHICH = -1
"""Stands for a slot where it is read which entities of a kind there are."""

WHATEVER = -2
"""Stands for a slot where it is read what is in any of them."""

MOST_KEPT = 100_000
"""Values inside values, all together; beyond, all is forgotten."""


class Found(dict[Any, tuple[Any, int]]):
    """What one formula gave: arguments -> (value, steps that it took)."""

    __slots__ = ("_kept",)

    def __init__(self, kept: "Kept") -> None:
        """Begin with nothing."""
        super().__init__()
        self._kept = kept

    def keep(self, key: Any, value: Any, before: int, size: int) -> None:
        """Keep a value; `before` are the steps that were left before it, `size` how
        many values are in it and in the arguments."""
        kept = self._kept
        kept.room -= size + 1
        if kept.room < 0:
            kept.forget()
        self[key] = (value, before - kept.steps.left)


class Kept:
    """All that the formulas of an emission keep; `world` is the one last looked at."""

    def __init__(self, steps: Steps) -> None:
        """Begin with nothing."""
        self.steps = steps
        self.world: Any = None
        self.room = MOST_KEPT
        self._spines: dict[int, Any] = {}
        self._readers: dict[int, list[Found]] = {}
        self._of_field: dict[tuple[int, int], list[Found]] = {}
        self._written: dict[tuple[int, tuple[int, ...]], list[Found]] = {}
        self._every: list[Found] = []

    def found(self, reads: tuple[tuple[int, int], ...]) -> Found:
        """Return where a formula keeps what it gives, by the kinds and slots that it
        reads, or WHICH or WHATEVER."""
        made = Found(self)
        self._every.append(made)
        for field in reads:
            self._of_field.setdefault(field, []).append(made)
        for kind in {kind for kind, _ in reads}:
            self._readers.setdefault(kind, []).append(made)
            self._spines.setdefault(kind, None)
        self._written.clear()
        self.world = None
        return made

    def wrote(self, kind: int, *slots: int) -> None:
        """Forget what reads fields of a kind that were written."""
        hurt = self._written.get((kind, slots))
        if hurt is None:
            of = self._of_field
            hurt = [m for slot in slots for m in of.get((kind, slot), ())]
            self._written[kind, slots] = hurt
        for each in hurt:
            each.clear()

    def changed(self, kind: int) -> None:
        """Forget what reads a kind of which there are others now."""
        for each in self._readers.get(kind, ()):
            each.clear()

    def look(self, world: Any) -> None:
        """Find out what of a world is as it was."""
        for kind, known in self._spines.items():
            spine = world[kind]
            if spine is not known:
                self._spines[kind] = spine
                self._compare(kind, known, spine)
        self.world = world

    def _compare(self, kind: int, known: Any, spine: Any) -> None:
        """Forget what reads a field that is not the same object in two worlds."""
        if known is None or len(known) != len(spine):
            self.changed(kind)
            return
        other: set[int] = set()  # slots
        for before, now in zip(known, spine, strict=True):
            if before is now:
                continue
            if before is None or now is None:
                self.changed(kind)
                return
            pairs = enumerate(zip(before, now, strict=True))
            other.update(slot for slot, (a, b) in pairs if a is not b)
        for slot in (WHATEVER, *other):
            self.wrote(kind, slot)

    def forget(self) -> None:
        """Keep nothing of what was kept."""
        if self.room < MOST_KEPT:
            self.room = MOST_KEPT
            for each in self._every:
                each.clear()


def size(value: Any) -> int:
    """Return how many values are in a value, itself too."""
    if type(value) is not tuple:
        return 1
    return 1 + sum(map(size, value))

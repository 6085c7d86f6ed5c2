"""What formulas gave before, kept for as long as nothing that they read has changed.

A world that is a tuple never changes. In one that is a list only those kinds are being
written that are lists too; the others stay what they are for as long as that list is.
So it is enough to look once at each world: a kind that is not the same object as before
is forgotten by all formulas that read it, and kept by none while it is written. Where
whoever writes says what (`wrote`, `changed`), that alone is forgotten.

What is kept costs a run the steps that it took to find out, each time anew: whether a
limit is reached does not hang on what was asked before.
"""

from typing import Any

from interpreter.language.steps import Steps

MOST_KEPT = 100_000
"""Values inside values, all together; beyond, all is forgotten."""


class Found(dict[Any, tuple[Any, int]]):
    """What one formula gave: arguments -> (value, steps that it took).

    Emitted code keeps nothing where it is not `open`.
    """

    __slots__ = ("_kept", "open")

    def __init__(self, kept: "Kept") -> None:
        """Begin with nothing."""
        super().__init__()
        self.open = True
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
    """All that the formulas of an emission keep; `world` is the one last looked at.

    `announced` where every write to a world that is a list is told here.
    """

    def __init__(self, steps: Steps, *, announced: bool = False) -> None:
        """Begin with nothing."""
        self.steps = steps
        self.world: Any = None
        self.room = MOST_KEPT
        self._announced = announced
        self._spines: dict[int, Any] = {}
        self._readers: dict[int, list[Found]] = {}
        self._of_field: dict[tuple[int, int], list[Found]] = {}
        self._written: dict[tuple[int, tuple[int, ...]], list[Found]] = {}
        self._every: list[Found] = []
        self._closed: list[Found] = []

    def found(self, reads: tuple[tuple[int, int], ...]) -> Found:
        """Return where a formula keeps what it gives, by the kinds and slots that it
        reads; slot -1 is which entities there are."""
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
        for each in self._closed:
            each.open = True
        self._closed = []
        for kind, known in self._spines.items():
            spine = world[kind]
            if spine is not known:
                self._spines[kind] = spine
                self.changed(kind)
            if type(spine) is list and not self._announced:
                self._close(kind)
        self.world = world

    def _close(self, kind: int) -> None:
        """Keep nothing that reads a kind, for it is being written."""
        for each in self._readers[kind]:
            each.open = False
            self._closed.append(each)

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
